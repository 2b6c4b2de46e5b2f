//! Calls of a script, made on a map.

mod crowds;
mod plan;

use std::ops::ControlFlow;

use tilewright_grid::{Cell, Size};
use tilewright_navigation::{
    Agent, Field, Layer, LayerId, Link, LinkId, Navigation, Outcome, Place, Query,
    Scratch, Terrain,
};
use tilewright_pathplan::planners::Door;

use self::crowds::NumberedCrowd;
use super::words::{Reason, Words};
use crate::Host;

/// The most fields, and crowds.
const MOST_HELD: usize = 16;

/// The most steps of one call.
const MOST_STEPS: u32 = 1 << 20;

/// The most millionths that are found: larger numbers are not exact in floating-point numbers.
const MOST_MILLIONTHS: f64 = 8e15;

/// Plays calls; what they are about is numbered from 0 on in the order in which it came.
#[derive(Default)]
pub(super) struct ScriptPlayer {
    sizes: Vec<Size>,
    layers: Vec<Layer>,
    /// How many sizes of agents all layers have.
    surfaces: u64,
    /// Made by the first call that needs it.
    map: Option<Navigation>,
    scratch: Scratch,
    links: Vec<LinkId>,
    fields: Vec<Field>,
    crowds: Vec<NumberedCrowd>,
}

/// Numbers mixed into one below 2³¹ − 1. All steps are exact in floating-point numbers, too, so that every language has it.
#[derive(Clone, Copy, Default)]
struct Mix(u64);

impl Mix {
    const fn add(&mut self, number: u64) {
        self.0 = (self.0 * 65_599 + number) % 2_147_483_647;
    }

    fn place(&mut self, Place { floor, cell }: Place) {
        for number in [cell.column, cell.row, floor.into()] {
            self.add(number.into());
        }
    }
}

/// A cost in millionths.
fn millionths(cost: f64) -> Result<u64, Reason> {
    let millionths = (cost * 1e6 + 0.5).floor();
    if millionths > MOST_MILLIONTHS {
        return Err(format!("a cost of {cost} is more than scripts compare, 8·10⁹"));
    }
    Ok(millionths as u64)
}

fn refused(error: impl std::fmt::Display) -> Reason {
    error.to_string()
}

/// What a call has found; none if the host has stopped it.
type Numbers = Option<Vec<u64>>;

impl ScriptPlayer {
    /// Makes a call.
    pub(super) fn call(
        &mut self,
        line: &str,
        host: &dyn Host,
    ) -> Result<Numbers, Reason> {
        let mut words = Words::new(line);
        let verb = words.verb();
        let found = match verb {
            "floor" | "layer" => self.plan(verb, &mut words)?,
            "step" => {
                let (crowd, count) = (words.number()?, words.number()?);
                return self.step(crowd, count, host);
            }
            "field" | "update" | "aim" | "follow" => self.field(verb, &mut words)?,
            "crowd" | "walker" | "goal" | "leave" => {
                self.crowd(verb, &mut words)?;
                Vec::new()
            }
            "route" => match self.route(&mut words, host)? {
                Some(found) => found,
                None => return Ok(None),
            },
            "reach" => {
                let query = Self::query(&mut words)?;
                let (map, scratch) = self.parts()?;
                vec![map.is_reachable(&query, scratch).map_err(refused)?.into()]
            }
            _ => {
                self.change(verb, &mut words)?;
                Vec::new()
            }
        };
        words.end()?;
        Ok(Some(found))
    }

    fn change(&mut self, verb: &str, words: &mut Words<'_>) -> Result<(), Reason> {
        if verb == "unlink" {
            let number: usize = words.number()?;
            let link = self.links.get(number).copied();
            let link = link.ok_or_else(|| format!("there is no link {number}"))?;
            return self.parts()?.0.remove_link(link).map(drop).map_err(refused);
        }
        let known = ["set", "fill", "cost", "door", "link"];
        if !known.contains(&verb) {
            return Err(format!("there is no call `{verb}`"));
        }
        let at = place(words)?;
        let (map, _) = self.parts()?;
        match verb {
            "set" => map.set(at, terrain(words)?),
            "fill" => {
                let (columns, rows): (u32, u32) = (words.number()?, words.number()?);
                let terrain = terrain(words)?;
                let size = map.size(at.floor).ok_or("there is no such floor")?;
                let Cell { row, column } = at.cell;
                let ends = [(column, columns, size.columns), (row, rows, size.rows)];
                if ends.iter().any(|&(first, count, most)| {
                    u64::from(first) + u64::from(count) > most.into()
                }) {
                    return Err("the cells are not all on the floor".to_owned());
                }
                let cells = (row..row + rows).flat_map(|row| {
                    (column..column + columns).map(move |it| Cell::new(row, it))
                });
                map.set_all(cells.map(|cell| (Place::new(at.floor, cell), terrain)))
            }
            "cost" => map.set_cost(at, words.number()?),
            "door" => {
                let (open, shut, shift) =
                    (words.number()?, words.number()?, words.number()?);
                if open == 0 {
                    map.remove_door(at).map(drop)
                } else {
                    map.set_door(at.floor, Door { cell: at.cell, open, shut, shift })
                }
            }
            _ => {
                let link = Link {
                    from: at,
                    to: place(words)?,
                    cost: words.number()?,
                    mask: words.number()?,
                    is_both_ways: words.number::<u8>()? > 0,
                };
                let added = map.add_link(link).map_err(refused)?;
                self.links.push(added);
                return Ok(());
            }
        }
        .map_err(refused)
    }

