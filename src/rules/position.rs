//! A level 1 position small enough for registers, for perft and the computer player.
//!
//! It plays level 1 from the `corners` start (RULES 3.1) with every move dropping its
//! mover's ring while he has any: no sand, no forgotten rings and so no steals. A move
//! and its ring are one [`make`](Position::make); a player who can't move while the
//! other can must [`pass`](Position::pass) (RULES 5.2), which is left to the caller.
//!
//! ```
//! use tamsk::rules::player::Player;
//! use tamsk::rules::position::{Move, Position};
//!
//! let mut position = Position::CORNERS;
//! let mv: Move = "D1-D2".parse().unwrap();
//! assert!(position.moves().any(|m| m == mv));
//! let undo = position.make(mv);
//! assert_eq!(position.turn(), Player::Black);
//! assert_eq!(position.rings_left(Player::Red), 31);
//! assert_eq!(position.rings_on(mv.to), 1);
//! position.unmake(undo);
//! assert_eq!(position, Position::CORNERS);
//! ```

use std::cmp::Ordering;
use std::fmt;
use std::iter::FusedIterator;
use std::ops::{Deref, DerefMut};
use std::str::FromStr;

use super::board::{NoSuchSpace, SPACES, Space, SpaceSet, picture};
use super::outcome::{Outcome, Reason};
use super::player::{PerPlayer, Player};

/// How many hourglasses a player has (RULES 1.4).
pub const HOURGLASSES: u32 = 3;

/// How many rings a player begins with (RULES 1.4).
pub const RINGS: u8 = 32;

/// The most moves a player can have: each hourglass to all six sides.
pub const MAX_MOVES: usize = 18;

/// Neighbour masks by index of the space (RULES 1.2). Places past the last space are
/// empty, up to 64, the index of the lowest space of an empty mask: so every such
/// index is within the table and no bounds check is left.
const NEIGHBOURS: [u64; 65] = {
    let mut masks = [0; 65];
    let mut index = 0;
    while let Some(space) = Space::from_index(index) {
        masks[index] = space.neighbours().bits();
        index += 1;
    }
    masks
};

/// The spaces one step away from the lowest space of `mask`; none if it is empty.
#[inline]
pub(super) const fn neighbours_of_lowest(mask: u64) -> u64 {
    NEIGHBOURS[mask.trailing_zeros() as usize]
}

/// The lowest bit of `mask` alone.
#[inline]
pub(super) const fn lowest(mask: u64) -> u64 {
    mask & mask.wrapping_neg()
}

/// `mask` without its lowest bit.
#[inline]
pub(super) const fn without_lowest(mask: u64) -> u64 {
    mask & mask.wrapping_sub(1)
}

/// The lowest space of `mask`, which is not empty.
#[inline]
fn lowest_space(mask: u64) -> Space {
    Space::from_index(mask.trailing_zeros() as usize).expect("a mask with a space in it")
}

/// A move of an hourglass to a neighbouring space (RULES 4.1), two bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// The space it leaves.
    pub from: Space,
    /// The space it goes to, and on which the ring is dropped.
    pub to: Space,
}

impl fmt::Display for Move {
    /// As in `D1-D2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.from, self.to)
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Move {
    type Err = NoSuchSpace;

    /// Reads `D1-D2`; whether the spaces touch is not looked at.
    fn from_str(text: &str) -> Result<Move, NoSuchSpace> {
        let (from, to) = text
            .split_once('-')
            .ok_or_else(|| NoSuchSpace(text.to_owned()))?;
        Ok(Move {
            from: from.parse()?,
            to: to.parse()?,
        })
    }
}

/// What [`Position::unmake`] needs to take a move back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Undo {
    mv: Move,
    dropped: bool,
}

impl Undo {
    /// The move that was made.
    #[inline]
    pub const fn mv(self) -> Move {
        self.mv
    }

    /// Whether the move dropped a ring, that is, whether its mover had one.
    #[inline]
    pub const fn dropped(self) -> bool {
        self.dropped
    }
}

