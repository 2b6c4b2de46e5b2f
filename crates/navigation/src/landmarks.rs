//! Landmarks: distances that are found once, and bound those of later queries.

use std::f64::consts::SQRT_2;

use tilewright_pathplan::search::OpenList;

use crate::surface::Surface;

/// The number of landmarks: their distances of a node are 64 bytes, one line of the cache. On 512 × 512 random costs of 1 to 5 a query
/// took a median of 1.2 ms with 16 of them, 1.7 ms with 8 and 1.5 ms with 32.
const COUNT: usize = 16;

/// The landmarks that a query looks at: those that bound it best at its start. On 512 × 512 random costs of 1 to 5, 4 of them expanded
/// up to 41,000 cells for one of 60 queries, 8 up to 30,000, and all 16 no fewer.
const USED: usize = 8;

/// What bounds lose by rounding: distances are kept in 24 bits.
const ROUNDING: f32 = 1.0 / (1 << 20) as f32;

/// The distances from some cells to all others (Goldberg and Harrelson, 2005, whose landmarks these are).
///
/// By the triangle inequality a goal is at least as far from a cell as it is farther from a landmark than that cell. This remains
/// true when steps become dearer or are blocked.
#[derive(Clone, Debug)]
pub(crate) struct Landmarks {
    /// For each node its distances from all landmarks; infinite where it cannot be reached.
    distances: Vec<[f32; COUNT]>,
    /// The version of the map that they were found for.
    pub(crate) version: u64,
}

impl Landmarks {
    /// Places landmarks on the largest island, each as far as possible from those before.
    pub(crate) fn new(surface: &Surface, version: u64) -> Self {
        let nodes = surface.plane.ways.len();
        let mut landmarks =
            Self { distances: vec![[f32::INFINITY; COUNT]; nodes], version };
        let Some(mut place) = surface.any_of_largest_island() else { return landmarks };

        let mut search =
            Flood { costs: vec![f64::INFINITY; nodes], open: OpenList::default() };
        // The first search only finds an end of the island.
        search.run(surface, place);
        place = search.farthest(|_| f64::INFINITY).unwrap_or(place);
        for number in 0..COUNT {
            search.run(surface, place);
            for (distances, &cost) in landmarks.distances.iter_mut().zip(&search.costs) {
                distances[number] = cost as f32;
            }
            let nearest = |node: usize| {
                let known = &landmarks.distances[node][..=number];
                f64::from(known.iter().copied().fold(f32::INFINITY, f32::min))
            };
            place = search.farthest(nearest).unwrap_or(place);
        }
        landmarks
    }

    /// The landmarks that bound a query best.
    pub(crate) fn choose(&self, start: usize, goal: usize) -> Choice {
        let [start, goal] = [start, goal].map(|node| self.distances[node]);
        let mut order: [usize; COUNT] = std::array::from_fn(|number| number);
        let bound = |number: usize| bound(goal[number], start[number]);
        order.sort_by(|&one, &other| {
            bound(other).total_cmp(&bound(one)).then(one.cmp(&other))
        });
        let numbers = std::array::from_fn(|place| order[place]);
        Choice { numbers, goal: numbers.map(|number| goal[number]) }
    }

    /// A lower bound on the distance from a node to the goal of a choice.
    #[inline]
    pub(crate) fn bound(&self, choice: &Choice, node: usize) -> f64 {
        let distances = &self.distances[node];
        let each = choice.numbers.iter().zip(choice.goal);
        f64::from(
            each.fold(0.0, |most, (&number, goal)| {
                bound(goal, distances[number]).max(most)
            }),
        )
    }
}

/// How much farther from a landmark the goal is than a node, less what rounding may add; not a number, and so no bound, where neither
/// can be reached.
#[inline]
fn bound(goal: f32, node: f32) -> f32 {
    (goal - node) - goal * ROUNDING
}

/// Some landmarks, and the distances of a goal from them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Choice {
    numbers: [usize; USED],
    goal: [f32; USED],
}

/// Dijkstra's algorithm over all nodes.
struct Flood {
    costs: Vec<f64>,
    open: OpenList,
}

impl Flood {
    fn run(&mut self, surface: &Surface, from: usize) {
        self.costs.fill(f64::INFINITY);
        self.open.clear();
        self.costs[from] = 0.0;
        self.open.push(0.0, from);
        let plane = &surface.plane;

        while let Some((key, node)) = self.open.pop_key() {
            let node = node as usize;
            let cost = self.costs[node];
            // It became cheaper after it was put there; keys are rounded down.
            if cost + SQRT_2 * f64::EPSILON < OpenList::cost_of(key) {
                continue;
            }
            let mut ways = plane.ways[node];
            while ways != 0 {
                let way = ways.trailing_zeros() as usize;
                ways &= ways - 1;
                let next = plane.neighbor(node, way);
                let reached = cost + surface.step_cost(way, next);
                if reached < self.costs[next] {
                    self.costs[next] = reached;
                    self.open.push(reached, next);
                }
            }
        }
    }

    /// The node that is farthest by the least of two distances, among those that were reached.
    fn farthest(&self, other: impl Fn(usize) -> f64) -> Option<usize> {
        let reached = self.costs.iter().enumerate().filter(|(_, cost)| cost.is_finite());
        let distances = reached.map(|(node, &cost)| (node, cost.min(other(node))));
        distances
            .max_by(|one, two| one.1.total_cmp(&two.1).then(two.0.cmp(&one.0)))
            .map(|it| it.0)
    }
}
