//! What is wished of `tilewright match3 generate`, from its arguments.

use anyhow::{Context as _, anyhow};
use tilewright_grid::Size;
use tilewright_match3::{Goal, Possible, Search, Symmetry, Template, Wish, WishError};

use super::read_template;
use crate::arguments::{self, Generate, Moves};
use crate::failure::{Failure, Hint};

/// The wish that the arguments express.
pub(super) fn wish(arguments: &Generate) -> Result<Wish, Failure> {
    let scheme = match (arguments.scheme, arguments.violation) {
        (arguments::Scheme::Climb, None) => Search::Climb,
        (arguments::Scheme::Climb, Some(_)) => {
            return Err(anyhow!(
                "--violation means nothing to climb, which keeps to feasible levels"
            ))
            .hint("use --scheme fi2pop, or leave it out");
        }
        (arguments::Scheme::Fi2pop, Some(arguments::Violation::Groups)) => {
            Search::FeasibleInfeasible(tilewright_match3::Violation::Groups)
        }
        (arguments::Scheme::Fi2pop, _) => {
            Search::FeasibleInfeasible(tilewright_match3::Violation::Cells)
        }
    };
    let target = arguments.target.context("nothing says what the level is to be like");
    Ok(Wish {
        template: template(arguments)?,
        kinds: arguments.kinds.clone(),
        symmetry: symmetry(arguments.symmetry),
        target: target
            .hint("say --target 600, --difficulty 24, or --win-rate 60% --moves 25")?,
        tolerance: arguments.tolerance,
        scheme,
    })
}

pub(super) const fn symmetry(named: arguments::Symmetry) -> Symmetry {
    match named {
        arguments::Symmetry::None => Symmetry::None,
        arguments::Symmetry::Horizontal => Symmetry::Horizontal,
        arguments::Symmetry::Vertical => Symmetry::Vertical,
        arguments::Symmetry::Both => Symmetry::Both,
        arguments::Symmetry::Rotational => Symmetry::Rotational,
    }
}

/// The board with what is fixed in it, and the rules to write into the level.
pub(super) fn template(arguments: &Generate) -> Result<Template, Failure> {
    let mut template = match &arguments.template {
        None => Template::open(Size::new(
            arguments.rows.unwrap_or(9),
            arguments.columns.unwrap_or(9),
        ))?,
        Some(path) => read_template(path)?,
    };
    let Size { rows, columns } = template.size();
    for (name, wanted, found) in
        [("rows", arguments.rows, rows), ("columns", arguments.columns, columns)]
    {
        if let Some(wanted) = wanted.filter(|&wanted| wanted != found) {
            return Err(anyhow!("--{name} is {wanted}, but the template has {found}"))
                .hint(format!("leave --{name} out: the template says it"));
        }
    }
    let moves = match arguments.moves {
        Some(Moves::Limit(moves)) => Some(moves),
        Some(Moves::Auto)
            if arguments.difficulty.is_none() || arguments.win_rate.is_none() =>
        {
            return Err(anyhow!("--moves auto needs --difficulty and --win-rate"))
                .hint("or name the moves");
        }
        Some(Moves::Auto) | None => None,
    };
    set_rules(&mut template, &arguments.goal, arguments.colors, moves)?;
    Ok(template)
}

/// Puts the rules that the arguments name in place of those of a level.
pub(super) fn set_rules(
    template: &mut Template,
    goals: &[Goal],
    colors: Option<u32>,
    moves: Option<u32>,
) -> Result<(), Failure> {
    template.colors = colors.unwrap_or(template.colors);
    template.moves = moves.or(template.moves);
    match goals {
        [] => {}
        [goal] => template.goal = Some(goal.clone()),
        goals => template.goal = Some(Goal::All { all: goals.to_vec() }),
    }
    Ok(template.check()?)
}

/// The cure for what cannot be fulfilled.
pub(super) fn refused(error: WishError) -> Failure {
    let hint = match &error {
        WishError::Impossible { possible, .. } => Some(nearest(possible)),
        WishError::Infeasible(_) => Some(
            "every cell needs a way up, left or right to an open cell of the top row"
                .to_owned(),
        ),
        WishError::NoLevel => Some("change the counts of --kinds".to_owned()),
        WishError::Asymmetric { .. } => {
            Some("change the template, or leave --symmetry out".to_owned())
        }
        _ => None,
    };
    Failure::Error { error: error.into(), hint }
}

/// The targets to choose from.
fn nearest(possible: &Possible) -> String {
    let (lowest, highest) = (possible.lowest, possible.highest);
    match possible.nearest {
        _ if lowest == highest => format!("the only --target is {lowest}"),
        Some((below, above)) => {
            format!("choose --target {below} or less, or {above} or more")
        }
        None => {
            format!("choose --target between {lowest} and {highest}, or other --kinds")
        }
    }
}
