//! Random rules documents, over every key of `docs/src/rules/document.md`, and levels under them.

use serde_json::{Map, Value, json};

use super::generator::Generator;
use super::plain::level::Level;
use super::plain::presets::preset;
use super::random_boards::{random_board, random_weights};
use super::random_entries::{
    random_effect, random_groups, random_kind, random_piece, random_shapes,
};
use super::random_objects::add_some_objects;

const PIECES: [(&str, &str); 5] =
    [("spark", "D"), ("lance", "E"), ("drum", "F"), ("star", "G"), ("wheel", "H")];
const KINDS: [&str; 7] = ["crate", "stone", "vine", "cage", "mud", "acorn", "snow"];
const COLORS: [&str; 6] = ["red", "green", "blue", "yellow", "purple", "orange"];

/// A random level under random rules, one that the plain reader accepts.
pub(crate) fn random_document(dice: &mut Generator) -> Value {
    loop {
        let document = random_draft(dice);
        if Level::read(&document).is_ok() {
            return document;
        }
    }
}

/// The same, perhaps with an error.
pub(crate) fn random_draft(dice: &mut Generator) -> Value {
    let colors = &COLORS[..2 + dice.index(3) + dice.index(3)];
    let tapped = dice.index(5) < 2;
    let bases = ["classic", "lab", "candy", "royal", "blast"];
    let base = if tapped && dice.one_in(2) { "blast" } else { dice.pick(&bases) };
    let mut draft = Draft::new(base, tapped, dice);
    draft.change_pieces(dice);
    draft.change_pairs(dice);
    if tapped {
        draft.change_groups(dice);
    } else {
        draft.change_shapes(dice);
    }
    draft.change_kinds(colors, dice);
    draft.change_words(dice);

    let mut level = json!({
        "schema": "tilewright/level/2", "colors": random_weights(colors, dice),
        "moves": 1 + dice.index(8),
    });
    random_board(&mut level, &draft.whole, colors, dice);

    if dice.one_in(3)
        && let Some(blocks) = draft.changes.shift_remove("blocks")
    {
        level["blocks"] = blocks;
    }

    let pieces = draft.names("pieces");
    level["rules"] = Value::Object(draft.changes);
    add_some_objects(&mut level, &pieces, dice);
    level
}

/// Rules in the making: what the document says, and the whole that it means.
struct Draft {
    changes: Map<String, Value>,
    whole: Value,
    /// Whether groups are tapped.
    tapped: bool,
    /// Whether they are not with the base, whose pieces then have to go or to change.
    moved: bool,
}

impl Draft {
    /// No changes yet, or the removal of all pieces and pairs of the base.
    fn new(base: &str, tapped: bool, dice: &mut Generator) -> Self {
        let mut whole: Value = serde_json::from_str(preset(base).unwrap()).unwrap();
        let mut changes = Map::new();

        if base != "classic" || dice.one_in(2) {
            changes.insert("base".to_owned(), json!(base));
        }

        let moved = tapped != (base == "blast");
        if moved || dice.one_in(6) {
            changes.insert("move".to_owned(), json!(if tapped { "tap" } else { "swap" }));
        }

        whole["move"] = json!(if tapped { "tap" } else { "swap" });
        let makers = if tapped { "groups" } else { "shapes" };
        if whole[makers].is_null() {
            whole[makers] = json!([]);
        }

        if dice.one_in(2) {
            let pieces = whole["pieces"].as_object_mut().unwrap();
            let gone: Map<_, _> = std::mem::take(pieces)
                .into_iter()
                .map(|(name, _)| (name, Value::Null))
                .collect();
            changes.insert("pieces".to_owned(), Value::Object(gone));
            let mut pairs = whole["pairs"].take();
            for pair in pairs.as_array_mut().unwrap() {
                pair["fires"] = Value::Null;
            }
            changes.insert("pairs".to_owned(), pairs);
            (whole["pairs"], whole[makers]) = (json!([]), json!([]));
            changes.insert(makers.to_owned(), json!([]));
        }

        Self { changes, whole, tapped, moved }
    }

    fn set(&mut self, key: &str, value: Value) {
        self.whole[key] = value.clone();
        self.changes.insert(key.to_owned(), value);
    }

