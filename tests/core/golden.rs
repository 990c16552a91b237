//! The records in `tests/records/`, each with what `tamsk replay --json` has to say
//! about it beside it. That JSON is not the program's own output: it was worked out
//! from docs/rules.md and checked by hand. Keep it so.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use tamsk::record;

fn records() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/records");
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ext| ext == "tamsk"))
        .collect();
    files.sort();
    assert!(files.len() >= 12);
    files
}

#[test]
fn each_record_comes_to_the_json_beside_it() {
    for file in records() {
        let parsed = record::parse(&fs::read(&file).unwrap()).unwrap();
        let replayed = record::replay(&parsed.record).unwrap();
        assert!(
            parsed.warnings.is_empty() && replayed.warnings.is_empty(),
            "{file:?}"
        );
        let printed: Value = serde_json::from_str(&record::game_json(&replayed.game)).unwrap();
        let expected = fs::read_to_string(file.with_extension("json")).unwrap();
        let expected: Value = serde_json::from_str(&expected).unwrap();
        let (Value::Object(printed), Value::Object(expected)) = (printed, expected) else {
            panic!("{file:?}: not an object");
        };
        // Key by key, so that a failure can be read.
        for (key, value) in &expected {
            assert_eq!(printed.get(key), Some(value), "{file:?}: {key}");
        }
        assert_eq!(printed.len(), expected.len(), "{file:?}");
    }
}

#[test]
fn each_record_is_rewritten_so_that_it_comes_to_the_same() {
    for file in records() {
        let parsed = record::parse(&fs::read(&file).unwrap()).unwrap();
        let text = parsed.record.to_string();
        let again = record::parse(text.as_bytes()).unwrap();
        assert_eq!(again.record.to_string(), text, "{file:?}");
        crate::common::assert_same(
            &record::replay(&parsed.record).unwrap().game,
            &record::replay(&again.record).unwrap().game,
        );
    }
}