/// Why parts make no position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BadPosition {
    /// A player has more than three hourglasses (RULES 1.4).
    #[error("{0} has more than {HOURGLASSES} hourglasses")]
    TooManyHourglasses(Player),
    /// Two hourglasses stand on one space (RULES 4.1).
    #[error("two hourglasses stand on {0}")]
    Shared(Space),
    /// A space has more rings than its capacity (RULES 1.3).
    #[error("{0} has more rings than it takes")]
    Overfull(Space),
    /// A player has more rings left than he began with (RULES 1.4).
    #[error("{0} has more than {RINGS} rings left")]
    TooManyRings(Player),
    /// The rings on the board and those left don't add up to 64 (RULES 1.5).
    #[error("there are {0} rings, not 64")]
    RingsLost(u32),
}

/// What one player has.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Holding {
    /// The spaces his hourglasses stand on.
    pub(super) hourglasses: u64,
    /// His rings left.
    rings_left: u8,
}

/// A level 1 position: hourglasses, rings and whose turn it is.
///
/// Equal positions are equal as values and hash alike, however they came about.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    /// The player on turn. They are kept by turn, not by colour, so that no move
    /// depends on the colour and both sides stay in registers.
    pub(super) mover: Holding,
    /// The other player.
    pub(super) other: Holding,
    /// How many more rings each space takes, in binary: bit planes of 1, 2 and 4.
    /// A space with none of the bits is full.
    room: [u64; 3],
    /// Who is on turn.
    turn: Player,
}

impl Position {
    /// The start `corners`, Red to move (RULES 3.1, 3.3).
    pub const CORNERS: Position = {
        let red = corner(3, 1) | corner(6, 4) | corner(0, 4);
        let black = corner(0, 1) | corner(6, 1) | corner(3, 7);
        Position {
            mover: Holding {
                hourglasses: red,
                rings_left: RINGS,
            },
            other: Holding {
                hourglasses: black,
                rings_left: RINGS,
            },
            room: EMPTY_ROOM,
            turn: Player::Red,
        }
    };

    /// The position with these parts: the spaces of the hourglasses, at most three
    /// each; the rings on each space by [`Space::index`]; the rings each player has
    /// left; and who is on turn.
    ///
    /// # Errors
    ///
    /// If they break RULES 1.3, 1.4, 1.5 or 4.1.
    pub fn from_parts(
        hourglasses: PerPlayer<SpaceSet>,
        rings: [u8; SPACES],
        rings_left: PerPlayer<u8>,
        turn: Player,
    ) -> Result<Position, BadPosition> {
        for player in Player::BOTH {
            if hourglasses[player].len() > HOURGLASSES {
                return Err(BadPosition::TooManyHourglasses(player));
            }
            if rings_left[player] > RINGS {
                return Err(BadPosition::TooManyRings(player));
            }
        }
        if let Some(space) = hourglasses.red.and(hourglasses.black).iter().next() {
            return Err(BadPosition::Shared(space));
        }
        let mut room = [0; 3];
        for space in Space::all() {
            let left = space.capacity().checked_sub(rings[space.index()]);
            let left = left.ok_or(BadPosition::Overfull(space))?;
            for (level, plane) in room.iter_mut().enumerate() {
                *plane |= u64::from(left >> level & 1) << space.index();
            }
        }
        let on_board: u32 = rings.into_iter().map(u32::from).sum();
        let all = on_board + u32::from(rings_left.red) + u32::from(rings_left.black);
        if all != 2 * u32::from(RINGS) {
            return Err(BadPosition::RingsLost(all));
        }
        let holding = |player: Player| Holding {
            hourglasses: hourglasses[player].bits(),
            rings_left: rings_left[player],
        };
        Ok(Position {
            mover: holding(turn),
            other: holding(turn.opponent()),
            room,
            turn,
        })
    }

    /// The player on turn.
    #[inline]
    pub const fn turn(&self) -> Player {
        self.turn
    }

    /// The spaces on which the player's hourglasses stand.
    #[inline]
    pub fn hourglasses(&self, player: Player) -> SpaceSet {
        SpaceSet::from_bits(self.holding(player).hourglasses)
    }

    /// The player's rings left, 0 to 32.
    #[inline]
    pub fn rings_left(&self, player: Player) -> u8 {
        self.holding(player).rings_left
    }

    /// How many rings lie on the space.
    #[inline]
    pub fn rings_on(&self, space: Space) -> u8 {
        space.capacity() - self.room_on(space)
    }

