//! Queries, routes and fields.

#![expect(
    unsafe_code,
    reason = "C finds functions by their names, and hands memory over by its address"
)]

use super::{done, yes_or_no};
use crate::handles::{free, hold, with, with_both};
use crate::maps::{
    GivenQuery, HeldField, HeldMap, HeldRoute, TwAgent, TwFound, TwOutcome, TwPlace,
    TwQuery, TwRouteLink,
};
use crate::memory::{fill, given, list, list_mut, put, room};
use crate::status::{Failure, TwStatus, guarded};

/// The usual query from a place to another one: for the usual agent, without limits.
#[unsafe(no_mangle)]
pub const extern "C" fn tw_query(from: TwPlace, to: TwPlace) -> TwQuery {
    TwQuery {
        from,
        to,
        goals: std::ptr::null(),
        goal_count: 0,
        blocked: std::ptr::null(),
        blocked_count: 0,
        agent: super::tw_agent(),
        or_nearest: 0,
        coarse: 0,
        radius: -1.0,
        departure: 0.0,
        max_cost: f64::INFINITY,
        weight: 1.0,
        budget: u64::MAX,
    }
}

/// A query and its lists.
///
/// # Safety
/// It is null, or a query whose lists can be read.
unsafe fn read(query: *const TwQuery) -> Result<GivenQuery, Failure> {
    // SAFETY: as of this function.
    unsafe {
        let query = given(query, "query")?;
        let goals = list(query.goals, query.goal_count, "goals")?;
        let blocked = list(query.blocked, query.blocked_count, "blocked")?;
        Ok(GivenQuery::new(query, goals, blocked))
    }
}

/// Hands over what was found: its places as far as the buffer is long enough.
///
/// # Safety
/// `capacity` places can be written to `places`, and what was found to `found`.
unsafe fn answer(
    held: &HeldMap,
    outcome: TwFound,
    (places, capacity): (*mut TwPlace, usize),
    found: *mut TwFound,
) -> Result<TwStatus, Failure> {
    let mut length = 0;
    // SAFETY: as of this function; `length` is a variable.
    let filled = unsafe {
        put(found, outcome, "found")?;
        fill(&held.way, (places, capacity), &raw mut length)?
    };
    Ok(match outcome.outcome {
        TwOutcome::Unreachable => TwStatus::No,
        _ => filled,
    })
}

/// Finds a route, and puts its places into the buffer, both ends included. `found` receives what was found. Where the buffer was too short, `tw_map_way` reads
/// the places again. With `keep` not 0 the route has a handle in `found`, by which one can ask whether it is still right. `TW_STATUS_NO` if no
/// goal can be reached; a query whose budget is used up is `TW_STATUS_OK` with the outcome unfinished, and no places.
///
/// # Safety
/// A query whose lists can be read is at `query`, `capacity` places can be written to `places`, and what was found to `found`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_map_route(
    map: u64,
    query: *const TwQuery,
    keep: u32,
    places: *mut TwPlace,
    capacity: usize,
    found: *mut TwFound,
) -> TwStatus {
    guarded(|| {
        // SAFETY: as of this function.
        let query = unsafe {
            put(found, TwFound::default(), "found")?;
            read(query)?
        };
        room(places, capacity)?;
        with(map, |held: &mut HeldMap| {
            let outcome = held.route(&query, keep != 0)?;
            // SAFETY: as of this function.
            unsafe { answer(held, outcome, (places, capacity), found) }
        })
    })
}

/// Continues an unfinished search for its budget, as `tw_map_route`. The handle of the search is given up; if it is unfinished still, `found` has
/// another one. If the map has changed where it has been, it begins anew.
///
/// # Safety
/// As of `tw_map_route`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_map_resume(
    map: u64,
    search: u64,
    keep: u32,
    places: *mut TwPlace,
    capacity: usize,
    found: *mut TwFound,
) -> TwStatus {
    guarded(|| {
        // SAFETY: as of this function.
        unsafe { put(found, TwFound::default(), "found")? };
        room(places, capacity)?;
        let answered = with_both((map, search), |held: &mut HeldMap, searched| {
            let outcome = held.resume(searched, keep != 0);
            // SAFETY: as of this function.
            Ok(outcome
                .and_then(|it| unsafe { answer(held, it, (places, capacity), found) }))
        })?;
        // Whatever came of it, the search is used up.
        free(search)?;
        answered
    })
}

