//! The request of `2048/analyze`.

use anyhow::{Context as _, anyhow};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use serde_with::skip_serializing_none;
use smart_default::SmartDefault;
use tilewright_2048::{Assessment, FOUR_PROBABILITY, Record, Strategy};
use tilewright_grid::Size;

use super::super::player::{PlayerFactory, names};
use super::answer::AnalyzeAnswer;
use super::coach::{Coach, CoachOptions, Lesson, chosen};
use crate::{
    Answer, BoundedInteger, BoundedNumber, Event, Host, Input, NamedOutput, Output,
    Refusal, Refuse as _, Task, TextValue, Verdict, input,
};

/// The maximum size of a recorded game, in bytes: as many boards as a game can have, each with its move as JSON.
const MAX_RECORD: u64 = 1 << 24;

/// The most cells of a board that is solved without being asked for: 3 × 3 takes a minute and 1 GB.
const SOLVED_CELLS: u32 = 6;

/// Analyze a game: value all four moves of every position, rank the moves that lost the most, and say why and what was
/// better. Where a move seems to have lost 1 % of the expected final score or more, the network plays 1,000 games on after it and 1,000
/// after the best one (fewer if there are more than 200 such moves). An inaccuracy lowers the expected final score by 1 %, a mistake by 2.5 %, a blunder by 5 %.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, SmartDefault)]
#[serde(default)]
pub struct AnalyzeRequest {
    /// Game: a file saved by `2048/play`, the saved game of the original 2048, or boards as text or JSON,
    /// with an empty line after each and below it, if it is known, the move that was made; `-` is stdin. A move that
    /// is not given is found from the next board.
    #[schemars(extend("x-value" = "GAME", "x-position" = 1))]
    #[default(Input::Name(input::DASH.to_owned()))]
    pub game: Input,
    /// Number of moves to explain, the costliest first; of boards without moves, the first boards.
    #[schemars(extend("x-value" = "N"))]
    #[default(BoundedInteger::of(3))]
    pub worst: BoundedInteger<0, 100>,
    /// Player that values the moves (default: network on 4 × 4 boards, perfect on boards of at most
    /// 6 cells, expectimax on the others, whose values are no points).
    #[schemars(extend("x-value" = "PLAYER", "x-names" = json!({ "Players": names(is_coach) })))]
    pub player: Option<TextValue<Strategy>>,
    /// Network file for the player network, written by `2048/train` (default: the built-in
    /// network).
    #[schemars(extend("x-value" = "FILE"))]
    pub network: Option<String>,
    /// Positions that the search of each move may expand; expectimax, which takes longer for each, a tenth of them, and
    /// perfect none.
    #[schemars(extend("x-value" = "N"))]
    #[default(BoundedInteger::of(10_000))]
    pub nodes_per_move: BoundedInteger<1, 10_000_000>,
    /// Probability that a new tile is a 4 instead of a 2. The probability in a saved game comes before it.
    #[schemars(extend("x-value" = "P"))]
    #[default(BoundedNumber::of(FOUR_PROBABILITY))]
    pub four_probability: BoundedNumber<0, 1>,
}

/// The search with which the bounds of grades were measured, by the built-in network.
const GRADED: u32 = 10_000;

/// Whether the values of a player can tell how much a move lost: all moves are valued on one scale, and none is −∞.
const fn is_coach(strategy: Strategy) -> bool {
    matches!(strategy, Strategy::Expectimax | Strategy::Network | Strategy::Perfect)
}

/// The strongest player that answers soon on boards of that size.
fn strongest(size: Size) -> Strategy {
    if size.area() as u32 <= SOLVED_CELLS {
        Strategy::Perfect
    } else {
        Strategy::usual(size)
    }
}

impl Task for AnalyzeRequest {
    const NAME: &'static str = "2048/analyze";
    const OUTPUTS: &'static [Output] = &[
        Output::File(NamedOutput {
            name: "output",
            what: "positions",
            endings: &["jsonl", "json"],
            help: "Write one line of JSON for each position to this file: board, move, values, loss.",
        }),
        Output::Picture(
            "Draw the expected final score and the moves that lost the most: .svg or .png.",
        ),
    ];

    fn check(&self) -> Result<(), Refusal> {
        let Some(TextValue(strategy)) = self.player else { return Ok(()) };
        if !is_coach(strategy) {
            let players = names(is_coach).join(", ");
            return Err(anyhow!("the player {strategy} cannot tell what a move lost"))
                .hint(format!("choose one of {players}"));
        }
        if self.network.is_some() && strategy != Strategy::Network {
            return Err(anyhow!("the player {strategy} has no `network`"))
                .hint("say {player=network}");
        }
        Ok(())
    }

    fn run(&self, host: &dyn Host) -> Result<Box<dyn Answer>, Refusal> {
        let record = self.record(host)?;
        let size = record.positions[0].board.size();
        let strategy = self.player.map_or_else(|| strongest(size), |player| player.0);
        let four_probability =
            record.four_probability.unwrap_or_else(|| self.four_probability.get());
        let options = CoachOptions::new(
            strategy,
            self.network.clone(),
            self.nodes_per_move.get(),
            four_probability,
        );
        options.usual().check(strategy, Some(size))?;
        let factory = PlayerFactory::new(strategy, options.usual(), Some(size), host)?;
        let Some(factory) = factory else {
            return Ok(Box::new(self.answer(record, &options, Vec::new(), Vec::new())));
        };

        let coach = Coach { options: &options, factory: &factory, host };
        let explained = self.worst.get() as usize;
        let found = coach.assess(&record, explained)?;
        if host.look().is_break() {
            return Ok(Box::new(self.answer(record, &options, found, Vec::new())));
        }
        let mut chosen = chosen(&record, &found);
        chosen.truncate(explained);
        host.tell(Event::Begun { doing: "explaining", steps: Some(chosen.len() as u64) });
        let mut lessons: Vec<Lesson> = Vec::new();
        for (at, done) in chosen.into_iter().zip(1..) {
            let lesson = coach.lesson(at, &record.positions[at], &found[at]);
            if host.look().is_break() {
                break;
            }
            lessons.extend(lesson);
            host.tell(Event::Reached(done));
        }
        host.tell(Event::Ended);
        let answer = self.answer(record, &options, found, lessons);
        let verdict =
            if host.look().is_break() { Verdict::Stopped } else { Verdict::Done };
        Ok(Box::new(AnalyzeAnswer { verdict, ..answer }))
    }
}

impl AnalyzeRequest {
    fn record(&self, host: &dyn Host) -> Result<Record, Refusal> {
        let bytes = self.game.bytes(host, MAX_RECORD);
        // More may come from stdin, and within the request.
        let bytes = bytes.and_then(|bytes| input::limited(bytes.as_slice(), MAX_RECORD));
        let text = bytes.and_then(|bytes| input::text(bytes, 1));
        let text = text.with_context(|| self.game.to_string())?;
        let record = Record::read(&text).with_context(|| self.game.to_string());
        record.hint(
            "give a saved game, or boards as rows of numbers with an empty line after each",
        )
    }

    /// The answer if the run was stopped with these positions analyzed.
    fn answer(
        &self,
        record: Record,
        options: &CoachOptions,
        found: Vec<Assessment>,
        lessons: Vec<Lesson>,
    ) -> AnalyzeAnswer {
        AnalyzeAnswer {
            record,
            strategy: options.strategy,
            nodes: options.nodes(),
            is_graded: options.strategy == Strategy::Network
                && self.network.is_none()
                && self.nodes_per_move.get() >= GRADED,
            found,
            lessons,
            verdict: Verdict::Stopped,
        }
    }
}