    /// How many more rings the space takes (RULES 1.3).
    #[inline]
    pub fn room_on(&self, space: Space) -> u8 {
        let [ones, twos, fours] = self.room.map(|plane| (plane >> space.index() & 1) as u8);
        ones + 2 * twos + 4 * fours
    }

    /// The spaces with as many rings as they take (RULES 1.3).
    #[inline]
    pub fn full(&self) -> SpaceSet {
        SpaceSet::from_bits(!self.open())
    }

    /// The spaces an hourglass beside them can go to: vacant and not full (RULES 4.1).
    #[inline]
    pub fn free(&self) -> SpaceSet {
        SpaceSet::from_bits(self.free_mask())
    }

    /// The moves of the player on turn (RULES 4.1), in board order of `from`, then `to`.
    #[inline]
    pub fn moves(&self) -> Moves {
        Moves::new(self.mover.hourglasses, self.free_mask())
    }

    /// The moves `player` has or would have on turn, in the same order.
    #[inline]
    pub fn moves_of(&self, player: Player) -> Moves {
        Moves::new(self.holding(player).hourglasses, self.free_mask())
    }

    /// The moves of the player on turn in an array, to be sorted or kept.
    #[inline]
    pub fn move_list(&self) -> MoveList {
        self.moves().collect()
    }

    /// How many moves `player` has or would have on turn.
    #[inline]
    pub fn mobility(&self, player: Player) -> u32 {
        count_moves(self.holding(player).hourglasses, self.free_mask())
    }

    /// Whether `player` has a move, whoever is on turn (RULES 5.1).
    #[inline]
    pub fn can_move(&self, player: Player) -> bool {
        can_move(self.holding(player).hourglasses, self.free_mask())
    }

    /// Whether the player on turn has this move.
    #[inline]
    pub fn allows(&self, mv: Move) -> bool {
        let on = |mask: u64, space: Space| mask >> space.index() & 1 == 1;
        on(self.mover.hourglasses, mv.from) && on(self.free_mask(), mv.to) && mv.from.touches(mv.to)
    }

    /// Whether the player on turn must pass: he can't move and the other can (RULES 5.2).
    #[inline]
    pub fn must_pass(&self) -> bool {
        let free = self.free_mask();
        !can_move(self.mover.hourglasses, free) && can_move(self.other.hourglasses, free)
    }

    /// Whether neither player can move (RULES 8.1).
    ///
    /// A player without rings who is alone to move fills nothing and may go on for
    /// ever, so a search must not wait for this.
    #[inline]
    pub fn is_over(&self) -> bool {
        !can_move(
            self.mover.hourglasses | self.other.hourglasses,
            self.free_mask(),
        )
    }

    /// How the game ended, by rings left (RULES 8.4, 8.5); none while it goes on.
    #[inline]
    pub fn outcome(&self) -> Option<Outcome> {
        self.is_over().then(|| {
            let winner = match self.mover.rings_left.cmp(&self.other.rings_left) {
                Ordering::Less => Some(self.turn),
                Ordering::Equal => None,
                Ordering::Greater => Some(self.turn.opponent()),
            };
            Outcome {
                winner,
                by: Reason::Rings,
            }
        })
    }

    /// Makes a move of the player on turn: his hourglass goes from one space to the
    /// other, a ring of his, if he has any, drops on the latter, and the turn goes
    /// over. [`unmake`](Self::unmake) takes it back.
    ///
    /// The move must be one he has ([`allows`](Self::allows)): any other leaves a
    /// senseless position (with debug assertions, a panic).
    #[inline]
    pub fn make(&mut self, mv: Move) -> Undo {
        debug_assert!(self.allows(mv), "{mv} can't be made in {self:?}");
        let dropped = self.mover.rings_left > 0;
        *self = self.moved(1 << mv.from.index(), 1 << mv.to.index());
        Undo { mv, dropped }
    }

    /// Takes back the move [`make`](Self::make) gave `undo` for, which must be the last
    /// made that was not taken back; passes since then must have been taken back too.
    #[inline]
    pub fn unmake(&mut self, undo: Undo) {
        let (from, to) = (1 << undo.mv.from.index(), 1 << undo.mv.to.index());
        self.pass();
        self.mover.hourglasses ^= from | to;
        self.mover.rings_left += u8::from(undo.dropped);
        // Add one to the room of `to`, carrying from plane to plane.
        let ones = if undo.dropped { to } else { 0 };
        let twos = ones & self.room[0];
        let fours = twos & self.room[1];
        self.room[0] ^= ones;
        self.room[1] ^= twos;
        self.room[2] ^= fours;
    }

