//! The board: 37 spaces, their neighbours and their capacity (RULES 1.1 to 1.3).
//!
//! ```
//! use tamsk::rules::board::Space;
//!
//! let f1: Space = "F1".parse().unwrap();
//! let around: Vec<String> = f1.neighbours().iter().map(|s| s.to_string()).collect();
//! assert_eq!(around, ["E1", "E2", "F2", "G1"]); // RULES 1.2
//! assert_eq!(f1.capacity(), 1);
//! ```

use std::fmt;
use std::str::FromStr;

use super::player::Player;

/// How many spaces there are.
pub const SPACES: usize = 37;

/// How many columns there are, A to G.
pub const COLUMNS: usize = 7;

/// Spaces in each column, A to G (RULES 1.1).
pub const COLUMN_LENGTHS: [u8; COLUMNS] = [4, 5, 6, 7, 6, 5, 4];

/// Index of the first space of each column.
const COLUMN_STARTS: [u8; COLUMNS] = [0, 4, 9, 15, 22, 28, 33];

/// A space of the board, in board order A1, A2, ... G4 (RULES 1.1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Space(u8);

impl Space {
    /// The centre, D4.
    pub const CENTRE: Space = Space(18);

    /// The space at `index` in board order, `0..37`.
    pub const fn from_index(index: usize) -> Option<Space> {
        if index < SPACES {
            Some(Space(index as u8))
        } else {
            None
        }
    }

    /// The space in `column` (0 is A) with `number` (1 is the lowest), if there is one.
    pub const fn at(column: u8, number: u8) -> Option<Space> {
        if column as usize >= COLUMNS || number == 0 || number > COLUMN_LENGTHS[column as usize] {
            return None;
        }
        Some(Space(COLUMN_STARTS[column as usize] + number - 1))
    }

    /// Place in board order, `0..37`.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Column, 0 (A) to 6 (G).
    pub const fn column(self) -> u8 {
        let mut column = 6;
        while COLUMN_STARTS[column] > self.0 {
            column -= 1;
        }
        column as u8
    }

    /// Number in the column, from 1 at the bottom.
    pub const fn number(self) -> u8 {
        self.0 - COLUMN_STARTS[self.column() as usize] + 1
    }

    /// All spaces in board order.
    pub fn all() -> impl ExactSizeIterator<Item = Space> + DoubleEndedIterator {
        (0..SPACES as u8).map(Space)
    }

    /// Steps to the nearest rim space, 0 on the rim to 3 in the centre.
    pub const fn depth(self) -> u8 {
        let column = self.column();
        let from_side = if column < 3 { column } else { 6 - column };
        let from_bottom = self.number() - 1;
        let from_top = COLUMN_LENGTHS[column as usize] - self.number();
        let mut depth = from_side;
        if from_bottom < depth {
            depth = from_bottom;
        }
        if from_top < depth {
            depth = from_top;
        }
        depth
    }

    /// How many rings the space takes, 1 to 4 (RULES 1.3).
    pub const fn capacity(self) -> u8 {
        self.depth() + 1
    }

    /// The spaces one step away (RULES 1.2).
    pub const fn neighbours(self) -> SpaceSet {
        SpaceSet(NEIGHBOURS[self.0 as usize])
    }

    /// Whether `other` is one step away.
    pub const fn touches(self, other: Space) -> bool {
        self.neighbours().contains(other)
    }

    /// Where the centre of the space lies: `(across, up)` from D4, in steps
    /// between neighbours, `across` to the right (G), `up` away from D1.
    pub fn position(self) -> (f32, f32) {
        let column = self.column();
        let across = (f32::from(column) - 3.0) * 3f32.sqrt() / 2.0;
        let middle = (f32::from(COLUMN_LENGTHS[column as usize]) + 1.0) / 2.0;
        (across, f32::from(self.number()) - middle)
    }
}

impl fmt::Display for Space {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'A' + self.column()), self.number())
    }
}

impl fmt::Debug for Space {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that names no space.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no space {0:?}; spaces run from A1 to G4")]
pub struct NoSuchSpace(pub String);

impl FromStr for Space {
    type Err = NoSuchSpace;

    /// Reads `A1` to `G4`, capital letters only.
    fn from_str(text: &str) -> Result<Space, NoSuchSpace> {
        match *text.as_bytes() {
            [letter @ b'A'..=b'G', digit @ b'1'..=b'9'] => Space::at(letter - b'A', digit - b'0'),
            _ => None,
        }
        .ok_or_else(|| NoSuchSpace(text.to_owned()))
    }
}

/// A set of spaces, one bit each in board order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct SpaceSet(u64);

impl SpaceSet {
    /// No space.
    pub const EMPTY: SpaceSet = SpaceSet(0);
    /// All 37 spaces.
    pub const ALL: SpaceSet = SpaceSet((1 << SPACES) - 1);

    /// The set whose bits are `bits`; bits above the 37th are dropped.
    pub const fn from_bits(bits: u64) -> SpaceSet {
        SpaceSet(bits & SpaceSet::ALL.0)
    }

    /// The bits, in board order from the lowest.
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The set of one space.
    pub const fn of(space: Space) -> SpaceSet {
        SpaceSet(1 << space.0)
    }

    /// Whether `space` is in the set.
    pub const fn contains(self, space: Space) -> bool {
        self.0 >> space.0 & 1 == 1
    }

    /// This set with `space` in it.
    #[must_use]
    pub const fn with(self, space: Space) -> SpaceSet {
        SpaceSet(self.0 | 1 << space.0)
    }

