//! What a script's map is made of.

use tilewright_grid::{Grid, Size};
use tilewright_navigation::{Layer, Navigation, Scratch, Terrain};
use tilewright_pathplan::{COSTS, Connectivity, Corners, Ground, Map, Steps};

use super::super::words::{Reason, Words};
use super::{ScriptPlayer, refused};

/// The most cells of all floors, one below the other, times the layers and sizes of agents: a map keeps them for each, and a call then takes
/// milliseconds, so that a script can be stopped.
const MAX_CELLS: u64 = 1 << 19;

/// The most floors and layers.
const MOST_PARTS: usize = 16;

impl ScriptPlayer {
    /// Floors and layers.
    pub(super) fn plan(
        &mut self,
        verb: &str,
        words: &mut Words<'_>,
    ) -> Result<Vec<u64>, Reason> {
        if self.map.is_some() {
            return Err(format!("`{verb}` stands before all other calls"));
        }
        if verb == "floor" {
            let size = Size { columns: words.number()?, rows: words.number()? };
            self.sizes.push(size);
            return self.check_size();
        }
        let connectivity = match words.number::<u32>()? {
            4 => Connectivity::Four,
            8 => Connectivity::Eight,
            other => return Err(format!("found {other} neighbours, expected 4 or 8")),
        };
        let corners = match words.number::<u32>()? {
            0 => Corners::Never,
            1 => Corners::One,
            2 => Corners::Always,
            other => return Err(format!("found corners of {other}, expected 0 to 2")),
        };
        let bits: u8 = words.number()?;
        let sizes = (1..=Layer::MAX_SIZE).filter(|size| bits >> (size - 1) & 1 == 1);
        self.surfaces += u64::from((bits | 1).count_ones());
        let name = self.layers.len().to_string();
        let mut layer = Layer::new(&name, Steps { connectivity, corners }).sizes(sizes);
        let mut terrain = 0;
        while let Some(cost) = words.maybe::<f64>()? {
            let known = Terrain::new(terrain).ok_or("a layer has 16 costs at most")?;
            if COSTS.contains(&cost) {
                layer = layer.cost(known, cost);
            } else if cost != 0.0 {
                return Err(format!(
                    "found a cost of {cost}, expected 0 or 0.001 to 1000000"
                ));
            }
            terrain += 1;
        }
        self.layers.push(layer);
        self.check_size()
    }

    /// Refuses floors and layers that would take too much memory or time.
    fn check_size(&self) -> Result<Vec<u64>, Reason> {
        let most = self.sizes.len().max(self.layers.len());
        if most > MOST_PARTS {
            return Err(format!("a script has at most {MOST_PARTS} floors and layers"));
        }
        // A map puts them one below the other, with room between them.
        let rows: u64 = self.sizes.iter().map(|size| u64::from(size.rows) + 2).sum();
        let columns = self.sizes.iter().map(|size| u64::from(size.columns) + 2).max();
        let cells = columns.unwrap_or(0).saturating_mul(rows);
        let is_empty = self.sizes.iter().any(|size| size.rows == 0 || size.columns == 0);
        if is_empty || cells.saturating_mul(self.surfaces.max(1)) > MAX_CELLS {
            return Err(format!(
                "the floors have {cells} cells, one below the other, for {} kinds of agents; expected at most {MAX_CELLS} of both together",
                self.surfaces.max(1)
            ));
        }
        Ok(Vec::new())
    }

    /// The map, made of its floors and layers when it is needed first, and the memory of queries.
    pub(super) fn parts(&mut self) -> Result<(&mut Navigation, &mut Scratch), Reason> {
        if self.map.is_none() {
            let floor = |&size: &Size| Map::new(Grid::filled(size, Ground::Free));
            let floors = self.sizes.iter().map(floor).collect::<Result<Vec<_>, _>>();
            let mut layers = std::mem::take(&mut self.layers);
            if layers.is_empty() {
                layers.push(Layer::walk(Steps::EIGHT));
            }
            let map = Navigation::with_floors(&floors.map_err(refused)?, layers);
            self.map = Some(map.map_err(refused)?);
        }
        let map = self.map.as_mut().ok_or("the map has no floor")?;
        Ok((map, &mut self.scratch))
    }
}
