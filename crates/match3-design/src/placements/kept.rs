//! Which placements a level keeps.

use tilewright_grid::{Cell, Size, groups};
use tilewright_match3::{Kind, Level, Quota, Template};

use super::{Form, Place, Placement};
use crate::{RequestError, Space, Symmetry};

/// The placements of a request, for the cells of its board.
#[derive(Clone, Debug, Default)]
pub(crate) struct Placements {
    placements: Vec<(Placement, Rule)>,
    /// For each choice, the cells in which it may not be; empty without such placements.
    barred: Vec<Vec<bool>>,
}

/// A placement for the cells of a board.
#[derive(Clone, Debug)]
enum Rule {
    /// The kinds, and the cells in which they may not be.
    Barred(Vec<Kind>, Vec<bool>),
    /// The kinds, and the most in a row.
    Row(Vec<Kind>, u32),
    /// The kinds, and the least in a cluster.
    Clusters(Vec<Kind>, u32),
    /// The kinds, and those beside them.
    With(Vec<Kind>, Vec<Kind>),
}

impl Placements {
    /// The placements for the free cells of a template that may become one of these choices, ordinary first. The fixed cells are
    /// repeated by the symmetry, and the cells of an orbit are of one kind.
    ///
    /// # Errors
    /// When a placement names a kind that the request does not have, or the placements leave too few cells to a kind.
    pub(crate) fn new(
        placements: &[Placement],
        template: &Template,
        quotas: &[Quota],
        orbits: &[Vec<u32>],
    ) -> Result<Self, RequestError> {
        let size = template.size();
        let rule = |placement: &Placement| {
            let kinds = |name: &str| {
                let named = kinds_of(name, template, &quotas[1..]);
                if named.is_empty() {
                    Err(no_kind(name, placement, template, quotas))
                } else {
                    Ok(named)
                }
            };
            let of = kinds(&placement.kind)?;
            Ok(match &placement.form {
                Form::In(places) => {
                    let within = cells_of(places, template);
                    Rule::Barred(of, within.into_iter().map(|is_in| !is_in).collect())
                }
                Form::NotIn(places) => Rule::Barred(of, cells_of(places, template)),
                Form::Row(most) => Rule::Row(of, *most),
                Form::Clusters(least) => Rule::Clusters(of, *least),
                Form::With(other) => Rule::With(of, kinds(other)?),
            })
        };
        let rules =
            placements.iter().map(rule).collect::<Result<Vec<_>, RequestError>>()?;

        let barred = |kind: Kind| {
            let mut barred = vec![false; size.area()];
            for rule in &rules {
                if let Rule::Barred(kinds, cells) = rule
                    && kinds.contains(&kind)
                {
                    barred.iter_mut().zip(cells).for_each(|(all, &one)| *all |= one);
                }
            }
            barred
        };
        let is_placed = rules.iter().any(|rule| matches!(rule, Rule::Barred(..)));
        let placed = if is_placed { quotas } else { &[] };
        let all = Self {
            barred: placed.iter().map(|it| barred(it.kind)).collect(),
            placements: placements.iter().cloned().zip(rules).collect(),
        };
        if is_placed {
            all.check_room(template, quotas, orbits)?;
        }
        Ok(all)
    }

    /// Refuses placements that leave to a kind, or to several together, fewer cells than they have at least, or that let a kind be
    /// nowhere. By Hall's theorem there is else a place for each cell, as far as only the places of single cells matter.
    fn check_room(
        &self,
        template: &Template,
        quotas: &[Quota],
        orbits: &[Vec<u32>],
    ) -> Result<(), RequestError> {
        let cells = template.cells().values();
        // Of each choice but ordinary, the least number of cells beside the fixed ones.
        let least = |(choice, quota): (usize, &Quota)| {
            let is_it = |cell: &&Option<Kind>| **cell == Some(quota.kind);
            let fixed = cells.iter().filter(is_it).count() as u32;
            let is_placed = self.barred[choice].contains(&true) && fixed == 0;
            (choice, quota.min.saturating_sub(fixed).max(u32::from(is_placed)))
        };
        let wanted = quotas.iter().enumerate().skip(1).map(least);
        let wanted: Vec<(usize, u32)> = wanted.filter(|it| it.1 > 0).collect();

        for members in sets(&wanted, |it| quotas[it.0].min > 0) {
            let least: u32 = members.iter().map(|it| it.1).sum();
            let is_room =
                |orbit: &&Vec<u32>| members.iter().any(|it| self.may(it.0, orbit));
            let room =
                orbits.iter().filter(is_room).map(|orbit| orbit.len() as u32).sum();
            if room < least {
                let kinds: Vec<Kind> =
                    members.iter().map(|it| quotas[it.0].kind).collect();
                let names: Vec<String> =
                    kinds.iter().map(|&kind| template.name_of(kind)).collect();
                let (kinds, placements) = (names.join(" and "), self.that_bar(&kinds));
                return Err(RequestError::PlacementRoom {
                    placements,
                    kinds,
                    least,
                    room,
                });
            }
        }
        Ok(())
    }

