//! Parts of a board beside its cells, drawn for a level: exits, portals, conveyors and supply.

mod above;
mod conveyors;
mod draft;
mod portals;
mod quota;
mod site;

use draft::Draft;
pub use quota::{PartQuota, UnknownPart};
use site::Site;
use tilewright_grid::Rng;
use tilewright_match3::{Contents, Goal, Quota, Refill, Template};

use crate::{Placement, RequestError, Symmetry};

/// What a board has beside its cells; see [`BoardParts`](tilewright_match3::BoardParts).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum BoardPart {
    /// Cells where ingredients leave.
    Exits,
    /// Pairs of cells: what falls into the entrance comes out at the exit.
    Portals,
    /// Rows or rings of cells whose contents move on after each turn.
    Conveyors,
    /// Ingredients that come in through spawners.
    Supply,
}

tilewright_grid::names! {
    /// All parts, in the order in which they are drawn.
    BoardPart, key:
    Exits = "exits",
    Portals = "portals",
    Conveyors = "conveyors",
    Supply = "supply",
}

/// Why parts cannot be drawn.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum PartProblem {
    /// A part is asked for twice.
    #[error("name each part once")]
    Twice,
    /// Blocks fall elsewhere than down.
    #[error("parts are placed on boards whose blocks fall down")]
    Gravity,
    /// The refill of the rules does not know the part.
    #[error("the refill {0} does not have them")]
    Refill(&'static str),
    /// No ingredient can ever leave.
    #[error(
        "exits are for ingredients, and neither the kinds, the supply nor the goal has any"
    )]
    Idle,
    /// A supply under rules without ingredients.
    #[error("the rules have no ingredient")]
    NoIngredient,
    /// A placement of another form than those with places.
    #[error("`{0}` is no place: expected PART in PLACE, or PART not in PLACE")]
    Form(Box<Placement>),
    /// The board has too little room.
    #[error(
        "no board was found with room for them{}",
        if .0.is_empty() { String::new() } else { format!(" that keeps {}", words(.0)) }
    )]
    Room(Vec<Placement>),
    /// The board does not take them. The text is that of the refusal.
    #[error("{0}")]
    Board(String),
}

/// Placements in words.
fn words(placements: &[Placement]) -> String {
    let words = placements.iter().map(|placement| format!("`{placement}`"));
    words.collect::<Vec<_>>().join(" and ")
}

/// The parts of a request, and where they may be.
///
/// Exits are the lowest cells of columns; portals lead from cells above nothing, to other columns, with no end beside another; conveyors
/// are straight, or rings, and touch no other; supply comes through the spawners with the shortest ways to an exit. All of
/// them are on free or ordinary cells of the template, on which nothing else is put, and every cell is still refilled.
///
/// ```
/// use tilewright_grid::{Seed, Size};
/// use tilewright_match3::{Preset, Ruleset, Template};
/// use tilewright_match3_design::{Parts, Symmetry};
///
/// let board = Template::open(Size::new(9, 9))?.with_rules(Ruleset::preset(Preset::Candy))?;
/// let (parts, _) = Parts::new(&["exits:2".parse()?, "supply:2".parse()?], &["exits in left half".parse()?])?;
/// let drawn = parts.drawn(&board, Symmetry::None, &mut Seed(1).rng())?;
/// let exits = drawn.parts().exits.ok_or("no exits")?;
/// assert!(exits.len() == 2 && exits.iter().all(|exit| exit.row == 8 && exit.column < 4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Parts {
    /// By their order.
    quotas: Vec<PartQuota>,
    placements: Vec<(BoardPart, Placement)>,
}

/// The boards that are drawn before there is said to be no room. Of 2,000 boards of 9 × 9 with all parts, half of them with holes and
/// obstacles at random (`drawn_boards_are_valid` in `tests/parts.rs`), 1,809 were the first one and 1,988 came within 20 tries; with
/// 200, three more did.
const TRIES: u32 = 20;