    /// The position after a move, as [`make`](Self::make) would leave it.
    #[inline]
    #[must_use]
    pub fn after(&self, mv: Move) -> Position {
        debug_assert!(self.allows(mv), "{mv} can't be made in {self:?}");
        self.moved(1 << mv.from.index(), 1 << mv.to.index())
    }

    /// Gives the turn to the other player (RULES 5.2). To take it back, pass again.
    ///
    /// In a game only done when [`must_pass`](Self::must_pass); that is not checked.
    #[inline]
    pub fn pass(&mut self) {
        *self = self.passed();
    }

    /// The position after a pass.
    #[inline]
    #[must_use]
    pub const fn passed(&self) -> Position {
        Position {
            mover: self.other,
            other: self.mover,
            room: self.room,
            turn: self.turn.opponent(),
        }
    }

    /// The position after the mover's hourglass on the bit `from` went to the bit `to`.
    #[inline]
    pub(super) const fn moved(&self, from: u64, to: u64) -> Position {
        // Take one from the room of `to`, borrowing from plane to plane.
        let ones = if self.mover.rings_left > 0 { to } else { 0 };
        let twos = ones & !self.room[0];
        let fours = twos & !self.room[1];
        Position {
            mover: self.other,
            other: Holding {
                hourglasses: self.mover.hourglasses ^ (from | to),
                rings_left: self.mover.rings_left.saturating_sub(1),
            },
            room: [
                self.room[0] ^ ones,
                self.room[1] ^ twos,
                self.room[2] ^ fours,
            ],
            turn: self.turn.opponent(),
        }
    }

    /// The spaces that are not full.
    #[inline]
    pub(super) const fn open(&self) -> u64 {
        self.room[0] | self.room[1] | self.room[2]
    }

    /// The spaces that are vacant and not full.
    #[inline]
    pub(super) const fn free_mask(&self) -> u64 {
        self.open() & !(self.mover.hourglasses | self.other.hourglasses)
    }

    #[inline]
    fn holding(&self, player: Player) -> Holding {
        if player == self.turn {
            self.mover
        } else {
            self.other
        }
    }
}

/// Whether one of the hourglasses has a free space beside it.
#[inline]
pub(super) const fn can_move(mut hourglasses: u64, free: u64) -> bool {
    let mut beside = 0;
    while hourglasses != 0 {
        beside |= neighbours_of_lowest(hourglasses);
        hourglasses = without_lowest(hourglasses);
    }
    beside & free != 0
}

/// How many moves the hourglasses have.
#[inline]
pub(super) const fn count_moves(mut hourglasses: u64, free: u64) -> u32 {
    let mut count = 0;
    while hourglasses != 0 {
        count += (neighbours_of_lowest(hourglasses) & free).count_ones();
        hourglasses = without_lowest(hourglasses);
    }
    count
}

/// The bit of a space of the start, by column and number.
const fn corner(column: u8, number: u8) -> u64 {
    match Space::at(column, number) {
        Some(space) => 1 << space.index(),
        None => panic!("no such space"),
    }
}

/// The room planes of a board without rings: the capacities (RULES 1.3).
const EMPTY_ROOM: [u64; 3] = {
    let mut room = [0; 3];
    let mut index = 0;
    while let Some(space) = Space::from_index(index) {
        let mut level = 0;
        while level < 3 {
            room[level] |= ((space.capacity() >> level & 1) as u64) << index;
            level += 1;
        }
        index += 1;
    }
    room
};

impl fmt::Display for Position {
    /// A picture of the board, column A at the left and D1 at the bottom, each space
    /// its hourglass (`R`, `B` or `.`) and its rings, `#` when full; and a line with
    /// the rings left and who is on turn.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stands = |space| {
            Player::BOTH
                .into_iter()
                .find(|&player| self.hourglasses(player).contains(space))
        };
        f.write_str(&picture(stands, |space| self.rings_on(space)))?;
        let [red, black] = Player::BOTH.map(|player| self.rings_left(player));
        write!(
            f,
            "rings left: red {red}, black {black}; {} to move",
            self.turn.word()
        )
    }
}

