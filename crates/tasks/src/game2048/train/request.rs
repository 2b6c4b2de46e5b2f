//! The request of `2048/train`.

use serde_with::skip_serializing_none;
use std::io::Read as _;
use std::ops::ControlFlow;

use anyhow::{Context as _, anyhow};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smart_default::SmartDefault;
use tilewright_2048::{
    CurvePoint, FILE_START, FOUR_PROBABILITY, GAMES_PER_POINT, Learner, Network,
    NetworkError, Settings, Shape,
};
use tilewright_grid::{Seed, Watch};

use super::super::player::read;
use super::super::speed::{seconds_since, tell_speed};
use super::answer::{Report, TrainAnswer};
use crate::host::{EarlierFile, during};
use crate::{
    Answer, BoundedInteger, BoundedNumber, Event, Host, HostWatch, NamedOutput, Output,
    Refusal, Refuse as _, Task, TextValue, input,
};

/// The number of games between two progress events.
const STEP: u64 = GAMES_PER_POINT / 10;

/// The factor of the learning rate while annealing: small enough that the noise of single games
/// averages out, large enough that a tenth of the games suffices. Chosen; `cargo xtask bench
/// 2048-learning` shows the points.
const ANNEALED: f32 = 0.1;

/// The output that holds everything needed to resume the training.
const CHECKPOINT: &str = "checkpoint";

/// Train an n-tuple network by self-play with temporal-difference (TC) learning.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, SmartDefault)]
#[serde(default)]
pub struct TrainRequest {
    /// Shape of the network: 4x5, 4x6 or 8x5 (tuples × cells), or a list of tuples such as
    /// 0123,0145, the cells numbered 0 to f row by row (default: 4x6).
    #[schemars(extend("x-value" = "SHAPE"))]
    pub network: Option<TextValue<Shape>>,
    /// Train stage 2 of this network (multistage learning, Yeh et al. 2017): separate weights for
    /// boards from 16384, 8192, 4096 and 2048 up to the first 32768. The stage 1 weights stay as
    /// they are. Each game that reaches stage 2 is played eight times from there; the scores and
    /// shares in the answer are those of the stage 2 games.
    #[schemars(extend("x-value" = "FILE"))]
    pub stage: Option<String>,
    /// Games to train on, those of a resumed checkpoint included.
    #[schemars(extend("x-value" = "N"))]
    #[default(BoundedInteger::of(100_000))]
    pub episodes: BoundedInteger<1, 1_000_000_000>,
    /// Learning rate, greater than 0: the share of each prediction error by which a board's value
    /// is corrected.
    #[schemars(extend("x-value" = "RATE"))]
    #[default(BoundedNumber::of(1.0))]
    pub learning_rate: BoundedNumber<0, 1>,
    /// Initial value of every board (optimistic initialization, Guei et al. 2021). A high value
    /// makes the network explore, which pays off only in long training.
    #[schemars(extend("x-value" = "SCORE"))]
    #[default(BoundedNumber::of(0.0))]
    pub optimistic_init: BoundedNumber<0, 10_000_000>,
    /// λ of TD(λ): 0 learns from the predicted value of the next board, 1 from the final score,
    /// values between from a mixture.
    #[schemars(extend("x-value" = "LAMBDA"))]
    #[default(BoundedNumber::of(0.0))]
    pub lambda: BoundedNumber<0, 1>,
    /// Restart strategy (Matsuzaki 2017): play each game again from its middle, and that game from
    /// its middle, until at most ten moves are left. The network then sees the ends of games more
    /// often, which helps players that search. With a number, from that game on.
    #[schemars(extend("x-value" = "N", "x-alone" = "0"))]
    pub restart: Option<u64>,
    /// Tile downgrading (Guei et al. 2021): while a tile is above 8192 and a smaller value is
    /// missing on the board, the network sees all tiles above the missing value at half their
    /// value. Weaker after few games, stronger after many.
    pub downgrade: bool,
    /// Train the last N games at a tenth of the learning rate; a tenth of all games makes the
    /// network stronger.
    #[schemars(extend("x-value" = "N"))]
    #[default(0)]
    pub anneal: u64,
    /// Probability that a new tile is a 4 instead of a 2.
    #[schemars(extend("x-value" = "P"))]
    #[default(BoundedNumber::of(FOUR_PROBABILITY))]
    pub four_probability: BoundedNumber<0, 1>,
    /// Write the checkpoint every N games, and at the end.
    #[schemars(extend("x-value" = "N"))]
    #[default(BoundedInteger::of(10_000))]
    pub checkpoint_every: BoundedInteger<1, { u32::MAX }>,
    /// Train on all threads at once: faster, but the result depends on the timing of the threads.
    pub parallel: bool,
    /// Write a small file: weights whose prediction errors add up to fewer than this many points,
    /// because the training hardly ever saw them, are left out, and the others are rounded to
    /// multiples of 32 points. After 420,000 games with 4x6, 300000 makes a file of 5 MB instead
    /// of 20, and a player at 3-ply that is as strong.
    #[schemars(extend("x-value" = "POINTS"))]
    pub prune: Option<BoundedInteger<1, 1_000_000_000>>,
    /// Seed of all random choices (default: a random seed, which is reported).
    #[schemars(with = "Option<u64>")]
    pub seed: Option<Seed>,
}

