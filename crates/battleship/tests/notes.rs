//! Tests of a hunt against people: outcomes that are said, and their contradictions.

use tilewright_battleship::{
    Answer, Fit, Fleet, FleetError, Mark, Rules, Ship, Sight, Touch,
};
use tilewright_grid::{Cell, Heading, Rng, Seed, Size};

use crate::counts::all_fleets;

const NODES: u64 = 100_000;

fn rules(rows: u32, columns: u32, roster: &str, touch: Touch) -> Rules {
    Rules::new(Size::new(rows, columns), roster.parse().unwrap(), touch).unwrap()
}

/// The outcomes that a fleet gives to shots in their order.
fn answers(rules: &Rules, ships: &[Ship], shots: &[Cell]) -> Vec<Option<Answer>> {
    let (fleet, mut sight) = (Fleet::new(ships.to_vec()), Sight::new(rules));
    shots.iter().map(|&cell| sight.shoot(&fleet, cell).ok()).collect()
}

/// An outcome, true or invented.
fn said(rules: &Rules, cell: Cell, truth: Answer, rng: &mut Rng) -> Answer {
    if rng.chance(0.8) {
        return truth;
    }
    let length = *rng.pick(rules.roster().lengths()).unwrap();
    let ships: Vec<Ship> =
        Ship::everywhere(rules.size(), length).filter(|ship| ship.covers(cell)).collect();
    match rng.below(3) {
        0 => Answer::Miss,
        1 => Answer::Hit,
        _ => rng.pick(&ships).map_or(truth, |&ship| Answer::Sunk(ship)),
    }
}

/// Notes are accepted as long as a fleet gives all of them, and refused with nothing changed when none does.
#[test]
fn a_note_is_accepted_exactly_if_a_legal_fleet_gives_all_outcomes() {
    let (mut refused, mut accepted) = (0, 0);
    for (number, touch) in Touch::ALL.into_iter().cycle().take(60).enumerate() {
        let rules = rules(4, 4, "3,2,1", touch);
        let all = all_fleets(&rules);
        let mut rng = Seed(number as u64).rng();
        let fleet = Fleet::new(all.iter().nth(rng.index(all.len())).unwrap().clone());
        let (mut sight, mut real) = (Sight::new(&rules), Sight::new(&rules));

        let (mut shots, mut noted) = (Vec::new(), Vec::new());
        let mut cells: Vec<Cell> = rules.size().cells().collect();
        rng.shuffle(&mut cells);
        for cell in cells {
            let Ok(truth) = real.shoot(&fleet, cell) else { break };
            let answer = said(&rules, cell, truth, &mut rng);
            shots.push(cell);
            noted.push(Some(answer));
            let is_possible =
                all.iter().any(|ships| answers(&rules, ships, &shots) == noted);

            let before = sight.clone();
            let result = sight.note(cell, answer, NODES, &());
            assert_eq!(
                result.is_ok(),
                is_possible,
                "{number} {cell} {answer:?}: {result:?}"
            );
            if is_possible {
                accepted += 1;
                assert_eq!(result, Ok(Fit::Found));
                assert_eq!(sight.answer(cell), Some(answer));
            } else {
                refused += 1;
                assert_eq!(sight.marks(), before.marks());
                assert_eq!(sight.shots(), before.shots());
                shots.pop();
                noted.pop();
            }
        }
    }
    assert!(refused > 50 && accepted > 200, "{refused} {accepted}");
}

#[test]
fn the_same_outcome_may_be_noted_again_and_another_may_not() {
    let rules = rules(4, 4, "2,1", Touch::Never);
    let ship = Ship::new(Cell::new(0, 0), 2, Heading::East);
    let (first, last, water) = (ship.cell, ship.last(), Cell::new(3, 3));
    let mut sight = Sight::new(&rules);
    for _ in 0..2 {
        assert_eq!(sight.note(water, Answer::Miss, NODES, &()), Ok(Fit::Found));
        assert_eq!(sight.note(first, Answer::Hit, NODES, &()), Ok(Fit::Found));
        assert_eq!(sight.note(last, Answer::Sunk(ship), NODES, &()), Ok(Fit::Found));
    }
    assert_eq!((sight.shots(), sight.sunk()), (3, &[ship][..]));

    let other = |cell, noted, found| Err(FleetError::OtherAnswer { cell, noted, found });
    let mut note = |cell, answer| sight.note(cell, answer, NODES, &());
    assert_eq!(note(water, Answer::Hit), other(water, "miss", "hit"));
    assert_eq!(note(first, Answer::Miss), other(first, "hit", "miss"));
    assert_eq!(note(first, Answer::Sunk(ship)), other(first, "hit", "sunk"));
    assert_eq!(note(last, Answer::Hit), other(last, "sunk", "hit"));

    // The last ship ends the game, and what was said can still be said again.
    let single = Ship::new(Cell::new(2, 0), 1, Heading::East);
    assert_eq!(note(single.cell, Answer::Sunk(single)), Ok(Fit::Found));
    assert_eq!(note(first, Answer::Hit), Ok(Fit::Found));
    assert_eq!(note(Cell::new(3, 0), Answer::Miss), Err(FleetError::Over));
}

