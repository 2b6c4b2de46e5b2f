//! Errors of maps and queries.

use crate::crowd::MemberId;
use crate::{LayerId, LinkId, Place, WalkerId};

/// Why a map cannot be made or changed, or a query not be asked. That there is no route is not an error.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum NavigationError {
    /// A place that is on no floor.
    #[error("{place} is outside the map")]
    Outside {
        /// The place.
        place: Place,
    },
    /// A map without a floor or without a layer, or with too many of them.
    #[error("found {found} {what}, expected 1 to {most}")]
    Count {
        /// What there are too many or too few of.
        what: &'static str,
        /// How many there are.
        found: usize,
        /// The most.
        most: usize,
    },
    /// Floors that have too many cells together, those beside narrower floors and between floors included.
    #[error(
        "the floors have {found} cells together, expected at most {}",
        tilewright_pathplan::MAX_CELLS
    )]
    TooLarge {
        /// The number of cells.
        found: u64,
    },
    /// Floors whose cells have different shapes, or agents of several hexagonal cells.
    #[error(
        "the cells of all floors have the same shape and shift, and agents on hexagons cover one cell"
    )]
    Shape,
    /// Straight lines at any angle on a hexagonal map.
    #[error("walks at any angle need a map of square cells")]
    AnyAngle,
    /// Maps that are more or fewer than the floors, or of other sizes.
    #[error("the maps are not as many as the floors, or have other sizes")]
    Floors,
    /// A layer that the map does not have.
    #[error("the map has no layer {}", .0.0)]
    Layer(LayerId),
    /// A size that the layer was not given.
    #[error("layer {} has no agents of size {size}; Layer::sizes gives it some", layer.0)]
    Size {
        /// The layer.
        layer: LayerId,
        /// The size.
        size: u8,
    },
    /// A link that was removed.
    #[error("the link was removed")]
    Link(LinkId),
    /// A walker that was removed.
    #[error("the walker was removed")]
    Walker(WalkerId),
    /// A walker that has left its crowd.
    #[error("the walker has left the crowd")]
    Member(MemberId),
    /// A place for a walker of a crowd where nobody can stand, or another one does.
    #[error("{place} is blocked, or another walker of the crowd stands there")]
    Occupied {
        /// The place.
        place: Place,
    },
    /// A crowd of agents for whom the rules of crowds do not hold.
    #[error(
        "a crowd needs a map without hexagons and a layer whose diagonal steps do not pass between two walls; one by steps needs agents of one cell, one that flows a map without diamonds"
    )]
    Crowd,
    /// A heading in a crowd whose walkers do not turn.
    #[error(
        "the walkers of the crowd have no headings; Pibt::with_turns makes a crowd whose walkers do"
    )]
    Turns,
    /// A saved crowd whose order is not one of its walkers.
    #[error("the order of the saved crowd is not one of its walkers")]
    SavedCrowd,
    /// A group that the crowd does not have.
    #[error("the crowd has no group {0}")]
    Group(u16),
    /// A whole number outside its range.
    #[error("found {what} of {found}, expected {least} to {most}")]
    Range {
        /// What it is.
        what: &'static str,
        /// Its value.
        found: i32,
        /// The least that it may be.
        least: i32,
        /// The most that it may be.
        most: i32,
    },
    /// A cost that is not a number from 0.001 to a million; that of a link may be 0.
    #[error("found a cost of {0}, expected 0.001 to 1000000")]
    Cost(f64),
    /// A door that never opens, which a wall says better, or with more ticks than a door can have.
    #[error(
        "the door in {place} must be open for 1 to {} ticks, and shut for at most as many",
        tilewright_pathplan::planners::Door::MAX_TICKS
    )]
    Shut {
        /// Its cell.
        place: Place,
    },
    /// A query without a goal.
    #[error("the query has no goal")]
    NoGoal,
    /// The weight of a heuristic, or a largest cost, that is not a number that can be meant.
    #[error("found {what} of {found}, expected {least} or more")]
    Number {
        /// What it is.
        what: &'static str,
        /// Its value.
        found: f64,
        /// The least that it may be.
        least: f64,
    },
    /// A time of departure that is not a number from 0 to 10^15, beyond which ticks cannot be told apart.
    #[error("found a departure at {0}, expected 0 to 10^15")]
    Departure(f64),
    /// A search, route, field or crowd that belongs to a map of other floors or layers.
    #[error("it belongs to another map")]
    Foreign,
}
