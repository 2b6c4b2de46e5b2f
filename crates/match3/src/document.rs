//! The JSON form of a level, `tilewright/level/2`.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tilewright_grid::{Cell, Schema, Size};

use crate::level::{COLORS, MAX_SIDE, Spawners};
use crate::{Goal, Kind, Level, LevelError, Missed, Template, layout};

/// What the documents say they are.
pub(crate) const SCHEMA: Schema = Schema::since(1, "level", 2);

/// What is read. Keys of others, such as a name or a band, are left to them.
#[derive(Deserialize)]
struct Read {
    rows: Option<u64>,
    columns: Option<u64>,
    colors: Option<u64>,
    layout: Option<Vec<String>>,
    goal: Option<Goal>,
    moves: Option<u32>,
    spawners: Option<Where>,
    /// Whatever others mean by these keys: only `false` is looked at, and then the others.
    found: Option<Value>,
    wanted: Option<Value>,
    reached: Option<Value>,
}

impl Read {
    /// Why the level is not the one that was wanted.
    fn missed(&self) -> Option<Missed> {
        let words = |value: &Option<Value>| match value {
            None => String::new(),
            Some(Value::String(words)) => words.lines().collect::<Vec<_>>().join(" "),
            Some(other) => other.to_string(),
        };
        let is_missed = self.found == Some(Value::Bool(false));
        is_missed.then(|| Missed::new(words(&self.wanted), words(&self.reached)))
    }
}

/// What is written.
#[derive(Serialize)]
struct Written<'a> {
    schema: Schema,
    rows: u32,
    columns: u32,
    colors: u32,
    layout: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    spawners: Option<Where>,
    #[serde(skip_serializing_if = "Option::is_none")]
    goal: Option<&'a Goal>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    found: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    wanted: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reached: Option<&'a str>,
}

impl Level {
    /// The keys of the JSON form; others are left to whoever wrote them.
    pub const KEYS: [&str; 11] = [
        "schema", "rows", "columns", "colors", "layout", "spawners", "goal", "moves",
        "found", "wanted", "reached",
    ];
}

/// The two ways to say where blocks come in.
#[derive(Serialize, Deserialize)]
#[serde(untagged, expecting = "`spawners` is \"tops\" or a list of [row, column]")]
enum Where {
    Named(Name),
    Listed(Vec<Cell>),
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Name {
    Tops,
}

/// Reads the JSON form, with `?` in the layout for free cells.
pub(crate) fn read(text: &str) -> Result<Template, LevelError> {
    let (file, _): (Read, u32) = SCHEMA.read(text)?;
    let missed = file.missed();
    let most = u64::from(MAX_SIDE);
    let (rows, columns) = (file.rows.unwrap_or(0), file.columns.unwrap_or(0));
    if rows > most || columns > most {
        return Err(LevelError::TooLarge { rows, columns });
    }
    let layout = file.layout.ok_or(LevelError::NoLayout)?;
    let rows = layout.iter().map(String::as_str);
    let cells = layout::parse(rows, |row, column| place(text, row, column))?;
    agree(file.rows, file.columns, cells.size())?;
    let stated = file.colors.unwrap_or(5);
    let colors =
        u32::try_from(stated).map_err(|_| LevelError::Colors { found: stated })?;
    check_rules(colors, file.goal.as_ref(), file.moves)?;
    let spawners = match file.spawners {
        None => Spawners::TopRow,
        Some(Where::Named(Name::Tops)) => Spawners::Tops,
        Some(Where::Listed(mut cells)) => {
            cells.sort_unstable();
            cells.dedup();
            Spawners::Cells(cells)
        }
    };
    spawners.on(&cells.map(|cell| cell.is_none_or(Kind::is_present)))?;
    let (goal, moves) = (file.goal, file.moves);
    Ok(Template { cells, spawners, colors, goal, moves, missed })
}

/// Refuses stated sides that the layout contradicts.
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

/// Refuses numbers of colours that no game has, goals that are reached before the first move,
/// and goals of colours that are not there.
pub(crate) fn check_rules(
    colors: u32,
    goal: Option<&Goal>,
    moves: Option<u32>,
) -> Result<(), LevelError> {
    if !COLORS.contains(&colors) {
        return Err(LevelError::Colors { found: u64::from(colors) });
    }
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

/// The line and column of a cell of the layout in the file, as far as its rows stand there
/// letter for letter: the line of the n-th string after the key.
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

impl Serialize for Level {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Size { rows, columns } = self.size();
        let spawners = match &self.spawners {
            Spawners::TopRow => None,
            Spawners::Tops => Some(Where::Named(Name::Tops)),
            Spawners::Cells(cells) => Some(Where::Listed(cells.clone())),
        };
        let missed = self.missed.as_ref();
        Written {
            schema: SCHEMA,
            rows,
            columns,
            colors: self.colors,
            layout: self.layout(),
            spawners,
            goal: self.goal.as_ref(),
            moves: self.moves,
            found: missed.map(|_| false),
            wanted: missed.map(|missed| &*missed.wanted),
            reached: missed.map(|missed| &*missed.reached),
        }
        .serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Level {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let document = Value::Object(serde_json::Map::deserialize(from)?);
        document.to_string().parse().map_err(serde::de::Error::custom)
    }
}

impl Level {
    /// The JSON form, a line a row of the layout, with a line end.
    pub fn to_json(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).expect("a level is plain data");
        text.push('\n');
        text
    }
}