    /// The placements that keep one of these kinds out of some cells.
    fn that_bar(&self, kinds: &[Kind]) -> String {
        let bars = |rule: &Rule| match rule {
            Rule::Barred(of, _) => of.iter().any(|kind| kinds.contains(kind)),
            _ => false,
        };
        let all = self.placements.iter().filter(|(_, rule)| bars(rule));
        all.map(|(placement, _)| format!("`{placement}`"))
            .collect::<Vec<_>>()
            .join(" and ")
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.placements.is_empty()
    }

    /// The words of the placements.
    pub(crate) fn words(&self) -> Vec<String> {
        self.placements.iter().map(|(placement, _)| placement.to_string()).collect()
    }

    /// Whether all of these cells may become a choice.
    pub(crate) fn may(&self, choice: usize, cells: &[u32]) -> bool {
        let Some(barred) = self.barred.get(choice) else { return true };
        !cells.iter().any(|&index| barred[index as usize])
    }

    /// The number of cells by which a level breaks its placements.
    pub(crate) fn faults(
        &self,
        size: Size,
        kinds: &[Kind],
        is_free: impl Fn(usize) -> bool,
    ) -> u32 {
        let board = Board { size, kinds, is_free: &is_free };
        self.placements.iter().map(|(_, rule)| board.faults(rule)).sum()
    }
}

/// The placements that a level breaks, each with the number of cells by which it does: cells that stand where they may not, that are
/// beyond the most in a row, that a cluster has too few of, or that stand without the other kind. The template, the quotas and the
/// symmetry are those of the request for the level.
///
/// # Errors
/// As requests with these placements.
pub fn broken_placements(
    placements: &[Placement],
    template: &Template,
    quotas: &[Quota],
    symmetry: Symmetry,
    level: &Level,
) -> Result<Vec<(Placement, u32)>, RequestError> {
    if placements.is_empty() {
        return Ok(Vec::new());
    }
    let space = Space::new(template, quotas, symmetry)?;
    let space = space.with_placements(placements, template)?;
    let is_free = |index: usize| space.gene_of(index).is_some();
    let board =
        Board { size: level.size(), kinds: level.cells().values(), is_free: &is_free };
    let faults = space
        .placements()
        .placements
        .iter()
        .map(|(placement, rule)| (placement.clone(), board.faults(rule)));
    Ok(faults.filter(|&(_, faults)| faults > 0).collect())
}

impl Placement {
    /// Whether a request with these kinds has all that the placement names.
    pub fn is_about(&self, template: &Template, quotas: &[Quota]) -> bool {
        let has = |name: &str| !kinds_of(name, template, quotas).is_empty();
        has(&self.kind) && !matches!(&self.form, Form::With(other) if !has(other))
    }
}

/// The kinds that a word names: one by its whole name, or those of a request that have a part of this name, with any number.
fn kinds_of(name: &str, template: &Template, quotas: &[Quota]) -> Vec<Kind> {
    let fixed = template.cells().values().iter().flatten().copied();
    let mut all: Vec<Kind> = quotas.iter().map(|quota| quota.kind).collect();
    all.extend(fixed.filter(|kind| kind.is_special()));
    all.sort_unstable();
    all.dedup();
    let whole = template.kind(name).ok();
    let is_named = |kind: &Kind| {
        let full = template.name_of(*kind);
        let mut parts = full.split(['.', '+', '_']);
        name == "any"
            || whole == Some(*kind)
            || parts.any(|part| {
                part == name
                    || part.trim_end_matches(|c: char| c.is_ascii_digit()) == name
            })
    };
    all.into_iter().filter(is_named).collect()
}

