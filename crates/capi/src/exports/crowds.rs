//! Crowds.

#![expect(
    unsafe_code,
    reason = "C finds functions by their names, and hands memory over by its address"
)]

use super::done;
use crate::handles::{hold, with, with_both};
use crate::maps::{
    HeldCrowd, HeldFlow, HeldMap, TwAgent, TwBody, TwCrowdEvent, TwPlace, TwPoint,
    TwWalkerState,
};
use crate::memory::{fill, list, maybe, put, room};
use crate::status::{TwStatus, guarded};

/// The units of a point that are a cell.
pub const TW_UNIT: i32 = 4096;

const _: () = assert!(TW_UNIT == tilewright_navigation::crowd::UNIT);

/// Makes a crowd of agents of one cell, who go from cell to cell and make room for each other; ties are broken by the seed. Each step leads to one of
/// four neighbours, whatever the cells cost; links are not used. `crowd` receives its handle, or 0.
///
/// # Safety
/// A handle can be written to `crowd`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_crowd_new(
    map: u64,
    agent: TwAgent,
    seed: u64,
    crowd: *mut u64,
) -> TwStatus {
    done(|| {
        // SAFETY: as of this function.
        unsafe { put(crowd, 0, "crowd")? };
        let held = with(map, |held: &mut HeldMap| HeldCrowd::new(held, agent, seed))?;
        // SAFETY: as of this function.
        unsafe { put(crowd, hold(held), "crowd") }
    })
}

/// Adds a walker at a place where nobody stands. `goal` is null if it has none. `walker` receives what it is called by; that of one who left is never given again.
///
/// # Safety
/// `goal` is null, or a place can be read there; a number can be written to `walker`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_crowd_add(
    crowd: u64,
    at: TwPlace,
    goal: *const TwPlace,
    walker: *mut u64,
) -> TwStatus {
    done(|| {
        // SAFETY: as of this function. Before anything changes.
        let goal = unsafe {
            put(walker, 0, "walker")?;
            maybe(goal, "goal")?.copied()
        };
        let added = with(crowd, |held: &mut HeldCrowd| held.add(at, goal))?;
        // SAFETY: as of this function.
        unsafe { put(walker, added, "walker") }
    })
}

/// Takes a walker out of a crowd.
#[unsafe(no_mangle)]
pub extern "C" fn tw_crowd_remove(crowd: u64, walker: u64) -> TwStatus {
    done(|| with(crowd, |held: &mut HeldCrowd| held.remove(walker)))
}

/// Gives a walker another goal, or none if it is null.
///
/// # Safety
/// `goal` is null, or a place can be read there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_crowd_set_goal(
    crowd: u64,
    walker: u64,
    goal: *const TwPlace,
) -> TwStatus {
    done(|| {
        // SAFETY: as of this function.
        let goal = unsafe { maybe(goal, "goal")?.copied() };
        with(crowd, |held: &mut HeldCrowd| held.set_goal(walker, goal))
    })
}

/// Lets a walker stand still, so that it makes room for nobody, if `still` is not 0; else walk again.
#[unsafe(no_mangle)]
pub extern "C" fn tw_crowd_set_still(crowd: u64, walker: u64, still: u32) -> TwStatus {
    done(|| with(crowd, |held: &mut HeldCrowd| held.set_still(walker, still != 0)))
}

/// Reads where a walker is, and what it is doing. Either may be null.
///
/// # Safety
/// `at` and `state` are null, or can be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_crowd_walker(
    crowd: u64,
    walker: u64,
    at: *mut TwPlace,
    state: *mut TwWalkerState,
) -> TwStatus {
    done(|| {
        let (place, doing) = with(crowd, |held: &mut HeldCrowd| held.walker(walker))?;
        // SAFETY: as of this function.
        unsafe {
            if !at.is_null() {
                put(at, place, "at")?;
            }
            if !state.is_null() {
                put(state, doing, "state")?;
            }
        }
        Ok(())
    })
}

/// Moves every walker by one step, and puts what has happened into the buffer. Where that was too short or null the step was made all the same, and
/// `tw_crowd_events` reads it again.
///
/// # Safety
/// `capacity` events can be written to `events`, a number to `length`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_crowd_step(
    map: u64,
    crowd: u64,
    events: *mut TwCrowdEvent,
    capacity: usize,
    length: *mut usize,
) -> TwStatus {
    guarded(|| {
        // SAFETY: as of this function. Before anything changes.
        unsafe { put(length, 0, "length")? };
        room(events, capacity)?;
        with_both((map, crowd), |map: &mut HeldMap, held: &mut HeldCrowd| {
            held.step(map)?;
            // SAFETY: as of this function.
            unsafe { fill(&held.events, (events, capacity), length) }
        })
    })
}

/// Reads what has happened in the last step again.
///
/// # Safety
/// As of `tw_crowd_step`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_crowd_events(
    crowd: u64,
    events: *mut TwCrowdEvent,
    capacity: usize,
    length: *mut usize,
) -> TwStatus {
    guarded(|| {
        with(crowd, |held: &mut HeldCrowd| {
            // SAFETY: as of this function.
            unsafe { fill(&held.events, (events, capacity), length) }
        })
    })
}

