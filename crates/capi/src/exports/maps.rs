//! Maps and their changes.

#![expect(
    unsafe_code,
    reason = "C finds functions by their names, and hands memory over by its address"
)]

use super::{done, yes_or_no};
use crate::handles::{hold, with};
use crate::maps::{
    HeldMap, Plan, TwAgent, TwCell, TwChange, TwFloor, TwLayer, TwLink, TwPlace,
};
use crate::memory::{given, list, put};
use crate::status::{TwStatus, guarded};

/// The usual layer: eight neighbours, free ground and swamp at a cost of 1, agents of size 1.
#[unsafe(no_mangle)]
pub const extern "C" fn tw_layer() -> TwLayer {
    let mut costs = [0.0; 16];
    (costs[0], costs[1]) = (1.0, 1.0);
    TwLayer { costs, danger_weight: 0.0, neighbors: 8, corners: 0, sizes: 1 }
}

/// The usual agent: of the first layer and of size 1, who may use all links.
#[unsafe(no_mangle)]
pub const extern "C" fn tw_agent() -> TwAgent {
    TwAgent { layer: 0, size: 1, mask: u32::MAX }
}

/// The usual link from a place to another one: both ways, at a cost of 1, for everybody.
#[unsafe(no_mangle)]
pub const extern "C" fn tw_link(from: TwPlace, to: TwPlace) -> TwLink {
    TwLink { from, to, mask: u32::MAX, both_ways: 1, cost: 1.0 }
}

/// Makes a map of floors and layers. `shape` is a `TwShape`. `cells` are the terrains of the cells, floor by floor and row by row, or null if
/// all are free. `map` receives its handle, or 0.
///
/// # Safety
/// `floor_count` floors, `layer_count` layers and `length` bytes can be read from `floors`, `layers` and `cells`, a handle can be written to `map`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_map_new(
    floors: *const TwFloor,
    floor_count: usize,
    layers: *const TwLayer,
    layer_count: usize,
    shape: u32,
    cells: *const u8,
    length: usize,
    map: *mut u64,
) -> TwStatus {
    guarded(|| {
        // SAFETY: as of this function.
        let plan = unsafe {
            put(map, 0, "map")?;
            Plan {
                floors: list(floors, floor_count, "floors")?,
                layers: list(layers, layer_count, "layers")?,
                shape,
                cells: if cells.is_null() { &[] } else { list(cells, length, "cells")? },
            }
        };
        let held = HeldMap::new(&plan)?;
        // SAFETY: as of this function.
        unsafe { put(map, hold(held), "map")? };
        Ok(TwStatus::Ok)
    })
}

/// Copies a map with its links and doors; the numbers of its links stay.
///
/// # Safety
/// A handle can be written to `copy`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_map_copy(map: u64, copy: *mut u64) -> TwStatus {
    guarded(|| {
        // SAFETY: as of this function.
        unsafe { put(copy, 0, "copy")? };
        let held = with(map, |held: &mut HeldMap| Ok(held.copy()))?;
        // SAFETY: as of this function.
        unsafe { put(copy, hold(held), "copy")? };
        Ok(TwStatus::Ok)
    })
}

/// Makes a cell of another terrain, a `TwTerrain` or another number to 15.
#[unsafe(no_mangle)]
pub extern "C" fn tw_map_set(map: u64, at: TwPlace, terrain: u32) -> TwStatus {
    done(|| with(map, |held: &mut HeldMap| held.set(at, terrain)))
}

/// Makes many cells of other terrains, at less than the cost of one after the other. If one is wrong, none is changed.
///
/// # Safety
/// `count` changes can be read from `changes`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_map_set_all(
    map: u64,
    changes: *const TwChange,
    count: usize,
) -> TwStatus {
    done(|| {
        // SAFETY: as of this function.
        let changes = unsafe { list(changes, count, "changes")? };
        with(map, |held: &mut HeldMap| held.set_all(changes))
    })
}

/// Sets the factor on the cost of a cell's terrain, from 0.001 to a million.
#[unsafe(no_mangle)]
pub extern "C" fn tw_map_set_cost(map: u64, at: TwPlace, cost: f64) -> TwStatus {
    done(|| with(map, |held: &mut HeldMap| held.set_cost(at, cost)))
}

