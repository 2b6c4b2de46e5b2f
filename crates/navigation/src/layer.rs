//! Terrain, and the layers of movement that it is walked, swum or flown on.

use tilewright_pathplan::{COSTS, Ground, Steps};

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

/// What a cell is made of: a number from 0 to 15. What it costs, and who cannot enter it, each [`Layer`] says for itself.
///
/// The first five are the grounds of [`pathplan`](tilewright_pathplan::Ground); the others are free for roads, mud or lava.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "u8", into = "u8"))]
pub struct Terrain(u8);

impl Terrain {
    /// The number of terrains.
    pub const COUNT: u8 = 16;
    /// Free ground.
    pub const FREE: Self = Self(0);
    /// Swamp.
    pub const SWAMP: Self = Self(1);
    /// Water.
    pub const WATER: Self = Self(2);
    /// A wall.
    pub const WALL: Self = Self(3);
    /// Trees.
    pub const TREES: Self = Self(4);

    /// The terrain of this number; none from [`Terrain::COUNT`] on.
    pub const fn new(number: u8) -> Option<Self> {
        if number < Self::COUNT { Some(Self(number)) } else { None }
    }

    /// Its number.
    pub const fn number(self) -> u8 {
        self.0
    }
}

impl From<Ground> for Terrain {
    fn from(ground: Ground) -> Self {
        match ground {
            Ground::Free => Self::FREE,
            Ground::Swamp => Self::SWAMP,
            Ground::Water => Self::WATER,
            Ground::Wall => Self::WALL,
            Ground::Trees => Self::TREES,
        }
    }
}

impl From<Terrain> for u8 {
    fn from(terrain: Terrain) -> Self {
        terrain.0
    }
}

impl TryFrom<u8> for Terrain {
    type Error = &'static str;

    fn try_from(number: u8) -> Result<Self, Self::Error> {
        Self::new(number).ok_or("expected a terrain from 0 to 15")
    }
}

/// A way to move: which terrain can be entered and what it costs, which steps there are, how large its agents are.
///
/// ```
/// use tilewright_navigation::{Layer, Terrain};
/// use tilewright_pathplan::Steps;
///
/// let road = Terrain::new(5).expect("below 16");
/// let wagons = Layer::new("wagons", Steps::FOUR).cost(road, 0.5).cost(Terrain::FREE, 2.0).sizes([2]);
/// assert_eq!(wagons.cost_of(road), Some(0.5));
/// assert_eq!(wagons.cost_of(Terrain::WATER), None);
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "Fields"))]
pub struct Layer {
    name: String,
    steps: Steps,
    costs: [Option<f64>; Terrain::COUNT as usize],
    danger_weight: f64,
    /// A bit for each size, that of size 1 the lowest.
    sizes: u8,
}

/// A layer as it is read, not checked yet.
#[cfg(feature = "serde")]
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Fields {
    name: String,
    steps: Steps,
    costs: [Option<f64>; Terrain::COUNT as usize],
    danger_weight: f64,
    sizes: u8,
}

#[cfg(feature = "serde")]
impl TryFrom<Fields> for Layer {
    type Error = &'static str;

    fn try_from(fields: Fields) -> Result<Self, Self::Error> {
        let Fields { name, steps, costs, danger_weight, sizes } = fields;
        if costs.iter().flatten().any(|cost| !COSTS.contains(cost)) {
            return Err("expected costs of terrain from 0.001 to 1000000");
        }
        if !(danger_weight.is_finite() && danger_weight >= 0.0) {
            return Err("expected a danger_weight of 0 or more");
        }
        if sizes & 1 == 0 {
            return Err("expected sizes with bit 0, that of agents of size 1");
        }
        Ok(Self { name, steps, costs, danger_weight, sizes })
    }
}

impl Layer {
    /// The largest size of an agent.
    pub const MAX_SIZE: u8 = 8;

    /// A layer that cannot enter any terrain yet, of agents of size 1.
    pub fn new(name: &str, steps: Steps) -> Self {
        let costs = [None; Terrain::COUNT as usize];
        Self { name: name.to_owned(), steps, costs, danger_weight: 0.0, sizes: 1 }
    }

    /// The layer `walk`: free ground and swamp, each at a cost of 1.
    pub fn walk(steps: Steps) -> Self {
        Self::new("walk", steps).cost(Terrain::FREE, 1.0).cost(Terrain::SWAMP, 1.0)
    }

    /// The layer `swim`: water at a cost of 1.
    pub fn swim(steps: Steps) -> Self {
        Self::new("swim", steps).cost(Terrain::WATER, 1.0)
    }

    /// The layer `fly`: all of [`Ground`] but walls, each at a cost of 1.
    pub fn fly(steps: Steps) -> Self {
        let over = [Terrain::FREE, Terrain::SWAMP, Terrain::WATER, Terrain::TREES];
        over.into_iter()
            .fold(Self::new("fly", steps), |layer, over| layer.cost(over, 1.0))
    }

    /// Lets it enter a terrain at this cost, the factor on the length of a step into its cells. It is moved into [`COSTS`].
    #[must_use]
    pub fn cost(mut self, terrain: Terrain, cost: f64) -> Self {
        let cost =
            if cost.is_nan() { 1.0 } else { cost.clamp(*COSTS.start(), *COSTS.end()) };
        self.costs[usize::from(terrain.0)] = Some(cost);
        self
    }

    /// Adds this for each unit of danger of the cell that a step enters; 0 at first. Below 0 counts as 0.
    #[must_use]
    pub const fn danger_weight(mut self, weight: f64) -> Self {
        self.danger_weight = if weight.is_finite() { weight.max(0.0) } else { 0.0 };
        self
    }

    /// Has agents of these sizes beside that of 1: an agent of size `n` covers `n` × `n` cells, and stands where its upper left
    /// cell is. Sizes outside 1 to [`Layer::MAX_SIZE`] are ignored.
    #[must_use]
    pub fn sizes(mut self, sizes: impl IntoIterator<Item = u8>) -> Self {
        for size in sizes {
            if (1..=Self::MAX_SIZE).contains(&size) {
                self.sizes |= 1 << (size - 1);
            }
        }
        self
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The allowed steps.
    pub const fn steps(&self) -> Steps {
        self.steps
    }

    /// The cost of a terrain; none if it cannot be entered.
    pub fn cost_of(&self, terrain: Terrain) -> Option<f64> {
        self.costs[usize::from(terrain.0)]
    }

    /// Whether it has agents of a size.
    pub const fn has_size(&self, size: u8) -> bool {
        size >= 1 && size <= Self::MAX_SIZE && self.sizes >> (size - 1) & 1 == 1
    }

    /// Whether all its agents are of size 1.
    pub(crate) const fn is_of_size_1(&self) -> bool {
        self.sizes == 1
    }

    /// What a unit of danger costs.
    pub(crate) const fn weight_of_danger(&self) -> f64 {
        self.danger_weight
    }
}

/// The number of a layer, in the order in which a map was given them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct LayerId(pub u8);
