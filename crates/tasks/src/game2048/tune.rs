//! `2048/tune`: a player in, weights by which it scores more out.

use anyhow::anyhow;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tilewright_2048::{
    ClassicWeights, ExpectimaxWeights, FOURS, MOST_DEPTH, Strategy, Table, Tuning,
    Weights, play,
};
use tilewright_evolve::{
    Blend, Evaluation, Event as Generation, Evolution, Gaussian, PlusCrossed,
};
use tilewright_grid::{Seed, Size, checksum};

use super::loss::Loss;
use super::player::weights;
use super::seat::Moves;
use super::tuned::{Report, Tuned};
use crate::items::Items;
use crate::{
    Event, Host, Input, Keeping, Named, Output, Refusal, Refuse as _, Task, Within,
    Worded,
};

/// What dead ends are worth to classic while it is tuned, unless told otherwise.
const DEAD_END: f64 = -1e8;

/// Tune the weights of a player by evolution.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Tune {
    /// Whose weights: classic or expectimax.
    #[schemars(extend("x-value" = "PLAYER"))]
    pub player: Worded<Strategy>,
    /// Begin with the weights in this file, which an earlier search wrote; with those that the
    /// player has at that depth unless told otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-value" = "FILE"))]
    pub weights: Option<Input>,
    /// How many generations.
    #[schemars(extend("x-value" = "N"))]
    pub generations: Within<1, 100_000>,
    /// How many of the best go on each generation.
    #[schemars(extend("x-value" = "N"))]
    pub parents: Within<1, 1000>,
    /// How many children they have each generation.
    #[schemars(extend("x-value" = "N"))]
    pub children: Within<1, 1000>,
    /// How many games each candidate plays; all play the same.
    #[schemars(extend("x-value" = "N"))]
    pub games: Within<1, 1_000_000>,
    /// On how many games that the search has not seen the found weights are compared with the
    /// first.
    #[schemars(extend("x-value" = "N"))]
    pub check: Within<2, 1_000_000>,
    /// How many own moves expectimax looks ahead.
    #[schemars(extend("x-value" = "N"))]
    pub depth: Within<1, MOST_DEPTH>,
    /// The value of a position without moves for classic; -1e8 unless told otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-value" = "VALUE"))]
    pub dead_end: Option<Loss>,
    /// The number from which everything random comes; chosen and told when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<u64>")]
    pub seed: Option<Seed>,
}

impl Default for Tune {
    fn default() -> Self {
        Self {
            player: Worded(Strategy::Expectimax),
            weights: None,
            generations: Within::of(20),
            parents: Within::of(4),
            children: Within::of(12),
            games: Within::of(40),
            check: Within::of(100),
            depth: Within::of(2),
            dead_end: None,
            seed: None,
        }
    }
}

impl Task for Tune {
    const NAME: &'static str = "2048/tune";
    const OUTPUTS: &'static [Output] = &[
        Output::File(Named {
            name: "output",
            what: "weights",
            endings: &["json"],
            help: "Write the weights here.",
        }),
        Output::Picture("Draw the averages by generation here: .svg or .png."),
    ];
    const KEEPING: Keeping = Keeping::Items;
    const GROWS_BY: &'static [&'static str] = &["generations", "check"];
    type Answer = Tuned;

    fn check(&self) -> Result<(), Refusal> {
        match self.player.0 {
            Strategy::Classic | Strategy::Expectimax => Ok(()),
            other => Err(anyhow!("the player {other} has no weights to tune"))
                .hint("tune classic or expectimax; {2048/train} teaches a network"),
        }
    }

    fn seed(&mut self) -> Option<&mut Option<Seed>> {
        Some(&mut self.seed)
    }

    fn run(&self, host: &dyn Host) -> Result<Tuned, Refusal> {
        let tuning = self.tuning(self.first(host)?);
        let scheme = tuning.scheme(self.parents.get(), self.children.get());
        let mut search = Evolution::new(tuning.clone(), scheme, self.seed().child(1))?;
        let inputs = checksum(tuning.first.to_json().as_bytes());
        let total = u64::from(self.generations.get());
        let mut items = Items::open(host, inputs, total, |_, scores: &Vec<f64>| {
            scores.iter().all(|score| score.is_finite())
        })?;
        replay(&mut search, &items, host)?;
        run(&mut search, &mut items, host)?;
        let weights = search.best().map(|best| tuning.weights(&best.genome));
        let generations = search.logbook().events().to_vec();
        let report = match weights.filter(|_| items.is_whole()) {
            Some(weights) => self.compare(&tuning, weights, &generations, host)?,
            None => None,
        };
        Ok(Tuned { total, weights, generations, report })
    }
}

