//! The named hunters.

use serde::{Deserialize, Serialize};
use tilewright_grid::Watch;

use super::Hunter;
use super::casual::CasualHunter;
use super::density::Density;
use super::exact::{self, ExactHunter};
use super::knowledge::Knowledge;
use super::lattice::Lattice;
use super::perfect::PerfectPolicy;
use super::posterior::{SampleSize, SampledPosterior};
use super::random::RandomHunter;
use super::target::HuntAndTarget;
use crate::bits::dispatch;
use crate::{FleetError, Limits, Placements, Placer, Rules};

/// The algorithms by which hunters aim.
///
/// They are in the order of the mean number of shots that they take to sink uniform fleets of the
/// standard game, the largest first; the differences between `density`, `exact`, `posterior` and
/// `veteran` are within the error there, and `perfect` exists only on small fields. With the US fleet, whose ships may touch, `veteran` takes
/// the fewest shots.
///
/// ```
/// use tilewright_battleship::{Rules, Sight, Strategy, Touch};
/// use tilewright_grid::{Cell, Seed, Size};
///
/// // On a field of 1 × 3 the middle cell is covered by both placements of a ship of 2 cells.
/// let rules = Rules::new(Size::new(1, 3), "2".parse()?, Touch::Never)?;
/// let mut hunter = Strategy::Density.hunter(&rules);
/// let cell = hunter.aim(&Sight::new(&rules), &mut Seed(1).rng());
/// assert_eq!(cell, Cell::new(0, 1));
/// # Ok::<(), tilewright_battleship::FleetError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Strategy {
    /// Random shots, whatever was hit.
    Random,
    /// Plays as people do: only where ships can be, but not always at the best of these cells. Its
    /// skill is its win rate in duels with `density`.
    Casual,
    /// Random shots until a hit, then the cells beside it.
    HuntAndTarget,
    /// As `hunt-and-target`, but on parallel diagonals that the longest ship cannot avoid.
    Lattice,
    /// As `posterior`, with a smaller sample: weaker and faster.
    Scout,
    /// The cell that most fleets occupy in a sample of the possible fleets.
    Posterior,
    /// The cell that most of all possible fleets occupy, once counting them is fast enough; until
    /// then as `posterior`.
    Exact,
    /// The cell that most placements of single ships cover.
    Density,
    /// As `posterior`, with a larger sample.
    Veteran,
    /// By the policy with the fewest shots in the mean over uniform fleets, where the game is small enough to be solved:
    /// [`PerfectPolicy`].
    Perfect,
}

tilewright_grid::names! {
    /// All strategies, ordered by their mean number of shots, the largest first (see [`Strategy`]
    /// for those that are about equal).
    Strategy, key:
    Random = "random",
    Casual = "casual",
    HuntAndTarget = "hunt-and-target",
    Lattice = "lattice",
    Scout = "scout",
    Posterior = "posterior",
    Exact = "exact",
    Density = "density",
    Veteran = "veteran",
    Perfect = "perfect",
}

impl Strategy {
    /// Whether this is [`Exact`](Self::Exact) and it has to sample at first, because counting all
    /// fleets of these rules takes too long for a shot.
    pub fn samples_at_first(self, rules: &Rules) -> bool {
        self == Self::Exact && Placements::new(rules, exact::MEMORY).is_err()
    }

    /// Whether it samples the possible fleets, so that it can know how they are placed.
    pub const fn samples(self) -> bool {
        matches!(self, Self::Scout | Self::Posterior | Self::Veteran)
    }

    /// The hunter that knows how the fleets are placed: where the plain hunter takes all possible fleets for equally
    /// likely, it weighs them as this placer draws them. Strategies that do not [sample](Self::samples) play as they
    /// always do, and so do all if the placer is [`Placer::Uniform`] or [`Placer::Sequential`].
    ///
    /// Fleets of a list are known exactly, with all their rotations and reflections; the fleets of a mixture and of two
    /// columns are sampled. The watch may stop the preparation, which takes some seconds for a mixture.
    ///
    /// ```
    /// use tilewright_battleship::{PlacerFile, Placer, Rules, Strategy, hunt};
    /// use tilewright_grid::Seed;
    ///
    /// let rules = Rules::russian(10, 10)?;
    /// let placer = Placer::mixture(&rules, &PlacerFile::adversarial().mixture);
    /// let hunter = Strategy::Scout.knowing(&rules, &placer, &())?;
    /// assert_eq!(hunt(&rules, &*hunter, &placer, 0..9, Seed(1), &())?.len(), 9);
    /// # Ok::<(), tilewright_battleship::FleetError>(())
    /// ```
    ///
    /// # Errors
    /// [`FleetError::OtherRules`] for a placer that was made for other rules, [`FleetError::KnownFleets`] for a list of more
    /// than 10,000 fleets, [`FleetError::Cancelled`] when the watch stops it, and as [`Placer::draw`].
    pub fn knowing(
        self,
        rules: &Rules,
        placer: &Placer,
        watch: &dyn Watch,
    ) -> Result<Box<dyn Hunter>, FleetError> {
        if !self.samples() {
            return self.prepared(rules, watch);
        }
        Ok(Knowledge::new(rules, placer, watch)?.hunter(self))
    }

