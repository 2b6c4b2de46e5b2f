//! What each part of a TMX file becomes.

use std::io;
use std::path::Path;

use tilewright_formats::tiled::{
    Flips, Gid, Layer, LayerKind, Map, Object, Orientation, RenderOrder, Shape,
    TileLayer, Value,
};

use crate::tiled::files::{disk, parse};

fn map(attributes: &str, inside: &str) -> Map {
    let text = format!(
        "<?xml version=\"1.0\"?>\n<!DOCTYPE map SYSTEM \"map.dtd\">\n<map version=\"1.10\" \
         {attributes} width=\"2\" height=\"2\" tilewidth=\"16\" tileheight=\"8\">{inside}</map>"
    );
    let map = parse(&text).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(parse(&map.to_tmx()).unwrap(), map);
    assert_eq!(parse(&map.to_tmj()).unwrap(), map);
    map
}

fn objects(inside: &str) -> Vec<Object> {
    let mut map = map("", &format!("<objectgroup id=\"1\">{inside}</objectgroup>"));
    let LayerKind::Objects(layer) = map.layers.remove(0).kind else { panic!() };
    layer.objects
}

fn bits(layer: &Layer) -> Vec<u32> {
    let LayerKind::Tiles(TileLayer::Finite(cells)) = &layer.kind else { panic!() };
    cells.values().iter().map(|gid| gid.bits()).collect()
}

#[test]
fn every_orientation_is_read() {
    assert_eq!(map("", "").orientation, Orientation::Orthogonal);
    for (word, found) in [
        ("isometric", Orientation::Isometric),
        ("staggered", Orientation::Staggered),
        ("oblique", Orientation::Oblique),
        ("spherical", Orientation::Other("spherical".into())),
    ] {
        assert_eq!(map(&format!("orientation=\"{word}\""), "").orientation, found);
    }
    let hexagons = map(
        "orientation=\"hexagonal\" renderorder=\"left-up\" hexsidelength=\"6\" \
         staggeraxis=\"x\" staggerindex=\"odd\"",
        "",
    );
    assert_eq!(hexagons.orientation, Orientation::Hexagonal);
    assert_eq!(hexagons.render_order, RenderOrder::LeftUp);
    assert_eq!(hexagons.hex_side_length, Some(6));
    assert_eq!(hexagons.stagger_axis.as_deref(), Some("x"));
}

#[test]
fn the_deprecated_tiles_are_cells() {
    let tiles = "<layer name=\"a\" width=\"2\" height=\"2\"><data>\
                 <tile gid=\"3\"/><tile/><tile gid=\"2147483652\"/></data></layer>";
    assert_eq!(bits(&map("", tiles).layers[0]), [3, 0, 0x8000_0004, 0]);
}

#[test]
fn base64_without_compression_and_without_padding_is_read() {
    let data = |text: &str| {
        let layer = format!(
            "<layer width=\"2\" height=\"2\"><data encoding=\"base64\">\n  {text}\n</data></layer>"
        );
        bits(&map("", &layer).layers[0])
    };
    assert_eq!(data("AQAAAAIAAAADAAAABAAAgA=="), [1, 2, 3, 0x8000_0004]);
    assert_eq!(data("AQAAAAIAAAAD\n AAAABAAAgA"), [1, 2, 3, 0x8000_0004]);
}

#[test]
fn a_layer_without_data_is_empty() {
    assert_eq!(bits(&map("", "<layer width=\"2\" height=\"2\"/>").layers[0]), [0; 4]);
}

#[test]
fn chunks_lie_anywhere() {
    let map = map(
        "infinite=\"1\"",
        "<layer width=\"2\" height=\"2\"><data encoding=\"csv\">\
         <chunk x=\"-2\" y=\"-1\" width=\"2\" height=\"1\">5,6</chunk>\
         <chunk x=\"1\" y=\"1\" width=\"1\" height=\"1\">7</chunk></data></layer>",
    );
    let LayerKind::Tiles(tiles) = &map.layers[0].kind else { panic!() };
    assert_eq!(tiles.get(-1, -2), Gid::new(5));
    assert_eq!(tiles.get(0, 0), Gid::EMPTY);
    let cells: Vec<_> =
        tiles.cells().map(|(row, column, gid)| (row, column, gid.id())).collect();
    assert_eq!(cells, [(-1, -2, 5), (-1, -1, 6), (1, 1, 7)]);
}

#[test]
fn chunks_may_be_far_apart() {
    let chunk = |at: i32| {
        format!("<chunk x=\"{at}\" y=\"{at}\" width=\"1\" height=\"1\">1</chunk>")
    };
    let both = chunk(i32::MIN) + &chunk(i32::MAX);
    let layer = format!(
        "<layer width=\"1\" height=\"1\"><data encoding=\"csv\">{both}</data></layer>"
    );
    let map = map("infinite=\"1\"", &layer);
    let LayerKind::Tiles(tiles) = &map.layers[0].kind else { panic!() };
    assert_eq!(tiles.get(i32::MAX, i32::MAX), Gid::new(1));
}

