//! RULES 1: the board, the rings, the hourglasses.

use tamsk::rules::{Game, Hourglass, Level, Millis, PerPlayer, Settings, Space, SpaceSet};

use crate::common::*;

#[test]
fn rule_1_1_seven_columns_of_37_spaces_numbered_from_the_bottom() {
    let all = names(Space::all());
    assert_eq!(
        all.join(" "),
        "A1 A2 A3 A4 B1 B2 B3 B4 B5 C1 C2 C3 C4 C5 C6 D1 D2 D3 D4 D5 D6 D7 \
         E1 E2 E3 E4 E5 E6 F1 F2 F3 F4 F5 G1 G2 G3 G4"
    );
    assert_eq!(SpaceSet::ALL.len(), 37);
}

#[test]
fn rule_1_1_there_are_no_other_spaces() {
    for name in [
        "A0", "A5", "B6", "C7", "D0", "D8", "E7", "F6", "G5", "H1", "d4", "D", "4", "",
    ] {
        assert!(name.parse::<Space>().is_err(), "{name}");
    }
}

#[test]
fn rule_1_2_neighbours_one_by_one() {
    // Above and below in the column; to either side by the two slopes of the hexagon.
    for (name, around) in [
        ("A1", "A2 B1 B2"),
        ("A4", "A3 B4 B5"),
        ("D1", "C1 D2 E1"),
        ("D7", "C6 D6 E6"),
        ("G1", "F1 F2 G2"),
        ("G4", "F4 F5 G3"),
        ("A2", "A1 A3 B2 B3"),
        ("B1", "A1 B2 C1 C2"),
        ("C1", "B1 C2 D1 D2"),
        ("F1", "E1 E2 F2 G1"),
        ("F5", "E5 E6 F4 G4"),
        ("B2", "A1 A2 B1 B3 C2 C3"),
        ("C3", "B2 B3 C2 C4 D3 D4"),
        ("D4", "C3 C4 D3 D5 E3 E4"),
        ("E4", "D4 D5 E3 E5 F3 F4"),
        ("F3", "E3 E4 F2 F4 G2 G3"),
    ] {
        assert_eq!(
            names(space(name).neighbours().iter()).join(" "),
            around,
            "{name}"
        );
    }
}

#[test]
fn rule_1_2_neighbours_are_each_others() {
    let mut edges = 0;
    for one in Space::all() {
        for other in Space::all() {
            assert_eq!(one.touches(other), other.touches(one), "{one} {other}");
            edges += usize::from(one.touches(other));
        }
        assert!(!one.touches(one));
    }
    // A hexagon of side 4 has 90 edges between its 37 spaces.
    assert_eq!(edges, 2 * 90);
}

#[test]
fn rule_1_3_capacity_1_on_the_rim_to_4_in_the_centre() {
    let with = |capacity| -> Vec<String> {
        names(Space::all().filter(|space| space.capacity() == capacity))
    };
    assert_eq!(
        with(1).join(" "),
        "A1 A2 A3 A4 B1 B5 C1 C6 D1 D7 E1 E6 F1 F5 G1 G2 G3 G4"
    );
    assert_eq!(with(2).join(" "), "B2 B3 B4 C2 C5 D2 D6 E2 E5 F2 F3 F4");
    assert_eq!(with(3).join(" "), "C3 C4 D3 D5 E3 E4");
    assert_eq!(with(4), ["D4"]);
    assert_eq!(
        Space::all().map(|s| u32::from(s.capacity())).sum::<u32>(),
        64
    );
}

#[test]
fn rule_1_3_full_is_as_many_rings_as_the_capacity() {
    // D2 takes two rings, F1 one.
    let game = play(
        "1 R D1-D2
         2 R ring D2
         3 B G1-F1
         4 B ring F1",
    );
    assert_eq!(names(game.board().full().iter()), ["F1"]);
    let game = game.then(
        "5 R D2-D1
         5 R ring D1
         6 B F1-F2
         7 R D1-D2
         7 R ring D2",
    );
    assert_eq!(game.rings_on("D2"), 2);
    assert_eq!(names(game.board().full().iter()), ["D1", "D2", "F1"]);
}

#[test]
fn rule_1_4_three_hourglasses_and_32_rings_each() {
    let game = Game::new(Settings::default());
    assert_eq!(Hourglass::all().count(), 6);
    for player in [Red, Black] {
        assert_eq!(Hourglass::of(player).count(), 3);
        assert_eq!(game.turns().rings(player), 32);
    }
}

#[test]
fn rule_1_4_an_hourglass_runs_three_minutes_and_the_timer_15_seconds() {
    let settings = Settings::at_level(Level::Three);
    assert_eq!(settings.hourglass, PerPlayer::both(Millis(180_000)));
    assert_eq!(settings.timer, Millis(15_000));
    let game = play(
        "level 3

         1 R D1-D2
         2 R timer",
    );
    assert_eq!(game.sand_on("D2").out_at(), Some(Millis(181_000)));
    assert_eq!(game.turns().timer_out_at(), Some(Millis(17_000)));
}

#[test]
fn rule_1_4_times_can_be_set_the_hourglasses_for_each_player_apart() {
    let game = play(
        "level 3
         hourglass-red 60.5
         hourglass-black 240
         timer 7.125

         1 R D1-D2
         2 R timer
         3 B D7-D6",
    );
    assert_eq!(game.sand_on("D2").out_at(), Some(Millis(61_500)));
    assert_eq!(game.sand_on("D6").out_at(), Some(Millis(243_000)));
    assert_eq!(game.turns().timer_out_at(), Some(Millis(9_125)));
}

#[test]
fn rule_1_4_a_handicap_counts_at_every_turning_over() {
    // Full time less top, of one's own full time (2.3).
    let game = play(
        "level 2
         hourglass-red 60
         hourglass-black 100

         0 R D1-D2
         1 B D7-D6
         2 R A4-B4
         3 B A1-B2
         4 R G4-F4
         5 B G1-F1
         10 R D2-D3
         11 B D6-D5",
    );
    assert_eq!(game.sand_on("D3").out_at(), Some(Millis(20_000)));
    assert_eq!(game.sand_on("D5").out_at(), Some(Millis(21_000)));
}

#[test]
fn rule_1_5_rings_are_never_lost() {
    let game = play(
        "1 R D1-D2
         2 R ring D2
         3 B G1-F1
         9 R ring F1",
    );
    let on_board: u8 = Space::all().map(|space| game.board().rings(space)).sum();
    let (red, black) = game.holders();
    assert_eq!((red, black, on_board), (30, 32, 2));
}
