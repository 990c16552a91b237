//! Game time (RULES 2.1).

use std::fmt;
use std::ops::{Add, AddAssign, Sub};
use std::str::FromStr;

/// A whole number of milliseconds: an instant of game time since the game
/// began, or a span of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Millis(pub u64);

impl Millis {
    /// The beginning of the game, or no time at all.
    pub const ZERO: Millis = Millis(0);

    /// So many whole seconds.
    pub const fn from_secs(seconds: u64) -> Millis {
        Millis(seconds * 1000)
    }

    /// This much, or nothing where `other` is more.
    #[must_use]
    pub const fn saturating_sub(self, other: Millis) -> Millis {
        Millis(self.0.saturating_sub(other.0))
    }

    /// Seconds, for drawing; never for deciding anything.
    pub fn as_secs_f32(self) -> f32 {
        self.0 as f32 / 1000.0
    }
}

impl Add for Millis {
    type Output = Millis;

    fn add(self, other: Millis) -> Millis {
        Millis(self.0 + other.0)
    }
}

impl AddAssign for Millis {
    fn add_assign(&mut self, other: Millis) {
        self.0 += other.0;
    }
}

impl Sub for Millis {
    type Output = Millis;

    /// # Panics
    /// In debug builds, where `other` is more.
    fn sub(self, other: Millis) -> Millis {
        Millis(self.0 - other.0)
    }
}

impl fmt::Display for Millis {
    /// Seconds with three decimals, as in records: `2.150`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{:03}", self.0 / 1000, self.0 % 1000)
    }
}

/// A text that is no number of seconds.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0:?} is not a number of seconds: up to 9 digits, with up to three decimals after a point"
)]
pub struct NotSeconds(pub String);

impl FromStr for Millis {
    type Err = NotSeconds;

    /// Reads seconds: 1 to 9 digits, perhaps a point and 1 to 3 digits; no sign.
    fn from_str(text: &str) -> Result<Millis, NotSeconds> {
        let wrong = || NotSeconds(text.chars().take(40).collect());
        let (whole, part) = match text.split_once('.') {
            Some((whole, part)) => (whole, Some(part)),
            None => (text, None),
        };
        let digits = |text: &str, most: usize| {
            (1..=most).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit())
        };
        if !digits(whole, 9) || part.is_some_and(|part| !digits(part, 3)) {
            return Err(wrong());
        }
        let number = |text: &str| text.bytes().fold(0, |n, b| n * 10 + u64::from(b - b'0'));
        let part = part.map_or(0, |part| number(part) * 10u64.pow(3 - part.len() as u32));
        Ok(Millis(number(whole) * 1000 + part))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_are_read_and_written() {
        for (text, ms) in [
            ("0", 0),
            ("2.15", 2150),
            ("007.5", 7500),
            ("999999999.999", 999_999_999_999),
        ] {
            assert_eq!(text.parse(), Ok(Millis(ms)), "{text}");
        }
        for bad in [
            "",
            ".5",
            "5.",
            "1.0000",
            "+1",
            "-1",
            "1e3",
            "1234567890",
            "1.2.3",
            " 1",
            "١",
        ] {
            assert!(bad.parse::<Millis>().is_err(), "{bad}");
        }
        assert_eq!(Millis(2150).to_string(), "2.150");
    }
}