impl Task for TrainRequest {
    const NAME: &'static str = "2048/train";
    const OUTPUTS: &'static [Output] = &[
        Output::File(NamedOutput {
            name: CHECKPOINT,
            what: "checkpoints",
            endings: &[],
            help: "Save the state of the training to this file, every `checkpoint_every` games \
                   and at the end; the same command resumes from it.",
        }),
        Output::File(NamedOutput {
            name: "output",
            what: "networks",
            endings: &[],
            help: "Write the network to this file.",
        }),
        Output::Picture("Draw the learning curve: .svg or .png."),
    ];

    fn check(&self) -> Result<(), Refusal> {
        if self.learning_rate.get() <= 0.0 {
            let error = anyhow!("expected a number greater than 0 and at most 1");
            return Err(Refusal::at("learning_rate", error));
        }

        if self.prune.is_some() && self.optimistic_init.get() > 0.0 {
            return Err(anyhow!("`prune` cannot be used with `optimistic_init`"))
                .hint("leave out {prune} or {optimistic_init}");
        }

        if self.stage.is_some() && (self.network.is_some() || self.downgrade) {
            return Err(anyhow!("`stage` cannot be used with `network` or `downgrade`"))
                .hint("leave out {stage}, or {network} and {downgrade}");
        }

        Ok(())
    }

    fn seed(&mut self) -> Option<&mut Option<Seed>> {
        Some(&mut self.seed)
    }

    fn earlier_seed(&self, host: &dyn Host) -> Option<Seed> {
        let mut start = Vec::new();
        let earlier = host.earlier(CHECKPOINT).ok()??;
        earlier.bytes.take(FILE_START as u64).read_to_end(&mut start).ok()?;
        Learner::seed_in(&start)
    }

    fn run(&self, host: &dyn Host) -> Result<Box<dyn Answer>, Refusal> {
        if let Some(name) = self.stage.as_deref().filter(|name| host.replaces(name)) {
            return Err(anyhow!(
                "{name} is the network of `stage` and cannot be replaced"
            ))
            .hint("name another output file");
        }

        let Some(mut learner) = self.begin(host)? else {
            return Ok(Box::new(self.unread()?));
        };
        let (begun, before) = (host.micros(), learner.curve().moves());
        let kept = self.learn(&mut learner, host)?;
        tell_speed(host, begun, learner.curve().moves() - before);

        // Games may have been played since the last checkpoint.
        if kept != Some(learner.episodes()) {
            let _ = during(host, "writing the checkpoint", || keep(&learner, host))?;
        }

        let mut is_done = learner.episodes() >= self.episodes();
        if is_done && learner.is_stage_2() && learner.curve().points.is_empty() {
            let what =
                "nothing was learned: no game reached 4096, 2048, 1024 and 512 together";
            return Err(anyhow!(what)).hint("train stage 1 on more games first");
        }

        // Taken before the learner is turned into its network.
        let report = Report::new(&learner);
        let curve = learner.curve().clone();

        // With a checkpoint the network is written only when the training is finished.
        let has_checkpoint = host.extension(CHECKPOINT).is_some();
        let mut is_written = is_done || !has_checkpoint;
        let mut network = None;
        if is_written && host.extension("output").is_some() {
            let begun = host.micros();
            network = self.pack(learner, has_checkpoint, host)?;
            if network.is_none() {
                (is_done, is_written) = (false, false);
            }
            if let Some(seconds) = seconds_since(begun, host) {
                let times = &[("seconds", seconds)];
                host.tell(Event::Timing { of: "compressing the network", times });
            }
        }

        let of = self.episodes();
        let is_read = true;
        Ok(Box::new(TrainAnswer {
            of,
            is_read,
            is_done,
            is_written,
            report,
            curve,
            network,
        }))
    }
}

