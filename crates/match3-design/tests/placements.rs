//! Placements about where special cells stand, looked at by programs of their own.

use tilewright_grid::{Cell, Seed, Size};
use tilewright_match3::{Level, NamedQuota, Preset, Quota, Ruleset, Template};
use tilewright_match3_design::{
    Difficulty, DifficultyRequest, LevelRequest, NamedDifficulty, Placement, Regions,
    Style, Symmetry, broken_placements,
};

/// A board of 9 × 9 cells.
fn board(preset: Preset) -> Template {
    let template = Template::open(Size::new(9, 9)).unwrap();
    template.with_rules(Ruleset::preset(preset)).unwrap()
}

fn quotas(words: &[&str], template: &Template) -> Vec<Quota> {
    let quota =
        |word: &&str| word.parse::<NamedQuota>().unwrap().under(template).unwrap();
    words.iter().map(quota).collect()
}

fn placements(words: &[&str]) -> Vec<Placement> {
    words.iter().map(|word| word.parse().unwrap()).collect()
}

/// The cells whose token begins with a word, or holds it: rows of `true` and `false`.
fn cells_of(level: &Level, word: &str) -> Vec<Vec<bool>> {
    let size = level.size();
    let template =
        board(if level.is_classic() { Preset::Classic } else { Preset::Royal });
    let is_of = |row, column| {
        template.name_of(level.cells()[Cell::new(row, column)]).contains(word)
    };
    (0..size.rows)
        .map(|row| (0..size.columns).map(|column| is_of(row, column)).collect())
        .collect()
}

/// The longest run of cells in a row or a column.
fn longest(cells: &[Vec<bool>]) -> usize {
    let turned: Vec<Vec<bool>> = (0..cells[0].len())
        .map(|column| cells.iter().map(|row| row[column]).collect())
        .collect();
    let lines = cells.iter().chain(&turned);
    let run = |line: &Vec<bool>| {
        line.split(|is_it| !is_it).map(<[bool]>::len).max().unwrap_or(0)
    };
    lines.map(run).max().unwrap()
}

/// The neighbours of a cell that are in a set.
fn beside(cells: &[Vec<bool>], row: usize, column: usize) -> Vec<(usize, usize)> {
    let near = [(0, 1), (2, 1), (1, 0), (1, 2)];
    let near = near.map(|(down, right)| {
        ((row + down).wrapping_sub(1), (column + right).wrapping_sub(1))
    });
    let is_in = |&(row, column): &(usize, usize)| {
        cells.get(row).and_then(|line| line.get(column)).copied().unwrap_or(false)
    };
    near.into_iter().filter(is_in).collect()
}

/// The fewest cells of a cluster, by filling.
fn smallest(cells: &[Vec<bool>]) -> usize {
    let (mut left, mut smallest) = (cells.to_vec(), usize::MAX);
    for row in 0..cells.len() {
        for column in 0..cells[0].len() {
            if !left[row][column] {
                continue;
            }
            let (mut open, mut size) = (vec![(row, column)], 0);
            left[row][column] = false;
            while let Some((row, column)) = open.pop() {
                size += 1;
                for (row, column) in beside(&left, row, column) {
                    left[row][column] = false;
                    open.push((row, column));
                }
            }
            smallest = smallest.min(size);
        }
    }
    smallest
}

