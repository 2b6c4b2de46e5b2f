//! Match-3: levels that are played, with the events of each step.

use serde::{Deserialize, Serialize};
use tilewright_grid::Cell;
use tilewright_match3::events::{Events, Vocabulary};
use tilewright_match3::{
    Booster, CellContents, Goal, Level, Session, SkilledBot, Strategy, UNDO_DEPTH,
    unreachable,
};
use tilewright_play::{ErrorCode, Session as _};

use super::{
    Answer, HeldGame, MOST_UNDO, Reason, TextSeed, answer_session, argument, json,
    refused, turn,
};

/// With what a game begins.
#[derive(Deserialize)]
struct Options {
    /// The level in any form that its type reads.
    level: String,
    /// Another goal than that of the level, or that of a level without one.
    goal: Option<GoalWords>,
    /// Another move limit than that of the level.
    moves: Option<u32>,
    #[serde(default)]
    seed: TextSeed,
    #[serde(default)]
    game: u32,
    undo: Option<usize>,
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
}

pub(super) fn open(given: &str) -> Result<Box<dyn HeldGame>, Reason> {
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
            "about" => {
                let level = self.rules().level();
                let pieces = level.rules().pieces().iter();
                json(&About {
                    rows: level.size().rows,
                    columns: level.size().columns,
                    colors: level.color_names(),
                    pieces: pieces.map(|piece| piece.name.clone()).collect(),
                })
            }
            "level" => {
                let mut level = self.rules().level().clone();
                level.goal = Some(self.rules().goal().clone());
                Ok(level.to_json())
            }
            "recording" => match self.replay() {
                Some(replay) => Ok(replay.to_json()),
                None => {
                    Err("the moves of this game are not known from its beginning"
                        .to_owned())
                }
            },
            "play" => {
                let cells: [Cell; 2] = argument(given)?;
                change(self, |session, see| session.play_seen(cells, see))
            }
            "boost" => {
                let booster: Booster = argument(given)?;
                change(self, |session, see| session.boost(&booster, see))
            }
            "set-cells" => {
                let cells: Vec<CellContents> = argument(given)?;
                change(self, |session, see| session.set_cells(&cells, see))
            }
            "set-goal" => {
                let goal = argument::<GoalWords>(given)?.goal()?;
                change(self, |session, see| session.set_goal(&goal, see))
            }
            "add-moves" => {
                self.add_moves(argument(given)?);
                Ok("null".to_owned())
            }
            "hint" => {
                let (bot, budget): (Option<SkilledBot>, Option<u64>) = argument(given)?;
                let bot = bot.unwrap_or_else(|| Strategy::Greedy.into());
                json(&self.hint_within(bot, budget.unwrap_or(u64::MAX)))
            }
            "reasons" => {
                let reasons = self.reasons(argument(given)?).map_err(refused)?;
                let words = Vocabulary::new(self.rules());
                let reasons: Vec<_> =
                    reasons.into_iter().map(|reason| words.reason(reason)).collect();
                json(&reasons)
            }
            _ => Err(format!("there is no call {verb:?} of a game of match-3")),
        }
    }

    fn copy(&self) -> Box<dyn HeldGame> {
        Box::new(self.clone())
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
