//! A level of a studio's document.

use tilewright_grid::{Cell, Grid, Size};

use super::codes::CodeTable;
use super::grid::{Entry, GridPlace};
use super::list::ListPlace;
use super::order::Orientation;
use super::parts::Parts;
use super::path::Path;
use super::{
    AbsentPlace, MappedLevel, Mapping, MappingError, REST, UnknownCode, compare,
};
use crate::token::Tokens;
use crate::{Json, JsonObject, Level, Preset, Ruleset, document};

/// A grid or a list of a mapping with its codes under the rules of a level.
pub(super) struct Source<'a> {
    pub(super) place: SourcePlace<'a>,
    pub(super) table: CodeTable<'a>,
    pub(super) orientation: Orientation,
    /// The path of its codes in the mapping.
    key: String,
}

#[derive(Clone, Copy)]
pub(super) enum SourcePlace<'a> {
    Grid(&'a GridPlace),
    List(&'a ListPlace),
}

impl Source<'_> {
    /// Whether a number of the document may come behind what a code stands for.
    pub(super) const fn has_numbers(&self) -> bool {
        match self.place {
            SourcePlace::Grid(grid) => grid.number.is_some(),
            SourcePlace::List(list) => list.number.is_some(),
        }
    }

    fn entries(&self, document: &Json, size: Size) -> Result<Vec<Entry>, MappingError> {
        match self.place {
            SourcePlace::Grid(grid) => grid.read(document, size, self.orientation),
            SourcePlace::List(list) => list.read(document, size, self.orientation),
        }
    }
}

/// Codes that a mapping does not have, in the order in which they stand first.
#[derive(Default)]
pub(super) struct UnknownCodes(Vec<UnknownCode>);

/// The most unknown codes that are named one by one.
const CODES: usize = 20;

impl UnknownCodes {
    pub(super) fn add(
        &mut self,
        code: String,
        at: String,
        cell: Option<Cell>,
        known: impl FnOnce() -> Vec<String>,
    ) {
        if let Some(found) = self.0.iter_mut().find(|it| it.code == code) {
            found.others += 1;
        } else if self.0.len() < CODES {
            self.0.push(UnknownCode { code, at, cell, others: 0, known: known() });
        }
    }
}

impl Mapping {
    /// Reads a level of a studio's document.
    ///
    /// # Errors
    /// If the mapping contradicts itself, or the document has no such level. Codes that the mapping does not have are
    /// named all at once.
    pub fn read(&self, document: &Json) -> Result<MappedLevel, MappingError> {
        self.check()?;
        let (level, notes) = self.parse(document)?;
        let again = self.compose(&level, &notes)?;
        let lost = compare::lost(self, document, &again);
        let absent = self.absent(document);
        Ok(MappedLevel { level, notes, lost, absent })
    }

    /// The places at which a document has nothing.
    fn absent(&self, document: &Json) -> Vec<AbsentPlace> {
        let rest = self.rest(document).unwrap_or_default();
        let absent =
            self.places.0.iter().filter(|(_, path)| path.get(document).is_none());
        let place = |(key, path): &(String, Path)| {
            let (key, beside) = (key.clone(), path.beside(&rest));
            AbsentPlace { key, path: path.to_string(), beside }
        };
        absent.map(place).collect()
    }

    /// The level of a document and its other keys.
    pub(super) fn parse(
        &self,
        document: &Json,
    ) -> Result<(Level, JsonObject), MappingError> {
        let (mut keys, mut notes) = self.keys(document)?;
        let (rules, colors) = document::rules_of(&keys)?;
        let sources = self.sources(&rules, &colors);
        self.check_codes(&sources, (&rules, &Tokens::new(&rules, &colors)))?;

        let size = self.size(&keys, document)?;
        let mut unknown = UnknownCodes::default();
        let cells = self.cells(&sources, document, size, &mut unknown)?;

        if let Some(goals) = &self.goals {
            let is_there = |kind: &str| cells.values().iter().any(|cell| has(cell, kind));
            let goal = goals.read(document, is_there, &mut unknown)?;
            if let Some(goal) = goal {
                keys.insert("goal", Json::of(&goal));
            }
        }
        if !unknown.0.is_empty() {
            return Err(MappingError::Codes(unknown.0));
        }

        let is_classic = rules.preset == Some(Preset::Classic);
        keys.insert("layout", document::layout_of(&cells.map(Parts::token), is_classic));
        let level = Json::Object(keys).to_string().parse()?;
        if let Some(rest) = self.rest(document) {
            notes.insert(REST, rest);
        }
        Ok((level, notes))
    }

