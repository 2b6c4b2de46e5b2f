//! The JSON form of a level, `tilewright/level/2`.

mod cells;
mod colors;
mod goals;
mod row_form;
mod write;

use serde::{Deserialize, Serialize};
use tilewright_grid::{Cell, Grid, Schema, Size};

use crate::level::MAX_SIDE;
use crate::ruleset::Field;
use crate::setting::Setting;
use crate::token::Tokens;
use crate::{
    Goal, Json, JsonObject, Kind, Level, LevelError, MissedTarget, Preset, Ruleset,
    Spawners, Template, layout,
};

#[cfg(feature = "tiled")]
pub(crate) use cells::write as write_cells;
#[cfg(feature = "tiled")]
pub(crate) use colors::write as write_colors;
pub(crate) use goals::check as check_goal;

/// The schema of the documents.
pub(crate) const SCHEMA: Schema = Schema::new("level", 2);

/// The keys that are read. Other keys, such as a name or a band, are ignored.
#[derive(Deserialize)]
struct InputKeys {
    rows: Option<u64>,
    columns: Option<u64>,
    colors: Option<Json>,
    rules: Option<Json>,
    blocks: Option<Json>,
    layout: Option<Json>,
    cells: Option<Json>,
    goal: Option<Goal>,
    moves: Option<u32>,
    spawners: Option<SpawnersForm>,
    /// Other programs may use these three keys: they are read only if `found` is `false`.
    found: Option<Json>,
    wanted: Option<Json>,
    reached: Option<Json>,
}

impl InputKeys {
    /// Why the level does not fulfil its request.
    fn missed(&self) -> Option<MissedTarget> {
        let words = |value: &Option<Json>| match value {
            None => String::new(),
            Some(Json::String(words)) => words.lines().collect::<Vec<_>>().join(" "),
            Some(other) => other.to_string(),
        };
        let is_missed = self.found == Some(Json::Bool(false));
        is_missed.then(|| MissedTarget::new(words(&self.wanted), words(&self.reached)))
    }
}

impl Level {
    /// The keys of the JSON form. Other keys are ignored.
    pub const KEYS: [&str; 14] = [
        "schema", "rows", "columns", "colors", "rules", "blocks", "layout", "cells",
        "spawners", "goal", "moves", "found", "wanted", "reached",
    ];
}

/// The two forms of the key `spawners`.
#[derive(Serialize, Deserialize)]
#[serde(
    untagged,
    expecting = "expected `spawners` to be \"tops\" or a list of [row, column]"
)]
enum SpawnersForm {
    Named(Name),
    Listed(Vec<Cell>),
}

