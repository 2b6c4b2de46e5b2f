//! How evolution sees a fleet that is to be hard to find: judged by games of hunters.

use tilewright_evolve::{Direction, Evaluation, Mutation, Problem};
use tilewright_grid::{Rng, Seed, Watch};

use crate::hunt::play_while;
use crate::placers::turned;
use crate::{Fleet, FleetFile, Hunter, Placer, Rules, Sequential, Ship, TwoColumns};

/// What a fleet counts whose games were broken off; the others take a shot at least.
pub(crate) const UNJUDGED: f64 = 0.0;

/// How evolution sees a fleet that is to be hard: the least of the hunters' mean shots is
/// maximised. Where it is that for every fleet, the least mean over all of them is no less.
///
/// Each game is against the fleet turned and mirrored in some way, so that the answer is that
/// for the [`Listed`](crate::Placer::Listed) fleet; all fleets meet the same draws of hunters.
pub(crate) struct HardProblem<'a> {
    rules: &'a Rules,
    /// Prototypes: what they know of the rules is made once for all islands.
    hunters: &'a [Box<dyn Hunter>],
    columns: Option<&'a Placer>,
    /// One that was found before, for draws that find none.
    spare: &'a Fleet,
    games: u32,
    seed: Seed,
    watch: &'a dyn Watch,
}

impl<'a> HardProblem<'a> {
    /// The problem of hiding from these hunters, over so many games each. The games are broken
    /// off as soon as the watch stops them; a fleet that they were to judge counts 0 shots, less
    /// than any other. The spare fleet stands in for a draw that finds none.
    pub(crate) const fn new(
        rules: &'a Rules,
        hunters: &'a [Box<dyn Hunter>],
        (columns, spare): (Option<&'a Placer>, &'a Fleet),
        games: u32,
        seed: Seed,
        watch: &'a dyn Watch,
    ) -> Self {
        Self { rules, hunters, columns, spare, games, seed, watch }
    }

    /// The two outermost columns as a placer, where they hold the long ships.
    pub(crate) fn columns(rules: &Rules) -> Option<Placer> {
        TwoColumns::new(rules).ok().map(Placer::TwoColumns)
    }

    /// The mean shots of a hunter over games of that seed; none where they were broken off.
    fn mean(
        &self,
        (number, prototype): (u64, &dyn Hunter),
        fleet: &Fleet,
        games: u32,
        seed: Seed,
    ) -> Option<f64> {
        let mut hunter = prototype.fork();
        let shots = (0..u64::from(games)).map(|game| {
            let seed = seed.child(number).child(game);
            let hidden = turned(fleet, self.rules, seed.child(0).rng().below(8));
            let (rules, draws) = (self.rules, seed.child(1));
            play_while(rules, &mut *hunter, &hidden, draws, |_, _| self.watch.look())
                .expect("our hunters shoot where they may")
                .map(f64::from)
        });
        let sum = shots.sum::<Option<f64>>();
        sum.map(|sum| sum / f64::from(games.max(1)))
    }

    /// The least of the hunters' mean shots over games of that seed.
    pub(crate) fn least(&self, fleet: &Fleet, games: u32, seed: Seed) -> f64 {
        let mut hunters = (0..).zip(self.hunters.iter().map(|it| &**it));
        let least = hunters.try_fold(f64::INFINITY, |least, hunter| {
            Some(self.mean(hunter, fleet, games, seed)?.min(least))
        });
        least.unwrap_or(UNJUDGED)
    }
}

impl Problem for HardProblem<'_> {
    type Genome = Fleet;

    fn objectives(&self) -> [Direction; 1] {
        [Direction::Maximize]
    }

    /// Half of the fleets by the rule of the two columns, where that is possible, and the
    /// others by the sequential placer.
    fn random(&self, rng: &mut Rng) -> Fleet {
        let columns = self.columns.filter(|_| rng.below(2) == 0);
        let drawn = columns.and_then(|columns| columns.draw(self.rules, rng).ok());
        let drawn = drawn.or_else(|| Sequential::new(self.rules).draw(rng).ok());
        drawn.unwrap_or_else(|| self.spare.clone())
    }

    fn evaluate(&self, fleet: &Fleet) -> Evaluation {
        Evaluation::feasible([self.least(fleet, self.games, self.seed)])
    }
}

/// Moves one ship anywhere where the fleet stays legal, each place as likely.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Relocate<'a> {
    pub(crate) rules: &'a Rules,
}

impl Mutation<Fleet> for Relocate<'_> {
    fn mutate(&self, fleet: &mut Fleet, rng: &mut Rng) {
        let touch = self.rules.touch();
        let at = rng.index(fleet.ships.len());
        let old = fleet.ships[at];
        let is_legal = |ship: &Ship| {
            let mut others =
                fleet.ships.iter().enumerate().filter(|(other, _)| *other != at);
            others.all(|(_, other)| !other.clashes(*ship, touch)) && *ship != old
        };
        let placements: Vec<Ship> =
            Ship::everywhere(self.rules.size(), old.length).filter(is_legal).collect();
        if let Some(&ship) = rng.pick(&placements) {
            fleet.ships[at] = ship;
        }
    }
}

/// The built-in hard fleets of the standard game on 10 × 10, found by
/// `cargo run --release -p tilewright-battleship --example hard`.
///
/// # Panics
/// Never: the file is part of the crate and a test reads it.
pub fn hard_fleets() -> FleetFile {
    let text = include_str!("../fleets/hard-10x10.json");
    FleetFile::read(text).expect("the built-in fleets are whole")
}