/// The scheme of the search.
type Scheme = PlusCrossed<Blend, Gaussian>;

/// The search under way.
type Search = Evolution<Tuning, Scheme>;

/// Lets the search hear again how the generations were judged that an earlier run kept.
fn replay(
    search: &mut Search,
    items: &Items<'_, Vec<f64>>,
    host: &dyn Host,
) -> Result<(), Refusal> {
    for (at, (generation, scores)) in items.of(0..u64::MAX).enumerate() {
        search.ask()?;
        if generation != at as u64 || search.tell(&evaluations(scores)).is_err() {
            return Err(host.damaged(at));
        }
    }
    Ok(())
}

/// Searches to the end or until the host stops it, generation by generation.
fn run(
    search: &mut Search,
    items: &mut Items<'_, Vec<f64>>,
    host: &dyn Host,
) -> Result<(), Refusal> {
    let (done, total) = (items.done(), items.to_do());
    let _ = host.see(Event::Begun { doing: "tuning", steps: Some(total) });
    let _ = host.see(Event::Reached(done));
    for generation in done..total {
        let Some(scores) = judge(search, host)? else { break };
        search.tell(&evaluations(&scores))?;
        if items.add(generation, [scores])?.is_break() {
            break;
        }
    }
    let _ = host.see(Event::Ended);
    Ok(())
}

/// The average scores of the next generation's candidates; none where the host stopped it.
fn judge(search: &mut Search, host: &dyn Host) -> Result<Option<Vec<f64>>, Refusal> {
    let best = search.last_event().and_then(|event| event.best).unwrap_or(0.0);
    let moves = Moves::new(host, |moves| {
        format!(", best average {best:.0}, {moves} moves in this generation")
    });
    let tuning = search.problem().clone();
    let mut scores = Vec::new();
    for genome in search.ask()?.iter() {
        let weights = tuning.weights(genome);
        let seat = || moves.seat(tuning.player(&weights));
        let outcomes = play(&tuning.table, seat, 0..tuning.games)?;
        if moves.is_stopped() {
            return Ok(None);
        }
        scores.push(Tuning::average(&outcomes).mean);
    }
    Ok(Some(scores))
}

/// What the search thinks of candidates with these average scores.
fn evaluations(scores: &[f64]) -> Vec<Evaluation> {
    scores.iter().map(|&score| Evaluation::feasible([score])).collect()
}

impl Tune {
    fn seed(&self) -> Seed {
        self.seed.unwrap_or(Seed(0))
    }

    /// The weights that the search begins with.
    fn first(&self, host: &dyn Host) -> Result<Weights, Refusal> {
        match (&self.weights, self.player.0) {
            (Some(input), player) => weights(host, input, player),
            (None, Strategy::Classic) => Ok(Weights::Classic(ClassicWeights::default())),
            (None, _) => {
                Ok(Weights::Expectimax(ExpectimaxWeights::usual(self.depth.get())))
            }
        }
    }

    /// Games of the search come from child 0 of the seed, the search itself draws from child 1.
    fn tuning(&self, first: Weights) -> Tuning {
        let seed = self.seed().child(0);
        Tuning {
            first,
            depth: self.depth.get(),
            dead_end: self.dead_end.map_or(DEAD_END, Loss::get),
            table: Table { size: Size::new(4, 4), fours: FOURS, seed },
            games: self.games.get(),
        }
    }

    /// Plays games that the search has not seen, from child 2 of the seed; none where the host
    /// stopped it.
    fn compare(
        &self,
        tuning: &Tuning,
        weights: Weights,
        generations: &[Generation],
        host: &dyn Host,
    ) -> Result<Option<Report>, Refusal> {
        let table = Table { seed: self.seed().child(2), ..tuning.table };
        let doing = "comparing on fresh games";
        let _ = host.see(Event::Begun { doing, steps: None });
        let moves = Moves::new(host, |moves| format!("{doing}: {moves} moves"));
        let games = |weights: &Weights| {
            let seat = || moves.seat(tuning.player(weights));
            play(&table, seat, 0..self.check.get())
        };
        let (first, tuned) = (games(&tuning.first)?, games(&weights)?);
        let _ = host.see(Event::Ended);
        let report = || {
            let terms = (self.seed(), self.games.get());
            Report::new(terms, weights, generations, [&first, &tuned])
        };
        Ok((!moves.is_stopped()).then(report))
    }
}
