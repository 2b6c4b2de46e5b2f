//! The optimization problem behind adversarial fleets: a fleet is evaluated by games of hunters.

use tilewright_evolve::{Direction, Evaluation, Mutation, Problem};
use tilewright_grid::{Rng, Seed, Watch};

use super::AdversarialSettings;
use crate::hunt::play_while;
use crate::placers::transformed;
use crate::{Fleet, Hunter, Placer, Rules, Sequential, Ship, TwoColumns};

/// The fitness of a fleet whose games were cancelled. The fitness of any other fleet is at least
/// one shot.
pub(super) const UNJUDGED: f64 = 0.0;

/// The problem of hiding a fleet: maximise the mean number of shots of the hunter that sinks it
/// fastest. If this is at least *x* for every fleet of a list, no hunter has a mean below *x* over
/// the whole list.
///
/// In every game the fleet is rotated and reflected at random, as
/// [`Placer::Listed`](crate::Placer::Listed) does. Game *i* has the same random stream for all
/// fleets, which makes their comparison less noisy.
pub(super) struct AdversarialProblem<'a> {
    rules: &'a Rules,
    settings: &'a AdversarialSettings,
    /// Prototypes to fork: their tables of the rules are made once for all islands.
    hunters: &'a [Box<dyn Hunter>],
    columns: Option<&'a Placer>,
    /// A legal fleet, for draws that find none.
    fallback: &'a Fleet,
    seed: Seed,
    watch: &'a dyn Watch,
}

impl<'a> AdversarialProblem<'a> {
    /// The problem of hiding from these hunters, with the number of games of the settings for each. When the watch
    /// stops the games, the fitness of the fleet is 0 shots, less than that of any other.
    pub(super) const fn new(
        rules: &'a Rules,
        settings: &'a AdversarialSettings,
        hunters: &'a [Box<dyn Hunter>],
        (columns, fallback): (Option<&'a Placer>, &'a Fleet),
        seed: Seed,
        watch: &'a dyn Watch,
    ) -> Self {
        Self { rules, settings, hunters, columns, fallback, seed, watch }
    }

    /// The placer of the two outermost columns, if they hold the long ships.
    pub(super) fn columns(rules: &Rules) -> Option<Placer> {
        TwoColumns::new(rules).ok().map(Placer::TwoColumns)
    }

    /// The mean number of shots of a hunter over the games of a seed; none if they were
    /// cancelled.
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
            let hidden = transformed(fleet, self.rules, seed.child(0).rng().below(8));
            let (rules, draws) = (self.rules, seed.child(1));
            play_while(rules, &mut *hunter, &hidden, draws, |_, _| self.watch.look())
                .expect("the hunters of this crate make legal shots")
                .map(f64::from)
        });
        let sum = shots.sum::<Option<f64>>();
        sum.map(|sum| sum / f64::from(games.max(1)))
    }

    /// The mean number of shots of the hunter that sinks the fleet fastest, over the games of a
    /// seed; [`UNJUDGED`] if they were cancelled.
    pub(super) fn shots(&self, fleet: &Fleet, games: u32, seed: Seed) -> f64 {
        let mut hunters = (0..).zip(self.hunters.iter().map(|it| &**it));
        let min = hunters.try_fold(f64::INFINITY, |min, hunter| {
            Some(self.mean(hunter, fleet, games, seed)?.min(min))
        });
        min.unwrap_or(UNJUDGED)
    }
}

impl Problem for AdversarialProblem<'_> {
    type Genome = Fleet;

    fn objectives(&self) -> [Direction; 1] {
        [Direction::Maximize]
    }

    /// Half of the fleets come from [`TwoColumns`], if that is possible, the others from the
    /// sequential placer.
    fn random(&self, rng: &mut Rng) -> Fleet {
        let columns = self.columns.filter(|_| rng.below(2) == 0);
        let drawn = columns.and_then(|columns| columns.draw(self.rules, rng).ok());
        let drawn = drawn.or_else(|| Sequential::new(self.rules).draw(rng).ok());
        drawn.unwrap_or_else(|| self.fallback.clone())
    }

    fn evaluate(&self, fleet: &Fleet) -> Evaluation {
        Evaluation::feasible([self.shots(fleet, self.settings.games, self.seed)])
    }

    fn fingerprint(&self) -> String {
        let Self { rules, settings, seed, .. } = self;
        let AdversarialSettings { hunters, games, .. } = settings;
        format!("adversarial fleets {rules} {hunters:?} {games} games {seed}")
    }
}

/// Moves a random ship to another placement at which the fleet stays legal, chosen uniformly.
#[derive(Clone, Copy, Debug)]
pub(super) struct Relocation<'a> {
    pub(super) rules: &'a Rules,
}

impl Mutation<Fleet> for Relocation<'_> {
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