    /// The grids and lists, the lowest first.
    pub(super) fn sources<'a>(
        &'a self,
        rules: &Ruleset,
        colors: &[String],
    ) -> Vec<Source<'a>> {
        let first = self.grid.orientation(Orientation::default());
        let lists = self.lists.iter().enumerate();

        let grids = self.grids().enumerate().map(|(at, (grid, orientation))| {
            let key = match at.checked_sub(1) {
                None => "grid".to_owned(),
                Some(at) => format!("layers[{at}]"),
            };
            (key, SourcePlace::Grid(grid), &grid.codes, orientation)
        });
        let lists = lists.map(|(at, list)| {
            (format!("lists[{at}]"), SourcePlace::List(list), &list.codes, first)
        });

        let source = |(key, place, codes, orientation)| {
            let codes: &'a Option<_> = codes;
            let own = codes.as_ref().map(|codes| (format!("{key}.codes"), codes));
            let (key, codes) = own.unwrap_or_else(|| ("codes".to_owned(), &self.codes));
            Source {
                place,
                table: CodeTable::new(codes, rules, colors),
                orientation,
                key,
            }
        };
        grids.chain(lists).map(source).collect()
    }

    /// Refuses codes for cells and goals of kinds that the rules do not have, unless each document has its own rules.
    fn check_codes(
        &self,
        sources: &[Source<'_>],
        (rules, tokens): (&Ruleset, &Tokens<'_>),
    ) -> Result<(), MappingError> {
        let has_own = ["rules", "blocks", "colors"];
        if has_own.iter().any(|key| self.places.get(key).is_some()) {
            return Ok(());
        }
        sources
            .iter()
            .try_for_each(|it| it.table.check(&it.key, tokens, it.has_numbers()))?;
        self.goals.as_ref().map_or(Ok(()), |goals| goals.check_kinds(rules))
    }

    /// What all cells are that no grid and no list has.
    pub(super) fn fill(&self) -> Parts {
        let fill = self.grid.fill.as_deref().filter(|_| self.grid.path.is_none());
        Parts::of(fill.unwrap_or("."))
    }

    fn cells(
        &self,
        sources: &[Source<'_>],
        document: &Json,
        size: Size,
        unknown: &mut UnknownCodes,
    ) -> Result<Grid<Parts>, MappingError> {
        let mut cells = Grid::filled(size, self.fill());

        for source in sources {
            let mut given: Grid<[Option<String>; 3]> =
                Grid::filled(size, Default::default());
            for Entry { cell, code, number, at } in source.entries(document, size)? {
                let Some(parts) = source.table.get(&code) else {
                    let known =
                        || source.table.0.iter().map(|(code, _)| (*code).to_owned());
                    unknown.add(code, at, Some(cell), || known().collect());
                    continue;
                };
                let parts =
                    number.map_or_else(|| parts.clone(), |it| parts.numbered(&it));

                // A list may name a cell twice, for its cover and its ground, but not for the same part.
                let there = parts.0.iter().zip(&given[cell]);
                let twice =
                    there.filter(|(part, _)| part.is_some()).find_map(|it| it.1.clone());
                if let Some(other) = twice {
                    let expected = format!("another cell than that of {other}, {cell}");
                    return Err(MappingError::Value { at, found: code, expected });
                }
                for (part, given) in parts.0.iter().zip(&mut given[cell]) {
                    *given = part.as_ref().map(|_| at.clone()).or_else(|| given.take());
                }
                cells[cell].put(&parts);
            }
        }
        Ok(cells)
    }
}

/// Whether a cell has a kind of this name, with any number.
fn has(cell: &Parts, kind: &str) -> bool {
    let is_it = |part: &String| {
        let number = part.strip_prefix(kind);
        number.is_some_and(|number| number.bytes().all(|digit| digit.is_ascii_digit()))
    };
    cell.0.iter().flatten().any(is_it)
}
