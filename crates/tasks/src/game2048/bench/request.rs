//! The request of `2048/bench`.

use serde_with::skip_serializing_none;
use std::ops::{ControlFlow, Range};

use anyhow::anyhow;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use smart_default::SmartDefault;
use tilewright_2048::{Outcome, Setup, Statistics, Strategy, play_each};
use tilewright_grid::{Seed, Size, checksum};

use super::super::counter::MoveCounter;
use super::super::player::{PlayerFactory, PlayerOptions, names};
use super::super::speed::tell_speed;
use super::answer::{BenchAnswer, GameLine, Report};
use crate::answer::line;
use crate::items::Items;
use crate::lines::LineAnswer;
use crate::{
    Answer, BoundedInteger, Event, Host, NamedOutput, Output, Refusal, Refuse as _,
    ResumeSupport, Task, TextValue, Verdict,
};

/// Play many games and report how strong and how fast a player is.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, SmartDefault)]
#[serde(default)]
pub struct BenchRequest {
    /// Player; classic is the player of the article *2048 AI*, network plays on 4 × 4 boards only, perfect
    /// plays optimally on boards of at most 9 cells, of which 3 × 3 takes a minute and 1 GB of memory to
    /// solve first.
    #[schemars(extend("x-value" = "PLAYER", "x-names" = json!({ "Players": names(|_| true) })))]
    #[default(TextValue(Strategy::Network))]
    pub player: TextValue<Strategy>,
    /// Games to play (default: 20 for network, 100 for the other players).
    #[schemars(extend("x-value" = "N"))]
    pub games: Option<BoundedInteger<1, 10_000_000>>,
    /// Rows of the board.
    #[schemars(extend("x-value" = "N"))]
    #[default(BoundedInteger::of(4))]
    pub rows: BoundedInteger<2, 5>,
    /// Columns of the board.
    #[schemars(extend("x-value" = "N"))]
    #[default(BoundedInteger::of(4))]
    pub columns: BoundedInteger<2, 5>,
    /// Print one line of JSON for each finished game instead of the summary.
    pub jsonl: bool,
    /// The options of the player.
    #[serde(flatten)]
    pub options: PlayerOptions,
    /// Seed of all random choices (default: a random seed, which is reported).
    #[schemars(with = "Option<u64>")]
    pub seed: Option<Seed>,
}

impl Task for BenchRequest {
    const NAME: &'static str = "2048/bench";
    const OUTPUTS: &'static [Output] = &[
        Output::File(NamedOutput {
            name: "output",
            what: "games",
            endings: &["jsonl", "json"],
            help: "Write one line of JSON for each game to this file.",
        }),
        Output::Picture(
            "Draw the distribution of the scores and how often each tile is reached: .svg or .png.",
        ),
    ];
    const KEEPING: ResumeSupport = ResumeSupport::Parts;
    const GROWS_BY: &'static [&'static str] = &["games"];

    fn check(&self) -> Result<(), Refusal> {
        self.options.check(self.player.0, Some(self.size()))
    }

    fn seed(&mut self) -> Option<&mut Option<Seed>> {
        Some(&mut self.seed)
    }

    fn check_divided(&self) -> Result<(), Refusal> {
        if self.options.ms_per_move.is_none() {
            return Ok(());
        }
        Err(anyhow!(
            "games with a time limit for moves cannot be divided: they depend on the machine"
        ))
        .hint("give {nodes_per_move} instead of {ms_per_move}")
    }

    fn run(&self, host: &dyn Host) -> Result<Box<dyn Answer>, Refusal> {
        if host.draws_animation() {
            return Err(anyhow!("the charts of a bench cannot be animated")).hint(
                "name a .svg or .png file; {2048/play} {auto} {picture} animates one game",
            );
        }

        let strategy = self.player.0;
        let Some(factory) =
            PlayerFactory::new(strategy, &self.options, Some(self.size()), host)?
        else {
            return Ok(Box::new(self.answer(String::new(), Vec::new(), None)));
        };

        self.point_to_perfect(host);
        let description = factory.description(self.size());
        let (inputs, total) = (checksum(description.as_bytes()), u64::from(self.games()));
        let mut items = Items::open(host, inputs, total, is_possible)?;

        // Lines that are written to a file are not reported as events too.
        let is_asked = self.jsonl && host.extension("output").is_none();
        let reporter =
            Reporter { host, is_asked, seed: self.setup().seed, player: &description };

        let begun = host.micros();
        let moves = self.play(&factory, &mut items, &reporter)?;
        tell_speed(host, begun, moves);

        let verdict = if items.is_whole() { Verdict::Done } else { Verdict::Stopped };
        let games: Vec<_> =
            items.of(0..total).map(|(game, outcome)| (game, *outcome)).collect();
        let outcomes: Vec<_> = games.iter().map(|(_, outcome)| *outcome).collect();
        let report = Statistics::of(&outcomes, self.size())
            .map(|statistics| Report::new(self, factory.plies(), statistics));
        Ok(Box::new(BenchAnswer { verdict, ..self.answer(description, games, report) }))
    }
}

