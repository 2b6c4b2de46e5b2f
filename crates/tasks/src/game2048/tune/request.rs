//! The request of `2048/tune`.

use anyhow::anyhow;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use serde_with::skip_serializing_none;
use smart_default::SmartDefault;
use tilewright_2048::{
    ClassicWeights, ExpectimaxWeights, FOUR_PROBABILITY, MAX_DEPTH, Setup, Strategy,
    Tuning, Weights, play,
};
use tilewright_evolve::{Blend, Evaluation, Evolution, Gaussian, Plus};
use tilewright_grid::{Seed, Size, checksum};

use super::super::counter::MoveCounter;
use super::super::player::{names, weights};
use super::super::terminal_value::TerminalValue;
use super::answer::{Report, TuneAnswer};
use crate::items::Items;
use crate::{
    Answer, BoundedInteger, Event, Host, HostWatch, Input, NamedOutput, Output, Refusal,
    Refuse as _, ResumeSupport, Task, TextValue,
};

/// The value of a board without legal moves for classic while it is tuned, by default.
const TERMINAL_VALUE: f64 = -1e8;

/// Tune the weights of a player by evolution.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, SmartDefault)]
#[serde(default)]
pub struct TuneRequest {
    /// Player whose weights are tuned.
    #[schemars(extend("x-value" = "PLAYER", "x-names" = json!({ "Players": names(Strategy::is_tunable) })))]
    #[default(TextValue(Strategy::Expectimax))]
    pub player: TextValue<Strategy>,
    /// Weights file to start from, written by an earlier `2048/tune` (default: the player's
    /// built-in weights for that depth).
    #[schemars(extend("x-value" = "FILE"))]
    pub weights: Option<Input>,
    /// Generations of the search.
    #[schemars(extend("x-value" = "N"))]
    // A trial of 9,600 games: 40 a candidate rank weights roughly, and the validation
    // games say whether they are better. `cargo xtask bench 2048-tune` takes 150 and 1000.
    #[default(BoundedInteger::of(20))]
    pub generations: BoundedInteger<1, 100_000>,
    /// Candidates that survive each generation (μ).
    #[schemars(extend("x-value" = "N"))]
    #[default(BoundedInteger::of(4))]
    pub parents: BoundedInteger<1, 1000>,
    /// New candidates in each generation (λ).
    #[schemars(extend("x-value" = "N"))]
    #[default(BoundedInteger::of(12))]
    pub children: BoundedInteger<1, 1000>,
    /// Games that each candidate plays; all candidates play the same games.
    #[schemars(extend("x-value" = "N"))]
    #[default(BoundedInteger::of(40))]
    pub games: BoundedInteger<1, 1_000_000>,
    /// Validation games: games not used in the search, on which the tuned weights are compared
    /// with the initial ones.
    #[schemars(extend("x-value" = "N"))]
    #[default(BoundedInteger::of(100))]
    pub validation_games: BoundedInteger<2, 1_000_000>,
    /// Search depth of expectimax in plies, a ply being one move of the player.
    #[schemars(extend("x-value" = "N"))]
    #[default(BoundedInteger::of(2))]
    pub depth: BoundedInteger<1, MAX_DEPTH>,
    /// Value of a board without legal moves for classic (default: -1e8).
    #[schemars(extend("x-value" = "VALUE"))]
    pub terminal_value: Option<TerminalValue>,
    /// Seed of all random choices (default: a random seed, which is reported).
    #[schemars(with = "Option<u64>")]
    pub seed: Option<Seed>,
}

impl Task for TuneRequest {
    const NAME: &'static str = "2048/tune";
    const OUTPUTS: &'static [Output] = &[
        Output::File(NamedOutput {
            name: "output",
            what: "weights",
            endings: &["json"],
            help: "Write the tuned weights to this file.",
        }),
        Output::Picture("Draw the mean score by generation: .svg or .png."),
    ];
    const KEEPING: ResumeSupport = ResumeSupport::Items;
    const GROWS_BY: &'static [&'static str] = &["generations", "validation_games"];

    fn check(&self) -> Result<(), Refusal> {
        let player = self.player.0;
        if player.is_tunable() {
            return Ok(());
        }
        let players = names(Strategy::is_tunable).join(" or ");
        Err(anyhow!("the player {player} has no weights to tune"))
            .hint(format!("tune {players}; {{2048/train}} trains a network"))
    }

    fn seed(&mut self) -> Option<&mut Option<Seed>> {
        Some(&mut self.seed)
    }

    fn run(&self, host: &dyn Host) -> Result<Box<dyn Answer>, Refusal> {
        let tuning = self.tuning(self.first(host)?);
        let scheme = tuning.scheme(self.parents.get(), self.children.get());
        let total = u64::from(self.generations.get());
        let inputs = checksum(tuning.initial.to_json().as_bytes());

        let mut search = Evolution::new(tuning.clone(), scheme, self.seed().child(1))?
            .with_logbook(self.generations.get() as usize);
        let mut items = Items::open(host, inputs, total, |_, scores: &Vec<f64>| {
            scores.iter().all(|score| score.is_finite())
        })?;

        replay(&mut search, &items, host)?;
        run(&mut search, &mut items, host)?;

        let weights = search.best().map(|best| tuning.weights(&best.genome));
        let report = match weights.filter(|_| items.is_whole()) {
            Some(weights) => self.compare(&search, weights, host)?,
            None => None,
        };
        let events: Vec<_> = search.logbook().events().cloned().collect();

        Ok(Box::new(TuneAnswer {
            total,
            generations: search.generations(),
            weights,
            events,
            report,
        }))
    }
}