/// A placement of a word, and the program that looks whether a level of 9 × 9 cells keeps it.
type Check = (&'static str, fn(&Level) -> bool);

fn every(level: &Level, word: &str, holds: impl Fn(usize, usize) -> bool) -> bool {
    let cells = cells_of(level, word);
    let all = (0..9).flat_map(|row| (0..9).map(move |column| (row, column)));
    all.filter(|&(row, column)| cells[row][column])
        .all(|(row, column)| holds(row, column))
}

/// Whether each cell is in a straight run of at least this many.
fn is_lined(level: &Level, word: &str, least: usize) -> bool {
    let cells = cells_of(level, word);
    let is_in = |row: usize, column: usize| {
        cells.get(row).and_then(|line| line.get(column)) == Some(&true)
    };
    every(level, word, |row, column| {
        let ahead = |down: usize, right: usize, back: usize| {
            (0..least).all(|step| {
                let at =
                    |from: usize, by: usize| (from + by * step).checked_sub(by * back);
                at(row, down)
                    .zip(at(column, right))
                    .is_some_and(|(row, column)| is_in(row, column))
            })
        };
        (0..least).any(|back| ahead(0, 1, back) || ahead(1, 0, back))
    })
}

/// Whether all cells are on rectangles without such cells in them, found by a look at every rectangle, and have two neighbours each.
fn is_framed(level: &Level, word: &str) -> bool {
    let cells = cells_of(level, word);
    let mut framed = vec![vec![false; 9]; 9];
    for (top, left) in (0..7).flat_map(|row| (0..7).map(move |column| (row, column))) {
        for (low, right) in
            (top + 2..9).flat_map(|row| (left + 2..9).map(move |it| (row, it)))
        {
            let all =
                || (top..=low).flat_map(|row| (left..=right).map(move |it| (row, it)));
            let is_edge = |&(row, column): &(usize, usize)| {
                [top, low].contains(&row) || [left, right].contains(&column)
            };
            if all().all(|at| cells[at.0][at.1] == is_edge(&at)) {
                all()
                    .filter(is_edge)
                    .for_each(|(row, column)| framed[row][column] = true);
            }
        }
    }
    every(level, word, |row, column| {
        framed[row][column] && beside(&cells, row, column).len() == 2
    })
}

/// The share of the cells that have no special cell beside them, in percent.
fn alone(level: &Level, word: &str) -> usize {
    let is_special = |row, column| level.cells()[Cell::new(row, column)].is_special();
    let special: Vec<Vec<bool>> = (0..9)
        .map(|row| (0..9).map(|column| is_special(row, column)).collect())
        .collect();
    let cells = cells_of(level, word);
    let all = (0..9).flat_map(|row| (0..9).map(move |column| (row, column)));
    let all: Vec<_> = all.filter(|&(row, column)| cells[row][column]).collect();
    let alone = all.iter().filter(|at| beside(&special, at.0, at.1).is_empty()).count();
    100 * alone / all.len().max(1)
}

const ROYAL: [Check; 14] = [
    ("box in lower third", |level| every(level, "box", |row, _| row >= 6)),
    ("box in center or row 1", |level| {
        every(level, "box", |row, column| {
            row == 0 || (3..6).contains(&row) && (3..6).contains(&column)
        })
    }),
    ("grass in border", |level| {
        every(level, "grass", |row, column| {
            [0, 8].contains(&row) || [0, 8].contains(&column)
        })
    }),
    ("grass not in left half", |level| every(level, "grass", |_, column| column >= 4)),
    ("any not in spawners", |level| {
        every(level, "box", |row, _| row > 0) && every(level, "grass", |row, _| row > 0)
    }),
    ("box2 not in columns 3-7", |level| {
        every(level, "box2", |_, column| !(2..7).contains(&column))
    }),
    ("at most 2 box in a row", |level| longest(&cells_of(level, "box")) <= 2),
    ("at most 4 grass in a row", |level| longest(&cells_of(level, "grass")) <= 4),
    ("box in clusters of 4", |level| smallest(&cells_of(level, "box")) >= 4),
    ("grass with box", |level| {
        let boxes = cells_of(level, "box");
        every(level, "grass", |row, column| !beside(&boxes, row, column).is_empty())
    }),
    ("box in lines of 3", |level| is_lined(level, "box", 3)),
    ("grass in lines of 4", |level| is_lined(level, "grass", 4)),
    ("grass in frames", |level| is_framed(level, "grass")),
    ("at most 0% of any alone", |level| {
        alone(level, "box") == 0 && alone(level, "grass") == 0
    }),
];

/// Levels of easy requests keep each placement alone, and every second one with another placement that goes with it.
#[test]
fn levels_keep_placements_as_plain_programs_see_them() {
    let template = board(Preset::Royal);
    let kinds = quotas(&["box1:4-9", "box2:4-9", "grass1:6-10"], &template);
    let mut seed = 0;
    let mut look = |checks: &[&Check]| {
        seed += 1;
        let words: Vec<&str> = checks.iter().map(|check| check.0).collect();
        let goal = "kind:box:all".parse().unwrap();
        let request = DifficultyRequest::new(goal, 12.0)
            .with_template(template.clone())
            .with_kinds(kinds.clone())
            .with_placements(placements(&words));
        let guide = request.guide().unwrap();
        let normal = NamedDifficulty::Normal;
        let swaps = request.swaps_of(normal, &guide, Seed(seed), &()).unwrap().unwrap();
        let request =
            DifficultyRequest { difficulty: Difficulty::Swaps(swaps), ..request };
        let made = request.generate(Seed(seed)).unwrap();
        assert!(made.is_found, "{words:?}");
        for (word, holds) in checks {
            assert!(holds(&made.level), "{words:?}, {word}:\n{}", made.level);
        }
        let broken = broken_placements(
            &request.placements,
            &request.template,
            &request.kinds,
            Symmetry::None,
            &made.level,
        );
        assert_eq!(broken, Ok(Vec::new()));
    };
    for check in &ROYAL {
        look(&[check]);
    }
    let pairs = [
        (0, 2),
        (0, 7),
        (2, 4),
        (3, 8),
        (4, 9),
        (5, 6),
        (7, 10),
        (10, 12),
        (12, 9),
        (11, 13),
    ];
    for (one, two) in pairs {
        look(&[&ROYAL[one], &ROYAL[two]]);
    }
}

#[test]
fn levels_of_a_potential_keep_placements_too() {
    for seed in 0..8 {
        let request = LevelRequest::new(640).with_placements(placements(&[
            "obstacle in upper half",
            "at most 3 obstacle in a row",
        ]));
        let made = request.generate(Seed(seed)).unwrap();
        assert!(made.is_found && every(&made.level, "obstacle", |row, _| row < 4));
        assert!(longest(&cells_of(&made.level, "obstacle")) <= 3, "{}", made.level);
    }
}

#[test]
fn scattered_and_mirrored_levels_have_whole_frames_too() {
    let template = board(Preset::Classic);
    for (seed, symmetry) in (0..).zip([Symmetry::None, Symmetry::Both]) {
        let request = LevelRequest::new(600)
            .with_tolerance(40)
            .with_template(template.clone())
            .with_kinds(quotas(&["obstacle:4-12", "overlay1:8-24"], &template))
            .with_symmetry(symmetry)
            .with_style(Style::Scattered)
            .with_placements(placements(&["overlay in frames"]));
        let made = request.generate(Seed(seed)).unwrap();
        assert!(made.is_found && is_framed(&made.level, "overlay1"), "{}", made.level);
    }
}

#[test]
fn a_broken_placement_says_by_how_many_cells() {
    let template = board(Preset::Classic);
    let level: Level =
        "####.....\n.........\n..#......\n.........\n.........\n.........\n.........\n.........\n.........\n"
            .parse()
            .unwrap();
    let kinds = quotas(&["obstacle"], &template);
    let at = |cells: &[(u32, u32)]| -> Vec<Cell> {
        cells.iter().map(|&(row, column)| Cell::new(row, column)).collect()
    };
    let row = [(0, 0), (0, 1), (0, 2), (0, 3)];
    for (word, cells, there) in [
        ("at most 3 obstacle in a row", 1, at(&row)),
        ("at most 4 obstacle in a row", 0, Vec::new()),
        ("obstacle in row 3", 4, at(&row)),
        ("obstacle not in row 3", 1, at(&[(2, 2)])),
        ("obstacle in clusters of 3", 2, at(&[(2, 2)])),
        ("any with obstacle", 1, at(&[(2, 2)])),
        ("obstacle in lines of 4", 3, at(&[(2, 2)])),
        ("obstacle in lines of 5", 8, at(&[(0, 0), (0, 1), (0, 2), (0, 3), (2, 2)])),
        ("at most 20% of obstacle alone", 0, Vec::new()),
        ("at most 19% of any alone", 1, at(&[(2, 2)])),
    ] {
        let found = broken_placements(
            &placements(&[word]),
            &template,
            &kinds,
            Symmetry::None,
            &level,
        )
        .unwrap();
        let found: Vec<(String, u32, Vec<Cell>)> = found
            .into_iter()
            .map(|it| (it.placement.to_string(), it.cells, it.at))
            .collect();
        let expected = (cells > 0).then(|| (word.to_owned(), cells, there));
        assert_eq!(found, Vec::from_iter(expected));
    }
}

#[test]
fn a_broken_frame_says_what_it_lacks_and_holds() {
    let template = board(Preset::Classic);
    let kinds = quotas(&["overlay1"], &template);
    // A frame, one with a gap, a row at the lower edge, and one with a cell in it.
    let level: Level = "aaa.aaaa.\na.a.a..a.\naaa.aaa..\n.........\n.....aaa.\n.....aaa.\n.....aaa.\n.........\naaaa.....\n"
        .parse()
        .unwrap();
    let found = broken_placements(
        &placements(&["overlay in frames"]),
        &template,
        &kinds,
        Symmetry::None,
        &level,
    )
    .unwrap();
    // A cell, a cell too many, and six beside the row.
    assert_eq!(found[0].cells, 1 + 1 + 6);
    assert_eq!(found[0].at.len(), 9 + 9 + 4);
}

/// Levels with a region, which is L-shaped, and what they must not do.
#[test]
fn painted_regions_are_places() {
    let rows = [
        "x........",
        "x........",
        "x........",
        "x........",
        "x........",
        "xxxxxxx..",
        "xxxxxxx..",
        ".........",
        ".........",
    ];
    let regions = Regions::new([("corner-2", rows)]).unwrap();
    let is_in = |row: usize, column: usize| rows[row].as_bytes()[column] == b'x';
    let on = |word: &str| word.parse::<Placement>().unwrap().with_regions(&regions);
    for seed in 0..6 {
        let request = LevelRequest::new(640).with_placements(vec![
            on("obstacle in corner-2 or row 9"),
            on("obstacle not in column 1"),
        ]);
        let made = request.generate(Seed(seed)).unwrap();
        let keeps = |row, column| (row == 8 || is_in(row, column)) && column > 0;
        assert!(made.is_found && every(&made.level, "obstacle", keeps), "{}", made.level);
    }

    // Images of cells must lie in the region, too.
    let mirrored = LevelRequest::new(640)
        .with_kinds(quotas(&["obstacle:9"], &board(Preset::Classic)))
        .with_symmetry(Symmetry::Vertical)
        .with_placements(vec![on("obstacle in corner-2")]);
    assert_eq!(
        mirrored.generate(Seed(1)).unwrap_err().to_string(),
        "`obstacle in corner-2` cannot be kept: at least 9 cells of obstacle must be placed, and there is room for 5"
    );
    let refused = |placement, template| {
        let request = LevelRequest::new(64).with_template(template);
        request
            .with_placements(vec![placement])
            .generate(Seed(1))
            .unwrap_err()
            .to_string()
    };
    let small = Template::open(Size::new(8, 9)).unwrap();
    assert_eq!(
        refused(on("obstacle in corner-2"), small),
        "the region `corner-2` has 9 × 9 cells, but the board 8 × 9"
    );
    assert_eq!(
        refused(on("obstacle in B"), board(Preset::Classic)),
        "the placement `obstacle in B` names B, which is no place and no painted region"
    );
}

#[test]
fn regions_that_cannot_be_are_refused() {
    let wrong =
        |name: &str, rows: &[&str]| Regions::new([(name, rows)]).unwrap_err().to_string();
    for name in ["border", "Row", "frames", "or", "a b", "2", "", "Ö", "half"] {
        assert!(wrong(name, &["x"]).starts_with("a region cannot be named"), "{name}");
    }
    for rows in [&[][..], &["x", "xx"], &[""], &["x"; 65], &[&"x".repeat(65)]] {
        assert!(wrong("A", rows).contains("expected rows of one length"), "{rows:?}");
    }
    assert_eq!(
        wrong("A", &["x.", "#."]),
        "the region `A` has `#` in row 2, column 1: expected `x` inside and `.` outside"
    );
    assert!(wrong("A", &[".."]).contains("no cell"));

    // Built-in places are written small.
    for (word, meant) in [
        ("box in Lower Third", "lower third"),
        ("box not in BORDER", "border"),
        ("box in row 1 or Row 3", "row 3"),
    ] {
        let error = word.parse::<Placement>().unwrap_err().to_string();
        assert!(error.ends_with(&format!("(did you mean `{meant}`?)")), "{error}");
    }
}

#[test]
fn placements_that_cannot_be_read_or_kept_are_refused() {
    for word in [
        "",
        "box",
        "box in",
        "box near row 1",
        "at most 0 box in a row",
        "at most x box in a row",
        "box in clusters of 4097",
        "box in lines of 0",
        "box in lines",
        "at most 101% of box alone",
        "at most 5 of box alone",
    ] {
        assert!(word.parse::<Placement>().is_err(), "{word}");
    }
    for word in [
        "box in row 0",
        "box in rows 3-2",
        "box in upper quarter",
        "box in row 1 or",
        "box in or row 1",
        "box in row",
    ] {
        assert!(word.parse::<Placement>().is_err(), "{word}");
    }
    for word in [
        "box in rows 1-2 or border",
        "at most 3 box in a row",
        "any not in column 4",
        "box with grass",
        "box in lines of 3",
        "any in frames",
        "at most 25% of box1 alone",
    ] {
        assert_eq!(word.parse::<Placement>().unwrap().to_string(), word);
    }
}

/// The error of a request with these placements and kinds.
fn refused(words: &[&str], kinds: &[&str]) -> String {
    let request = LevelRequest::new(600)
        .with_kinds(quotas(kinds, &board(Preset::Classic)))
        .with_placements(placements(words));
    request.generate(Seed(1)).unwrap_err().to_string()
}

#[test]
fn placements_without_room_are_refused() {
    assert_eq!(
        refused(&["box in border"], &["obstacle"]),
        "the placement `box in border` names box, but the kinds of the request are obstacle"
    );
    assert_eq!(
        refused(&["obstacle in row 1", "obstacle in columns 1-2"], &["obstacle:20"]),
        "`obstacle in row 1` and `obstacle in columns 1-2` cannot be kept: at least 20 cells of obstacle must be \
         placed, and there is room for 2"
    );
    // Either kind has room for itself alone.
    assert_eq!(
        refused(&["any in row 1"], &["obstacle:5", "blocked1:6"]),
        "`any in row 1` cannot be kept: at least 11 cells of obstacle and blocked1 must be placed, and there is room for 9"
    );
}

#[test]
fn lines_and_frames_without_room_are_refused() {
    for (word, kinds, error) in [
        (
            "obstacle in lines of 10",
            "obstacle",
            "`obstacle in lines of 10` cannot be kept: it takes 10 cells at least, and the board of 9 × 9 cells may have 9",
        ),
        (
            "overlay in frames",
            "overlay1:4-7",
            "`overlay in frames` cannot be kept: it takes 8 cells at least, and the board of 9 × 9 cells may have 7",
        ),
        (
            "any in frames",
            "obstacle",
            "`any in frames` cannot be kept: no block reaches the inside of a frame of obstacle, which makes a level of the rules `classic` infeasible",
        ),
    ] {
        assert_eq!(refused(&[word], &[kinds]), error);
    }
    assert_eq!(
        refused(&["at most 2 any in a row", "obstacle in lines of 3"], &["obstacle"]),
        "`obstacle in lines of 3` and `at most 2 any in a row` cannot both be kept"
    );
}

#[test]
fn a_mirrored_board_keeps_placements_in_all_its_images() {
    // The corners of the template are mirrored, so that all four are fixed.
    let template: Template =
        "#?????\n??????\n??????\n??????\n??????\n??????\n".parse().unwrap();
    let request = |words: &[&str], kinds: &[&str], symmetry| {
        LevelRequest::new(100)
            .with_tolerance(60)
            .with_template(template.clone())
            .with_kinds(quotas(kinds, &template))
            .with_symmetry(symmetry)
            .with_placements(placements(words))
    };
    let both = request(&["obstacle in center"], &["obstacle:4-8"], Symmetry::Both);
    let made = both.generate(Seed(1)).unwrap();
    let broken = broken_placements(
        &both.placements,
        &both.template,
        &both.kinds,
        Symmetry::Both,
        &made.level,
    );
    assert_eq!((made.is_found, broken), (true, Ok(Vec::new())), "{}", made.level);

    // Each image of a cell in the left half is in the right half.
    let left = request(&["overlay1 in left half"], &["overlay1:4"], Symmetry::Horizontal);
    assert_eq!(
        left.generate(Seed(1)).unwrap_err().to_string(),
        "`overlay1 in left half` cannot be kept: at least 4 cells of overlay1 must be placed, and there is room for 0"
    );
    let beyond =
        request(&["overlay1 in row 7"], &["overlay1", "blocked1"], Symmetry::None);
    assert!(beyond.generate(Seed(1)).unwrap_err().to_string().contains("room for 0"));
}
