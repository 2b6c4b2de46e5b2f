//! Where a search begins and ends.

use tilewright_grid::Cell;

use super::progress::Task;
use super::{Lists, Navigation};
use crate::metric::Metric;
use crate::query::Targets;
use crate::surface::Surface;
use crate::{Goals, NavigationError, Place, Query};

impl Navigation {
    /// Prepares the task of a query; returns whether there is anything to search for.
    pub(super) fn find_task(
        &self,
        query: &Query<'_>,
        surface: &Surface,
        task: &mut Task,
        lists: &mut Lists,
    ) -> Result<bool, NavigationError> {
        let start = self.cell_of(query.start)?;
        self.find_goals(query, &mut lists.goals)?;
        self.find_blocked(query, surface, &mut task.blocked)?;
        let Some(start) = self.standing(surface, start, &mut lists.nearest) else {
            return Ok(false);
        };
        let node = surface.plane.node(start) as u32;
        task.blocked.retain(|&blocked| blocked != node);

        (task.start, task.mask) = (start, query.agent.mask);
        (task.departure, task.max_cost) = (query.departure, query.max_cost);
        // Late by a little may be late by a whole turn of a door, so that no weight could be kept to.
        let has_doors = !surface.timetable.is_empty();
        task.weight = if has_doors { 1.0 } else { query.weight };
        task.has_links =
            Self::find_islands(surface, query.agent.mask, start, &mut lists.islands);
        let is_reachable = self.find_targets(query, surface, &mut task.targets, lists);

        // With extra walls, a largest cost or doors that never open together only the search knows what can be reached.
        let is_bounded = !task.blocked.is_empty()
            || query.max_cost.is_finite()
            || (has_doors && query.agent.size > 1);
        task.is_partial = !is_reachable && !is_bounded;
        task.is_coarse = query.is_coarse
            && is_reachable
            && !is_bounded
            && !task.has_links
            && task.targets.range.is_none()
            && task.targets.cells.len() == 1;
        task.goals.clear();
        if !query.or_nearest {
            return Ok(is_reachable);
        }
        if is_bounded {
            let goals = lists.goals.iter();
            task.goals.extend(goals.map(|&goal| (goal, self.rows_of(goal.row))));
            return Ok(true);
        }
        Ok(is_reachable || self.find_nearest(surface, &mut task.targets, lists))
    }

    /// The cell where the agent of a query begins: the start, or the nearest one where it can stand.
    pub(crate) fn standing(
        &self,
        surface: &Surface,
        start: Cell,
        nearest: &mut Vec<Cell>,
    ) -> Option<Cell> {
        if surface.plane.is_free(surface.plane.node(start)) {
            return Some(start);
        }
        self.nearest_cells(surface, None, start, nearest)?;
        nearest.first().copied()
    }

    /// The goals among the stacked floors; of a range its middle.
    fn find_goals(
        &self,
        query: &Query<'_>,
        goals: &mut Vec<Cell>,
    ) -> Result<(), NavigationError> {
        goals.clear();
        match query.goals {
            Goals::One(goal) | Goals::Within(goal, _) => goals.push(self.cell_of(goal)?),
            Goals::Any(places) => {
                for &place in places {
                    goals.push(self.cell_of(place)?);
                }
            }
        }
        Ok(())
    }

    /// The nodes where the agent of a query would stand on a blocked cell, or on one under another walker.
    fn find_blocked(
        &self,
        query: &Query<'_>,
        surface: &Surface,
        blocked: &mut Vec<u32>,
    ) -> Result<(), NavigationError> {
        self.block(surface, query.blocked, blocked)?;
        if query.around_walkers {
            if let Some(id) = query.walker {
                self.walker(id)?;
            }
            for (_, walker) in self.walkers().filter(|&(id, _)| query.walker != Some(id))
            {
                let cell = self.cell_of(walker.place)?;
                self.block_square(surface, cell, walker.agent.size, blocked);
            }
            blocked.sort_unstable();
            blocked.dedup();
        }
        Ok(())
    }

    /// The nodes where an agent would stand on one of these cells.
    pub(crate) fn block(
        &self,
        surface: &Surface,
        cells: &[Place],
        blocked: &mut Vec<u32>,
    ) -> Result<(), NavigationError> {
        blocked.clear();
        for &place in cells {
            self.block_square(surface, self.cell_of(place)?, 1, blocked);
        }
        blocked.sort_unstable();
        blocked.dedup();
        Ok(())
    }

    /// Adds the nodes where an agent would stand on one of `size` × `size` cells.
    fn block_square(
        &self,
        surface: &Surface,
        first: Cell,
        size: u8,
        blocked: &mut Vec<u32>,
    ) {
        let by = u32::from(surface.plane.size) - 1;
        let [top, end] = self.rows_of(first.row);
        let bottom = (first.row + u32::from(size)).min(end);
        let right = (first.column + u32::from(size)).min(self.area().columns);
        for row in first.row.saturating_sub(by).max(top)..bottom {
            for column in first.column.saturating_sub(by)..right {
                blocked.push(surface.plane.node(Cell::new(row, column)) as u32);
            }
        }
    }

