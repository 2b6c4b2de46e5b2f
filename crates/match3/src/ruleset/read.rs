//! Rules from a document: a preset, and what an object changes in it.

use super::field::{Field, RulesError};
use super::{
    GroupShape, Hits, Moves, Piece, PieceRecipe, Preset, Refill, Reshuffle, Ruleset,
    blocks, pairs, pieces,
};
use crate::{Json, JsonObject};

/// The keys of a rules document.
const KEYS: [&str; 12] = [
    "base",
    "move",
    "least",
    "groups",
    "shapes",
    "pieces",
    "pairs",
    "blocks",
    "hits",
    "refill",
    "reshuffle",
    "score",
];

impl Ruleset {
    /// Reads the value of the key `rules` of a level, and of its key `blocks`, which is joined over the
    /// blocks of the rules. Without `rules` they are `classic`.
    ///
    /// ```
    /// use tilewright_match3::{Json, Preset, Ruleset};
    ///
    /// let rules: Json = serde_json::from_str(r#"{"base": "lab", "refill": "fill-path"}"#)?;
    /// assert!(Ruleset::read(Some(&rules), None).is_ok());
    /// assert_eq!(Ruleset::read(None, None)?, Ruleset::preset(Preset::Classic));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When a key is unknown or a value is wrong; the message names both.
    pub fn read(rules: Option<&Json>, blocks: Option<&Json>) -> Result<Self, RulesError> {
        let absent = Json::from(Preset::Classic.name());
        let source = rules.unwrap_or(&absent);
        let rules = Field::new("rules", source);
        let preset = base(&rules)?;

        let mut joined = preset.document().as_object().cloned().unwrap_or_default();

        // Most keys replace those of the base; pieces, kinds and pairs are joined by their
        // names.
        if let Json::Object(changes) = source {
            rules.only(&KEYS)?;

            // Groups and shapes belong to one sort of move.
            let moves = |keys: &JsonObject| keys.get("move").cloned();
            let of_base =
                moves(&joined).unwrap_or_else(|| Json::String("swap".to_owned()));
            if moves(changes).is_some_and(|other| other != of_base) {
                for key in ["least", "groups", "shapes"] {
                    joined.remove(key);
                }
            }

            let is_joined =
                |key: &str| ["base", "pieces", "blocks", "pairs"].contains(&key);
            for (key, value) in changes.iter().filter(|&(key, _)| !is_joined(key)) {
                joined.insert(key, value.clone());
            }

            for key in ["pieces", "blocks"] {
                rules
                    .get(key)
                    .map_or(Ok(()), |changes| join(joined.value_mut(key), &changes))?;
            }

            rules.get("pairs").map_or(Ok(()), |changes| {
                pairs::join(joined.value_mut("pairs"), &changes)
            })?;
        }

        let blocks = blocks.map(|blocks| Field::new("blocks", blocks));
        if let Some(changes) = &blocks {
            if rules.get("blocks").is_some() {
                return Err(
                    changes.error("`rules.blocks` has kinds too: give one of the two")
                );
            }
            join(joined.value_mut("blocks"), changes)?;
        }

        let prefix = if blocks.is_some() { "" } else { "rules." };

        let named = source.as_str().is_some() && blocks.is_none();
        let found = Self::of(&joined, prefix)?;
        let preset = named.then_some(preset);
        Ok(Self { source: source.clone(), preset, ..found })
    }

    /// The form in which the rules were given: the name of a preset or an object. It does not hold the
    /// kinds that a level adds by its own key `blocks`.
    pub const fn document(&self) -> &Json {
        &self.source
    }

    /// Reads rules in full.
    fn of(joined: &JsonObject, blocks: &str) -> Result<Self, RulesError> {
        let field = |key: &str| Field::new(format!("rules.{key}"), value(joined, key));
        let given = |key: &str| joined.get(key).is_some().then(|| field(key));
        let pieces = pieces::read(&field("pieces"))?;
        let pairs = pairs::read(&field("pairs"), &pieces)?;
        pieces::check_starts(&pieces, &pairs)?;

        let is_tap = given("move").map_or(Ok(false), |field| field.choice(&MOVES))?;
        let others: &[_] = if is_tap { &["shapes"] } else { &["least", "groups"] };
        if let Some(other) = others.iter().find_map(|&key| given(key)) {
            let moves = if is_tap { "tap" } else { "swap" };
            return Err(other.error(format!("not with the move \"{moves}\"")));
        }
        let (moves, shapes) = if is_tap {
            pieces::check_taps(&field("pieces"), &pieces)?;
            let reshuffle = field("reshuffle");
            if reshuffle.choice(&RESHUFFLES)? == Reshuffle::Lines {
                return Err(reshuffle.error("not with the move \"tap\": expected clean"));
            }
            let least = given("least").map_or(Ok(2), |field| field.number(2..=9))? as u8;
            let groups = given("groups");
            let groups =
                groups.map_or(Ok(Vec::new()), |it| sizes(&it, &pieces, least))?;
            (Moves::Tap { least }, groups)
        } else {
            let shapes =
                given("shapes").map_or(Ok(Vec::new()), |it| shapes(&it, &pieces))?;
            (Moves::Swap, shapes)
        };

        Ok(Self {
            source: Json::Null,
            preset: None,
            moves,
            shapes,
            blocks: blocks::read(
                &Field::new(format!("{blocks}blocks"), value(joined, "blocks")),
                &pieces,
            )?,
            hits: field("hits").choice(&HITS)?,
            refill: field("refill").choice(&Refill::ALL.map(|it| (it.name(), it)))?,
            reshuffle: field("reshuffle").choice(&RESHUFFLES)?,
            points: points(&field("score"))?,
            pieces,
            pairs,
        })
    }
}