/// Whether a game can have this outcome.
const fn is_possible(_: u64, outcome: &Outcome) -> bool {
    outcome.largest.is_power_of_two()
}

impl BenchRequest {
    /// The requested number of games.
    pub(super) fn games(&self) -> u32 {
        let usual = if self.player.0 == Strategy::Network { 20 } else { 100 };
        self.games.map_or(usual, BoundedInteger::get)
    }

    pub(super) const fn size(&self) -> Size {
        Size::new(self.rows.get(), self.columns.get())
    }

    /// What is the same in all games.
    pub(super) const fn setup(&self) -> Setup {
        let seed = match self.seed {
            Some(seed) => seed,
            None => Seed(0),
        };
        Setup {
            size: self.size(),
            four_probability: self.options.four_probability.get(),
            seed,
        }
    }

    /// Notes that there is a stronger player for small boards, where a search player is measured.
    fn point_to_perfect(&self, host: &dyn Host) {
        let (player, Size { rows, columns }) = (self.player.0, self.size());
        let searches = matches!(player, Strategy::Classic | Strategy::Expectimax);
        if searches && Strategy::Perfect.supports(self.size()) {
            host.tell(Event::Note(&format!(
                "on {rows} × {columns} boards the player perfect plays best, not {player}"
            )));
        }
    }

    /// The answer if the run was stopped with these games finished.
    fn answer(
        &self,
        player: String,
        games: Vec<(u64, Outcome)>,
        report: Option<Report>,
    ) -> BenchAnswer {
        BenchAnswer {
            bench: self.clone(),
            player,
            games,
            report,
            verdict: Verdict::Stopped,
        }
    }

    /// Plays the games that are not finished yet and returns how many moves they took.
    fn play(
        &self,
        factory: &PlayerFactory<'_>,
        items: &mut Items<'_, Outcome>,
        reporter: &Reporter<'_>,
    ) -> Result<u64, Refusal> {
        let (host, mut made) = (reporter.host, 0);
        // The games of an earlier run are reported too.
        for (game, outcome) in items.of(0..u64::from(self.games())) {
            let _ = reporter.report(game, outcome)?;
        }

        host.tell(Event::Begun { doing: "playing", steps: Some(items.to_do()) });
        host.tell(Event::Reached(items.done()));
        for games in items.missing() {
            made += self.play_row(games, factory, items, reporter)?;
            if host.look().is_break() {
                break;
            }
        }

        host.tell(Event::Ended);
        Ok(made)
    }

    /// Plays the games of one range.
    fn play_row(
        &self,
        games: Range<u64>,
        factory: &PlayerFactory<'_>,
        items: &mut Items<'_, Outcome>,
        reporter: &Reporter<'_>,
    ) -> Result<u64, Refusal> {
        let moves = MoveCounter::new(reporter.host, |made| format!(", {made} moves"));
        let player = || moves.player(factory.player());
        let (mut game, mut made, mut failure) = (games.start, 0, None);

        let finished = |outcome: Outcome| {
            if moves.is_stopped() {
                return ControlFlow::Break(());
            }

            // A game that is kept but not reported is reported by the next run.
            let flow = items.add(game, [outcome]).and_then(|flow| {
                if flow.is_break() { Ok(flow) } else { reporter.report(game, &outcome) }
            });
            game += 1;
            made += u64::from(outcome.moves);

            flow.unwrap_or_else(|refusal| {
                failure = Some(refusal);
                ControlFlow::Break(())
            })
        };

        let games = games.start as u32..games.end as u32;
        play_each(&self.setup(), player, games, finished)?;
        failure.map_or(Ok(made), Err)
    }
}

/// Reports each game to the host as a line of JSON, if the request asks for that.
struct Reporter<'a> {
    host: &'a dyn Host,
    is_asked: bool,
    seed: Seed,
    /// The player and its options.
    player: &'a str,
}

impl Reporter<'_> {
    fn report(&self, game: u64, outcome: &Outcome) -> Result<ControlFlow<()>, Refusal> {
        if !self.is_asked {
            return Ok(ControlFlow::Continue(()));
        }
        let Self { seed, player, .. } = *self;
        let line = line(&GameLine { game, seed, outcome: *outcome, player })?;
        self.host.tell(Event::Item(&LineAnswer(line)));
        Ok(self.host.look())
    }
}