#[test]
fn contradictions_have_names() {
    let rules = rules(5, 5, "3,2", Touch::Never);
    let (a, b) = (Cell::new(1, 1), Cell::new(1, 2));
    let pair = Ship::new(a, 2, Heading::East);
    let noted = |before: &[(Cell, Answer)], cell, answer| {
        let mut sight = Sight::new(&rules);
        for &(cell, answer) in before {
            sight.note(cell, answer, NODES, &()).unwrap();
        }
        sight.note(cell, answer, NODES, &()).unwrap_err().to_string()
    };
    let sunk = Answer::Sunk;
    let errors = [
        noted(&[], Cell::new(5, 0), Answer::Miss),
        noted(&[(a, Answer::Miss)], a, Answer::Hit),
        noted(&[], a, sunk(pair)),
        noted(&[(a, Answer::Hit)], Cell::new(4, 4), sunk(pair)),
        noted(&[], a, sunk(Ship::new(a, 1, Heading::East))),
        noted(&[], a, sunk(Ship::new(Cell::new(1, 1), 9, Heading::East))),
        // Hits that touch diagonally belong to two ships that touch.
        noted(&[(a, Answer::Hit)], Cell::new(2, 2), Answer::Hit),
        noted(
            &[(a, Answer::Hit), (b, sunk(pair)), (Cell::new(4, 0), Answer::Hit)],
            Cell::new(4, 1),
            sunk(Ship::new(Cell::new(4, 0), 2, Heading::East)),
        ),
    ];
    insta::assert_snapshot!(errors.join("\n"));
}

#[test]
fn lists_of_cells_are_what_single_notes_are() {
    let rules = rules(6, 6, "3,2,2,1", Touch::Never);
    let ship = Ship::new(Cell::new(0, 0), 3, Heading::South);
    let (misses, hits) = ([Cell::new(5, 5), Cell::new(4, 4)], [Cell::new(0, 4)]);
    let sight = Sight::of_cells(&rules, &misses, &hits, &[ship]).unwrap();
    assert_eq!((sight.shots(), sight.sunk()), (6, &[ship][..]));
    assert_eq!(sight.mark(ship.last()), Mark::Sunk);
    assert_eq!(sight.fit(NODES, &()), Ok(Fit::Found));

    let refused = |misses: &[Cell], hits: &[Cell], sunk: &[Ship]| {
        Sight::of_cells(&rules, misses, hits, sunk).map(|_| ()).unwrap_err()
    };
    assert_eq!(refused(&misses, &misses, &[]), FleetError::ShotTwice(misses[0]));
    assert_eq!(refused(&[ship.cell], &[], &[ship]), FleetError::ShotTwice(ship.cell));
    assert_eq!(refused(&[], &[], &[ship, ship]), FleetError::ShotTwice(ship.cell));
    let long = Ship::new(Cell::new(0, 2), 4, Heading::South);
    assert_eq!(refused(&[], &[], &[long]), FleetError::NoSuchShip { ship: long });
    let cells: Vec<Cell> = rules.size().cells().collect();
    assert_eq!(refused(&[], &cells[..9], &[]), FleetError::NoFleet);
    // Sunk ships that touch are found by the search for a fleet.
    let beside = Ship::new(Cell::new(0, 1), 2, Heading::South);
    let sight = Sight::of_cells(&rules, &[], &[], &[ship, beside]).unwrap();
    assert_eq!(sight.fit(NODES, &()), Err(FleetError::NoFleet));
}

#[test]
fn a_search_ends_with_its_nodes_or_its_watch() {
    let standard = Rules::russian(10, 10).unwrap();
    let sight = Sight::new(&standard);
    assert_eq!(sight.fit(0, &()), Ok(Fit::Undecided));
    assert_eq!(sight.fit(100, &()), Ok(Fit::Found));
    // 6 × 8 has no legal fleet, which takes more ships than are tried.
    let crowded = Rules::russian(6, 8).unwrap();
    let sight = Sight::new(&crowded);
    assert_eq!(sight.fit(500, &()), Ok(Fit::Undecided));
    assert_eq!(sight.fit(10_000_000, &()), Err(FleetError::NoFleet));
    let stop = || std::ops::ControlFlow::Break(());
    assert_eq!(sight.fit(10_000_000, &stop), Err(FleetError::Cancelled));
}
