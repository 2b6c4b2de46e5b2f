//! How a live map is opened.

use anyhow::anyhow;
use serde_json::{Map, Value};
use tilewright_grid::{Cell, CellShape, Seed};
use tilewright_navigation::{Agent, Navigation, Scratch};
use tilewright_pathplan::Connectivity;

use super::change::Sources;
use super::draw::{draw, draw_cell};
use super::follow::Follow;
use super::search::Search;
use super::walker::Walker;
use super::{LiveMap, LiveSettings, Mode};
use crate::path::agent::refused;
use crate::path::load::{self, LoadedMap};
use crate::path::{during, given};
use crate::{Host, Refusal, Refuse as _, read_keys};

/// The most cells of a live map: 1,024 × 1,024. A search over all of them ends within the time in which a call must stop.
const MOST_CELLS: usize = 1 << 20;

impl LiveMap {
    /// Opens a map, with walkers at cells that are drawn. Without a seed, it is 0: a door chooses one before.
    ///
    /// ```
    /// use serde_json::json;
    /// use tilewright_tasks::Host;
    /// use tilewright_tasks::path::{FrameInput, LiveMap};
    ///
    /// struct Quiet;
    /// impl Host for Quiet {}
    ///
    /// let settings = json!({ "map": { "layout": [".....", ".....", "....."] }, "walkers": 3 });
    /// let mut live = LiveMap::open(settings.as_object().cloned().unwrap(), &Quiet).ok().unwrap();
    /// let wall = FrameInput { changes: vec![(0, 2, '#'), (1, 2, '#'), (2, 2, '#')], ..FrameInput::default() };
    /// let frame = live.frame(&wall, &Quiet).ok().unwrap();
    /// assert_eq!(frame.places.len(), 3);
    /// assert!(frame.places.iter().all(|place| place[1] != 2.0));
    /// ```
    ///
    /// # Errors
    /// If a setting is invalid, the map cannot be read, is too large or has other cells than squares, or a walker can stand nowhere on it.
    pub fn open(settings: Map<String, Value>, host: &dyn Host) -> Result<Self, Refusal> {
        let settings: LiveSettings = read_keys(settings)?;
        settings.steps.check(Connectivity::Eight)?;
        let file = given(settings.map.as_ref(), "map")?;
        let LoadedMap { map, .. } = load::map(host, file, &settings.walkability)?;
        if map.shape() != CellShape::Square {
            return Err(anyhow!("{file} has cells that are no squares"))
                .hint("`path/crowd` lets walkers walk on diamonds");
        }
        let size = map.size();
        if size.area() > MOST_CELLS {
            return Err(anyhow!("{file} has {} cells", size.area()))
                .hint("a live map has at most 1,048,576 cells, as 1,024 × 1,024");
        }

        let sources = Sources::new(&settings.danger, &map);
        let map = sources.added(map)?;
        let sizes: Vec<u8> = settings.sizes.iter().map(|size| size.get() as u8).collect();
        let steps = settings.steps.steps(Connectivity::Eight);
        let layer = settings.movement.layer(steps, &settings.danger);
        let layer = layer.sizes(sizes.iter().copied());
        let lay_out = || Navigation::new(&map, [layer]);
        let laid_out = during(host, "laying out the map", lay_out);
        let mut map = laid_out.map_err(|error| refused(error, file))?;
        map.set_all(sources.walls(size))?;

        let mut scratch = Scratch::default();
        let mode = match settings.to {
            Some(to) => Mode::Follow(Follow::new(&map, to.0.0, &sizes, &mut scratch)?),
            None => Mode::Search(Search::new(size)),
        };
        let (walkers, arrivals) = (Vec::new(), 0);
        let mut live = Self { map, size, sources, walkers, mode, scratch, arrivals };
        live.draw_walkers(&settings, &sizes)?;
        Ok(live)
    }

    fn draw_walkers(
        &mut self,
        settings: &LiveSettings,
        sizes: &[u8],
    ) -> Result<(), Refusal> {
        let seed = settings.seed.unwrap_or(Seed(0));
        for number in 0..settings.walkers.get() {
            let turn = number as usize % sizes.len().max(1);
            let size = sizes.get(turn).copied().unwrap_or(1);
            let agent = Agent::default().size(size);
            // A stream of its own, so that its goals depend on no other walker.
            let mut rng = seed.child(number.into()).rng();
            let suits = |cell| self.mode.is_start(cell, agent);
            let drawn = draw(&self.map, self.size, agent, &mut rng, suits);
            let nearest = || {
                let cell = draw_cell(self.size, &mut rng);
                let nearest = self.map.nearest_start(cell, agent).ok().flatten();
                nearest.map(|place| place.cell)
            };
            let cell = drawn.or_else(nearest);
            let cell = cell
                .ok_or_else(|| anyhow!("a walker of size {size} can stand nowhere"))
                .hint("use smaller {sizes} or another {movement}")?;
            self.walkers.push(Walker::new(agent, cell, rng));
        }
        Ok(())
    }
}

impl Mode {
    /// Whether a walker may begin in a cell where it can stand.
    fn is_start(&self, cell: Cell, agent: Agent) -> bool {
        match self {
            Self::Search(_) => true,
            Self::Follow(follow) => follow.has_way(cell, agent),
        }
    }
}
