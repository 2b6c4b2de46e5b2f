//! `2048/eval`: boards in, what a player thinks of them out.

use anyhow::anyhow;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tilewright_2048::{
    Board, BoardError, Hint as Advice, Opinion, Perfect, Player, Strategy, name,
};
use tilewright_draw::Picture;
use tilewright_grid::{Seed, Size, Watch};

use super::loss::number;
use super::player::{Maker, Who, check_size, solve};
use crate::lines::{self, AllAnswered, Lines};
use crate::{Answer, Host, Output, Paper, Refusal, Refuse as _, Task, Verdict, Worded};

/// How large a tile of a picture is, in pixels.
const TILE: f64 = 72.0;

/// Say what a player thinks of boards: one JSON board a line in, one opinion a line out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Eval {
    /// A file with a JSON board a line; `-` is stdin.
    #[schemars(extend("x-value" = "BOARDS", "x-position" = 1))]
    pub boards: Lines,
    /// Who is asked: classic, expectimax, network or perfect.
    #[schemars(extend("x-value" = "PLAYER"))]
    pub player: Worded<Strategy>,
    #[expect(missing_docs, reason = "its fields are keys of the request")]
    #[serde(flatten)]
    pub who: Who,
}

impl Default for Eval {
    fn default() -> Self {
        let player = Worded(Strategy::Classic);
        Self { boards: Lines::default(), player, who: Who::default() }
    }
}

impl Task for Eval {
    const NAME: &'static str = "2048/eval";
    const OUTPUTS: &'static [Output] = &[Output::Picture(
        "Draw the last board and what its moves are worth here: .svg or .png.",
    )];
    type Answer = Evaluated;

    fn check(&self) -> Result<(), Refusal> {
        let strategy = self.player.0;
        if matches!(strategy, Strategy::Random | Strategy::Greedy) {
            return Err(anyhow!("the player {strategy} has no opinion of a board"))
                .hint("ask classic, expectimax, network or perfect");
        }
        self.who.check(strategy, None)
    }

    fn run(&self, host: &dyn Host) -> Result<Evaluated, Refusal> {
        let strategy = self.player.0;
        let Some(maker) = Maker::new(strategy, &self.who, None, host)? else {
            return Ok(Evaluated { verdict: Verdict::Stopped, picture: None });
        };
        let fours = self.who.fours.get();
        let mut solved = Solved { fours, known: Vec::new(), host };
        let mut opinion = opinions(strategy, &maker, &mut solved);
        let mut last = None;
        let answered = lines::answer(host, &self.boards, |line| {
            let board = Board::from_json(line)?;
            let answer = Answered::of(opinion(board)?);
            last = Some(board);
            Ok(answer)
        });
        let AllAnswered(verdict) = answered?;
        drop(opinion);
        let is_without = verdict == Verdict::Stopped && last.is_none();
        if !host.draws() || is_without {
            return Ok(Evaluated { verdict, picture: None });
        }
        let board = last.ok_or_else(|| anyhow!("there was no board to draw"))?;
        let mut player: Box<dyn Player> = match strategy {
            Strategy::Perfect => Box::new(solved.of(board.size())?.clone()),
            _ => maker.player(),
        };
        Ok(Evaluated { verdict, picture: Some(draw(board, &mut *player)) })
    }
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
    host: &'a dyn Host,
}

impl Solved<'_> {
    fn of(&mut self, size: Size) -> anyhow::Result<&Perfect> {
        let place = self.known.iter().position(|&(known, _)| known == size);
        let place = place.map_or_else(
            || {
                let solved = solve(size, self.fours, self.host)?;
                self.known.push((size, solved.ok_or(BoardError::Cancelled)?));
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
    maker: &Maker<'a>,
    solved: &'a mut Solved<'_>,
) -> Opinions<'a> {
    match strategy {
        Strategy::Expectimax => {
            let mut player = maker.expectimax();
            Box::new(move |board| Ok(player.opinion(board)))
        }
        Strategy::Network => {
            let mut player = maker.network();
            Box::new(move |board| {
                check_size(strategy, board.size())?;
                Ok(player.opinion(board))
            })
        }
        Strategy::Perfect => Box::new(|board| {
            let opinion = solved.of(board.size())?.opinion(board);
            opinion.ok_or_else(|| anyhow!("no game comes to this board"))
        }),
        Strategy::Classic | Strategy::Random | Strategy::Greedy => {
            let mut player = maker.classic();
            Box::new(move |board| Ok(player.opinion(board)))
        }
    }
}

/// The document of a board.
#[derive(Serialize)]
struct Answered {
    #[serde(serialize_with = "number")]
    evaluation: f64,
    choice: Option<&'static str>,
    #[serde(serialize_with = "number")]
    value: f64,
}

impl Answered {
    fn of(opinion: Opinion) -> Self {
        let Opinion { evaluation, choice, value } = opinion;
        Self { evaluation, choice: choice.map(name), value }
    }
}

/// The opinions of all boards, which were handed on as items; what is left is the picture of the
/// last.
#[derive(Debug)]
pub struct Evaluated {
    verdict: Verdict,
    picture: Option<Picture>,
}

impl Answer for Evaluated {
    fn verdict(&self) -> Verdict {
        self.verdict
    }

    fn paper(&self, _: bool, _: &dyn Watch) -> anyhow::Result<Option<Paper>> {
        Ok(self.picture.clone().map(|still| Paper { still, animation: None }))
    }
}
