//! The real maps as the crate `tiled` reads them.

use std::path::Path;

use tilewright_formats::tiled::{
    Gid, Layer, LayerKind, Map, Object, Properties, TileLayer, TileRef, Tileset, Value,
};

use crate::tiled::files::{data, disk};

const MAPS: [&str; 10] = [
    "tiled_base64_gzip",
    "tiled_base64_zlib",
    "tiled_base64_zlib_infinite",
    "tiled_base64_zstandard",
    "tiled_csv",
    "tiled_flipped",
    "tiled_group_layers",
    "tiled_object_groups",
    "tiled_object_property",
    "tiled_object_template",
];

#[test]
fn real_maps_are_what_the_crate_tiled_says() {
    for name in MAPS {
        let file = format!("{name}.tmx");
        let bytes = std::fs::read(data().join(&file)).unwrap();
        let ours = Map::parse(&bytes, Path::new(&file), &mut disk).unwrap();
        let theirs = tiled::Loader::new().load_tmx_map(data().join(&file)).unwrap();
        assert_eq!((ours.columns, ours.rows), (theirs.width, theirs.height), "{name}");
        assert_eq!(ours.tile_width, theirs.tile_width, "{name}");
        assert_eq!(ours.infinite, theirs.infinite(), "{name}");
        compare_properties(&ours.properties, &theirs.properties);
        assert_eq!(ours.tilesets.len(), theirs.tilesets().len(), "{name}");
        for (ours, theirs) in ours.tilesets.iter().zip(theirs.tilesets()) {
            compare_tileset(&ours.tileset, theirs);
        }
        assert_eq!(ours.layers.len(), theirs.layers().len(), "{name}");
        for (layer, theirs) in ours.layers.iter().zip(theirs.layers()) {
            compare_layer(&ours, layer, theirs);
        }
    }
}

fn compare_tileset(ours: &Tileset, theirs: &tiled::Tileset) {
    assert_eq!(ours.name, theirs.name);
    assert_eq!((ours.tile_count, ours.columns), (theirs.tilecount, theirs.columns));
    assert_eq!((ours.tile_width, ours.spacing), (theirs.tile_width, theirs.spacing));
    compare_properties(&ours.properties, &theirs.properties);
    for (id, tile) in &ours.tiles {
        compare_properties(&tile.properties, &theirs.get_tile(*id).unwrap().properties);
    }
    let image = ours.image.as_ref().unwrap();
    let name = theirs.image.as_ref().unwrap().source.file_name().unwrap();
    assert_eq!(image.source.as_deref(), name.to_str());
}

fn compare_properties(ours: &Properties, theirs: &tiled::Properties) {
    assert_eq!(ours.len(), theirs.len());
    for (name, property) in ours.iter() {
        let (ours, theirs) = (&property.value, &theirs[name]);
        match (ours, theirs) {
            (Value::String(ours), tiled::PropertyValue::StringValue(theirs))
            | (Value::File(ours), tiled::PropertyValue::FileValue(theirs)) => {
                // A line end is one character to XML, however the file ends its lines.
                assert_eq!(*ours, theirs.replace('\r', ""));
            }
            (Value::Int(ours), tiled::PropertyValue::IntValue(theirs)) => {
                assert_eq!(*ours, i64::from(*theirs));
            }
            (Value::Bool(ours), tiled::PropertyValue::BoolValue(theirs)) => {
                assert_eq!(ours, theirs);
            }
            (Value::Object(ours), tiled::PropertyValue::ObjectValue(theirs)) => {
                assert_eq!(ours, theirs);
            }
            (Value::Color(ours), tiled::PropertyValue::ColorValue(color)) => {
                let [a, r, g, b] = [color.alpha, color.red, color.green, color.blue];
                assert_eq!(*ours, format!("#{a:02x}{r:02x}{g:02x}{b:02x}"));
            }
            other => panic!("{other:?}"),
        }
    }
}

fn compare_layer(map: &Map, ours: &Layer, theirs: tiled::Layer<'_>) {
    assert_eq!((&ours.name, ours.id), (&theirs.name, theirs.id()));
    assert_eq!((ours.visible, ours.opacity as f32), (theirs.visible, theirs.opacity));
    compare_properties(&ours.properties, &theirs.properties);
    match (&ours.kind, theirs.layer_type()) {
        (LayerKind::Tiles(ours), tiled::LayerType::Tiles(theirs)) => {
            compare_tiles(map, ours, &theirs);
        }
        (LayerKind::Objects(ours), tiled::LayerType::Objects(theirs)) => {
            assert_eq!(ours.objects.len(), theirs.objects().len());
            for (ours, theirs) in ours.objects.iter().zip(theirs.objects()) {
                compare_object(map, ours, &theirs);
            }
        }
        (LayerKind::Group(ours), tiled::LayerType::Group(theirs)) => {
            assert_eq!(ours.len(), theirs.layers().len());
            for (ours, theirs) in ours.iter().zip(theirs.layers()) {
                compare_layer(map, ours, theirs);
            }
        }
        (ours, _) => panic!("{ours:?}"),
    }
}

fn compare_tiles(map: &Map, ours: &TileLayer, theirs: &tiled::TileLayer<'_>) {
    let (rows, columns) = match ours {
        TileLayer::Finite(_) => (-1..i32::try_from(map.rows).unwrap() + 1, -1..101),
        TileLayer::Infinite { .. } => (-70..70, -70..70),
    };
    for row in rows {
        for column in columns.clone() {
            let tile = map.tile(ours.get(row, column));
            let tile = tile.map(|TileRef { tileset, id, flips }| {
                (
                    tileset.name.as_str(),
                    id,
                    flips.horizontal,
                    flips.vertical,
                    flips.diagonal,
                )
            });
            let other = theirs.get_tile(column, row);
            let other = other.as_ref().map(|tile| {
                let name = tile.get_tileset().name.as_str();
                (name, tile.id(), tile.flip_h, tile.flip_v, tile.flip_d)
            });
            assert_eq!(tile, other, "row {row}, column {column}");
        }
    }
    assert_eq!(ours.get(i32::MIN, i32::MAX), Gid::EMPTY);
}

fn compare_object(map: &Map, ours: &Object, theirs: &tiled::Object<'_>) {
    let merged = ours.merged();
    assert_eq!(
        (ours.id, ours.x as f32, ours.y as f32),
        (theirs.id(), theirs.x, theirs.y)
    );
    assert_eq!(merged.name.as_deref().unwrap_or(""), theirs.name);
    assert_eq!(merged.visible.unwrap_or(true), theirs.visible);
    compare_properties(&merged.properties, &theirs.properties);
    let tile = map.object_tile(ours).map(|tile| (tile.tileset.name.clone(), tile.id));
    let other =
        theirs.get_tile().map(|tile| (tile.get_tileset().name.clone(), tile.id()));
    assert_eq!(tile, other);
    if let tiled::ObjectShape::Rect { width, height } = theirs.shape {
        let side = |side: Option<f64>| side.unwrap_or(0.0) as f32;
        assert_eq!((side(merged.width), side(merged.height)), (width, height));
    }
}
