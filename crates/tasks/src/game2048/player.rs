//! The player that a request names.

use std::sync::Arc;

use anyhow::{Context as _, anyhow, ensure};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tilewright_2048::{
    BoardError, Classic, Depth, Expectimax, FILE_START, FOURS, Greedy, MOST_DEPTH,
    MOST_PLIES, Network, NetworkError, NetworkPlayer, Perfect, Player, Random, Solution,
    Solving, Stopwatch, Strategy, Weights,
};
use tilewright_grid::{Size, checksum};

use super::loss::Loss;
use crate::{Between, Event, Host, Input, Looking, Refusal, Refuse as _, Within, input};

/// How many own moves a network looks ahead unless told otherwise.
const PLIES: u32 = 3;

/// The largest document of weights that is read, in bytes.
const MOST_WEIGHTS: u64 = 1 << 20;

/// Who plays.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Who {
    /// The value of a position without moves: -inf for classic unless told otherwise (which
    /// vetoes all that could lead there; -1e8 plays better), 0 for network.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-value" = "VALUE"))]
    pub dead_end: Option<Loss>,
    /// The network of the player network, from `2048/train`; a built-in one unless told
    /// otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-value" = "FILE"))]
    pub network: Option<String>,
    /// The weights of the player classic or expectimax, from `2048/tune`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-value" = "FILE"))]
    pub weights: Option<Input>,
    /// How many own moves expectimax and network look ahead; network 3, and expectimax by the
    /// board, unless told otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-value" = "N"))]
    pub depth: Option<Within<1, MOST_DEPTH>>,
    /// How long expectimax and network think about a move, looking further as long as there is
    /// time; what they play then depends on the machine.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-value" = "MS"))]
    pub ms_per_move: Option<Within<1, 60_000>>,
    /// How often a 4 comes instead of a 2; classic counts on 0.1 whatever comes, as the article's
    /// player does.
    #[schemars(extend("x-value" = "SHARE"))]
    pub fours: Between<0, 1>,
}

impl Default for Who {
    fn default() -> Self {
        let fours = Between::of(FOURS);
        Self {
            dead_end: None,
            network: None,
            weights: None,
            depth: None,
            ms_per_move: None,
            fours,
        }
    }
}

impl Who {
    /// Refuses boards of a size that the player does not know, and keys that mean nothing to it.
    ///
    /// # Errors
    /// What does not go together.
    pub fn check(&self, strategy: Strategy, size: Option<Size>) -> Result<(), Refusal> {
        size.map_or(Ok(()), |size| check_size(strategy, size)).hint(
            "network plays on 4 × 4 cells, perfect on at most 9, the others on all",
        )?;
        let is_one_of = |players: &[Strategy]| players.contains(&strategy);
        let looks_ahead = is_one_of(&[Strategy::Expectimax, Strategy::Network]);
        let depth = self.depth.map_or(0, Within::get);
        let (what, hint) = if self.network.is_some() && strategy != Strategy::Network {
            (format!("the player {strategy} has no network"), "say {player=network}")
        } else if self.ms_per_move.is_some() && !looks_ahead {
            let what = format!("the player {strategy} has no time for a move");
            (what, "say {player=expectimax} or network")
        } else if depth > 0 && !looks_ahead {
            let what = format!("the player {strategy} has no `depth`");
            (what, "say {player=expectimax} or network")
        } else if depth > MOST_PLIES && strategy == Strategy::Network {
            let what = format!("a network looks at most {MOST_PLIES} moves ahead");
            (what, "say a smaller {depth}")
        } else if self.dead_end.is_some()
            && !is_one_of(&[Strategy::Classic, Strategy::Network])
        {
            let what = format!("the player {strategy} has no `dead_end`");
            (what, "say {player=classic} or network")
        } else if self.ms_per_move.is_some() && depth > 0 {
            let what = "`depth` cannot be used with `ms_per_move`".to_owned();
            (what, "leave {depth} or {ms_per_move} out")
        } else {
            return Ok(());
        };
        Err(anyhow!(what)).hint(hint)
    }
}

/// Refuses a player that does not know boards of that size.
pub(super) fn check_size(strategy: Strategy, size: Size) -> anyhow::Result<()> {
    let Size { rows, columns } = size;
    ensure!(
        strategy.knows(size),
        "the player {strategy} does not play on {rows} × {columns} cells"
    );
    Ok(())
}

