//! Battleship: duels against a hunter, hints, and what the shots tell of the hidden fleet.

use serde::{Deserialize, Serialize};
use tilewright_battleship::{
    Advice, AdviceMethod, Fleet, FleetCount, HINT_NODES, Limits, Roster, Rules,
    Sequential, Session, Ship, Side, SkilledHunter, Strategy, Touch, UNDO_DEPTH,
};
use tilewright_grid::{Cell, Grid, Seed, Size};
use tilewright_play::Session as _;

use super::{
    Answer, HeldGame, MOST_UNDO, Reason, TextSeed, answer_session, argument, json, moved,
    refused,
};

/// With what a duel begins.
#[derive(Deserialize)]
struct Options {
    rows: u32,
    columns: u32,
    fleet: Vec<u32>,
    touch: Touch,
    hunter: String,
    /// The person's fleet; a random one if there is none.
    own: Option<Vec<Ship>>,
    /// The fleet that the hunter hides; a random one if there is none.
    hidden: Option<Vec<Ship>>,
    #[serde(default)]
    seed: TextSeed,
    undo: Option<usize>,
}

/// Who gives a hint, within a budget.
#[derive(Deserialize)]
struct Adviser {
    hunter: Option<String>,
    budget: Option<u64>,
}

/// What is known of the hidden fleet.
#[derive(Serialize)]
struct Knowledge {
    /// For every cell the probability that a ship occupies it.
    probabilities: Grid<f64>,
    /// How many fleets agree with the shots, as text, where they were counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    fleets: Option<String>,
    method: &'static str,
}

/// What a count may take, as the page allows it: some tenths of a second.
const COUNTING: Limits = Limits { memory: 1 << 28, nodes: 500_000 };

/// Begins a duel as the command line does: the person's fleet is drawn from child 0 of the seed, the hidden one from child 1.
pub(super) fn open(given: &str) -> Result<Box<dyn HeldGame>, Reason> {
    let options: Options = argument(given)?;
    let size = Size::new(options.rows, options.columns);
    let roster = Roster::new(options.fleet).map_err(refused)?;
    let rules = Rules::new(size, roster, options.touch).map_err(refused)?;
    let hunter: SkilledHunter = options.hunter.parse().map_err(refused)?;
    let seed: Seed = options.seed.0;
    let sequential = Sequential::new(&rules);
    let fleet = |ships: Option<Vec<Ship>>, child| match ships {
        Some(ships) => Ok(Fleet::new(ships)),
        None => sequential.draw(&mut seed.child(child).rng()).map_err(refused),
    };
    let (own, hidden) = (fleet(options.own, 0)?, fleet(options.hidden, 1)?);
    let mut session = Session::new(rules, own, hidden, hunter, seed).map_err(refused)?;
    session.set_undo_depth(options.undo.unwrap_or(UNDO_DEPTH).min(MOST_UNDO));
    Ok(Box::new(session))
}

pub(super) fn load(saved: &str) -> Result<Box<dyn HeldGame>, Reason> {
    Ok(Box::new(Session::load(saved).map_err(refused)?))
}

impl HeldGame for Session {
    fn answer(&mut self, verb: &str, given: &str) -> Answer {
        if let Some(answer) = answer_session(self, verb) {
            return answer;
        }
        match verb {
            "play" => {
                let made = argument::<Cell>(given)?;
                moved(self.play(made))
            }
            "hint" => {
                let adviser: Adviser = argument(given)?;
                let hunter = match adviser.hunter {
                    Some(name) => name.parse().map_err(refused)?,
                    None => Strategy::Density.into(),
                };
                json(&self.hint_within(hunter, adviser.budget.unwrap_or(HINT_NODES)))
            }
            "advise" => json(&knowledge(self)?),
            _ => Err(format!("there is no call {verb:?} of a duel")),
        }
    }

    fn copy(&self) -> Box<dyn HeldGame> {
        Box::new(self.clone())
    }
}

fn knowledge(session: &Session) -> Result<Knowledge, Reason> {
    let sight = session.sight(Side::Person);
    let advice = Advice::new(&sight, AdviceMethod::Exact, COUNTING, Seed(0), &());
    let advice = advice.map_err(refused)?;
    let fleets = match advice.fleets {
        FleetCount::Exact(count) => Some(count.to_string()),
        FleetCount::Estimate { .. } | FleetCount::Unknown => None,
    };
    let method = advice.method.key();
    Ok(Knowledge { probabilities: advice.probabilities, fleets, method })
}