/// A watch that reports to the host that the work goes on, and never stops it.
fn unstoppable(host: &dyn Host) -> impl Watch + '_ {
    move || {
        let _ = host.look();
        ControlFlow::Continue(())
    }
}

/// Writes the checkpoint, if one is requested. This is never cut short when the host stops the
/// task, since the checkpoint is what a stopped training keeps.
fn keep(learner: &Learner, host: &dyn Host) -> Result<ControlFlow<()>, Refusal> {
    if host.extension(CHECKPOINT).is_none() {
        return Ok(ControlFlow::Continue(()));
    }
    let bytes = learner.checkpoint(&unstoppable(host))?;
    host.tell(Event::File { output: CHECKPOINT, name: "", bytes: &bytes });
    Ok(host.look())
}

impl TrainRequest {
    fn episodes(&self) -> u64 {
        self.episodes.get().into()
    }

    fn settings(&self, before: Option<&Network>) -> Result<Settings, Refusal> {
        let shape = match (before, &self.network) {
            (Some(network), _) => network.shape().clone(),
            (None, Some(shape)) => shape.0.clone(),
            (None, None) => "4x6".parse()?,
        };

        Ok(Settings {
            shape,
            learning_rate: self.learning_rate.get() as f32,
            optimistic_init: self.optimistic_init.get() as f32,
            lambda: self.lambda.get() as f32,
            restart: self.restart,
            downgrade: self.downgrade,
            four_probability: self.four_probability.get(),
            seed: self.seed.unwrap_or(Seed(0)),
        })
    }

    /// The network's file. `None` if the host stopped the compression, which it can only if a
    /// checkpoint keeps the training.
    fn pack(
        &self,
        learner: Learner,
        is_kept: bool,
        host: &dyn Host,
    ) -> Result<Option<Vec<u8>>, Refusal> {
        let pack = |watch: &dyn Watch| {
            let network = match self.prune {
                None => learner.into_network(watch),
                Some(least) => learner.into_pruned_network(least.get() as f32, watch),
            };
            network?.to_bytes(watch)
        };

        let packed = during(host, "writing the network", || {
            if is_kept { pack(&HostWatch(host)) } else { pack(&unstoppable(host)) }
        });

        match packed {
            Err(NetworkError::Cancelled) => Ok(None),
            packed => Ok(Some(packed?)),
        }
    }

    /// The answer if the run was stopped while it read the network or the checkpoint.
    fn unread(&self) -> Result<TrainAnswer, Refusal> {
        let learner = Learner::new(self.settings(None)?)?;
        Ok(TrainAnswer {
            of: self.episodes(),
            is_read: false,
            is_done: false,
            is_written: false,
            report: Report::new(&learner),
            curve: learner.curve().clone(),
            network: None,
        })
    }

