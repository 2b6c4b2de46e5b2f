//! Mutation operators.

mod bit_flip;
mod creep;
mod gaussian;
mod insert;
mod insert_delete;
mod inversion;
mod operator;
mod polynomial;
mod redraw;
mod swap;

pub use bit_flip::BitFlip;
pub use creep::Creep;
pub use gaussian::Gaussian;
pub use insert::Insert;
pub use insert_delete::InsertDelete;
pub use inversion::Inversion;
pub use operator::Mutation;
pub use polynomial::Polynomial;
pub use redraw::Redraw;
pub use swap::Swap;
