//! Routes: requested, searched within the budget of an update, walked, and planned again after changes of the map.

use std::collections::VecDeque;

use bevy_ecs::prelude::*;
use tilewright::navigation::{
    Navigation, Outcome, Query as RouteQuery, Route, Scratch, Search,
};

use crate::walk::{arrive, give_step};
use crate::{
    Blocked, Cause, NavigationMap, NavigationSettings, NextStep, TilePosition, Walk,
    WalkOptions, WalkPlan,
};

/// The most cells of a search at a time, and so how far an update may exceed its budget.
const SLICE: u64 = 1_000;

/// Walkers that wait for a route, and the search that is under way.
#[derive(Resource, Default)]
pub(crate) struct PlanQueue {
    /// Those without a route, who cannot walk.
    urgent: VecDeque<Entity>,
    /// Those whose routes are valid, and might be shorter.
    later: VecDeque<Entity>,
    search: Option<(Entity, Search)>,
    scratch: Scratch,
}

impl PlanQueue {
    /// Adds walkers that ask in the same update, in the order of their numbers.
    fn add(&mut self, mut asking: Vec<Entity>, is_urgent: bool) {
        asking.sort_unstable_by_key(|entity| entity.index_u32());
        let queue = if is_urgent { &mut self.urgent } else { &mut self.later };
        queue.extend(asking);
    }

    /// The walker that is served next, and its search, if it has begun.
    fn next(&mut self) -> Option<(Entity, Option<Search>)> {
        if let Some((entity, search)) = self.search.take() {
            return Some((entity, Some(search)));
        }
        let entity = self.urgent.pop_front().or_else(|| self.later.pop_front())?;
        Some((entity, None))
    }

    /// Begins a search or continues it. Returns what it came to, if it has ended, and how many cells it has expanded.
    fn find(
        &mut self,
        map: &Navigation,
        entity: Entity,
        query: &RouteQuery<'_>,
        search: Option<Search>,
    ) -> (Option<Result<Route, Cause>>, u64) {
        let before = search.as_ref().map_or(0, Search::expansions);
        let outcome = match search {
            Some(search) => map.resume(search, &mut self.scratch),
            None => map.route(query, &mut self.scratch),
        };
        let answer = match outcome {
            Ok(Outcome::Reached(route) | Outcome::Partial(route)) => {
                Some(Ok(route.clone()))
            }
            Ok(Outcome::Unreachable) => Some(Err(Cause::NoWay)),
            Ok(Outcome::Unfinished(search)) => {
                self.search = Some((entity, search));
                None
            }
            Err(error) => Some(Err(Cause::Refused(error))),
        };
        // An answer without a search counts too, so that an update ends.
        (answer, self.scratch.expansions().saturating_sub(before).max(1))
    }

    /// Gives the search of a walker up that asks for something else; returns whether there was one.
    fn give_up(&mut self, entity: Entity) -> bool {
        self.search.take_if(|search| search.0 == entity).is_some()
    }
}

/// Asks anew for those whose routes a change of the map has ended, or might make shorter, and for those who had no way.
pub(crate) fn recheck(
    map: Res<NavigationMap>,
    mut version: Local<u64>,
    mut queue: ResMut<PlanQueue>,
    mut walkers: Query<(Entity, &Walk, &mut WalkPlan, Has<Blocked>)>,
    mut commands: Commands,
) {
    if std::mem::replace(&mut *version, map.version()) == map.version() {
        return;
    }
    let (mut urgent, mut later) = (Vec::new(), Vec::new());
    for (entity, walk, mut plan, is_blocked) in &mut walkers {
        let Some(route) = &plan.route else {
            if is_blocked && !plan.is_waiting {
                plan.is_waiting = true;
                urgent.push(entity);
            }
            continue;
        };
        let is_partial = route.places.last() != Some(&walk.to);
        if !map.is_valid_from(route, plan.next.saturating_sub(1)) {
            *plan = WalkPlan::waiting();
            urgent.push(entity);
            commands.entity(entity).try_remove::<NextStep>();
        } else if !plan.is_waiting && (is_partial || map.may_improve(route)) {
            plan.is_waiting = true;
            later.push(entity);
        }
    }
    queue.add(urgent, true);
    queue.add(later, false);
}

