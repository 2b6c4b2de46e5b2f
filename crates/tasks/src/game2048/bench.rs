//! `2048/bench`: a player in, how strong and how fast it is out.

use std::ops::{ControlFlow, Range};

use anyhow::anyhow;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tilewright_2048::{Outcome, Statistics, Strategy, Table, play_each};
use tilewright_grid::{Seed, Size, checksum};

use super::benched::{Benched, Line, Report, Timing};
use super::player::{Maker, Who};
use super::seat::Moves;
use crate::answer::line;
use crate::items::Items;
use crate::lines::Answered;
use crate::{
    Event, Host, Keeping, Named, Output, Refusal, Refuse as _, Task, Verdict, Within,
    Worded,
};

/// Play many games and say how strong and how fast a player is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Bench {
    /// Who plays: random, greedy, classic (the article's player), expectimax, network (on 4 × 4
    /// cells), or perfect (looks to the end of every game, on at most 9 cells; 3 × 3 takes a
    /// minute and 1 GB first).
    #[schemars(extend("x-value" = "PLAYER"))]
    pub player: Worded<Strategy>,
    /// How many games; 20 for network and 100 for the others unless told otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-value" = "N"))]
    pub games: Option<Within<1, 10_000_000>>,
    /// Rows of the board, 2 to 5.
    #[schemars(extend("x-value" = "N"))]
    pub rows: Within<2, 5>,
    /// Columns of the board, 2 to 5.
    #[schemars(extend("x-value" = "N"))]
    pub columns: Within<2, 5>,
    /// Give a line of JSON for every game as the games end, and no summary.
    pub jsonl: bool,
    #[expect(missing_docs, reason = "its fields are keys of the request")]
    #[serde(flatten)]
    pub who: Who,
    /// The number from which everything random comes; chosen and told when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<u64>")]
    pub seed: Option<Seed>,
}

impl Default for Bench {
    fn default() -> Self {
        Self {
            player: Worded(Strategy::Network),
            games: None,
            rows: Within::of(4),
            columns: Within::of(4),
            jsonl: false,
            who: Who::default(),
            seed: None,
        }
    }
}

impl Task for Bench {
    const NAME: &'static str = "2048/bench";
    const OUTPUTS: &'static [Output] = &[
        Output::File(Named {
            name: "output",
            what: "games",
            endings: &["jsonl", "json"],
            help: "Write a line of JSON for every game here, beside the summary.",
        }),
        Output::Picture(
            "Draw how often each tile is reached and how the scores lie here: .svg or .png.",
        ),
    ];
    const KEEPING: Keeping = Keeping::Parts;
    const GROWS_BY: &'static [&'static str] = &["games"];
    type Answer = Benched;

    fn check(&self) -> Result<(), Refusal> {
        self.who.check(self.player.0, Some(self.size()))
    }

    fn seed(&mut self) -> Option<&mut Option<Seed>> {
        Some(&mut self.seed)
    }

    fn check_divided(&self) -> Result<(), Refusal> {
        if self.who.ms_per_move.is_none() {
            return Ok(());
        }
        Err(anyhow!(
            "games with a time for moves are not divided: they depend on the machine"
        ))
        .hint("say {depth} instead of {ms_per_move}")
    }

    fn run(&self, host: &dyn Host) -> Result<Benched, Refusal> {
        if host.draws_motion() {
            return Err(anyhow!("what many games say does not move")).hint(
                "name a .svg or .png; {2048/play} {auto} {picture} shows a game in motion",
            );
        }
        let strategy = self.player.0;
        let Some(maker) = Maker::new(strategy, &self.who, Some(self.size()), host)?
        else {
            return Ok(self.answer(String::new(), Vec::new(), None));
        };
        let words = maker.words(self.size());
        let (inputs, total) = (checksum(words.as_bytes()), u64::from(self.games()));
        let mut items = Items::open(host, inputs, total, is_possible)?;
        // Where the lines are written to a file they are not told too.
        let is_asked = self.jsonl && host.wanted("output").is_none();
        let told = Told { host, is_asked, seed: self.table().seed, player: &words };
        let begun = host.micros();
        let moves = self.play(&maker, &mut items, &told)?;
        let timing =
            begun.zip(host.micros()).map(|(begun, now)| Timing::of(moves, now - begun));
        let verdict = if items.is_whole() { Verdict::Done } else { Verdict::Stopped };
        let games: Vec<_> =
            items.of(0..total).map(|(game, outcome)| (game, *outcome)).collect();
        let outcomes: Vec<_> = games.iter().map(|(_, outcome)| *outcome).collect();
        let report = Statistics::of(&outcomes, self.size())
            .map(|statistics| Report::new(self, maker.plies(), statistics, timing));
        Ok(Benched { verdict, ..self.answer(words, games, report) })
    }
}

