//! The player that the arguments name.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context as _, anyhow, ensure};
use tilewright_2048::{
    Board, Classic, Depth, Expectimax, FILE_START, Greedy, MOST_PLIES, Network,
    NetworkPlayer, Perfect, Player, Random, Solution, Solving, Stopwatch, Strategy,
    Weights,
};

use tilewright_grid::{Heading, Rng, Size, checksum};

use crate::arguments::Who;
use crate::context::Context;
use crate::failure::{Failure, Hint};
use crate::files;
use crate::progress::Progress;

/// How many own moves a network looks ahead unless told otherwise.
const PLIES: u32 = 3;

/// What makes players of one sort.
pub(crate) struct Maker<'a> {
    strategy: Strategy,
    who: &'a Who,
    network: Option<Arc<Network>>,
    perfect: Option<Perfect>,
    weights: Option<Weights>,
    /// The checksum of the network's file, where one is named.
    file: Option<u64>,
}

impl<'a> Maker<'a> {
    /// For these arguments and boards of that size, or of any, its network read, or its boards
    /// solved.
    pub(crate) fn new(
        strategy: Strategy,
        who: &'a Who,
        size: Option<Size>,
        context: &Context,
    ) -> Result<Self, Failure> {
        if let Some(size) = size {
            check_size(strategy, size).hint(
                "network plays on 4 × 4 cells, perfect on at most 9, the others on all",
            )?;
        }
        check_words(strategy, who)?;
        let needs = strategy == Strategy::Network;
        let network = needs.then(|| match &who.network {
            Some(path) => read(path).map(|(network, sum)| (Arc::new(network), Some(sum))),
            None => Ok((Network::ready(), None)),
        });
        let weights = who.weights.as_deref().map(|path| weights(path, strategy));
        let (network, weights) = (network.transpose()?, weights.transpose()?);
        let (network, file) = network.unzip();
        let size = size.filter(|_| strategy == Strategy::Perfect);
        let perfect = size.map(|size| solve(size, who.fours, context)).transpose()?;
        Ok(Self { strategy, who, network, perfect, weights, file: file.flatten() })
    }

    /// What dead ends are worth to the article's player.
    pub(crate) fn classic(&self) -> Classic {
        let dead_end = self.who.dead_end.unwrap_or(f64::NEG_INFINITY);
        match &self.weights {
            Some(Weights::Classic(weights)) => Classic::weighted(weights, dead_end),
            _ => Classic::new(dead_end),
        }
    }

    pub(crate) fn expectimax(&self) -> Expectimax<'static> {
        let depth = match (self.who.depth, self.who.ms_per_move) {
            (Some(depth), _) => Depth::Fixed(depth),
            (None, Some(ms)) => Depth::Timed(Box::new(Watch::new(ms))),
            (None, None) => Depth::Adaptive,
        };
        match &self.weights {
            Some(Weights::Expectimax(weights)) => {
                Expectimax::weighted(weights, depth, self.who.fours)
            }
            _ => Expectimax::new(depth, self.who.fours),
        }
    }

    pub(crate) fn network(&self) -> NetworkPlayer<'static> {
        let network = self.network.clone().unwrap_or_else(Network::ready);
        let Who { dead_end, fours, .. } = self.who;
        let dead_end = dead_end.unwrap_or(0.0);
        match (self.plies(), self.who.ms_per_move) {
            (None, Some(ms)) => {
                let watch = Box::new(Watch::new(ms));
                NetworkPlayer::timed(network, watch, dead_end, *fours)
            }
            (plies, _) => {
                NetworkPlayer::new(network, plies.unwrap_or(PLIES), dead_end, *fours)
            }
        }
    }

    /// How many own moves the player looks ahead, where that is always the same.
    pub(crate) fn plies(&self) -> Option<u32> {
        let is_network = self.strategy == Strategy::Network;
        let usual = is_network && self.who.ms_per_move.is_none();
        self.who.depth.or_else(|| usual.then_some(PLIES))
    }

    /// All that its games on boards of that size depend on, but for the seed: the player and the
    /// options that concern it, files by their checksums.
    pub(crate) fn words(&self, size: Size) -> String {
        let Size { rows, columns } = size;
        let Who { fours, ms_per_move, .. } = self.who;
        let dead_end = match self.strategy {
            Strategy::Network => self.who.dead_end.filter(|&loss| loss != 0.0),
            _ => self.who.dead_end.filter(|loss| loss.is_finite()),
        };
        let weights = self.weights.map(|weights| checksum(weights.to_json().as_bytes()));
        let ms = ms_per_move.filter(|_| self.plies().is_none());
        let option = |name: &str, value: Option<String>| {
            value.map(|value| format!(" --{name} {value}")).unwrap_or_default()
        };
        [
            format!("{} --size {rows}x{columns} --fours {fours:?}", self.strategy),
            option("depth", self.plies().map(|plies| plies.to_string())),
            option("ms-per-move", ms.map(|ms| ms.to_string())),
            option("dead-end", dead_end.map(|loss| format!("{loss:?}"))),
            option("network", self.file.map(|sum| format!("{sum:016x}"))),
            option("weights", weights.map(|sum| format!("{sum:016x}"))),
        ]
        .concat()
    }

    /// Whether a player of that sort can sit down at once.
    pub(crate) fn seats(&self, strategy: Strategy, size: Size) -> bool {
        strategy.knows(size) && (strategy != Strategy::Perfect || self.perfect.is_some())
    }

    /// The player that the arguments name.
    pub(crate) fn player(&self) -> Box<dyn Player> {
        self.player_of(self.strategy)
    }

    /// Any of them, with the same settings where they concern it.
    pub(crate) fn player_of(&self, strategy: Strategy) -> Box<dyn Player> {
        match strategy {
            Strategy::Random => Box::new(Random),
            Strategy::Greedy => Box::new(Greedy),
            Strategy::Classic => Box::new(self.classic()),
            Strategy::Expectimax => Box::new(self.expectimax()),
            Strategy::Network => Box::new(self.network()),
            Strategy::Perfect => match &self.perfect {
                Some(perfect) => Box::new(perfect.clone()),
                None => Box::new(Greedy),
            },
        }
    }
}

