//! Tests of fleets: text and JSON, clashes, placers, searches, and errors.

use proptest::prelude::*;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use tilewright_battleship::{
    ClassicSettings, EvolvedSettings, Fleet, FleetDocument, FleetError, FleetFile,
    Origin, Roster, Rules, Sequential, Touch, classic, evolve,
};
use tilewright_grid::{Seed, Size};

fn rules(
    rows: u32,
    columns: u32,
    fleet: &str,
    touch: Touch,
) -> Result<Rules, FleetError> {
    Rules::new(Size::new(rows, columns), fleet.parse()?, touch)
}

#[test]
fn clashes_say_which_ships_and_where() {
    let fleet = |text: &str| Fleet::from_text(text).unwrap();
    let (size, touching) = fleet("AA.C\n..BC\n..B.\n");
    let says = |touch: Touch, fleet: &Fleet| -> Vec<String> {
        let rules = Rules::new(size, Roster::new(vec![2, 2, 2]).unwrap(), touch).unwrap();
        rules.clashes(fleet).iter().map(ToString::to_string).collect()
    };
    insta::assert_snapshot!(says(Touch::Never, &touching).join("\n"), @r"
    ships 1 and 2 touch at B1 and C2
    ships 2 and 3 touch at C2 and D2
    ");
    insta::assert_snapshot!(says(Touch::Corners, &touching).join("\n"), @"ships 2 and 3 touch at C2 and D2");
    assert_eq!(says(Touch::Free, &touching), Vec::<String>::new());
    let mut crossed = touching;
    crossed.ships[0].length = 5;
    crossed.ships[1].cell.row = 0;
    insta::assert_snapshot!(says(Touch::Free, &crossed).join("\n"), @r"
    ship 1 leaves the field
    ships 1 and 2 overlap at C1
    ships 1 and 3 overlap at D1
    ");
}

#[test]
fn impossible_rules_are_errors() {
    let says = |rows, columns, fleet: &str| {
        rules(rows, columns, fleet, Touch::Never).unwrap_err().to_string()
    };
    assert_eq!(says(0, 5, "1"), "a field has 1 to 26 rows, found 0");
    assert_eq!(says(5, 1_000_000, "1"), "a field has 1 to 26 columns, found 1000000");
    assert_eq!(says(5, 5, "2,0"), "ship 2 has a length of 0, expected 1 to 26");
    assert_eq!(
        says(5, 5, "4000000000"),
        "ship 1 has a length of 4000000000, expected 1 to 26"
    );
    assert_eq!(
        says(5, 5, "2,x"),
        "unknown fleet `2,x`: write russian, us, or lengths such as 4,3,3,2"
    );
    assert_eq!(
        says(5, 4, "6"),
        "the fleet cannot fit: a ship of 6 cells is longer than a field of 5 × 4"
    );
    assert_eq!(
        says(3, 3, "3,3,3,1"),
        "the fleet cannot fit: its ships have 10 cells, a field of 3 × 3 has 9"
    );
    assert_eq!(Roster::new(vec![]), Err(FleetError::ShipCount(0)));
}

#[test]
fn damaged_files_are_refused_with_their_place() {
    let says = |text: &str| FleetFile::read(text).unwrap_err().to_string();
    let below = says("AA.\n..B\n\n\nA.B\n?..\n");
    assert_eq!(
        below,
        "line 6, column 1: found `?`, expected . for water or a letter for a ship"
    );
    let sizes = says("AA.BB.\n......\n \nAA.B\n....\n..CC\n");
    assert_eq!(sizes, "the field at line 4 has 3 × 4 cells, the first one has 2 × 6");
    let half = says(r#"{"rows":7,"fleets":[{"ships":[]}]}"#);
    assert_eq!(half, "found only one of `rows` and `columns`, expected both or neither");
    insta::assert_snapshot!([
        says(""),
        says("AB\nA.\nA\n"),
        says("A.\n.A\n"),
        says("A?\n..\n"),
        says("{\"fleets\":[]}"),
        says("{\"fleets\":[{\"ships\":[]}]}"),
        says("{\"schema\":\"tilewright/level/1\",\"fleets\":[]}"),
        says("{\"fleets\":[{\"ships\":[{\"length\":2,\"heading\":\"east\"}]}]}"),
        says("{\"fleets\":[{\"ships\":[{\"cell\":[26,0],\"length\":2,\"heading\":\"east\"}]}]}"),
        says("{\"fleets\":[{\"ships\":[{\"cell\":[0,0],\"row\":1,\"length\":2,\"heading\":\"east\"}]}]}"),
        says("{\"fleets\":[{\"ships\":[{\"cell\":[0,0],\"length\":0,\"heading\":\"east\"}]}]}"),
        says("{\"fleets\":[{\"ships\":[{\"cell\":[0,0],\"length\":2,\"heading\":\"north\"}]}]}"),
        says("{\"rows\":1000000,\"columns\":7,\"fleets\":[{\"ships\":[]}]}"),
        says("{\"fleets\":[{\"ships\":[{\"cell\":[1,"),
    ].join("\n"));
}

#[test]
fn placers_are_legal_under_every_rule() {
    for (rows, columns, fleet, touch) in [
        (10, 10, "russian", Touch::Never),
        (7, 8, "russian", Touch::Corners),
        (10, 10, "us", Touch::Free),
        (1, 26, "5,4,3", Touch::Never),
        (26, 26, "26,25,24,3,2,1", Touch::Corners),
        (4, 4, "4,4,4,4", Touch::Free),
    ] {
        let rules = rules(rows, columns, fleet, touch).unwrap();
        let sequential = Sequential::new(&rules);
        for seed in 0..100 {
            let drawn = sequential.draw(&mut Seed(seed).rng()).unwrap();
            assert!(rules.is_legal(&drawn), "{rules} {drawn:?}");
        }
        let placed = evolve(&rules, EvolvedSettings::default(), Seed(1), |_| {
            ControlFlow::Continue(())
        })
        .unwrap();
        assert!(placed.is_legal && rules.is_legal(&placed.fleet), "{rules}");
    }
}

#[test]
fn a_sequential_placer_gives_up() {
    let rules = Rules::russian(6, 6).unwrap();
    let drawn = Sequential::new(&rules).draw(&mut Seed(1).rng());
    assert_eq!(drawn, Err(FleetError::NotFound(100_000)));
}

#[test]
fn on_7_by_7_evolve_always_succeeds_and_classic_rarely() {
    let rules = Rules::russian(7, 7).unwrap();
    let mut evaluations = 0;
    for seed in 0..100 {
        let placed = evolve(&rules, EvolvedSettings::default(), Seed(seed), |_| {
            ControlFlow::Continue(())
        })
        .unwrap();
        assert!(placed.is_legal && rules.is_legal(&placed.fleet));
        evaluations += placed.evaluations;
    }
    assert!(evaluations < 100 * 4300, "{evaluations}");
    let settings = ClassicSettings { population: 50, generations: 50 };
    let legal = (0..40).filter(|&seed| {
        classic(&rules, settings, Seed(seed), &(), |_| ControlFlow::Continue(()))
            .unwrap()
            .is_legal
    });
    assert!(legal.count() <= 4);
}

#[test]
fn classic_reports_every_generation() {
    let rules = Rules::russian(10, 10).unwrap();
    let mut reports = Vec::new();
    let settings = ClassicSettings { population: 50, generations: 50 };
    let placed = classic(&rules, settings, Seed(1), &(), |progress| {
        reports.push(progress);
        ControlFlow::Continue(())
    })
    .unwrap();
    assert!(placed.is_legal);
    assert_eq!(reports.len() as u64, placed.generations + 1);
    assert!(reports.is_sorted_by(|a, b| a.best >= b.best && a.generation < b.generation));
    assert!(reports.iter().all(|progress| progress.best <= progress.mean));
    assert_eq!(reports.last().unwrap().fleet, placed.fleet);
}

proptest! {
    #[test]
    fn fleets_survive_text_and_json(
        seed: u64,
        (rows, columns) in (6_u32..27, 6_u32..27),
        touch in 0_usize..3,
    ) {
        let rules = rules(rows, columns, "5,4,3,2,2,1", Touch::ALL[touch]).unwrap();
        let Ok(fleet) = Sequential::new(&rules).draw(&mut Seed(seed).rng()) else {
            return Ok(());
        };
        let file = FleetFile::read(&fleet.to_text(rules.size())).unwrap();
        prop_assert_eq!(file.size, Some(rules.size()));
        prop_assert_eq!(&file.fleets, std::slice::from_ref(&fleet));
        let mut document = FleetDocument::new(&rules);
        document.push(&rules, &fleet, Origin::default());
        let file = FleetFile::read(&document.to_json()).unwrap();
        prop_assert_eq!((file.size, file.touch), (Some(rules.size()), Some(rules.touch())));
        prop_assert!(file.check(&rules).is_ok());
        prop_assert_eq!(file.fleets, [fleet]);
    }

    #[test]
    fn no_text_makes_the_reader_panic(text in "[A-Ca.{}\"\\[\\]:,0-9\n a-z]{0,200}") {
        let _ = FleetFile::read(&text);
    }

    #[test]
    fn no_change_of_a_document_makes_the_reader_panic(at in 0_usize..400, put in "[\\[\\]{},.:\"0-9a-z-]{0,6}") {
        let rules = Rules::russian(10, 10).unwrap();
        let fleet = Sequential::new(&rules).draw(&mut Seed(1).rng()).unwrap();
        let mut document = FleetDocument::new(&rules);
        document.push(&rules, &fleet, Origin { evaluations: Some(7), ..Origin::default() });
        let mut text = document.to_json();
        text.replace_range(at..=at, &put);
        if let Ok(file) = FleetFile::read(&text) {
            let _ = file.check(&rules);
        }
    }
}

#[test]
fn texts_with_carriage_returns_are_read() {
    let file = FleetFile::read("AA.\r\n..B\r\n\r\nA.B\r\nA..\r\n").unwrap();
    assert_eq!((file.size, file.fleets.len()), (Some(Size::new(2, 3)), 2));
}

/// Continues until a generation.
const fn until(generation: u64, last: u64) -> ControlFlow<()> {
    if generation < last { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
}

#[test]
fn searches_end_when_their_listener_breaks() {
    let rules = Rules::russian(6, 6).unwrap();
    let settings = ClassicSettings { population: 10, generations: u64::MAX };
    let placed =
        classic(&rules, settings, Seed(1), &(), |progress| until(progress.generation, 3));
    assert_eq!(placed.unwrap().generations, 3);
    let stopped = |last: u64| {
        let looks = AtomicU64::new(0);
        let watch = || until(looks.fetch_add(1, Ordering::Relaxed), last);
        classic(&rules, settings, Seed(1), &watch, |_| ControlFlow::Continue(()))
    };
    assert!(matches!(stopped(5), Err(FleetError::Cancelled)));
    assert!(!stopped(5000).unwrap().is_legal);
    let settings =
        EvolvedSettings { evaluations: u64::MAX, ..EvolvedSettings::default() };
    let placed =
        evolve(&rules, settings, Seed(1), |progress| until(progress.generation, 20_000));
    let placed = placed.unwrap();
    assert!(!placed.is_legal && placed.generations == 20_000, "{placed:?}");
}
