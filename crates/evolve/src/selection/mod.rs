//! Selection of parents.

mod operator;
mod rank;
mod roulette;
mod stochastic_universal;
mod tournament;
mod truncation;

pub use operator::Selection;
pub use rank::Rank;
pub use roulette::Roulette;
pub use stochastic_universal::StochasticUniversal;
pub use tournament::Tournament;
pub use truncation::Truncation;
