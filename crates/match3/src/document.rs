//! The JSON form of a level, `tilewright/level/2`.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tilewright_grid::{Cell, Schema, Size};

use crate::setting::Setting;
use crate::level::{COLORS, MAX_SIDE, Spawners};
use crate::{Goal, Kind, Level, LevelError, Missed, Template, layout};

/// The schema of the documents.
pub(crate) const SCHEMA: Schema = Schema::since(1, "level", 2);

/// The keys that are read. Other keys, such as a name or a band, are ignored.
#[derive(Deserialize)]
struct Read {
    rows: Option<u64>,
    columns: Option<u64>,
    colors: Option<u64>,
    layout: Option<Vec<String>>,
    goal: Option<Goal>,
    moves: Option<u32>,
    spawners: Option<Where>,
    /// Other programs may use these three keys: they are read only if `found` is `false`.
    found: Option<Value>,
    wanted: Option<Value>,
    reached: Option<Value>,
}

impl Read {
    /// Why the level does not fulfil its request.
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

/// The keys that are written.
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
    /// The keys of the JSON form. Other keys are ignored.
    pub const KEYS: [&str; 11] = [
        "schema", "rows", "columns", "colors", "layout", "spawners", "goal", "moves",
        "found", "wanted", "reached",
    ];
}

/// The two forms of the key `spawners`.
#[derive(Serialize, Deserialize)]
#[serde(
    untagged,
    expecting = "expected `spawners` to be \"tops\" or a list of [row, column]"
)]
enum Where {
    Named(Name),
    Listed(Vec<Cell>),
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Name {
    Tops,
}

/// Reads the JSON form; `?` in the layout is a free cell.
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
    Ok(Template { cells, spawners, colors, setting: Setting::classic(), goal, moves, missed })
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
    /// The JSON form, `tilewright/level/2`, one row of the layout per line, with a line end.
    ///
    /// ```
    /// use tilewright_match3::Level;
    ///
    /// let mut level: Level = "...\n.#.\n...\n".parse()?;
    /// level.goal = Some("collect:9".parse()?);
    /// assert!(level.to_json().contains(r##"".#.""##));
    /// assert_eq!(level.to_json().parse::<Level>()?, level);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_json(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).expect("a level is plain data");
        text.push('\n');
        text
    }
}
