//! The player that a request names, and the options of players.

use serde_with::skip_serializing_none;
use std::sync::Arc;

use anyhow::{Context as _, anyhow, ensure};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smart_default::SmartDefault;
use tilewright_2048::{
    BoardError, ClassicPlayer, Depth, Expectimax, FILE_START, FOUR_PROBABILITY,
    GreedyPlayer, MAX_DEPTH, MAX_PLIES, Network, NetworkError, NetworkPlayer,
    PerfectPlayer, Player, RandomPlayer, Solution, SolveProgress, Stopwatch, Strategy,
    USUAL_PLIES, Weights,
};
use tilewright_grid::{Size, checksum};

use super::terminal_value::TerminalValue;
use crate::{
    BoundedInteger, BoundedNumber, Event, Host, HostWatch, Input, Refusal, Refuse as _,
    input,
};

/// The names of the players of a kind.
pub(super) fn names(is_one: impl Fn(Strategy) -> bool) -> Vec<&'static str> {
    Strategy::ALL.into_iter().filter(|&it| is_one(it)).map(Strategy::key).collect()
}

/// The maximum size of a weights document, in bytes.
const MAX_WEIGHTS: u64 = 1 << 20;

/// The options of a player: keys that several requests share.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, SmartDefault)]
#[serde(default)]
pub struct PlayerOptions {
    /// Value of a board without legal moves, for classic and network (default: -inf for classic,
    /// 0 for network). -inf makes classic avoid every move that could end the game, as the article
    /// has it; -1e8 plays better.
    #[schemars(extend("x-value" = "VALUE"))]
    pub terminal_value: Option<TerminalValue>,
    /// Network file for the player network, written by `2048/train` (default: the built-in
    /// network).
    #[schemars(extend("x-value" = "FILE"))]
    pub network: Option<String>,
    /// Weights file for the player classic or expectimax, written by `2048/tune` (default: the
    /// built-in weights).
    #[schemars(extend("x-value" = "FILE"))]
    pub weights: Option<Input>,
    /// Search depth of expectimax and network in plies, a ply being one move of the player
    /// (default: 3 for network; expectimax chooses a depth for each board). At most 8 for network.
    #[schemars(extend("x-value" = "N"))]
    pub depth: Option<BoundedInteger<1, MAX_DEPTH>>,
    /// Time limit for each move of expectimax and network, in milliseconds: they deepen their
    /// search until it is over, network to 8 plies at most. The moves then depend on the speed of the machine.
    #[schemars(extend("x-value" = "MS"))]
    pub ms_per_move: Option<BoundedInteger<1, 60_000>>,
    /// Positions that each move of expectimax and network may expand: they deepen their search
    /// until these are spent, network to 8 plies at most. The moves are the same on every machine. network expands some
    /// 2000 positions a millisecond.
    #[schemars(extend("x-value" = "N"))]
    pub nodes_per_move: Option<BoundedInteger<1, 1_000_000_000>>,
    /// Probability that a new tile is a 4 instead of a 2. classic always calculates with 0.1, as
    /// in its article.
    #[schemars(extend("x-value" = "P"))]
    #[default(BoundedNumber::of(FOUR_PROBABILITY))]
    pub four_probability: BoundedNumber<0, 1>,
}

