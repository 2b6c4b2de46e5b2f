//! Lines, frames and cells that stand alone: by which cells a board breaks them, and which lines and frames keep a request.

use std::ops::RangeInclusive;

use tilewright_grid::{Cell, Size, groups};
use tilewright_match3::{Kind, Quota, Template};

use super::Placement;
use super::board::Board;
use super::kept::Rule;
use crate::RequestError;

/// The least side of a frame: a smaller rectangle has no inside.
const FRAME: u32 = 3;

/// The lines or frames that cells of a kind are drawn in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// A line of this many cells.
    Line { least: u32, most: u32 },
    /// The outline of a rectangle with sides of this many cells.
    Frame { least: u32, most: u32 },
}

impl Shape {
    /// The shape of each choice; none of any without a placement that wants one.
    pub(super) fn of_choices(rules: &[Rule], quotas: &[Quota]) -> Vec<Option<Self>> {
        let is_shaped = |rule: &Rule| matches!(rule, Rule::Lines(..) | Rule::Frames(_));
        if !rules.iter().any(is_shaped) {
            return Vec::new();
        }
        quotas.iter().map(|quota| Self::of(rules, quota.kind)).collect()
    }

    fn of(rules: &[Rule], kind: Kind) -> Option<Self> {
        let (mut least, mut most) = (1, u32::MAX);
        let (mut is_line, mut is_frame, mut cluster) = (false, false, 1);
        for rule in rules {
            match rule {
                Rule::Lines(of, cells) if of.contains(&kind) => {
                    is_line = true;
                    least = least.max(*cells);
                }
                Rule::Frames(of) if of.contains(&kind) => is_frame = true,
                Rule::Row(of, cells) if of.contains(&kind) => most = most.min(*cells),
                Rule::Clusters(of, cells) if of.contains(&kind) => {
                    cluster = cluster.max(*cells);
                }
                _ => {}
            }
        }
        if is_frame {
            let least = least.max(FRAME);
            return Some(Self::Frame { least, most: most.max(least) });
        }
        // A line is a cluster, unless rows of that length are barred.
        let least = least.max(cluster.min(most));
        is_line.then_some(Self::Line { least, most: most.max(least) })
    }
}

/// Refuses lines and frames of a kind that may not have as many cells in a row.
pub(super) fn check_rows(
    placements: &[Placement],
    rules: &[Rule],
    quotas: &[Quota],
) -> Result<(), RequestError> {
    for (shaped, rule) in placements.iter().zip(rules) {
        let (of, least) = match rule {
            Rule::Lines(of, least) => (of, *least),
            Rule::Frames(of) => (of, FRAME),
            _ => continue,
        };
        let is_placed = |kind: &Kind| quotas.iter().any(|quota| quota.kind == *kind);
        let bars = |rule: &Rule| match rule {
            Rule::Row(rows, most) => {
                *most < least && rows.iter().any(|it| of.contains(it) && is_placed(it))
            }
            _ => false,
        };
        if let Some((row, _)) = placements.iter().zip(rules).find(|it| bars(it.1)) {
            let (shaped, row) = (shaped.to_string(), row.to_string());
            return Err(RequestError::ShapeRow { shaped, row });
        }
    }
    Ok(())
}

/// Refuses lines and frames for which there is no room, and frames that make every level infeasible.
pub(super) fn check(
    placement: &Placement,
    rule: &Rule,
    template: &Template,
    quotas: &[Quota],
) -> Result<(), RequestError> {
    let Size { rows, columns } = template.size();
    let (of, least, is_on_board) = match rule {
        Rule::Lines(of, least) => (of, *least, *least <= rows.max(columns)),
        Rule::Frames(of) => (of, 4 * (FRAME - 1), FRAME <= rows.min(columns)),
        _ => return Ok(()),
    };
    let placed = quotas.iter().filter(|quota| of.contains(&quota.kind));
    let most = placed.clone().map(|quota| quota.max).reduce(u32::saturating_add);
    let Some(most) = most else { return Ok(()) };

    if !is_on_board || most < least {
        let side = if matches!(rule, Rule::Frames(_)) { 0 } else { rows.max(columns) };
        let room = if is_on_board { most } else { side };
        let placement = placement.to_string();
        return Err(RequestError::ShapeRoom { placement, least, rows, columns, room });
    }

    // Of a classic level each cell must be refilled from the start; blocks fall into a frame only through its cells.
    let is_classic = template.is_classic()
        && quotas.iter().all(|quota| quota.kind.classic_index().is_some());
    let mut closed = placed.filter(|quota| !quota.kind.is_open());
    if let Some(quota) = closed.next()
        && is_classic
        && matches!(rule, Rule::Frames(_))
    {
        let (placement, kind) = (placement.to_string(), template.name_of(quota.kind));
        return Err(RequestError::ClosedFrame { placement, kind });
    }
    Ok(())
}