#[test]
fn objects_have_figures() {
    let found = objects(
        "<object id=\"1\" name=\"a\" type=\"door\" x=\"1.5\" y=\"-2\" width=\"3\" height=\"4\" \
         rotation=\"45\" visible=\"0\"/>\
         <object id=\"2\" class=\"door\"><ellipse/></object><object id=\"3\"><point/></object>\
         <object id=\"4\"><polygon points=\"0,0 1,2.5 -3,4e1\"/></object>\
         <object id=\"5\"><polyline points=\"0,0\"/></object>\
         <object id=\"6\"><capsule/></object><object id=\"7\" gid=\"2147483649\"/>\
         <object id=\"8\"><text bold=\"1\" wrap=\"1\">two\nlines</text></object>",
    );
    assert_eq!((found[0].x, found[0].y, found[0].width), (1.5, -2.0, Some(3.0)));
    assert_eq!((found[0].rotation, found[0].visible), (Some(45.0), Some(false)));
    assert_eq!(found[0].kind, found[1].kind);
    assert_eq!((&found[1].shape, &found[2].shape), (&Shape::Ellipse, &Shape::Point));
    assert_eq!(
        found[3].shape,
        Shape::Polygon(vec![(0.0, 0.0), (1.0, 2.5), (-3.0, 40.0)])
    );
    assert_eq!(found[4].shape, Shape::Polyline(vec![(0.0, 0.0)]));
    assert_eq!(found[5].shape, Shape::Capsule);
    assert_eq!(found[6].gid.map(Gid::flips).map(|flips| flips.horizontal), Some(true));
    let Shape::Text(text) = &found[7].shape else { panic!() };
    assert_eq!(
        (text.content.as_str(), text.bold, text.kerning),
        ("two\nlines", true, true)
    );
}

#[test]
fn properties_have_types() {
    let map = map(
        "",
        "<properties><property name=\"s\" value=\"a&#10;b\"/><property name=\"m\">x\n y</property>\
         <property name=\"i\" type=\"int\" value=\"-7\"/><property name=\"f\" type=\"float\" value=\"3\"/>\
         <property name=\"b\" type=\"bool\" value=\"true\"/><property name=\"o\" type=\"object\" value=\"9\"/>\
         <property name=\"c\" type=\"color\" value=\"#ff00ff00\"/><property name=\"p\" type=\"file\" value=\"../a.png\"/>\
         <property name=\"k\" type=\"class\" propertytype=\"Guard\"><properties>\
         <property name=\"speed\" type=\"float\" value=\"2\"/><property name=\"hue\" type=\"color\" value=\"\"/>\
         </properties></property>\
         <property name=\"l\" type=\"list\"><item type=\"int\" value=\"1\"/><item value=\"two\"/>\
         <item type=\"list\"/></property><property name=\"n\" type=\"later\" value=\"?\"/></properties>",
    );
    let value = |name: &str| map.properties.value(name).unwrap().clone();
    assert_eq!(value("s"), Value::from("a\nb"));
    assert_eq!(value("m"), Value::from("x\n y"));
    assert_eq!((value("i"), value("f")), (Value::Int(-7), Value::Float(3.0)));
    assert_eq!(map.properties.value("b"), Some(&Value::Bool(true)));
    assert_eq!(value("o"), Value::Object(9));
    assert_eq!(value("c").as_str(), Some("#ff00ff00"));
    assert_eq!(value("p"), Value::File("../a.png".into()));
    let Value::Class(members) = value("k") else { panic!() };
    assert_eq!(members.value("speed"), Some(&Value::Float(2.0)));
    assert_eq!(map.properties.get("k").unwrap().type_name.as_deref(), Some("Guard"));
    let Value::List(items) = value("l") else { panic!() };
    assert_eq!(items.len(), 3);
    assert_eq!(items[1].value, Value::from("two"));
    assert_eq!(value("n").kind(), "later");
}