impl fmt::Debug for Position {
    /// One line with all its parts.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        struct Rings<'a>(&'a Position);
        impl fmt::Debug for Rings<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let ringed = Space::all()
                    .map(|s| (s, self.0.rings_on(s)))
                    .filter(|&(_, n)| n > 0);
                f.debug_map().entries(ringed).finish()
            }
        }
        f.debug_struct("Position")
            .field("red", &self.hourglasses(Player::Red))
            .field("black", &self.hourglasses(Player::Black))
            .field("rings", &Rings(self))
            .field("rings_left", &Player::BOTH.map(|p| self.rings_left(p)))
            .field("turn", &self.turn)
            .finish()
    }
}

/// The moves of a player, made one by one; see [`Position::moves`].
#[derive(Debug, Clone)]
pub struct Moves {
    /// Hourglasses whose moves are still to come, the lowest being moved now.
    hourglasses: u64,
    /// Where the lowest can still go.
    targets: u64,
    /// The spaces that are vacant and not full.
    free: u64,
}

impl Moves {
    #[inline]
    const fn new(hourglasses: u64, free: u64) -> Moves {
        Moves {
            hourglasses,
            targets: neighbours_of_lowest(hourglasses) & free,
            free,
        }
    }
}

impl Iterator for Moves {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        while self.targets == 0 {
            if self.hourglasses == 0 {
                return None;
            }
            *self = Moves::new(without_lowest(self.hourglasses), self.free);
        }
        let mv = Move {
            from: lowest_space(self.hourglasses),
            to: lowest_space(self.targets),
        };
        self.targets = without_lowest(self.targets);
        Some(mv)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let others = count_moves(without_lowest(self.hourglasses), self.free);
        let count = (self.targets.count_ones() + others) as usize;
        (count, Some(count))
    }
}

impl ExactSizeIterator for Moves {}

impl FusedIterator for Moves {}

/// Up to 18 moves in an array of their own; used as a slice of moves.
#[derive(Clone, Copy)]
pub struct MoveList {
    moves: [Move; MAX_MOVES],
    len: u8,
}

impl Deref for MoveList {
    type Target = [Move];

    #[inline]
    fn deref(&self) -> &[Move] {
        &self.moves[..usize::from(self.len)]
    }
}

impl DerefMut for MoveList {
    #[inline]
    fn deref_mut(&mut self) -> &mut [Move] {
        &mut self.moves[..usize::from(self.len)]
    }
}

