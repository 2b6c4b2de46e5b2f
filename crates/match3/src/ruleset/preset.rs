//! Rules that have a name.

use std::str::FromStr;
use std::sync::LazyLock;

use super::Ruleset;
use super::field::one_of;
use crate::Json;

/// Rules that have a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Preset {
    /// The rules of the articles: lines of three, blockers and overlays.
    Classic,
    /// Close to match3-lab.
    Lab,
    /// Close to Candy Crush Saga.
    Candy,
    /// Close to Royal Match and Royal Kingdom.
    Royal,
    /// Close to Toon Blast: groups are tapped.
    Blast,
}

tilewright_grid::names! {
    /// All of them.
    Preset, name:
    Classic = "classic",
    Lab = "lab",
    Candy = "candy",
    Royal = "royal",
    Blast = "blast",
}

/// The documents of the presets, in the order of [`Preset::ALL`].
static DOCUMENTS: LazyLock<[Json; 5]> = LazyLock::new(|| {
    let texts = [
        include_str!("presets/classic.json"),
        include_str!("presets/lab.json"),
        include_str!("presets/candy.json"),
        include_str!("presets/royal.json"),
        include_str!("presets/blast.json"),
    ];
    texts.map(|text| serde_json::from_str(text).expect("a preset is JSON"))
});

impl Preset {
    /// The rules in full, as an object without `base`.
    pub fn document(self) -> &'static Json {
        &DOCUMENTS[self as usize]
    }

    /// The names of all, as a message lists them.
    pub(super) fn names() -> String {
        one_of(&Self::ALL.map(Self::name))
    }
}

impl Ruleset {
    /// The rules of a name.
    ///
    /// ```
    /// use tilewright_match3::{Preset, Ruleset};
    ///
    /// let rules = Ruleset::preset(Preset::Royal);
    /// assert_eq!(rules.document(), "royal");
    /// ```
    pub fn preset(preset: Preset) -> Self {
        let name = Json::from(preset.name());
        Self::read(Some(&name), None).expect("the presets are tested")
    }
}

/// A name that no preset has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown rules `{0}`: expected {names}", names = Preset::names())]
pub struct UnknownPreset(pub String);

impl FromStr for Preset {
    type Err = UnknownPreset;

    fn from_str(name: &str) -> Result<Self, UnknownPreset> {
        Self::named(name).ok_or_else(|| UnknownPreset(name.to_owned()))
    }
}
