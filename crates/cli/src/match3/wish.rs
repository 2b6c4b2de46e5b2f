//! What is wished of `tilewright match3 generate`, from its arguments.

use anyhow::anyhow;
use tilewright_grid::Size;
use tilewright_match3::{Goal, Possible, Search, Template, Wish, WishError};

use super::read_template;
use crate::arguments::{self, Generate};
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
    Ok(Wish {
        template: template(arguments)?,
        kinds: arguments.kinds.clone(),
        symmetry: match arguments.symmetry {
            arguments::Symmetry::None => tilewright_match3::Symmetry::None,
            arguments::Symmetry::Horizontal => tilewright_match3::Symmetry::Horizontal,
            arguments::Symmetry::Vertical => tilewright_match3::Symmetry::Vertical,
            arguments::Symmetry::Both => tilewright_match3::Symmetry::Both,
            arguments::Symmetry::Rotational => tilewright_match3::Symmetry::Rotational,
        },
        target: arguments.target,
        tolerance: arguments.tolerance,
        scheme,
    })
}

/// The board with what is fixed in it, and the rules to write into the level.
fn template(arguments: &Generate) -> Result<Template, Failure> {
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
    set_rules(&mut template, &arguments.goal, arguments.colors, arguments.moves)?;
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
