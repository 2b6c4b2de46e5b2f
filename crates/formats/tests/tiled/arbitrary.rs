//! Arbitrary maps and tilesets.

use std::collections::BTreeMap;

use proptest::collection::{btree_map, vec};
use proptest::option::of;
use proptest::prelude::*;
use tilewright_formats::tiled::*;
use tilewright_grid::{Grid, Size};

use crate::tiled::values::{number, properties, text};

fn image() -> impl Strategy<Value = Image> {
    (of("[a-z]{1,3}"), of("[a-z./]{1,9}"), of(text()), of(any::<u32>()), of(any::<u32>()))
        .prop_map(|(format, source, transparent, width, height)| Image {
            format,
            source,
            transparent,
            width,
            height,
            ..Image::default()
        })
}

fn shape() -> impl Strategy<Value = Shape> {
    let points = || vec((number(), number()), 0..4);
    prop_oneof![
        Just(Shape::Rectangle),
        Just(Shape::Ellipse),
        Just(Shape::Capsule),
        Just(Shape::Point),
        points().prop_map(Shape::Polygon),
        points().prop_map(Shape::Polyline),
        (text(), text(), any::<[bool; 6]>(), text(), any::<u32>()).prop_map(
            |(content, font, flags, align, pixel_size)| Shape::Text(Text {
                content,
                font,
                pixel_size,
                wrap: flags[0],
                bold: flags[1],
                italic: flags[2],
                underline: flags[3],
                strikeout: flags[4],
                kerning: flags[5],
                color: align.clone(),
                halign: align.clone(),
                valign: align,
            })
        ),
    ]
}

/// A number that does not go without saying.
fn side() -> impl Strategy<Value = Option<f64>> {
    of(number()
        .prop_filter("that goes without saying", |side| ![0.0, 1.0].contains(side)))
}

fn object() -> impl Strategy<Value = Object> {
    let names =
        (of("[a-z<\n]{1,5}"), of("[a-z]{1,5}"), of(any::<u32>().prop_map(Gid::new)));
    let sides = (side(), side(), side(), side());
    (
        any::<u32>(),
        names,
        (number(), number()),
        sides,
        any::<bool>(),
        shape(),
        properties(),
    )
        .prop_map(|(id, names, (x, y), sides, is_hidden, shape, properties)| {
            Object {
                id,
                name: names.0,
                kind: names.1,
                gid: names.2,
                x,
                y,
                width: sides.0,
                height: sides.1,
                rotation: sides.2,
                opacity: sides.3,
                visible: is_hidden.then_some(false),
                properties,
                ..Object::new(shape, x, y)
            }
        })
}

fn cells(least: u32) -> impl Strategy<Value = Grid<Gid>> {
    (least..5, least..5).prop_flat_map(|(rows, columns)| {
        let size = Size::new(rows, columns);
        vec(any::<u32>().prop_map(Gid::new), size.area())
            .prop_map(move |cells| Grid::from_values(size, cells).unwrap())
    })
}

fn tile_layer() -> impl Strategy<Value = TileLayer> {
    let chunk =
        (any::<i32>(), any::<i32>(), cells(0)).prop_map(|(row, column, cells)| Chunk {
            row,
            column,
            cells,
            extras: Extras::default(),
        });
    let size =
        (any::<u32>(), any::<u32>()).prop_map(|(rows, columns)| Size { rows, columns });
    prop_oneof![
        // Nothing is what an infinite layer without chunks holds too.
        cells(1).prop_map(TileLayer::Finite),
        (size, vec(chunk, 1..3))
            .prop_map(|(size, chunks)| TileLayer::Infinite { size, chunks }),
    ]
}

fn object_layer() -> impl Strategy<Value = LayerKind> {
    (of(text()), of(text()), vec(object(), 0..3)).prop_map(
        |(color, draw_order, objects)| {
            LayerKind::Objects(ObjectLayer { color, draw_order, objects })
        },
    )
}

fn layer_of(kind: impl Strategy<Value = LayerKind>) -> impl Strategy<Value = Layer> {
    let names = (text(), text(), of(text()), of(text()));
    let numbers = proptest::array::uniform7(number());
    (any::<u32>(), names, numbers, any::<[bool; 2]>(), properties(), kind).prop_map(
        |(id, (name, class, tint, mode), numbers, flags, properties, kind)| Layer {
            id,
            name,
            class,
            x: numbers[0],
            y: numbers[1],
            opacity: numbers[2],
            visible: flags[0],
            locked: flags[1],
            tint,
            mode,
            offset_x: numbers[3],
            offset_y: numbers[4],
            parallax_x: numbers[5],
            parallax_y: numbers[6],
            properties,
            kind,
            extras: Extras::default(),
        },
    )
}

