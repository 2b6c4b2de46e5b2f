//! `path/reach`: what an agent can reach, and what is cut off.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;
use smart_default::SmartDefault;
use tilewright_grid::{Cell, Size, Watch};
use tilewright_navigation::picture::Overlay;
use tilewright_navigation::{Island, LayerId};
use tilewright_pathplan::picture::tile_for;
use tilewright_pathplan::{Connectivity, Map};

use super::agent::{AgentMap, AgentOptions, refused};
use super::ends::RowColumn;
use super::glyphs::drawn;
use super::load::{self, LoadedMap};
use super::rows::Rows;
use super::{Danger, StepOptions, Walkability, during, given};
use crate::answer::counted;
use crate::{
    Answer, BoundedInteger, Drawing, Head, Host, Input, Medium, NamedOutput, Output,
    OutputFile, Refusal, Task, TextValue, Verdict,
};

/// The number of regions that are listed as text.
const LISTED: usize = 8;

/// Show which cells an agent can reach, and which regions are cut off.
///
/// A region is a set of cells from each of which the agent can go to every other one. They are numbered by
/// their sizes, the largest first. Costs do not matter here.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, SmartDefault)]
#[serde(default)]
#[schemars(extend("required" = ["map"]))]
pub struct ReachRequest {
    /// The map, in any form that `path/plan` reads.
    #[schemars(extend("x-value" = "MAP", "x-position" = 1))]
    pub map: Option<Input>,
    /// Cell to start from, by row and column from 0; if the agent cannot stand there, the nearest cell
    /// where it can. Default: the start that the map marks; without one, only regions are found.
    #[schemars(extend("x-value" = "R,C"))]
    pub from: Option<TextValue<RowColumn>>,
    /// The agent that moves.
    #[serde(flatten)]
    pub agent: AgentOptions,
    /// The steps that are allowed.
    #[serde(flatten)]
    pub steps: StepOptions,
    /// Draw and write the clearance of each cell in place of its region: the size, up to 8, of the
    /// largest agent that can stand there.
    pub clearance: bool,
    /// Which cells are walkable.
    #[serde(flatten)]
    pub walkability: Walkability,
}

impl Task for ReachRequest {
    const NAME: &'static str = "path/reach";
    const OUTPUTS: &'static [Output] = &[
        Output::Picture("Draw the regions, or the clearance: .svg or .png."),
        Output::File(NamedOutput {
            name: "output",
            what: "tables",
            endings: &["csv"],
            help: "Write the region of each cell, 0 where the agent cannot stand, or its clearance, row by row: .csv.",
        }),
    ];

    fn check(&self) -> Result<(), Refusal> {
        given(self.map.as_ref(), "map")?;
        self.steps.check(Connectivity::Eight)
    }

    fn run(&self, host: &dyn Host) -> Result<Box<dyn Answer>, Refusal> {
        let file = given(self.map.as_ref(), "map")?;
        let LoadedMap { map, .. } = load::map(host, file, &self.walkability)?;
        let from = self.from.map(|cell| cell.0.0).or(map.places.start);

        let own =
            during(host, "laying out the map", || self.lay_out(&map, &self.agent, file))?;
        let start = from.map(|from| own.start(from, &self.agent, file)).transpose()?;
        let found = during(host, "finding regions", || {
            let mut by_size = Vec::new();
            // Agents on hexagonal maps cover one cell.
            let most = if map.shape().hexagons().is_some() { 1 } else { 8 };
            for size in 1..=most {
                let agent =
                    AgentOptions { size: BoundedInteger::of(size), ..self.agent.clone() };
                let map = self.lay_out(&map, &agent, file)?;
                let Some(regions) = Regions::find(&map, host) else { return Ok(None) };
                by_size.push(regions.summary(size, &map, from));
            }
            Ok(Regions::find(&own, host).zip(Some(by_size)))
        });
        let found: Result<_, Refusal> = found;
        let found = found?.map(|(regions, by_size)| Reachability {
            from,
            start,
            regions,
            by_size,
        });
        Ok(Box::new(ReachAnswer { request: self.clone(), map, own, found }))
    }
}

impl ReachRequest {
    fn lay_out(
        &self,
        map: &Map,
        agent: &AgentOptions,
        file: &Input,
    ) -> Result<AgentMap, Refusal> {
        let steps = self.steps.steps(Connectivity::Eight);
        // Costs take memory and say nothing of what is connected.
        let laid_out = agent.lay_out(&map.leveled(), steps, &Danger::default());
        laid_out.map_err(|error| refused(error, file))
    }
}

