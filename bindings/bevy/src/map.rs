//! The map as a resource, and changes of its tiles.

use std::ops::Deref;
use std::sync::Arc;

use bevy_ecs::prelude::*;
use tilewright::navigation::{Navigation, NavigationError, Place, Terrain};

use crate::flow::FieldTask;
use crate::{FlowField, FlowGoals, Walk};

/// The map that walkers walk on. Ask it what a [`Navigation`] is asked; change it by [`NavigationMap::change`], or by a [`TileChange`].
///
/// Searches in the background read it as it was when they began: it is copied if it changes meanwhile.
#[derive(Resource, Clone, Debug)]
pub struct NavigationMap(Arc<Navigation>);

impl NavigationMap {
    /// A map for all walkers. Another one that is inserted later lets all of them plan again.
    pub fn new(map: Navigation) -> Self {
        Self(Arc::new(map))
    }

    /// The map, to be changed: terrain, costs, danger, links. Walkers notice in the next update.
    pub fn change(&mut self) -> &mut Navigation {
        Arc::make_mut(&mut self.0)
    }

    /// The map as it is now, for another thread.
    pub(crate) fn shared(&self) -> Arc<Navigation> {
        Arc::clone(&self.0)
    }
}

impl Deref for NavigationMap {
    type Target = Navigation;

    fn deref(&self) -> &Navigation {
        &self.0
    }
}

/// A message: a tile is of another terrain. A plugin of tile maps needs no more to let walkers follow its tiles.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct TileChange {
    /// The tile.
    pub place: Place,
    /// What it is made of now.
    pub terrain: Terrain,
}

/// A message: a [`TileChange`] was refused.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub struct TileError(
    /// Why: its place is outside the map.
    pub NavigationError,
);

/// Applies the changes that have come since the last update.
pub(crate) fn change_tiles(
    mut map: ResMut<NavigationMap>,
    mut changes: MessageReader<TileChange>,
    mut errors: MessageWriter<TileError>,
) {
    for &TileChange { place, terrain } in changes.read() {
        if let Err(error) = map.change().set(place, terrain) {
            errors.write(TileError(error));
        }
    }
}

/// On another map, whose versions mean something else, everything is requested anew.
pub(crate) fn forget(
    _: On<Insert<NavigationMap>>,
    mut walks: Query<&mut Walk>,
    mut goals: Query<(Entity, &mut FlowGoals)>,
    mut commands: Commands,
) {
    walks.iter_mut().for_each(|mut walk| walk.set_changed());
    for (entity, mut goals) in &mut goals {
        goals.set_changed();
        commands.entity(entity).try_remove::<(FlowField, FieldTask)>();
    }
}
