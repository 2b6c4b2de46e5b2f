//! How games stand: one that was played, and all that are saved.

use serde::Serialize;
use tilewright_2048::{Board, Session, Strategy};
use tilewright_grid::{Schema, Seed};

use super::saves::Saves;
use crate::context::{Context, tell as complain};
use crate::failure::{Failure, Verdict, chain};

/// The JSON answer, `tilewright/play2048/2`.
#[derive(Serialize)]
struct Report {
    schema: Schema,
    version: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    player: Option<Strategy>,
    seed: Seed,
    /// Which game of the seed.
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
        let (game, board) = (session.game(), session.game().board());
        Self {
            schema: Schema::since(2, "play2048", 2),
            version: env!("CARGO_PKG_VERSION"),
            player,
            seed: session.table().seed,
            game: session.number(),
            score: game.score(),
            best: session.best(),
            moves: game.moves(),
            largest: board.largest(),
            board,
            over: !board.has_move(),
        }
    }
}

/// Says how a game stands.
pub(super) fn tell(
    session: &Session,
    player: Strategy,
    context: &Context,
) -> Result<(), Failure> {
    let report = Report::new(session, Some(player));
    if context.json {
        return context.print_json(&report).map(drop);
    }
    let Report { score, best, moves, largest, board, over, .. } = report;
    let end = if over { "no move is left" } else { "the game goes on" };
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

/// A saved game that cannot be read, as a line of JSON.
#[derive(Serialize)]
struct Damaged<'a> {
    name: &'a str,
    error: String,
}

/// Says how the saved games stand.
pub(super) fn list(saves: &Saves, context: &Context) -> Result<Verdict, Failure> {
    let mut verdict = Verdict::Done;
    for (name, session) in saves.all()? {
        match session {
            Ok(session) if context.json => {
                let report = Report::new(&session, None);
                context.print_json(&Line { name: &name, report })?;
            }
            Ok(session) => {
                let (game, board) = (session.game(), session.game().board());
                let text = format!(
                    "{name}: score {}, best {}, {} moves, largest tile {}\n",
                    game.score(),
                    session.best(),
                    game.moves(),
                    board.largest()
                );
                context.print(text.as_bytes())?;
            }
            Err(error) => {
                verdict = Verdict::Wrong;
                let error = chain(&error);
                if context.json {
                    context.print_json(&Damaged { name: &name, error })?;
                } else {
                    complain(&format!("{name}: {error}"));
                }
            }
        }
    }
    Ok(verdict)
}
