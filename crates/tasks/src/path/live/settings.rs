//! How a live map begins, and what comes and goes frame by frame.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;
use smart_default::SmartDefault;
use tilewright_grid::{Cell, Seed};

use crate::path::{Danger, Movement, RowColumn, StepOptions, Walkability};
use crate::{BoundedInteger, Host, Input, TextValue};

/// The settings of a live map.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, SmartDefault)]
#[serde(default)]
#[schemars(extend("required" = ["map"]))]
pub struct LiveSettings {
    /// The map, in any form that `path/plan` reads.
    pub map: Option<Input>,
    /// Number of walkers.
    #[default(BoundedInteger::of(200))]
    pub walkers: BoundedInteger<1, 1000>,
    /// Cell to which all walk along one field, by row and column from 0; who arrives begins again elsewhere. Default: each has
    /// goals of its own.
    pub to: Option<TextValue<RowColumn>>,
    /// Sizes of the walkers, which have them in turn; default: 1.
    pub sizes: Vec<BoundedInteger<1, 8>>,
    /// Kind of movement of all walkers.
    #[default(Movement::Walk)]
    pub movement: Movement,
    /// The steps that are allowed.
    #[serde(flatten)]
    pub steps: StepOptions,
    /// The sources of danger.
    #[serde(flatten)]
    pub danger: Danger,
    /// Which cells are walkable.
    #[serde(flatten)]
    pub walkability: Walkability,
    /// Random seed.
    #[schemars(with = "Option<u64>")]
    pub seed: Option<Seed>,
}

/// What a frame of a live map begins with.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, SmartDefault)]
#[serde(default)]
pub struct FrameInput {
    /// Cells that have changed since the last frame: row and column from 0, and the character that
    /// a text map has for what the cell is now.
    pub changes: Vec<(u32, u32, char)>,
    /// The cell to which all walk from now on, where they follow a field.
    pub to: Option<TextValue<RowColumn>>,
    /// Ticks that pass after the changes: a walker passes a free cell in
    /// [`CELL_TICKS`](super::CELL_TICKS) of them.
    #[default(BoundedInteger::of(0))]
    pub ticks: BoundedInteger<0, 240>,
}

/// A live map after a frame. Walkers are named by their numbers from 0.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LiveFrame {
    /// Where each walker is: the row and the column of its upper left cell, with fractions in thousandths while it steps
    /// from one cell to the next.
    pub places: Vec<[f64; 2]>,
    /// The number of routes that were planned in this frame.
    pub planned: usize,
    /// The walkers among these that planned again since a change concerned them.
    pub again: Vec<usize>,
    /// The number of walkers whose turn to plan has not come yet.
    pub waiting: usize,
    /// The walkers that stand since they cannot come to their goal, or can stand nowhere.
    pub stranded: Vec<usize>,
    /// The walkers that stood where a wall was painted, and were moved to the nearest cell where they can stand.
    pub moved: Vec<usize>,
    /// How often walkers have arrived since the map was opened.
    pub arrivals: u64,
    /// The number of values of fields that were found anew in this frame.
    pub repaired: u64,
    /// How long that took; none where the door has no clock. Nothing else depends on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timing: Option<FrameTiming>,
}

/// Times of a frame in microseconds.
#[expect(clippy::struct_field_names, reason = "keys of times end with their unit")]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct FrameTiming {
    /// All changes of cells together; none without changes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub change_us: Option<f64>,
    /// Each search for a route, or its part that fits into the frame.
    pub query_us: Vec<f64>,
    /// The repair of the fields; none where nothing was to be repaired.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repair_us: Option<f64>,
}

/// A cell as numbers.
pub(super) fn numbers(cell: Cell) -> [f64; 2] {
    [f64::from(cell.row), f64::from(cell.column)]
}

impl LiveFrame {
    pub(super) fn begin(host: &dyn Host) -> Self {
        Self {
            places: Vec::new(),
            planned: 0,
            again: Vec::new(),
            waiting: 0,
            stranded: Vec::new(),
            moved: Vec::new(),
            arrivals: 0,
            repaired: 0,
            timing: host.nanos().map(|_| FrameTiming::default()),
        }
    }
}

impl LiveFrame {
    /// Notes a search of a walker, and whether it gave a route, and to one that had one before.
    pub(super) fn note_search(
        &mut self,
        took: Option<f64>,
        (is_found, is_again): (bool, bool),
        walker: usize,
    ) {
        if let (Some(timing), Some(took)) = (&mut self.timing, took) {
            timing.query_us.push(took);
        }
        if is_found {
            self.planned += 1;
            self.again.extend(is_again.then_some(walker));
        }
    }
}

impl FrameInput {
    /// Some changes, and ticks after them.
    ///
    /// # Errors
    /// If these are too many ticks.
    pub fn new(changes: Vec<(u32, u32, char)>, ticks: u32) -> Result<Self, String> {
        let ticks = BoundedInteger::try_from(i128::from(ticks))?;
        Ok(Self { changes, to: None, ticks })
    }
}
