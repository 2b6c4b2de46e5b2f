//! What a scheme remembers from one generation to the next.

mod archive;
mod hall_of_fame;
mod population;
mod sound;
mod standing;

pub(crate) use archive::bins;
pub use archive::{Archive, Arrival, Axis};
pub use hall_of_fame::{HallOfFame, Individual};
pub(crate) use population::Lists;
pub use population::{Child, Population};
pub(crate) use sound::is_count;
pub use standing::Standing;
pub(crate) use standing::{best_first, ordinal, value};

/// The state of a [`Scheme`](crate::Scheme): all that changes from one generation to the next. If
/// it can be serialized, the search can be saved as a checkpoint and resumed exactly; buffers
/// whose content does not matter are skipped.
///
/// ```
/// use serde::{Deserialize, Serialize};
/// use tilewright_evolve::{Population, State};
///
/// /// One population, and a number that adapts.
/// #[derive(Serialize, Deserialize)]
/// struct Adaptive {
///     parents: Population<Vec<f64>>,
///     step: f64,
/// }
///
/// impl State<Vec<f64>> for Adaptive {
///     fn populations(&self) -> impl Iterator<Item = &Population<Vec<f64>>> + Clone {
///         std::iter::once(&self.parents)
///     }
/// }
/// ```
pub trait State<G: 'static, const M: usize = 1>: Send {
    /// The evaluated individuals that an [`Event`](crate::Event) describes, as one or several
    /// populations.
    fn populations(&self) -> impl Iterator<Item = &Population<G, M>> + Clone;

    /// Whether the parts of a state that was read from a checkpoint fit together, whatever the
    /// settings; [`Scheme::accepts`](crate::Scheme::accepts) compares it with these. Default:
    /// whether all populations are complete and their numbers valid.
    fn is_sound(&self) -> bool {
        self.populations().all(Population::is_sound)
    }
}
