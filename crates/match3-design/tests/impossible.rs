//! Impossible requests are refused with what is possible.

use std::ops::ControlFlow;

use std::collections::BTreeSet;

use tilewright_grid::{Cell, Grid, Seed, Size};
use tilewright_match3::{Kind, Level, Quota, Template};
use tilewright_match3_design::{
    Feasibility, LevelProblem, LevelRequest, RequestError, Space, Symmetry, generate,
    potential,
};

fn request(rows: u32, columns: u32, target: u32) -> LevelRequest {
    LevelRequest::new(target)
        .with_template(Template::open(Size::new(rows, columns)).unwrap())
}

/// The potentials of all feasible 3 × 3 levels of these kinds, by trying every one.
fn potentials(kinds: &[Kind]) -> BTreeSet<u32> {
    let choices: Vec<_> =
        std::iter::once(Kind::ORDINARY).chain(kinds.iter().copied()).collect();
    let size = Size::new(3, 3);
    let levels = (0..choices.len().pow(9)).map(|number| {
        let digit =
            |index: usize| number / choices.len().pow(index as u32) % choices.len();
        Level::new(Grid::from_fn(size, |cell| choices[digit(size.index(cell))])).unwrap()
    });
    levels
        .filter(|level| Feasibility::of(level).is_feasible())
        .map(|level| potential(&level))
        .collect()
}

#[test]
fn small_boards_are_made_exactly_when_there_is_one() {
    for kinds in
        [vec![Kind::OBSTACLE], vec![Kind::OVERLAY1], vec![Kind::BLOCKER2, Kind::OVERLAY3]]
    {
        let potentials = potentials(&kinds);
        for target in 0..30 {
            let quotas = kinds.iter().copied().map(Quota::from).collect();
            let request = LevelRequest { kinds: quotas, ..request(3, 3, target) };
            match generate(&request, Seed(u64::from(target)), |_| {
                ControlFlow::Continue(())
            }) {
                Ok(made) => {
                    assert!(
                        made.is_found && potentials.contains(&target),
                        "{kinds:?} {target}"
                    );
                    assert_eq!(potential(&made.level), target);
                }
                Err(RequestError::Impossible { possible, .. }) => {
                    assert!(
                        !potentials.contains(&target),
                        "{kinds:?} {target}: {possible}"
                    );
                    let (below, above) =
                        possible.nearest.unwrap_or((possible.lowest, possible.highest));
                    let is_gap = potentials.range(below + 1..above).next().is_none();
                    assert!(possible.nearest.is_none() || is_gap, "{target}: {possible}");
                    assert_eq!(potentials.last(), Some(&possible.highest));
                }
                Err(error) => panic!("{target}: {error}"),
            }
        }
    }
}

fn refusal(request: &LevelRequest) -> String {
    generate(request, Seed(1), |_| ControlFlow::Continue(())).unwrap_err().to_string()
}

#[test]
fn gaps_near_the_highest_potential_are_proved() {
    let text = "no level of the request has a potential of 874 ± 0: possible are 0 to 888, but none between 866 and 876";
    assert_eq!(refusal(&request(9, 9, 874)), text);
    let text = "no level of the request has a potential of 880 ± 3: possible are 0 to 888, but none between 876 and 888";
    assert_eq!(refusal(&LevelRequest { tolerance: 3, ..request(9, 9, 880) }), text);
}

#[test]
fn symmetric_boards_have_potentials_in_steps() {
    for (symmetry, rows, columns, step) in [
        (Symmetry::None, 6, 6, 1),
        (Symmetry::Horizontal, 6, 7, 1),
        (Symmetry::Horizontal, 7, 6, 2),
        (Symmetry::Vertical, 7, 6, 1),
        (Symmetry::Vertical, 6, 7, 2),
        (Symmetry::Both, 6, 6, 4),
        (Symmetry::Both, 6, 7, 2),
        (Symmetry::Both, 7, 7, 2),
        (Symmetry::Rotational, 6, 6, 2),
        (Symmetry::Rotational, 7, 7, 2),
    ] {
        let size = Size::new(rows, columns);
        let template = Template::open(size).unwrap();
        let space = Space::new(
            &template,
            &[Kind::OBSTACLE.into(), Kind::OVERLAY1.into()],
            symmetry,
        )
        .unwrap();
        let mut rng = Seed(u64::from(rows * columns)).rng();
        let mut divisor = 0;
        for _ in 0..300 {
            let genes: Vec<u8> = (0..space.genes()).map(|_| rng.below(3) as u8).collect();
            divisor = greatest_common_divisor(divisor, potential(&space.level(&genes)));
        }
        assert_eq!(divisor, step, "{symmetry:?} {rows} × {columns}");
    }

    let symmetric = LevelRequest { symmetry: Symmetry::Both, ..request(6, 6, 101) };
    let text = "no level of the request has a potential of 101 ± 0: possible are 0 to 312, but none between 100 and 104";
    assert_eq!(refusal(&symmetric), text);
}