/// Whether a game can have come out so.
const fn is_possible(_: u64, outcome: &Outcome) -> bool {
    outcome.largest.is_power_of_two()
}

impl Bench {
    /// How many games are asked for.
    pub(super) fn games(&self) -> u32 {
        let usual = if self.player.0 == Strategy::Network { 20 } else { 100 };
        self.games.map_or(usual, Within::get)
    }

    pub(super) const fn size(&self) -> Size {
        Size::new(self.rows.get(), self.columns.get())
    }

    /// Where they are played.
    pub(super) const fn table(&self) -> Table {
        let seed = match self.seed {
            Some(seed) => seed,
            None => Seed(0),
        };
        Table { size: self.size(), fours: self.who.fours.get(), seed }
    }

    /// What there is to say of these games; not of all that were asked for.
    fn answer(
        &self,
        player: String,
        games: Vec<(u64, Outcome)>,
        report: Option<Report>,
    ) -> Benched {
        Benched { bench: self.clone(), player, games, report, verdict: Verdict::Stopped }
    }

    /// Plays the games that are left, and yields how many moves these had.
    fn play(
        &self,
        maker: &Maker<'_>,
        items: &mut Items<'_, Outcome>,
        told: &Told<'_>,
    ) -> Result<u64, Refusal> {
        let (host, mut made) = (told.host, 0);
        for (game, outcome) in items.of(0..u64::from(self.games())) {
            let _ = told.tell(game, outcome)?;
        }
        let _ = host.see(Event::Begun { doing: "playing", steps: Some(items.to_do()) });
        let _ = host.see(Event::Reached(items.done()));
        for games in items.missing() {
            made += self.play_row(games, maker, items, told)?;
            if host.see(Event::Look).is_break() {
                break;
            }
        }
        let _ = host.see(Event::Ended);
        Ok(made)
    }

    /// The same of games in a row.
    fn play_row(
        &self,
        games: Range<u64>,
        maker: &Maker<'_>,
        items: &mut Items<'_, Outcome>,
        told: &Told<'_>,
    ) -> Result<u64, Refusal> {
        let moves = Moves::new(told.host, |made| format!(", {made} moves"));
        let seat = || moves.seat(maker.player());
        let (mut game, mut made, mut failure) = (games.start, 0, None);
        let finished = |outcome: Outcome| {
            if moves.is_stopped() {
                return ControlFlow::Break(());
            }
            let flow = items.add(game, [outcome]).and_then(|flow| {
                if flow.is_break() { Ok(flow) } else { told.tell(game, &outcome) }
            });
            game += 1;
            made += u64::from(outcome.moves);
            flow.unwrap_or_else(|refusal| {
                failure = Some(refusal);
                ControlFlow::Break(())
            })
        };
        let games = games.start as u32..games.end as u32;
        play_each(&self.table(), seat, games, finished)?;
        failure.map_or(Ok(made), Err)
    }
}

/// The lines of games on their way to the host, where they are asked for.
struct Told<'a> {
    host: &'a dyn Host,
    is_asked: bool,
    seed: Seed,
    /// Who plays, and with which settings.
    player: &'a str,
}

impl Told<'_> {
    fn tell(&self, game: u64, outcome: &Outcome) -> Result<ControlFlow<()>, Refusal> {
        if !self.is_asked {
            return Ok(ControlFlow::Continue(()));
        }
        let line = line(&Line::of(game, outcome, self.seed, self.player))?;
        Ok(self.host.see(Event::Item(&Answered(line))))
    }
}