/// A region.
#[derive(Clone, Debug, Serialize)]
struct Region {
    /// From 1, the largest first; of equally large ones the one whose first cell comes first.
    number: u32,
    cells: u64,
    /// The first of its cells in reading order.
    first: Cell,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    reached: bool,
}

/// The regions of a map for an agent.
#[derive(Debug)]
struct Regions {
    /// The largest first.
    list: Vec<Region>,
    /// Their places in the list.
    places: BTreeMap<Island, usize>,
}

/// The regions for agents of a size.
#[skip_serializing_none]
#[derive(Debug, Serialize)]
struct SizeSummary {
    size: u32,
    /// The number of cells where such an agent can stand.
    standing: u64,
    regions: usize,
    /// The number of cells of the largest region.
    largest: u64,
    /// The number of cells that it reaches from the start.
    reached: Option<u64>,
}

impl Regions {
    /// Finds them; none if the host stops it.
    fn find(map: &AgentMap, host: &dyn Host) -> Option<Self> {
        let size = map.size();
        let mut found: BTreeMap<Island, (u64, Cell)> = BTreeMap::new();
        for row in 0..size.rows {
            if host.look().is_break() {
                return None;
            }
            for cell in (0..size.columns).map(|column| Cell::new(row, column)) {
                if let Some(island) = map.island(cell) {
                    found.entry(island).or_insert((0, cell)).0 += 1;
                }
            }
        }

        let mut sorted: Vec<_> = found.into_iter().collect();
        sorted.sort_unstable_by_key(|&(_, (cells, first))| {
            (std::cmp::Reverse(cells), first)
        });
        let places = sorted
            .iter()
            .enumerate()
            .map(|(place, &(island, _))| (island, place))
            .collect();
        let region = |(&(_, (cells, first)), number): (&(Island, (u64, Cell)), u32)| {
            Region { number, cells, first, reached: false }
        };
        Some(Self { list: sorted.iter().zip(1..).map(region).collect(), places })
    }

    fn standing(&self) -> u64 {
        self.list.iter().map(|region| region.cells).sum()
    }

    /// The place in the list of the region of a cell.
    fn at(&self, map: &AgentMap, cell: Cell) -> Option<usize> {
        self.places.get(&map.island(cell)?).copied()
    }

    fn summary(&self, size: u32, map: &AgentMap, from: Option<Cell>) -> SizeSummary {
        let begins = |from| map.navigation.nearest_start(from, map.agent).ok().flatten();
        let reached = |from| {
            let place = begins(from).and_then(|start| self.at(map, start.cell));
            place.map_or(0, |place| self.list[place].cells)
        };
        SizeSummary {
            size,
            standing: self.standing(),
            regions: self.list.len(),
            largest: self.list.first().map_or(0, |region| region.cells),
            reached: from.map(reached),
        }
    }
}

/// What was found.
#[derive(Debug)]
struct Reachability {
    from: Option<Cell>,
    /// Where the agent begins.
    start: Option<Cell>,
    regions: Regions,
    by_size: Vec<SizeSummary>,
}

/// The document, `tilewright/path-reach/2`.
#[skip_serializing_none]
#[derive(Serialize)]
struct Document<'a, T: Serialize> {
    from: Option<Cell>,
    /// The cell where the agent begins, if it cannot stand in that one.
    start: Option<Cell>,
    standing: u64,
    reached: Option<u64>,
    unreached: Option<u64>,
    regions: &'a [Region],
    sizes: &'a [SizeSummary],
    /// For each cell the number of its region, or its clearance; 0 where the agent, or any, cannot stand.
    values: T,
}

struct ReachAnswer {
    request: ReachRequest,
    map: Map,
    own: AgentMap,
    /// None if the work was stopped.
    found: Option<Reachability>,
}

impl ReachAnswer {
    /// The regions, with the one that is reached marked.
    fn regions(&self, found: &Reachability) -> Vec<Region> {
        let mut regions = found.regions.list.clone();
        if let Some(place) =
            found.start.and_then(|start| found.regions.at(&self.own, start))
        {
            regions[place].reached = true;
        }
        regions
    }

