//! Pictures of what a map knows: islands, clearance, fields and links.
//!
//! ```
//! use tilewright_grid::Cell;
//! use tilewright_navigation::picture::Overlay;
//! use tilewright_navigation::{Agent, Layer, Navigation, Scratch};
//! use tilewright_pathplan::{Map, Steps};
//!
//! let tiles: Map = "..#..\n.....\n".parse()?;
//! let map = Navigation::new(&tiles, [Layer::walk(Steps::EIGHT)])?;
//! let goals = [Cell::new(0, 4).into()];
//! let field = map.field(&goals, Agent::default(), &mut Scratch::default())?;
//! let overlay = Overlay::Field { field: &field, marked: &goals };
//! let picture = map.picture(0, Agent::default(), overlay, 24.0)?;
//! let arrows = picture.to_svg().matches("<polyline").count();
//! assert_eq!(arrows, 8); // the wall and the goal have none
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::collections::BTreeMap;

use tilewright_draw::{Color, Picture, Point, Ramp, Shape, Stroke, theme};
use tilewright_grid::{Cell, CellShape, Grid, Size};
use tilewright_pathplan::picture::Scene;
use tilewright_pathplan::{Ground, Map};

use crate::map::Navigation;
use crate::{Agent, Field, Island, NavigationError, Place, Terrain};

/// What is drawn over a map.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Overlay<'a> {
    /// The islands of the agent, each in a colour; those that it can reach from a place strongly, in one.
    Islands(Option<Place>),
    /// The largest agent of the layer that could stand at each place: see [`Navigation::clearance`].
    Clearance,
    /// The values of a field from yellow, the least, to purple, and an arrow for each step.
    Field {
        /// The field.
        field: &'a Field,
        /// Places to be marked by B, such as its goals.
        marked: &'a [Place],
    },
}

/// Cells of a floor in colours, with arrows and characters.
#[derive(Default)]
struct Layers {
    tints: Vec<(Cell, Color)>,
    arrows: Vec<[Cell; 2]>,
    labels: Vec<(Cell, char)>,
}

impl Navigation {
    /// The picture of a floor for an agent; `tile` is the side of a cell in pixels, as
    /// [`tile_for`](tilewright_pathplan::picture::tile_for) gives one. Links are arrows from end to end, those to other floors circles
    /// with the number of the floor.
    ///
    /// # Errors
    /// [`NavigationError::Outside`] for a floor that the map does not have, and for a place that is on no floor;
    /// [`NavigationError::Layer`] and [`NavigationError::Size`] for an agent that the map does not have;
    /// [`NavigationError::Foreign`] for a field of a map of other floors.
    pub fn picture(
        &self,
        floor: u16,
        agent: Agent,
        overlay: Overlay<'_>,
        tile: f64,
    ) -> Result<Picture, NavigationError> {
        let tiles = self.tiles(floor)?;
        let size = tiles.size();
        let mut start = None;
        let layers = match overlay {
            Overlay::Islands(from) => {
                start = from.filter(|place| place.floor == floor).map(|place| place.cell);
                self.islands_drawn(floor, size, agent, from)?
            }
            Overlay::Clearance => self.clearance_drawn(floor, size, agent)?,
            Overlay::Field { field, .. } => {
                if !self.fits(field) {
                    return Err(NavigationError::Foreign);
                }
                field_drawn(floor, size, field)
            }
        };

        let scene = Scene {
            tints: &layers.tints,
            arrows: &layers.arrows,
            labels: &layers.labels,
            agent_size: u32::from(agent.size),
            path: start.as_slice(),
            start,
            ..Scene::default()
        };
        let mut picture = tiles.picture(&scene, tile);
        self.draw_links(&mut picture, &tiles, floor, agent, tile);
        if let Overlay::Field { marked, .. } = overlay {
            let here = marked.iter().filter(|place| place.floor == floor);
            here.for_each(|place| {
                let at = tiles.middle(place.cell, agent.size.into(), tile);
                draw_goal(&mut picture, at, tile);
            });
        }
        Ok(picture)
    }

    /// The cells of a floor as they are now; terrain that has no ground is drawn as free.
    fn tiles(&self, floor: u16) -> Result<Map, NavigationError> {
        let place = Place::new(floor, Cell::new(0, 0));
        let size = self.size(floor).ok_or(NavigationError::Outside { place })?;
        let at = |cell| Place::new(floor, cell);
        let ground = Grid::from_fn(size, |cell| match self.terrain(at(cell)) {
            Some(Terrain::SWAMP) => Ground::Swamp,
            Some(Terrain::WATER) => Ground::Water,
            Some(Terrain::WALL) => Ground::Wall,
            Some(Terrain::TREES) => Ground::Trees,
            _ => Ground::Free,
        });
        let costs = size.cells().map(|cell| self.cost(at(cell)).unwrap_or(1.0));
        let danger = size.cells().map(|cell| self.danger(at(cell)).unwrap_or(0));
        let map = Map::new(ground).and_then(|map| map.with_costs(costs.collect()));
        let map = map.and_then(|map| map.with_danger(danger.collect()));
        let map = map.expect("a floor is a map");
        Ok(match self.shape() {
            CellShape::Square => map,
            CellShape::Hexagon(stagger) => map.with_hexagons(stagger),
            CellShape::Diamond(stagger) => {
                map.with_diamonds(stagger).expect("it was not too large before")
            }
        })
    }

