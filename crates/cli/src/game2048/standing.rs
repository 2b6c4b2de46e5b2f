//! Reports on games: the one that was played, and all saved games.

use serde::Serialize;
use serde_json::json;
use tilewright_2048::{Board, Session, State, Strategy};
use tilewright_grid::{Schema, Seed};
use tilewright_play::Session as _;

use super::saves::Saves;
use crate::context::{Context, tell as report};
use crate::failure::{Failure, Verdict, chain};

/// The JSON answer, `tilewright/play2048/2`.
#[derive(Serialize)]
struct Report {
    schema: Schema,
    version: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    player: Option<Strategy>,
    seed: Seed,
    /// The number of the game among those of the seed.
    game: u32,
    score: u64,
    best: u64,
    moves: u32,
    largest: u32,
    board: Board,
    over: bool,
}

impl Report {
    fn new(session: &Session, player: Option<Strategy>) -> Self {
        let State { board, score, moves_made: moves, largest, over } = session.state();
        Self {
            schema: Schema::new("play2048", 2),
            version: env!("CARGO_PKG_VERSION"),
            player,
            seed: session.setup().seed,
            game: session.number(),
            score,
            best: session.best(),
            moves,
            largest,
            board,
            over,
        }
    }
}

/// Prints the state of a game.
pub(super) fn print(
    session: &Session,
    player: Strategy,
    context: &Context,
) -> Result<(), Failure> {
    let report = Report::new(session, Some(player));
    if context.json {
        return context.print_json(&report).map(drop);
    }
    let Report { score, best, moves, largest, board, over, .. } = report;
    let end = if over { "game over" } else { "not over" };
    let text = format!(
        "score {score}, best {best}, {moves} moves, largest tile {largest}: {end}\n{board}\n"
    );
    context.print(text.as_bytes()).map(drop)
}

/// A saved game, as a line of JSON.
#[derive(Serialize)]
struct Line<'a> {
    name: &'a str,
    #[serde(flatten)]
    report: Report,
}

/// Prints the state of all saved games.
pub(super) fn list(saves: &Saves, context: &Context) -> Result<Verdict, Failure> {
    let mut verdict = Verdict::Done;
    for (name, session) in saves.all()? {
        match session {
            Ok(session) if context.json => {
                let report = Report::new(&session, None);
                context.print_json(&Line { name: &name, report })?;
            }
            Ok(session) => {
                let State { score, moves_made: moves, largest, .. } = session.state();
                let best = session.best();
                let text = format!(
                    "{name}: score {score}, best {best}, {moves} moves, largest tile {largest}\n"
                );
                context.print(text.as_bytes())?;
            }
            Err(error) => {
                verdict = Verdict::Wrong;
                let error = chain(&error);
                if context.json {
                    context.print_json(&json!({ "name": name, "error": error }))?;
                } else {
                    report(&format!("{name}: {error}"));
                }
            }
        }
    }

    Ok(verdict)
}