fn greatest_common_divisor(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}

#[test]
fn a_template_that_stays_infeasible_names_its_cells() {
    let template: Template = "???\n_##\n???\n".parse().unwrap();
    let refusal =
        generate(&LevelRequest { template, ..request(3, 3, 5) }, Seed(1), |_| {
            ControlFlow::Continue(())
        })
        .unwrap_err();
    let cells = [0, 1, 2].map(|column| Cell::new(2, column)).to_vec();
    assert_eq!(refusal, RequestError::Infeasible(cells));
}

#[test]
fn a_template_against_the_symmetry_names_both_cells() {
    let template: Template = "#?.\n???\n???\n".parse().unwrap();
    let symmetry = Symmetry::Horizontal;
    let refusal = generate(
        &LevelRequest { template, symmetry, ..request(3, 3, 5) },
        Seed(1),
        |_| ControlFlow::Continue(()),
    );
    let text = "the symmetry requires row 1, column 1 and row 1, column 3 to be equal, but the template has obstacle and ordinary there";
    assert_eq!(refusal.unwrap_err().to_string(), text);
}

#[test]
fn targets_beyond_every_level_are_refused_with_the_range() {
    let refusal = generate(&request(9, 9, 5000), Seed(1), |_| ControlFlow::Continue(()))
        .unwrap_err();
    let text =
        "no level of the request has a potential of 5000 ± 0: possible are 0 to 888";
    assert_eq!(refusal.to_string(), text);

    let kinds = LevelRequest { kinds: vec![Kind::ORDINARY.into()], ..request(9, 9, 500) };
    assert_eq!(
        generate(&kinds, Seed(1), |_| ControlFlow::Continue(())),
        Err(RequestError::Kind("ordinary".to_owned()))
    );

    let none = LevelRequest { kinds: vec![], ..request(9, 9, 500) };
    assert_eq!(
        generate(&none, Seed(1), |_| ControlFlow::Continue(())),
        Err(RequestError::NoKind)
    );
}

#[test]
fn quotas_that_the_board_cannot_keep_are_refused() {
    let words = |kinds: &[&str]| LevelRequest {
        template: "##?\n???\n???\n".parse().unwrap(),
        kinds: kinds.iter().map(|word| word.parse().unwrap()).collect(),
        ..request(3, 3, 5)
    };
    let text = "obstacle:0-1 is impossible: the template has 2 fixed cells of this kind, and 7 free cells are left for it";
    assert_eq!(refusal(&words(&["obstacle:0-1"])), text);
    let text = "overlay1:6 is impossible: the template has 0 fixed cells of this kind, and 5 free cells are left for it";
    assert_eq!(refusal(&words(&["obstacle:4", "overlay1:6"])), text);
    let text = "obstacle:3 and obstacle:4 contradict each other: name each kind once";
    assert_eq!(refusal(&words(&["obstacle:3", "obstacle:4"])), text);
    let text = "no kind may be placed: name at least one";
    assert_eq!(refusal(&words(&["overlay1:0"])), text);
}

#[test]
fn targets_that_so_few_specials_cannot_reach_are_refused() {
    let kinds = vec!["obstacle:0-2".parse().unwrap()];
    let text =
        "no level of the request has a potential of 300 ± 0: possible are 760 to 888";
    assert_eq!(refusal(&LevelRequest { kinds, ..request(9, 9, 300) }), text);
}

#[test]
fn quotas_bound_what_is_possible() {
    let request = |words: &[&str], target| LevelRequest {
        kinds: words.iter().map(|word| word.parse().unwrap()).collect(),
        ..request(9, 9, target)
    };
    let text =
        "no level of the request has a potential of 880 ± 0: possible are 760 to 864";
    assert_eq!(refusal(&request(&["obstacle:2"], 880)), text);
    assert!(
        generate(&request(&["obstacle:50", "obstacle:50"], 88), Seed(1), |_| {
            ControlFlow::Continue(())
        })
        .is_ok()
    );

    let symmetric = LevelRequest {
        template: Template::open(Size::new(9, 10)).unwrap(),
        symmetry: Symmetry::Horizontal,
        ..request(&["obstacle:3"], 500)
    };
    assert_eq!(refusal(&symmetric), "no feasible level has these counts of kinds");

    let endless = LevelRequest { tolerance: u32::MAX, ..symmetric };
    assert_eq!(refusal(&endless), "no feasible level has these counts of kinds");
}

#[test]
fn checkpoints_of_other_symmetries_are_told_apart() {
    use tilewright_evolve::Problem;
    let template = Template::open(Size::new(9, 9)).unwrap();
    let name = |symmetry| {
        let space = Space::new(&template, &[Kind::OBSTACLE.into()], symmetry).unwrap();
        let violation = tilewright_match3_design::Violation::Cells;
        LevelProblem { space: &space, target: 600, tolerance: 0, violation }.fingerprint()
    };
    assert_ne!(name(Symmetry::Horizontal), name(Symmetry::Vertical));
}
