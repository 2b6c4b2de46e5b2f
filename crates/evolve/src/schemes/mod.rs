//! Schemes, one in each file.

mod climb;
mod cma_es;
mod cma_me;
mod differential_evolution;
mod feasible_infeasible;
mod fronts;
mod generation;
mod generational;
mod islands;
mod map_elites;
mod nsga2;
mod nsga3;
mod plus;
mod requirements;
mod scheme;
mod steady_state;
mod stored_state;
mod topology;

pub use climb::{Climb, Climber, Neighborhood};
pub use cma_es::{CmaEs, SampledPopulation};
pub use cma_me::{CmaMe, Emitters};
pub use differential_evolution::{
    BoundHandling, DifferentialEvolution, Members, Strategy,
};
pub use feasible_infeasible::FeasibleInfeasible;
pub(crate) use fronts::Fronts;
pub use generation::Generation;
pub use generational::Generational;
pub use islands::{Archipelago, Islands};
pub use map_elites::MapElites;
pub use nsga2::Nsga2;
pub use nsga3::{NichedPopulation, Nsga3};
pub use plus::{Parents, Plus};
pub(crate) use requirements::{MOST_INDIVIDUALS, check_size};
pub use scheme::{Scheme, State};
pub use steady_state::SteadyState;
pub use stored_state::StoredState;
pub use topology::Topology;
