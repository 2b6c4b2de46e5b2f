//! A studio's document of a level.

use std::collections::{BTreeMap, BTreeSet};

use tilewright_grid::Cell;

use super::grid::Pick;
use super::parts::{PARTS, Parts};
use super::read::{Source, SourcePlace};
use super::rest::put_back;
use super::{MappedDocument, Mapping, MappingError, REST, UncodedCell, compare};
use crate::{Json, JsonObject, Level};

impl Mapping {
    /// Writes a level, and its other keys such as those of [`MappedLevel::notes`](super::MappedLevel::notes).
    ///
    /// # Errors
    /// If the mapping contradicts itself or the level, or has no code for one of its cells or goals.
    pub fn write(
        &self,
        level: &Level,
        notes: &JsonObject,
    ) -> Result<MappedDocument, MappingError> {
        self.check()?;
        let keys = keys(level, notes);
        self.check_constants(&keys)?;
        let document = self.compose(level, notes)?;

        let (again, again_notes) = self.parse(&document)?;
        let again = self::keys(&again, &again_notes);
        let is_of_level = |key: &str| Level::KEYS.contains(&key);
        let (left_out, changed) = compare::changed(&keys, &again, is_of_level);
        if !changed.is_empty() {
            return Err(MappingError::Changed(changed));
        }
        Ok(MappedDocument { document, left_out, columns: level.size().columns as usize })
    }

    /// Refuses a level for which the mapping has other constants.
    fn check_constants(&self, keys: &JsonObject) -> Result<(), MappingError> {
        let classic = Json::from("classic");
        for (key, value) in self.constants.iter().filter(|it| Level::KEYS.contains(&it.0))
        {
            let goal = (key == "goal")
                .then(|| Self::goal("constants.goal", value))
                .transpose()?
                .map(|goal| Json::of(&goal));
            let value = goal.as_ref().unwrap_or(value);
            let found = keys.get(key).or_else(|| (key == "rules").then_some(&classic));
            if found != Some(value) {
                let level =
                    found.map_or_else(|| "without one".to_owned(), Json::to_string);
                let (key, mapping) = (key.to_owned(), value.to_string());
                return Err(MappingError::Constant { key, level, mapping });
            }
        }
        Ok(())
    }

    /// The document of a level.
    pub(super) fn compose(
        &self,
        level: &Level,
        notes: &JsonObject,
    ) -> Result<Json, MappingError> {
        let mut document = Json::Object(JsonObject::default());
        let keys = keys(level, notes);
        for (key, path) in &self.places.0 {
            if let Some(value) = keys.get(key) {
                path.set(&mut document, value.clone());
            }
        }

        self.write_cells(level, &mut document)?;
        if let Some(goals) = &self.goals {
            goals.write(level.goal.as_ref(), &mut document)?;
        }
        if let Some(rest) = notes.get(REST) {
            put_back(rest, &mut document);
        }
        Ok(document)
    }

    fn write_cells(
        &self,
        level: &Level,
        document: &mut Json,
    ) -> Result<(), MappingError> {
        let sources = self.sources(level.rules(), &level.color_names());
        let (tokens, fill) = (level.tokens(), self.fill());

        // Most cells are alike.
        let mut known: BTreeMap<Parts, Option<Vec<(usize, Pick)>>> = BTreeMap::new();
        let mut picks: BTreeMap<(usize, Cell), Vec<Pick>> = BTreeMap::new();
        let mut uncoded: Vec<UncodedCell> = Vec::new();

        for cell in level.size().cells() {
            let token = tokens.write(level.cells()[cell]);
            let parts = Parts::of(&token);
            let found = known.entry(parts).or_insert_with_key(|parts| {
                picks_of(&sources, (parts, &fill), 0, &mut BTreeSet::new())
            });
            let Some(found) = found else {
                match uncoded.iter_mut().find(|it| it.token == token) {
                    Some(other) => other.others += 1,
                    None => uncoded.push(UncodedCell { token, cell, others: 0 }),
                }
                continue;
            };
            for (source, pick) in found {
                picks.entry((*source, cell)).or_default().push(pick.clone());
            }
        }
        if !uncoded.is_empty() {
            return Err(MappingError::Cells(uncoded));
        }

        let size = level.size();
        for (index, source) in sources.iter().enumerate() {
            let of = |cell: Cell| {
                picks
                    .get(&(index, cell))
                    .into_iter()
                    .flatten()
                    .map(move |it| (cell, it.clone()))
            };
            let entries: Vec<_> = source.orientation.cells(size).flat_map(of).collect();
            match source.place {
                SourcePlace::List(list) => {
                    list.write(&entries, size, source.orientation, document);
                }
                SourcePlace::Grid(grid) => {
                    let picks: Vec<_> =
                        entries.into_iter().map(|(_, pick)| pick).collect();
                    grid.write(&picks, size, source.orientation, document);
                }
            }
        }
        Ok(())
    }
}