impl PlayerOptions {
    /// Refuses a board size that the player does not support, and options that it does not have.
    ///
    /// # Errors
    /// The first such conflict.
    pub fn check(&self, strategy: Strategy, size: Option<Size>) -> Result<(), Refusal> {
        size.map_or(Ok(()), |size| check_size(strategy, size)).hint(
            "network plays on 4 × 4 boards, perfect on boards of at most 9 cells, the others on all",
        )?;

        let is_network = strategy == Strategy::Network;
        let searches = is_network || strategy == Strategy::Expectimax;
        let is_valued = is_network || strategy == Strategy::Classic;
        let depth = self.depth.map_or(0, BoundedInteger::get);
        let is_deep = depth > 0;
        let limits = [
            ("depth", is_deep),
            ("ms_per_move", self.ms_per_move.is_some()),
            ("nodes_per_move", self.nodes_per_move.is_some()),
        ];
        let mut limits = limits.into_iter().filter(|limit| limit.1).map(|limit| limit.0);
        let (limit, other) = (limits.next(), limits.next());

        let lacks = |key: &str| format!("the player {strategy} has no `{key}`");
        let too_deep = || {
            format!(
                "the player network searches at most {MAX_PLIES} plies deep, not {depth}"
            )
        };
        let searching = "say {player=expectimax} or network";
        let (what, hint) = match () {
            () if self.network.is_some() && !is_network => {
                (lacks("network"), "say {player=network}")
            }
            () if let Some(limit) = limit.filter(|_| !searches) => {
                (lacks(limit), searching)
            }
            () if depth > MAX_PLIES && is_network => {
                (too_deep(), "say a smaller {depth}")
            }
            () if self.terminal_value.is_some() && !is_valued => {
                (lacks("terminal_value"), "say {player=classic} or network")
            }
            () => {
                return match limit.zip(other) {
                    None => Ok(()),
                    Some((limit, other)) => {
                        Err(anyhow!("`{limit}` cannot be used with `{other}`"))
                            .hint(format!("leave out {{{limit}}} or {{{other}}}"))
                    }
                };
            }
        };

        Err(anyhow!(what)).hint(hint)
    }
}

/// Refuses a board size that the player does not support.
pub(super) fn check_size(strategy: Strategy, size: Size) -> anyhow::Result<()> {
    let Size { rows, columns } = size;
    let usual = Strategy::usual(size);
    ensure!(
        strategy.supports(size),
        "the player {strategy} does not play on {rows} × {columns} boards, {usual} does"
    );
    Ok(())
}

/// Makes players as a request describes them, as many as there are threads. The host can stop their
/// searches; then they find no move.
pub struct PlayerFactory<'a> {
    strategy: Strategy,
    options: &'a PlayerOptions,
    host: &'a dyn Host,
    network: Option<Arc<Network>>,
    perfect: Option<PerfectPlayer>,
    weights: Option<Weights>,
    /// The checksum of the network file, if one is named.
    file: Option<u64>,
}

impl<'a> PlayerFactory<'a> {
    /// Reads the network or the weights, or solves boards of `size` for the player perfect. With
    /// no `size` the boards may have any. `None` if the host stopped the reading or solving.
    ///
    /// # Errors
    /// If a file cannot be read, or the player needs a clock and the host has none.
    pub fn new(
        strategy: Strategy,
        options: &'a PlayerOptions,
        size: Option<Size>,
        host: &'a dyn Host,
    ) -> Result<Option<Self>, Refusal> {
        if options.ms_per_move.is_some() && host.micros().is_none() {
            return Err(anyhow!("`ms_per_move` needs a clock, and there is none here"))
                .hint("say {nodes_per_move} instead of {ms_per_move}");
        }

        let weights =
            options.weights.as_ref().map(|input| weights(host, input, strategy));
        let weights = weights.transpose()?;

        let (network, file) = match &options.network {
            _ if strategy != Strategy::Network => (None, None),
            Some(name) => match read(host, name)? {
                None => return Ok(None),
                Some((network, sum)) => (Some(Arc::new(network)), Some(sum)),
            },
            None => match Network::ready_while(&HostWatch(host)) {
                Err(NetworkError::Cancelled) => return Ok(None),
                network => (Some(network?), None),
            },
        };

        let perfect = match size.filter(|_| strategy == Strategy::Perfect) {
            None => None,
            Some(size) => match solve(size, options.four_probability.get(), host)? {
                None => return Ok(None),
                solved => solved,
            },
        };

        Ok(Some(Self { strategy, options, host, network, perfect, weights, file }))
    }

