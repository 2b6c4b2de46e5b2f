//! Steps aside of those that are held up.

use tilewright_pathplan::search::WAYS;

use super::aim::ACROSS;
use super::room::Room;
use super::walls::fit;
use super::{Body, UNIT};
use crate::field::{Field, NO_STEP};
use crate::plane::Plane;
use crate::search::ROUNDING;

/// The ways to the sides of a walker's step that lead not away from its goal.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sides<'a> {
    pub(super) field: Option<&'a Field>,
    pub(super) plane: &'a Plane,
    pub(super) node: usize,
    pub(super) is_left_first: bool,
}

/// The directions as they follow each other clockwise.
const CLOCK: [u8; 8] = [0, 4, 1, 5, 2, 6, 3, 7];

impl Sides<'_> {
    fn turns(&self) -> impl Iterator<Item = usize> {
        let Self { field, plane, node, is_left_first } = *self;
        let way = field.map_or(NO_STEP, |field| field.way_at(node));
        let at = CLOCK.iter().position(|&other| other == way);
        let turns = if is_left_first { [7, 1, 6, 2] } else { [1, 7, 2, 6] };
        turns.into_iter().filter_map(move |turn| {
            let turned = usize::from(CLOCK[(at? + turn) % 8]);
            let field = field?;
            let is_open = plane.ways[node] >> turned & 1 == 1
                && field.value_at(plane.neighbor(node, turned))
                    <= field.value_at(node) + ROUNDING;
            is_open.then_some(turned)
        })
    }
}

impl Room {
    /// A point that was found, or one aside where the walker gets on if that leaves it less than half of its way.
    pub(super) fn aside(
        &self,
        plane: &Plane,
        body: Body,
        aim: [i32; 2],
        at: [i32; 2],
        sides: Sides,
    ) -> [i32; 2] {
        let Body { radius, speed, wall, .. } = body;
        let from = [body.x, body.y];
        let middle = UNIT / 2 * (i32::from(plane.size) - 1);
        if !is_held_up(from, aim, at) {
            return at;
        }
        for turned in sides.turns() {
            let across = if turned >= 4 { speed * ACROSS / UNIT } else { speed };
            let way = [WAYS[turned].right, WAYS[turned].down];
            let to = [0, 1].map(|axis| from[axis] + way[axis] * across);
            let to = fit(plane, from, to, wall);
            if self.deepest(to[0] + middle, to[1] + middle, radius).is_none() {
                return to;
            }
        }
        at
    }
}

/// Whether a walker comes less than half of its way to its aim.
#[inline]
pub(super) fn is_held_up(from: [i32; 2], aim: [i32; 2], at: [i32; 2]) -> bool {
    let way = [0, 1].map(|axis| aim[axis] - from[axis]);
    let gone = [0, 1].map(|axis| at[axis] - from[axis]);
    2 * (way[0] * gone[0] + way[1] * gone[1]) < way[0] * way[0] + way[1] * way[1]
}
