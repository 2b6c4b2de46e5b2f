//! `path/convert`: a map in another format.

use anyhow::anyhow;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use serde_with::skip_serializing_none;
use tilewright_draw::Picture;
use tilewright_grid::{Cell, CellShape, Size, Watch};
use tilewright_pathplan::picture::{Scene, tile_for};
use tilewright_pathplan::tiled::Finding;
use tilewright_pathplan::{Map, MapLink, Npc, Places};

use super::load::{self, LoadedMap};
use super::save::{MapFormat, editors, moved, written};
use super::walkability::MapKind;
use super::{Walkability, during, given, project};
use crate::answer::counted;
use crate::{
    Answer, Drawing, Event, Head, Host, Input, Medium, NamedOutput, Output, OutputFile,
    Refusal, Refuse as _, Task,
};

/// Convert a map to another format, or show which of its cells are walkable.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(extend("required" = ["map"], "x-output-position" = 2))]
pub struct ConvertRequest {
    /// The map, in any form that `path/plan` reads.
    #[schemars(extend("x-value" = "IN", "x-position" = 1))]
    pub map: Option<Input>,
    /// Print the map, its walkable cells and the sources that decided; in JSON with the rows of text
    /// as `layout`.
    pub show: bool,
    /// Which cells are walkable.
    #[serde(flatten)]
    pub walkability: Walkability,
}

impl Task for ConvertRequest {
    const NAME: &'static str = "path/convert";
    const OUTPUTS: &'static [Output] = &[
        Output::File(NamedOutput {
            name: "output",
            what: "maps",
            endings: &["map", "tmx", "tmj", "txt"],
            help: "File to write: .map, .tmx, .tmj or .txt.",
        }),
        Output::Picture("Draw the map as it was read: .svg or .png."),
    ];

    fn check(&self) -> Result<(), Refusal> {
        given(self.map.as_ref(), "map").map(drop)
    }

    fn run(&self, host: &dyn Host) -> Result<Box<dyn Answer>, Refusal> {
        let form = MapFormat::wanted(host)?;
        let is_shown = self.show || host.draws_picture();
        if form.is_none() && !is_shown {
            return Err(anyhow!("nothing to do: no output is given"))
                .hint("name a file to write, or use {show} or {picture}");
        }

        let input = given(self.map.as_ref(), "map")?;
        let bytes = load::bytes(host, input)?;

        // Between the editor's two formats, the map keeps also what planning ignores.
        if let Some(form) = form.filter(|form| form.is_editors() && !is_shown)
            && load::is_editors(input, &bytes)
        {
            return Ok(Box::new(self.translate(host, input, form, &bytes)?));
        }

        // Any other format is written from the map as planning understands it.
        let loaded = load::understood(host, input, bytes, &self.walkability)?;
        let write = |form| write(host, &loaded, form);
        let write = || form.map(write).transpose();
        let saved = during(host, "writing the map", write)?;

        Ok(Box::new(ConvertAnswer {
            saved,
            understood: Some(loaded),
            is_shown: self.show,
        }))
    }
}

impl ConvertRequest {
    /// Converts a map of the editor from one of its formats to the other.
    fn translate(
        &self,
        host: &dyn Host,
        input: &Input,
        form: MapFormat,
        bytes: &[u8],
    ) -> Result<ConvertAnswer, Refusal> {
        self.walkability.check(input, MapKind::Tiled)?;
        let opened =
            project::open(host, input, bytes, self.walkability.project.as_deref())?;
        for unread in &opened.unread {
            host.tell(Event::Note(&format!("{input}: {}", unread.error)));
        }

        let saved = editors(form, &moved(host, &opened.file, input)?, &[])?;
        let read = load::of_tiled(input, opened, &self.walkability);

        // A map may be converted although nothing says what is walkable; options must fit it.
        let understood =
            if self.walkability.is_given() { Some(read?) } else { read.ok() };

        Ok(ConvertAnswer { saved: Some(saved), understood, is_shown: false })
    }
}

fn write(
    host: &dyn Host,
    LoadedMap { map, source, .. }: &LoadedMap,
    form: MapFormat,
) -> Result<OutputFile, Refusal> {
    if !form.is_editors() {
        for what in left_out(map, form) {
            host.tell(Event::Note(&format!("not in the output: {what}")));
        }
    }
    written(host, map, source, form)
}

/// The parts of a map that a format cannot contain.
fn left_out(map: &Map, form: MapFormat) -> Vec<&'static str> {
    // The map is written and read again: what differs is lost.
    let again = match form {
        MapFormat::Text => map.to_string().parse().ok(),
        _ => Map::from_movingai(&map.to_movingai()).ok(),
    };
    let again: &Map = again.as_ref().unwrap_or(map);

    let mut found = Vec::new();
    match map.shape() {
        CellShape::Square => (),
        CellShape::Hexagon(_) => found.push("that its cells are hexagons"),
        CellShape::Diamond(_) => found.push("that its cells are diamonds"),
    }
    if map.grounds() != again.grounds() {
        found.push("swamp, where a cost or danger is written instead");
    }

    if !free(map, map.costs()).eq(free(again, again.costs())) {
        found.push("costs other than 2 to 9, or in cells that have another character");
    }

    if !free(map, map.danger()).eq(free(again, again.danger())) {
        found.push("danger other than 1, or in cells that have another character");
    }

    let places = &map.places;
    if places.start.is_some() || places.goal.is_some() || !places.npcs.is_empty() {
        found.push("the start, the goal and the NPCs");
    }

    if !places.links.is_empty() {
        found.push("the links");
    }

    found
}

