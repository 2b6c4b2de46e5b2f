//! `tilewright 2048 eval`: boards in, what a player thinks of them out.

use anyhow::anyhow;
use serde::{Serialize, Serializer};
use tilewright_2048::{Opinion, Strategy, name};

use super::lines;
use super::who::Maker;
use crate::arguments::Eval;
use crate::context::Context;
use crate::failure::{Failure, Hint, Verdict};

pub(crate) fn run(arguments: &Eval, context: &Context) -> Result<Verdict, Failure> {
    let maker = Maker::new(arguments.player, &arguments.who)?;
    match arguments.player {
        Strategy::Classic => {
            let mut player = maker.classic();
            lines::answer(&arguments.boards, context, |board| {
                Answer::of(player.opinion(board))
            })
        }
        Strategy::Expectimax => {
            let mut player = maker.expectimax();
            lines::answer(&arguments.boards, context, |board| {
                Answer::of(player.opinion(board))
            })
        }
        Strategy::Network => {
            let mut player = maker.network();
            lines::answer(&arguments.boards, context, |board| {
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
