//! Drawn parts of boards, looked at by programs of their own.

use proptest::prelude::*;
use tilewright_grid::{Cell, Grid, Seed, Size};
use tilewright_match3::{
    Board, Contents, Game, Goal, Kind, Level, Preset, Rules, Ruleset, Template,
};
use tilewright_match3_design::{
    BoardPart, PartQuota, Parts, Placement, RequestError, Symmetry,
};

/// A board of 9 × 9 cells.
fn board(preset: Preset) -> Template {
    let template = Template::open(Size::new(9, 9)).unwrap();
    template.with_rules(Ruleset::preset(preset)).unwrap()
}

fn parts(quotas: &[&str], placements: &[&str]) -> Parts {
    let quotas: Vec<PartQuota> = quotas.iter().map(|it| it.parse().unwrap()).collect();
    let placements: Vec<Placement> =
        placements.iter().map(|it| it.parse().unwrap()).collect();
    let (parts, others) = Parts::new(&quotas, &placements).unwrap();
    assert!(others.is_empty(), "{others:?}");
    parts
}

/// A board with holes, obstacles and a symmetry of its cells; every third cell or fewer are not free.
fn shaped(preset: Preset, holes: &[u8], symmetry: Symmetry) -> Template {
    let mut template = board(preset);
    let size = template.size();
    for (cell, &hole) in size.cells().zip(holes) {
        let kind = match hole {
            0..=1 if cell.row > 0 => Kind::HOLE,
            2 => Kind::OBSTACLE,
            3 => Kind::ORDINARY,
            _ => continue,
        };
        symmetry
            .orbit(size, cell)
            .into_iter()
            .for_each(|it| template.set(it, Some(kind)));
    }
    template
}

const fn edges(one: Cell, other: Cell) -> u32 {
    one.row.abs_diff(other.row) + one.column.abs_diff(other.column)
}

/// Whether a conveyor is a straight line or the outline of a rectangle, cell beside cell.
fn is_course(cells: &[Cell]) -> bool {
    let steps = cells.windows(2).all(|pair| edges(pair[0], pair[1]) == 1);
    let rows = cells.iter().map(|cell| cell.row);
    let columns = cells.iter().map(|cell| cell.column);
    let (top, low) = (rows.clone().min().unwrap(), rows.clone().max().unwrap());
    let (left, right) = (columns.clone().min().unwrap(), columns.clone().max().unwrap());
    let is_line = (top == low || left == right) && (3..=6).contains(&cells.len());
    let is_edge = |cell: &Cell| {
        [top, low].contains(&cell.row) || [left, right].contains(&cell.column)
    };
    let outline = 2 * (low - top + right - left) as usize;
    let is_ring = cells.len() == outline
        && cells.iter().all(is_edge)
        && edges(cells[0], cells[cells.len() - 1]) == 1;
    steps && (is_line || is_ring)
}

/// All that holds of every drawn board.
fn check(template: &Template, symmetry: Symmetry, drawn: &Template) {
    let found = drawn.parts();
    let opened = drawn.opened();
    // A document of it is read again, so it is valid.
    assert_eq!(opened.to_json().parse::<Level>().unwrap(), opened);

    let spawners = opened.spawner_cells();
    let exits = found.exits.iter().flatten();
    let ends = found.portals.iter().flatten();
    let supplied = found.supply.iter().map(|(cell, _)| cell);
    let all: Vec<Cell> = exits
        .chain(ends.clone())
        .chain(found.conveyors.iter().flatten())
        .chain(supplied)
        .copied()
        .collect();
    for (at, &cell) in all.iter().enumerate() {
        assert!(!all[..at].contains(&cell), "{cell} has two parts");
        assert_eq!(drawn.cells()[cell], Some(Kind::ORDINARY));
        // Nor is there anything in its images, which a symmetry would repeat.
        for image in symmetry.orbit(drawn.size(), cell) {
            let kind = template.cells()[image].unwrap_or(Kind::ORDINARY);
            assert_eq!(kind, Kind::ORDINARY, "{cell}");
        }
    }
    for cell in drawn.size().cells().filter(|cell| !all.contains(cell)) {
        assert_eq!(drawn.cells()[cell], template.cells()[cell]);
    }

    let ends: Vec<Cell> = ends.copied().collect();
    for (at, one) in ends.iter().enumerate() {
        let is_near = |other: &Cell| {
            one.row.abs_diff(other.row).max(one.column.abs_diff(other.column)) <= 1
        };
        assert!(!ends[..at].iter().any(is_near), "ends of portals touch: {ends:?}");
    }
    for [entrance, exit] in &found.portals {
        assert!(entrance.column != exit.column && !spawners[*exit]);
    }
    for conveyor in &found.conveyors {
        assert!(is_course(conveyor), "{conveyor:?}");
        for other in found.conveyors.iter().filter(|&other| other != conveyor) {
            assert!(
                conveyor.iter().all(|one| other.iter().all(|it| edges(*one, *it) > 1))
            );
        }
    }
    for (cell, kinds) in &found.supply {
        assert!(spawners[*cell] && !kinds.is_empty());
        assert!(kinds.iter().all(|kind| kind.contents() == Contents::Ingredient));
    }
}

