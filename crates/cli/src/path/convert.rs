//! `tilewright path convert`: a map in, the same map in another form out.

use std::path::Path;

use anyhow::{Context as _, anyhow};
use serde_json::json;
use tilewright_draw::{Format, export};
use tilewright_grid::{Cell, Size};
use tilewright_pathplan::Map;
use tilewright_pathplan::picture::{Scene, tile_for};

use super::load::{self, Loaded, Source};
use super::save::{self, Form};
use crate::arguments::Convert;
use crate::context::Context;
use crate::failure::{Failure, Hint, Verdict};
use crate::files;
use crate::progress::Progress;

pub(crate) fn run(arguments: &Convert, context: &Context) -> Result<Verdict, Failure> {
    let form = arguments.output.as_deref().map(Form::of).transpose()?;
    let format = arguments.picture.as_deref().map(Format::from_path).transpose()?;
    for path in [&arguments.output, &arguments.picture].into_iter().flatten() {
        files::check_free(path, context.force)?;
    }
    let output = arguments.output.as_deref().zip(form);
    let is_asked = arguments.show || context.json || arguments.picture.is_some();
    if let Some((output, form)) =
        output.filter(|(_, form)| form.is_editors() && !is_asked)
        && translate(arguments, output, form, context)?
    {
        return Ok(Verdict::Done);
    }
    let loaded = load::map(&arguments.input, &arguments.walkability, context)?;
    if let Some((path, format)) = arguments.picture.as_deref().zip(format) {
        let drawn = Progress::during(context, "drawing", || {
            let Loaded { map, .. } = &loaded;
            export(&map.picture(&scene(map), tile_for(map.size())), None, format)
        })?;
        files::write(path, &drawn, context.force)?;
    }
    if let Some((output, form)) = output {
        Progress::during(context, "writing the map", || {
            write(&loaded, &arguments.input, output, form, context)
        })?;
    }
    if context.json {
        return context.print_json(&answer(&loaded));
    }
    if arguments.show {
        return context.print(show(&loaded, context).as_bytes());
    }
    Ok(Verdict::Done)
}

/// Turns one form of a map of the editor into the other, whatever it says of walking; not when
/// the map is none of the editor.
fn translate(
    arguments: &Convert,
    output: &Path,
    form: Form,
    context: &Context,
) -> Result<bool, Failure> {
    let input = &*arguments.input;
    // Standard input cannot be read twice.
    if input == Path::new(files::DASH) {
        return Ok(false);
    }
    let bytes =
        files::read_map_bytes(input).with_context(|| input.display().to_string())?;
    if !load::is_editors(input, &bytes) {
        return Ok(false);
    }
    let (mut file, unread) =
        load::editor(input, &bytes, arguments.walkability.project.as_deref())?;
    for unread in unread {
        context.say(&format!("{}: {}", input.display(), unread.error));
    }
    let prefix = files::lead(output, input);
    let prefix =
        prefix.ok_or_else(|| anyhow!("no relative path leads to the map's files"));
    file.rebase(&prefix.hint("write the map beside the one that was read")?);
    save::editors(output, form, &file, &[], context)?;
    Ok(true)
}

fn write(
    loaded: &Loaded,
    input: &Path,
    output: &Path,
    form: Form,
    context: &Context,
) -> Result<(), Failure> {
    let Loaded { map, source, .. } = loaded;
    if !form.is_editors() {
        for what in left_out(map, form) {
            context.say(&format!("left out: {what}"));
        }
    }
    match (form, source) {
        (Form::Tmx | Form::Tmj, _) => {
            let (file, sheets) = save::as_editors(map, source, input, output)?;
            save::editors(output, form, &file, &sheets, context)
        }
        (Form::Movingai, Source::Movingai(file)) => {
            files::write(output, file.to_string().as_bytes(), context.force)
        }
        (Form::Movingai, _) => {
            let text = map.to_movingai().to_string();
            files::write(output, text.as_bytes(), context.force)
        }
        (Form::Text, _) => {
            files::write(output, map.to_string().as_bytes(), context.force)
        }
    }
}

/// What the map says and the form has no place for.
fn left_out(map: &Map, form: Form) -> Vec<&'static str> {
    let again = match form {
        Form::Text => map.to_string().parse().ok(),
        _ => Map::from_movingai(&map.to_movingai()).ok(),
    };
    let again: &Map = again.as_ref().unwrap_or(map);
    let free = |map: &Map, values: Vec<String>| {
        let is_walkable =
            map.grounds().values().iter().map(|ground| !ground.is_blocked());
        values.into_iter().zip(is_walkable).filter(|(_, free)| *free).collect::<Vec<_>>()
    };
    let costs = |map: &Map| free(map, map.costs().iter().map(f64::to_string).collect());
    let danger = |map: &Map| free(map, map.danger().iter().map(u32::to_string).collect());
    let mut found = Vec::new();
    if map.grounds() != again.grounds() {
        found.push("swamp, of which the cost or the danger is kept");
    }
    if costs(map) != costs(again) {
        found
            .push("costs that are no digit from 2 to 9 or that no character is left for");
    }
    if danger(map) != danger(again) {
        found.push("danger that is not 1 or that no character is left for");
    }
    let places = &map.places;
    if places.start.is_some() || places.goal.is_some() || !places.npcs.is_empty() {
        found.push("the start, the goal and the npcs");
    }
    found
}

fn scene(map: &Map) -> Scene<'_> {
    let places = &map.places;
    Scene {
        start: places.start,
        goal: places.goal,
        npcs: &places.npcs,
        ..Scene::default()
    }
}

/// The JSON answer, `tilewright/path-convert/1`.
fn answer(loaded: &Loaded) -> serde_json::Value {
    let Loaded { map, rule, found, warnings, .. } = loaded;
    json!({
        "schema": "tilewright/path-convert/1",
        "rows": map.size().rows,
        "columns": map.size().columns,
        "walkable": map.walkable_count(),
        "rule": rule,
        "found": found,
        "start": map.places.start,
        "goal": map.places.goal,
        "npcs": map.places.npcs,
        "warnings": warnings,
    })
}

/// The map and what was understood of it.
fn show(loaded: &Loaded, context: &Context) -> String {
    let Loaded { map, found, .. } = loaded;
    let picture = map.picture(&scene(map), 1.0);
    let mut lines = Vec::new();
    if !picture.marks.is_empty() {
        lines.push(picture.to_text(context.color));
    }
    let Size { rows, columns } = map.size();
    let (walkable, area) = (map.walkable_count(), map.size().area());
    lines.push(format!(
        "{rows} × {columns} cells, {walkable} of {area} walkable, by {found}"
    ));
    let places = &map.places;
    let named = [("start", places.start), ("goal", places.goal)];
    let named = named.into_iter().filter_map(|(name, cell)| Some((name, cell?)));
    let npcs = places.npcs.iter().map(|&cell| ("npc", cell));
    let place =
        |(name, cell): (&str, Cell)| format!("{name} at {}, {}", cell.row, cell.column);
    lines.extend(named.chain(npcs).map(place));
    lines.join("\n") + "\n"
}