impl Parts {
    /// The parts of these numbers, and those of the placements that are about other things.
    ///
    /// # Errors
    /// When a part is named twice, or a placement of one says more than where it is.
    pub fn new(
        quotas: &[PartQuota],
        placements: &[Placement],
    ) -> Result<(Self, Vec<Placement>), RequestError> {
        let mut parts = Self::default();
        for part in BoardPart::ALL {
            let mut named = quotas.iter().filter(|quota| quota.part == part);
            parts.quotas.extend(named.next());
            if let Some(&quota) = named.next() {
                return Err(quota.refused(PartProblem::Twice));
            }
        }
        let mut others = Vec::new();
        for placement in placements {
            match parts.quotas.iter().find(|quota| placement.is_of(quota.part.key())) {
                Some(quota) if placement.has_places() => {
                    parts.placements.push((quota.part, placement.clone()));
                }
                Some(quota) => {
                    let form = PartProblem::Form(Box::new(placement.clone()));
                    return Err(quota.refused(form));
                }
                None => others.push(placement.clone()),
            }
        }
        Ok((parts, others))
    }

    /// Whether nothing is drawn.
    pub const fn is_empty(&self) -> bool {
        self.quotas.is_empty()
    }

    /// Refuses parts that no board of a template can have, or that have no effect on levels of these kinds.
    ///
    /// # Errors
    /// When blocks do not fall down, the refill does not know a part, or there are no ingredients for one.
    pub fn check(
        &self,
        template: &Template,
        kinds: &[Quota],
    ) -> Result<(), RequestError> {
        let refill = template.rules().refill();
        let has_ingredient = has_ingredient(template, kinds)
            || self.quotas.iter().any(|quota| quota.part == BoardPart::Supply);
        for quota in &self.quotas {
            let problem = match (quota.part, refill) {
                _ if !template.falls_down() => PartProblem::Gravity,
                (BoardPart::Portals, Refill::Segment | Refill::Column)
                | (BoardPart::Supply, Refill::Segment) => {
                    PartProblem::Refill(refill.name())
                }
                (BoardPart::Exits, _) if !has_ingredient => PartProblem::Idle,
                (BoardPart::Supply, _) if site::ingredients(template).is_empty() => {
                    PartProblem::NoIngredient
                }
                _ => continue,
            };
            return Err(quota.refused(problem));
        }
        Ok(())
    }

    /// A board of a template with parts: all of them are drawn from the stream. The cells of a level that have none of them are those of
    /// the template, and the symmetry is of those alone.
    ///
    /// # Errors
    /// When a template contradicts the symmetry, a placement cannot be read on it, or there is no room.
    pub fn drawn(
        &self,
        template: &Template,
        symmetry: Symmetry,
        rng: &mut Rng,
    ) -> Result<Template, RequestError> {
        if self.is_empty() {
            return Ok(template.clone());
        }
        let site = Site::new(template, symmetry, &self.placements)?;
        let mut short = self.quotas[0];
        for _ in 0..TRIES {
            let mut draft = Draft::new(&site);
            let lacking = self.quotas.iter().find(|quota| !draft.add(**quota, rng));
            if let Some(&quota) = lacking {
                short = quota;
                continue;
            }
            let board = draft.board();
            let board = board
                .map_err(|error| short.refused(PartProblem::Board(error.to_string())))?;
            if site.is_refilled(&board) {
                return Ok(board);
            }
        }
        let of_it = self.placements.iter().filter(|(part, _)| *part == short.part);
        let kept = of_it.map(|(_, placement)| placement.clone()).collect();
        Err(short.refused(PartProblem::Room(kept)))
    }
}

/// Whether a level of these kinds may have an ingredient, or its goal wants one.
fn has_ingredient(template: &Template, kinds: &[Quota]) -> bool {
    let wants = |goal: &Goal| matches!(goal, Goal::Drop { .. });
    let is_wanted = match &template.goal {
        Some(Goal::All { all }) => all.iter().any(wants),
        Some(goal) => wants(goal),
        None => false,
    };
    let fixed = template.cells().values().iter().flatten().copied();
    let supplied = template.parts().supply.into_iter().flat_map(|(_, kinds)| kinds);
    let all = kinds.iter().map(|quota| quota.kind).chain(fixed).chain(supplied);
    is_wanted || all.into_iter().any(|kind| kind.contents() == Contents::Ingredient)
}