    /// The two places of a query, and its agent.
    fn query(words: &mut Words<'_>) -> Result<Query<'static>, Reason> {
        let (from, to) = (place(words)?, place(words)?);
        Ok(Query::new(from, to).agent(agent(words)?))
    }

    fn route(
        &mut self,
        words: &mut Words<'_>,
        host: &dyn Host,
    ) -> Result<Numbers, Reason> {
        let mut query = Self::query(words)?;
        if words.maybe::<u8>()?.is_some_and(|it| it > 0) {
            query = query.or_nearest();
        }
        if let Some(budget) = words.maybe::<u64>()?.filter(|&it| it > 0) {
            query = query.budget(budget);
        }
        let (map, scratch) = self.parts()?;
        let mut outcome = map.route(&query, scratch).map_err(refused)?;
        let mut frames = 1;
        while let Outcome::Unfinished(search) = outcome {
            if host.look() == ControlFlow::Break(()) {
                return Ok(None);
            }
            outcome = map.resume(search, scratch).map_err(refused)?;
            frames += 1;
        }
        let (number, route) = match outcome {
            Outcome::Reached(route) => (1, route),
            Outcome::Partial(route) => (2, route),
            _ => return Ok(Some(vec![0, 0, 0, 0, frames])),
        };
        let mut mix = Mix::default();
        route.places.iter().for_each(|&place| mix.place(place));
        let length = route.places.len() as u64;
        Ok(Some(vec![number, length, millionths(route.cost)?, mix.0, frames]))
    }

    fn field(&mut self, verb: &str, words: &mut Words<'_>) -> Result<Vec<u64>, Reason> {
        if verb == "field" {
            if self.fields.len() == MOST_HELD {
                return Err(format!("a script has at most {MOST_HELD} fields"));
            }
            let agent = agent(words)?;
            let goals = places(words)?;
            let (map, scratch) = self.parts()?;
            let field = map.field(&goals, agent, scratch).map_err(refused)?;
            self.fields.push(field);
            return self.values(self.fields.len() - 1);
        }
        let number: usize = words.number()?;
        if number >= self.fields.len() {
            return Err(format!("there is no field {number}"));
        }
        if verb == "follow" {
            let mut at = place(words)?;
            for _ in 0..words.number::<u32>()?.min(MOST_STEPS) {
                match self.fields[number].next(at) {
                    Some(next) => at = next,
                    None => break,
                }
            }
            return Ok([at.cell.column, at.cell.row, at.floor.into()]
                .map(u64::from)
                .to_vec());
        }
        let goals = if verb == "aim" { Some(places(words)?) } else { None };
        self.parts()?;
        let Self { map, scratch, fields, .. } = self;
        let map = map.as_ref().ok_or("the map has no floor")?;
        let found = match goals {
            Some(goals) => map.set_goals(&mut fields[number], &goals, scratch),
            None => map.update(&mut fields[number], scratch),
        };
        found.map_err(refused)?;
        self.values(number)
    }

    /// The values of a field, mixed: each in millionths and one more, 0 where there is none.
    fn values(&self, number: usize) -> Result<Vec<u64>, Reason> {
        let map = self.map.as_ref().ok_or("the map has no floor")?;
        let mut mix = Mix::default();
        for floor in 0..map.floors() as u16 {
            for cell in map.size(floor).into_iter().flat_map(Size::cells) {
                let value = self.fields[number].value(Place::new(floor, cell));
                let value = value.map(millionths).transpose()?;
                mix.add(value.map_or(0, |value| value + 1));
            }
        }
        Ok(vec![mix.0])
    }
}

fn place(words: &mut Words<'_>) -> Result<Place, Reason> {
    let (x, y, floor) = (words.number()?, words.number()?, words.number()?);
    Ok(Place::new(floor, Cell::new(y, x)))
}

/// A place, if there are words left.
fn maybe_place(words: &mut Words<'_>) -> Result<Option<Place>, Reason> {
    let Some(x) = words.maybe()? else { return Ok(None) };
    let (y, floor) = (words.number()?, words.number()?);
    Ok(Some(Place::new(floor, Cell::new(y, x))))
}

/// All places that are left.
fn places(words: &mut Words<'_>) -> Result<Vec<Place>, Reason> {
    let mut places = Vec::new();
    while let Some(place) = maybe_place(words)? {
        places.push(place);
    }
    Ok(places)
}

/// A layer, a size and a mask.
fn agent(words: &mut Words<'_>) -> Result<Agent, Reason> {
    let (layer, size, mask) = (words.number()?, words.number()?, words.number()?);
    Ok(Agent { layer: LayerId(layer), size, mask })
}

fn terrain(words: &mut Words<'_>) -> Result<Terrain, Reason> {
    Terrain::new(words.number()?).ok_or_else(|| "a terrain is 0 to 15".to_owned())
}