/// Sets the danger of cells. If one is wrong, none is changed.
///
/// # Safety
/// `count` changes can be read from `changes`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_map_set_danger(
    map: u64,
    changes: *const TwChange,
    count: usize,
) -> TwStatus {
    done(|| {
        // SAFETY: as of this function.
        let changes = unsafe { list(changes, count, "changes")? };
        with(map, |held: &mut HeldMap| held.set_danger(changes))
    })
}

/// Reads what a cell is.
///
/// # Safety
/// A cell can be written to `cell`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_map_cell(
    map: u64,
    at: TwPlace,
    cell: *mut TwCell,
) -> TwStatus {
    done(|| {
        let known = with(map, |held: &mut HeldMap| held.cell(at))?;
        // SAFETY: as of this function.
        unsafe { put(cell, known, "cell") }
    })
}

/// Finds the largest size of an agent of a layer that could stand at a place; 0 where none can.
///
/// # Safety
/// A number can be written to `size`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_map_clearance(
    map: u64,
    at: TwPlace,
    layer: u32,
    size: *mut u32,
) -> TwStatus {
    done(|| {
        let clearance = with(map, |held: &mut HeldMap| held.clearance(at, layer))?;
        // SAFETY: as of this function.
        unsafe { put(size, clearance, "size") }
    })
}

/// Whether an agent can stand at a place: `TW_STATUS_OK`, or `TW_STATUS_NO`.
#[unsafe(no_mangle)]
pub extern "C" fn tw_map_can_stand(map: u64, at: TwPlace, agent: TwAgent) -> TwStatus {
    guarded(|| with(map, |held: &mut HeldMap| held.can_stand(at, agent).map(yes_or_no)))
}

/// Prepares an agent for queries on a map with costs, which then take a fraction of the time, for 64 bytes a cell and some tenths of a second for 512 × 512 cells.
#[unsafe(no_mangle)]
pub extern "C" fn tw_map_prepare(map: u64, agent: TwAgent) -> TwStatus {
    done(|| with(map, |held: &mut HeldMap| held.prepare(agent)))
}

/// Puts a door into a cell, which stays open for `open` ticks and then shut for `shut`, again and again; at tick 0 it has been open for `shift`.
#[unsafe(no_mangle)]
pub extern "C" fn tw_map_set_door(
    map: u64,
    at: TwPlace,
    open: u32,
    shut: u32,
    shift: u32,
) -> TwStatus {
    done(|| with(map, |held: &mut HeldMap| held.set_door(at, [open, shut, shift])))
}

/// Removes the door of a cell, which stands open then; `TW_STATUS_NO` if there was none.
#[unsafe(no_mangle)]
pub extern "C" fn tw_map_remove_door(map: u64, at: TwPlace) -> TwStatus {
    guarded(|| with(map, |held: &mut HeldMap| held.remove_door(at).map(yes_or_no)))
}

/// Adds a link. `number` receives what it is called by then; that of a link that was removed is never given again.
///
/// # Safety
/// A link can be read from `link`, a number can be written to `number`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_map_add_link(
    map: u64,
    link: *const TwLink,
    number: *mut u64,
) -> TwStatus {
    done(|| {
        // SAFETY: as of this function. Before anything changes.
        let link = unsafe {
            put(number, 0, "number")?;
            given(link, "link")?
        };
        let added = with(map, |held: &mut HeldMap| held.add_link(link))?;
        // SAFETY: as of this function.
        unsafe { put(number, added, "number") }
    })
}

/// Makes a link another one, which keeps its number.
///
/// # Safety
/// A link can be read from `link`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_map_set_link(
    map: u64,
    number: u64,
    link: *const TwLink,
) -> TwStatus {
    done(|| {
        // SAFETY: as of this function.
        let link = unsafe { given(link, "link")? };
        with(map, |held: &mut HeldMap| held.set_link(number, link))
    })
}

/// Removes a link.
#[unsafe(no_mangle)]
pub extern "C" fn tw_map_remove_link(map: u64, number: u64) -> TwStatus {
    done(|| with(map, |held: &mut HeldMap| held.remove_link(number)))
}