/// How many of each part a board has beyond those of its template.
fn counts(drawn: &Template) -> [usize; 4] {
    let found = drawn.parts();
    [
        found.exits.map_or(0, |exits| exits.len()),
        found.portals.len(),
        found.conveyors.len(),
        found.supply.iter().map(|(_, kinds)| kinds.len()).sum(),
    ]
}

/// Plays evenly chosen moves, and returns for each cell whether it was ever without contents at rest.
fn empty_cells(level: &Level, seed: Seed, moves: usize) -> Grid<bool> {
    let goal = Goal::Score { score: u32::MAX };
    let rules = Rules::new(level, &goal);
    let mut board = Board::<2>::new(&rules);
    let mut game = Game::new(&rules, &mut board);
    let mut rng = seed.child(1).rng();
    let mut empty = Grid::filled(level.size(), false);
    game.start(seed);
    for _ in 0..moves {
        let all: Vec<_> = game.moves().collect();
        if all.is_empty() {
            break;
        }
        game.play(all[rng.below(all.len() as u32) as usize]);
        let kinds = game.kinds();
        for cell in level.size().cells() {
            empty[cell] |= kinds[cell].contents() == Contents::Empty;
        }
    }
    empty
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn drawn_boards_are_valid(
        seed in any::<u64>(),
        holes in proptest::collection::vec(0..16_u8, 81),
        is_open in any::<bool>(),
        preset in prop_oneof![Just(Preset::Royal), Just(Preset::Candy)],
        symmetry in prop_oneof![Just(Symmetry::None), Just(Symmetry::Horizontal), Just(Symmetry::Rotational)],
        numbers in [1..4_u32, 1..3, 1..3, 1..4],
    ) {
        let template = if is_open {
            board(preset)
        } else {
            shaped(preset, &holes, symmetry)
        };
        let words = BoardPart::ALL.map(|part| format!("{part}:{}", numbers[part as usize]));
        let parts = parts(&words.each_ref().map(String::as_str), &[]);
        parts.check(&template, &[]).unwrap();
        match parts.drawn(&template, symmetry, &mut Seed(seed).rng()) {
            Ok(drawn) => {
                prop_assert_eq!(counts(&drawn), numbers.map(|number| number as usize));
                check(&template, symmetry, &drawn);

                // Games leave no cell empty that would be filled without the parts.
                let filled = template.opened().refilled_cells();
                let empty = empty_cells(&drawn.opened(), Seed(seed), 12);
                for cell in template.size().cells() {
                    prop_assert!(!(filled[cell] && empty[cell]), "{} stays empty", cell);
                }
            }
            Err(error) => {
                prop_assert!(!is_open, "an open board has room: {}", error);
                let is_part = matches!(error, RequestError::Part { .. });
                prop_assert!(is_part);
            }
        }
    }
}

