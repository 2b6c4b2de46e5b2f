//! Properties of all levels: shares add up to the lost potential, counts equal those of a brute force that
//! swaps blocks, and feasibility equals a plain search.

use proptest::prelude::*;
use tilewright_grid::{Cell, Grid, Heading, Size, groups};
use tilewright_match3::{Kind, Level, Spawners, Template};
use tilewright_match3_design::{Analysis, Feasibility, Tally, potential};

/// Levels of all kinds and holes, with any of the three sorts of spawners.
fn levels(most: u32) -> impl Strategy<Value = Level> {
    (1..=most, 1..=most, 0..4_u32, any::<u64>()).prop_flat_map(
        |(rows, columns, openness, seed)| {
            let size = Size::new(rows, columns);
            let ordinary = 1 + 4 * openness;
            let mut weighted = vec![(ordinary * 3, Just(Kind::ORDINARY))];
            weighted.extend(Kind::ALL[1..].iter().map(|&kind| (1, Just(kind))));
            let kind = proptest::strategy::Union::new_weighted(weighted);
            prop::collection::vec(kind, size.area()).prop_map(move |kinds| {
                let level = Level::new(Grid::from_values(size, kinds).unwrap()).unwrap();
                let present = |&cell: &Cell| level.cells()[cell].is_present();
                let spawners = match seed % 3 {
                    0 => Spawners::TopRow,
                    1 => Spawners::Tops,
                    _ => {
                        Spawners::Cells(size.cells().filter(present).step_by(5).collect())
                    }
                };
                spawning(&level, spawners)
            })
        },
    )
}

/// The level with other spawners.
fn spawning(level: &Level, spawners: Spawners) -> Level {
    let template = Template::from(level).with_spawners(spawners).unwrap();
    template.to_level().unwrap()
}

/// Counts the cases of a cell by placing three blocks of one colour, all others of colours of
/// their own, swapping, and looking whether a line of three through the cell is complete.
fn swaps_that_match(level: &Level, arriving: Cell) -> u32 {
    let size = level.size();
    let cells = level.cells();
    let near: Vec<Cell> = size
        .cells()
        .filter(|&cell| {
            let distance =
                cell.row.abs_diff(arriving.row) + cell.column.abs_diff(arriving.column);
            (1..=2).contains(&distance)
        })
        .collect();

    let mut count = 0;
    for source in size.neighbors(arriving) {
        if !cells[source].is_draggable() || !cells[arriving].is_draggable() {
            continue;
        }
        for (i, &one) in near.iter().enumerate() {
            for &two in &near[i + 1..] {
                if [one, two].contains(&source) {
                    continue;
                }
                let mut colors = Grid::from_fn(size, |cell| 10 + size.index(cell) as u32);
                for cell in [one, two, source] {
                    colors[cell] = 1;
                }
                colors[source] = std::mem::replace(&mut colors[arriving], 1);
                count += u32::from(is_line(level, &colors, [arriving, one, two]));
            }
        }
    }

    count
}

/// Whether the three cells match: open, of one colour, side by side in a row or a column.
fn is_line(level: &Level, colors: &Grid<u32>, mut cells: [Cell; 3]) -> bool {
    cells.sort_unstable();
    let [a, b, c] = cells;
    let straight = [Heading::East, Heading::South]
        .into_iter()
        .any(|heading| a.step(heading) == Some(b) && b.step(heading) == Some(c));
    straight
        && cells
            .iter()
            .all(|&cell| level.cells()[cell].is_open() && colors[cell] == colors[a])
}

/// The cells from which a plain search finds a way up, left or right to an open spawner.
fn refillable(level: &Level) -> Grid<bool> {
    let (size, spawners) = (level.size(), level.spawner_cells());
    let is_open = |cell: Cell| level.cells()[cell].is_open();

    Grid::from_fn(size, |start| {
        let mut seen = Grid::filled(size, false);
        let mut waiting = vec![start];
        while let Some(cell) = waiting.pop() {
            if !is_open(cell) || std::mem::replace(&mut seen[cell], true) {
                continue;
            }
            if spawners[cell] {
                return true;
            }
            let ways = [Heading::North, Heading::West, Heading::East];
            waiting.extend(ways.into_iter().filter_map(|way| size.step(cell, way)));
        }
        false
    })
}

fn is_infeasible(level: &Level, refillable: &Grid<bool>, cell: Cell) -> bool {
    let kind = level.cells()[cell];
    if cell.row == 0 || level.spawner_cells()[cell] || !kind.is_present() {
        return false;
    }
    if kind.is_open() {
        return !refillable[cell];
    }
    let ways = [Heading::North, Heading::West, Heading::East];
    !ways
        .into_iter()
        .filter_map(|way| level.size().step(cell, way))
        .any(|next| refillable[next])
}