/// Lets a walker ask for another route whose options are taken away: nobody sees that otherwise.
pub(crate) fn ask(removed: On<Remove<WalkOptions>>, mut walkers: Query<&mut Walk>) {
    let _ = walkers.get_mut(removed.entity).map(|mut walk| walk.set_changed());
}

/// What makes a walker ask for another route.
type Request = Or<(Changed<Walk>, Changed<WalkOptions>, Added<TilePosition>)>;

/// Asks for walkers with a new goal or other options.
pub(crate) fn request(
    mut queue: ResMut<PlanQueue>,
    mut walkers: Query<(Entity, &mut WalkPlan), (With<TilePosition>, Request)>,
    mut commands: Commands,
) {
    let mut asking = Vec::new();
    for (entity, mut plan) in &mut walkers {
        // Who asks in every update is in the queue once.
        let is_queued = plan.is_waiting && plan.route.is_none();
        if queue.give_up(entity) || !is_queued {
            asking.push(entity);
        }
        *plan = WalkPlan::waiting();
        // Nobody looks after a step without a route.
        commands.entity(entity).try_remove::<NextStep>();
    }
    queue.add(asking, true);
}

/// Serves the queue until the budget of the update is used up.
pub(crate) fn serve(
    map: Res<NavigationMap>,
    settings: Res<NavigationSettings>,
    mut queue: ResMut<PlanQueue>,
    mut walkers: Query<(&Walk, &TilePosition, Option<&WalkOptions>, &mut WalkPlan)>,
    mut commands: Commands,
) {
    let mut left = settings.budget.max(1);
    while left > 0
        && let Some((entity, search)) = queue.next()
    {
        // It may be gone by now, or have been served as an urgent one.
        let walker = walkers.get_mut(entity);
        let Ok((walk, position, options, mut plan)) = walker else { continue };
        if !plan.is_waiting {
            continue;
        }

        if search.is_none() {
            plan.from = Some(position.0);
        }
        let query =
            query(walk, position, options).budget(settings.budget.clamp(1, SLICE));
        let (answer, expansions) = queue.find(&map, entity, &query, search);
        left = left.saturating_sub(expansions);

        let mut walker = commands.entity(entity);
        match answer {
            None => {}
            Some(Ok(route)) => {
                if plan.take(route, position.0) {
                    walker.try_remove::<Blocked>();
                } else if plan.route.is_none() {
                    // It was put elsewhere during the search.
                    queue.urgent.push_back(entity);
                } else {
                    plan.is_waiting = false;
                }
            }
            Some(Err(why)) => {
                *plan = WalkPlan::default();
                walker.try_insert(Blocked { why }).try_remove::<NextStep>();
            }
        }
    }
}

/// What is asked for a walker.
fn query(
    walk: &Walk,
    from: &TilePosition,
    options: Option<&WalkOptions>,
) -> RouteQuery<'static> {
    let WalkOptions { agent, or_nearest, coarse } = options.copied().unwrap_or_default();
    let query = RouteQuery::new(from.0, walk.to).agent(agent);
    let query = if or_nearest { query.or_nearest() } else { query };
    if coarse { query.coarse() } else { query }
}

/// Gives all that have a route their next step, and takes those that have come to its end off it.
pub(crate) fn advance(
    mut queue: ResMut<PlanQueue>,
    mut walkers: Query<(Entity, &TilePosition, &mut WalkPlan, Option<&mut NextStep>)>,
    mut commands: Commands,
) {
    let (mut lost, mut arrived) = (Vec::new(), Vec::new());
    for (entity, position, mut plan, step) in &mut walkers {
        if plan.route.is_none() {
            continue;
        }
        let Some(next) = plan.next_from(position.0) else {
            *plan = WalkPlan::waiting();
            lost.push(entity);
            commands.entity(entity).try_remove::<NextStep>();
            continue;
        };
        plan.next = next;
        match plan.ahead().first() {
            Some(&place) => give_step(commands.entity(entity), step, place),
            // A change of the map may have opened the way to the goal from the nearest cell.
            None if plan.is_waiting => {}
            None => arrived.push(entity),
        }
    }
    queue.add(lost, true);
    arrive::<Walk>(arrived, &mut commands);
}