    fn islands_drawn(
        &self,
        floor: u16,
        size: Size,
        agent: Agent,
        from: Option<Place>,
    ) -> Result<Layers, NavigationError> {
        let reached =
            from.map_or(Ok(Vec::new()), |from| self.islands_from(from, agent))?;
        // The colours of the others by the order of their first cells, in which they hardly change when the map does.
        let others =
            [theme::SKY, theme::ORANGE, theme::PURPLE, theme::YELLOW, theme::GREY];
        let mut colors: BTreeMap<Island, Color> = BTreeMap::new();
        let mut layers = Layers::default();
        for cell in size.cells() {
            let Some(island) = self.island(Place::new(floor, cell), agent)? else {
                continue;
            };
            let next = others[colors.len() % others.len()].mix(theme::PAPER, 0.25);
            let color = if reached.contains(&island) {
                theme::GREEN
            } else {
                *colors.entry(island).or_insert(next)
            };
            layers.tints.push((cell, color));
        }
        Ok(layers)
    }

    fn clearance_drawn(
        &self,
        floor: u16,
        size: Size,
        agent: Agent,
    ) -> Result<Layers, NavigationError> {
        let mut layers = Layers::default();
        for cell in size.cells() {
            let clearance = self.clearance(Place::new(floor, cell), agent.layer)?;
            if clearance == 0 {
                continue;
            }
            let share = f64::from(clearance) / f64::from(crate::Layer::MAX_SIZE);
            layers.tints.push((cell, Ramp::Viridis.at(share)));
            layers.labels.push((cell, char::from(b'0' + clearance)));
        }
        Ok(layers)
    }

    /// Draws the links that an agent may use from a floor.
    fn draw_links(
        &self,
        picture: &mut Picture,
        tiles: &Map,
        floor: u16,
        agent: Agent,
        tile: f64,
    ) {
        let middle = |cell| tiles.middle(cell, 1, tile);
        let stroke = Stroke::new(theme::VERMILLION, (tile * 0.1).max(1.5));
        let usable = self.links().filter(|(_, link)| link.mask & agent.mask != 0);
        for (_, link) in usable {
            for [here, there] in [[link.from, link.to], [link.to, link.from]] {
                if here.floor != floor || (here == link.to && here.floor == there.floor) {
                    continue;
                }
                let at = middle(here.cell);
                let radius = (tile * 0.3).max(3.0);
                picture.push(Shape::circle(at, radius, theme::PAPER).outlined(stroke));
                if there.floor == floor {
                    let points = vec![at, middle(there.cell)];
                    picture.push(Shape::Polyline { points, stroke });
                } else {
                    let text = there.floor.to_string();
                    picture.push(Shape::text(at, radius * 1.3, theme::INK, text));
                }
            }
        }
    }
}

fn draw_goal(picture: &mut Picture, at: Point, tile: f64) {
    let radius = (tile * 0.42).max(6.0);
    let edge = Stroke::new(theme::PAPER, (radius * 0.18).max(1.0));
    picture.push(Shape::circle(at, radius, theme::ORANGE).outlined(edge));
    picture.push(Shape::text(at, radius * 1.3, theme::ORANGE.ink(), "B").bold());
}

fn field_drawn(floor: u16, size: Size, field: &Field) -> Layers {
    let values = || {
        let value = |cell| Some((cell, field.value(Place::new(floor, cell))?));
        size.cells().filter_map(value)
    };
    let bounds = values()
        .fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], (_, value)| {
            [low.min(value), high.max(value)]
        });
    let range = (bounds[1] - bounds[0]).max(f64::MIN_POSITIVE);

    // 24 shades, so that neighbours share one and few shapes are drawn.
    let shade = |value: f64| ((value - bounds[0]) / range * 24.0).floor() / 24.0;
    let tint = |(cell, value)| (cell, Ramp::Viridis.at(1.0 - shade(value)));
    let next = |cell| {
        let next = field.next(Place::new(floor, cell))?;
        let is_step =
            next.floor == floor && field.link(Place::new(floor, cell)).is_none();
        is_step.then_some([cell, next.cell])
    };
    Layers {
        tints: values().map(tint).collect(),
        arrows: size.cells().filter_map(next).collect(),
        labels: Vec::new(),
    }
}
