//! One list of laws for each trait of operators, which every implementation obeys, and each
//! operator against its distribution, stated independently.

mod creatures;
mod crossover;
mod distributions;
mod edges;
mod mutation;
mod permutations;
mod reals;
mod selection;
mod settings;
mod tuples;