    /// A factory of the same player with other options, for which nothing needs to be read or solved.
    pub(super) fn with_options<'b>(
        &'b self,
        options: &'b PlayerOptions,
    ) -> PlayerFactory<'b> {
        PlayerFactory {
            strategy: self.strategy,
            options,
            host: self.host,
            network: self.network.clone(),
            perfect: self.perfect.clone(),
            weights: self.weights,
            file: self.file,
        }
    }

    pub(super) fn classic(&self) -> ClassicPlayer {
        let terminal_value =
            self.options.terminal_value.map_or(f64::NEG_INFINITY, TerminalValue::get);
        match &self.weights {
            Some(Weights::Classic(weights)) => {
                ClassicPlayer::weighted(weights, terminal_value)
            }
            _ => ClassicPlayer::new(terminal_value),
        }
    }

    pub(super) fn expectimax(&self) -> Expectimax<'a> {
        let depth = match self.reach() {
            Reach::Depth(Some(depth)) => Depth::Fixed(depth),
            Reach::Depth(None) => Depth::Adaptive,
            Reach::Time(ms) => Depth::Timed(Box::new(Clock::new(self.host, ms))),
            Reach::Nodes(nodes) => Depth::Nodes(nodes.into()),
        };

        match &self.weights {
            Some(Weights::Expectimax(weights)) => {
                Expectimax::weighted(weights, depth, self.options.four_probability.get())
            }
            _ => Expectimax::new(depth, self.options.four_probability.get()),
        }
        .watched(HostWatch(self.host))
    }

    /// The player network; `None` if there is no network, neither named nor built in.
    pub(super) fn network(&self) -> Option<NetworkPlayer<'a>> {
        let ready = || Network::ready_while(&()).ok();
        let network = self.network.clone().or_else(ready)?;
        let terminal_value = self.options.terminal_value.map_or(0.0, TerminalValue::get);
        let four_probability = self.options.four_probability.get();
        let player = match self.reach() {
            Reach::Time(ms) => {
                let clock = Box::new(Clock::new(self.host, ms));
                NetworkPlayer::timed(network, clock, terminal_value, four_probability)
            }
            Reach::Nodes(nodes) => {
                let nodes = nodes.into();
                NetworkPlayer::within(network, nodes, terminal_value, four_probability)
            }
            Reach::Depth(plies) => NetworkPlayer::new(
                network,
                plies.unwrap_or(USUAL_PLIES),
                terminal_value,
                four_probability,
            ),
        };

        Some(player.watched(HostWatch(self.host)))
    }

    /// How far the player searches.
    fn reach(&self) -> Reach {
        let PlayerOptions { depth, ms_per_move, nodes_per_move, .. } = self.options;
        match (ms_per_move, nodes_per_move) {
            (Some(ms), _) => Reach::Time(ms.get()),
            (None, Some(nodes)) => Reach::Nodes(nodes.get()),
            (None, None) => Reach::Depth(depth.map(BoundedInteger::get)),
        }
    }

    /// The player's search depth in plies, if it is the same for all moves.
    pub(super) fn plies(&self) -> Option<u32> {
        let usual = (self.strategy == Strategy::Network).then_some(USUAL_PLIES);
        match self.reach() {
            Reach::Depth(plies) => plies.or(usual),
            Reach::Time(_) | Reach::Nodes(_) => None,
        }
    }

    /// Everything except the seed on which its games on boards of that size depend: the player
    /// and those of its options that have an effect, files by their checksums.
    pub(super) fn description(&self, size: Size) -> String {
        let PlayerOptions { four_probability, terminal_value, .. } = self.options;
        let terminal_value =
            terminal_value.map(TerminalValue::get).filter(|&loss| match self.strategy {
                Strategy::Network => loss != 0.0,
                _ => loss.is_finite(),
            });

        let weights = self.weights.map(|weights| checksum(weights.to_json().as_bytes()));
        let option = |name: &str, value: Option<String>| {
            value.map(|value| format!(" {name}={value}")).unwrap_or_default()
        };
        let reach = match self.reach() {
            Reach::Depth(_) => {
                option("depth", self.plies().map(|plies| plies.to_string()))
            }
            Reach::Time(ms) => option("ms_per_move", Some(ms.to_string())),
            Reach::Nodes(nodes) => option("nodes_per_move", Some(nodes.to_string())),
        };
        [
            self.strategy.to_string(),
            option("rows", Some(size.rows.to_string())),
            option("columns", Some(size.columns.to_string())),
            option("four_probability", Some(format!("{:?}", four_probability.get()))),
            reach,
            option("terminal_value", terminal_value.map(|loss| format!("{loss:?}"))),
            option("network", self.file.map(|sum| format!("{sum:016x}"))),
            option("weights", weights.map(|sum| format!("{sum:016x}"))),
        ]
        .concat()
    }

    /// Whether [`player_of`](Self::player_of) can make that player at once for boards of that
    /// size. The player perfect is ready only if its boards were solved at the start.
    pub fn is_ready(&self, strategy: Strategy, size: Size) -> bool {
        strategy.supports(size)
            && (strategy != Strategy::Perfect || self.perfect.is_some())
    }

    /// The player that the request names.
    pub(crate) fn player(&self) -> Box<dyn Player + 'a> {
        self.player_of(self.strategy)
    }

    /// The player of that name, with those of the options that it has.
    pub fn player_of(&self, strategy: Strategy) -> Box<dyn Player + 'a> {
        match strategy {
            Strategy::Random => Box::new(RandomPlayer),
            Strategy::Greedy => Box::new(GreedyPlayer),
            Strategy::Classic => Box::new(self.classic()),
            Strategy::Expectimax => Box::new(self.expectimax()),
            Strategy::Network => match self.network() {
                Some(player) => Box::new(player),
                None => Box::new(GreedyPlayer),
            },
            Strategy::Perfect => match &self.perfect {
                Some(perfect) => Box::new(perfect.clone()),
                None => Box::new(GreedyPlayer),
            },
        }
    }
}