impl FromIterator<Move> for MoveList {
    /// # Panics
    ///
    /// At more than 18 moves.
    #[inline]
    fn from_iter<I: IntoIterator<Item = Move>>(moves: I) -> MoveList {
        let nowhere = Move {
            from: Space::CENTRE,
            to: Space::CENTRE,
        };
        let mut list = MoveList {
            moves: [nowhere; MAX_MOVES],
            len: 0,
        };
        for mv in moves {
            list.moves[usize::from(list.len)] = mv;
            list.len += 1;
        }
        list
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = &'a Move;
    type IntoIter = std::slice::Iter<'a, Move>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// The same game told slowly, with plain arrays, to test against.
#[cfg(test)]
pub(super) mod plain {
    use std::sync::LazyLock;

    use super::*;

    /// A position without bits.
    #[derive(Clone, Debug)]
    pub struct Plain {
        /// Whose hourglass stands on each space.
        pub hourglass: [Option<Player>; SPACES],
        pub rings: [u8; SPACES],
        pub rings_left: PerPlayer<u8>,
        pub turn: Player,
    }

    impl Plain {
        pub fn corners() -> Plain {
            let mut hourglass = [None; SPACES];
            for (name, player) in [
                ("D1", Player::Red),
                ("G4", Player::Red),
                ("A4", Player::Red),
                ("A1", Player::Black),
                ("G1", Player::Black),
                ("D7", Player::Black),
            ] {
                hourglass[name.parse::<Space>().unwrap().index()] = Some(player);
            }
            Plain {
                hourglass,
                rings: [0; SPACES],
                rings_left: PerPlayer::both(32),
                turn: Player::Red,
            }
        }

        /// Whether spaces are a step apart where they lie, each pair worked out once.
        fn touch(from: Space, to: Space) -> bool {
            static TOUCH: LazyLock<[[bool; SPACES]; SPACES]> = LazyLock::new(|| {
                let spaces: Vec<Space> = Space::all().collect();
                std::array::from_fn(|a| {
                    std::array::from_fn(|b| {
                        let ((ax, ay), (bx, by)) = (spaces[a].position(), spaces[b].position());
                        ((ax - bx).hypot(ay - by) - 1.0).abs() < 0.01
                    })
                })
            });
            TOUCH[from.index()][to.index()]
        }

        /// From, to pairs in board order.
        pub fn moves(&self, player: Player) -> Vec<(usize, usize)> {
            let mut moves = Vec::new();
            for from in Space::all() {
                for to in Space::all() {
                    if self.hourglass[from.index()] == Some(player)
                        && Plain::touch(from, to)
                        && self.hourglass[to.index()].is_none()
                        && self.rings[to.index()] < to.capacity()
                    {
                        moves.push((from.index(), to.index()));
                    }
                }
            }
            moves
        }

        pub fn make(&mut self, (from, to): (usize, usize)) {
            self.hourglass[to] = self.hourglass[from].take();
            let left = &mut self.rings_left[self.turn];
            if *left > 0 {
                *left -= 1;
                self.rings[to] += 1;
            }
            self.turn = self.turn.opponent();
        }

        pub fn perft(&self, depth: u32) -> u64 {
            if depth == 0 {
                return 1;
            }
            let moves = self.moves(self.turn);
            if moves.is_empty() {
                if self.moves(self.turn.opponent()).is_empty() {
                    return 0;
                }
                let mut next = self.clone();
                next.turn = self.turn.opponent();
                return next.perft(depth - 1);
            }
            let games = moves.into_iter().map(|mv| {
                let mut next = self.clone();
                next.make(mv);
                next.perft(depth - 1)
            });
            games.sum()
        }

        pub fn position(&self) -> Position {
            let of = |player| {
                Space::all()
                    .filter(|s| self.hourglass[s.index()] == Some(player))
                    .collect()
            };
            let hourglasses = PerPlayer::from_fn(of);
            Position::from_parts(hourglasses, self.rings, self.rings_left, self.turn).unwrap()
        }

        /// Plays a random move or the pass; false if the game is over.
        pub fn step(&mut self, rng: &mut fastrand::Rng) -> bool {
            if let Some(&mv) = rng.choice(&self.moves(self.turn)) {
                self.make(mv);
                return true;
            }
            let other = self.turn.opponent();
            let goes_on = !self.moves(other).is_empty();
            if goes_on {
                self.turn = other;
            }
            goes_on
        }

        /// Plays up to `moves` random moves from the start.
        pub fn random(moves: u32, rng: &mut fastrand::Rng) -> Plain {
            let mut plain = Plain::corners();
            for _ in 0..moves {
                if !plain.step(rng) {
                    break;
                }
            }
            plain
        }

        /// Gives one player as many of the rings left as he can hold.
        pub fn with_rings_at(mut self, player: Player) -> Plain {
            let all = self.rings_left.red + self.rings_left.black;
            let his = all.min(RINGS);
            self.rings_left[player] = his;
            self.rings_left[player.opponent()] = all - his;
            self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::plain::Plain;
    use super::*;

    fn mv(text: &str) -> Move {
        text.parse().unwrap()
    }

    fn space(name: &str) -> Space {
        name.parse().unwrap()
    }

    fn set(names: &str) -> SpaceSet {
        names.split_whitespace().map(space).collect()
    }

    fn two<T>(red: T, black: T) -> PerPlayer<T> {
        PerPlayer { red, black }
    }

    fn won(winner: Option<Player>) -> Option<Outcome> {
        Some(Outcome {
            winner,
            by: Reason::Rings,
        })
    }

    /// A board full of rings but for one on each of these.
    fn rings_but(holes: &str) -> [u8; SPACES] {
        let mut rings = [0; SPACES];
        for s in Space::all() {
            rings[s.index()] = s.capacity() - u8::from(set(holes).contains(s));
        }
        rings
    }

    #[test]
    fn rule_3_1_corners() {
        let p = Position::CORNERS;
        assert_eq!(p.hourglasses(Player::Red), set("D1 G4 A4"));
        assert_eq!(p.hourglasses(Player::Black), set("A1 G1 D7"));
        assert_eq!(p, Plain::corners().position());
        assert_eq!(p.turn(), Player::Red);
        assert_eq!(p.full(), SpaceSet::EMPTY);
        assert_eq!(p.mobility(Player::Red), 9);
        assert_eq!(p.mobility(Player::Black), 9);
        assert!(Space::all().all(|s| p.rings_on(s) == 0 && p.room_on(s) == s.capacity()));
        assert!(size_of::<Position>() <= 64);
        assert_eq!(size_of::<Move>(), 2);
    }

    #[test]
    fn worked_example() {
        let mut p = Position::CORNERS;
        for text in ["D1-D2", "G1-F1", "D2-E2"] {
            p.make(mv(text));
        }
        assert_eq!(p.full(), set("F1"));
        let from_f1: SpaceSet = p
            .moves()
            .filter(|m| m.from == space("F1"))
            .map(|m| m.to)
            .collect();
        assert_eq!(from_f1, set("F2 G1 E1"));
        p.make(mv("F1-E1"));
        assert_eq!(p.full(), set("F1 E1"));
        assert_eq!(p.room_on(space("D2")), 1);
        assert!(!p.allows(mv("E2-F1")), "full");
        assert!(!p.allows(mv("E2-E1")), "not vacant");
        assert!(!p.allows(mv("E2-E4")), "two steps");
        assert!(!p.allows(mv("E1-D1")), "Black's");
        assert!(p.allows(mv("E2-D2")));
    }

    /// Every position of random games has the moves and parts of the slow one.
    #[test]
    fn random_games_agree_with_the_slow_ones() {
        let mut rng = fastrand::Rng::with_seed(1);
        let (mut passes, mut ringless) = (0, 0);
        for game in 0..300 {
            let mut plain = Plain::corners();
            if game % 3 == 0 {
                plain = Plain::random(rng.u32(20..45), &mut rng).with_rings_at(Player::Red);
            }
            // A player without rings may go on for ever.
            for _ in 0..100 {
                let p = plain.position();
                for player in Player::BOTH {
                    let slow = plain.moves(player);
                    let index = |m: Move| (m.from.index(), m.to.index());
                    assert_eq!(p.moves_of(player).map(index).collect::<Vec<_>>(), slow);
                    assert_eq!(p.moves_of(player).len(), slow.len());
                    assert_eq!(p.mobility(player) as usize, slow.len());
                    assert_eq!(p.can_move(player), !slow.is_empty());
                }
                assert_eq!(
                    p.is_over(),
                    !p.can_move(Player::Red) && !p.can_move(Player::Black)
                );
                assert_eq!(p.outcome().is_some(), p.is_over());
                assert!(p.moves().eq(p.move_list().iter().copied()));
                assert!(Space::all().all(|s| p.rings_on(s) == plain.rings[s.index()]));
                let every = Space::all()
                    .flat_map(|from| Space::all().map(move |to| Move { from, to }))
                    .filter(|&m| p.allows(m));
                assert!(p.moves().eq(every));

                for m in p.moves() {
                    // Rule 1.5, and make, unmake and after agree.
                    let mut q = p;
                    let undo = q.make(m);
                    let on_board: u32 = Space::all().map(|s| u32::from(q.rings_on(s))).sum();
                    let left = Player::BOTH.map(|who| u32::from(q.rings_left(who)));
                    assert_eq!(on_board + left[0] + left[1], 64);
                    assert_eq!(undo.mv(), m);
                    assert_eq!(undo.dropped(), p.rings_left(p.turn()) > 0);
                    assert_eq!(q, p.after(m));
                    let mut slow = plain.clone();
                    slow.make((m.from.index(), m.to.index()));
                    assert_eq!(q, slow.position());
                    ringless += u32::from(!undo.dropped());
                    q.unmake(undo);
                    assert_eq!(q, p);
                }
                assert_eq!(p.must_pass(), p.move_list().is_empty() && !p.is_over());
                passes += u32::from(p.must_pass());
                if !plain.step(&mut rng) {
                    assert!(p.is_over());
                    break;
                }
            }
        }
        assert!(
            passes > 100 && ringless > 100,
            "{passes} passes, {ringless} moves without ring"
        );
    }

    /// A whole game taken back move by move, passes and all.
    #[test]
    fn games_can_be_taken_back() {
        let mut rng = fastrand::Rng::with_seed(2);
        for _ in 0..200 {
            let mut p = Position::CORNERS;
            let mut done = Vec::new();
            while done.len() < 200 && !p.is_over() {
                let before = p;
                let undo = match rng.choice(p.moves()) {
                    Some(m) => Some(p.make(m)),
                    None => {
                        p.pass();
                        None
                    }
                };
                done.push((before, undo));
            }
            while let Some((before, undo)) = done.pop() {
                match undo {
                    Some(undo) => p.unmake(undo),
                    None => p.pass(),
                }
                assert_eq!(p, before);
            }
            assert_eq!(p, Position::CORNERS);
        }
    }

    #[test]
    fn rule_5_2_pass_and_rule_8_over() {
        // Only A2 has room, and only Black stands beside it.
        let hourglasses = two(set("D1 G4 D7"), set("A1 G1 F1"));
        let mut p =
            Position::from_parts(hourglasses, rings_but("A2"), two(0, 1), Player::Red).unwrap();
        assert!(!p.can_move(Player::Red) && p.can_move(Player::Black));
        assert!(p.must_pass() && !p.is_over());
        assert_eq!(p.outcome(), None);
        p.pass();
        assert_eq!(p.turn(), Player::Black);
        assert!(!p.must_pass());
        assert_eq!(p.move_list()[..], [mv("A1-A2")]);
        p.make(mv("A1-A2"));
        assert!(p.is_over() && !p.must_pass());
        assert_eq!(p.outcome(), won(None));
        assert_eq!(p.full(), SpaceSet::ALL);
    }

    #[test]
    fn rule_8_4_fewest_rings_left_wins() {
        let hourglasses = two(set("D1 G4 D7"), set("A1 G1 F1"));
        for turn in Player::BOTH {
            let over = |red, black| {
                Position::from_parts(hourglasses, rings_but("D4"), two(red, black), turn)
                    .unwrap()
                    .outcome()
            };
            assert_eq!(over(0, 1), won(Some(Player::Red)));
            assert_eq!(over(1, 0), won(Some(Player::Black)));
        }
    }

    #[test]
    fn bad_parts_are_refused() {
        let (red, black) = (set("D1 G4 A4"), set("A1 G1 D7"));
        let none = [0; SPACES];
        let refused = |red, black, rings, left| {
            Position::from_parts(two(red, black), rings, left, Player::Red).unwrap_err()
        };
        let four = red.with(Space::CENTRE);
        assert_eq!(
            refused(four, black, none, two(32, 32)),
            BadPosition::TooManyHourglasses(Player::Red)
        );
        assert_eq!(
            refused(red, set("A1 G1 G4"), none, two(32, 32)),
            BadPosition::Shared(space("G4"))
        );
        assert_eq!(
            refused(red, black, none, two(31, 33)),
            BadPosition::TooManyRings(Player::Black)
        );
        assert_eq!(
            refused(red, black, none, two(31, 32)),
            BadPosition::RingsLost(63)
        );
        let mut rings = none;
        rings[Space::CENTRE.index()] = 5;
        assert_eq!(
            refused(red, black, rings, two(32, 27)),
            BadPosition::Overfull(Space::CENTRE)
        );
    }

    #[test]
    fn texts() {
        let mut p = Position::CORNERS;
        p.make(mv("D1-D2"));
        p.make(mv("G1-F1"));
        let picture = "            B0
        .0      .0
    .0      .0      .0
R0      .0      .0      R0
    .0      .0      .0
.0      .0      .0      .0
    .0      .0      .0
.0      .0      .0      .0
    .0      .0      .0
B0      .0      .0      .0
    .0      R1      B#
        .0      .0
            .0
rings left: red 31, black 31; red to move";
        assert_eq!(p.to_string(), picture);
        assert_eq!(
            format!("{p:?}"),
            "Position { red: {A4, D2, G4}, black: {A1, D7, F1}, rings: {D2: 1, F1: 1}, \
             rings_left: [31, 31], turn: Red }"
        );
        assert_eq!(format!("{:?}", mv("D1-D2")), "D1-D2");
        for bad in ["", "D1", "D1D2", "D1-", "D1-D8", "D1-D2-D3"] {
            assert!(bad.parse::<Move>().is_err(), "{bad}");
        }
    }
}
