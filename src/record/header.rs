//! Header keys and their values.

use crate::rules::{
    FullSpace, Level, Millis, Penalty, PerPlayer, Player, RingMode, Settings, Side, Start,
};

/// The keys that mean something to the program, in the order in which it writes them.
pub const KEYS: [&str; 16] = [
    "date",
    "event",
    "red",
    "black",
    "result",
    "by",
    "level",
    "start",
    "penalty",
    "full-space",
    "ring",
    "steal-after",
    "hourglass-red",
    "hourglass-black",
    "timer",
    "side",
];

/// Seconds as headers have them: no more decimals than needed.
pub fn format_seconds(time: Millis) -> String {
    let text = time.to_string();
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// The header lines that say what `settings` say.
pub(super) fn pairs(settings: &Settings) -> Vec<(&'static str, String)> {
    let Settings {
        level,
        start,
        penalty,
        full_space,
        ring,
        steal_after,
        hourglass,
        timer,
        side,
    } = settings;
    let PerPlayer { red, black } = hourglass;
    vec![
        ("level", level.number().to_string()),
        ("start", word(&STARTS, start)),
        ("penalty", word(&PENALTIES, penalty)),
        ("full-space", word(&FULL_SPACES, full_space)),
        ("ring", word(&RING_MODES, ring)),
        ("steal-after", format_seconds(*steal_after)),
        ("hourglass-red", format_seconds(*red)),
        ("hourglass-black", format_seconds(*black)),
        ("timer", format_seconds(*timer)),
        ("side", word(&SIDES, side)),
    ]
}

/// Reads one header line into `settings`; free text and unknown keys change nothing.
///
/// # Errors
/// What is wrong with the value.
pub(super) fn apply(settings: &mut Settings, key: &str, value: &str) -> Result<(), String> {
    match key {
        "level" => settings.level = read(&LEVELS, key, value)?,
        "start" => settings.start = read(&STARTS, key, value)?,
        "penalty" => settings.penalty = read(&PENALTIES, key, value)?,
        "full-space" => settings.full_space = read(&FULL_SPACES, key, value)?,
        "ring" => settings.ring = read(&RING_MODES, key, value)?,
        "side" => settings.side = read(&SIDES, key, value)?,
        "steal-after" => settings.steal_after = seconds(key, value, Settings::STEAL_RANGE)?,
        "hourglass-red" => {
            settings.hourglass[Player::Red] = seconds(key, value, Settings::SAND_RANGE)?;
        }
        "hourglass-black" => {
            settings.hourglass[Player::Black] = seconds(key, value, Settings::SAND_RANGE)?;
        }
        "timer" => settings.timer = seconds(key, value, Settings::SAND_RANGE)?,
        "date" => {
            // chrono reads `t`, `z` and a space for `T`; a tab is a blank too.
            let text = match value.as_bytes().get(10) {
                Some(b'\t') => format!("{} {}", &value[..10], &value[11..]),
                _ => value.to_owned(),
            };
            let wrong = "`date` wants a date like 2026-11-30T20:15:00+01:00";
            // chrono would take a mathematical minus for the sign of an offset.
            if !text.is_ascii() {
                return Err(wrong.to_owned());
            }
            chrono::DateTime::parse_from_rfc3339(&text)
                .map_err(|problem| format!("{wrong} ({problem})"))?;
        }
        _ => {}
    }
    Ok(())
}

const LEVELS: [(&str, Level); 3] = [("1", Level::One), ("2", Level::Two), ("3", Level::Three)];
const STARTS: [(&str, Start); 2] = [("corners", Start::Corners), ("reserve", Start::Reserve)];
const PENALTIES: [(&str, Penalty); 2] = [("turn", Penalty::Turn), ("rings", Penalty::Rings)];
const FULL_SPACES: [(&str, FullSpace); 2] =
    [("lose", FullSpace::Lose), ("refuse", FullSpace::Refuse)];
const RING_MODES: [(&str, RingMode); 2] = [("manual", RingMode::Manual), ("auto", RingMode::Auto)];
const SIDES: [(&str, Side); 2] = [("left", Side::Left), ("right", Side::Right)];

fn word<T: PartialEq>(words: &[(&'static str, T)], value: &T) -> String {
    let found = words.iter().find(|(_, v)| v == value);
    // Each table above has all the values of its type.
    found.map_or_else(String::new, |(word, _)| (*word).to_owned())
}

fn read<T: Copy>(words: &[(&'static str, T)], key: &str, value: &str) -> Result<T, String> {
    words
        .iter()
        .find(|(word, _)| *word == value)
        .map(|&(_, v)| v)
        .ok_or_else(|| {
            let known: Vec<&str> = words.iter().map(|&(word, _)| word).collect();
            format!("`{key}` is one of {}, not {value:?}", known.join(", "))
        })
}

fn seconds(key: &str, value: &str, (least, most): (Millis, Millis)) -> Result<Millis, String> {
    let time: Millis = value
        .parse()
        .map_err(|problem| format!("`{key}`: {problem}"))?;
    if time < least || time > most {
        let (least, most) = (format_seconds(least), format_seconds(most));
        return Err(format!("`{key}` is {least} to {most} seconds, not {value}"));
    }
    Ok(time)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_have_no_more_decimals_than_needed() {
        for (ms, text) in [
            (180_000, "180"),
            (1_500, "1.5"),
            (1_005, "1.005"),
            (0, "0"),
            (10_000, "10"),
        ] {
            assert_eq!(format_seconds(Millis(ms)), text);
        }
    }

    #[test]
    fn settings_survive_the_header() {
        let mut settings = Settings {
            level: Level::Three,
            start: Start::Reserve,
            penalty: Penalty::Rings,
            full_space: FullSpace::Lose,
            ring: RingMode::Auto,
            steal_after: Millis(500),
            hourglass: PerPlayer {
                red: Millis(1_000),
                black: Millis(3_600_000),
            },
            timer: Millis(7_125),
            side: Side::Right,
        };
        for _ in 0..2 {
            let mut read = Settings::default();
            for (key, value) in pairs(&settings) {
                apply(&mut read, key, &value).unwrap();
            }
            assert_eq!(read, settings);
            settings = Settings::default();
        }
    }

    #[test]
    fn dates() {
        let mut settings = Settings::default();
        for good in [
            "2026-11-30T20:15:00+01:00",
            "2024-02-29t00:00:60z",
            "2026-11-30 20:15:00.123-00:00",
            "2026-11-30\t20:15:00Z",
        ] {
            assert_eq!(apply(&mut settings, "date", good), Ok(()), "{good}");
        }
        for bad in [
            "2026-02-29T00:00:00Z",
            "2026-11-30",
            "2026-11-30T20:15:00",
            "2026-11-30T24:00:00Z",
            "2026-11-30T20:15:00\u{2212}01:00",
            "x",
        ] {
            assert!(apply(&mut settings, "date", bad).is_err(), "{bad}");
        }
    }
}