/// Makes a flow: many walkers at any points, each a circle with a speed of its own, that flow to the goals of their groups. `flow` receives its handle, or 0.
///
/// # Safety
/// A handle can be written to `flow`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_flow_new(map: u64, flow: *mut u64) -> TwStatus {
    done(|| {
        // SAFETY: as of this function.
        unsafe { put(flow, 0, "flow")? };
        let held = with(map, |held: &mut HeldMap| HeldFlow::new(held))?;
        // SAFETY: as of this function.
        unsafe { put(flow, hold(held), "flow") }
    })
}

/// Adds a group of agents with these goals; without goals they stand still. `group` receives its number, from 0.
///
/// # Safety
/// `count` places can be read from `goals`, a number can be written to `group`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_flow_add_group(
    map: u64,
    flow: u64,
    agent: TwAgent,
    goals: *const TwPlace,
    count: usize,
    group: *mut u32,
) -> TwStatus {
    done(|| {
        // SAFETY: as of this function. Before anything changes.
        let goals = unsafe {
            put(group, 0, "group")?;
            list(goals, count, "goals")?
        };
        let added = with_both((map, flow), |map: &mut HeldMap, held: &mut HeldFlow| {
            held.add_group(map, agent, goals)
        })?;
        // SAFETY: as of this function.
        unsafe { put(group, added, "group") }
    })
}

/// Gives a group other goals; without goals it stands still.
///
/// # Safety
/// `count` places can be read from `goals`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_flow_set_goals(
    map: u64,
    flow: u64,
    group: u32,
    goals: *const TwPlace,
    count: usize,
) -> TwStatus {
    done(|| {
        // SAFETY: as of this function.
        let goals = unsafe { list(goals, count, "goals")? };
        with_both((map, flow), |map: &mut HeldMap, held: &mut HeldFlow| {
            held.set_goals(map, group, goals)
        })
    })
}

/// Adds a walker with its middle at a point. `speed` is how far it goes in an update, at most half of `TW_UNIT`, and `radius` at most half of its agent's
/// size. `walker` receives what it is called by.
///
/// # Safety
/// A number can be written to `walker`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_flow_add(
    map: u64,
    flow: u64,
    group: u32,
    point: TwPoint,
    speed: i32,
    radius: i32,
    walker: *mut u64,
) -> TwStatus {
    done(|| {
        // SAFETY: as of this function. Before anything changes.
        unsafe { put(walker, 0, "walker")? };
        let added = with_both((map, flow), |map: &mut HeldMap, held: &mut HeldFlow| {
            held.add(map, group, point, [speed, radius])
        })?;
        // SAFETY: as of this function.
        unsafe { put(walker, added, "walker") }
    })
}

/// Takes a walker out of a flow.
#[unsafe(no_mangle)]
pub extern "C" fn tw_flow_remove(flow: u64, walker: u64) -> TwStatus {
    done(|| with(flow, |held: &mut HeldFlow| held.remove(walker)))
}

/// Moves all walkers by one update, and puts where they are into the buffer, in the order in which they joined. Where that was too short or null the update was
/// made all the same, and `tw_flow_bodies` reads them again; `tw_flow_events` reads who was put elsewhere, has arrived and has left.
///
/// # Safety
/// `capacity` bodies can be written to `bodies`, a number to `length`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_flow_update(
    map: u64,
    flow: u64,
    bodies: *mut TwBody,
    capacity: usize,
    length: *mut usize,
) -> TwStatus {
    guarded(|| {
        // SAFETY: as of this function. Before anything changes.
        unsafe { put(length, 0, "length")? };
        room(bodies, capacity)?;
        with_both((map, flow), |map: &mut HeldMap, held: &mut HeldFlow| {
            held.update(map)?;
            // SAFETY: as of this function.
            unsafe { fill(&held.bodies, (bodies, capacity), length) }
        })
    })
}

/// Reads where the walkers of a flow were after its last update again.
///
/// # Safety
/// As of `tw_flow_update`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_flow_bodies(
    flow: u64,
    bodies: *mut TwBody,
    capacity: usize,
    length: *mut usize,
) -> TwStatus {
    guarded(|| {
        with(flow, |held: &mut HeldFlow| {
            // SAFETY: as of this function.
            unsafe { fill(&held.bodies, (bodies, capacity), length) }
        })
    })
}

/// Reads what has happened in the last update.
///
/// # Safety
/// `capacity` events can be written to `events`, a number to `length`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_flow_events(
    flow: u64,
    events: *mut TwCrowdEvent,
    capacity: usize,
    length: *mut usize,
) -> TwStatus {
    guarded(|| {
        with(flow, |held: &mut HeldFlow| {
            // SAFETY: as of this function.
            unsafe { fill(&held.events, (events, capacity), length) }
        })
    })
}
