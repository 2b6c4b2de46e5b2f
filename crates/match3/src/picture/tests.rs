//! Whether cells can be distinguished: at 24 pixels, in grey, and with colour-blind eyes.

use std::io::Cursor;

use serde_json::{Map, json};
use tilewright_draw::{Picture, Point};
use tilewright_grid::det;

use super::GROUND;
use super::brush::Brush;
use super::cell::Appearance;
use super::legend::entries;
use crate::kind::Contents;
use crate::ruleset::Place;
use crate::{Kind, Preset, Ruleset};

/// The side of a cell in pixels. A PNG has two pixels per unit.
const SIDE: f64 = 24.0;
/// Differences of the lightness of a pixel below this do not count. Lightness goes from 0 to 100.
const VISIBLE: f64 = 4.0;
/// The least mean difference of two cells over their pixels.
const LEAST: f64 = 1.5;

/// How linear red, green and blue are seen.
type Sight = [[f64; 3]; 3];

/// Normal sight, then protanopia, deuteranopia and tritanopia: the matrices of G. M. Machado, M. M.
/// Oliveira and L. A. F. Fernandes, *A Physiologically-based Model for Simulation of Color Vision
/// Deficiency*, IEEE Transactions on Visualization and Computer Graphics 15 (2009), for severity 1.0.
const SIGHTS: [(&str, Sight); 4] = [
    ("grey", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
    (
        "protanopia",
        [
            [0.152_286, 1.052_583, -0.204_868],
            [0.114_503, 0.786_281, 0.099_216],
            [-0.003_882, -0.048_116, 1.051_998],
        ],
    ),
    (
        "deuteranopia",
        [
            [0.367_322, 0.860_646, -0.227_968],
            [0.280_085, 0.672_501, 0.047_413],
            [-0.011_820, 0.042_940, 0.968_881],
        ],
    ),
    (
        "tritanopia",
        [
            [1.255_528, -0.076_749, -0.178_779],
            [-0.078_411, 0.930_809, 0.147_602],
            [0.004_733, 0.691_367, 0.303_900],
        ],
    ),
];

/// A cell with its name.
type Named = (Kind, String);

/// The lightness L* of every pixel of a cell, with each sight.
fn lightness(appearance: &Appearance<'_>, kind: Kind) -> [Vec<f64>; 4] {
    let mut picture = Picture::new(SIDE / 2.0, SIDE / 2.0, "a cell");
    picture.background = GROUND;
    let corner = Point::new(0.0, 0.0);
    appearance.draw(&mut Brush::new(&mut picture, corner, SIDE / 2.0), kind);
    let file = picture.to_png(&()).unwrap();
    let mut reader = png::Decoder::new(Cursor::new(file)).read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    let frame = reader.next_frame(&mut bytes).unwrap();
    assert_eq!((frame.width, frame.height), (24, 24));
    let pixels = bytes.chunks_exact(frame.color_type.samples());
    let pixels: Vec<_> =
        pixels.map(|pixel| [pixel[0], pixel[1], pixel[2]].map(linear)).collect();
    SIGHTS.map(|(_, sight)| pixels.iter().map(|&pixel| seen(sight, pixel)).collect())
}

/// A channel of sRGB as a share of the light.
fn linear(channel: u8) -> f64 {
    let share = f64::from(channel) / 255.0;
    if share <= 0.040_45 {
        share / 12.92
    } else {
        det::powf((share + 0.055) / 1.055, 2.4)
    }
}

/// The lightness of a colour.
fn seen(sight: Sight, pixel: [f64; 3]) -> f64 {
    let channel = |row: [f64; 3]| {
        let sum: f64 = row.iter().zip(pixel).map(|(weight, light)| weight * light).sum();
        sum.clamp(0.0, 1.0)
    };
    let [red, green, blue] = sight.map(channel);
    let luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    if luminance > 0.008_856 {
        116.0 * luminance.cbrt() - 16.0
    } else {
        903.3 * luminance
    }
}

/// The mean of the visible differences.
fn difference(one: &[f64], other: &[f64]) -> f64 {
    let each = one.iter().zip(other).map(|(one, other)| (one - other).abs());
    each.filter(|&apart| apart >= VISIBLE).sum::<f64>() / one.len() as f64
}

/// The pairs of cells that look alike, with the sight and the difference.
fn alike(ruleset: &Ruleset, names: &[String], cells: &[Named]) -> Vec<String> {
    let appearance = Appearance::new(ruleset, names);
    let seen: Vec<_> =
        cells.iter().map(|&(kind, _)| lightness(&appearance, kind)).collect();
    let mut alike = Vec::new();
    for (index, (_, name)) in cells.iter().enumerate() {
        for (other, (_, other_name)) in cells[..index].iter().enumerate() {
            for (sight, (sight_name, _)) in SIGHTS.iter().enumerate() {
                let apart = difference(&seen[index][sight], &seen[other][sight]);
                if apart < LEAST {
                    alike.push(format!(
                        "{apart:.2} {sight_name}: {name} and {other_name}"
                    ));
                }
            }
        }
    }
    alike.sort();
    alike
}

fn names() -> Vec<String> {
    ["red", "green", "blue", "yellow", "purple", "orange", "cyan", "white"]
        .map(str::to_owned)
        .to_vec()
}

/// What can fill a cell: what the legend has, in each colour if it has one.
fn contents(ruleset: &Ruleset) -> Vec<Named> {
    let bare = entries(ruleset).into_iter();
    let bare = bare.filter(|(kind, _)| kind.cover == 0 && kind.ground == 0);
    let colored = |(kind, name): Named| {
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
fn layered(ruleset: &Ruleset, cells: &[Named], place: Place) -> Vec<Named> {
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
    Ruleset::read(Some(&json!({"pieces": pieces, "blocks": blocks})), None).unwrap()
}

#[test]
fn all_effects_and_looks_are_told_apart() {
    let ruleset = full();
    let cells = entries(&ruleset);
    assert!(cells.len() > 70, "{}", cells.len());
    let alike = alike(&ruleset, &names(), &cells);
    assert!(alike.is_empty(), "{alike:#?}");
}
