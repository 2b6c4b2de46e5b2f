//! `tilewright 2048 eval`: boards in, what a player thinks of them out.

use anyhow::anyhow;
use serde::{Serialize, Serializer};
use tilewright_2048::{Board, Hint as Advice, Opinion, Perfect, Player, Strategy, name};
use tilewright_draw::{Format, Picture, export};
use tilewright_grid::{Seed, Size};
use tilewright_tasks::lines::{self, Lines};

use super::who::{self, Maker};
use crate::arguments::Eval;
use crate::context::Context;
use crate::door::{Desk, Manner};
use crate::failure::{Failure, Hint, Verdict};
use crate::files;

/// How large a tile of a picture is, in pixels.
const TILE: f64 = 72.0;

pub(crate) fn run(arguments: &Eval, context: &Context) -> Result<Verdict, Failure> {
    let format = arguments.picture.as_deref().map(Format::from_path).transpose()?;
    if let Some(path) = &arguments.picture {
        files::check_free(path, context.force)?;
    }
    let maker = Maker::new(arguments.player, &arguments.who, None, context)?;
    let mut solved = Solved { fours: arguments.who.fours, known: Vec::new(), context };
    let mut last = None;
    let mut opinion = opinions(arguments.player, &maker, &mut solved)?;
    let desk = Desk::new(context);
    let boards = Lines::Name(files::name(&arguments.boards)?);
    let answered = lines::answer(&desk, &boards, |line| {
        let board = Board::from_json(line)?;
        let answer = Answer::of(opinion(board)?);
        last = Some(board);
        Ok(answer)
    });
    desk.close()?;
    let verdict =
        Verdict::from(answered.map_err(|refusal| Manner::Flags.failure(refusal))?.0);
    drop(opinion);
    if let Some((path, format)) = arguments.picture.as_deref().zip(format) {
        let board = last.ok_or_else(|| anyhow!("there was no board to draw"))?;
        let mut player: Box<dyn Player> = match arguments.player {
            Strategy::Perfect => Box::new(solved.of(board.size())?.clone()),
            _ => maker.player(),
        };
        let drawn = export(&draw(board, &mut *player), None, format)?;
        files::write(path, &drawn, context.force)?;
    }
    Ok(verdict)
}

/// The board beside what the player expects of its moves.
fn draw(board: Board, player: &mut dyn Player) -> Picture {
    let hint = Advice::of(player, board, &mut Seed(0).rng());
    let board = board.picture(TILE);
    let bars = hint.picture(2.5 * TILE, board.height);
    Picture::beside(&[board, bars], TILE / 6.0, "a board and what its moves are worth")
}

/// The boards of the sizes that were asked for, solved.
struct Solved<'a> {
    fours: f64,
    known: Vec<(Size, Perfect)>,
    context: &'a Context,
}

impl Solved<'_> {
    fn of(&mut self, size: Size) -> anyhow::Result<&Perfect> {
        let place = self.known.iter().position(|&(known, _)| known == size);
        let place = place.map_or_else(
            || {
                self.known.push((size, who::solve(size, self.fours, self.context)?));
                anyhow::Ok(self.known.len() - 1)
            },
            Ok,
        )?;
        Ok(&self.known[place].1)
    }
}

/// What the player thinks of a board.
type Opinions<'a> = Box<dyn FnMut(Board) -> anyhow::Result<Opinion> + 'a>;

fn opinions<'a>(
    strategy: Strategy,
    maker: &Maker<'_>,
    solved: &'a mut Solved<'_>,
) -> Result<Opinions<'a>, Failure> {
    Ok(match strategy {
        Strategy::Classic => {
            let mut player = maker.classic();
            Box::new(move |board| Ok(player.opinion(board)))
        }
        Strategy::Expectimax => {
            let mut player = maker.expectimax();
            Box::new(move |board| Ok(player.opinion(board)))
        }
        Strategy::Network => {
            let mut player = maker.network();
            Box::new(move |board| {
                who::check_size(strategy, board.size())?;
                Ok(player.opinion(board))
            })
        }
        Strategy::Perfect => Box::new(|board| {
            let opinion = solved.of(board.size())?.opinion(board);
            opinion.ok_or_else(|| anyhow!("no game comes to this board"))
        }),
        Strategy::Random | Strategy::Greedy => {
            return Err(anyhow!("the player {strategy} has no opinion of a board"))
                .hint("ask classic, expectimax, network or perfect");
        }
    })
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