/// The values of walkable cells.
fn free<'a, T>(map: &'a Map, values: &'a [T]) -> impl Iterator<Item = &'a T> {
    let cells = map.grounds().values().iter().zip(values);
    cells.filter(|(ground, _)| !ground.is_blocked()).map(|(_, value)| value)
}

/// What a source says, in an answer.
fn listed(finding: &Finding) -> Value {
    let Finding { source, found, cells, walls } = finding;
    json!({ "source": source, "found": found, "cells": cells, "walls": walls })
}

/// What a source says, as a line.
fn line(finding: &Finding) -> String {
    let Finding { source, found, cells, walls } = finding;
    let cells = counted(*cells as u64, "cell");
    let walls = counted(*walls as u64, "wall");
    format!("  {source}: {found} ({cells}, {walls})")
}

/// The map with its places, as a picture.
fn picture(map: &Map, tile: f64) -> Picture {
    let Places { start, goal, npcs, .. } = &map.places;
    let npcs = &cells(npcs);
    map.picture(&Scene { start: *start, goal: *goal, npcs, ..Scene::default() }, tile)
}

/// A link, in an answer.
fn link(link: &MapLink) -> Value {
    let MapLink { name, from, to, cost, is_both_ways, mask } = link;
    json!({
        "name": name, "from": from, "to": to, "cost": cost, "one_way": !is_both_ways, "mask": mask,
    })
}

/// A link, as a line.
fn link_line(link: &MapLink) -> String {
    let MapLink { name, from, to, cost, is_both_ways, .. } = link;
    let back = if *is_both_ways { " and back" } else { "" };
    format!(
        "link {name} from {}, {} to {}, {}{back}, at a cost of {cost}",
        from.row, from.column, to.row, to.column
    )
}

fn cells(npcs: &[Npc]) -> Vec<Cell> {
    npcs.iter().map(|npc| npc.cell).collect()
}

/// The answer: the output, and the map as it was read.
struct ConvertAnswer {
    saved: Option<OutputFile>,
    /// None for a map that was only converted and does not say which cells are walkable.
    understood: Option<LoadedMap>,
    is_shown: bool,
}

impl Answer for ConvertAnswer {
    /// The document, `tilewright/path-convert/2`; with `show` also the rows of text.
    fn json(&self, head: &Head) -> serde_json::Result<Option<Vec<u8>>> {
        let Some(LoadedMap { map, sources, warnings, .. }) = &self.understood else {
            return Ok(None);
        };

        let mut document = json!({
            "rows": map.size().rows,
            "columns": map.size().columns,
            "walkable": map.walkable_count(),
            "sources": sources.iter().map(listed).collect::<Vec<_>>(),
            "start": map.places.start,
            "goal": map.places.goal,
            "npcs": cells(&map.places.npcs),
            "warnings": warnings,
        });

        if !map.places.links.is_empty() {
            document["links"] = map.places.links.iter().map(link).collect();
        }

        if let Some(stagger) = map.shape().stagger() {
            document["stagger"] = stagger.name().into();
        }
        if let CellShape::Diamond(_) = map.shape() {
            document["cells"] = "diamonds".into();
        }

        if self.is_shown {
            document["layout"] = map.to_string().lines().collect();
        }

        head.line("path-convert", &document).map(Some)
    }

    /// The map, its walkable cells and the rule.
    fn text(&self, medium: Medium) -> String {
        let Some(LoadedMap { map, sources, .. }) = &self.understood else {
            return String::new();
        };
        if !self.is_shown {
            return String::new();
        }

        let picture = picture(map, 1.0);
        let mut lines = Vec::new();
        if !picture.marks.is_empty() {
            lines.push(picture.to_text(medium.color));
        }

        let Size { rows, columns } = map.size();
        let (walkable, area) = (map.walkable_count(), map.size().area());
        let form = match map.shape() {
            CellShape::Square => "cells",
            CellShape::Hexagon(_) => "hexagonal cells",
            CellShape::Diamond(_) => "staggered cells",
        };
        lines.push(format!(
            "{rows} × {columns} {form}, {walkable} of {area} walkable, decided by:"
        ));
        lines.extend(sources.iter().map(line));

        let places = &map.places;
        let named = [("start", places.start), ("goal", places.goal)];
        let named = named.into_iter().filter_map(|(name, cell)| Some((name, cell?)));
        let npcs = places
            .npcs
            .iter()
            .map(|npc| (npc.name.as_deref().unwrap_or("npc"), npc.cell));

        let place = |(name, cell): (&str, Cell)| {
            format!("{name} at {}, {}", cell.row, cell.column)
        };
        lines.extend(named.chain(npcs).map(place));
        lines.extend(places.links.iter().map(link_line));
        lines.join("\n") + "\n"
    }

    fn drawing(&self, _: bool, _: &dyn Watch) -> anyhow::Result<Option<Drawing>> {
        let draw = |LoadedMap { map, .. }: &LoadedMap| Drawing {
            still: picture(map, tile_for(map.size())),
            animation: None,
        };
        Ok(self.understood.as_ref().map(draw))
    }

    fn file(&self, _: &str, _: &str, _: &Head) -> anyhow::Result<Option<OutputFile>> {
        Ok(self.saved.clone())
    }
}