/// The keys of the document of a level, and its other keys but for what is left of a studio's document.
fn keys(level: &Level, notes: &JsonObject) -> JsonObject {
    let document = Json::of(level);
    let own = document.as_object().into_iter().flat_map(JsonObject::iter);
    let is_other = |(key, _): &(&str, &Json)| !Level::KEYS.contains(key) && *key != REST;
    let others = notes.iter().filter(is_other);
    own.chain(others).map(|(key, value)| (key, value.clone())).collect()
}

/// The codes that make a cell, each with the index of its grid or list; the highest source is searched first, and of it
/// the code that stands for most of the cell. `done` has a bit for each part of the cell that is made already: what
/// lower sources say of it is hidden. `failed` are numbers of sources with such bits that lead nowhere, so that each is
/// searched once.
fn picks_of(
    sources: &[Source<'_>],
    (target, fill): (&Parts, &Parts),
    done: u8,
    failed: &mut BTreeSet<(usize, u8)>,
) -> Option<Vec<(usize, Pick)>> {
    let Some((source, below)) = sources.split_last() else {
        let is_left = |part: usize| done & (1 << part) == 0;
        let is_made =
            (0..PARTS).all(|part| !is_left(part) || fill.0[part] == target.0[part]);
        return is_made.then(Vec::new);
    };
    if failed.contains(&(sources.len(), done)) {
        return None;
    }

    let is_list = matches!(source.place, SourcePlace::List(_));
    let is_somewhere = match source.place {
        SourcePlace::Grid(grid) => grid.path.is_some(),
        SourcePlace::List(_) => true,
    };

    if is_somewhere {
        for (pick, made) in candidates(source, target, done) {
            // A list may have another entry for the same cell, a grid has one.
            let (rest, is_useful) =
                if is_list { (sources, made != done) } else { (below, true) };
            if !is_useful {
                continue;
            }
            if let Some(mut picks) = picks_of(rest, (target, fill), made, failed) {
                picks.insert(0, (below.len(), pick));
                return Some(picks);
            }
        }
    }

    let picks = (is_list || !is_somewhere)
        .then(|| picks_of(below, (target, fill), done, failed))
        .flatten();
    if picks.is_none() {
        failed.insert((sources.len(), done));
    }
    picks
}

/// The codes of a source that fit a cell, one for each set of parts that is made then, the largest set first.
fn candidates(source: &Source<'_>, target: &Parts, done: u8) -> Vec<(Pick, u8)> {
    let mut found: BTreeMap<u8, Pick> = BTreeMap::new();
    for (code, parts) in &source.table.0 {
        if let Some((number, made)) = fit(parts, target, done, source.has_numbers()) {
            found.entry(made).or_insert_with(|| ((*code).to_owned(), number));
        }
    }
    let mut found: Vec<_> = found.into_iter().map(|(made, pick)| (pick, made)).collect();
    found.sort_by_key(|(_, made)| std::cmp::Reverse(made.count_ones()));
    found
}

/// The number behind a code, and which parts of a cell are made with it, if the code fits.
fn fit(
    parts: &Parts,
    target: &Parts,
    done: u8,
    has_numbers: bool,
) -> Option<(Option<String>, u8)> {
    let (mut number, mut made) = (None, done);
    for (index, part) in parts.0.iter().enumerate() {
        let Some(part) = part else { continue };
        let wanted = target.0[index].as_ref();
        let digits = wanted
            .and_then(|wanted| wanted.strip_prefix(part.as_str()))
            .filter(|_| has_numbers && parts.last() == Some(index))
            .filter(|digits| digits.bytes().all(|digit| digit.is_ascii_digit()));

        match digits {
            _ if done & (1 << index) != 0 => continue,
            _ if wanted == Some(part) => {}
            Some(digits) => number = Some(digits.to_owned()),
            None => return None,
        }
        made |= 1 << index;
    }
    Some((number, made))
}