    /// A new learner, or that of the checkpoint; `None` if the host stopped the reading.
    fn begin(&self, host: &dyn Host) -> Result<Option<Learner>, Refusal> {
        let before =
            match self.stage.as_deref().map(|name| read(host, name)).transpose()? {
                Some(None) => return Ok(None),
                before => before.flatten().map(|(network, _)| network),
            };

        if self.prune.is_some() && before.as_ref().is_some_and(Network::has_stage_2) {
            return Err(anyhow!(
                "`prune` would leave out what stage 2 of this network has learned before"
            ))
            .hint("leave out {prune}, or name a network without stage 2");
        }

        let settings = self.settings(before.as_ref())?;
        let Some(EarlierFile { name, bytes }) = host.earlier(CHECKPOINT)? else {
            return Ok(Some(match &before {
                Some(network) => Learner::stage_2(network, settings)?,
                None => Learner::new(settings)?,
            }));
        };

        let learner = input::limited_by_header(bytes, FILE_START, Learner::max_bytes)
            .and_then(|bytes| match Learner::resume(&bytes, &HostWatch(host)) {
                Err(NetworkError::Cancelled) => Ok(None),
                learner => Ok(Some(learner?)),
            })
            .with_context(|| name.clone())
            .hint("name another {checkpoint} to start a new training")?;
        let Some(learner) = learner else { return Ok(None) };

        learner
            .check_settings(&settings, before.as_ref())
            .with_context(|| name.clone())
            .hint("use the settings of the checkpoint, or name another {checkpoint}")?;

        let (found, asked) = (learner.episodes(), self.episodes());
        if found > asked {
            return Err(anyhow!(
                "{name}: the checkpoint has trained on {found} games, requested are only {asked}"
            ))
            .hint("request more {episodes}, or name another {checkpoint}");
        }

        Ok(Some(learner))
    }

    /// Trains game by game. Returns the number of games at which the checkpoint was last written.
    fn learn(
        &self,
        learner: &mut Learner,
        host: &dyn Host,
    ) -> Result<Option<u64>, Refusal> {
        let (all, every) = (self.episodes(), u64::from(self.checkpoint_every.get()));
        host.tell(Event::Begun { doing: "training", steps: Some(all) });

        let mut kept = None;
        while learner.episodes() < all && host.look().is_continue() {
            self.step(learner);
            let episodes = learner.episodes();
            if episodes.is_multiple_of(STEP) {
                let mean =
                    learner.curve().points.last().map_or(0.0, CurvePoint::mean_score);
                host.tell(Event::Status(&format!(", mean score {mean:.0}")));
                let values = [("mean score", mean)];
                host.tell(Event::Values { step: episodes, values: &values });
                host.tell(Event::Reached(episodes));
                if host.look().is_break() {
                    break;
                }
            }

            // The checkpoint after the last game is written by the caller.
            if episodes.is_multiple_of(every) && episodes < all {
                kept = Some(episodes);
                if keep(learner, host)?.is_break() {
                    break;
                }
            }
        }

        host.tell(Event::Ended);
        Ok(kept)
    }

    /// Trains on the next game, or on several in parallel, but not past the next progress event,
    /// checkpoint or change of the learning rate.
    fn step(&self, learner: &mut Learner) {
        let (done, all) = (learner.episodes(), self.episodes());
        let before_anneal = all.saturating_sub(self.anneal).saturating_sub(done);
        learner.scale_learning_rate(if before_anneal > 0 { 1.0 } else { ANNEALED });

        if !self.parallel {
            learner.play();
            return;
        }

        let due = |step: u64| step - done % step;
        let left = if before_anneal > 0 { before_anneal } else { all - done };
        learner.play_parallel(
            due(STEP).min(due(self.checkpoint_every.get().into())).min(left),
        );
    }
}
