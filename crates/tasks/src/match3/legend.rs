//! `match3/legend`: draws the pieces and kinds of rules.

use anyhow::anyhow;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use serde_with::skip_serializing_none;
use tilewright_draw::Picture;
use tilewright_grid::{Size, Watch};
use tilewright_match3::picture::{self, layers};
use tilewright_match3::{Json, Kind, Level, Preset, Ruleset, Template};

use super::levels::read_template;
use crate::{
    Answer, Drawing, Head, Host, Input, Medium, Output, Refusal, Refuse as _, Task,
    TextValue,
};

/// Draw the pieces and kinds of rules, each with its token.
///
/// The JSON has a drawing of every cell, whole and in the layers of a game, for programs that show boards.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct LegendRequest {
    /// Level whose rules and colours are drawn; default: an open board.
    #[schemars(extend("x-value" = "LEVEL", "x-position" = 1))]
    pub level: Option<Input>,
    /// Rules instead of those of a level: classic, lab, candy, royal or blast; default: classic.
    #[schemars(extend("x-value" = "RULES", "x-excludes" = ["level"]))]
    pub rules: Option<TextValue<Preset>>,
    /// Cells to draw in the JSON, by their tokens, such as `box2` or `r+ice1_grass2`; default: every piece and
    /// kind.
    #[schemars(extend("x-value" = "TOKEN,…", "x-list" = ","))]
    pub cells: Vec<String>,
}

/// The side of a drawn cell, in pixels.
const TILE: f64 = 40.0;

impl Task for LegendRequest {
    const NAME: &'static str = "match3/legend";
    const OUTPUTS: &'static [Output] =
        &[Output::Picture("Draw the pieces and kinds of the rules here: .svg or .png.")];

    fn check(&self) -> Result<(), Refusal> {
        if self.level.is_some() && self.rules.is_some() {
            return Err(anyhow!(
                "`rules` contradicts `level`, which has rules of its own"
            ))
            .hint("leave one of them out");
        }
        Ok(())
    }

    fn run(&self, host: &dyn Host) -> Result<Box<dyn Answer>, Refusal> {
        let preset = self.rules.map_or(Preset::Classic, |rules| rules.0);
        let template = match &self.level {
            Some(input) => read_template(host, input)?,
            None => {
                Template::open(Size::new(1, 1))?.with_rules(Ruleset::preset(preset))?
            }
        };

        let level = template.opened();
        let cells = if self.cells.is_empty() {
            let entries = layers::legend_entries(&level).into_iter();
            entries.map(|entry| Cell::of(&level, entry)).collect()
        } else {
            let cell = |token: &String| Cell::asked(&template, &level, token);
            self.cells.iter().map(cell).collect::<Result<_, _>>()?
        };

        Ok(Box::new(LegendAnswer { level, cells }))
    }
}

/// The pieces and kinds of rules.
struct LegendAnswer {
    level: Level,
    cells: Vec<Cell>,
}

/// A drawn cell.
#[skip_serializing_none]
#[derive(Debug, Serialize)]
struct Cell {
    token: String,
    label: String,
    /// Whether it can have a cover.
    coverable: bool,
    /// The rows and columns of a block of several cells: it is drawn to the right of its cell and below.
    cells: Option<[u8; 2]>,
    /// As on the picture of a level.
    svg: String,
    /// In games: the cell with its ground, what fills it, its cover; empty where nothing is drawn.
    layers: [String; 3],
}

/// A block of a colour.
#[skip_serializing_none]
#[derive(Serialize)]
struct Color {
    /// None for more than eight colours.
    name: Option<String>,
    svg: String,
}

/// A picture as SVG; empty where nothing is drawn.
fn drawn(picture: &Picture) -> String {
    if picture.shapes.is_empty() { String::new() } else { picture.to_svg() }
}

impl Cell {
    fn of(level: &Level, entry: layers::Entry) -> Self {
        let layers::Entry { token, label, kind, cells } = entry;
        let svg = layers::whole(level, kind, TILE).to_svg();
        let layers = layers::layers(level, kind, TILE);
        let coverable = layers::takes_cover(level, kind);
        let layers = layers.each_ref().map(drawn);
        Self { token, label, coverable, cells, svg, layers }
    }

    /// The cell of a token of the request.
    fn asked(template: &Template, level: &Level, token: &str) -> Result<Self, Refusal> {
        if token == "?" {
            let (token, label) = (token.to_owned(), "free".to_owned());
            let (svg, layers) = (layers::free(TILE).to_svg(), Default::default());
            return Ok(Self { token, label, coverable: true, cells: None, svg, layers });
        }

        let kind = if token == "_" { Ok(Kind::HOLE) } else { template.kind(token) };
        let kind = kind.map_err(|error| Refusal::at("cells", error))?;
        let entry = layers::Entry::new(level, kind, token.to_owned(), level.words(kind));
        Ok(Self::of(level, entry))
    }
}

impl LegendAnswer {
    fn colors(&self) -> Vec<Color> {
        let names = self.level.color_names();
        let color = |color: u32| Color {
            name: names.get(color as usize).cloned(),
            svg: layers::block(&self.level, color, TILE).to_svg(),
        };
        (0..self.level.colors()).map(color).collect()
    }

    fn picture(&self) -> Picture {
        picture::legend(self.level.rules(), 32.0)
    }
}

/// The preset from which rules start.
fn base(rules: &Json) -> Preset {
    let name = rules.as_str().or_else(|| rules.get("base")?.as_str());
    name.and_then(|name| name.parse().ok()).unwrap_or(Preset::Classic)
}

impl Answer for LegendAnswer {
    /// The document, `tilewright/legend/2`.
    fn json(&self, head: &Head) -> serde_json::Result<Option<Vec<u8>>> {
        let Self { level, cells } = self;
        let rules = level.rules().document();
        let document = json!({
            // The name of a preset, or the object of the level.
            "rules": rules,
            // The preset from which the rules start, in full.
            "base": base(rules).document(),
            // Whether the potential and the feasibility apply.
            "classic": level.is_classic(),
            "colors": self.colors(),
            "cells": cells,
            // How contents move on the board of the level: below the contents of the cells, and above.
            "ways": layers::ways(level, TILE).each_ref().map(drawn),
        });
        head.line("legend", &document).map(Some)
    }

    fn text(&self, medium: Medium) -> String {
        self.picture().to_text(medium.color)
    }

    fn drawing(&self, _: bool, _: &dyn Watch) -> anyhow::Result<Option<Drawing>> {
        Ok(Some(Drawing { still: self.picture(), animation: None }))
    }
}