    /// The region of each cell, or its clearance.
    fn rows<'a>(
        &'a self,
        found: &'a Reachability,
    ) -> Rows<impl Fn(Cell) -> u32 + use<'a>> {
        let value = |cell| {
            if self.request.clearance {
                return u32::from(self.own.clearance(cell));
            }
            found.regions.at(&self.own, cell).map_or(0, |place| place as u32 + 1)
        };
        Rows { size: self.map.size(), value }
    }

    fn document(&self, head: &Head, found: &Reachability) -> serde_json::Result<Vec<u8>> {
        let regions = self.regions(found);
        let standing = found.regions.standing();
        let reached =
            regions.iter().find(|region| region.reached).map(|region| region.cells);
        let document = Document {
            from: found.from,
            start: found.start.filter(|_| found.start != found.from),
            standing,
            reached,
            unreached: reached.map(|reached| standing - reached),
            regions: &regions,
            sizes: &found.by_size,
            values: self.rows(found),
        };
        head.line("path-reach", &document)
    }

    /// The map, with + where the agent gets and letters for the other regions, or with its clearance.
    fn glyphs(&self, found: &Reachability, regions: &[Region]) -> Vec<(Cell, char)> {
        let glyph = |cell: Cell| {
            if self.request.clearance {
                let clearance = self.own.clearance(cell);
                return (clearance > 0).then(|| (cell, char::from(b'0' + clearance)));
            }
            let place = found.regions.at(&self.own, cell)?;
            let letter = char::from(b'a' + place.min(25) as u8);
            Some((cell, if regions[place].reached { '+' } else { letter }))
        };
        let cells = self.map.size().cells().filter_map(glyph);
        cells.chain(found.start.map(|start| (start, 'A'))).collect()
    }
}

/// Where the agent begins, and the largest regions.
fn lines(found: &Reachability, regions: &[Region]) -> String {
    let mut text = String::new();
    if let Some([from, start]) = found.from.zip(found.start).map(|it| [it.0, it.1])
        && from != start
    {
        let _ = writeln!(
            text,
            "the agent cannot stand in {}, {}; it begins in {}, {}, the nearest cell where it can",
            from.row, from.column, start.row, start.column
        );
    }
    for (Region { number, cells, first, reached }, letter) in
        regions.iter().zip('a'..='z').take(LISTED)
    {
        let mark = if *reached { "+, reached".to_owned() } else { letter.to_string() };
        let cells = counted(*cells, "cell");
        let _ = writeln!(
            text,
            "region {number} ({mark}): {cells}, the first one {}, {}",
            first.row, first.column
        );
    }
    let more = regions.len().saturating_sub(LISTED);
    if more > 0 {
        let _ = writeln!(text, "and {}", counted(more as u64, "smaller region"));
    }
    text
}

/// What agents of each size find, as a table.
fn table(by_size: &[SizeSummary]) -> String {
    let mut text = "size  can stand  regions  largest  reached\n".to_owned();
    for SizeSummary { size, standing, regions, largest, reached } in by_size {
        let reached =
            reached.map_or_else(|| "-".to_owned(), |reached| reached.to_string());
        let _ = writeln!(
            text,
            "{size:4}  {standing:9}  {regions:7}  {largest:7}  {reached:>7}"
        );
    }
    text
}

impl AgentMap {
    /// The number of rows and columns.
    pub(super) fn size(&self) -> Size {
        self.navigation.size(0).unwrap_or(Size::new(0, 0))
    }

    pub(super) fn island(&self, cell: Cell) -> Option<Island> {
        self.navigation.island(cell, self.agent).ok().flatten()
    }

    fn clearance(&self, cell: Cell) -> u8 {
        self.navigation.clearance(cell, LayerId(0)).unwrap_or(0)
    }
}

impl Answer for ReachAnswer {
    fn verdict(&self) -> Verdict {
        if self.found.is_some() { Verdict::Done } else { Verdict::Stopped }
    }

    fn json(&self, head: &Head) -> serde_json::Result<Option<Vec<u8>>> {
        self.found.as_ref().map(|found| self.document(head, found)).transpose()
    }

    fn text(&self, _: Medium) -> String {
        let Some(found) = &self.found else { return String::new() };
        let regions = self.regions(found);
        let map = drawn(&self.map, &self.glyphs(found, &regions));
        map + &lines(found, &regions) + "\n" + &table(&found.by_size)
    }

    fn drawing(&self, _: bool, _: &dyn Watch) -> anyhow::Result<Option<Drawing>> {
        let Some(found) = &self.found else { return Ok(None) };
        let AgentMap { navigation, agent } = &self.own;
        let overlay = if self.request.clearance {
            Overlay::Clearance
        } else {
            Overlay::Islands(found.start.map(Into::into))
        };
        let tile = tile_for(self.map.size());
        let still = navigation.picture(0, *agent, overlay, tile)?;
        Ok(Some(Drawing { still, animation: None }))
    }

    fn file(&self, _: &str, _: &str, _: &Head) -> anyhow::Result<Option<OutputFile>> {
        Ok(self.found.as_ref().map(|found| self.rows(found).csv().into()))
    }
}
