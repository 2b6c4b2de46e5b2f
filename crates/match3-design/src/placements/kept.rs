//! Which placements a level keeps.

use tilewright_grid::{Cell, Size};
use tilewright_match3::{Kind, Level, Quota, Template};

use super::board::Board;
use super::{Form, Place, Placement, Shape, lines};
use crate::{RequestError, Space, Symmetry};

/// The placements of a request, for the cells of its board.
#[derive(Clone, Debug, Default)]
pub(crate) struct Placements {
    kept: Vec<(Placement, Rule)>,
    /// For each choice, the cells in which it may not be; empty without such placements.
    barred: Vec<Vec<bool>>,
    /// For each choice, the line or frame that its cells are drawn in; empty without such placements.
    shapes: Vec<Option<Shape>>,
}

/// A placement for the cells of a board.
#[derive(Clone, Debug)]
pub(super) enum Rule {
    /// The kinds, and the cells in which they may not be.
    Barred(Vec<Kind>, Vec<bool>),
    /// The kinds, and the most in a row.
    Row(Vec<Kind>, u32),
    /// The kinds, and the least in a cluster.
    Clusters(Vec<Kind>, u32),
    /// The kinds, and the least in a row or a column.
    Lines(Vec<Kind>, u32),
    /// The kinds that are outlines of rectangles.
    Frames(Vec<Kind>),
    /// The kinds, and the most of them that are alone, in percent.
    Alone(Vec<Kind>, u32),
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
                    let within = cells_of(places, placement, template)?;
                    Rule::Barred(of, within.into_iter().map(|is_in| !is_in).collect())
                }
                Form::NotIn(places) => {
                    Rule::Barred(of, cells_of(places, placement, template)?)
                }
                Form::Row(most) => Rule::Row(of, *most),
                Form::Clusters(least) => Rule::Clusters(of, *least),
                Form::Lines(least) => Rule::Lines(of, *least),
                Form::Frames => Rule::Frames(of),
                Form::Alone(most) => Rule::Alone(of, *most),
                Form::With(other) => Rule::With(of, kinds(other)?),
            })
        };
        let rules =
            placements.iter().map(rule).collect::<Result<Vec<_>, RequestError>>()?;

        for (placement, rule) in placements.iter().zip(&rules) {
            lines::check(placement, rule, template, quotas)?;
        }
        lines::check_rows(placements, &rules, quotas)?;

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
            shapes: Shape::of_choices(&rules, quotas),
            barred: placed.iter().map(|it| barred(it.kind)).collect(),
            kept: placements.iter().cloned().zip(rules).collect(),
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
        let all = self.kept.iter().filter(|(_, rule)| bars(rule));
        all.map(|(placement, _)| format!("`{placement}`"))
            .collect::<Vec<_>>()
            .join(" and ")
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }

    /// The words of the placements.
    pub(crate) fn words(&self) -> Vec<String> {
        self.kept.iter().map(|(placement, _)| placement.to_string()).collect()
    }

    /// The line or frame that cells of a choice are drawn in.
    pub(crate) fn shape(&self, choice: u8) -> Option<Shape> {
        self.shapes.get(usize::from(choice)).copied().flatten()
    }

    /// The choices whose cells are drawn in lines or frames, in ascending order.
    pub(crate) fn shaped(&self) -> Vec<u8> {
        let choices = 0..self.shapes.len() as u8;
        choices.filter(|&choice| self.shape(choice).is_some()).collect()
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
        self.kept.iter().map(|(_, rule)| board.faults(rule)).sum()
    }
}

/// A placement that a level breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrokenPlacement {
    /// The placement.
    pub placement: Placement,
    /// The number of cells by which it is broken: that stand where they may not, that are beyond the most in a row or alone, that a cluster, a line
    /// or a frame has too few of, that stand within a frame, or that stand without the other kind.
    pub cells: u32,
    /// The cells that do so, in reading order: all of a row that is too long, of a cluster that is too small or no
    /// frame, and all that are alone.
    pub at: Vec<Cell>,
}

/// The placements that a level breaks. The template, the quotas and the symmetry are those of the request for the level.
///
/// # Errors
/// As requests with these placements.
pub fn broken_placements(
    placements: &[Placement],
    template: &Template,
    quotas: &[Quota],
    symmetry: Symmetry,
    level: &Level,
) -> Result<Vec<BrokenPlacement>, RequestError> {
    if placements.is_empty() {
        return Ok(Vec::new());
    }
    let space = Space::new(template, quotas, symmetry)?;
    let space = space.with_placements(placements, template)?;
    let is_free = |index: usize| space.gene_of(index).is_some();
    let board =
        Board { size: level.size(), kinds: level.cells().values(), is_free: &is_free };
    let all = space.placements().kept.iter();
    let broken = all.map(|(placement, rule)| BrokenPlacement {
        placement: placement.clone(),
        cells: board.faults(rule),
        at: board.faulty(rule),
    });
    Ok(broken.filter(|it| it.cells > 0).collect())
}

impl Placement {
    /// Whether a request with these kinds has all that the placement names.
    pub fn is_about(&self, template: &Template, quotas: &[Quota]) -> bool {
        let has = |name: &str| !kinds_of(name, template, quotas).is_empty();
        has(&self.kind) && !matches!(&self.form, Form::With(other) if !has(other))
    }
}

impl Placement {
    /// Whether it is about what has this name.
    pub(crate) fn is_of(&self, name: &str) -> bool {
        self.kind == name
    }

    /// Whether it says in which places something stands, or does not, and nothing else.
    pub(crate) const fn has_places(&self) -> bool {
        matches!(self.form, Form::In(_) | Form::NotIn(_))
    }

    /// Whether each cell of a template is one in which it lets something stand.
    ///
    /// # Errors
    /// As requests with the placement.
    pub(crate) fn room(&self, template: &Template) -> Result<Vec<bool>, RequestError> {
        match &self.form {
            Form::In(places) => cells_of(places, self, template),
            Form::NotIn(places) => {
                let barred = cells_of(places, self, template)?;
                Ok(barred.into_iter().map(|is_in| !is_in).collect())
            }
            _ => Ok(vec![true; template.size().area()]),
        }
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
///
/// # Errors
/// When a region is not painted, or for a board of another size.
fn cells_of(
    places: &[Place],
    placement: &Placement,
    template: &Template,
) -> Result<Vec<bool>, RequestError> {
    let size = template.size();
    for place in places {
        let placement = placement.to_string();
        match place {
            Place::Region(name) => {
                return Err(RequestError::Region { placement, name: name.clone() });
            }
            Place::Painted(name, cells) if cells.size() != size => {
                let (name, found, expected) = (name.clone(), cells.size(), size);
                return Err(RequestError::RegionSize { name, found, expected });
            }
            _ => {}
        }
    }
    let spawners = template.opened().spawner_cells();
    let is_in = |cell| places.iter().any(|place| place.has(size, cell, spawners[cell]));
    Ok(size.cells().map(is_in).collect())
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
