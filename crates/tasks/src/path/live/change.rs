//! Changes of cells, and whom they concern.

use anyhow::anyhow;
use tilewright_grid::{Cell, Size};
use tilewright_navigation::{Navigation, Place, Terrain};
use tilewright_pathplan::{DangerSource, Map, text};

use super::walker::{Walker, Want, can_stand, covered, is_open};
use crate::path::Danger;
use crate::{Refusal, Refuse as _};

/// What the sources of danger add to the cells of a map, in reading order.
#[derive(Debug)]
pub(super) struct Sources {
    /// The danger where it has a weight; else empty.
    danger: Vec<u32>,
    /// Whether a cell must be avoided, where danger has no weight; else empty.
    avoided: Vec<bool>,
}

/// What a frame has changed.
#[derive(Debug, Default)]
pub(super) struct MapChange {
    /// The cells that differ, in reading order.
    cells: Vec<Cell>,
    /// Those among them that cost more now, in reading order.
    dearer: Vec<Cell>,
    blocks: bool,
    /// Whether a cell can be entered, or costs less, that could not or did not.
    improves: bool,
}

impl Sources {
    pub(super) fn new(danger: &Danger, map: &Map) -> Self {
        let sources = danger.sources();
        let (mut added, mut avoided) = (Vec::new(), Vec::new());
        if danger.danger_weight.is_some() {
            added = DangerSource::danger(&sources, map);
        } else if !sources.is_empty() {
            avoided = DangerSource::reach(&sources, map);
        }
        Self { danger: added, avoided }
    }

    /// The map with the danger of the sources, for those who pay for it.
    pub(super) fn added(&self, map: Map) -> anyhow::Result<Map> {
        let both = map.danger().iter().zip(&self.danger);
        let both: Vec<u32> =
            both.map(|(own, &added)| own.saturating_add(added)).collect();
        Ok(if both.is_empty() { map } else { map.with_danger(both)? })
    }

    /// The cells that must be avoided, as walls.
    pub(super) fn walls(&self, size: Size) -> impl Iterator<Item = (Place, Terrain)> {
        let avoided =
            size.cells().zip(&self.avoided).filter(|(_, is_avoided)| **is_avoided);
        avoided.map(|(cell, _)| (cell.into(), Terrain::WALL))
    }
}

/// What a cell is from now on.
struct CellState {
    place: Place,
    terrain: Terrain,
    cost: f64,
    danger: u32,
}

impl CellState {
    /// What the character of a cell says, with the sources of danger.
    fn read(
        (row, column, glyph): (u32, u32, char),
        size: Size,
        sources: &Sources,
    ) -> Result<Self, Refusal> {
        let cell = Cell::new(row, column);
        if !size.contains(cell) {
            return Err(anyhow!("{cell} lies outside the map"))
                .hint("rows and columns count from 0");
        }
        let says = text::of_glyph(glyph);
        let (ground, cost, danger) =
            says.ok_or_else(|| anyhow!("no cell has the character `{glyph}`"))?;

        let at = size.index(cell);
        let is_avoided = sources.avoided.get(at).is_some_and(|&it| it);
        let terrain = if is_avoided { Terrain::WALL } else { ground.into() };
        let danger = danger.saturating_add(*sources.danger.get(at).unwrap_or(&0));
        Ok(Self { place: cell.into(), terrain, cost, danger })
    }
}

impl MapChange {
    /// Makes changes, all of them or none. Of several of one cell the last one counts.
    pub(super) fn make(
        map: &mut Navigation,
        sources: &Sources,
        painted: &[(u32, u32, char)],
    ) -> Result<Self, Refusal> {
        let size = map.size(0).unwrap_or(Size::new(0, 0));
        let cells = painted.iter().map(|&cell| CellState::read(cell, size, sources));
        let mut cells = cells.collect::<Result<Vec<_>, _>>()?;
        cells.reverse();
        cells.sort_by_key(|painted| painted.place);
        cells.dedup_by_key(|painted| painted.place);

        let mut changed = Self::default();
        for painted in &cells {
            changed.note(map, painted);
        }
        map.set_all(cells.iter().map(|painted| (painted.place, painted.terrain)))?;
        for painted in &cells {
            if map.cost(painted.place) != Some(painted.cost) {
                map.set_cost(painted.place, painted.cost)?;
            }
        }
        map.set_danger(cells.iter().map(|painted| (painted.place, painted.danger)))?;
        Ok(changed)
    }

    /// Notes what a change means, before it is made.
    fn note(&mut self, map: &Navigation, painted: &CellState) {
        let &CellState { place, terrain, cost, danger } = painted;
        let layer = &map.layers()[0];
        let can_enter = |terrain| layer.cost_of(terrain).is_some();
        let was_free = map.terrain(place).is_some_and(can_enter);
        let is_free = can_enter(terrain);
        let (old_cost, old_danger) =
            (map.cost(place).unwrap_or(1.0), map.danger(place).unwrap_or(0));
        let (is_cheaper, is_dearer) = (
            cost < old_cost || danger < old_danger,
            cost > old_cost || danger > old_danger,
        );
        if was_free == is_free && !is_cheaper && !is_dearer {
            return;
        }

        self.cells.push(place.cell);
        self.blocks |= was_free && !is_free;
        self.improves |= is_free && (!was_free || is_cheaper);
        if was_free && is_free && is_dearer {
            self.dearer.push(place.cell);
        }
    }

    /// Whether nothing has changed.
    pub(super) const fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// Moves a walker out of walls, and returns whether one was painted upon it. A step whose way was shut is not made.
    pub(super) fn move_out(&self, map: &Navigation, walker: &mut Walker) -> bool {
        let (ends, agent) = (walker.ends(), walker.agent);
        let [from, to] = [walker.from, walker.to];
        let corner = Cell::new(from.row.min(to.row), from.column.min(to.column));
        let mut reach = covered(corner, agent.size + u8::from(from != to));
        let is_near = reach.any(|cell| self.cells.binary_search(&cell).is_ok());
        if !is_near && can_stand(map, from, agent) || is_open(map, [from, to], agent) {
            return false;
        }

        let free = ends.into_iter().find(|&cell| can_stand(map, cell, agent));
        let nearest = || map.nearest_start(from, agent).ok().flatten().map(|it| it.cell);
        if let Some(cell) = free.or_else(nearest) {
            walker.stand(cell);
        }
        walker.want = Want::Route { again: true };
        free != Some(ends[0])
    }

    /// What a walker with a route wants after these changes.
    pub(super) fn want(&self, map: &Navigation, walker: &Walker) -> Want {
        let agent = walker.agent;
        if self.blocks && !map.is_valid_from(&walker.route, walker.at) {
            return Want::Route { again: true };
        }

        let is_dearer = |[_, to]: [Cell; 2]| {
            covered(to, agent.size).any(|cell| self.dearer.binary_search(&cell).is_ok())
        };
        let is_worse = !self.dearer.is_empty() && walker.steps_ahead().any(is_dearer);
        if is_worse || self.improves && map.may_improve(&walker.route) {
            return Want::BetterRoute;
        }
        walker.want
    }
}
