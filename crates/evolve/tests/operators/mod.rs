//! Every operator against its exact distribution, and the genomes against plain models.

mod bits;
mod crossover;
mod mutation;
mod reals;
mod selection;
