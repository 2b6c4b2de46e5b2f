//! Whether cells can be distinguished: at 24 pixels, in grey, and with colour-blind eyes.

use std::io::Cursor;

use serde_json::{Map, json};
use tilewright_draw::{Color, Picture, Point, Vision, theme};
use tilewright_grid::det;

use super::brush::Brush;
use super::cell::Appearance;
use super::contact::NAMES;
use super::legend::entries;
use super::{GROUND, blocker, layers, piece};
use crate::kind::Contents;
use crate::ruleset::Place;
use crate::{Json, Kind, Level, Preset, Ruleset};

/// The side of a cell in pixels. A PNG has two pixels per unit.
const SIDE: f64 = 24.0;
/// Differences of a pixel below this do not count. Lightness goes from 0 to 100.
const VISIBLE: f64 = 4.0;
/// The least mean difference of two cells over their pixels, in colour or lightness.
const LEAST: f64 = 1.5;
/// The least difference in lightness of a pixel that is part of a shape, and the least number of such
/// pixels, of 576.
const CONTRAST: f64 = 12.0;
const SHAPE: usize = 20;

/// A colour in CIE L*a*b*, of daylight (D65).
type Lab = [f64; 3];
/// A cell with its name.
type NamedKind = (Kind, String);

/// Every pixel of a cell, with each vision.
fn looks(draw: impl FnOnce(&mut Brush<'_>)) -> Vec<Vec<Lab>> {
    let pixels = pixels(draw);
    let seen =
        |vision: Vision| pixels.iter().map(|&pixel| lab(vision.color(pixel))).collect();
    Vision::ALL.into_iter().map(seen).collect()
}

/// The pixels of a cell as it is drawn.
fn pixels(draw: impl FnOnce(&mut Brush<'_>)) -> Vec<Color> {
    let mut picture = Picture::new(SIDE / 2.0, SIDE / 2.0, "a cell");
    picture.background = GROUND;
    draw(&mut Brush::new(&mut picture, Point::new(0.0, 0.0), SIDE / 2.0));
    let file = picture.to_png(&()).unwrap();
    let mut reader = png::Decoder::new(Cursor::new(file)).read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    let frame = reader.next_frame(&mut bytes).unwrap();
    assert_eq!((frame.width, frame.height), (24, 24));
    let pixels = bytes.chunks_exact(frame.color_type.samples());
    pixels.map(|pixel| Color::rgb(pixel[0], pixel[1], pixel[2])).collect()
}

/// The colour in CIE L*a*b*, by way of linear light and XYZ.
fn lab(color: Color) -> Lab {
    let linear = |channel: u8| {
        let share = f64::from(channel) / 255.0;
        if share <= 0.040_45 {
            share / 12.92
        } else {
            det::powf((share + 0.055) / 1.055, 2.4)
        }
    };

    let [red, green, blue] = [color.red, color.green, color.blue].map(linear);
    let curve = |share: f64| {
        if share > 0.008_856 { share.cbrt() } else { 7.787 * share + 16.0 / 116.0 }
    };

    let x = curve((0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505);
    let y = curve(0.2126 * red + 0.7152 * green + 0.0722 * blue);
    let z = curve((0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089);
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

/// The mean of the visible differences (CIE 1976), and the number of pixels with contrast.
fn difference(one: &[Lab], other: &[Lab]) -> (f64, usize) {
    let (mut sum, mut contrast) = (0.0, 0);
    for (one, other) in one.iter().zip(other) {
        let [light, a, b] = [0, 1, 2].map(|at| one[at] - other[at]);
        let apart = (light * light + a * a + b * b).sqrt();
        sum += if apart >= VISIBLE { apart } else { 0.0 };
        contrast += usize::from(light.abs() >= CONTRAST);
    }
    (sum / one.len() as f64, contrast)
}

/// The visions with which two cells look alike, with the difference.
fn alike_to(one: &[Vec<Lab>], other: &[Vec<Lab>]) -> Vec<String> {
    let each = Vision::ALL.into_iter().zip(one.iter().zip(other));
    let alike = each.filter_map(|(vision, (one, other))| {
        let (apart, contrast) = difference(one, other);
        let is_alike = apart < LEAST || contrast < SHAPE;
        is_alike.then(|| format!("{contrast:3} {apart:.2} {}", vision.name()))
    });
    alike.collect()
}

/// The pairs of cells that look alike.
fn alike(ruleset: &Ruleset, names: &[String], cells: &[NamedKind]) -> Vec<String> {
    let appearance = Appearance::new(ruleset, names);
    let draw = |&(kind, _): &NamedKind| looks(|brush| appearance.draw(brush, kind));
    let seen: Vec<_> = cells.iter().map(draw).collect();
    let mut alike = Vec::new();
    for (index, (_, name)) in cells.iter().enumerate() {
        for (other, (_, other_name)) in cells[..index].iter().enumerate() {
            for how in alike_to(&seen[index], &seen[other]) {
                alike.push(format!("{how}: {name} and {other_name}"));
            }
        }
    }
    alike.sort();
    alike
}

#[test]
fn cells_that_differ_in_shade_size_or_colour_alone_are_alike() {
    let box_of = |layers| looks(|brush| blocker::draw(brush, 0, false, layers));
    assert_eq!(alike_to(&box_of(1), &box_of(2)).len(), Vision::ALL.len(), "a shade");

    let star = |radius| looks(|brush| piece::draw_block(brush, 4, radius));
    assert_eq!(alike_to(&star(0.36), &star(0.35)).len(), Vision::ALL.len(), "a size");

    let disc = |fill| looks(|brush| brush.disc((0.5, 0.5), 0.4, fill, (fill, 0.01)));
    let (red, green) = (Color::hex(0xD5_5E_00), Color::hex(0x1E_8A_45));
    let alike = alike_to(&disc(red), &disc(green));
    assert!(alike.iter().any(|how| how.ends_with("grey")), "a colour: {alike:?}");

    let small = |digit: &str| {
        looks(|brush| {
            blocker::draw(brush, 0, false, 2);
            brush.disc((0.76, 0.24), 0.19, theme::INK, (theme::PAPER, 0.04));
            brush.text((0.76, 0.24), 0.34, theme::PAPER, digit.to_owned());
        })
    };
    assert!(!alike_to(&small("2"), &small("3")).is_empty(), "a small digit");
}

/// What each pixel of a block shows, whatever its paint: the cell, its paint, or a mark or an edge.
fn parts(color: u32) -> Vec<u8> {
    let cell = lab(super::ORDINARY);
    let paint = lab(super::paint(color));
    let near = |one: &Lab, other: &Lab| difference(&[*one], &[*other]).0 < 12.0;
    let seen = pixels(|brush| {
        brush.plate(0.5, 0.0, super::ORDINARY, (super::ORDINARY, 0.01));
        piece::draw_block(brush, color, 0.36);
    });
    let part = |pixel: Color| match lab(pixel) {
        pixel if near(&pixel, &cell) => 0,
        pixel if near(&pixel, &paint) => 1,
        _ => 2,
    };
    seen.into_iter().map(part).collect()
}

#[test]
fn blocks_differ_in_shape_or_mark() {
    for color in 0..8 {
        for other in 0..color {
            let pixels = parts(color).into_iter().zip(parts(other));
            let apart = pixels.filter(|(one, other)| one != other).count();
            assert!(apart >= 2 * SHAPE, "{color} and {other}: {apart} pixels");
        }
    }
}

fn names() -> Vec<String> {
    NAMES.map(str::to_owned).to_vec()
}

/// What can fill a cell: what the legend has, in each colour if it has one.
fn contents(ruleset: &Ruleset) -> Vec<NamedKind> {
    let bare = entries(ruleset).into_iter();
    let bare = bare.filter(|(kind, _)| kind.cover == 0 && kind.ground == 0);
    let colored = |(kind, name): NamedKind| {
        let colors = if kind.color == Kind::COLORLESS { 1 } else { names().len() };
        (0..colors).map(move |color| {
            if colors == 1 {
                return (kind, name.clone());
            }
            (Kind { color: color as u8, ..kind }, format!("{} {name}", names()[color]))
        })
    };
    let dealt = (Kind::ORDINARY, "dealt".to_owned());
    bare.flat_map(colored).chain([dealt]).collect()
}

/// A cell below each cover or on each ground, with each number of layers, and as it is.
fn layered(ruleset: &Ruleset, cells: &[NamedKind], place: Place) -> Vec<NamedKind> {
    let mut all = cells.to_vec();

    let kinds = (1..).zip(&ruleset.blocks).filter(|(_, block)| block.place == place);
    for (number, block) in kinds {
        for layers in 1..=block.layers {
            for (kind, name) in cells {
                let mut kind = *kind;
                if place == Place::Cover {
                    (kind.cover, kind.cover_layers) = (number, layers);
                } else {
                    (kind.ground, kind.ground_layers) = (number, layers);
                }
                all.push((kind, format!("{name} with {} {layers}", block.name)));
            }
        }
    }
    all
}

/// Whether a cover can be over it.
fn is_coverable(kind: Kind) -> bool {
    !matches!(kind.contents(), Contents::Obstacle | Contents::Blocker)
}

#[test]
fn cells_of_every_preset_are_told_apart() {
    for preset in Preset::ALL {
        let ruleset = Ruleset::preset(preset);
        let contents = contents(&ruleset);
        for place in [Place::Cover, Place::Ground] {
            let (free, fixed): (Vec<_>, Vec<_>) =
                contents.iter().cloned().partition(|&(kind, _)| is_coverable(kind));
            let mut cells = layered(&ruleset, &free, place);
            cells.extend(fixed);
            let alike = alike(&ruleset, &names(), &cells);
            assert!(alike.is_empty(), "{}: {alike:#?}", preset.name());
        }
    }
}

/// A ruleset with pieces of all effects, with and without a colour, and nine kinds of each place, more than
/// there are looks.
fn full() -> Ruleset {
    let effects = json!([
        "line", {"area": 1}, {"area": 2}, {"area": 3}, {"area": 4}, {"area": 5}, "cross",
        {"cross": 1}, {"cross": 2}, {"plus": 1}, {"plus": 2}, {"plus": 3}, "color", "board"
    ]);

    let goals =
        json!([{"goal": 1}, {"goal": 2}, {"goal": 1, "plus": 1}, {"goal": 1, "plus": 2}]);
    let effects =
        [&effects, &goals].into_iter().flat_map(|list| list.as_array().unwrap());

    let mut glyphs = 'A'..='Z';
    let mut pieces = Map::new();
    for (index, effect) in effects.enumerate() {
        let mut piece =
            json!({"fires": effect, "starts": ["hit"], "color": index % 2 == 0});

        let words = effect.to_string();
        if words.contains("area")
            || words.contains("cross\":")
            || words.contains("{\"plus")
        {
            piece["times"] = json!(2);
        }
        piece["glyph"] = json!(glyphs.next());
        pieces.insert(format!("piece{index}"), piece);
    }

    for effect in [json!("line"), json!({"area": 2})] {
        let glyph = glyphs.next();
        let piece =
            json!({"fires": effect, "starts": ["hit"], "color": true, "glyph": glyph});
        pieces.insert(format!("{glyph:?}"), piece);
    }

    let mut blocks = Map::new();
    for place in ["blocker", "cover", "ground", "ingredient"] {
        for letter in 'a'..='i' {
            let mut block = json!({"place": place});
            if place == "blocker" {
                block["moves"] = json!(matches!(letter, 'c' | 'f'));
            }
            if place != "ingredient" {
                block["layers"] = json!(if letter == 'a' { 9 } else { 1 });
            }
            blocks.insert(format!("{letter}{place}"), block);
        }
    }
    let rules = Json::of(&json!({"pieces": pieces, "blocks": blocks}));
    Ruleset::read(Some(&rules), None).unwrap()
}

#[test]
fn all_effects_and_looks_are_told_apart() {
    let ruleset = full();
    let cells = entries(&ruleset);
    assert!(cells.len() > 70, "{}", cells.len());
    let alike = alike(&ruleset, &names(), &cells);
    assert!(alike.is_empty(), "{alike:#?}");
}

#[test]
fn the_layers_of_a_cell_are_the_whole_cell() {
    for preset in Preset::ALL {
        let document = format!(
            r#"{{"rows": 1, "columns": 1, "rules": "{}", "layout": [["-"]]}}"#,
            preset.name()
        );

        let level: Level = document.parse().unwrap();
        for layers::Entry { token, kind, .. } in layers::legend_entries(&level) {
            let parts = layers::layers(&level, kind, 40.0).map(|layer| layer.shapes);
            assert_eq!(
                layers::whole(&level, kind, 40.0).shapes,
                parts.concat(),
                "{token}"
            );
            assert!(!parts[0].is_empty(), "{token}: a cell has a ground");
        }
    }
}

#[test]
fn a_cover_lies_on_what_moves_and_on_nothing_that_stands() {
    let document = r#"{"rows": 1, "columns": 1, "rules": "royal", "layout": [["."]]}"#;
    let level: Level = document.parse().unwrap();
    let takes = |token: &str| {
        let entries = layers::legend_entries(&level).into_iter();
        let mut found = entries.filter(|entry| entry.token == token);
        let found = found.next_back().unwrap();
        layers::takes_cover(&level, found.kind)
    };
    assert_eq!(["egg1", "B", "box2", "#"].map(takes), [true, true, false, false]);
}