#[test]
fn tilesets_in_the_map_have_tiles() {
    let map = map(
        "",
        "<tileset firstgid=\"11\" name=\"b\" tilewidth=\"8\" tileheight=\"8\" tilecount=\"1\" columns=\"0\">\
         <tile id=\"4\" class=\"water\"><image source=\"w.png\" width=\"8\" height=\"8\"/></tile></tileset>\
         <tileset firstgid=\"1\" name=\"a\" tilewidth=\"8\" tileheight=\"8\" tilecount=\"10\" columns=\"5\">\
         <tileoffset x=\"1\" y=\"-1\"/><grid orientation=\"isometric\" width=\"2\" height=\"1\"/>\
         <transformations hflip=\"1\" vflip=\"0\" rotate=\"0\" preferuntransformed=\"1\"/>\
         <image source=\"a.png\" trans=\"ff00ff\" width=\"40\" height=\"16\"/>\
         <tile id=\"3\" probability=\"0.5\"><properties><property name=\"walkable\" type=\"bool\" value=\"true\"/></properties>\
         <objectgroup draworder=\"index\" id=\"2\"><object id=\"1\" width=\"8\" height=\"4\"/></objectgroup>\
         <animation><frame tileid=\"3\" duration=\"100\"/><frame tileid=\"4\" duration=\"50\"/></animation></tile>\
         <wangsets><wangset name=\"w\" type=\"corner\" tile=\"-1\"/></wangsets></tileset>",
    );
    let names: Vec<_> =
        map.tilesets.iter().map(|set| set.tileset.name.as_str()).collect();
    assert_eq!(names, ["a", "b"]);
    let tile = map.tile(Gid::new(0x4000_0004)).unwrap();
    assert_eq!((tile.tileset.name.as_str(), tile.id), ("a", 3));
    assert_eq!(tile.flips, Flips { vertical: true, ..Flips::default() });
    let tile = tile.tile().unwrap();
    assert_eq!(tile.properties.value("walkable"), Some(&Value::Bool(true)));
    assert_eq!(tile.animation.len(), 2);
    let LayerKind::Objects(bodies) = &tile.collision.as_ref().unwrap().kind else {
        panic!()
    };
    assert_eq!(bodies.objects[0].height, Some(4.0));
    assert_eq!(map.tile(Gid::new(15)).unwrap().kind(), "water");
    assert_eq!(map.tile(Gid::EMPTY), None);
    assert!(map.tilesets[0].tileset.to_tsx().contains("<wangsets>"));
}

#[test]
fn templates_say_what_their_instances_do_not() {
    let bytes = disk(Path::new("tiled_object_template.tmx")).unwrap();
    let map = Map::parse(&bytes, Path::new("map.tmx"), &mut disk).unwrap();
    let found: Vec<_> = map.objects().collect();
    let merged = found[0].merged();
    assert_eq!((found[0].width, merged.width), (None, Some(32.0)));
    assert_eq!(merged.properties.value("property"), Some(&Value::Int(1)));
    assert_eq!(found[2].merged().width, Some(64.0));
    let tile = map.object_tile(found[0]).unwrap();
    assert_eq!((tile.tileset.name.as_str(), tile.id), ("tilesheet_template", 44));
    assert!(map.to_tmx().contains(
        "<object id=\"1\" template=\"tiled_object_template.tx\" x=\"32\" y=\"32\"/>"
    ));
}

#[test]
fn files_are_asked_for_once_and_from_the_root() {
    let mut asked = Vec::new();
    let mut loader = |path: &Path| -> io::Result<Vec<u8>> {
        asked.push(path.to_owned());
        Ok(br#"{"tilewidth":8,"tileheight":8,"tilecount":4,"columns":2}"#.to_vec())
    };
    let text = "<map width=\"1\" height=\"1\" tilewidth=\"1\" tileheight=\"1\">\
                <tileset firstgid=\"1\" source=\"../tiles/./t.tsj\"/>\
                <tileset firstgid=\"5\" source=\"..\\tiles\\t.tsj\"/></map>";
    let map = Map::parse(text.as_bytes(), Path::new("maps/a.tmx"), &mut loader).unwrap();
    assert_eq!(asked, [Path::new("tiles/t.tsj")]);
    assert_eq!(map.tile(Gid::new(6)).unwrap().id, 1);
}

#[test]
fn messages_say_where_and_what() {
    let message = |inside: &str| {
        let head = "<map width=\"2\" height=\"2\" tilewidth=\"1\" tileheight=\"1\">";
        parse(&format!("{head}\n\n{inside}</map>")).unwrap_err().to_string()
    };
    let data = |text: &str| {
        message(&format!(
            "<layer width=\"2\" height=\"2\"><data encoding=\"csv\">{text}</data></layer>"
        ))
    };
    assert_eq!(data("1,2,3"), "line 3, <data>: found 3 cells, expected 4");
    assert_eq!(
        data("1,x,3,4"),
        "line 3, <data>: `data` is \"x\", expected a global tile id"
    );
    assert_eq!(message("<layer height=\"1\"/>"), "line 3, <layer>: `width` is missing");
    assert_eq!(
        message("<objectgroup><object x=\"inf\"/></objectgroup>"),
        "line 3, <object>: `x` is \"inf\", expected a number"
    );
    assert_eq!(message("<a b=\"1\" b=\"2\"/>"), "line 3, <a>: `b` occurs twice");
    assert!(message("<a>").starts_with("line 3: "));
    assert_eq!(
        parse("<tileset/>").unwrap_err().to_string(),
        "found a \"tileset\" file, expected a \"map\" file"
    );
    assert_eq!(
        parse("x").unwrap_err().to_string(),
        "neither XML nor JSON: expected a file that begins with `<` or `{`"
    );
    let missing = message("<tileset firstgid=\"1\" source=\"t.tsx\"/>");
    assert!(missing.starts_with("\"t.tsx\" cannot be loaded: "), "{missing}");
}