    /// Finds the islands that can be reached from a cell; returns whether links may be used on the way.
    pub(crate) fn find_islands(
        surface: &Surface,
        mask: u32,
        start: Cell,
        islands: &mut Vec<u32>,
    ) -> bool {
        islands.clear();
        islands.push(surface.regions.island(start));
        let mut at = 0;
        while at < islands.len() {
            let from = islands[at];
            at += 1;
            for bridge in surface.bridges_from(from) {
                if bridge.mask & mask != 0 && !islands.contains(&bridge.to) {
                    islands.push(bridge.to);
                }
            }
        }
        surface.has_links(mask)
    }

    /// Finds the goals that can be reached; returns whether there are any.
    fn find_targets(
        &self,
        query: &Query<'_>,
        surface: &Surface,
        targets: &mut Targets,
        lists: &mut Lists,
    ) -> bool {
        let Lists { goals, islands, nearest } = lists;
        targets.cells.clear();
        targets.range = None;
        targets.metric = surface.plane.metric;
        if let Goals::Within(_, radius) = query.goals {
            let middle = goals[0];
            targets.cells.push(middle);
            targets.range = Some((radius, self.rows_of(middle.row)));
            let apart = self.nearest_cells(surface, Some(islands), middle, nearest);
            return apart
                .is_some_and(|apart| apart as f64 <= radius * radius * Metric::UNITS);
        }

        let can_be_reached = |&&cell: &&Cell| {
            surface.plane.is_free(surface.plane.node(cell))
                && islands.contains(&surface.regions.island(cell))
        };
        targets.cells.extend(goals.iter().filter(can_be_reached));
        targets.cells.sort_unstable();
        targets.cells.dedup();
        !targets.cells.is_empty()
    }

    /// Makes the targets the cells nearest to a goal among those that can be reached; returns whether there are any.
    fn find_nearest(
        &self,
        surface: &Surface,
        targets: &mut Targets,
        lists: &mut Lists,
    ) -> bool {
        let Lists { goals, islands, nearest } = lists;
        targets.cells.clear();
        targets.range = None;
        let mut least = u64::MAX;
        for &goal in &*goals {
            let Some(apart) = self.nearest_cells(surface, Some(islands), goal, nearest)
            else {
                continue;
            };
            if apart < least {
                least = apart;
                targets.cells.clear();
            }
            if apart == least {
                targets.cells.extend_from_slice(nearest);
            }
        }
        targets.cells.sort_unstable();
        targets.cells.dedup();
        !targets.cells.is_empty()
    }

    /// Finds the goals of a query and the islands that it can reach; none if its agent can stand nowhere.
    fn look_around(
        &self,
        query: &Query<'_>,
        lists: &mut Lists,
    ) -> Result<Option<&Surface>, NavigationError> {
        let surface = self.surface(query.agent)?;
        let start = self.cell_of(query.start)?;
        self.find_goals(query, &mut lists.goals)?;
        let standing = self.standing(surface, start, &mut lists.nearest);
        Ok(standing.map(|start| {
            Self::find_islands(surface, query.agent.mask, start, &mut lists.islands);
            surface
        }))
    }

    /// Whether an agent can come from one place to another, without searching a route: at the cost of a look at the regions. Blocked
    /// cells and the largest cost of the query are not regarded; [`Navigation::route`] does.
    ///
    /// # Errors
    /// [`NavigationError::Outside`] for a place that is on no floor, [`NavigationError::Layer`] and [`NavigationError::Size`] for
    /// agents that the map does not have.
    pub fn is_reachable(
        &self,
        query: &Query<'_>,
        scratch: &mut super::Scratch,
    ) -> Result<bool, NavigationError> {
        let super::Scratch { lists, targets, .. } = scratch;
        let surface = self.look_around(query, lists)?;
        Ok(surface
            .is_some_and(|surface| self.find_targets(query, surface, targets, lists)))
    }

    /// Finds the cell that an agent can reach and that is nearest to the goal of a query, as the crow flies; of several the first in
    /// reading order. [`Query::or_nearest`] chooses among them the one that is reached at the least cost. Blocked cells and the largest
    /// cost are not regarded.
    ///
    /// # Errors
    /// As [`Navigation::is_reachable`].
    pub fn nearest_reachable(
        &self,
        query: &Query<'_>,
        scratch: &mut super::Scratch,
    ) -> Result<Option<Place>, NavigationError> {
        let super::Scratch { lists, targets, .. } = scratch;
        let Some(surface) = self.look_around(query, lists)? else { return Ok(None) };
        self.find_nearest(surface, targets, lists);
        Ok(targets.cells.first().map(|&cell| self.place_of(cell)))
    }
}