const HITS: [(&str, Hits); 3] =
    [("cell", Hits::Cell), ("wave", Hits::Wave), ("group", Hits::Group)];

/// Whether blocks are tapped.
const MOVES: [(&str, bool); 2] = [("swap", false), ("tap", true)];

const RESHUFFLES: [(&str, Reshuffle); 2] =
    [("lines", Reshuffle::Lines), ("clean", Reshuffle::Clean)];

/// The value of a key; null without it.
fn value<'a>(joined: &'a JsonObject, key: &str) -> &'a Json {
    joined.get(key).unwrap_or(&Json::Null)
}

/// The preset that rules name, or change.
fn base(rules: &Field<'_>) -> Result<Preset, RulesError> {
    let name = match rules.value {
        Json::Object(_) => match rules.get("base") {
            Some(base) => base,
            None => return Ok(Preset::Classic),
        },
        Json::String(_) => rules.clone(),
        _ => return Err(rules.error("expected the name of a preset or an object")),
    };
    let found = name.value.as_str().and_then(|word| word.parse().ok());
    found.ok_or_else(|| name.error(format!("expected {}", Preset::names())))
}

/// Joins entries by name: each replaces the whole entry of its name, and `null` removes it.
fn join(entries: &mut Json, changes: &Field<'_>) -> Result<(), RulesError> {
    let changes = changes.entries()?;
    if let Json::Object(entries) = entries {
        for (name, value) in changes.iter() {
            if *value == Json::Null {
                entries.remove(name);
            } else {
                entries.insert(name, value.clone());
            }
        }
    }
    Ok(())
}

/// The index of a piece by its name.
pub(super) fn piece(field: &Field<'_>, pieces: &[Piece]) -> Result<u8, RulesError> {
    let name = field.word()?;
    let found = pieces.iter().position(|piece| piece.name == name);
    found.map(|index| index as u8).ok_or_else(|| field.error("unknown piece"))
}

fn shapes(field: &Field<'_>, pieces: &[Piece]) -> Result<Vec<PieceRecipe>, RulesError> {
    let mut shapes: Vec<PieceRecipe> = Vec::new();
    for entry in field.list()? {
        entry.only(&["shape", "makes"])?;
        let shape = shape(&entry.required("shape")?)?;
        let makes = piece(&entry.required("makes")?, pieces)?;

        if shapes.iter().any(|other| other.shape == shape) {
            return Err(entry.error("a duplicate: the shape has an entry already"));
        }

        let is_line = matches!(shape, GroupShape::Line(_));
        if !is_line && pieces[usize::from(makes)].is_directed() {
            return Err(entry.error(
                "a corner or a square has no direction, and the piece fires \"line\"",
            ));
        }

        shapes.push(PieceRecipe { shape, makes });
    }
    Ok(shapes)
}

/// The sizes of groups that make pieces, from the largest on.
fn sizes(
    field: &Field<'_>,
    pieces: &[Piece],
    least: u8,
) -> Result<Vec<PieceRecipe>, RulesError> {
    let mut groups: Vec<PieceRecipe> = Vec::new();
    let mut below = 100;
    for entry in field.list()? {
        entry.only(&["size", "makes"])?;
        let size = entry.required("size")?;
        let number = size.number(u32::from(least)..=99)?;
        if number >= below {
            return Err(size.error("expected sizes that descend"));
        }
        below = number;
        let makes = piece(&entry.required("makes")?, pieces)?;
        groups.push(PieceRecipe { shape: GroupShape::Size(number as u8), makes });
    }
    Ok(groups)
}

fn shape(field: &Field<'_>) -> Result<GroupShape, RulesError> {
    let line = |word: &str| match word.strip_prefix("line")?.as_bytes() {
        [digit @ b'4'..=b'9'] => Some(GroupShape::Line(digit - b'0')),
        _ => None,
    };
    let found = match field.word()? {
        "corner" => Some(GroupShape::Corner),
        "square" => Some(GroupShape::Square),
        word => line(word),
    };
    found.ok_or_else(|| field.error("expected line4 to line9, corner or square"))
}

/// The points of a block and of a piece.
fn points(field: &Field<'_>) -> Result<[u32; 2], RulesError> {
    field.only(&["block", "piece"])?;
    let number = |key: &str, default: u32| {
        field.get(key).map_or(Ok(default), |field| field.number(0..=1_000_000))
    };
    Ok([number("block", 10)?, number("piece", 0)?])
}
