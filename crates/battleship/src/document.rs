//! Files of fleets: JSON documents with the schema `tilewright/fleet/2`, and text forms.

use serde::{Deserialize, Serialize};
use tilewright_grid::{Schema, Size};

use crate::{Clash, Fleet, FleetError, Roster, Rules, Ship, Touch};

const SCHEMA: Schema = Schema::new("fleet", 2);

/// The largest number of fleets that is read from a file.
pub(crate) const MAX_FLEETS: usize = 1_000_000;

/// A JSON document of fleets for one set of rules, to be written. [`FleetFile`] reads it.
///
/// ```
/// use tilewright_battleship::{FleetDocument, FleetFile, Origin, Rules, Sequential};
/// use tilewright_grid::Seed;
///
/// let rules = Rules::russian(10, 10)?;
/// let fleet = Sequential::new(&rules).draw(&mut Seed(1).rng())?;
/// let mut document = FleetDocument::new(&rules).made("sequential", 1);
/// document.push(&rules, &fleet, Origin::default());
/// let file = FleetFile::read(&document.to_json())?;
/// assert_eq!(file.fleets, [fleet]);
/// # Ok::<(), tilewright_battleship::FleetError>(())
/// ```
#[derive(Serialize)]
pub struct FleetDocument {
    schema: Schema,
    rows: u32,
    columns: u32,
    touch: Touch,
    lengths: Roster,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    method: Option<String>,
    fleets: Vec<Entry>,
}

#[derive(Serialize)]
struct Entry {
    ships: Vec<Ship>,
    legal: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    clashes: Vec<Clash>,
    #[serde(flatten)]
    origin: Origin,
}

/// How a fleet was found; which of these numbers exist depends on the method.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Origin {
    /// The number of fleets evaluated to find it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evaluations: Option<u64>,
    /// The number of generations after the first one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub generations: Option<u64>,
    /// The mean number of shots of the hunter that sinks it fastest, over the games by which it
    /// was selected. Because it is the best of many fleets in these games, the mean over new
    /// games is a little lower.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shots: Option<f64>,
}

impl FleetDocument {
    /// A document without fleets.
    pub fn new(rules: &Rules) -> Self {
        Self {
            schema: SCHEMA,
            rows: rules.size().rows,
            columns: rules.size().columns,
            touch: rules.touch(),
            lengths: rules.roster().clone(),
            seed: None,
            method: None,
            fleets: Vec::new(),
        }
    }

    /// The same document with the method and the seed that made its fleets.
    #[must_use]
    pub fn made(mut self, method: &str, seed: u64) -> Self {
        (self.method, self.seed) = (Some(method.to_owned()), Some(seed));
        self
    }

    /// Adds a fleet, legal or not, and how it was found.
    pub fn push(&mut self, rules: &Rules, fleet: &Fleet, origin: Origin) {
        self.fleets.push(Entry {
            ships: fleet.ships.clone(),
            legal: rules.is_legal(fleet),
            clashes: rules.clashes(fleet),
            origin,
        });
    }

    /// The document as one line of JSON.
    ///
    /// # Panics
    /// Never: all its values have a form in JSON.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("a document of fleets is plain data") + "\n"
    }
}

/// The part of a document that is read; other keys are ignored.
#[derive(Deserialize)]
struct InputKeys {
    rows: Option<u64>,
    columns: Option<u64>,
    touch: Option<Touch>,
    lengths: Option<Roster>,
    fleets: Vec<Fleet>,
}

/// The fleets of a file, and those of the rules that the file contains.
///
/// ```
/// use tilewright_battleship::FleetFile;
///
/// let file = FleetFile::read("AA.\n..B\n\nB.A\n..A\n")?;
/// assert_eq!(file.fleets.len(), 2);
/// assert_eq!(file.roster.to_string(), "2,1");
/// # Ok::<(), tilewright_battleship::FleetError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FleetFile {
    /// The size of the field.
    pub size: Option<Size>,
    /// How close ships may lie.
    pub touch: Option<Touch>,
    /// The lengths of the ships; where the file does not state them, those of the first fleet.
    pub roster: Roster,
    /// The fleets, at least one.
    pub fleets: Vec<Fleet>,
}

impl FleetFile {
    /// Reads a JSON document or, if the text does not begin with a brace, text forms separated by
    /// empty lines.
    ///
    /// # Errors
    /// When the text is neither, holds no fleet or more than 1,000,000, or its field is too large.
    /// The fleets may still be illegal: see [`check`](Self::check).
    pub fn read(text: &str) -> Result<Self, FleetError> {
        let file = if text.trim_start().starts_with('{') {
            Self::from_json(text)?
        } else {
            Self::from_text(text)?
        };
        if file.fleets.len() > MAX_FLEETS {
            return Err(FleetError::TooManyFleets(file.fleets.len()));
        }
        Ok(file)
    }

    fn from_json(text: &str) -> Result<Self, FleetError> {
        let read: InputKeys = SCHEMA.read(text)?;

        let side = |name, side: u64| match u32::try_from(side) {
            Ok(side) if (1..=crate::MAX_SIDE).contains(&side) => Ok(side),
            _ => Err(FleetError::Side { name, found: i128::from(side) }),
        };

        let field = match (read.rows, read.columns) {
            (Some(rows), Some(columns)) => {
                Some(Size::new(side("rows", rows)?, side("columns", columns)?))
            }
            (None, None) => None,
            _ => return Err(FleetError::HalfSize),
        };

        let first = read.fleets.first().ok_or(FleetError::NoFleets)?;
        let lengths = || first.ships.iter().map(|ship| ship.length).collect();
        let roster = read.lengths.map_or_else(|| Roster::new(lengths()), Ok)?;

        Ok(Self { size: field, touch: read.touch, roster, fleets: read.fleets })
    }

    fn from_text(text: &str) -> Result<Self, FleetError> {
        let mut size = None;

        let mut fleets = Vec::new();
        let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
        let mut before = 0;
        for part in lines.split(|line| line.is_empty()) {
            let first = before;
            before += part.len() + 1;
            if part.is_empty() {
                continue;
            }

            let placed = Fleet::from_text(&part.join("\n"));
            let (found, fleet) = placed.map_err(|error| error.below(first))?;
            let expected = *size.get_or_insert(found);
            if found != expected {
                return Err(FleetError::Sizes { line: first + 1, found, expected });
            }
            fleets.push(fleet);
        }

        let first: &Fleet = fleets.first().ok_or(FleetError::NoFleets)?;
        let roster = Roster::new(first.ships.iter().map(|ship| ship.length).collect())?;
        Ok(Self { size, touch: None, roster, fleets })
    }

    /// Checks that every fleet is legal by these rules.
    ///
    /// # Errors
    /// With the number and the violation of the first fleet that is illegal.
    pub fn check(&self, rules: &Rules) -> Result<(), FleetError> {
        let mut numbered = self.fleets.iter().zip(1..);
        numbered.try_for_each(|(fleet, number)| rules.check(fleet, number))
    }
}
