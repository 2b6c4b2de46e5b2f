//! `2048/eval`: evaluates boards with a player.

use anyhow::anyhow;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use smart_default::SmartDefault;
use tilewright_2048::{
    Board, BoardError, BoardEvaluation, Hint as Advice, MAX_SIDE, NetworkError,
    PerfectPlayer, Player, Strategy, move_name,
};
use tilewright_draw::Picture;
use tilewright_grid::{Heading, Seed, Size, Watch};

use super::player::{PlayerFactory, PlayerOptions, check_size, names, solve};
use super::read_board;
use super::terminal_value::number;
use crate::lines::{self, Lines, LinesAnswer};
use crate::{
    Answer, Drawing, Host, Output, Refusal, Refuse as _, Task, TextValue, Verdict,
};

/// The width of a tile in pictures, in pixels.
const TILE: f64 = 72.0;

/// Evaluate boards with a player: answers each board with one line of JSON that holds its
/// evaluation without a search, the best move and its value by the search. Values of one search can be compared, deeper ones are
/// often higher. `downgraded` marks a board that the player saw with
/// smaller tiles, since its own are too large for it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, SmartDefault)]
#[serde(default)]
pub struct EvalRequest {
    /// File of boards: one JSON board per line, or the rows of each board as lines of numbers
    /// (0 or . is an empty cell), with an empty line after each board; `-` is stdin.
    #[schemars(extend("x-value" = "BOARDS", "x-position" = 1))]
    pub boards: Lines,
    /// Player that evaluates the boards; network and its values are for 4 × 4 boards.
    #[schemars(extend("x-value" = "PLAYER", "x-names" = json!({ "Players": names(Strategy::evaluates) })))]
    #[default(TextValue(Strategy::Network))]
    pub player: TextValue<Strategy>,
    /// Add the values of the moves up, right, down and left to each answer; null for illegal moves.
    /// For network each is the move's own points plus the value of the board after it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schemars(extend("default" = false))]
    pub values: bool,
    /// The options of the player.
    #[serde(flatten)]
    pub options: PlayerOptions,
}

impl Task for EvalRequest {
    const NAME: &'static str = "2048/eval";
    const OUTPUTS: &'static [Output] = &[Output::Picture(
        "Draw the last board and the values of its moves: .svg or .png.",
    )];

    fn check(&self) -> Result<(), Refusal> {
        let strategy = self.player.0;
        if !strategy.evaluates() {
            let players = names(Strategy::evaluates).join(", ");
            return Err(anyhow!("the player {strategy} does not evaluate boards"))
                .hint(format!("choose one of {players}"));
        }
        self.options.check(strategy, None)
    }

    fn run(&self, host: &dyn Host) -> Result<Box<dyn Answer>, Refusal> {
        let strategy = self.player.0;
        let factory = PlayerFactory::new(strategy, &self.options, None, host)?;
        let stopped = || -> Result<Box<dyn Answer>, Refusal> {
            Ok(Box::new(EvalAnswer::without(Verdict::Stopped)))
        };
        let Some(factory) = factory else { return stopped() };

        let four_probability = self.options.four_probability.get();
        let mut solved = Solutions { four_probability, known: Vec::new(), host };
        let mut evaluate = evaluator(strategy, &factory, &mut solved, self.values);

        let mut last = None;
        let answered = lines::answer_grids(host, &self.boards, MAX_SIDE, |board| {
            let board = read_board(board)?;
            let (evaluation, values) = match evaluate(board) {
                Err(error) if is_cancelled(&error) => return Ok(None),
                found => found?,
            };

            // A search that the host stopped finds no moves.
            let is_missed = self.values && values == [None; 4];
            if board.has_move() && (evaluation.choice.is_none() || is_missed) {
                return Ok(None);
            }

            last = Some(board);
            Ok(Some(EvalLine::of(evaluation, self.values.then_some(values))))
        });
        let LinesAnswer(verdict) = answered?;
        // Ends its borrow of the solutions, which the picture below needs.
        drop(evaluate);

        if !host.draws_picture() || verdict == Verdict::Stopped && last.is_none() {
            return Ok(Box::new(EvalAnswer::without(verdict)));
        }
        let Some(board) = last else {
            return Ok(Box::new(EvalAnswer {
                is_empty: true,
                ..EvalAnswer::without(verdict)
            }));
        };

        let mut player: Box<dyn Player> = match strategy {
            Strategy::Perfect => Box::new(solved.of(board.size())?.clone()),
            _ => factory.player(),
        };
        let picture = Some(draw(board, &mut *player));

        // Stopped meanwhile, the player has given no values.
        if host.look().is_break() {
            return stopped();
        }

        Ok(Box::new(EvalAnswer { picture, ..EvalAnswer::without(verdict) }))
    }
}