#[test]
fn parts_stand_where_they_are_wanted() {
    let template = board(Preset::Candy);
    let all = parts(
        &["exits:2", "portals:1", "conveyors:2", "supply:3"],
        &[
            "exits in left third",
            "portals in rows 3-7",
            "portals not in column 5",
            "conveyors in lower half or row 2",
            "supply not in center",
            "supply in columns 4-9",
        ],
    );
    let mut seen = Vec::new();
    for seed in 0..100 {
        let drawn = all.drawn(&template, Symmetry::None, &mut Seed(seed).rng()).unwrap();
        check(&template, Symmetry::None, &drawn);
        let found = drawn.parts();
        let exits = found.exits.clone().unwrap();
        assert!(exits.iter().all(|cell| cell.row == 8 && cell.column < 3), "{exits:?}");
        let ends: Vec<&Cell> = found.portals.iter().flatten().collect();
        assert!(ends.iter().all(|it| (2..7).contains(&it.row) && it.column != 4));
        let mut conveyed = found.conveyors.iter().flatten();
        assert!(conveyed.all(|cell| cell.row > 4 || cell.row == 1));
        assert!(found.supply.iter().all(|(cell, _)| cell.column >= 3));
        seen.push(found);
    }
    let first = all.drawn(&template, Symmetry::None, &mut Seed(0).rng()).unwrap();
    assert_eq!(first.parts(), seen[0], "one seed gives one board");
    seen.dedup();
    assert!(seen.len() > 95, "seeds give other boards");
}

#[test]
fn numbers_are_drawn_from_their_range() {
    let template = board(Preset::Royal);
    let all = parts(&["exits:2-4", "conveyors", "supply:1-2"], &[]);
    let drawn = |seed| {
        let drawn = all.drawn(&template, Symmetry::None, &mut Seed(seed).rng());
        counts(&drawn.unwrap())
    };
    let counted: Vec<[usize; 4]> = (0..60).map(drawn).collect();
    for (part, range) in [(0, 2..=4), (1, 0..=0), (2, 1..=3), (3, 1..=2)] {
        let mut seen: Vec<usize> = counted.iter().map(|counts| counts[part]).collect();
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen, range.collect::<Vec<usize>>(), "part {part}");
    }
}

#[test]
fn parts_stand_beside_those_of_a_template() {
    let text = r#"{"schema": "tilewright/level/2", "rules": "royal", "layout": ["?????", "?????", "?????", "?????", "?????"],
        "cells": {"exits": [[4, 1]], "portals": [[[4, 4], [2, 0]]], "supply": [{"at": [0, 3], "list": ["bird"]}]}}"#;
    let template: Template = text.parse().unwrap();
    let all = parts(&["exits:1", "supply:2"], &[]);
    for seed in 0..50 {
        let drawn = all.drawn(&template, Symmetry::None, &mut Seed(seed).rng()).unwrap();
        let (before, found) = (template.parts(), drawn.parts());
        let exits = found.exits.unwrap();
        assert!(exits.len() == 2 && exits.contains(&Cell::new(4, 1)), "{exits:?}");
        assert_eq!(found.portals, before.portals);
        assert_eq!(found.supply[0], before.supply[0]);
        assert!(found.supply[1..].iter().all(|(cell, _)| *cell != Cell::new(0, 3)));
    }
}

#[test]
fn what_cannot_be_drawn_is_refused() {
    let refused = |preset, quotas: &[&str], placements: &[&str]| {
        let quotas: Vec<PartQuota> =
            quotas.iter().map(|it| it.parse().unwrap()).collect();
        let placements: Vec<Placement> =
            placements.iter().map(|it| it.parse().unwrap()).collect();
        let template = board(preset);
        let drawn = Parts::new(&quotas, &placements).and_then(|(parts, _)| {
            parts.check(&template, &[])?;
            parts.drawn(&template, Symmetry::None, &mut Seed(1).rng())
        });
        drawn.unwrap_err().to_string()
    };
    let royal = Preset::Royal;
    let all = [
        refused(Preset::Blast, &["portals"], &[]),
        refused(Preset::Lab, &["supply:2"], &[]),
        refused(Preset::Classic, &["supply:2"], &[]),
        refused(royal, &["exits:2"], &[]),
        refused(royal, &["portals:1", "portals:2"], &[]),
        refused(royal, &["portals:1"], &["at most 1 portals in a row"]),
        refused(royal, &["portals:1"], &["portals in column 1"]),
        refused(royal, &["conveyors:2"], &["conveyors in A"]),
        refused(royal, &["supply:2"], &["supply in row 2"]),
    ];
    insta::assert_snapshot!(all.join("\n"));
}

#[test]
fn words_lead_back_to_their_part() {
    for word in ["exits", "portals:2", "conveyors:1-4", "supply:64"] {
        assert_eq!(word.parse::<PartQuota>().unwrap().to_string(), word);
    }
    for word in
        ["", "exit", "exits:", "exits:0", "portals:3-2", "supply:65", "portals:1-"]
    {
        assert!(word.parse::<PartQuota>().is_err(), "{word}");
    }
}
