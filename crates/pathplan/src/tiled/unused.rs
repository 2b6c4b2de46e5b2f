//! Warnings of what could be a wall and is not used.

use std::collections::{BTreeMap, BTreeSet};

use tilewright_formats::tiled::{Gid, LayerKind, Object, Properties, Value};

use super::layers::{PlacedLayer, kind_of};
use super::mask::Mask;
use super::places::role;
use super::properties::{TileGround, truth};
use super::read::Reader;
use super::stand::figures;
use super::walls::IdleObjects;
use super::words::{counted, is_harmless, is_one, suggests_walls};
use super::{Source, words};

/// The largest number of layers that are compared with the walls of the map.
const MOST_LAYERS: usize = 32;

/// Something that could be a wall and is not used.
pub(super) struct UnusedSource {
    pub(super) source: Source,
    pub(super) text: String,
}

impl Reader<'_> {
    /// What was seen and not used, if it would add a wall to these cells.
    pub(super) fn unused(&self, cells: &[TileGround]) -> Vec<UnusedSource> {
        let mut found = self.left_out(cells);
        found.extend(self.layers_aside(cells));
        found.extend(self.hidden_aside(cells));
        found.extend(self.properties_aside());
        found.extend(self.objects_aside(cells));
        found
    }

    /// The sources that the options leave out.
    fn left_out(&self, cells: &[TileGround]) -> Vec<UnusedSource> {
        let sources = Source::ALL.into_iter().filter(|source| !self.is_used(*source));
        let found = sources.filter_map(|source| {
            let (finding, blocked) = if source == Source::Properties {
                let base = self.by_properties().ok()??;
                let blocked = base.cells.iter().map(|says| says.ground.is_blocked());
                (base.finding, blocked.collect())
            } else {
                // A source that cannot be read is no loss to those who leave it out.
                let walls = self.walls(source).ok()??;
                (walls.finding, walls.blocked)
            };
            let lost = lost(cells, &blocked)?;
            let text = format!("{}, left out by the options ({lost})", finding.found);
            Some(UnusedSource { source, text })
        });
        found.collect()
    }

    /// Layers that block usually, or whose names suggest walls.
    fn layers_aside(&self, cells: &[TileGround]) -> Vec<UnusedSource> {
        let mut found = Vec::new();
        let is_left_out = !self.is_used(Source::Layer);

        let mut looked_at = 0;
        for placed in self.layers.iter().filter(|placed| placed.has_content()) {
            let PlacedLayer { layer, blocks, is_usual, .. } = placed;
            let names = || [&layer.name, &layer.class].into_iter();
            let suggests = names().any(|name| suggests_walls(name) && !is_harmless(name));
            let is_image = matches!(layer.kind, LayerKind::Image(_));
            let wanted = *is_usual || suggests;
            if !wanted || *blocks && !is_image || is_left_out && *is_usual {
                continue;
            }

            let name = words::quoted([layer.name.as_str()]);
            if is_image {
                let text = format!("the layer {name}, as it is an image");
                found.push(UnusedSource { source: Source::Layer, text });
                continue;
            }

            // Each costs as much as the map has cells.
            looked_at += 1;
            if looked_at > MOST_LAYERS {
                let text = "further layers, although their names suggest walls";
                found.push(UnusedSource { source: Source::Layer, text: text.to_owned() });
                break;
            }

            let mut mask = Mask::new(self.frame);
            if self.cover_layer(placed, &mut mask, &mut IdleObjects::default()).is_err() {
                continue;
            }
            let Some(lost) = lost(cells, &mask.covered()) else { continue };

            let why = if *is_usual {
                "as the options name other layers"
            } else {
                "although its name suggests walls"
            };

            let text = format!("the layer {name}, {why} ({lost})");
            found.push(UnusedSource { source: Source::Layer, text });
        }

        found
    }

    /// Hidden layers whose tiles would be walls, or the only floor, if they were seen.
    fn hidden_aside(&self, cells: &[TileGround]) -> Vec<UnusedSource> {
        let names = |placed: &PlacedLayer<'_>| {
            [&placed.layer.name, &placed.layer.class].map(String::clone)
        };
        // Of those that suggest walls, every tile was named above.
        let is_named = |placed: &PlacedLayer<'_>| {
            names(placed).iter().any(|it| suggests_walls(it) && !is_harmless(it))
        };

        let hidden = self.layers.iter().filter(|it| !it.counts() && it.has_content());
        let mut found = Vec::new();
        for (index, placed) in hidden.filter(|it| !is_named(it)).enumerate() {
            let source = Source::Layer;
            if index == MOST_LAYERS {
                let text = "further hidden layers".to_owned();
                found.push(UnusedSource { source, text });
                break;
            }
            let Ok(mask) = self.hidden_walls(placed) else { continue };

            let walls = count_lost(cells, &mask.covered());
            if walls > 0 {
                let name = words::quoted([placed.layer.name.as_str()]);
                let walls = counted(walls, "wall");
                let text = format!("{walls} of the hidden layer {name}");
                found.push(UnusedSource { source, text });
            }

            // Where visible tiles are marked too, these say what the floor is.
            let is_marked = cells.iter().any(|says| says.is_listed);
            let marks = if is_marked { 0 } else { self.hidden_marks(placed) };
            if marks > 0 {
                let name = words::quoted([placed.layer.name.as_str()]);
                let text = format!(
                    "{marks} tiles of the hidden layer {name} that are marked as walkable"
                );
                found.push(UnusedSource { source, text });
            }
        }

        found
    }

    /// Properties of used tiles and of their tilesets that suggest walls.
    fn properties_aside(&self) -> Vec<UnusedSource> {
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        let mut sets = BTreeSet::new();
        for (gid, count) in self.used_tiles() {
            let Some(tile) = self.file.tile(Gid::new(gid)) else { continue };

            if self.suggesting(&tile.tileset.properties).next().is_some()
                || self.words.verdict(&tile.tileset.properties).is_wall() == Some(true)
            {
                sets.insert(tile.tileset.name.clone());
            }

            let Some(own) = tile.tile() else { continue };

            let properties = self.words.with_class(&own.properties, &own.kind);
            let odd = self.words.verdict(&properties).odd;
            let odd = odd
                .into_iter()
                .map(|name| format!("{name}, which is not true or false,"));
            let names: Vec<String> = odd.chain(self.suggesting(&properties)).collect();

            for name in names {
                *counts.entry(name).or_default() += count;
            }

            if suggests_walls(&own.kind) && !words::is_wall(&own.kind) {
                *counts.entry(format!("class {}", own.kind)).or_default() += count;
            }
        }

        let source = Source::Properties;
        let mut found: Vec<UnusedSource> = Vec::new();
        for (name, count) in counts {
            let what = if name.starts_with("class ") { "" } else { "property " };
            let text = format!("the {what}{name} of tiles ({})", counted(count, "cell"));
            found.push(UnusedSource { source, text });
        }

        if !sets.is_empty() {
            let names = words::quoted(sets.iter().map(String::as_str));
            let text = format!(
                "properties of the tileset {names}, as only those of single tiles count"
            );
            found.push(UnusedSource { source, text });
        }

        found
    }

    /// The names of true properties that suggest walls and are not known.
    fn suggesting<'p>(
        &'p self,
        properties: &'p Properties,
    ) -> impl Iterator<Item = String> + 'p {
        let known = |name: &str| {
            is_one(name, &words::SOLID)
                || is_one(name, &words::WALKABLE)
                || self.options.solid.iter().any(|own| words::same(own, name))
        };
        // False says of most properties that there is no wall, but not of those such as `canBlock`.
        let is_true = |value: &Value| truth(value) != Some(false);
        properties
            .iter()
            .filter(move |(name, _)| suggests_walls(name) && !known(name))
            .filter(move |(_, property)| is_true(&property.value))
            .map(|(name, _)| name.to_owned())
    }

    /// Objects whose classes, names or properties suggest walls, and walkable tiles over walls.
    fn objects_aside(&self, cells: &[TileGround]) -> Vec<UnusedSource> {
        let mut names: BTreeMap<String, usize> = BTreeMap::new();
        let (mut bridges, mut mask) = (0, Mask::new(self.frame));
        for placed in self.layers.iter().filter(|placed| !placed.blocks) {
            for object in placed.objects() {
                if role(self.file, object).is_some() || self.why_wall(object).is_some() {
                    continue;
                }

                // A walkable tile as an object looks like a bridge, but objects only add walls.
                let says = self.verdict(object).is_wall();
                if says == Some(false) && self.file.object_tile(object).is_some() {
                    let offset = self.frame.pixels(placed);
                    let figures = figures(self.file, &self.frame, object, offset);
                    bridges += 1;
                    let _ = figures.iter().try_for_each(|it| mask.cover(it).map(drop));
                }

                if says.is_none()
                    && let Some(why) = self.suggestion(object)
                {
                    *names.entry(why).or_default() += 1;
                }
            }
        }

        let source = Source::Objects;
        let unused = names.into_iter().map(|(why, count)| UnusedSource {
            source,
            text: format!("{} of the {why}", counted(count, "object")),
        });
        let mut found: Vec<UnusedSource> = unused.collect();
        let over = cells.iter().zip(mask.covered());
        let over = over.filter(|(says, over)| *over && says.ground.is_blocked()).count();

        if over > 0 {
            let text = format!(
                "the walkable tiles of {}, as objects only add walls ({})",
                counted(bridges, "object"),
                counted(over, "cell")
            );
            found.push(UnusedSource { source: Source::TileObjects, text });
        }

        found
    }

    /// What suggests that an object is a wall.
    fn suggestion(&self, object: &Object) -> Option<String> {
        let merged = object.merged();
        let kind = kind_of(self.file, object);
        let name = merged.name.clone().unwrap_or_default();
        if suggests_walls(&kind) {
            return Some(format!("class {kind}"));
        }
        if suggests_walls(&name) {
            return Some(format!("name {name}"));
        }

        let property = self.suggesting(&merged.properties).next()?;
        Some(format!("property {property}"))
    }
}

/// The number of cells that are not walls and would be, in words; `None` if there are none.
fn lost(cells: &[TileGround], blocked: &[bool]) -> Option<String> {
    let count = count_lost(cells, blocked);
    (count > 0).then(|| counted(count, "cell"))
}

/// The number of cells that are not walls and would be.
fn count_lost(cells: &[TileGround], blocked: &[bool]) -> usize {
    let both = cells.iter().zip(blocked);
    both.filter(|(says, blocked)| **blocked && !says.ground.is_blocked()).count()
}