/// What makes players of one sort.
pub struct Maker<'a> {
    strategy: Strategy,
    who: &'a Who,
    host: &'a dyn Host,
    network: Option<Arc<Network>>,
    perfect: Option<Perfect>,
    weights: Option<Weights>,
    /// The checksum of the network's file, where one is named.
    file: Option<u64>,
}

impl<'a> Maker<'a> {
    /// For this request and boards of that size, or of any, its network read, or its boards
    /// solved; none where the host stopped that.
    ///
    /// # Errors
    /// When a file is not what it should be, or there is no clock for a player that needs one.
    pub fn new(
        strategy: Strategy,
        who: &'a Who,
        size: Option<Size>,
        host: &'a dyn Host,
    ) -> Result<Option<Self>, Refusal> {
        if who.ms_per_move.is_some() && host.micros().is_none() {
            return Err(anyhow!("there is no clock here that could time moves"))
                .hint("say {depth} instead of {ms_per_move}");
        }
        let weights = who.weights.as_ref().map(|input| weights(host, input, strategy));
        let weights = weights.transpose()?;
        let (network, file) = match &who.network {
            _ if strategy != Strategy::Network => (None, None),
            Some(name) => match read(host, name)? {
                None => return Ok(None),
                Some((network, sum)) => (Some(Arc::new(network)), Some(sum)),
            },
            None => match Network::ready_while(&Looking(host)) {
                Err(NetworkError::Cancelled) => return Ok(None),
                network => (Some(network?), None),
            },
        };
        let perfect = match size.filter(|_| strategy == Strategy::Perfect) {
            None => None,
            Some(size) => match solve(size, who.fours.get(), host)? {
                None => return Ok(None),
                solved => solved,
            },
        };
        Ok(Some(Self { strategy, who, host, network, perfect, weights, file }))
    }

    /// What dead ends are worth to the article's player.
    pub(super) fn classic(&self) -> Classic {
        let dead_end = self.who.dead_end.map_or(f64::NEG_INFINITY, Loss::get);
        match &self.weights {
            Some(Weights::Classic(weights)) => Classic::weighted(weights, dead_end),
            _ => Classic::new(dead_end),
        }
    }

    pub(super) fn expectimax(&self) -> Expectimax<'a> {
        let depth = match (self.who.depth, self.who.ms_per_move) {
            (Some(depth), _) => Depth::Fixed(depth.get()),
            (None, Some(ms)) => Depth::Timed(Box::new(Clock::new(self.host, ms.get()))),
            (None, None) => Depth::Adaptive,
        };
        match &self.weights {
            Some(Weights::Expectimax(weights)) => {
                Expectimax::weighted(weights, depth, self.who.fours.get())
            }
            _ => Expectimax::new(depth, self.who.fours.get()),
        }
    }

    pub(super) fn network(&self) -> NetworkPlayer<'a> {
        let network = self.network.clone().unwrap_or_else(Network::ready);
        let dead_end = self.who.dead_end.map_or(0.0, Loss::get);
        let fours = self.who.fours.get();
        match (self.plies(), self.who.ms_per_move) {
            (None, Some(ms)) => {
                let clock = Box::new(Clock::new(self.host, ms.get()));
                NetworkPlayer::timed(network, clock, dead_end, fours)
            }
            (plies, _) => {
                NetworkPlayer::new(network, plies.unwrap_or(PLIES), dead_end, fours)
            }
        }
    }

    /// How many own moves the player looks ahead, where that is always the same.
    pub(super) fn plies(&self) -> Option<u32> {
        let is_network = self.strategy == Strategy::Network;
        let usual = is_network && self.who.ms_per_move.is_none();
        self.who.depth.map(Within::get).or_else(|| usual.then_some(PLIES))
    }

    /// All that its games on boards of that size depend on, but for the seed: the player and the
    /// options that concern it, files by their checksums.
    pub(super) fn words(&self, size: Size) -> String {
        let Who { fours, ms_per_move, dead_end, .. } = self.who;
        let dead_end = dead_end.map(Loss::get).filter(|&loss| match self.strategy {
            Strategy::Network => loss != 0.0,
            _ => loss.is_finite(),
        });
        let weights = self.weights.map(|weights| checksum(weights.to_json().as_bytes()));
        let ms = ms_per_move.filter(|_| self.plies().is_none());
        let option = |name: &str, value: Option<String>| {
            value.map(|value| format!(" {name}={value}")).unwrap_or_default()
        };
        [
            self.strategy.to_string(),
            option("rows", Some(size.rows.to_string())),
            option("columns", Some(size.columns.to_string())),
            option("fours", Some(format!("{:?}", fours.get()))),
            option("depth", self.plies().map(|plies| plies.to_string())),
            option("ms_per_move", ms.map(|ms| ms.get().to_string())),
            option("dead_end", dead_end.map(|loss| format!("{loss:?}"))),
            option("network", self.file.map(|sum| format!("{sum:016x}"))),
            option("weights", weights.map(|sum| format!("{sum:016x}"))),
        ]
        .concat()
    }

    /// Whether a player of that sort can sit down at once.
    pub fn seats(&self, strategy: Strategy, size: Size) -> bool {
        strategy.knows(size) && (strategy != Strategy::Perfect || self.perfect.is_some())
    }

    /// The player that the request names.
    pub(super) fn player(&self) -> Box<dyn Player + 'a> {
        self.player_of(self.strategy)
    }

    /// Any of them, with the same settings where they concern it.
    pub fn player_of(&self, strategy: Strategy) -> Box<dyn Player + 'a> {
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

