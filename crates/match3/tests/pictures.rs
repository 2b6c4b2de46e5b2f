//! What people see of levels.

use tilewright_match3::{Level, Preset, Ruleset, picture};

fn level() -> Level {
    ".#1a_\n234..\nbcd._\n".parse().unwrap()
}

#[test]
fn a_level_shows_every_kind() {
    insta::assert_snapshot!(level().picture(20.0).to_svg());
}

#[test]
fn a_sheet_names_every_level() {
    let levels: Vec<_> =
        (0..5).map(|index| (level(), format!("level {index}"))).collect();
    let sheet = picture::sheet(&levels, "five levels").to_text(false);
    assert!((0..5).all(|index| sheet.contains(&format!("level {index}"))), "{sheet}");
}

const ROYAL: &str = r#"{"schema": "tilewright/level/2", "rows": 2, "columns": 4,
    "colors": {"red": 1, "blue": 1, "green": 1}, "rules": "royal", "layout":
    [["r", "R-", "b+chain2", "box3"], [".", "_", "g_grass1", "bird"]]}"#;

#[test]
fn a_level_of_other_rules_shows_the_tokens_of_its_cells() {
    let level: Level = ROYAL.parse().unwrap();
    let text = level.picture(24.0).to_text(false);
    assert_eq!(text, "r    R-   b+c2 bo3\n.    _    g_g1 bi\n");
}

#[test]
fn a_named_colour_has_the_paint_of_its_name() {
    let level = r#"{"schema": "tilewright/level/2", "rows": 1, "columns": 2, "rules": "lab",
        "colors": {"blue": 1, "red": 1, "teal": 1}, "layout": [["NAME", "-"]]}"#;
    for (name, paint) in [("r", "#d55e00"), ("b", "#0072b2"), ("t", "#009e73")] {
        let level: Level = level.replace("NAME", name).parse().unwrap();
        let svg = level.picture(24.0).to_svg();
        assert!(svg.contains(paint), "{name}: {svg}");
    }
}

#[test]
fn a_legend_lists_all_pieces_and_kinds() {
    let legend = picture::legend(&Ruleset::preset(Preset::Candy), 24.0);
    insta::assert_snapshot!(legend.to_text(false));
}
