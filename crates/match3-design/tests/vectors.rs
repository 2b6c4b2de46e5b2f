//! The potential, the shares and the feasibility against exact vectors.

use serde_json::Value;
use tilewright_match3::{Kind, Level};
use tilewright_match3_design::{Analysis, Tally, potential};

fn read(text: &str, key: &str) -> Vec<Value> {
    let document: Value = serde_json::from_str(text).unwrap();
    document[key].as_array().unwrap().clone()
}

fn vectors() -> Vec<Value> {
    read(include_str!("data/match3-potential.json"), "vectors")
}

fn author_levels() -> Vec<Value> {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../cli/src/redo/author-levels.json");
    read(&std::fs::read_to_string(file).unwrap(), "levels")
}

fn level(vector: &Value) -> Level {
    let rows: Vec<_> = vector["layout"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row.as_str().unwrap())
        .collect();
    rows.join("\n").parse().unwrap()
}

fn assert_shares(vector: &Value, analysis: &Analysis) {
    for kind in Kind::SPECIALS {
        let expected =
            vector["shares"].get(kind.key()).map_or(0.0, |share| share.as_f64().unwrap());
        let found = analysis.share(kind);
        assert!(
            (found - expected).abs() < 1e-6,
            "{}: {kind} {found}, not {expected}",
            vector["name"]
        );
    }
}

#[test]
fn every_field_of_the_vectors_is_met() {
    let vectors = vectors();
    assert_eq!(vectors.len(), 39);

    for vector in vectors {
        let name = &vector["name"];
        let level = level(&vector);
        let analysis = Analysis::of(&level);
        assert_eq!(vector["map"], analysis.potential(), "{name}");
        assert_eq!(vector["geometric"], analysis.open_potential(), "{name}");
        assert_eq!(
            vector["per_cell"],
            serde_json::to_value(&analysis.per_cell).unwrap(),
            "{name}"
        );
        let geometric = serde_json::to_value(&analysis.open_per_cell).unwrap();
        assert_eq!(vector["per_cell_geometric"], geometric, "{name}");
        assert_shares(&vector, &analysis);
        let feasibility = &analysis.feasibility;
        assert_eq!(vector["feasible"], feasibility.is_feasible(), "{name}");
        let cells = serde_json::to_value(&feasibility.cells).unwrap();
        assert_eq!(vector["infeasible_cells"], cells, "{name}");
        assert_eq!(vector["infeasible_groups"], feasibility.groups, "{name}");
    }
}

#[test]
fn the_authors_potentials_and_shares_are_met() {
    let levels = author_levels();
    assert_eq!(levels.len(), 48);
    for vector in levels {
        let level = level(&vector);
        assert_eq!(
            vector["map"].as_f64(),
            Some(f64::from(potential(&level))),
            "{}",
            vector["name"]
        );
        assert_shares(&vector, &Analysis::of(&level));
    }
}

#[test]
fn the_tally_agrees_on_every_vector() {
    for vector in vectors() {
        let tally = Tally::new(&level(&vector));
        assert_eq!(vector["map"], tally.potential());
        assert_eq!(vector["feasible"], tally.is_feasible());
    }
}

#[test]
fn empty_boards_follow_the_formula() {
    // m lines of length n give 6(n − 2)(m − 1) + 2(n − 3)m, in both directions.
    let along =
        |n: i64, m: i64| if n < 3 { 0 } else { 6 * (n - 2) * (m - 1) + 2 * (n - 3) * m };
    for rows in 1..=64_u32 {
        for columns in [1_u32, 2, 3, 4, 9, 21, 22, 63, 64] {
            let text =
                format!("{}\n", ".".repeat(columns as usize)).repeat(rows as usize);
            let (n, m) = (i64::from(columns), i64::from(rows));
            let expected = along(n, m) + along(m, n);
            assert_eq!(
                i64::from(potential(&text.parse().unwrap())),
                expected,
                "{rows} × {columns}"
            );
        }
    }
}