impl SpawnersForm {
    fn spawners(self) -> Spawners {
        match self {
            Self::Named(Name::Tops) => Spawners::Tops,
            Self::Listed(mut cells) => {
                cells.sort_unstable();
                cells.dedup();
                Spawners::Cells(cells)
            }
        }
    }
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Name {
    Tops,
}

/// Reads the JSON form; `?` in the layout is a free cell.
pub(crate) fn read(text: &str) -> Result<Template, LevelError> {
    let file: InputKeys = SCHEMA.read(text)?;
    let missed = file.missed();

    let most = u64::from(MAX_SIDE);
    let (rows, columns) = (file.rows.unwrap_or(0), file.columns.unwrap_or(0));
    if rows > most || columns > most {
        return Err(LevelError::TooLarge { rows, columns });
    }

    let layout = file.layout.as_ref().ok_or(LevelError::NoLayout)?;
    let ruleset = Ruleset::read(file.rules.as_ref(), file.blocks.as_ref())?;
    let (colors, palette) = colors::read(file.colors.as_ref(), ruleset.least_colors())?;
    let mut setting = Setting { palette, blocks: file.blocks, ..Setting::of(ruleset) };

    setting.check_colors(colors)?;
    let names = setting.color_names(colors);
    let cells = read_layout(layout, text, &setting.ruleset, &names)?;
    agree(file.rows, file.columns, cells.size())?;

    let spawners = file.spawners.map_or(Spawners::TopRow, SpawnersForm::spawners);
    let field = file.cells.as_ref().map(|cells| Field::new("cells", cells));
    read_board(field, &mut setting, (&cells, &spawners), &names)?;

    let (goal, moves) = (file.goal, file.moves);
    check_rules(&setting, colors, goal.as_ref(), moves)?;

    let setting = setting.shared();
    let template = Template { cells, spawners, colors, setting, goal, moves, missed };
    template.check_cells()?;
    Ok(template)
}

/// Reads the key `cells` into the setting of a board.
fn read_board(
    field: Option<Field<'_>>,
    setting: &mut Setting,
    (cells, spawners): (&Grid<Option<Kind>>, &Spawners),
    names: &[String],
) -> Result<(), LevelError> {
    let present = cells.map(|cell| cell.is_none_or(Kind::is_present));
    if let Some(field) = &field {
        cells::read(field, setting, &present)?;
    }

    // Supplies belong to spawners, which depend on the setting so far.
    let found = setting.spawners(spawners, &present)?;

    if let Some(field) = field.and_then(|field| field.get("supply")) {
        let tokens = Tokens::new(&setting.ruleset, names);
        let refill = setting.ruleset.refill;
        let supply = cells::read_supply(&field, refill, &found, &tokens)?;
        if !supply.is_empty() {
            colors::check_letters(names)?;
        }
        setting.supply = supply;
    }
    Ok(())
}

/// A setting of a board, if a document with its key `cells` would be accepted.
pub(crate) fn checked(
    setting: Setting,
    board: (&Grid<Option<Kind>>, &Spawners),
    colors: u32,
) -> Result<Setting, LevelError> {
    let names = setting.color_names(colors);
    let keys = cells::write(&setting, &Tokens::new(&setting.ruleset, &names));
    let field = keys.as_ref().map(|keys| Field::new("cells", keys));
    read_board(field, &mut setting.clone(), board, &names)?;
    Ok(setting)
}

/// The rules and the names of the colours of a document with these keys.
pub(crate) fn rules_of(keys: &JsonObject) -> Result<(Ruleset, Vec<String>), LevelError> {
    let ruleset = Ruleset::read(keys.get("rules"), keys.get("blocks"))?;
    let (colors, palette) = colors::read(keys.get("colors"), ruleset.least_colors())?;
    let setting = Setting { palette, ..Setting::of(ruleset) };
    setting.check_colors(colors)?;
    let names = setting.color_names(colors);
    Ok((setting.ruleset, names))
}

/// The layout of a document with these tokens: rows of text if every cell has a character under its rules, because
/// only tokens need colours whose first letters differ.
pub(crate) fn layout_of(tokens: &Grid<String>, is_classic: bool) -> Json {
    let glyph = |token: &String| match token.as_str() {
        text @ ("." | "#" | "_" | "?") => Some(text.to_owned()),
        token if is_classic => {
            let kind: Kind = token.trim_start_matches(".+").parse().ok()?;
            Some(kind.glyph().to_string())
        }
        _ => None,
    };
    let glyphs: Option<Vec<_>> = tokens.values().iter().map(glyph).collect();
    match glyphs.and_then(|glyphs| Grid::from_values(tokens.size(), glyphs).ok()) {
        Some(glyphs) => {
            Json::of(&glyphs.rows().map(<[String]>::concat).collect::<Vec<_>>())
        }
        None => Json::of(tokens),
    }
}

/// Reads the rows of the layout, as text or as lists of tokens.
fn read_layout(
    layout: &Json,
    text: &str,
    ruleset: &Ruleset,
    names: &[String],
) -> Result<Grid<Option<Kind>>, LevelError> {
    let field = Field::new("layout", layout);
    let rows = layout.as_array().unwrap_or_default();
    let is_text = |row: &Json| row.as_str().is_some();
    if layout.as_array().is_some() && rows.iter().all(is_text) {
        let rows = rows.iter().filter_map(Json::as_str);
        let is_classic = ruleset.preset == Some(Preset::Classic);
        return layout::parse(rows, is_classic, |row, column| place(text, row, column));
    }
    if rows.iter().any(|row| row.as_array().is_none()) || rows.is_empty() {
        let expected = "expected rows, all of them text or all of them lists of tokens";
        return Err(field.error(expected).into());
    }
    colors::check_letters(names)?;
    layout::parse_tokens(rows, &Tokens::new(ruleset, names))
}

/// Refuses a number of rows or columns that contradicts the layout.
fn agree(rows: Option<u64>, columns: Option<u64>, size: Size) -> Result<(), LevelError> {
    for (key, stated, found) in
        [("rows", rows, size.rows), ("columns", columns, size.columns)]
    {
        if let Some(stated) = stated.filter(|&stated| stated != u64::from(found)) {
            return Err(LevelError::Stated { key, stated, found: found as usize });
        }
    }
    Ok(())
}

/// Refuses numbers of colours out of range, move limits of 0, goals that are reached before the first
/// swap, and goals that need more colours than there are.
pub(crate) fn check_rules(
    setting: &Setting,
    colors: u32,
    goal: Option<&Goal>,
    moves: Option<u32>,
) -> Result<(), LevelError> {
    setting.check_colors(colors)?;
    if moves == Some(0) {
        return Err(LevelError::NoMoves);
    }
    if goal.is_some_and(Goal::is_empty) {
        return Err(LevelError::EmptyGoal);
    }
    let wanted = goal.map_or(0, Goal::colors);
    if wanted > colors {
        return Err(LevelError::GoalColors { wanted, found: colors });
    }
    Ok(())
}

/// The line and column of a cell of the layout in the file: those of the n-th string after the key, if
/// its rows contain no escapes.
fn place(text: &str, row: usize, column: usize) -> (usize, usize) {
    let after =
        |from: usize, what: char| text[from..].find(what).map(|found| from + found + 1);
    let found = text.find("\"layout\"").and_then(|key| {
        let mut start = after(key + "\"layout\"".len(), '"')?;
        for _ in 0..row {
            start = after(after(start, '"')?, '"')?;
        }
        let line = text[..start].matches('\n').count() + 1;
        let begin = text[..start].rfind('\n').map_or(0, |newline| newline + 1);
        Some((line, text[begin..start].chars().count() + column + 1))
    });
    found.unwrap_or((row + 1, column + 1))
}

impl<'de> Deserialize<'de> for Level {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let document = Json::Object(JsonObject::deserialize(from)?);
        document.to_string().parse().map_err(serde::de::Error::custom)
    }
}
