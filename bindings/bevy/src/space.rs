//! Where tiles are in the world, and smooth movement between them.

use bevy_ecs::prelude::*;
use bevy_math::{Mat3, Vec2, Vec3};
use bevy_transform::components::Transform;
use tilewright::grid::Cell;
use tilewright::navigation::Place;

use crate::{NextStep, TilePosition};

/// Where the tiles are in the world, as a resource: rows and columns that are flat, isometric, or on the floor of a room. Without it no
/// [`Transform`] is set.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct TileSpace {
    /// The middle of the first tile of floor 0.
    pub origin: Vec3,
    /// From a tile to the one in the next column.
    pub column: Vec3,
    /// From a tile to the one in the next row.
    pub row: Vec3,
    /// From a tile to the one on the next floor.
    pub floor: Vec3,
}

impl TileSpace {
    /// Tiles of this size, seen from above, with rows that go down and floors in the same place. `top_left` is the corner of the map.
    pub const fn flat(top_left: Vec2, size: Vec2) -> Self {
        Self {
            origin: Vec3::new(top_left.x + size.x / 2.0, top_left.y - size.y / 2.0, 0.0),
            column: Vec3::new(size.x, 0.0, 0.0),
            row: Vec3::new(0.0, -size.y, 0.0),
            floor: Vec3::ZERO,
        }
    }

    /// The middle of a tile.
    pub fn point(&self, place: Place) -> Vec3 {
        let Cell { row, column } = place.cell;
        self.origin
            + self.column * column as f32
            + self.row * row as f32
            + self.floor * f32::from(place.floor)
    }

    /// The tile of a floor that a point is on; none left of the first column or above the first row.
    pub fn place(&self, point: Vec3, floor: u16) -> Option<Place> {
        // How far it is along both directions, which need not be at right angles.
        let axes = [self.column, self.row, self.column.cross(self.row)];
        let from = point - self.origin - self.floor * f32::from(floor);
        let along = Mat3::from_cols_array_2d(&axes.map(Into::into)).inverse() * from;
        let number = |along: f32| {
            let number = (along + 0.5).floor();
            (0.0..u32::MAX as f32).contains(&number).then_some(number as u32)
        };
        Some(Place::new(floor, Cell::new(number(along.y)?, number(along.x)?)))
    }
}

/// How fast a walker moves by itself: it takes the [`NextStep`], and its [`Transform`] glides there.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// The updates that a step takes; 1 or more.
    pub updates: u32,
    /// Where it goes, and how many updates of that step are over.
    step: Option<(Place, u32)>,
}

impl Pace {
    /// A step in this many updates.
    pub const fn new(updates: u32) -> Self {
        Self { updates, step: None }
    }
}

/// Moves all walkers with a pace by one update.
pub(crate) fn glide(
    space: Option<Res<TileSpace>>,
    mut walkers: Query<(
        &mut Pace,
        &mut TilePosition,
        Option<&NextStep>,
        Option<&mut Transform>,
    )>,
) {
    for (mut pace, mut position, next, transform) in &mut walkers {
        // Without a step it comes to rest in the middle of its tile.
        let to = next.map_or(position.0, |next| next.0);
        let over = pace.step.filter(|step| step.0 == to).map_or(0, |step| step.1);
        let left = pace.updates.saturating_sub(over).max(1);
        if let (Some(space), Some(mut transform)) = (&space, transform) {
            let (at, end) = (transform.translation, space.point(to));
            if at != end {
                let share = 1.0 / left as f32;
                transform.translation =
                    if left == 1 { end } else { at + (end - at) * share };
            }
        }

        pace.step = Some((to, over.saturating_add(1)));
        if left == 1 && position.0 != to {
            position.0 = to;
        }
    }
}
