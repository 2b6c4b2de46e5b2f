//! Levels in the look of given ones.

use std::sync::Arc;

use tilewright_grid::{Cell, Seed, Size};
use tilewright_match3::{Goal, Kind, Level, Quota, Template, judge};
use tilewright_match3_design::{
    DifficultyRequest, Examples, ExamplesError, Guide, LevelRequest, Style, Symmetry,
    generate_difficulty, potential,
};

/// Levels of a made-up studio: two or three walls of 2 × 3 obstacles, and their mirror images, never in the rows above.
fn studio(count: u64) -> Vec<Level> {
    let draw = |number: u64| {
        let mut rng = Seed(41).child(number).rng();
        let mut template = Template::open(Size::new(9, 9)).unwrap();
        template.goal = Some("collect:30".parse::<Goal>().unwrap());
        let mut walls = Vec::new();
        for _ in 0..2 + rng.below(2) {
            walls.push((3 + rng.below(5), rng.below(3), 1 + rng.below(2)));
        }
        let is_wall = |cell: Cell| {
            walls.iter().any(|&(row, column, width)| {
                let left = cell.column.min(8 - cell.column);
                (row..row + 2).contains(&cell.row)
                    && (column..=column + width).contains(&left)
            })
        };
        let size = template.size();
        template.filled(|index| {
            if is_wall(size.cell(index)) { Kind::OBSTACLE } else { Kind::ORDINARY }
        })
    };
    (0..count).map(draw).collect()
}

fn made(examples: &Arc<Examples>, style: &Style, count: u64) -> Vec<Level> {
    let made = |number| {
        // As hard as a given level is thought to be.
        let (goal, given) =
            ("collect:30".parse().unwrap(), &examples.levels()[number as usize]);
        let bot = judge(&goal);
        let swaps = Guide::for_levels(given, &goal, bot).predict(given);
        let request = DifficultyRequest::new(goal, swaps)
            .with_template(examples.shape(number as usize))
            .with_symmetry(examples.symmetry(number as usize))
            .with_style(style.clone());
        let verified = request.generate(Seed(7).child(number)).unwrap();
        assert!(verified.is_found, "level {number}");
        verified.level
    };
    (0..count).map(made).collect()
}

/// The least share of the special cells of a level that differ from a given one or its images, counted plainly.
fn differs(level: &Level, given: &[Level]) -> f64 {
    let size = level.size();
    let images = given.iter().flat_map(|other| {
        [Symmetry::None, Symmetry::Horizontal, Symmetry::Vertical, Symmetry::Rotational]
            .map(|symmetry| (other, symmetry))
    });
    let share = |(other, symmetry): (&Level, Symmetry)| {
        let special: Vec<Cell> =
            size.cells().filter(|&cell| level.cells()[cell].is_special()).collect();
        let image = |cell| *symmetry.orbit(size, cell).last().unwrap();
        let differs =
            |cell: &&Cell| level.cells()[**cell] != other.cells()[image(**cell)];
        special.iter().filter(differs).count() as f64 / special.len() as f64
    };
    images.map(share).fold(1.0, f64::min)
}

#[test]
fn levels_look_like_given_ones_and_copy_none() {
    let examples = Arc::new(Examples::new(studio(60)).unwrap());
    let like = made(&examples, &Style::Like(Arc::clone(&examples)), 12);
    for level in &like {
        let likeness = examples.likeness(level);
        assert!(likeness.differs >= 0.2, "{likeness}\n{level}");
        assert!((likeness.differs - differs(level, examples.levels())).abs() < 1e-9);
    }

    // Composed levels hardly have a pattern of the studio.
    let known = |levels: &[Level]| {
        let each = levels.iter().map(|level| examples.likeness(level).known);
        each.sum::<f64>() / levels.len() as f64
    };
    let [like, composed] = [known(&like), known(&made(&examples, &Style::Composed, 12))];
    assert!(like > composed + 0.4, "{like} {composed}");
}

#[test]
fn a_potential_is_met_in_the_look_of_given_levels() {
    let examples = Arc::new(Examples::new(studio(60)).unwrap());
    let mut known = 0.0;
    for number in 0..10 {
        let target = potential(&examples.levels()[number as usize]);
        let request = LevelRequest::new(target)
            .with_tolerance(20)
            .with_template(examples.shape(number as usize))
            .with_symmetry(examples.symmetry(number as usize))
            .with_style(Style::Like(Arc::clone(&examples)));
        let made = request.generate(Seed(number)).unwrap();
        assert!(made.is_found);
        known += examples.likeness(&made.level).known / 10.0;
    }
    assert!(known > 0.75, "{known}");
}

#[test]
fn an_example_is_measured_beside_the_others() {
    let levels = studio(20);
    let examples = Examples::new(levels.clone()).unwrap();
    let mean: f64 = levels.iter().map(|level| examples.likeness(level).known).sum();
    let likeness = examples.likeness(&levels[0]);
    assert!((mean / 20.0 - likeness.usual).abs() < 1e-9);
    assert!((likeness.differs - differs(&levels[0], &levels[1..])).abs() < 1e-9);

    // A kind that no example has is in no known pattern.
    let strange: Level = "bbb\n...\n...\n".parse().unwrap();
    assert_eq!(
        (examples.likeness(&strange).known, examples.likeness(&strange).differs),
        (0.0, 1.0)
    );
}

