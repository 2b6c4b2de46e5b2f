//! Match-3: tasks that generate, measure, play and check levels.

mod analyze;
mod archive;
mod assessment;
mod axis;
mod band;
mod bot_results;
mod calibrate;
mod check;
mod claims;
mod difficulty;
mod drawn_boards;
mod endless;
mod export;
mod folder_host;
mod generate;
mod given;
mod idle;
mod import;
mod judge;
mod legend;
mod levels;
mod mapped;
mod pack;
mod people;
mod people_search;
mod percent;
mod play;
mod regions;
mod replay;
mod rules;
mod series;
mod target;
mod toml_file;
mod tweak;

pub use analyze::AnalyzeRequest;
pub use archive::ArchiveRequest;
pub use axis::AxisRange;
pub use band::Band;
pub use calibrate::CalibrateRequest;
pub use check::CheckRequest;
pub use export::{ExportRequest, LevelFormat};
pub use generate::{Algorithm, GenerateRequest};
pub use import::ImportRequest;
pub use legend::LegendRequest;
pub use pack::PackRequest;
pub use play::PlayRequest;
pub use rules::MoveLimit;
pub use target::{TargetDifficulty, WinRate};
use tilewright_match3_design::{
    BoardPart, PartProblem, PotentialBounds, RequestError, Shortage,
};
pub use tweak::{Direction, TweakRequest};

use crate::{Entry, Game, Refusal};

/// The game and its tasks, in the order in which people look for them.
pub const GAME: Game = Game {
    name: "match3",
    about: "Match-3: generate levels of a given difficulty, measure, play and check levels",
    tasks: &[
        Entry::of::<GenerateRequest>(),
        Entry::of::<AnalyzeRequest>(),
        Entry::of::<PlayRequest>(),
        Entry::of::<TweakRequest>(),
        Entry::of::<CalibrateRequest>(),
        Entry::of::<PackRequest>(),
        Entry::of::<ArchiveRequest>(),
        Entry::of::<ImportRequest>(),
        Entry::of::<ExportRequest>(),
        Entry::of::<CheckRequest>(),
        Entry::of::<LegendRequest>(),
    ],
};

/// Of the tasks of match-3 those that make, play and measure levels one by one, as a game or an editor may while it runs.
pub const DESIGN: Game = Game {
    tasks: &[
        Entry::of::<GenerateRequest>(),
        Entry::of::<AnalyzeRequest>(),
        Entry::of::<PlayRequest>(),
        Entry::of::<TweakRequest>(),
        Entry::of::<CheckRequest>(),
    ],
    ..GAME
};

/// The refusal of a request for levels, with a hint.
fn refused(error: RequestError) -> Refusal {
    let hint = match &error {
        RequestError::Impossible { possible, .. } => Some(nearest(possible)),
        RequestError::Infeasible(_) => Some(
            "every cell needs a path up, left or right to an open cell of the top row"
                .to_owned(),
        ),
        RequestError::NoLevel => Some("change the counts of {kinds}".to_owned()),
        RequestError::Asymmetric { .. } => {
            Some("change the template, or leave {symmetry} out".to_owned())
        }
        RequestError::NoFreeCell => {
            Some(
                "write `?` in {template} where a cell may change, also in its mirror images, or add \
                 {symmetry=none}"
                    .to_owned(),
            )
        }
        RequestError::Unplayable { has_placements: true, .. } => {
            Some("change {where}, {goal} or {kinds}".to_owned())
        }
        RequestError::Unplayable { .. } => Some("change {goal} or {kinds}".to_owned()),
        RequestError::PlacementKind { name, .. } if BoardPart::named(name).is_some() => {
            Some(format!("add {{parts={name}}}, or change {{where}}"))
        }
        RequestError::Part { problem, .. } => Some(part_hint(problem).to_owned()),
        RequestError::PlacementKind { .. } => Some("add the kind to {kinds}, or change {where}".to_owned()),
        RequestError::Region { .. } => Some("change {where}, or paint the region in {regions}".to_owned()),
        RequestError::RegionSize { .. } => Some("paint the region for this board in {regions}".to_owned()),
        RequestError::PlacementRoom { .. } => Some("change {where} or the counts of {kinds}".to_owned()),
        RequestError::ShapeRoom { .. } => Some("change {where}, or the counts of {kinds}, or the board".to_owned()),
        RequestError::ShapeRow { .. } => Some("change {where}".to_owned()),
        RequestError::ClosedFrame { .. } => Some("change {where}, or choose other {rules}".to_owned()),
        RequestError::Lacking(lacking) => Some(addition(lacking)),
        _ => None,
    };

    Refusal { error: error.into(), hint: hint.map(Into::into), key: None }
}

/// A hint at what gives parts their place.
const fn part_hint(problem: &PartProblem) -> &'static str {
    match problem {
        PartProblem::Refill(_) => {
            "change {parts}, or choose {rules=royal} or {rules=candy}"
        }
        PartProblem::Idle => {
            "add {parts=supply:2}, or an ingredient to {kinds}, such as bird in royal"
        }
        PartProblem::NoIngredient => {
            "choose {rules=royal}, {rules=candy} or {rules=blast}"
        }
        PartProblem::Form(_) => "change {where}",
        PartProblem::Gravity => "leave {parts} out, or change {template}",
        PartProblem::Room(placements) if !placements.is_empty() => {
            "change {where} or {parts}"
        }
        _ => "change {parts}",
    }
}

/// A hint at what a request can place for its goal.
fn addition(Shortage { kinds, .. }: &Shortage) -> String {
    if kinds.is_empty() {
        return "choose {rules=royal}, {rules=candy} or {rules=blast}, which have some, or change {goal}"
            .to_owned();
    }
    format!("add {} to {{kinds}}, or change {{goal}}", kinds.join(" or "))
}

/// A hint at the possible targets.
fn nearest(possible: &PotentialBounds) -> String {
    let (lowest, highest) = (possible.lowest, possible.highest);
    match possible.nearest {
        _ if lowest == highest => format!("the only possible {{target}} is {lowest}"),
        Some((below, above)) => {
            format!("choose {{target={below}}} or less, or {above} or more")
        }
        None => {
            format!(
                "choose {{target}} between {lowest} and {highest}, or other {{kinds}}"
            )
        }
    }
}