/// The error of a kind that no cell of a request can have.
fn no_kind(
    name: &str,
    placement: &Placement,
    template: &Template,
    quotas: &[Quota],
) -> RequestError {
    let names = quotas[1..].iter().map(|quota| template.name_of(quota.kind));
    let names = names.collect::<Vec<_>>().join(", ");
    RequestError::PlacementKind {
        placement: placement.to_string(),
        name: name.to_owned(),
        names,
    }
}

/// Whether each cell lies in one of the places.
fn cells_of(places: &[Place], template: &Template) -> Vec<bool> {
    let size = template.size();
    let spawners = template.opened().spawner_cells();
    let is_in = |cell| places.iter().any(|place| place.has(size, cell, spawners[cell]));
    size.cells().map(is_in).collect()
}

/// The most kinds whose common room is looked at: of more, 4,096 sets would take long.
const MOST_KINDS: usize = 12;

/// The sets of choices whose room is looked at: each alone, then several together of those that have to be there. The smaller sets come
/// first, so that an error names no kind in vain.
fn sets(
    wanted: &[(usize, u32)],
    is_required: impl Fn(&(usize, u32)) -> bool,
) -> Vec<Vec<(usize, u32)>> {
    let required = wanted.iter().copied().filter(is_required).take(MOST_KINDS);
    let required: Vec<(usize, u32)> = required.collect();
    let members = |set: u32| {
        let all = required.iter().enumerate();
        all.filter(|(at, _)| set >> at & 1 == 1).map(|(_, &it)| it).collect()
    };
    let several = 1..1_u32 << required.len();
    let several = several.filter(|set| set.count_ones() > 1).map(members);
    let mut sets: Vec<Vec<(usize, u32)>> =
        wanted.iter().map(|&it| vec![it]).chain(several).collect();
    sets.sort_by_key(Vec::len);
    sets
}

/// A board whose placements are looked at.
struct Board<'a> {
    size: Size,
    kinds: &'a [Kind],
    is_free: &'a dyn Fn(usize) -> bool,
}

impl Board<'_> {
    /// The number of cells by which the board breaks a placement: those that stand where they may not, that are too many in a row, that a cluster
    /// has too few of, or that stand alone.
    fn faults(&self, rule: &Rule) -> u32 {
        match rule {
            Rule::Barred(of, barred) => {
                let stands = |&index: &usize| barred[index] && self.is_of(of, index);
                self.free_count(stands)
            }
            Rule::Row(of, most) => self.beyond(of, *most),
            Rule::Clusters(of, least) => self.missing(of, *least),
            Rule::With(of, other) => self.free_count(|&index| {
                let cell = self.size.cell(index);
                let is_beside = |next| self.is_of(other, self.size.index(next));
                self.is_of(of, index) && !self.size.neighbors(cell).any(is_beside)
            }),
        }
    }

    fn is_of(&self, of: &[Kind], index: usize) -> bool {
        of.contains(&self.kinds[index])
    }

    fn free_count(&self, is_it: impl Fn(&usize) -> bool) -> u32 {
        let cells = 0..self.kinds.len();
        cells.filter(|&index| (self.is_free)(index)).filter(is_it).count() as u32
    }

    /// The cells beyond the most in a row, in all rows and columns; of what is fixed nothing counts.
    fn beyond(&self, of: &[Kind], most: u32) -> u32 {
        let Size { rows, columns } = self.size;
        let (across, down) = ((rows, columns, columns, 1), (columns, rows, 1, columns));
        let mut beyond = 0;
        for (lines, length, line_step, step) in [across, down] {
            for line in 0..lines {
                let (mut run, mut is_any_free) = (0_u32, false);
                for at in 0..=length {
                    let index = (line * line_step + at * step) as usize;
                    if at < length && self.is_of(of, index) {
                        run += 1;
                        is_any_free |= (self.is_free)(index);
                    } else {
                        beyond += if is_any_free { run.saturating_sub(most) } else { 0 };
                        (run, is_any_free) = (0, false);
                    }
                }
            }
        }
        beyond
    }

    /// The cells that are missing in clusters with a free cell.
    fn missing(&self, of: &[Kind], least: u32) -> u32 {
        let clusters = groups(self.size, |cell| self.is_of(of, self.size.index(cell)));
        let is_free = |cell: &Cell| (self.is_free)(self.size.index(*cell));
        let missing = |cluster: &Vec<Cell>| {
            if cluster.iter().any(is_free) {
                least.saturating_sub(cluster.len() as u32)
            } else {
                0
            }
        };
        clusters.iter().map(missing).sum()
    }
}