/// Reads the places of the route that a map found last again.
///
/// # Safety
/// `capacity` places can be written to `places`, a number to `length`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_map_way(
    map: u64,
    places: *mut TwPlace,
    capacity: usize,
    length: *mut usize,
) -> TwStatus {
    guarded(|| {
        with(map, |held: &mut HeldMap| {
            // SAFETY: as of this function.
            unsafe { fill(&held.way, (places, capacity), length) }
        })
    })
}

/// Whether a goal of a query can be reached, which takes no search: `TW_STATUS_OK`, or `TW_STATUS_NO`.
///
/// # Safety
/// A query whose lists can be read is at `query`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_map_is_reachable(
    map: u64,
    query: *const TwQuery,
) -> TwStatus {
    guarded(|| {
        // SAFETY: as of this function.
        let query = unsafe { read(query)? };
        with(map, |held: &mut HeldMap| held.is_reachable(&query).map(yes_or_no))
    })
}

/// Whether a kept route is still one from its place number `from` on: `TW_STATUS_OK`, or `TW_STATUS_NO`.
#[unsafe(no_mangle)]
pub extern "C" fn tw_route_is_valid(map: u64, route: u64, from: usize) -> TwStatus {
    guarded(|| {
        with_both((map, route), |held: &mut HeldMap, route: &mut HeldRoute| {
            Ok(yes_or_no(held.is_valid(route, from)))
        })
    })
}

/// Whether there may be a better route by now: `TW_STATUS_OK`, or `TW_STATUS_NO` if there is none for sure.
#[unsafe(no_mangle)]
pub extern "C" fn tw_route_may_improve(map: u64, route: u64) -> TwStatus {
    guarded(|| {
        with_both((map, route), |held: &mut HeldMap, route: &mut HeldRoute| {
            Ok(yes_or_no(held.may_improve(route)))
        })
    })
}

/// Reads the links that a kept route uses, in their order.
///
/// # Safety
/// `capacity` links can be written to `links`, a number to `length`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_route_links(
    route: u64,
    links: *mut TwRouteLink,
    capacity: usize,
    length: *mut usize,
) -> TwStatus {
    guarded(|| {
        with(route, |held: &mut HeldRoute| {
            // SAFETY: as of this function.
            unsafe { fill(&held.links(), (links, capacity), length) }
        })
    })
}

/// Reads when a kept route comes to each of its places and leaves it, in ticks, on a map with doors; on others `length` is 0.
///
/// # Safety
/// `capacity` numbers each can be written to `arrivals` and to `departures`, a number to `length`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_route_times(
    route: u64,
    arrivals: *mut f64,
    departures: *mut f64,
    capacity: usize,
    length: *mut usize,
) -> TwStatus {
    guarded(|| {
        with(route, |held: &mut HeldRoute| {
            let (arriving, departing) = held.times();
            // SAFETY: as of this function.
            unsafe {
                fill(arriving, (arrivals, capacity), length)?;
                fill(departing, (departures, capacity), length)
            }
        })
    })
}

/// Finds a walk along a kept route that turns only where it must, and puts its turns into the buffer: the route pulled taut, or with `any_angle` not 0 one that
/// may pass walls on their other side and is never longer. `distance` receives its length in cells. Needs a map of squares.
///
/// # Safety
/// `capacity` places can be written to `turns`, a number each to `length` and `distance`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_route_walk(
    map: u64,
    route: u64,
    any_angle: u32,
    turns: *mut TwPlace,
    capacity: usize,
    length: *mut usize,
    distance: *mut f64,
) -> TwStatus {
    guarded(|| {
        with_both((map, route), |held: &mut HeldMap, route: &mut HeldRoute| {
            let (places, far) = held.walk(route, any_angle != 0)?;
            // SAFETY: as of this function.
            unsafe {
                put(distance, far, "distance")?;
                fill(&places, (turns, capacity), length)
            }
        })
    })
}