/// The player perfect for boards of that size; `None` if the host stopped the solving.
pub(super) fn solve(
    size: Size,
    four_probability: f64,
    host: &dyn Host,
) -> anyhow::Result<Option<PerfectPlayer>> {
    host.tell(Event::Begun { doing: "solving", steps: None });
    let solution = Solution::with_progress(size, four_probability, |now| {
        host.tell(Event::Status(&match now {
            SolveProgress::Found(found) => format!("solving: {found} positions found"),
            SolveProgress::Solved { positions, of } => {
                format!("solving: {positions} of {of} positions")
            }
        }));

        host.look()
    });

    host.tell(Event::Ended);
    match solution {
        Err(BoardError::Cancelled) => Ok(None),
        solution => Ok(Some(PerfectPlayer::new(Arc::new(solution?)))),
    }
}

/// The network in a file, and the checksum of the file; `None` if the host stopped the reading.
pub(super) fn read(
    host: &dyn Host,
    name: &str,
) -> Result<Option<(Network, u64)>, Refusal> {
    let bytes = host.open(name).map_err(anyhow::Error::from);
    let bytes = bytes
        .and_then(|from| input::limited_by_header(from, FILE_START, Network::max_bytes))
        .with_context(|| name.to_owned());
    let network =
        bytes.and_then(|bytes| match Network::from_bytes(&bytes, &HostWatch(host)) {
            Err(NetworkError::Cancelled) => Ok(None),
            network => {
                let network = network.with_context(|| name.to_owned())?;
                Ok(Some((network, checksum(&bytes))))
            }
        });

    network.hint("name a network file that {2048/train} wrote")
}

/// The weights in a document, which must be those of that player.
pub(super) fn weights(
    host: &dyn Host,
    input: &Input,
    strategy: Strategy,
) -> Result<Weights, Refusal> {
    let text = input.bytes(host, MAX_WEIGHTS).and_then(|bytes| crate::text(bytes, 1));
    let read = text.and_then(|text| Ok(Weights::from_json(&text)?));
    let weights = read
        .with_context(|| input.to_string())
        .hint("name a weights file that {2048/tune} wrote")?;

    let player = weights.player();
    if player != strategy.key() {
        return Err(anyhow!(
            "{input}: these are weights for the player {player}, not for {strategy}"
        ))
        .hint(format!("say {{player={player}}}"));
    }

    Ok(weights)
}

/// How far a player searches.
enum Reach {
    /// This many plies, or as many as it chooses by itself.
    Depth(Option<u32>),
    /// This many milliseconds.
    Time(u32),
    /// This many positions.
    Nodes(u32),
}

/// A time limit for each move, by the clock of the host.
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
