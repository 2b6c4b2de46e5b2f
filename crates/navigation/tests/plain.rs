//! A plain second implementation: all places as they are, and Dijkstra's algorithm over them.

use std::collections::BTreeMap;

use tilewright_grid::{Cell, CellShape, Stagger};
use tilewright_navigation::{Agent, Layer, Link, Navigation, Place};
use tilewright_pathplan::planners::Door;
use tilewright_pathplan::{Connectivity, Corners};

/// What a map says of its cells and links, asked cell by cell.
pub(crate) struct Plain<'a> {
    pub(crate) map: &'a Navigation,
    pub(crate) blocked: &'a [Place],
    /// Where the agent begins, whatever is blocked.
    pub(crate) start: Option<Place>,
    /// When it leaves.
    pub(crate) departure: f64,
}

impl Plain<'_> {
    /// All places in reading order, of diamonds in that of the turned map.
    pub(crate) fn places(&self) -> Vec<Place> {
        let floors = 0..self.map.floors() as u16;
        let each = |floor| {
            let size = self.map.size(floor).unwrap();
            size.cells().map(move |cell| Place::new(floor, cell))
        };
        let mut places: Vec<Place> = floors.flat_map(each).collect();
        places.sort_by_key(|&place| self.order(place));
        places
    }

    /// The place of a place in reading order.
    pub(crate) fn order(&self, place: Place) -> (u16, Cell) {
        let size = self.map.size(place.floor).unwrap();
        let diamonds = self.map.shape().diamonds(size);
        (place.floor, diamonds.map_or(place.cell, |diamonds| diamonds.turned(place.cell)))
    }

    fn layer(&self, agent: Agent) -> &Layer {
        &self.map.layers()[usize::from(agent.layer.0)]
    }

    /// The cell that is `down` steps down and `right` steps to the right. Over diamonds, steps to the right lead over one of their edges to the next row or
    /// column, steps down over the other, and both together over the corner between these.
    fn beside(&self, place: Place, down: i32, right: i32) -> Option<Place> {
        let mut at = [place.cell.row, place.cell.column].map(i64::from);
        if let CellShape::Diamond(stagger) = self.map.shape() {
            let is_odd = matches!(stagger, Stagger::OddRows | Stagger::OddColumns);
            let is_of_rows = matches!(stagger, Stagger::OddRows | Stagger::EvenRows);
            let mut step = |by: i64, is_right: bool| {
                let [across, along] = if is_of_rows { at } else { [at[1], at[0]] };
                let shift = i64::from((across.rem_euclid(2) == 1) == is_odd);
                let along = along + shift - i64::from((by > 0) != is_right);
                let across = across + by;
                at = if is_of_rows { [across, along] } else { [along, across] };
            };
            (0..right.abs()).for_each(|_| step(right.signum().into(), true));
            (0..down.abs()).for_each(|_| step(down.signum().into(), false));
        } else {
            at = [at[0] + i64::from(down), at[1] + i64::from(right)];
        }
        let [row, column] = at.map(|number| u32::try_from(number).ok());
        Some(Place::new(place.floor, Cell::new(row?, column?)))
    }

    /// The places that an agent covers; none where one of them is outside the map.
    fn covered(&self, place: Place, size: u8) -> impl Iterator<Item = Place> {
        let size = i32::from(size);
        let all = (0..size).flat_map(|down| (0..size).map(move |right| (down, right)));
        let places: Option<Vec<Place>> =
            all.map(|(down, right)| self.beside(place, down, right)).collect();
        places.unwrap_or_default().into_iter()
    }

    pub(crate) fn is_free(&self, agent: Agent, place: Place) -> bool {
        let layer = self.layer(agent);
        let is_inside = self.covered(place, agent.size).next().is_some();
        let is_open = is_inside
            && self.covered(place, agent.size).all(|place| {
                self.map
                    .terrain(place)
                    .is_some_and(|terrain| layer.cost_of(terrain).is_some())
            });
        is_open
            && (self.start == Some(place)
                || !self
                    .covered(place, agent.size)
                    .any(|place| self.blocked.contains(&place)))
    }

    fn enter(&self, agent: Agent, place: Place, danger_weight: f64) -> [f64; 2] {
        let layer = self.layer(agent);
        let costs = self.covered(place, agent.size).map(|place| {
            layer.cost_of(self.map.terrain(place).unwrap()).unwrap()
                * self.map.cost(place).unwrap()
        });
        let danger =
            self.covered(place, agent.size).map(|place| self.map.danger(place).unwrap());
        [costs.fold(0.0, f64::max), danger_weight * f64::from(danger.max().unwrap())]
    }

    /// The first time, not before another one, at which all doors are open that a step enters: tried tick by tick.
    pub(crate) fn leave(&self, agent: Agent, time: f64, from: Place, to: Place) -> f64 {
        let entered: Vec<Door> = self
            .map
            .doors()
            .filter(|&(floor, door)| {
                let door = Place::new(floor, door.cell);
                let is_under =
                    |place| self.covered(place, agent.size).any(|it| it == door);
                is_under(to) && !is_under(from)
            })
            .map(|(_, door)| door)
            .collect();
        let is_open = |time: &f64| {
            entered.iter().all(|door| {
                let turn = f64::from(door.open + door.shut);
                (time + f64::from(door.shift)).rem_euclid(turn) < f64::from(door.open)
            })
        };
        let ticks = (1..400).map(|tick| time.floor() + f64::from(tick));
        std::iter::once(time).chain(ticks).find(is_open).unwrap_or(f64::INFINITY)
    }

    /// All steps and links from a place, with the time that each takes an agent that is there now.
    fn steps(
        &self,
        agent: Agent,
        from: Place,
        danger_weight: f64,
        now: f64,
    ) -> Vec<(Place, f64)> {
        let mut found = self.open_steps(agent, from, danger_weight);
        for (to, cost) in &mut found {
            *cost += self.leave(agent, now, from, *to) - now;
        }
        found.retain(|(_, cost)| cost.is_finite());
        found
    }

    /// Where the middle of a cell lies: x and y, where neighbours are 1 apart.
    fn middle(&self, cell: Cell) -> [f64; 2] {
        let [row, column] = [cell.row, cell.column].map(f64::from);
        let shift =
            |number: u32, is_odd: bool| f64::from(number % 2 == u32::from(is_odd));
        if let CellShape::Diamond(stagger) = self.map.shape() {
            // Over an edge by half a diagonal in both directions.
            let half = f64::sqrt(0.5);
            let [across, along] = stagger.place(cell).map(|place| place as f64 * half);
            return [along, across];
        }
        let height = f64::sqrt(3.0) / 2.0;
        match self.map.shape().hexagons() {
            None => [column, row],
            Some(Stagger::OddRows) => {
                [column + shift(cell.row, true) / 2.0, row * height]
            }
            Some(Stagger::EvenRows) => {
                [column + shift(cell.row, false) / 2.0, row * height]
            }
            Some(Stagger::OddColumns) => {
                [column * height, row + shift(cell.column, true) / 2.0]
            }
            Some(Stagger::EvenColumns) => {
                [column * height, row + shift(cell.column, false) / 2.0]
            }
        }
    }

    /// The square of the distance of two places of a floor, as the crow flies.
    pub(crate) fn apart(&self, one: Place, other: Place) -> f64 {
        let [one, other] = [one, other].map(|place| self.middle(place.cell));
        (one[0] - other[0]).powi(2) + (one[1] - other[1]).powi(2)
    }

    /// All steps and links from a place where all doors are open, with their costs.
    pub(crate) fn open_steps(
        &self,
        agent: Agent,
        from: Place,
        danger_weight: f64,
    ) -> Vec<(Place, f64)> {
        let steps = self.layer(agent).steps();
        let mut found = Vec::new();
        let at = |down: i32, right: i32| {
            let place = self.beside(from, down, right)?;
            self.is_free(agent, place).then_some(place)
        };
        for down in -1..=1 {
            for right in -1..=1 {
                let mut is_across = down != 0 && right != 0;
                if (down == 0 && right == 0)
                    || (is_across
                        && steps.connectivity == Connectivity::Four
                        && self.map.shape().hexagons().is_none())
                {
                    continue;
                }
                let Some(to) = at(down, right) else { continue };
                let is_hexagonal = self.map.shape().hexagons().is_some();
                if is_hexagonal {
                    if self.apart(from, to) > 1.0 + 1e-9 {
                        continue;
                    }
                    is_across = false;
                }
                let sides = usize::from(at(down, 0).is_some())
                    + usize::from(at(0, right).is_some());
                let least = match steps.corners {
                    Corners::Never => 2,
                    Corners::One => 1,
                    Corners::Always => 0,
                };
                if is_across && sides < least {
                    continue;
                }
                let [factor, addend] = self.enter(agent, to, danger_weight);
                let length = if is_across { f64::sqrt(2.0) } else { 1.0 };
                found.push((to, length * factor + addend));
            }
        }
        for (_, Link { from: one, to: other, cost, mask, is_both_ways }) in
            self.map.links()
        {
            for (here, there, is_open) in [(one, other, true), (other, one, is_both_ways)]
            {
                if here == from
                    && is_open
                    && mask & agent.mask != 0
                    && self.is_free(agent, there)
                {
                    found.push((there, cost));
                }
            }
        }
        found
    }

    /// The cost from a place to every one that can be reached.
    pub(crate) fn costs(
        &self,
        agent: Agent,
        start: Place,
        danger_weight: f64,
    ) -> BTreeMap<Place, f64> {
        let mut costs = BTreeMap::new();
        let mut waiting: BTreeMap<Place, f64> = BTreeMap::from([(start, 0.0)]);
        while let Some((&place, &cost)) =
            waiting.iter().min_by(|one, other| one.1.total_cmp(other.1))
        {
            waiting.remove(&place);
            costs.insert(place, cost);
            for (to, step) in
                self.steps(agent, place, danger_weight, self.departure + cost)
            {
                if !costs.contains_key(&to) {
                    let known = waiting.entry(to).or_insert(f64::INFINITY);
                    *known = known.min(cost + step);
                }
            }
        }
        costs
    }

    /// What a route costs, if every step of it is legal.
    pub(crate) fn cost_of(
        &self,
        agent: Agent,
        places: &[Place],
        danger_weight: f64,
    ) -> Option<f64> {
        let mut cost = 0.0;
        for step in places.windows(2) {
            let now = self.departure + cost;
            let steps = self.steps(agent, step[0], danger_weight, now);
            let legal =
                steps.iter().filter(|(to, _)| *to == step[1]).map(|&(_, cost)| cost);
            let least = legal.fold(f64::INFINITY, f64::min);
            if least.is_infinite() {
                return None;
            }
            cost += least;
        }
        Some(cost)
    }
}