fn layer() -> impl Strategy<Value = Layer> {
    let images = (any::<bool>(), any::<bool>(), of(image())).prop_map(|image| {
        LayerKind::Image(ImageLayer {
            repeat_x: image.0,
            repeat_y: image.1,
            image: image.2,
        })
    });
    let plain = layer_of(prop_oneof![
        tile_layer().prop_map(LayerKind::Tiles),
        object_layer(),
        images
    ]);
    plain.prop_recursive(2, 6, 2, |layer| {
        layer_of(vec(layer, 0..3).prop_map(LayerKind::Group))
    })
}

fn tile() -> impl Strategy<Value = Tile> {
    let frame = any::<(u32, u32)>().prop_map(|(tile, duration)| Frame {
        tile,
        duration,
        ..Frame::default()
    });
    let rectangle = (of(any::<i32>()), of(any::<u32>()));
    let collision = of(layer_of(object_layer()));
    (text(), number(), rectangle, properties(), of(image()), collision, vec(frame, 0..3))
        .prop_map(
            |(kind, probability, sides, properties, image, collision, animation)| Tile {
                kind,
                probability,
                x: sides.0,
                y: sides.0,
                width: sides.1,
                height: sides.1,
                properties,
                image,
                collision,
                animation,
                extras: Extras::default(),
            },
        )
}

/// A tileset of any kind.
pub(crate) fn tileset() -> impl Strategy<Value = Tileset> {
    let offset = any::<(i32, i32)>().prop_map(|(x, y)| TileOffset { x, y });
    let grid = (text(), any::<u32>(), any::<u32>())
        .prop_map(|(orientation, width, height)| TileGrid { orientation, width, height });
    let turns = any::<[bool; 4]>().prop_map(|flags| Transformations {
        horizontal: flags[0],
        vertical: flags[1],
        rotate: flags[2],
        prefer_untransformed: flags[3],
    });
    let parts = (of(offset), of(grid), of(turns), of(image()), properties());
    let tiles = btree_map(any::<u32>(), tile(), 0..3);
    (text(), any::<[u32; 6]>(), of(text()), parts, tiles).prop_map(
        |(name, numbers, word, parts, tiles)| Tileset {
            version: word.clone(),
            tiled_version: word.clone(),
            class: name.clone(),
            spacing: numbers[4],
            margin: numbers[5],
            background: word.clone(),
            object_alignment: word.clone(),
            render_size: word.clone(),
            fill_mode: word,
            offset: parts.0,
            grid: parts.1,
            transformations: parts.2,
            image: parts.3,
            properties: parts.4,
            tiles,
            ..Tileset::new(name, numbers[0], numbers[1], numbers[2], numbers[3])
        },
    )
}

/// A map of any kind, its tilesets in the map.
pub(crate) fn map() -> impl Strategy<Value = Map> {
    let orientation = prop_oneof![
        Just(Orientation::Orthogonal),
        Just(Orientation::Hexagonal),
        Just(Orientation::Other("spherical".into())),
    ];
    let words = (text(), of(text()), of(any::<i32>()));
    let tilesets = btree_map(any::<u32>(), tileset(), 0..3);
    let ids = (1..u32::MAX, 1..u32::MAX);
    let parts = (properties(), vec(layer(), 0..4), tilesets, ids);
    (orientation, any::<[u32; 4]>(), words, number(), any::<bool>(), parts).prop_map(
        |(orientation, numbers, (text, word, whole), number, infinite, parts)| Map {
            version: text.clone(),
            tiled_version: word.clone(),
            class: text,
            orientation,
            render_order: RenderOrder::LeftUp,
            compression_level: whole,
            columns: numbers[0],
            rows: numbers[1],
            tile_width: numbers[2],
            tile_height: numbers[3],
            infinite,
            hex_side_length: whole,
            stagger_axis: word.clone(),
            stagger_index: word.clone(),
            skew_x: whole,
            skew_y: whole,
            parallax_origin_x: number,
            parallax_origin_y: number,
            background: word,
            next_layer_id: parts.3.0,
            next_object_id: parts.3.1,
            properties: parts.0,
            layers: parts.1,
            tilesets: embedded(parts.2),
            extras: Extras::default(),
        },
    )
}

fn embedded(tilesets: BTreeMap<u32, Tileset>) -> Vec<MapTileset> {
    tilesets
        .into_iter()
        .map(|(first_gid, tileset)| MapTileset {
            first_gid,
            tileset: tileset.into(),
            ..MapTileset::default()
        })
        .collect()
}
