//! Battleship: duels against a hunter, hints, and what the shots tell of the hidden fleet.

use serde::{Deserialize, Serialize};
use tilewright_battleship::{
    Advice, AdviceMethod, Fleet, FleetCount, HINT_NODES, Limits, Roster, Rules,
    Sequential, Session, Ship, Side, SkilledHunter, Strategy, Touch, UNDO_DEPTH,
};
use tilewright_grid::{Cell, Grid, Seed, Size};
use tilewright_play::Session as _;

use super::{
    Answer, GivenSeed, MOST_UNDO, Reason, answer_session, argument, json, moved, refused,
};

/// With what a duel begins.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Options {
    rows: Option<u32>,
    columns: Option<u32>,
    fleet: Option<FleetWords>,
    touch: Option<Touch>,
    hunter: Option<String>,
    /// The person's fleet; a random one if there is none.
    own: Option<Vec<Ship>>,
    /// The fleet that the hunter hides; a random one if there is none.
    hidden: Option<Vec<Ship>>,
    #[serde(default)]
    seed: GivenSeed,
    undo: Option<usize>,
}

/// The lengths of the ships in words, such as `russian`, or in a list.
#[derive(Deserialize)]
#[serde(untagged)]
enum FleetWords {
    Word(String),
    Lengths(Vec<u32>),
}

/// Who gives a hint, within a budget.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
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

/// The rows and columns of a field where none are said.
const SIDE: u32 = 10;

/// The opponent where none is named.
const HUNTER: &str = "intermediate";

/// What a count may take, as the page allows it: some tenths of a second.
const COUNTING: Limits = Limits { memory: 1 << 28, nodes: 500_000 };

/// Begins a duel as the command line does: the person's fleet is drawn from child 0 of the seed, the hidden one from child 1.
pub(super) fn open(given: &str) -> Result<Session, Reason> {
    let options: Options = argument(given)?;
    let (rows, columns) = (options.rows.unwrap_or(SIDE), options.columns.unwrap_or(SIDE));
    let (roster, usual) = match options.fleet {
        None => (Ok(Roster::russian()), None),
        Some(FleetWords::Word(word)) => (word.parse(), Roster::usual_touch(&word)),
        Some(FleetWords::Lengths(lengths)) => (Roster::new(lengths), None),
    };
    let touch = options.touch.or(usual).unwrap_or(Touch::Never);
    let rules = Rules::new(Size::new(rows, columns), roster.map_err(refused)?, touch);
    let rules = rules.map_err(refused)?;
    let hunter = options.hunter.as_deref().unwrap_or(HUNTER);
    let hunter: SkilledHunter = hunter.parse().map_err(refused)?;
    let seed: Seed = options.seed.0;
    let sequential = Sequential::new(&rules);
    let fleet = |ships: Option<Vec<Ship>>, child| match ships {
        Some(ships) => Ok(Fleet::new(ships)),
        None => sequential.draw(&mut seed.child(child).rng()).map_err(refused),
    };
    let (own, hidden) = (fleet(options.own, 0)?, fleet(options.hidden, 1)?);
    let mut session = Session::new(rules, own, hidden, hunter, seed).map_err(refused)?;
    session.set_undo_depth(options.undo.unwrap_or(UNDO_DEPTH).min(MOST_UNDO));
    Ok(session)
}

pub(super) fn answer(session: &mut Session, verb: &str, given: &str) -> Answer {
    if let Some(answer) = answer_session(session, verb) {
        return answer;
    }
    match verb {
        "play" => {
            let made = argument::<Cell>(given)?;
            moved(session.play(made))
        }
        "hint" => {
            let adviser: Adviser = argument::<Option<_>>(given)?.unwrap_or_default();
            let hunter = match adviser.hunter {
                Some(name) => name.parse().map_err(refused)?,
                None => Strategy::Density.into(),
            };
            json(&session.hint_within(hunter, adviser.budget.unwrap_or(HINT_NODES)))
        }
        "advise" => json(&knowledge(session)?),
        _ => Err(format!("there is no call {verb:?} of a duel")),
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
