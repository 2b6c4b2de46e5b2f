//! Levels as documents.

use serde::Serialize;
use serde_json::{Map, Serializer, Value};
use tilewright_grid::{Schema, Size};

use super::row_form::RowForm;
use super::{Name, SCHEMA, SpawnersForm, cells, colors};
use crate::setting::Setting;
use crate::{Goal, Json, Level, Preset, Spawners};

/// The keys that are written.
#[derive(Serialize)]
struct OutputKeys<'a> {
    schema: Schema,
    rows: u32,
    columns: u32,
    colors: Json,
    #[serde(skip_serializing_if = "Option::is_none")]
    rules: Option<&'a Json>,
    #[serde(skip_serializing_if = "Option::is_none")]
    blocks: Option<&'a Json>,
    layout: Rows,
    #[serde(skip_serializing_if = "Option::is_none")]
    cells: Option<Json>,
    #[serde(skip_serializing_if = "Option::is_none")]
    spawners: Option<SpawnersForm>,
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

/// The rows of a layout.
#[derive(Serialize)]
#[serde(untagged)]
enum Rows {
    Text(Vec<String>),
    Tokens(Vec<Vec<String>>),
}

impl Level {
    /// The document with its keys.
    fn written(&self) -> OutputKeys<'_> {
        let Size { rows, columns } = self.size();

        let spawners = match &self.spawners {
            Spawners::TopRow => None,
            Spawners::Tops => Some(SpawnersForm::Named(Name::Tops)),
            Spawners::Cells(cells) => Some(SpawnersForm::Listed(cells.clone())),
        };

        let missed = self.missed.as_ref();
        let source = self.setting.ruleset.document();

        let layout = if self.is_text() {
            Rows::Text(self.layout())
        } else {
            Rows::Tokens(self.token_rows())
        };

        OutputKeys {
            schema: SCHEMA,
            rows,
            columns,
            colors: colors::write(&self.setting, self.colors),
            rules: (*source != Preset::Classic.name()).then_some(source),
            blocks: self.setting.blocks.as_ref(),
            layout,
            cells: cells::write(&self.setting, &self.tokens()),
            spawners,
            goal: self.goal.as_ref(),
            moves: self.moves,
            found: missed.map(|_| false),
            wanted: missed.map(|missed| &*missed.wanted),
            reached: missed.map(|missed| &*missed.reached),
        }
    }
}

impl Serialize for Level {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.written().serialize(serializer)
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
        self.to_json_with(&Map::new())
    }

    /// The JSON form with other keys behind its own, such as a name or a band, which levels do not
    /// have but files of levels may. Keys of levels among them are ignored.
    ///
    /// ```
    /// use tilewright_match3::Level;
    ///
    /// let level: Level = "...\n.#.\n...\n".parse()?;
    /// let document = r#"{"name": "Meadow", "rows": 7}"#;
    /// let others = serde_json::from_str(document)?;
    /// let text = level.to_json_with(&others);
    /// assert!(text.contains(r#""name": "Meadow""#) && text.contains(r#""rows": 3"#));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_json_with(&self, others: &Map<String, Value>) -> String {
        #[derive(Serialize)]
        struct LevelDocument<'a> {
            #[serde(flatten)]
            level: OutputKeys<'a>,
            #[serde(flatten)]
            others: Map<String, Value>,
        }

        let mut others = others.clone();
        others.retain(|key, _| !Self::KEYS.contains(&key.as_str()));
        let whole = LevelDocument { level: self.written(), others };

        let is_plain = self.is_text() && *self.setting == *Setting::classic();
        let form = RowForm::new(is_plain);
        let mut text = Vec::new();

        let mut writer = Serializer::with_formatter(&mut text, form);
        whole.serialize(&mut writer).expect("a level is plain data");
        text.push(b'\n');
        String::from_utf8(text).expect("JSON is UTF-8")
    }
}
