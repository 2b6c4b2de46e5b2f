//! `path/generate`: a random maze, caves, rooms or scattered walls.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use serde_with::skip_serializing_none;
use smart_default::SmartDefault;
use tilewright_grid::{Seed, Size, Watch};
use tilewright_pathplan::Map;
use tilewright_pathplan::generate::{GenerateError, MIN_SIDE, MapKind, MapRequest};
use tilewright_pathplan::picture::{Scene, tile_for};

use super::during;
use super::load::Source;
use super::save::{MapFormat, written};
use crate::{
    Answer, BoundedInteger, BoundedNumber, Drawing, Head, Hint, Host, HostWatch, Medium,
    NamedOutput, Output, OutputFile, Refusal, Task, TextValue, Verdict,
};

/// The number of rows or of columns.
type Side = BoundedInteger<MIN_SIDE, 4096>;

/// Generate a map: a maze, caves, rooms or scattered walls.
///
/// Every walkable cell of the map is reached from every other one. The map marks a start and a goal
/// that are far apart, by steps to four neighbours.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, SmartDefault)]
#[serde(default)]
pub struct GenerateRequest {
    /// Kind of map: a maze with corridors one cell wide; caves by a cellular automaton; rooms with
    /// doors; or walls scattered at random.
    #[schemars(extend(
        "x-value" = "KIND", "x-position" = 1, "enum" = ["maze", "caves", "rooms", "random"]
    ))]
    #[default(TextValue(MapKind::Maze))]
    pub kind: TextValue<MapKind>,
    /// Number of rows.
    #[schemars(extend("x-value" = "N"))]
    #[default(Side::of(25))]
    pub rows: Side,
    /// Number of columns.
    #[schemars(extend("x-value" = "N"))]
    #[default(Side::of(41))]
    pub columns: Side,
    /// Share of walls of random maps, or of caves before the cellular automaton; default: 0.3 for
    /// random, 0.45 for caves.
    #[schemars(extend("x-value" = "SHARE"))]
    pub density: Option<BoundedNumber<0, 1>>,
    /// Share of the dead ends of a maze that are opened, and of the walls between rooms that have a
    /// second door. With 0, a maze has one path between any two cells.
    #[schemars(extend("x-value" = "SHARE"))]
    #[default(BoundedNumber::of(0.0))]
    pub braid: BoundedNumber<0, 1>,
    /// Seed of the random numbers; default: chosen at random and reported.
    #[schemars(with = "Option<u64>")]
    pub seed: Option<Seed>,
}

impl Task for GenerateRequest {
    const NAME: &'static str = "path/generate";
    const OUTPUTS: &'static [Output] = &[
        Output::File(NamedOutput {
            name: "output",
            what: "maps",
            endings: &["txt", "map", "tmx", "tmj"],
            help: "File to write: .txt, .map, .tmx or .tmj.",
        }),
        Output::Picture("Draw the map: .svg or .png."),
    ];

    fn seed(&mut self) -> Option<&mut Option<Seed>> {
        Some(&mut self.seed)
    }

    fn run(&self, host: &dyn Host) -> Result<Box<dyn Answer>, Refusal> {
        let form = MapFormat::wanted(host)?;
        let seed = self.seed.unwrap_or(Seed(0));
        let make = || self.request().generate(seed, &HostWatch(host));
        let map = match during(host, "generating the map", make) {
            Ok(map) => map,
            Err(GenerateError::Cancelled) => {
                return Ok(Box::new(GenerateAnswer { map: None, saved: None }));
            }
            Err(error) => return Err(refused(error)),
        };

        let write =
            || form.map(|form| written(host, &map, &Source::Text, form)).transpose();
        let saved = during(host, "writing the map", write)?;
        Ok(Box::new(GenerateAnswer { map: Some(map), saved }))
    }
}

impl GenerateRequest {
    fn request(&self) -> MapRequest {
        let size = Size::new(self.rows.get(), self.columns.get());
        let usual = MapRequest::new(self.kind.0, size);
        MapRequest {
            density: self.density.map_or(usual.density, BoundedNumber::get),
            braid: self.braid.get(),
            ..usual
        }
    }
}

fn refused(error: GenerateError) -> Refusal {
    let hint = matches!(error, GenerateError::Solid { .. });
    let hint =
        hint.then(|| Hint::from("use a smaller {density}, or more {rows} and {columns}"));
    Refusal { error: error.into(), hint, key: None }
}

/// The answer: a map.
struct GenerateAnswer {
    /// None if the work was stopped.
    map: Option<Map>,
    saved: Option<OutputFile>,
}

impl Answer for GenerateAnswer {
    fn verdict(&self) -> Verdict {
        if self.map.is_some() { Verdict::Done } else { Verdict::Stopped }
    }

    /// The document, `tilewright/map/2`, which all tasks read as a map.
    fn json(&self, head: &Head) -> serde_json::Result<Option<Vec<u8>>> {
        let document = |map: &Map| {
            let document = json!({
                "rows": map.size().rows,
                "columns": map.size().columns,
                "walkable": map.walkable_count(),
                "start": map.places.start,
                "goal": map.places.goal,
                "layout": map.to_string().lines().collect::<Vec<_>>(),
            });

            head.line("map", &document)
        };
        self.map.as_ref().map(document).transpose()
    }

    /// The map as text, which all tasks read as a map.
    fn text(&self, _: Medium) -> String {
        self.map.as_ref().map(ToString::to_string).unwrap_or_default()
    }

    fn drawing(&self, _: bool, _: &dyn Watch) -> anyhow::Result<Option<Drawing>> {
        let draw = |map: &Map| {
            let (start, goal) = (map.places.start, map.places.goal);
            let scene = Scene { start, goal, ..Scene::default() };
            Drawing { still: map.picture(&scene, tile_for(map.size())), animation: None }
        };
        Ok(self.map.as_ref().map(draw))
    }

    fn file(&self, _: &str, _: &str, _: &Head) -> anyhow::Result<Option<OutputFile>> {
        Ok(self.saved.clone())
    }
}
