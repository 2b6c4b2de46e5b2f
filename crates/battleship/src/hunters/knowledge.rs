//! What hunters know of a placer.

use std::fmt;
use std::sync::Arc;

use tilewright_grid::Watch;

use super::Hunter;
use super::known_list::KnownList;
use super::posterior::SampledPosterior;
use crate::bits::dispatch;
use crate::{FleetError, Placer, Rules, SkilledHunter, Strategy};

/// A placer as hunters know it, prepared once for all of them.
///
/// ```
/// use tilewright_battleship::{Knowledge, Placer, Rules, Strategy, TwoColumns, hunt};
/// use tilewright_grid::Seed;
///
/// let rules = Rules::russian(10, 10)?;
/// let placer = Placer::TwoColumns(TwoColumns::new(&rules)?);
/// let knowledge = Knowledge::new(&rules, &placer, &())?;
/// for strategy in [Strategy::Scout, Strategy::Posterior] {
///     let hunter = knowledge.hunter(strategy);
///     assert_eq!(hunt(&rules, &*hunter, &placer, 0..9, Seed(1), &())?.len(), 9);
/// }
/// # Ok::<(), tilewright_battleship::FleetError>(())
/// ```
#[derive(Clone)]
pub struct Knowledge {
    rules: Rules,
    /// Makes the hunter of a strategy that samples; none if the placer teaches nothing.
    hunter: Option<Arc<HunterMaker>>,
}

/// A function that makes the hunter of a strategy.
type HunterMaker = dyn Fn(Strategy) -> Box<dyn Hunter> + Send + Sync;

impl fmt::Debug for Knowledge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_some = self.hunter.is_some();
        f.debug_struct("Knowledge")
            .field("rules", &self.rules)
            .field("is_some", &is_some)
            .finish()
    }
}

impl Knowledge {
    /// Learns how this placer hides fleets by these rules, as [`Strategy::knowing`]. The watch may stop it.
    ///
    /// # Errors
    /// As [`Strategy::knowing`].
    pub fn new(
        rules: &Rules,
        placer: &Placer,
        watch: &dyn Watch,
    ) -> Result<Self, FleetError> {
        if let Some(expected) = placer.rules().filter(|it| *it != rules) {
            return Err(FleetError::OtherRules {
                found: Box::new(rules.clone()),
                expected: Box::new(expected.clone()),
            });
        }
        let hunter = maker(rules, placer, watch)?;
        Ok(Self { rules: rules.clone(), hunter })
    }

    /// The hunter of a strategy, which knows the placer if it [samples](Strategy::samples); otherwise that of
    /// [`Strategy::hunter`], for which `perfect` may be `exact`. [`Strategy::prepared`] solves the game or says why not.
    pub fn hunter(&self, strategy: Strategy) -> Box<dyn Hunter> {
        match self.hunter.as_ref().filter(|_| strategy.samples()) {
            Some(maker) => maker(strategy),
            None => strategy.hunter(&self.rules),
        }
    }

    /// The same with a skill; a hunter that does not sample is that of [`SkilledHunter::hunter`].
    pub fn skilled(&self, hunter: SkilledHunter) -> Box<dyn Hunter> {
        if !hunter.strategy().samples() {
            return hunter.hunter(&self.rules);
        }
        hunter.distracted(self.hunter(hunter.strategy()))
    }
}

/// The function that makes hunters; none for placers that the plain hunters expect anyway.
fn maker(
    rules: &Rules,
    placer: &Placer,
    watch: &dyn Watch,
) -> Result<Option<Arc<HunterMaker>>, FleetError> {
    let size = Strategy::Posterior.sample_size(u64::MAX);
    dispatch!(rules.size(), W => {
        let sampled = match placer {
            Placer::Uniform(_) | Placer::Sequential(_) => return Ok(None),
            Placer::TwoColumns(columns) => {
                SampledPosterior::<W>::knowing_columns(rules, size, columns, watch)?
            }
            Placer::Mixture(placer) => {
                let mixture = placer.mixture();
                SampledPosterior::<W>::knowing_mixture(rules, size, mixture, watch)?
            }
            Placer::Listed(fleets) => {
                let known = KnownList::<W>::new(rules, fleets, watch)?;
                let rules = rules.clone();
                return Ok(Some(Arc::new(move |strategy| {
                    Box::new(known.with(strategy.hunter(&rules)))
                })));
            }
        };
        Ok(Some(Arc::new(move |strategy| {
            Box::new(sampled.sized(strategy.sample_size(u64::MAX)))
        })))
    })
}
