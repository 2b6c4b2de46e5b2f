//! 2048: games, and the hints of players. The network gives some where it is built in or was handed over.

use serde::Deserialize;
use tilewright_2048::{
    ClassicPlayer, Depth, Expectimax, FOUR_PROBABILITY, GreedyPlayer, MAX_DEPTH,
    MAX_PLIES, Network, NetworkPlayer, Player, RandomPlayer, Session, Setup, Strategy,
    UNDO_DEPTH, USUAL_PLIES,
};
use tilewright_grid::Size;
use tilewright_play::Session as _;

use super::{
    Answer, GivenSeed, MOST_UNDO, Reason, answer_session, argument, json, moved, refused,
};

/// With what a game begins.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Options {
    rows: Option<u32>,
    columns: Option<u32>,
    four_probability: Option<f64>,
    #[serde(default)]
    seed: GivenSeed,
    #[serde(default)]
    game: u32,
    undo: Option<usize>,
}

/// Who gives a hint, and how far it searches; the program's own depth if nothing is said.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Adviser {
    /// If none is named, `network` on 4 × 4 boards where there is one, and else `expectimax`, which needs no file.
    player: Option<Strategy>,
    depth: Option<u32>,
    /// The positions that the search may expand.
    budget: Option<u64>,
}

/// The rows and columns of a board where none are said.
const SIDE: u32 = 4;

/// The most positions that a search may expand, which nothing can stop: some seconds of the network.
const MOST_BUDGET: u64 = 10_000_000;

impl Adviser {
    /// Refuses a board that the player does not play, and a search that it does not make.
    fn check(&self, strategy: Strategy, size: Size) -> Result<(), Reason> {
        let key = strategy.key();
        let most = match strategy {
            Strategy::Expectimax => MAX_DEPTH,
            Strategy::Network => MAX_PLIES,
            _ => 0,
        };
        let is_beyond = |depth: u32| !(1..=most).contains(&depth);
        match (self.depth, self.budget) {
            _ if !strategy.supports(size) => {
                Err(format!("the player {key} does not play boards of this size"))
            }
            (Some(_), _) if most == 0 => Err(format!("the player {key} takes no depth")),
            (_, Some(_)) if most == 0 => Err(format!("the player {key} takes no budget")),
            (Some(_), Some(_)) => {
                Err("a search has a depth or a budget, not both".to_owned())
            }
            (Some(depth), None) if is_beyond(depth) => {
                let deeper = match strategy {
                    Strategy::Network => ", expectimax more",
                    _ => "",
                };
                Err(format!("depth is {depth}, and {key} takes 1 to {most}{deeper}"))
            }
            (None, Some(budget)) if !(1..=MOST_BUDGET).contains(&budget) => {
                Err(format!("budget is {budget}, and a search takes 1 to {MOST_BUDGET}"))
            }
            _ => Ok(()),
        }
    }

    fn player(&self, setup: &Setup) -> Result<Box<dyn Player>, Reason> {
        let fours = setup.four_probability;
        let usual = || match Strategy::usual(setup.size) {
            Strategy::Network if Network::ready_while(&()).is_err() => {
                Strategy::Expectimax
            }
            usual => usual,
        };
        let strategy = self.player.unwrap_or_else(usual);
        self.check(strategy, setup.size)?;
        Ok(match strategy {
            Strategy::Random => Box::new(RandomPlayer),
            Strategy::Greedy => Box::new(GreedyPlayer),
            Strategy::Classic => Box::new(ClassicPlayer::new(f64::NEG_INFINITY)),
            Strategy::Expectimax => {
                let fixed = self.depth.map_or(Depth::Adaptive, Depth::Fixed);
                let depth = self.budget.map_or(fixed, Depth::Nodes);
                Box::new(Expectimax::new(depth, fours))
            }
            Strategy::Network => {
                let network = Network::ready_while(&()).map_err(
                    |_| "the network was not handed over: takeNetwork(bytes) first",
                )?;
                let plies = self.depth.unwrap_or(USUAL_PLIES);
                Box::new(match self.budget {
                    Some(nodes) => NetworkPlayer::within(network, nodes, 0.0, fours),
                    None => NetworkPlayer::new(network, plies, 0.0, fours),
                })
            }
            Strategy::Perfect => {
                return Err("the player perfect solves whole games: only tasks have it"
                    .to_owned());
            }
        })
    }
}

pub(super) fn open(given: &str) -> Result<Session, Reason> {
    let options: Options = argument(given)?;
    let four_probability = options.four_probability.unwrap_or(FOUR_PROBABILITY);
    if !(0.0..=1.0).contains(&four_probability) {
        return Err("the probability of a 4 is from 0 to 1".to_owned());
    }
    let [rows, columns] = [options.rows, options.columns].map(|it| it.unwrap_or(SIDE));
    let size = Size::new(rows, columns);
    let setup = Setup { size, four_probability, seed: options.seed.0 };
    let mut session = Session::new(setup, options.game).map_err(refused)?;
    session.set_undo_depth(options.undo.unwrap_or(UNDO_DEPTH).min(MOST_UNDO));
    Ok(session)
}

/// Makes a file the network that players use, unless there is one.
pub(super) fn take_network(bytes: &[u8]) -> Result<(), Reason> {
    Network::from_bytes(bytes, &()).map_err(refused)?.make_ready();
    Ok(())
}

fn adviser(given: &str) -> Result<Adviser, Reason> {
    Ok(argument::<Option<_>>(given)?.unwrap_or_default())
}

pub(super) fn answer(session: &mut Session, verb: &str, given: &str) -> Answer {
    if let Some(answer) = answer_session(session, verb) {
        return answer;
    }
    match verb {
        "play" => {
            let made = argument(given)?;
            moved(session.play(made))
        }
        "hint" => {
            let mut player = adviser(given)?.player(session.setup())?;
            json(&session.hint(&mut *player))
        }
        "values" => {
            let mut player = adviser(given)?.player(session.setup())?;
            json(&player.values(session.game().board()))
        }
        _ => Err(format!("there is no call {verb:?} of a game of 2048")),
    }
}