/// The board beside the values of its moves.
fn draw(board: Board, player: &mut dyn Player) -> Picture {
    let hint = Advice::of(player, board, &mut Seed(0).rng());
    let board = board.picture(TILE);
    let bars = hint.picture(2.5 * TILE, board.height);
    Picture::beside(&[board, bars], TILE / 6.0, "a board and the values of its moves")
}

/// The solutions for the board sizes that have come up so far.
struct Solutions<'a> {
    four_probability: f64,
    known: Vec<(Size, PerfectPlayer)>,
    host: &'a dyn Host,
}

impl Solutions<'_> {
    fn of(&mut self, size: Size) -> anyhow::Result<&PerfectPlayer> {
        let place = self.known.iter().position(|&(known, _)| known == size);
        let place = place.map_or_else(
            || {
                let solved = solve(size, self.four_probability, self.host)?;
                self.known.push((size, solved.ok_or(BoardError::Cancelled)?));
                anyhow::Ok(self.known.len() - 1)
            },
            Ok,
        )?;
        Ok(&self.known[place].1)
    }
}

/// Evaluates one board after the other.
type Evaluator<'a> =
    Box<dyn FnMut(Board) -> anyhow::Result<(BoardEvaluation, Values)> + 'a>;

/// The values of the moves up, right, down and left; none for illegal ones.
type Values = [Option<f64>; 4];

/// Whether the host stopped the solving of a board size.
fn is_cancelled(error: &anyhow::Error) -> bool {
    matches!(error.downcast_ref(), Some(BoardError::Cancelled))
}

/// Evaluates boards by a player, and the moves on them if they are asked for.
fn evaluator<'a>(
    strategy: Strategy,
    factory: &PlayerFactory<'a>,
    solved: &'a mut Solutions<'_>,
    asks_values: bool,
) -> Evaluator<'a> {
    let values = move |player: &mut dyn Player, board| {
        if asks_values { player.values(board) } else { [None; 4] }
    };

    match strategy {
        Strategy::Expectimax => {
            let mut player = factory.expectimax();
            Box::new(move |board| {
                Ok((player.evaluate(board), values(&mut player, board)))
            })
        }
        Strategy::Network => {
            let mut player = factory.network();
            Box::new(move |board| {
                check_size(strategy, board.size())?;
                let player = player.as_mut().ok_or(NetworkError::NotBuiltIn)?;
                Ok((player.evaluate(board), values(player, board)))
            })
        }
        Strategy::Perfect => Box::new(move |board| {
            let solved = solved.of(board.size())?;
            let evaluation = solved.evaluate(board);
            let evaluation =
                evaluation.ok_or_else(|| anyhow!("no game can reach this board"))?;
            Ok((evaluation, values(&mut solved.clone(), board)))
        }),
        Strategy::Classic | Strategy::Random | Strategy::Greedy => {
            let mut player = factory.classic();
            Box::new(move |board| {
                Ok((player.evaluate(board), values(&mut player, board)))
            })
        }
    }
}

/// The answer for one board.
#[derive(Serialize)]
struct EvalLine {
    #[serde(serialize_with = "number")]
    evaluation: f64,
    choice: Option<&'static str>,
    #[serde(serialize_with = "number")]
    value: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    values: Option<Map<String, Value>>,
    /// Whether the player saw smaller tiles.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    downgraded: bool,
}

impl EvalLine {
    fn of(evaluation: BoardEvaluation, values: Option<Values>) -> Self {
        let BoardEvaluation { evaluation, choice, value, is_downgraded } = evaluation;
        let values = values.map(|values| {
            let named = Heading::ALL.into_iter().zip(values);
            named
                .map(|(heading, value)| (move_name(heading).to_owned(), json(value)))
                .collect()
        });
        let choice = choice.map(move_name);
        Self { evaluation, choice, value, values, downgraded: is_downgraded }
    }
}

/// The value of a move; that of a move that ends the game may be `"-inf"`.
fn json(value: Option<f64>) -> Value {
    match value {
        Some(value) if value == f64::NEG_INFINITY => "-inf".into(),
        value => value.into(),
    }
}

/// The picture of the last board. The evaluations themselves were reported line by line.
struct EvalAnswer {
    verdict: Verdict,
    picture: Option<Picture>,
    /// Whether a picture was asked for, but no board could be read.
    is_empty: bool,
}

impl EvalAnswer {
    const fn without(verdict: Verdict) -> Self {
        Self { verdict, picture: None, is_empty: false }
    }
}

impl Answer for EvalAnswer {
    fn verdict(&self) -> Verdict {
        self.verdict
    }

    fn drawing(&self, _: bool, _: &dyn Watch) -> anyhow::Result<Option<Drawing>> {
        anyhow::ensure!(
            !self.is_empty,
            "no board to draw: the input holds none that can be read"
        );
        Ok(self.picture.clone().map(|still| Drawing { still, animation: None }))
    }
}
