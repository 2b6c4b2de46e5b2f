//! `path/field`: from every cell the cost to the nearest goal, and the next step there.

use anyhow::anyhow;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;
use smart_default::SmartDefault;
use tilewright_grid::{Cell, Watch};
use tilewright_navigation::picture::Overlay;
use tilewright_navigation::{Field, NavigationError, Place, Scratch};
use tilewright_pathplan::picture::{arrow, tile_for};
use tilewright_pathplan::{Connectivity, Map};

use super::agent::{AgentMap, AgentOptions, refused};
use super::danger::added;
use super::ends::RowColumn;
use super::glyphs::drawn;
use super::load::{self, LoadedMap};
use super::rows::Rows;
use super::{Danger, StepOptions, Walkability, during, given};
use crate::answer::counted;
use crate::{
    Answer, BoundedNumber, Drawing, Head, Host, Input, Medium, NamedOutput, Output,
    OutputFile, Refusal, Refuse as _, Task, TextValue, Verdict,
};

/// Find for every cell the cost to the nearest goal and the step that leads there.
///
/// One field serves any number of agents: each takes the step of the cell where it stands. A field can also lead
/// away from the goals, or to a distance from them.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, SmartDefault)]
#[serde(default)]
#[schemars(extend("required" = ["map"]))]
pub struct FieldRequest {
    /// The map, in any form that `path/plan` reads.
    #[schemars(extend("x-value" = "MAP", "x-position" = 1))]
    pub map: Option<Input>,
    /// Goal, by row and column from 0; default: the goal that the map marks. Can be repeated.
    #[schemars(extend("x-value" = "R,C"))]
    pub goal: Vec<TextValue<RowColumn>>,
    /// Lead away from the goals: a cell is worth its distance from them times this factor, less the cost
    /// of the way there. By 1, agents run into the next corner; 1.2 leads around the goals to a better
    /// place.
    #[schemars(extend("x-value" = "FACTOR"))]
    pub flee: Option<BoundedNumber<0, 1000>>,
    /// Lead to the cells from which the way to the nearest goal costs this much.
    #[schemars(extend("x-value" = "COST"))]
    pub keep_distance: Option<BoundedNumber<0, 1_000_000>>,
    /// The agent that moves.
    #[serde(flatten)]
    pub agent: AgentOptions,
    /// The steps that are allowed.
    #[serde(flatten)]
    pub steps: StepOptions,
    /// The sources of danger.
    #[serde(flatten)]
    pub danger: Danger,
    /// Which cells are walkable.
    #[serde(flatten)]
    pub walkability: Walkability,
}

impl Task for FieldRequest {
    const NAME: &'static str = "path/field";
    const OUTPUTS: &'static [Output] = &[
        Output::Picture(
            "Draw the values from yellow, the least, to purple, with arrows: .svg or .png.",
        ),
        Output::File(NamedOutput {
            name: "output",
            what: "tables",
            endings: &["csv"],
            help: "Write the values row by row, empty where there is none: .csv.",
        }),
    ];

    fn check(&self) -> Result<(), Refusal> {
        given(self.map.as_ref(), "map")?;
        if self.flee.is_some() && self.keep_distance.is_some() {
            return Err(anyhow!(
                "a field leads away from its goals or to a distance, not both"
            ))
            .hint("leave out {flee} or {keep_distance}");
        }
        self.steps.check(Connectivity::Eight)
    }

    fn run(&self, host: &dyn Host) -> Result<Box<dyn Answer>, Refusal> {
        let file = given(self.map.as_ref(), "map")?;
        let LoadedMap { map, .. } = load::map(host, file, &self.walkability)?;
        let goals = self.goals(&map, file)?;
        let map = added(map, &self.danger.sources())?;
        self.danger.check(file, &map)?;

        let steps = self.steps.steps(Connectivity::Eight);
        let lay_out = || self.agent.lay_out(&map, steps, &self.danger);
        let laid_out = during(host, "laying out the map", lay_out);
        let laid_out = laid_out.map_err(|error| refused(error, file))?;
        let hint = "move the goal, or use a smaller {size} or another {movement}";
        laid_out.check_goals(
            goals.iter().map(|goal| goal.cell),
            &self.agent,
            file,
            hint,
        )?;

        let find = || self.find(&laid_out, &goals);
        let field = during(host, "finding the field", find);
        let field = field.map_err(|error| refused(error, file))?;
        Ok(Box::new(FieldAnswer { map, laid_out, goals, field }))
    }
}

impl FieldRequest {
    /// The goals in reading order.
    fn goals(&self, map: &Map, file: &Input) -> Result<Vec<Place>, Refusal> {
        let mut goals: Vec<Place> =
            self.goal.iter().map(|goal| goal.0.0.into()).collect();
        if goals.is_empty() {
            let marked = map.places.goal.ok_or_else(|| {
                anyhow!("{file}: the map marks no goal, and the request names none")
            });
            goals.push(
                marked.hint("give cells by {goal} (row and column from 0)")?.into(),
            );
        }
        goals.sort_unstable();
        goals.dedup();
        Ok(goals)
    }