/// Finds a field: for every place what it costs an agent to come from there to the nearest of some goals, and the next step there. It looks at `budget`
/// places at most, `UINT64_MAX` for all; `TW_STATUS_NO` if some are left, for `tw_field_resume`. `field` receives its handle, or 0.
///
/// # Safety
/// `count` places can be read from `goals`, a handle can be written to `field`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_field_new(
    map: u64,
    agent: TwAgent,
    goals: *const TwPlace,
    count: usize,
    budget: u64,
    field: *mut u64,
) -> TwStatus {
    guarded(|| {
        // SAFETY: as of this function.
        let goals = unsafe {
            put(field, 0, "field")?;
            list(goals, count, "goals")?
        };
        let held =
            with(map, |held: &mut HeldMap| HeldField::new(held, agent, goals, budget))?;
        let is_found = matches!(held, HeldField::Found(_));
        // SAFETY: as of this function.
        unsafe { put(field, hold(held), "field")? };
        Ok(yes_or_no(is_found))
    })
}

/// Continues a field for this many places; `TW_STATUS_NO` if some are left.
#[unsafe(no_mangle)]
pub extern "C" fn tw_field_resume(map: u64, field: u64, budget: u64) -> TwStatus {
    guarded(|| {
        with_both((map, field), |held: &mut HeldMap, field: &mut HeldField| {
            field.resume(held, budget).map(yes_or_no)
        })
    })
}

/// Repairs a field after changes of the map, at the cost of what they changed. `found`, if it is not null, receives how many values were found anew.
///
/// # Safety
/// `found` is null, or a number can be written there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_field_update(
    map: u64,
    field: u64,
    found: *mut u64,
) -> TwStatus {
    done(|| {
        let anew =
            with_both((map, field), |held, field: &mut HeldField| field.update(held))?;
        // SAFETY: as of this function.
        if found.is_null() { Ok(()) } else { unsafe { put(found, anew, "found") } }
    })
}

/// Gives a field other goals, and repairs it.
///
/// # Safety
/// `count` places can be read from `goals`; `found` is null, or a number can be written there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_field_set_goals(
    map: u64,
    field: u64,
    goals: *const TwPlace,
    count: usize,
    found: *mut u64,
) -> TwStatus {
    done(|| {
        // SAFETY: as of this function.
        let goals = unsafe { list(goals, count, "goals")? };
        let anew = with_both((map, field), |held, field: &mut HeldField| {
            field.set_goals(held, goals)
        })?;
        // SAFETY: as of this function.
        if found.is_null() { Ok(()) } else { unsafe { put(found, anew, "found") } }
    })
}

/// Reads the value of a place; `TW_STATUS_NO` if no goal can be reached from there.
///
/// # Safety
/// A number can be written to `value`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_field_value(
    field: u64,
    at: TwPlace,
    value: *mut f64,
) -> TwStatus {
    guarded(|| {
        let known = with(field, |held: &mut HeldField| held.value(at))?;
        // SAFETY: as of this function.
        unsafe { put(value, known.unwrap_or(f64::INFINITY), "value")? };
        Ok(yes_or_no(known.is_some()))
    })
}

/// Reads the place to go to from another one; `TW_STATUS_NO` where there is none, at a goal and where none can be reached.
///
/// # Safety
/// A place can be written to `next`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_field_next(
    field: u64,
    at: TwPlace,
    next: *mut TwPlace,
) -> TwStatus {
    guarded(|| {
        let known = with(field, |held: &mut HeldField| held.next(at))?;
        // SAFETY: as of this function.
        unsafe { put(next, known.unwrap_or(at), "next")? };
        Ok(yes_or_no(known.is_some()))
    })
}

/// Makes each of many places the one to go to from there; where there is none, it stays.
///
/// # Safety
/// `count` places can be read from `places` and written there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_field_advance(
    field: u64,
    places: *mut TwPlace,
    count: usize,
) -> TwStatus {
    done(|| {
        // SAFETY: as of this function.
        let places = unsafe { list_mut(places, count, "places")? };
        with(field, |held: &mut HeldField| held.advance(places))
    })
}

/// Reads the values of all cells of a floor, row by row; infinite where no goal can be reached.
///
/// # Safety
/// `capacity` numbers can be written to `values`, a number to `length`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_field_values(
    map: u64,
    field: u64,
    floor: u32,
    values: *mut f64,
    capacity: usize,
    length: *mut usize,
) -> TwStatus {
    guarded(|| {
        let known =
            with_both((map, field), |held: &mut HeldMap, field: &mut HeldField| {
                field.values(held, floor)
            })?;
        // SAFETY: as of this function.
        unsafe { fill(&known, (values, capacity), length) }
    })
}
