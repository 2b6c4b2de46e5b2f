//! `2048/train`: a shape in, a network that learned by playing out.

use std::io::Read as _;
use std::ops::ControlFlow;

use anyhow::{Context as _, anyhow};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tilewright_2048::{
    BLOCK, Block, FILE_START, FOURS, Learner, Network, NetworkError, Settings, Shape,
};
use tilewright_grid::{Seed, Watch};

use super::player::read;
use super::trained::{Report, Timing, Trained};
use crate::host::Earlier;
use crate::{
    Between, Event, Host, Looking, Named, Output, Refusal, Refuse as _, Task, Within,
    Worded, input,
};

/// After how many games progress is shown.
const STEP: u64 = BLOCK / 10;

/// The share of the rate at which a network settles.
const SETTLED: f32 = 0.1;

/// The output in which all is kept that learning needs to go on.
const CHECKPOINT: &str = "checkpoint";

/// Let a network learn by playing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Train {
    /// The shape of the network: 4x5, 4x6, 8x5, or tuples of cells 0 to f such as 0123,0145;
    /// 4x6 unless told otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-value" = "SHAPE"))]
    pub network: Option<Worded<Shape>>,
    /// Learn for this network how to play late boards, from 16384, 8192, 4096 and 2048 to the
    /// first 32768, and leave it as it is otherwise. Each of the games that comes so far is
    /// played eight times from there; scores and shares are told of these.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-value" = "FILE"))]
    pub late: Option<String>,
    /// How many games it learns from in all.
    #[schemars(extend("x-value" = "N"))]
    pub episodes: Within<1, 1_000_000_000>,
    /// How much of an error is learned at once, over 0 and at most 1.
    #[schemars(extend("x-value" = "SHARE"))]
    pub rate: Between<0, 1>,
    /// What every board is thought to be worth at first; a high value makes it try everything
    /// once, which pays in long training only.
    #[schemars(extend("x-value" = "SCORE"))]
    pub optimism: Between<0, 10_000_000>,
    /// How much is learned from the score that a game made, 1, instead of from what the next
    /// board was thought to be worth, 0.
    #[schemars(extend("x-value" = "SHARE"))]
    pub lambda: Between<0, 1>,
    /// Play the second half of every game again, and of that, while it is longer than ten moves:
    /// the ends of games are met more often, which pays where a search uses the network. With a
    /// number, from that game on.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-value" = "N", "x-alone" = "0"))]
    pub restart: Option<u64>,
    /// Learn from tiles above 8192 halved as far as a value is missing, so that what was learned
    /// of smaller tiles serves the larger ones: weaker after few games, stronger after many.
    pub halve: bool,
    /// In how many games at the end it learns at a tenth of the rate, so that what was learned
    /// settles: a tenth of all games makes a network stronger.
    #[schemars(extend("x-value" = "N"))]
    pub settle: u64,
    /// How often a 4 comes instead of a 2.
    #[schemars(extend("x-value" = "SHARE"))]
    pub fours: Between<0, 1>,
    /// After how many games the checkpoint is written anew.
    #[schemars(extend("x-value" = "N"))]
    pub every: Within<1, { u32::MAX }>,
    /// Learn on all threads at once: faster, but what is learned is then not the same twice.
    pub together: bool,
    /// Write every weight to the last bit instead of rounded to 16 bits.
    pub exact: bool,
    /// The number from which everything random comes; chosen and told when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<u64>")]
    pub seed: Option<Seed>,
}

impl Default for Train {
    fn default() -> Self {
        Self {
            network: None,
            late: None,
            episodes: Within::of(100_000),
            rate: Between::of(1.0),
            optimism: Between::of(0.0),
            lambda: Between::of(0.0),
            restart: None,
            halve: false,
            settle: 0,
            fours: Between::of(FOURS),
            every: Within::of(10_000),
            together: false,
            exact: false,
            seed: None,
        }
    }
}