/// The player that has solved boards of that size; none where the host stopped it.
pub(super) fn solve(
    size: Size,
    fours: f64,
    host: &dyn Host,
) -> anyhow::Result<Option<Perfect>> {
    let _ = host.see(Event::Begun { doing: "solving", steps: None });
    let solution = Solution::watched(size, fours, |now| {
        host.see(Event::Stands(&match now {
            Solving::Found(found) => format!("solving: {found} positions found"),
            Solving::Solved { positions, of } => {
                format!("solving: {positions} of {of} positions")
            }
        }))
    });
    let _ = host.see(Event::Ended);
    match solution {
        Err(BoardError::Cancelled) => Ok(None),
        solution => Ok(Some(Perfect::new(Arc::new(solution?)))),
    }
}

/// The network in a file, and the file's checksum; none where the host stopped the reading.
pub(super) fn read(
    host: &dyn Host,
    name: &str,
) -> Result<Option<(Network, u64)>, Refusal> {
    let bytes = host.open(name).map_err(anyhow::Error::from);
    let bytes = bytes
        .and_then(|from| input::announced(from, FILE_START, Network::most_bytes))
        .with_context(|| name.to_owned());
    let network =
        bytes.and_then(|bytes| match Network::from_bytes(&bytes, &Looking(host)) {
            Err(NetworkError::Cancelled) => Ok(None),
            network => {
                let network = network.with_context(|| name.to_owned())?;
                Ok(Some((network, checksum(&bytes))))
            }
        });
    network.hint("name a file that {2048/train} wrote with this version")
}

/// The weights in a document, if they are that player's.
pub(super) fn weights(
    host: &dyn Host,
    input: &Input,
    strategy: Strategy,
) -> Result<Weights, Refusal> {
    let text = input.bytes(host, MOST_WEIGHTS).and_then(|bytes| crate::text(bytes, 1));
    let read = text.and_then(|text| Ok(Weights::from_json(&text)?));
    let weights = read
        .with_context(|| input.to_string())
        .hint("name a file that {2048/tune} wrote")?;
    let player = weights.player();
    if player != strategy.key() {
        return Err(anyhow!(
            "{input} holds weights of {player}, the player is {strategy}"
        ))
        .hint(format!("say {{player={player}}}"));
    }
    Ok(weights)
}

/// The time for a move.
struct Clock<'a> {
    host: &'a dyn Host,
    micros: u64,
    begun: u64,
}

impl<'a> Clock<'a> {
    fn new(host: &'a dyn Host, ms: u32) -> Self {
        Self { host, micros: 1000 * u64::from(ms), begun: 0 }
    }

    fn now(&self) -> u64 {
        self.host.micros().unwrap_or(u64::MAX)
    }
}

impl Stopwatch for Clock<'_> {
    fn begin(&mut self) {
        self.begun = self.now();
    }

    fn is_over(&mut self) -> bool {
        self.now().saturating_sub(self.begun) >= self.micros
    }
}
