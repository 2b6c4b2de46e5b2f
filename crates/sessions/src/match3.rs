//! Match-3: levels that are played, with the events of each step.

use serde::{Deserialize, Serialize};
use tilewright_grid::Cell;
use tilewright_match3::events::{Events, Vocabulary};
use tilewright_match3::{
    Booster, CellContents, Goal, Level, Session, SkilledBot, Strategy, UNDO_DEPTH,
    unreachable,
};
use tilewright_play::ErrorCode;

use super::{
    Answer, GivenSeed, MOST_UNDO, Reason, answer_session, argument, json, refused, text,
    turn,
};

/// With what a game begins.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Options {
    /// The level in any form that its type reads.
    level: String,
    /// Another goal than that of the level, or that of a level without one.
    goal: Option<GoalWords>,
    /// Another move limit than that of the level.
    moves: Option<u32>,
    #[serde(default)]
    seed: GivenSeed,
    #[serde(default)]
    game: u32,
    undo: Option<usize>,
}

/// Who gives a hint, within a budget.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Adviser {
    bot: Option<SkilledBot>,
    budget: Option<u64>,
}

/// A goal in words, of several parts in a list, or as in the document of a level.
#[derive(Deserialize)]
#[serde(untagged)]
enum GoalWords {
    One(String),
    Several(Vec<String>),
    Document(Goal),
}

impl GoalWords {
    fn goal(self) -> Result<Goal, Reason> {
        let read = |word: String| word.parse::<Goal>().map_err(refused);
        match self {
            Self::Document(goal) => Ok(goal),
            Self::One(word) => read(word),
            Self::Several(words) => {
                let all = words.into_iter().map(read).collect::<Result<_, _>>()?;
                Ok(Goal::All { all })
            }
        }
    }
}

/// What a screen knows of a game before it begins.
#[derive(Serialize)]
struct About {
    rows: u32,
    columns: u32,
    colors: Vec<String>,
    pieces: Vec<String>,
    /// Blockers, ingredients, covers and grounds, by the numbers of their looks.
    kinds: Vec<String>,
}

impl About {
    fn of(level: &Level) -> Self {
        let pieces = level.rules().pieces().iter();
        let kinds = level.rules().blocks().iter();
        Self {
            rows: level.size().rows,
            columns: level.size().columns,
            colors: level.color_names(),
            pieces: pieces.map(|piece| piece.name.clone()).collect(),
            kinds: kinds.map(|kind| kind.name.clone()).collect(),
        }
    }
}

pub(super) fn open(given: &str) -> Result<Session, Reason> {
    let options: Options = argument(given)?;
    let mut level: Level = options.level.parse().map_err(refused)?;
    if let Some(moves) = options.moves {
        level.moves = Some(moves);
    }
    let goal = match options.goal {
        Some(words) => words.goal()?,
        None => level.goal.clone().ok_or("the level has no goal, and none is given")?,
    };
    let mut session =
        Session::new(&level, &goal, options.seed.0, options.game).map_err(refused)?;
    if let Some(why) = unreachable(session.rules()) {
        return Err(format!("the goal {goal} cannot be reached: {why}"));
    }
    session.set_undo_depth(options.undo.unwrap_or(UNDO_DEPTH).min(MOST_UNDO));
    Ok(session)
}

pub(super) fn answer(session: &mut Session, verb: &str, given: &str) -> Answer {
    if let Some(answer) = answer_session(session, verb) {
        return answer;
    }
    match verb {
        "about" => json(&About::of(session.rules().level())),
        "level" => {
            let mut level = session.rules().level().clone();
            level.goal = Some(session.rules().goal().clone());
            Ok(text(level.to_json()))
        }
        "recording" => match session.replay() {
            Some(replay) => Ok(text(replay.to_json())),
            None => {
                Err("the moves of this game are not known from its beginning".to_owned())
            }
        },
        "play" => {
            let cells: [Cell; 2] = argument(given)?;
            change(session, |session, see| session.play_seen(cells, see))
        }
        "boost" => {
            let booster: Booster = argument(given)?;
            change(session, |session, see| session.boost(&booster, see))
        }
        "set-cells" => {
            let cells: Vec<CellContents> = argument(given)?;
            change(session, |session, see| session.set_cells(&cells, see))
        }
        "set-goal" => {
            let goal = argument::<GoalWords>(given)?.goal()?;
            change(session, |session, see| session.set_goal(&goal, see))
        }
        "add-moves" => {
            session.add_moves(argument(given)?);
            Ok(text("null".to_owned()))
        }
        "hint" => {
            let Adviser { bot, budget } =
                argument::<Option<_>>(given)?.unwrap_or_default();
            let bot = bot.unwrap_or_else(|| Strategy::Greedy.into());
            json(&session.hint_within(bot, budget.unwrap_or(u64::MAX)))
        }
        "reasons" => {
            let reasons = session.reasons(argument(given)?).map_err(refused)?;
            let words = Vocabulary::new(session.rules());
            let reasons: Vec<_> =
                reasons.into_iter().map(|reason| words.reason(reason)).collect();
            json(&reasons)
        }
        _ => Err(format!("there is no call {verb:?} of a game of match-3")),
    }
}

/// Changes a game, with the events of the change.
fn change<E: ErrorCode>(
    session: &mut Session,
    change: impl FnOnce(&mut Session, &mut dyn FnMut(Events<'_>)) -> Result<(), E>,
) -> Answer {
    let (changed, events) = session.told(change);
    turn(changed, events)
}
