//! No text may make the parsers of levels, templates and goals panic; what they take must come
//! back from its own written forms.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tilewright_match3::{Goal, Level, Template};
use tilewright_match3_design::Analysis;

fuzz_target!(|text: &str| {
    let _ = text.parse::<Goal>();
    let _ = text.parse::<Template>();
    if let Ok(level) = text.parse::<Level>() {
        let again: Level = level.to_json().parse().expect("a written level can be read");
        assert_eq!(again, level);
        let analysis = Analysis::of(&level);
        assert!(analysis.potential() <= analysis.open_potential());
    }
});
