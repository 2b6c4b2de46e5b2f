//! Archives of levels: small ones from end to end.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU32, Ordering};

use tilewright_grid::{Cell, Seed, Size};
use tilewright_match3::{Goal, Level, MAX_SWAPS, Rules, Statistics, Template, play};
use tilewright_match3_design::{
    ArchiveRequest, ArchiveRound, Feasibility, Guide, LevelArchive,
};

fn goal() -> Goal {
    "collect:12".parse().unwrap()
}

/// A request for 2 × 2 × 2 bins of levels of 6 × 6.
fn request() -> ArchiveRequest {
    let mut request = ArchiveRequest::new(goal(), [9.0, 13.0]);
    request.template = Template::open(Size::new(6, 6)).unwrap();
    request.template.goal = Some(goal());
    (request.difficulty.bins, request.density.bins, request.symmetry.bins) = (2, 2, 2);
    (request.evaluations, request.games) = (400, 512);
    request
}

fn guide(request: &ArchiveRequest) -> Guide {
    Guide::for_levels(&request.template.opened(), &goal(), request.bot)
}

/// The rounds of an archive.
fn rounds(count: usize) -> Vec<ArchiveRound> {
    let (request, seed) = (request(), Seed(7));
    let guide = guide(&request);
    let mut archive = LevelArchive::new(&request, &guide, seed, &()).unwrap();
    (0..count).map(|_| archive.advance(&()).unwrap().expect("nobody stops it")).collect()
}

/// The shares of special cells, and of those whose mirror image is the same.
fn shares(level: &Level) -> [f64; 2] {
    let (size, cells) = (level.size(), level.cells());
    let across = |cell: Cell| Cell::new(cell.row, size.columns - 1 - cell.column);
    let special: Vec<Cell> =
        size.cells().filter(|&cell| cells[cell].is_special()).collect();
    let same = special.iter().filter(|&&cell| cells[cell] == cells[across(cell)]).count();
    let symmetry =
        if special.is_empty() { 1.0 } else { same as f64 / special.len() as f64 };
    [special.len() as f64 / size.area() as f64, symmetry]
}

#[test]
fn every_level_lies_in_its_bin_by_games_that_nobody_chose() {
    let (request, rounds) = (request(), rounds(3));
    let levels: Vec<_> = rounds.iter().flat_map(|round| &round.levels).collect();
    let bins: BTreeSet<usize> = levels.iter().map(|level| level.bin).collect();

    assert!(levels.len() >= 5 && bins.len() == levels.len(), "{bins:?}");
    for archived in levels {
        let level = &archived.level;
        assert!(Feasibility::of(level).is_feasible());
        let [density, symmetry] = shares(level);
        for (found, said) in [(density, archived.density), (symmetry, archived.symmetry)]
        {
            assert!((found - said).abs() < 1e-12, "{found}, {said}");
        }
        let outcomes = play(
            &Rules::new(level, &goal()),
            &request.bot,
            MAX_SWAPS,
            0..4000,
            Seed(99),
            &(),
        );
        let swaps = Statistics::of(&outcomes, MAX_SWAPS).swaps.unwrap();
        let [low, high] = swaps.ci95.unwrap();
        let [difficulty, dense, even] =
            [archived.bin / 4, archived.bin / 2 % 2, archived.bin % 2];
        let from = 9.0 + 2.0 * difficulty as f64;
        assert!(low <= from + 2.0 && high >= from, "bin {}: {swaps:?}", archived.bin);
        assert_eq!(request.density.bin(density), dense);
        assert_eq!(request.symmetry.bin(symmetry), even);
        assert!(archived.quality > 0.0 && archived.played.games >= 64);
    }
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let on = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| rounds(2))
    };
    assert_eq!(on(1), on(2));
}

#[test]
fn an_archive_that_is_resumed_continues_as_if_it_had_not_been_stopped() {
    let (request, whole) = (request(), rounds(3));
    let guide = guide(&request);
    let text = serde_json::to_string(&whole[..2]).unwrap();
    let kept: Vec<ArchiveRound> = serde_json::from_str(&text).unwrap();
    let mut archive = LevelArchive::new(&request, &guide, Seed(7), &()).unwrap();
    for round in &kept {
        assert!(archive.is_possible(round));
        archive.add(round);
    }
    assert_eq!(archive.advance(&()).unwrap().as_ref(), whole.get(2));
    let wrong = ArchiveRound { elites: vec![vec![9; 36]], ..ArchiveRound::default() };
    assert!(!archive.is_possible(&wrong));
}

#[test]
fn an_archive_that_is_stopped_has_what_is_proved_so_far() {
    let request = request();
    let guide = guide(&request);
    let looks = AtomicU32::new(0);
    let count = || {
        looks.fetch_add(1, Ordering::Relaxed);
        ControlFlow::Continue(())
    };
    let mut archive = LevelArchive::new(&request, &guide, Seed(7), &()).unwrap();
    archive.advance(&count).unwrap();

    let all = archive.levels().count();
    let looks = looks.into_inner();

    for last in [0, looks / 4, looks - 2] {
        let left = AtomicU32::new(last);
        let watch = || {
            let took = left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |it| {
                it.checked_sub(1)
            });
            if took.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let mut stopped = LevelArchive::new(&request, &guide, Seed(7), &()).unwrap();
        assert!(
            stopped.advance(&watch).unwrap().is_none(),
            "after {last} of {looks} looks"
        );
        assert!(stopped.levels().count() <= all);
    }
}

#[test]
fn wrong_axes_are_refused() {
    let mut request = request();
    request.density.bins = 0;
    let guide = guide(&request);
    let error =
        LevelArchive::new(&request, &guide, Seed(1), &()).err().unwrap().to_string();
    assert_eq!(error, "bins: expected a whole number from 1, found 0");
    request.density.bins = 2;
    request.template.goal = None;
    let error =
        LevelArchive::new(&request, &guide, Seed(1), &()).err().unwrap().to_string();
    assert!(error.contains("needs a goal"), "{error}");
}
