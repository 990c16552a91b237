//! A game at a glance: rings and sand over game time, and what was lost.

use crate::rules::hourglass::HOURGLASSES;
use crate::rules::{Event, Game, Happening, Hourglass, Millis, PerPlayer, Player, RingKind, Sand};

/// What is drawn of a game.
#[derive(Debug, Clone, PartialEq)]
pub struct Chart {
    /// Game time at the end.
    pub end: Millis,
    /// Rings left: from each instant on.
    pub rings: PerPlayer<Vec<(Millis, u8)>>,
    /// Sand above of each hourglass: corners of a line, from its first turning
    /// on. Two at one instant where it was turned.
    pub sand: PerPlayer<[Vec<(Millis, Millis)>; HOURGLASSES]>,
    /// What was lost, in order.
    pub marks: Vec<Mark>,
}

/// Something that a player lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mark {
    /// When.
    pub at: Millis,
    /// What.
    pub kind: MarkKind,
    /// By whom.
    pub player: Player,
}

/// What was lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MarkKind {
    /// An hourglass ran out.
    HourglassOut(Hourglass),
    /// The move timer ran out in the player's turn.
    TimerOut,
    /// A turn was lost, skipped, or passed.
    TurnLost,
    /// A drop was stolen from the player.
    Stolen,
}

impl Chart {
    /// The chart of `whole`, a game at its end or as far as it has come.
    pub fn of(whole: &Game) -> Chart {
        let settings = *whole.settings();
        let mut game = Game::new(settings);
        let mut chart = Chart {
            end: whole.now(),
            rings: PerPlayer::default(),
            sand: PerPlayer::default(),
            marks: Vec::new(),
        };
        let rings = |game: &Game| Player::BOTH.map(|player| game.turns().rings(player));
        for (player, rings) in Player::BOTH.into_iter().zip(rings(&game)) {
            chart.rings[player].push((Millis::ZERO, rings));
        }
        for &(at, input) in whole.history() {
            game.advance(at);
            let before: Vec<_> = Hourglass::all().map(|h| top(&game, h)).collect();
            // It was taken once, in the same state.
            let taken = game.apply(at, input);
            debug_assert_eq!(taken, Ok(()));
            for (hourglass, before) in Hourglass::all().zip(before) {
                let after = top(&game, hourglass);
                let line = &mut chart.sand[hourglass.owner][usize::from(hourglass.number)];
                if after != before {
                    line.extend(before.map(|top| (at, top)));
                    line.extend(after.map(|top| (at, top)));
                }
            }
            for (player, rings) in Player::BOTH.into_iter().zip(rings(&game)) {
                let line = &mut chart.rings[player];
                if line.last().is_some_and(|&(_, last)| last != rings) {
                    line.push((at, rings));
                }
            }
        }
        for entry in whole.log() {
            let mark = |kind, player| Mark {
                at: entry.at,
                kind,
                player,
            };
            match entry.what {
                Happening::Event(Event::HourglassOut(hourglass)) => {
                    let line = &mut chart.sand[hourglass.owner][usize::from(hourglass.number)];
                    line.push((entry.at, Millis::ZERO));
                    let kind = MarkKind::HourglassOut(hourglass);
                    chart.marks.push(mark(kind, hourglass.owner));
                }
                Happening::Event(Event::TimerOut(Some(player))) => {
                    chart.marks.push(mark(MarkKind::TimerOut, player));
                }
                Happening::Event(
                    Event::TurnLost(player) | Event::Skip(player) | Event::Pass(player),
                ) => chart.marks.push(mark(MarkKind::TurnLost, player)),
                Happening::Ring {
                    player,
                    kind: RingKind::Steal,
                    ..
                } => chart.marks.push(mark(MarkKind::Stolen, player.opponent())),
                _ => {}
            }
        }
        for hourglass in Hourglass::all() {
            let line = &mut chart.sand[hourglass.owner][usize::from(hourglass.number)];
            if !line.is_empty() && !whole.turns().sand(hourglass).is_out() {
                line.extend(top(whole, hourglass).map(|top| (whole.now(), top)));
            }
        }
        chart
    }
}

/// The sand above, once the hourglass was turned.
fn top(game: &Game, hourglass: Hourglass) -> Option<Millis> {
    match game.turns().sand(hourglass) {
        Sand::Idle => None,
        sand @ (Sand::Running { .. } | Sand::Out { .. }) => Some(sand.top(game.now())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{parse, replay, replay_to};

    fn at_a_line(line: &[(Millis, Millis)], at: Millis) -> Option<Millis> {
        let after = line.partition_point(|&(then, _)| then <= at);
        let &(then, top) = line[..after].last()?;
        Some(top.saturating_sub(at - then))
    }

    #[test]
    fn lines_are_the_sand_at_every_instant() {
        let text = "tamsk-record 1\nlevel 2\nhourglass-red 20\nhourglass-black 9\n\n1.000 R D1-D2\n\
            1.500 R ring D2\n3.000 B A1-A2\n5.000 R A4-B4\n6.000 B G1-F1\n7.000 R G4-F4\n\
            8.000 B D7-D6\n9.000 R D2-D3\n25.000 end\n";
        let record = parse(text.as_bytes()).unwrap().record;
        let whole = replay(&record).unwrap().game;
        let chart = Chart::of(&whole);
        for at in (0..=25_000).step_by(100).map(Millis) {
            let game = replay_to(&record, at).unwrap();
            for h in Hourglass::all() {
                let line = &chart.sand[h.owner][usize::from(h.number)];
                assert_eq!(at_a_line(line, at), top(&game, h), "{h:?} at {at}");
            }
            for player in Player::BOTH {
                let line = &chart.rings[player];
                let after = line.partition_point(|&(then, _)| then <= at);
                assert_eq!(line[after - 1].1, game.turns().rings(player));
            }
        }
        let out = chart
            .marks
            .iter()
            .filter(|mark| matches!(mark.kind, MarkKind::HourglassOut(_)));
        assert_eq!(out.count(), 5, "{:?}", chart.marks);
    }

    #[test]
    fn a_lost_turn_and_a_stolen_drop_are_marked() {
        let text = "tamsk-record 1\nlevel 3\ntimer 2\n\n1.000 R D1-D2\n2.500 B ring D2\n\
            3.000 R timer\n6.000 end\n";
        let record = parse(text.as_bytes()).unwrap().record;
        let chart = Chart::of(&replay(&record).unwrap().game);
        let kinds: Vec<_> = chart.marks.iter().map(|m| (m.kind, m.player)).collect();
        assert_eq!(
            kinds,
            [
                (MarkKind::Stolen, Player::Red),
                (MarkKind::TimerOut, Player::Black),
                (MarkKind::TurnLost, Player::Black),
            ]
        );
    }
}
