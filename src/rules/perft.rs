//! Perft: how many games of so many moves there are, a test of the rules and their speed.
//!
//! ```
//! use tamsk::rules::perft::perft;
//!
//! assert_eq!(perft(1), 9);
//! assert_eq!(perft(2), 81);
//! ```

use super::position::{
    Position, can_move, count_moves, lowest, neighbours_of_lowest, without_lowest,
};

/// Counts the level 1 games of exactly `depth` moves from `corners` (RULES 3.1), every
/// move dropping its ring, a pass counted as a move. A game over sooner has none.
pub fn perft(depth: u32) -> u64 {
    perft_from(&Position::CORNERS, depth)
}

/// Counts the games of exactly `depth` moves from `position`, as [`perft`] does.
pub fn perft_from(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => last_move(position),
        2 => last_two_moves(position),
        _ => all_moves(position, depth),
    }
}

/// Makes every move and counts on; `depth` is at least 1.
fn all_moves(position: &Position, depth: u32) -> u64 {
    let free = position.free_mask();
    let mut games = 0;
    let mut movable = false;
    let mut hourglasses = position.mover.hourglasses;
    while hourglasses != 0 {
        let mut targets = neighbours_of_lowest(hourglasses) & free;
        movable |= targets != 0;
        while targets != 0 {
            let next = position.moved(lowest(hourglasses), lowest(targets));
            games += perft_from(&next, depth - 1);
            targets = without_lowest(targets);
        }
        hourglasses = without_lowest(hourglasses);
    }
    if !movable && can_move(position.other.hourglasses, free) {
        games = perft_from(&position.passed(), depth - 1);
    }
    games
}

/// Counts the moves of the player on turn, or his pass.
#[inline]
fn last_move(position: &Position) -> u64 {
    let free = position.free_mask();
    match count_moves(position.mover.hourglasses, free) {
        0 => u64::from(can_move(position.other.hourglasses, free)),
        moves => u64::from(moves),
    }
}

/// Counts the games of two moves without making any.
///
/// A move changes two spaces for the other player: its target is no longer vacant (with
/// the ring or without), and the space it leaves is, and is free unless full. So he has
/// as many replies as he has moves now, less his hourglasses beside the target, plus,
/// if the space left is not full, his hourglasses beside that. Summed over the moves:
/// for each hourglass, its moves times (his moves now + his hourglasses beside it), and
/// from that once for all, the pairs of hourglasses, one of each player, beside the
/// same free space.
///
/// Only when he may be left without a reply, so that he has to pass, must moves be made:
/// a move takes no more than three of his.
#[inline]
fn last_two_moves(position: &Position) -> u64 {
    let (open, free) = (position.open(), position.free_mask());
    let mine = position.mover.hourglasses;
    let beside_his = Beside::of(position.other.hourglasses);
    let his_moves = beside_his.sum_over(free);
    if his_moves <= 3 {
        return all_moves(position, 2);
    }
    let mut moves = 0;
    let mut games = 0;
    let mut hourglasses = mine;
    while hourglasses != 0 {
        let targets = (neighbours_of_lowest(hourglasses) & free).count_ones();
        moves += targets;
        games += targets * (his_moves + beside_his.at(lowest(hourglasses) & open));
        hourglasses = without_lowest(hourglasses);
    }
    if moves == 0 {
        // A pass, and then his moves.
        return u64::from(his_moves);
    }
    let beside_mine = Beside::of(mine);
    let pairs = beside_his.sum_over(free & beside_mine.ones)
        + 2 * beside_his.sum_over(free & beside_mine.twos);
    u64::from(games - pairs)
}

/// How many of a player's hourglasses stand beside each space, 0 to 3, as two bit planes.
#[derive(Clone, Copy)]
struct Beside {
    ones: u64,
    twos: u64,
}

impl Beside {
    /// For up to three hourglasses.
    #[inline]
    fn of(hourglasses: u64) -> Beside {
        let second = without_lowest(hourglasses);
        let third = without_lowest(second);
        let [a, b, c] = [hourglasses, second, third].map(neighbours_of_lowest);
        Beside {
            ones: a ^ b ^ c,
            twos: a & b | (a ^ b) & c,
        }
    }

    /// The sum over all spaces of `mask`.
    #[inline]
    fn sum_over(self, mask: u64) -> u32 {
        (self.ones & mask).count_ones() + 2 * (self.twos & mask).count_ones()
    }

    /// The number at the one space of `bit`; 0 if that has none.
    #[inline]
    fn at(self, bit: u64) -> u32 {
        u32::from(self.ones & bit != 0) + 2 * u32::from(self.twos & bit != 0)
    }
}

#[cfg(test)]
mod tests {
    use super::super::player::Player;
    use super::super::position::plain::Plain;
    use super::*;

    #[test]
    fn from_corners_like_the_slow_one() {
        for depth in 0..=5 {
            assert_eq!(perft(depth), Plain::corners().perft(depth), "depth {depth}");
        }
    }

    #[test]
    fn known_counts() {
        let known = [1, 9, 81, 858, 8_994, 100_146, 1_102_410, 12_688_323];
        for (depth, games) in (0..).zip(known) {
            assert_eq!(perft(depth), games, "depth {depth}");
        }
    }

    #[test]
    fn from_random_positions_like_the_slow_one() {
        let mut rng = fastrand::Rng::with_seed(3);
        let mut short = 0;
        for round in 0..150 {
            let mut plain = Plain::random(rng.u32(0..60), &mut rng);
            if round % 3 == 0 {
                plain = plain.with_rings_at(Player::BOTH[rng.usize(0..2)]);
            }
            let position = plain.position();
            for depth in 0..=4 {
                let games = plain.perft(depth);
                assert_eq!(
                    perft_from(&position, depth),
                    games,
                    "depth {depth} of {position:?}"
                );
                short += u32::from(games < 10);
                if games > 5_000 {
                    break;
                }
            }
        }
        assert!(short > 25, "too few late positions: {short}");
    }

    /// From the end backwards: every last stretch of some games, where players pass.
    #[test]
    fn late_positions_with_passes_like_the_slow_one() {
        let mut rng = fastrand::Rng::with_seed(4);
        let mut passes = 0;
        for round in 0..20 {
            let mut game = vec![Plain::corners()];
            loop {
                let mut next = game[game.len() - 1].clone();
                if game.len() == 40 && round % 2 == 0 {
                    next = next.with_rings_at(Player::BOTH[round / 2 % 2]);
                }
                if game.len() > 90 || !next.step(&mut rng) {
                    break;
                }
                game.push(next);
            }
            for plain in game.iter().rev().take(25) {
                let position = plain.position();
                passes += u32::from(position.must_pass());
                for depth in 0..=7 {
                    let games = plain.perft(depth);
                    assert_eq!(
                        perft_from(&position, depth),
                        games,
                        "depth {depth} of {position:?}"
                    );
                    if games > 1_000 {
                        break;
                    }
                }
            }
        }
        assert!(passes > 15, "too few passes: {passes}");
    }
}
