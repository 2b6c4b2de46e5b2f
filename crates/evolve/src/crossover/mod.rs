//! Crossover operators.

mod blend;
mod edge_recombination;
mod one_point;
mod operator;
mod order;
mod partially_mapped;
mod simulated_binary;
mod two_point;
mod uniform;

pub use blend::Blend;
pub use edge_recombination::EdgeRecombination;
pub use one_point::OnePoint;
pub use operator::Crossover;
pub use order::Order;
pub use partially_mapped::PartiallyMapped;
pub use simulated_binary::SimulatedBinary;
pub use two_point::TwoPoint;
pub use uniform::Uniform;