impl Board<'_> {
    /// The free cells whose runs in their row and their column are both too short, with the cells that the longer one lacks.
    pub(super) fn short(
        &self,
        of: &[Kind],
        least: u32,
    ) -> impl Iterator<Item = (usize, u32)> {
        let mut longest = vec![0; self.kinds.len()];
        for line in self.lines() {
            let is_other = |&cell: &Cell| !self.is_of(of, self.size.index(cell));
            for run in line.split(is_other) {
                for &cell in run {
                    let longest = &mut longest[self.size.index(cell)];
                    *longest = run.len().max(*longest);
                }
            }
        }

        let runs = longest.into_iter().enumerate();
        let runs = runs.filter(|&(index, run)| run > 0 && (self.is_free)(index));
        runs.map(move |(index, run)| (index, least.saturating_sub(run as u32)))
            .filter(|(_, missing)| *missing > 0)
    }

    /// The free cells without a special cell beside them, and how many they are beyond a share of the free cells.
    pub(super) fn alone_beyond(&self, of: &[Kind], percent: u32) -> (u32, Vec<Cell>) {
        let is_alone = |index| {
            let mut near = self.size.neighbors(self.size.cell(index));
            self.is_of(of, index)
                && near.all(|next| !self.kinds[self.size.index(next)].is_special())
        };
        let alone = self.free_cells(is_alone);
        let all = self.free_count(|&index| self.is_of(of, index));
        ((alone.len() as u32).saturating_sub(all * percent / 100), alone)
    }

    /// The clusters with a free cell, with the cells by which each differs from the outline of the least rectangle around it: those that the
    /// outline lacks, and those within it.
    pub(super) fn frame_faults(
        &self,
        of: &[Kind],
    ) -> impl Iterator<Item = (Vec<Cell>, u32)> {
        let clusters = groups(self.size, |cell| self.is_of(of, self.size.index(cell)));
        let is_free = |cluster: &Vec<Cell>| cluster.iter().any(|&it| self.is_free(it));
        clusters.into_iter().filter(is_free).map(|cluster| {
            let faults = self.off_outline(of, &cluster);
            (cluster, faults)
        })
    }

    fn off_outline(&self, of: &[Kind], cluster: &[Cell]) -> u32 {
        let rows = span(cluster.iter().map(|cell| cell.row), self.size.rows);
        let columns = span(cluster.iter().map(|cell| cell.column), self.size.columns);
        let (Some(rows), Some(columns)) = (rows, columns) else {
            return cluster.len() as u32;
        };

        let is_end = |at: u32, span: &RangeInclusive<u32>| {
            at == *span.start() || at == *span.end()
        };
        let mut faults = 0;
        for row in rows.clone() {
            for column in columns.clone() {
                let is_outline = is_end(row, &rows) || is_end(column, &columns);
                let index = self.size.index(Cell::new(row, column));
                faults += u32::from(self.is_of(of, index) != is_outline);
            }
        }
        faults
    }
}

/// From the least to the largest number, widened to the side of a frame; none if the board has no room for one.
fn span(
    numbers: impl Iterator<Item = u32> + Clone,
    side: u32,
) -> Option<RangeInclusive<u32>> {
    let (first, last) = (numbers.clone().min()?, numbers.max()?);
    let first = first.min(side.checked_sub(FRAME)?);
    Some(first..=last.max(first + FRAME - 1))
}