impl Task for Train {
    const NAME: &'static str = "2048/train";
    const OUTPUTS: &'static [Output] = &[
        Output::File(Named {
            name: CHECKPOINT,
            what: "checkpoints",
            endings: &[],
            help: "Keep here all that learning needs to go on.",
        }),
        Output::File(Named {
            name: "output",
            what: "networks",
            endings: &[],
            help: "Write the network here.",
        }),
        Output::Picture("Draw how play got better here: .svg or .png."),
    ];
    type Answer = Trained;

    fn check(&self) -> Result<(), Refusal> {
        if self.rate.get() <= 0.0 {
            let error = anyhow!("the rate is over 0, and at most 1");
            return Err(Refusal { error, hint: None, key: Some("rate".to_owned()) });
        }
        if self.late.is_some() && (self.network.is_some() || self.halve) {
            return Err(anyhow!("`late` cannot be used with `network` or `halve`"))
                .hint("leave {late} out, or the others");
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

    fn run(&self, host: &dyn Host) -> Result<Trained, Refusal> {
        if let Some(late) = self.late.as_deref().filter(|late| host.replaces(late)) {
            return Err(anyhow!("{late} is the network to learn for"))
                .hint("give what is written a name of its own");
        }
        let Some(mut learner) = self.begin(host)? else { return self.unread() };
        let (begun, before) = (host.micros(), learner.curve().moves());
        let kept = self.learn(&mut learner, host)?;
        let seconds = since(begun, host);
        if kept != Some(learner.episodes()) {
            let _ = during("writing the checkpoint", host, || keep(&learner, host))?;
        }
        let mut is_done = learner.episodes() >= self.episodes();
        if is_done && learner.is_late() && learner.curve().blocks.is_empty() {
            let what =
                "nothing was learned: no game came to a 4096, a 2048, a 1024 and a 512";
            return Err(anyhow!(what)).hint("train the network longer first");
        }
        let moves = learner.curve().moves() - before;
        let mut report = Report::new(&learner, seconds.map(|it| Timing::of(moves, it)));
        let curve = learner.curve().clone();
        // What a checkpoint holds is written when all is learned.
        let has_checkpoint = host.wanted(CHECKPOINT).is_some();
        let mut is_written = is_done || !has_checkpoint;
        let mut network = None;
        if is_written && host.wanted("output").is_some() {
            let begun = host.micros();
            network = self.pack(&learner.into_network(), has_checkpoint, host)?;
            if network.is_none() {
                (is_done, is_written) = (false, false);
            }
            if let Some(timing) = &mut report.timing {
                timing.writing_seconds = since(begun, host);
            }
        }
        let of = self.episodes();
        let is_read = true;
        Ok(Trained { of, is_read, is_done, is_written, report, curve, network })
    }
}

/// The seconds since then, where there is a clock.
fn since(begun: Option<u64>, host: &dyn Host) -> Option<f64> {
    let passed = |(begun, now): (u64, u64)| (now - begun) as f64 / 1e6;
    begun.zip(host.micros()).map(passed)
}

/// A watch that lets the host know that work goes on, and does not stop it.
fn unheeded(host: &dyn Host) -> impl Watch + '_ {
    move || {
        let _ = host.see(Event::Look);
        ControlFlow::Continue(())
    }
}

/// Does work that does not say how far it is.
fn during<T>(doing: &str, host: &dyn Host, work: impl FnOnce() -> T) -> T {
    let _ = host.see(Event::Begun { doing, steps: None });
    let done = work();
    let _ = host.see(Event::Ended);
    done
}

/// Hands out the checkpoint, where one is wanted. It is made to its end, also where the host
/// says stop: it is what is kept then.
fn keep(learner: &Learner, host: &dyn Host) -> Result<ControlFlow<()>, Refusal> {
    if host.wanted(CHECKPOINT).is_none() {
        return Ok(ControlFlow::Continue(()));
    }
    let bytes = learner.checkpoint(&unheeded(host))?;
    Ok(host.see(Event::File { output: CHECKPOINT, name: "", bytes: &bytes }))
}

