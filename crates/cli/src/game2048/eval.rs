//! `tilewright 2048 eval`: boards in, what a player thinks of them out.

use anyhow::anyhow;
use serde::{Serialize, Serializer};
use tilewright_2048::{Board, Hint as Advice, Opinion, Strategy, name};
use tilewright_draw::{Format, Picture, export};
use tilewright_grid::Seed;

use super::lines;
use super::who::Maker;
use crate::arguments::Eval;
use crate::context::Context;
use crate::failure::{Failure, Hint, Verdict};
use crate::files;

/// How large a tile of a picture is, in pixels.
const TILE: f64 = 72.0;

pub(crate) fn run(arguments: &Eval, context: &Context) -> Result<Verdict, Failure> {
    let format = arguments.picture.as_deref().map(Format::from_path).transpose()?;
    if let Some(path) = &arguments.picture {
        files::check_free(path, context.force)?;
    }
    let maker = Maker::new(arguments.player, &arguments.who)?;
    let mut last = None;
    let verdict = answer(arguments, &maker, &mut last, context)?;
    if let Some((path, format)) = arguments.picture.as_deref().zip(format) {
        let board = last.ok_or_else(|| anyhow!("there was no board to draw"))?;
        let drawn = export(&draw(board, &maker), None, format)?;
        files::write(path, &drawn, context.force)?;
    }
    Ok(verdict)
}

/// The board beside what the player expects of its moves.
fn draw(board: Board, maker: &Maker<'_>) -> Picture {
    let hint = Advice::of(&mut *maker.player(), board, &mut Seed(0).rng());
    let board = board.picture(TILE);
    let bars = hint.picture(2.5 * TILE, board.height);
    Picture::beside(&[board, bars], TILE / 6.0, "a board and what its moves are worth")
}

/// Answers every board and keeps the last one.
fn answer(
    arguments: &Eval,
    maker: &Maker<'_>,
    last: &mut Option<Board>,
    context: &Context,
) -> Result<Verdict, Failure> {
    match arguments.player {
        Strategy::Classic => {
            let mut player = maker.classic();
            lines::answer(&arguments.boards, context, |board| {
                *last = Some(board);
                Answer::of(player.opinion(board))
            })
        }
        Strategy::Expectimax => {
            let mut player = maker.expectimax();
            lines::answer(&arguments.boards, context, |board| {
                *last = Some(board);
                Answer::of(player.opinion(board))
            })
        }
        Strategy::Network => {
            let mut player = maker.network();
            lines::answer(&arguments.boards, context, |board| {
                *last = Some(board);
                Answer::of(player.opinion(board))
            })
        }
        Strategy::Random | Strategy::Greedy => {
            Err(anyhow!("the player {} has no opinion of a board", arguments.player))
                .hint("ask classic, expectimax or network")
        }
    }
}

/// The JSON answer for a board.
#[derive(Serialize)]
struct Answer {
    #[serde(serialize_with = "number")]
    evaluation: f64,
    choice: Option<&'static str>,
    #[serde(serialize_with = "number")]
    value: f64,
}

impl Answer {
    fn of(opinion: Opinion) -> Self {
        let Opinion { evaluation, choice, value } = opinion;
        Self { evaluation, choice: choice.map(name), value }
    }
}

/// Writes a number; −∞, which JSON does not have, as a word.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn number<S: Serializer>(number: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    if number.is_finite() {
        serializer.serialize_f64(*number)
    } else {
        serializer.serialize_str("-inf")
    }
}