    fn find(&self, map: &AgentMap, goals: &[Place]) -> Result<Field, NavigationError> {
        let AgentMap { navigation, agent } = map;
        let mut scratch = Scratch::default();
        let field = navigation.field(goals, *agent, &mut scratch)?;
        match (self.flee, self.keep_distance) {
            (Some(factor), _) => {
                navigation.flee(&field, *agent, factor.get(), &mut scratch)
            }
            (_, Some(distance)) => {
                navigation.keep_distance(&field, *agent, distance.get(), &mut scratch)
            }
            (None, None) => Ok(field),
        }
    }
}

struct FieldAnswer {
    map: Map,
    laid_out: AgentMap,
    goals: Vec<Place>,
    field: Field,
}

/// What the values are.
struct Extent {
    count: u64,
    least: (f64, Cell),
    most: (f64, Cell),
}

/// The document, `tilewright/path-field/2`.
#[skip_serializing_none]
#[derive(Serialize)]
struct Document<T: Serialize> {
    goals: Vec<Cell>,
    /// The number of cells with a value.
    cells: u64,
    min: Option<f64>,
    max: Option<f64>,
    /// The first cell with the largest value.
    farthest: Option<Cell>,
    /// For each cell its value, row by row; null where there is none.
    values: T,
    /// The steps as rows of arrows, `·` where there is none, a space where there is no value.
    arrows: Vec<String>,
}

impl FieldAnswer {
    /// The least and the largest value, with the first cell of each; none without values.
    fn extent(&self) -> Option<Extent> {
        let mut extent: Option<Extent> = None;
        for cell in self.map.size().cells() {
            let Some(value) = self.field.value(cell) else { continue };
            let own = (value, cell);
            let known = extent.get_or_insert(Extent { count: 0, least: own, most: own });
            known.count += 1;
            if value < known.least.0 {
                known.least = own;
            }
            if value > known.most.0 {
                known.most = own;
            }
        }
        extent
    }

    /// The arrow of a cell's step; none where there is no value.
    fn arrow(&self, cell: Cell) -> Option<char> {
        self.field.value(cell)?;
        Some(
            self.field
                .next(cell)
                .map_or('·', |next| arrow(cell, next.cell, self.map.shape().stagger())),
        )
    }

    fn document(&self) -> Document<impl Serialize> {
        let (extent, size) = (self.extent(), self.map.size());
        let line = |row| {
            let arrow = |column| self.arrow(Cell::new(row, column)).unwrap_or(' ');
            (0..size.columns).map(arrow).collect()
        };
        Document {
            goals: self.goals.iter().map(|goal| goal.cell).collect(),
            cells: extent.as_ref().map_or(0, |it| it.count),
            min: extent.as_ref().map(|it| it.least.0),
            max: extent.as_ref().map(|it| it.most.0),
            farthest: extent.as_ref().map(|it| it.most.1),
            values: Rows { size, value: |cell: Cell| self.field.value(cell) },
            arrows: (0..size.rows).map(line).collect(),
        }
    }
}

impl Answer for FieldAnswer {
    fn verdict(&self) -> Verdict {
        Verdict::Done
    }

    fn json(&self, head: &Head) -> serde_json::Result<Option<Vec<u8>>> {
        head.line("path-field", &self.document()).map(Some)
    }

    fn text(&self, _: Medium) -> String {
        let Some(extent) = self.extent() else { return String::new() };
        let glyph = |cell| Some((cell, self.arrow(cell)?));
        let arrows = self.map.size().cells().filter_map(glyph);
        let goals = self.goals.iter().map(|goal| (goal.cell, 'B'));
        let drawn = drawn(&self.map, &arrows.chain(goals).collect::<Vec<_>>());

        let Extent { count, least, most } = extent;
        let at = |(value, Cell { row, column }): (f64, Cell)| {
            format!("{value:.5} in {row}, {column}")
        };
        let cells = counted(count, "cell");
        format!("{drawn}{cells} with a value, from {} to {}\n", at(least), at(most))
    }

    fn drawing(&self, _: bool, _: &dyn Watch) -> anyhow::Result<Option<Drawing>> {
        let AgentMap { navigation, agent } = &self.laid_out;
        let overlay = Overlay::Field { field: &self.field, marked: &self.goals };
        let tile = tile_for(self.map.size());
        let still = navigation.picture(0, *agent, overlay, tile)?;
        Ok(Some(Drawing { still, animation: None }))
    }

    fn file(&self, _: &str, _: &str, _: &Head) -> anyhow::Result<Option<OutputFile>> {
        let text =
            |value: Option<f64>| value.map_or_else(String::new, |it| it.to_string());
        let value = |cell: Cell| text(self.field.value(cell));
        Ok(Some(Rows { size: self.map.size(), value }.csv().into()))
    }
}