proptest! {
    #[test]
    fn potential_and_shares_add_up_to_the_open_potential(level in levels(12)) {
        let analysis = Analysis::of(&level);
        let shares = Kind::SPECIALS.map(|kind| analysis.per_cell_share(kind));
        for cell in level.size().cells() {
            let lost: f64 = shares.iter().map(|share| share[cell]).sum();
            let sum = f64::from(analysis.per_cell[cell]) + lost;
            prop_assert!((sum - f64::from(analysis.open_per_cell[cell])).abs() < 1e-9);
        }
        prop_assert_eq!(analysis.potential(), potential(&level));
        let shares: f64 = Kind::SPECIALS.map(|kind| analysis.share(kind)).iter().sum();
        let sum = f64::from(analysis.potential()) + shares;
        prop_assert!((sum - f64::from(analysis.open_potential())).abs() < 1e-6);
    }

    #[test]
    fn cells_count_what_really_swaps(level in levels(6)) {
        let analysis = Analysis::of(&level);
        for cell in level.size().cells() {
            prop_assert_eq!(analysis.per_cell[cell], swaps_that_match(&level, cell), "{}", cell);
        }
    }

    #[test]
    fn feasibility_is_that_of_a_plain_search(level in levels(9)) {
        let refillable = refillable(&level);
        let is_bad = |cell: Cell| is_infeasible(&level, &refillable, cell);
        let found = Feasibility::of(&level);
        let expected: Vec<_> = level.size().cells().filter(|&cell| is_bad(cell)).collect();
        prop_assert_eq!(found.groups as usize, groups(level.size(), is_bad).len());
        prop_assert_eq!(found.cells, expected);
    }

    #[test]
    fn a_tally_under_change_counts_like_a_fresh_count(
        level in levels(10),
        changes in prop::collection::vec((any::<prop::sample::Index>(), 0..10_usize), 1..40),
    ) {
        let mut tally = Tally::new(&level);
        for (index, kind) in changes {
            let index = index.index(level.size().area());
            if level.cells().values()[index].is_present() {
                tally.set(index, Kind::ALL[kind]);
            }
        }
        let after = Level::new(tally.cells().clone()).unwrap();
        let after = spawning(&after, level.spawners().clone());
        prop_assert_eq!(tally.potential(), potential(&after));
        prop_assert_eq!(tally.is_feasible(), Feasibility::of(&after).is_feasible());
    }

    #[test]
    fn text_and_json_lead_back_to_the_level(level in levels(9)) {
        let text = level.to_string().parse::<Level>().unwrap();
        prop_assert_eq!(text.cells(), level.cells());
        prop_assert_eq!(level.to_json().parse::<Level>().unwrap(), level);
    }

    #[test]
    fn no_text_makes_the_parser_panic(text in "[.#1-4a-d_?x\\n\\r {}\\[\\]\":,a-z0-9]{0,200}") {
        let _ = text.parse::<Level>();
    }
}

#[test]
fn boards_of_many_words_count_alike() {
    use tilewright_grid::Seed;
    for (rows, columns) in
        [(8, 8), (12, 11), (16, 17), (23, 22), (32, 31), (45, 45), (64, 64)]
    {
        let mut rng = Seed(u64::from(rows)).rng();
        let size = Size::new(rows, columns);
        let cells = Grid::from_fn(size, |_| match rng.below(4) {
            0 => Kind::ALL[rng.index(11)],
            _ => Kind::ORDINARY,
        });
        let level = Level::new(cells).unwrap();
        let analysis = Analysis::of(&level);
        let mut tally = Tally::new(
            &Level::new(
                level
                    .cells()
                    .map(|&kind| if kind.is_present() { Kind::ORDINARY } else { kind }),
            )
            .unwrap(),
        );
        for (index, &kind) in level.cells().values().iter().enumerate() {
            tally.set(index, kind);
        }
        let lost: f64 = Kind::SPECIALS.map(|kind| analysis.share(kind)).iter().sum();
        assert_eq!(tally.potential(), analysis.potential());
        let sum = f64::from(analysis.potential()) + lost;
        assert!((sum - f64::from(analysis.open_potential())).abs() < 1e-6);
        let refillable = refillable(&level);
        let bad: Vec<_> = size
            .cells()
            .filter(|&cell| is_infeasible(&level, &refillable, cell))
            .collect();
        assert_eq!(Feasibility::of(&level).cells, bad);
    }
}