/// Refuses a player that does not know boards of that size.
pub(crate) fn check_size(strategy: Strategy, size: Size) -> anyhow::Result<()> {
    let Size { rows, columns } = size;
    ensure!(
        strategy.knows(size),
        "the player {strategy} does not play on {rows} × {columns} cells"
    );
    Ok(())
}

/// Refuses words that mean nothing to that player.
fn check_words(strategy: Strategy, who: &Who) -> Result<(), Failure> {
    let is_one_of = |players: &[Strategy]| players.contains(&strategy);
    if who.network.is_some() && strategy != Strategy::Network {
        return Err(anyhow!("the player {strategy} has no network"))
            .hint("say --player network");
    }
    let looks_ahead = is_one_of(&[Strategy::Expectimax, Strategy::Network]);
    if who.ms_per_move.is_some() && !looks_ahead {
        return Err(anyhow!("the player {strategy} has no time for a move"))
            .hint("say --player expectimax or network");
    }
    if who.depth.is_some() && !looks_ahead {
        return Err(anyhow!("the player {strategy} has no --depth"))
            .hint("say --player expectimax or network");
    }
    if who.depth.is_some_and(|depth| strategy == Strategy::Network && depth > MOST_PLIES)
    {
        return Err(anyhow!("a network looks at most {MOST_PLIES} moves ahead"))
            .hint("say a smaller --depth");
    }
    if who.dead_end.is_some() && !is_one_of(&[Strategy::Classic, Strategy::Network]) {
        return Err(anyhow!("the player {strategy} has no --dead-end"))
            .hint("say --player classic or network");
    }
    Ok(())
}

/// The player that has solved boards of that size, and how far that is while it takes long.
pub(crate) fn solve(
    size: Size,
    fours: f64,
    context: &Context,
) -> anyhow::Result<Perfect> {
    let progress = Progress::open(context);
    let solution = Solution::watched(size, fours, |now| {
        // Ctrl-C ends the program as long as there is nothing to keep.
        progress.say(match now {
            Solving::Found(found) => format!("solving: {found} positions found"),
            Solving::Solved { positions, of } => {
                format!("solving: {positions} of {of} positions")
            }
        })
    })?;
    Ok(Perfect::new(Arc::new(solution)))
}

/// The network in a file, and the file's checksum.
pub(crate) fn read(path: &Path) -> Result<(Network, u64), Failure> {
    let name = || path.display().to_string();
    let hint = "name a file that 2048 train -o wrote with this version";
    let bytes = files::read_announced(path, FILE_START, Network::most_bytes);
    let bytes = bytes.with_context(name).hint(hint)?;
    let network = Network::from_bytes(&bytes).with_context(name).hint(hint)?;
    Ok((network, checksum(&bytes)))
}

/// The weights in a file, if they are that player's.
pub(super) fn weights(path: &Path, strategy: Strategy) -> Result<Weights, Failure> {
    let name = || path.display().to_string();
    let read = files::read_text(path).and_then(|text| Ok(Weights::from_json(&text)?));
    let weights = read.with_context(name).hint("name a file that 2048 tune -o wrote")?;
    if weights.player() != strategy.key() {
        return Err(anyhow!(
            "{} holds weights of {}, the player is {strategy}",
            name(),
            weights.player()
        ))
        .hint(format!("say --player {}", weights.player()));
    }
    Ok(weights)
}

/// The time for a move.
struct Watch {
    time: Duration,
    begun: Instant,
}

impl Watch {
    fn new(ms: u32) -> Self {
        Self { time: Duration::from_millis(u64::from(ms)), begun: Instant::now() }
    }
}

impl Stopwatch for Watch {
    fn begin(&mut self) {
        self.begun = Instant::now();
    }

    fn is_over(&mut self) -> bool {
        self.begun.elapsed() >= self.time
    }
}

/// A player that lets a game be when Ctrl-C is pressed, and counts its moves.
pub(crate) struct Stopping<'a> {
    pub(crate) player: Box<dyn Player>,
    pub(crate) context: &'a Context,
    /// How many moves all players made that count here.
    pub(crate) moves: &'a AtomicU64,
}

impl Player for Stopping<'_> {
    fn name(&self) -> &str {
        self.player.name()
    }

    fn begin(&mut self) {
        if !self.context.is_cancelled() {
            self.player.begin();
        }
    }

    fn choose(&mut self, board: Board, rng: &mut Rng) -> Option<Heading> {
        if self.context.is_cancelled() {
            return None;
        }
        self.moves.fetch_add(1, Ordering::Relaxed);
        self.player.choose(board, rng)
    }
}