#[test]
fn a_template_and_other_sizes_are_filled_in_the_look() {
    let examples = Arc::new(Examples::new(studio(40)).unwrap());
    for (rows, columns) in [(6, 6), (9, 7), (12, 11)] {
        let mut template = Template::open(Size::new(rows, columns)).unwrap();
        template.set(Cell::new(1, 1), Some(Kind::HOLE));
        let request = DifficultyRequest::new("collect:20".parse().unwrap(), 14.0)
            .with_template(template)
            .with_kinds([Quota::from(Kind::OBSTACLE)])
            .with_style(Style::Like(Arc::clone(&examples)));
        let level = request.generate(Seed(3)).unwrap().level;
        assert_eq!(level.size(), Size::new(rows, columns));
        assert_eq!(level.cells()[Cell::new(1, 1)], Kind::HOLE);
    }
}

#[test]
fn kinds_that_are_not_placed_are_left_out_of_the_look() {
    // The same walls, of which some are overlays instead.
    let mixed = |(number, level): (usize, Level)| {
        let kind = if number % 2 == 0 { Kind::OVERLAY1 } else { Kind::OBSTACLE };
        let cells = level.cells().map(|&it| if it.is_special() { kind } else { it });
        level.with_cells(cells)
    };
    let examples = Examples::new(studio(60).into_iter().enumerate().map(mixed).collect());
    let examples = Arc::new(examples.unwrap());
    let request = LevelRequest::new(potential(&examples.levels()[1]))
        .with_tolerance(20)
        .with_style(Style::Like(Arc::clone(&examples)));
    let made = request.generate(Seed(2)).unwrap();
    assert!(made.is_found && examples.likeness(&made.level).differs >= 0.2);
    assert!(!made.level.cells().values().contains(&Kind::OVERLAY1));
}

#[test]
fn levels_without_a_kind_of_the_request_leave_it_composed() {
    let examples = Arc::new(Examples::new(studio(60)).unwrap());
    let request = LevelRequest::new(600).with_kinds([Quota::from(Kind::OVERLAY1)]);
    let like = request.clone().with_style(Style::Like(examples));
    let levels = [request, like].map(|request| request.generate(Seed(3)).unwrap().level);
    assert_eq!(levels[0], levels[1]);
}

#[test]
fn what_is_learnt_is_bounded_and_can_be_stopped() {
    // The largest boards, of which every third is an example.
    let large = studio(60).into_iter().enumerate().map(|(number, level)| {
        let mut template = Template::open(Size::new(64, 64)).unwrap();
        template.goal = level.goal.clone();
        template.filled(|index| {
            let cell = Cell::new(index as u32 / 64, index as u32 % 64);
            let kind = level.cells()[Cell::new(cell.row % 9, cell.column % 9)];
            if index == number { Kind::OVERLAY1 } else { kind }
        })
    });
    let large: Vec<Level> = large.collect();
    let examples = Arc::new(Examples::new(large.clone()).unwrap());
    let of_all = |at: usize| large.iter().position(|it| *it == examples.levels()[at]);
    assert_eq!(examples.levels().len(), 16);
    assert_eq!((of_all(0), of_all(1), of_all(15)), (Some(0), Some(3), Some(56)));
    assert_eq!(Examples::new(studio(1000)).unwrap().levels().len(), 400);

    // Stopped at once, it learns nothing, and the search returns the level that it has.
    let request = DifficultyRequest::new("collect:30".parse().unwrap(), 30.0)
        .with_template(examples.shape(0))
        .with_style(Style::Like(examples));
    let looks = std::sync::atomic::AtomicU64::new(0);
    let stopped = |_: Option<&_>| {
        looks.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        std::ops::ControlFlow::Break(())
    };
    let guide = request.guide().unwrap();
    let made = generate_difficulty(&request, &guide, Seed(1), stopped).unwrap();
    assert!(!made.is_found);
    assert!(looks.into_inner() < 20, "a search that was stopped goes on");
}

#[test]
fn a_symmetry_is_of_the_holes_too() {
    let texts = ["..#..\n.....\n.....\n..#..\n", "_.#..\n.....\n.....\n..#..\n"];
    let more = ["#...#\n.....\n.....\n.....\n", "#....\n.....\n.....\n....#\n"];
    let levels = [texts, more].concat().into_iter().map(|text| text.parse().unwrap());
    let examples = Examples::new(levels.collect()).unwrap();
    let found = [0, 1, 2, 3].map(|index| examples.symmetry(index));
    let wanted =
        [Symmetry::Both, Symmetry::None, Symmetry::Horizontal, Symmetry::Rotational];
    assert_eq!(found, wanted);
}

#[test]
fn what_is_no_look_is_refused() {
    assert_eq!(Examples::new(studio(3)), Err(ExamplesError::Few(3)));
    let same = vec![studio(1).remove(0); 9];
    assert_eq!(Examples::new(same), Err(ExamplesError::Few(1)));

    let plain = |columns: u32| Template::open(Size::new(5, columns)).unwrap().opened();
    assert_eq!(Examples::new((5..9).map(plain).collect()), Err(ExamplesError::Plain));

    let mut levels = studio(5);
    let royal = Template::open(Size::new(9, 9)).unwrap();
    let royal =
        royal.with_rules(tilewright_match3::Ruleset::preset("royal".parse().unwrap()));
    levels.push(royal.unwrap().opened());
    assert_eq!(Examples::new(levels), Err(ExamplesError::Rules(5)));
}