    /// This set without `space`.
    #[must_use]
    pub const fn without(self, space: Space) -> SpaceSet {
        SpaceSet(self.0 & !(1 << space.0))
    }

    /// The spaces in both sets.
    #[must_use]
    pub const fn and(self, other: SpaceSet) -> SpaceSet {
        SpaceSet(self.0 & other.0)
    }

    /// The spaces in either set.
    #[must_use]
    pub const fn or(self, other: SpaceSet) -> SpaceSet {
        SpaceSet(self.0 | other.0)
    }

    /// The spaces in this set but not in `other`.
    #[must_use]
    pub const fn minus(self, other: SpaceSet) -> SpaceSet {
        SpaceSet(self.0 & !other.0)
    }

    /// Whether no space is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many spaces are in the set.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// The spaces in board order.
    pub fn iter(self) -> impl Iterator<Item = Space> {
        let mut bits = self.0;
        std::iter::from_fn(move || {
            if bits == 0 {
                return None;
            }
            let space = Space(bits.trailing_zeros() as u8);
            bits &= bits - 1;
            Some(space)
        })
    }
}

impl FromIterator<Space> for SpaceSet {
    fn from_iter<I: IntoIterator<Item = Space>>(spaces: I) -> SpaceSet {
        spaces.into_iter().fold(SpaceSet::EMPTY, SpaceSet::with)
    }
}

impl fmt::Debug for SpaceSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// Neighbour masks, computed at compile time (RULES 1.2).
const NEIGHBOURS: [u64; SPACES] = {
    let mut masks = [0; SPACES];
    let mut index = 0;
    while index < SPACES {
        masks[index] = neighbour_mask(Space(index as u8));
        index += 1;
    }
    masks
};

const fn neighbour_mask(space: Space) -> u64 {
    let (column, number) = (space.column(), space.number());
    let mut mask = bit(column, number + 1) | bit(column, number - 1);
    if column > 0 {
        // To the left: towards column D from E, F, G, away from it from A to D.
        let other = if column > 3 { number + 1 } else { number - 1 };
        mask |= bit(column - 1, number) | bit(column - 1, other);
    }
    if column < 6 {
        let other = if column < 3 { number + 1 } else { number - 1 };
        mask |= bit(column + 1, number) | bit(column + 1, other);
    }
    mask
}

const fn bit(column: u8, number: u8) -> u64 {
    match Space::at(column, number) {
        Some(space) => 1 << space.0,
        None => 0,
    }
}

/// A picture of the board in text, column A at the left and D1 at the bottom:
/// each space what stands on it (`R`, `B` or `.`) and its rings, `#` when full.
/// Every line ends with `\n`.
pub fn picture(stands: impl Fn(Space) -> Option<Player>, rings: impl Fn(Space) -> u8) -> String {
    let mut text = String::new();
    // A row every half step: spaces of a column are two rows apart.
    for row in (1..=13).rev() {
        let mut line = String::new();
        for (column, length) in (0..).zip(COLUMN_LENGTHS) {
            // Column D begins in row 1, its neighbours in row 2, and so on.
            let first = 8 - length;
            let on_row = row >= first && (row - first) % 2 == 0;
            let number = if on_row { (row - first) / 2 + 1 } else { 0 };
            match Space::at(column, number) {
                Some(space) => {
                    line.push(stands(space).map_or('.', Player::letter));
                    line.push(match rings(space) {
                        full if full == space.capacity() => '#',
                        some => char::from(b'0' + some),
                    });
                    line.push_str("  ");
                }
                None => line.push_str("    "),
            }
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn space(name: &str) -> Space {
        name.parse().unwrap()
    }

    fn names(set: SpaceSet) -> Vec<String> {
        set.iter().map(|s| s.to_string()).collect()
    }

    #[test]
    fn rule_1_1_columns_and_names() {
        let all: Vec<String> = Space::all().map(|s| s.to_string()).collect();
        assert_eq!(all.len(), 37);
        assert_eq!(all[0], "A1");
        assert_eq!(all[18], "D4");
        assert_eq!(all[36], "G4");
        for s in Space::all() {
            assert_eq!(s.to_string().parse(), Ok(s));
        }
        for bad in ["A5", "D8", "H1", "A0", "a1", "A", "A11", "", "Ä1"] {
            assert!(bad.parse::<Space>().is_err(), "{bad}");
        }
    }

    #[test]
    fn rule_1_2_neighbours() {
        assert_eq!(names(space("F1").neighbours()), ["E1", "E2", "F2", "G1"]);
        assert_eq!(
            names(space("D4").neighbours()),
            ["C3", "C4", "D3", "D5", "E3", "E4"]
        );
        for a in Space::all() {
            for b in Space::all() {
                assert_eq!(a.touches(b), b.touches(a), "{a} {b}");
                let ((ax, ay), (bx, by)) = (a.position(), b.position());
                let distance = (ax - bx).hypot(ay - by);
                assert_eq!(a.touches(b), (distance - 1.0).abs() < 0.01, "{a} {b}");
            }
        }
    }

    #[test]
    fn rule_1_3_capacity() {
        let mut by_capacity = [0; 5];
        for s in Space::all() {
            by_capacity[usize::from(s.capacity())] += 1;
        }
        assert_eq!(by_capacity, [0, 18, 12, 6, 1]);
        assert_eq!(Space::CENTRE.to_string(), "D4");
        assert_eq!(
            Space::all().map(|s| u32::from(s.capacity())).sum::<u32>(),
            64
        );
    }
}