impl Train {
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
            rate: self.rate.get() as f32,
            optimism: self.optimism.get() as f32,
            lambda: self.lambda.get() as f32,
            restart: self.restart,
            halve: self.halve,
            fours: self.fours.get(),
            seed: self.seed.unwrap_or(Seed(0)),
        })
    }

    /// The network's file; none where the host stopped the packing, which it can where a
    /// checkpoint keeps what was learned.
    fn pack(
        &self,
        network: &Network,
        is_kept: bool,
        host: &dyn Host,
    ) -> Result<Option<Vec<u8>>, Refusal> {
        let pack = if self.exact { Network::to_bytes } else { Network::to_rounded_bytes };
        let packed = during("writing the network", host, || {
            if is_kept {
                pack(network, &Looking(host))
            } else {
                pack(network, &unheeded(host))
            }
        });
        match packed {
            Err(NetworkError::Cancelled) => Ok(None),
            packed => Ok(Some(packed?)),
        }
    }

    /// What comes of a run that was stopped before all was read that it goes on from.
    fn unread(&self) -> Result<Trained, Refusal> {
        let learner = Learner::new(self.settings(None)?);
        Ok(Trained {
            of: self.episodes(),
            is_read: false,
            is_done: false,
            is_written: false,
            report: Report::new(&learner, None),
            curve: learner.curve().clone(),
            network: None,
        })
    }

    /// A new learner, or the one of the checkpoint; none where the host stopped the reading.
    fn begin(&self, host: &dyn Host) -> Result<Option<Learner>, Refusal> {
        let before =
            match self.late.as_deref().map(|name| read(host, name)).transpose()? {
                Some(None) => return Ok(None),
                before => before.flatten().map(|(network, _)| network),
            };
        let settings = self.settings(before.as_ref())?;
        let Some(Earlier { name, bytes }) = host.earlier(CHECKPOINT)? else {
            return Ok(Some(match &before {
                Some(network) => Learner::late(network, settings),
                None => Learner::new(settings),
            }));
        };
        let learner = input::announced(bytes, FILE_START, Learner::most_bytes)
            .and_then(|bytes| match Learner::resume(&bytes, &Looking(host)) {
                Err(NetworkError::Cancelled) => Ok(None),
                learner => Ok(Some(learner?)),
            })
            .with_context(|| name.clone())
            .hint("another {checkpoint} begins anew")?;
        let Some(learner) = learner else { return Ok(None) };
        learner
            .expect(&settings, before.as_ref())
            .with_context(|| name.clone())
            .hint("give the settings of the checkpoint, or name another")?;
        let (found, asked) = (learner.episodes(), self.episodes());
        if found > asked {
            return Err(anyhow!(
                "{name}: the checkpoint has learned from {found} games, asked for are {asked}"
            ))
            .hint("ask for more {episodes}, or begin anew at another place");
        }
        Ok(Some(learner))
    }

    /// Plays game after game. Yields after how many games the checkpoint was last written.
    fn learn(
        &self,
        learner: &mut Learner,
        host: &dyn Host,
    ) -> Result<Option<u64>, Refusal> {
        let (all, every) = (self.episodes(), u64::from(self.every.get()));
        let _ = host.see(Event::Begun { doing: "learning", steps: Some(all) });
        let mut kept = None;
        while learner.episodes() < all && host.see(Event::Look).is_continue() {
            self.step(learner);
            let episodes = learner.episodes();
            if episodes.is_multiple_of(STEP) {
                let average = learner.curve().blocks.last().map_or(0.0, Block::average);
                let _ = host.see(Event::Stands(&format!(", {average:.0} on average")));
                if host.see(Event::Reached(episodes)).is_break() {
                    break;
                }
            }
            if episodes.is_multiple_of(every) && episodes < all {
                kept = Some(episodes);
                if keep(learner, host)?.is_break() {
                    break;
                }
            }
        }
        let _ = host.see(Event::Ended);
        Ok(kept)
    }

    /// Learns from the next game, or from some at once, but no further than to where something
    /// is due.
    fn step(&self, learner: &mut Learner) {
        let (done, all) = (learner.episodes(), self.episodes());
        let unsettled = all.saturating_sub(self.settle).saturating_sub(done);
        learner.set_pace(if unsettled > 0 { 1.0 } else { SETTLED });
        if !self.together {
            learner.play();
            return;
        }
        let due = |step: u64| step - done % step;
        let left = if unsettled > 0 { unsettled } else { all - done };
        learner.play_together(due(STEP).min(due(self.every.get().into())).min(left));
    }
}
