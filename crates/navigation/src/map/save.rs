//! Maps saved and loaded, with their versions and handles.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize, Serializer};
use tilewright_grid::{Cell, CellShape, Size};
use tilewright_pathplan::planners::Door;
use tilewright_pathplan::{COSTS, MAX_CELLS};

use super::build::stack;
use super::{ChangeMemory, Exits, FileNames, Navigation};
use crate::slots::Slots;
use crate::{Layer, Link, NavigationError, Terrain, Walker};

/// The kind and version of the document.
const SCHEMA: &str = "tilewright/navigation/1";

/// A map as it is saved. Surfaces are found anew from it; of them it holds what their history has left.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Document {
    schema: String,
    floors: Vec<FloorDocument>,
    #[serde(default, skip_serializing_if = "is_square")]
    shape: CellShape,
    layers: Vec<Layer>,
    links: Slots<Link>,
    walkers: Slots<Walker>,
    #[serde(default, skip_serializing_if = "FileNames::is_empty")]
    names: FileNames,
    doors: Vec<DoorDocument>,
    version: u64,
    links_changed: u64,
    surfaces: Vec<SurfaceDocument>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FloorDocument {
    columns: u32,
    /// A hexadecimal digit for the terrain of each cell, row by row.
    terrain: Vec<String>,
    /// In reading order; empty where all are 1.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    costs: Vec<f64>,
    /// In reading order; empty where all are 0.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    danger: Vec<u32>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
fn is_square(shape: &CellShape) -> bool {
    *shape == CellShape::Square
}

impl FloorDocument {
    /// The size of the floor of this number, if everything else fits it.
    fn size(&self, floor: usize) -> Result<Size, DocumentError> {
        let Self { columns, terrain, costs, danger } = self;
        let size = Size::new(terrain.len() as u32, *columns);
        let area = u64::from(size.rows) * u64::from(size.columns);
        let wrong = |what| Err(DocumentError::Floor { floor, what });
        if area == 0 || area > MAX_CELLS as u64 {
            return wrong("no cells, or too many");
        }
        if terrain.iter().any(|row| row.chars().count() != *columns as usize) {
            return wrong("rows of other lengths");
        }
        let has_right = |count: usize| count == 0 || count as u64 == area;
        if !has_right(costs.len()) || !has_right(danger.len()) {
            return wrong("costs or danger for more or fewer cells");
        }
        if costs.iter().any(|cost| !COSTS.contains(cost)) {
            return wrong("a cost outside 0.001 to 1000000");
        }
        Ok(size)
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct DoorDocument {
    floor: u16,
    /// `ROW,COLUMN,OPEN,SHUT,SHIFT`.
    door: String,
}

/// What the history of a surface has left.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SurfaceDocument {
    /// The version that changed each chunk last.
    changed: Vec<u64>,
    /// The version that opened or blocked something in each chunk last.
    opened: Vec<u64>,
    /// All weights that there have been, in the order of their coming: they decide how a search keeps its queue, and so which of two
    /// equally cheap routes it finds.
    weights: Vec<[f64; 2]>,
    /// Whether there have been too many to name each.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    has_too_many: bool,
}

impl Serialize for Navigation {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Document::from(self).serialize(serializer)
    }
}

impl From<&Navigation> for Document {
    fn from(map: &Navigation) -> Self {
        let floors = map.floors.iter().map(|floor| {
            let cells = floor.cells().map(|cell| map.area.index(cell));
            let indices: Vec<usize> = cells.collect();
            let rows = indices.chunks(floor.size.columns as usize);
            let digit = |&at: &usize| {
                char::from_digit(map.terrain[at].number().into(), 16).expect("below 16")
            };
            let terrain = rows.map(|row| row.iter().map(digit).collect()).collect();
            let costs = indices.iter().filter_map(|&at| map.costs.get(at).copied());
            let danger = indices.iter().filter_map(|&at| map.danger.get(at).copied());
            FloorDocument {
                columns: floor.size.columns,
                terrain,
                costs: costs.collect(),
                danger: danger.collect(),
            }
        });
        let doors = map
            .doors()
            .map(|(floor, door)| DoorDocument { floor, door: door.to_string() });
        let surfaces = map.surfaces.iter().map(|surface| {
            let (weights, has_too_many) = surface.known_weights();
            let changed = surface.all_changed().to_vec();
            let opened = surface.all_opened().to_vec();
            SurfaceDocument { changed, opened, weights, has_too_many }
        });
        Self {
            schema: SCHEMA.to_owned(),
            floors: floors.collect(),
            shape: map.shape,
            doors: doors.collect(),
            surfaces: surfaces.collect(),
            layers: map.layers.clone(),
            links: map.links.clone(),
            walkers: map.walkers.clone(),
            names: map.names.clone(),
            version: map.version,
            links_changed: map.links_changed,
        }
    }
}

/// What is wrong with a document.
#[derive(Debug, thiserror::Error)]
pub(super) enum DocumentError {
    #[error("found the schema {0:?}, expected {SCHEMA:?}")]
    Schema(String),
    #[error("floor {floor} has {what}")]
    Floor { floor: usize, what: &'static str },
    #[error("the versions of the map or of its chunks do not fit it")]
    Versions,
    #[error("door {0:?}: expected ROW,COLUMN,OPEN,SHUT,SHIFT within the map")]
    Door(String),
    #[error(transparent)]
    Map(#[from] NavigationError),
}

impl TryFrom<Document> for Navigation {
    type Error = DocumentError;

    fn try_from(document: Document) -> Result<Self, DocumentError> {
        if document.schema != SCHEMA {
            return Err(DocumentError::Schema(document.schema));
        }
        let sizes = document.floors.iter().enumerate();
        let sizes = sizes.map(|(floor, cells)| cells.size(floor));
        let sizes = sizes.collect::<Result<Vec<_>, _>>()?;
        let (floors, area) = stack(&sizes, document.shape, &document.layers)?;
        let mut map = Self {
            floors,
            area,
            shape: document.shape,
            layers: document.layers,
            terrain: vec![Terrain::WALL; area.area()],
            costs: Vec::new(),
            danger: Vec::new(),
            surfaces: Vec::new(),
            links: Slots::default(),
            links_changed: 0,
            exits: Exits::default(),
            walkers: Slots::default(),
            names: document.names,
            doors: BTreeMap::new(),
            version: 0,
            memory: ChangeMemory::default(),
        };
        for (floor, cells) in document.floors.iter().enumerate() {
            map.fill(floor, cells)?;
        }
        map.lay_out(|surface| {
            let known = document.surfaces.get(surface);
            known.map(|it| (&it.weights[..], it.has_too_many)).unwrap_or_default()
        });

        for DoorDocument { floor, door } in document.doors {
            let known: Option<Door> = door.parse().ok();
            let hung = known.and_then(|door| map.set_door(floor, door).ok());
            hung.ok_or(DocumentError::Door(door))?;
        }
        map.take_handles(document.links, document.walkers)?;
        map.take_versions(document.version, document.links_changed, document.surfaces)?;
        Ok(map)
    }
}

impl Navigation {
    /// Takes the cells of a floor.
    fn fill(&mut self, floor: usize, cells: &FloorDocument) -> Result<(), DocumentError> {
        let places: Vec<Cell> = self.floors[floor].cells().collect();
        if !cells.costs.is_empty() && self.costs.is_empty() {
            self.costs = vec![1.0; self.area.area()];
        }
        if !cells.danger.is_empty() && self.danger.is_empty() {
            self.danger = vec![0; self.area.area()];
        }
        let digits = cells.terrain.iter().flat_map(|row| row.chars());
        for ((place, &cell), digit) in places.iter().enumerate().zip(digits) {
            let at = self.area.index(cell);
            let number = digit.to_digit(16).and_then(|number| u8::try_from(number).ok());
            let terrain = number.and_then(Terrain::new);
            let what = "a terrain that is no hexadecimal digit";
            self.terrain[at] = terrain.ok_or(DocumentError::Floor { floor, what })?;
            if let Some(&cost) = cells.costs.get(place) {
                self.costs[at] = cost;
            }
            if let Some(&danger) = cells.danger.get(place) {
                self.danger[at] = danger;
            }
        }
        Ok(())
    }

    /// Takes links and walkers with their handles, checked as if they were added.
    fn take_handles(
        &mut self,
        links: Slots<Link>,
        walkers: Slots<Walker>,
    ) -> Result<(), NavigationError> {
        for (_, link) in links.iter() {
            self.check_link(link)?;
        }
        for (_, walker) in walkers.iter() {
            self.cell_of(walker.place)?;
            self.surface(walker.agent)?;
        }
        (self.links, self.walkers) = (links, walkers);
        self.find_exits();
        Ok(())
    }

    /// Takes the versions of the map and of its chunks.
    fn take_versions(
        &mut self,
        version: u64,
        links_changed: u64,
        surfaces: Vec<SurfaceDocument>,
    ) -> Result<(), DocumentError> {
        let known = surfaces.iter().flat_map(|surface| &surface.changed);
        let fits = surfaces.len() == self.surfaces.len()
            && links_changed <= version
            && known.into_iter().all(|&changed| changed <= version);
        if !fits {
            return Err(DocumentError::Versions);
        }
        for (surface, kept) in self.surfaces.iter_mut().zip(surfaces) {
            if !surface.take_changed(kept.changed, kept.opened) {
                return Err(DocumentError::Versions);
            }
        }
        (self.version, self.links_changed) = (version, links_changed);
        Ok(())
    }
}