    /// Sets an entry of `pieces` or `blocks`; `null` removes it.
    fn set_entry(&mut self, key: &str, name: &str, entry: Value) {
        let changes = self.changes.entry(key).or_insert_with(|| json!({}));
        changes[name] = entry.clone();
        let whole = self.whole[key].as_object_mut().unwrap();
        if entry.is_null() {
            whole.shift_remove(name);
        } else {
            whole.insert(name.to_owned(), entry);
        }
    }

    fn names(&self, key: &str) -> Vec<String> {
        self.whole[key].as_object().unwrap().keys().cloned().collect()
    }

    fn change_pieces(&mut self, dice: &mut Generator) {
        for name in self.names("pieces") {
            if self.tapped && self.moved || dice.one_in(4) {
                let glyph = self.whole["pieces"][&name]["glyph"].take();
                self.set_entry("pieces", &name, random_piece(&glyph, self.tapped, dice));
            }
        }
        for (name, glyph) in &PIECES[..=dice.index(5)] {
            self.set_entry(
                "pieces",
                name,
                random_piece(&json!(glyph), self.tapped, dice),
            );
        }
    }

    fn change_pairs(&mut self, dice: &mut Generator) {
        let names = self.names("pieces");
        let mut pairs = match self.changes.get("pairs") {
            Some(pairs) => pairs.as_array().unwrap().clone(),
            None => Vec::new(),
        };

        for (index, one) in names.iter().enumerate() {
            for other in &names[..=index] {
                if dice.one_in(2) {
                    continue;
                }
                let of = if dice.one_in(2) { [one, other] } else { [other, one] };
                let fires = self.random_pair_effect(of[1], &names, dice);
                pairs.push(json!({"of": of, "fires": fires}));
            }
        }

        self.changes.insert("pairs".to_owned(), json!(pairs));
    }

    fn random_pair_effect(
        &self,
        partner: &str,
        names: &[String],
        dice: &mut Generator,
    ) -> Value {
        let fires = |name: &str| &self.whole["pieces"][name]["fires"];
        if dice.one_in(3) {
            let name = &names[dice.index(names.len())];
            if !["color", "board"].iter().any(|word| fires(name) == word) {
                return json!({"turn_color_into": name});
            }
        }

        let mut effect = random_effect(dice);
        if effect == "line" {
            effect = json!({"cross": dice.index(3)});
        }

        let bad = fires(partner) == "color"
            || fires(partner).get("goal").is_some()
            || self.whole["pieces"][partner]["times"] == 2;
        if effect.get("goal").is_some() {
            if !bad && dice.one_in(2) {
                effect["carries"] = json!(true);
            }
        } else if effect.is_object() && dice.one_in(3) {
            effect["times"] = json!(2);
        }

        effect
    }

    fn change_shapes(&mut self, dice: &mut Generator) {
        let shapes = random_shapes(&self.whole["pieces"], &self.names("pieces"), dice);
        self.set("shapes", shapes);
    }

    fn change_groups(&mut self, dice: &mut Generator) {
        let least = if dice.one_in(3) { 3 + dice.index(2) } else { 2 };
        self.set("groups", random_groups(&self.names("pieces"), least, dice));
        self.set("least", json!(least));
    }

    fn change_kinds(&mut self, colors: &[&str], dice: &mut Generator) {
        for name in self.names("blocks") {
            match dice.index(6) {
                0 => self.set_entry("blocks", &name, Value::Null),
                1 => self.set_entry("blocks", &name, random_kind(colors, dice)),
                _ => {}
            }
        }
        for _ in 0..2 + dice.index(4) {
            let name = dice.pick(&KINDS);
            self.set_entry("blocks", name, random_kind(colors, dice));
        }
    }

    fn change_words(&mut self, dice: &mut Generator) {
        for (key, words) in [
            ("hits", &["wave", "group", "cell"][..]),
            ("refill", &["segment", "diagonal", "fill-path", "column"]),
            ("reshuffle", &["lines", "clean"]),
        ] {
            if !dice.one_in(4) {
                self.set(key, json!(dice.pick(words)));
            }
        }
        if self.tapped && !dice.one_in(60) {
            self.set("reshuffle", json!("clean"));
        }
        if dice.one_in(2) {
            let points = json!({"block": dice.index(50), "piece": dice.index(90)});
            self.set("score", points);
        }
    }
}