    /// A hunter for games by these rules; `casual` at the level `intermediate`. Where `perfect` isn't solved in about a second,
    /// it is the hunter `exact`; [`prepared`](Self::prepared) solves what can be.
    pub fn hunter(self, rules: &Rules) -> Box<dyn Hunter> {
        self.hunter_within(rules, u64::MAX)
    }

    /// The same, prepared as long as it takes: `perfect` solves the game, in a minute or two at most, and is never another
    /// hunter. The watch may stop it.
    ///
    /// ```
    /// use tilewright_battleship::{Rules, Strategy, Touch};
    /// use tilewright_grid::Size;
    ///
    /// let rules = |side| Rules::new(Size::new(side, side), "2".parse()?, Touch::Never);
    /// assert!(Strategy::Perfect.prepared(&rules(3)?, &()).is_ok());
    /// assert!(Strategy::Perfect.prepared(&rules(10)?, &()).is_err());
    /// # Ok::<(), tilewright_battleship::FleetError>(())
    /// ```
    ///
    /// # Errors
    /// Of `perfect` alone, as [`PerfectPolicy::new`].
    pub fn prepared(
        self,
        rules: &Rules,
        watch: &dyn Watch,
    ) -> Result<Box<dyn Hunter>, FleetError> {
        self.solved(rules, u64::MAX, watch)
    }

    /// The same, of which `perfect` is solved within a number of nodes.
    pub(super) fn solved(
        self,
        rules: &Rules,
        nodes: u64,
        watch: &dyn Watch,
    ) -> Result<Box<dyn Hunter>, FleetError> {
        if self == Self::Perfect {
            return Ok(PerfectPolicy::within(rules, nodes, watch)?.hunter());
        }
        Ok(self.hunter(rules))
    }

    /// The hunter within a budget for each shot: the steps of a count of `exact`, and the fleets that the others sample, each
    /// of which is moved some ten times. Of `perfect` it is the budget for solving the game, beyond which it is
    /// `exact`. The other hunters are as fast with any budget.
    pub fn hunter_within(self, rules: &Rules, nodes: u64) -> Box<dyn Hunter> {
        let sampled = self.sample_size(nodes);
        let counting = Limits { memory: exact::MEMORY, nodes };

        dispatch!(rules.size(), W => match self {
            Self::Random => Box::new(RandomHunter),
            Self::Casual => casual(rules, INTERMEDIATE),
            Self::HuntAndTarget => Box::new(HuntAndTarget::<W>::new(rules)),
            Self::Lattice => Box::new(Lattice::<W>::new(rules)),
            Self::Density => Box::new(Density::<W>::new(rules)),
            Self::Scout | Self::Posterior | Self::Veteran => {
                Box::new(SampledPosterior::<W>::new(rules, sampled))
            }
            Self::Exact => Box::new(ExactHunter::new(
                counting,
                Box::new(SampledPosterior::<W>::new(rules, sampled)),
            )),
            Self::Perfect => match self.solved(rules, nodes.min(SOLVING), &()) {
                Ok(hunter) => hunter,
                Err(_) => Self::Exact.hunter_within(rules, nodes),
            },
        })
    }

    /// The sample within a budget of fleets; that of `posterior` for strategies that do not sample.
    pub(super) fn sample_size(self, nodes: u64) -> SampleSize {
        // Shots and milliseconds per shot, uniform fleets on 10 × 10, 10,000 games each (`cargo
        // xtask bench battleship-hunters`): 240 fleets need 55.9 shots at 0.1 ms, 800 need 55.8;
        // with 300 it was 55.9 at 0.11 ms. The scout plays in searches for adversarial fleets,
        // where speed counts more: 80 fleets need 56.6 shots (2000 games, ± 0.3), 40 need 56.9 in
        // about half of the time, 160 need 56.4 in about twice of it; half and twice the moves 56.8
        // and 56.4, against two columns 64.1 and 63.0 beside 63.4.
        let (fleets, moves) = match self {
            Self::Scout => (80, [4, 24]),
            Self::Veteran => (800, [8, 40]),
            _ => (240, [6, 40]),
        };
        SampleSize { fleets: nodes.clamp(1, fleets) as usize, moves }
    }
}

/// The nodes in which `perfect` is solved where nothing can stop it: about a second.
pub(crate) const SOLVING: u64 = 50_000_000;

/// The skill of the level `intermediate`: it wins 33 % of its duels with `density` on the standard game.
pub(super) const INTERMEDIATE: f64 = 0.43;

/// A casual hunter with a skill.
pub(super) fn casual(rules: &Rules, skill: f64) -> Box<dyn Hunter> {
    dispatch!(rules.size(), W => Box::new(CasualHunter::<W>::new(rules, skill)))
}

/// A casual hunter with a focus, to calibrate the skills. A focus of 0 chooses uniformly among
/// the cells that a ship can occupy, a large one the densest cell, a negative one sparse cells.
pub fn casual_with_focus(rules: &Rules, focus: f64) -> Box<dyn Hunter> {
    dispatch!(rules.size(), W => Box::new(CasualHunter::<W>::with_focus(rules, focus)))
}