/// The scheme of the search.
type Scheme = Plus<Gaussian, Blend>;

/// The search.
type WeightSearch = Evolution<Tuning, Scheme>;

/// Replays the generations that an earlier run evaluated and kept.
fn replay(
    search: &mut WeightSearch,
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

/// Evaluates generation by generation to the end, or until the host stops the task.
fn run(
    search: &mut WeightSearch,
    items: &mut Items<'_, Vec<f64>>,
    host: &dyn Host,
) -> Result<(), Refusal> {
    let (done, total) = (items.done(), items.to_do());
    host.tell(Event::Begun { doing: "tuning", steps: Some(total) });
    host.tell(Event::Reached(done));

    for generation in done..total {
        let Some(scores) = mean_scores(search, host)? else { break };

        search.tell(&evaluations(&scores))?;
        let best = search.best().map_or(f64::NAN, |best| best.evaluation.objectives[0]);
        let event = search.last_event();
        let [median, worst] =
            [event.and_then(|it| it.median), event.and_then(|it| it.worst)]
                .map(|rank| rank.map_or(f64::NAN, |[value]| value));
        let values = [("best", best), ("median", median), ("worst", worst)];
        host.tell(Event::Values { step: generation, values: &values });

        if items.add(generation, [scores])?.is_break() {
            break;
        }
    }

    host.tell(Event::Ended);
    Ok(())
}

/// The mean scores of the next generation's candidates; `None` if the host stopped the task.
fn mean_scores(
    search: &mut WeightSearch,
    host: &dyn Host,
) -> Result<Option<Vec<f64>>, Refusal> {
    let best =
        search.last_event().and_then(|event| event.best).map_or(0.0, |[best]| best);
    let moves = MoveCounter::new(host, |moves| {
        format!(", best mean score {best:.0}, {moves} moves in this generation")
    });
    // A copy, since the candidates borrow the search.
    let tuning = search.problem().clone();

    let mut scores = Vec::new();
    for genome in search.ask()?.iter() {
        let weights = tuning.weights(genome);
        let player = || moves.player(tuning.player(&weights, HostWatch(host)));
        let outcomes = play(&tuning.setup, player, 0..tuning.games)?;
        if moves.is_stopped() {
            return Ok(None);
        }

        scores.push(Tuning::mean_score(&outcomes).mean);
    }

    Ok(Some(scores))
}

/// The mean scores as evaluations for the search.
fn evaluations(scores: &[f64]) -> Vec<Evaluation> {
    scores.iter().map(|&score| Evaluation::feasible([score])).collect()
}

impl TuneRequest {
    fn seed(&self) -> Seed {
        self.seed.unwrap_or(Seed(0))
    }

    /// The initial weights of the search.
    fn first(&self, host: &dyn Host) -> Result<Weights, Refusal> {
        match (&self.weights, self.player.0) {
            (Some(input), player) => weights(host, input, player),
            (None, Strategy::Classic) => Ok(Weights::Classic(ClassicWeights::default())),
            (None, _) => {
                Ok(Weights::Expectimax(ExpectimaxWeights::for_depth(self.depth.get())))
            }
        }
    }

    /// The games of the search use child 0 of the seed; the search itself uses child 1.
    fn tuning(&self, first: Weights) -> Tuning {
        let seed = self.seed().child(0);
        Tuning {
            initial: first,
            depth: self.depth.get(),
            terminal_value: self
                .terminal_value
                .map_or(TERMINAL_VALUE, TerminalValue::get),
            setup: Setup {
                size: Size::new(4, 4),
                four_probability: FOUR_PROBABILITY,
                seed,
            },
            games: self.games.get(),
        }
    }

    /// Compares the weights on the validation games, which use child 2 of the seed. `None` if the
    /// host stopped the task.
    fn compare(
        &self,
        search: &WeightSearch,
        weights: Weights,
        host: &dyn Host,
    ) -> Result<Option<Report>, Refusal> {
        let tuning = search.problem();
        let setup = Setup { seed: self.seed().child(2), ..tuning.setup };
        let doing = "playing validation games";
        host.tell(Event::Begun { doing, steps: None });
        let moves = MoveCounter::new(host, |moves| format!("{doing}: {moves} moves"));

        let games = |weights: &Weights| {
            let player = || moves.player(tuning.player(weights, HostWatch(host)));
            play(&setup, player, 0..self.validation_games.get())
        };
        let (first, tuned) = (games(&tuning.initial)?, games(&weights)?);
        host.tell(Event::Ended);

        let report = || {
            let terms = (self.seed(), self.games.get());
            let counts = [search.generations(), search.evaluations()];
            Report::new(terms, counts, weights, [&first, &tuned])
        };
        Ok((!moves.is_stopped()).then(report))
    }
}
