//! What each part of a TMJ file becomes.

use std::path::Path;

use tilewright_formats::tiled::{
    Gid, LayerKind, Map, Object, Shape, Template, TileLayer, Tileset, Value,
};

use crate::tiled::files::{disk, holding, nothing, parse};

fn map(inside: &str) -> Map {
    let text = format!(
        "\u{feff}{{\"type\":\"map\",\"version\":1.2,\"width\":2,\"height\":2,\
         \"tilewidth\":16,\"tileheight\":8,{inside}}}"
    );
    let map = parse(&text).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(parse(&map.to_tmj()).unwrap(), map);
    assert_eq!(parse(&map.to_tmx()).unwrap(), map);
    map
}

fn tiles(map: &Map) -> &TileLayer {
    let LayerKind::Tiles(tiles) = &map.layers[0].kind else { panic!() };
    tiles
}

#[test]
fn cells_are_numbers_or_base64() {
    let layer = |data: &str| {
        map(&format!(
            "\"layers\":[{{\"type\":\"tilelayer\",\"width\":2,\"height\":2,\"x\":0,\"y\":0,\
             \"opacity\":1,\"visible\":true,{data}}}]"
        ))
    };
    let numbers = layer("\"data\":[1,2,3,2147483652]");
    assert_eq!(numbers.version, "1.2");
    assert_eq!(tiles(&numbers).get(1, 1), Gid::new(0x8000_0004));
    for packed in [
        "\"encoding\":\"base64\",\"data\":\"AQAAAAIAAAADAAAABAAAgA==\"",
        "\"encoding\":\"base64\",\"compression\":\"\",\"data\":\"AQAAAAIAAAADAAAABAAAgA\"",
        "\"encoding\":\"base64\",\"compression\":\"zlib\",\"data\":\"eNpjZGBgYAJiZiBmYWBoAAAA4ACL\"",
    ] {
        assert_eq!(layer(packed).layers, numbers.layers, "{packed}");
    }
    assert_eq!(tiles(&layer("\"id\":1")).get(1, 1), Gid::EMPTY);
}

#[test]
fn chunks_lie_anywhere() {
    let map = map(
        "\"infinite\":true,\"layers\":[{\"type\":\"tilelayer\",\"width\":2,\"height\":1,\"startx\":-2,\
         \"starty\":0,\"chunks\":[{\"x\":-2,\"y\":0,\"width\":2,\"height\":1,\"data\":[5,6]}]}]",
    );
    assert_eq!(tiles(&map).get(0, -1), Gid::new(6));
    assert!(map.to_tmj().contains("\"startx\":-2"));
}

#[test]
fn properties_have_types() {
    let map = map("\"properties\":[{\"name\":\"f\",\"type\":\"float\",\"value\":3},\
         {\"name\":\"k\",\"type\":\"class\",\"propertytype\":\"Guard\",\
          \"value\":{\"speed\":2,\"name\":\"x\",\"deep\":{\"a\":true}}},\
         {\"name\":\"l\",\"type\":\"list\",\"value\":[{\"type\":\"color\",\"value\":\"#fff\"},1]}]");
    assert_eq!(map.properties.value("f"), Some(&Value::Float(3.0)));
    let Some(Value::Class(members)) = map.properties.value("k") else { panic!() };
    assert_eq!(members.value("speed"), Some(&Value::Int(2)));
    let Some(Value::List(items)) = map.properties.value("l") else { panic!() };
    assert_eq!(items[0].value, Value::Color("#fff".into()));
}

#[test]
fn the_types_of_members_survive_where_json_does_not_say_them() {
    let text = "<map width=\"1\" height=\"1\" tilewidth=\"1\" tileheight=\"1\"><properties>\
                <property name=\"k\" type=\"class\"><properties>\
                <property name=\"hue\" type=\"color\" value=\"#fff\"/></properties></property>\
                </properties></map>";
    let map = parse(text).unwrap();
    let json = map.to_tmj();
    assert_eq!(parse(&json).unwrap(), map);
    // What was changed since is believed.
    let changed = parse(&json.replace("\"hue\":\"#fff\"", "\"hue\":\"#000\"")).unwrap();
    let Some(Value::Class(members)) = changed.properties.value("k") else { panic!() };
    assert_eq!(members.value("hue"), Some(&Value::from("#000")));
}

#[test]
fn values_of_later_types_are_kept() {
    let map = map(
        "\"properties\":[{\"name\":\"a\",\"type\":\"later\",\"value\":[0,{\"b\":null}]}]",
    );
    let Some(Value::Other { kind, value }) = map.properties.value("a") else { panic!() };
    assert_eq!((kind.as_str(), value), ("later", &serde_json::json!([0, {"b": null}])));
}

#[test]
fn properties_of_old_files_are_an_object() {
    let map = map(
        "\"properties\":{\"a\":\"x\",\"b\":2,\"c\":\"#fff\"},\"propertytypes\":{\"c\":\"color\"}",
    );
    assert_eq!(map.properties.value("b"), Some(&Value::Int(2)));
    assert_eq!(map.properties.value("c"), Some(&Value::Color("#fff".into())));
}

#[test]
fn objects_have_figures() {
    let map = map("\"layers\":[{\"type\":\"objectgroup\",\"objects\":[\
         {\"id\":1,\"name\":\"\",\"type\":\"\",\"x\":1,\"y\":2.5,\"width\":0,\"height\":0,\
          \"rotation\":0,\"visible\":true,\"polyline\":[{\"x\":0,\"y\":0},{\"x\":8,\"y\":-1}]},\
         {\"id\":2,\"ellipse\":true},{\"id\":3,\"text\":{\"text\":\"hi\",\"wrap\":true,\"new\":1}}]}]");
    let LayerKind::Objects(layer) = &map.layers[0].kind else { panic!() };
    let line = Object { id: 1, ..Object::polyline(&[(1.0, 2.5), (9.0, 1.5)]) };
    assert_eq!(layer.objects[0], line);
    assert_eq!(layer.objects[1].shape, Shape::Ellipse);
    let Shape::Text(text) = &layer.objects[2].shape else { panic!() };
    assert_eq!((text.content.as_str(), text.wrap), ("hi", true));
    let json: serde_json::Value = serde_json::from_str(&map.to_tmj()).unwrap();
    assert_eq!(json["layers"][0]["objects"][2]["text"]["new"], 1);
}

#[test]
fn layers_of_an_unknown_kind_are_kept() {
    let map = map(
        "\"layers\":[{\"type\":\"weather\",\"rain\":[1,2]},{\"type\":\"group\",\"layers\":[]}]",
    );
    assert_eq!(map.layers.len(), 1);
    let json: serde_json::Value = serde_json::from_str(&map.to_tmj()).unwrap();
    assert_eq!(json["layers"][1]["rain"][1], 2);
}

#[test]
fn tilesets_have_json_forms() {
    let path = Path::new("tilesheet_template.tsx");
    let set = Tileset::parse(&disk(path).unwrap(), path, &mut disk).unwrap();
    let json: serde_json::Value = serde_json::from_str(&holding(set).to_tmj()).unwrap();
    assert_eq!(json["tilesets"][0]["image"], "tilesheet.png");
    assert_eq!(json["tilesets"][0]["tiles"][0]["properties"][0]["value"], "123");
}

#[test]
fn templates_are_read_from_both_forms() {
    let path = Path::new("tiled_object_template.tx");
    let template = Template::parse(&disk(path).unwrap(), path, &mut disk).unwrap();
    let json = r#"{"type":"template","tileset":{"firstgid":1,"source":"tilesheet_template.tsx"},
        "object":{"gid":45,"width":32,"height":32,
            "properties":[{"name":"property","type":"int","value":1}]}}"#;
    assert_eq!(Template::parse(json.as_bytes(), path, &mut disk).unwrap(), template);
}

#[test]
fn messages_say_where_and_what() {
    let message = |inside: &str| {
        let head = "\"width\":2,\"height\":2,\"tilewidth\":1,\"tileheight\":1";
        let text = format!("{{{head},{inside}}}");
        Map::parse(text.as_bytes(), Path::new("a.tmj"), &mut nothing)
            .unwrap_err()
            .to_string()
    };
    let layer = "\"type\":\"tilelayer\",\"width\":2,\"height\":2";
    assert_eq!(
        message(&format!("\"layers\":[{{{layer},\"data\":[1]}}]")),
        "layers[0]: found 1 cells, expected 4"
    );
    assert_eq!(
        message(&format!("\"layers\":[{{{layer},\"data\":[1,-1,1,1]}}]")),
        "layers[0]: `data` is \"a list\", expected global tile ids"
    );
    assert_eq!(
        message("\"layers\":[{\"type\":\"objectgroup\",\"objects\":[{\"x\":\"1\"}]}]"),
        "layers[0].objects[0]: `x` is \"1\", expected a number"
    );
    assert_eq!(message("\"layers\":[{}]"), "layers[0]: `type` is missing");
    assert_eq!(
        message("\"layers\":7"),
        "the document: `layers` is \"7\", expected a list"
    );
    assert!(message("\"layers\":[").starts_with("line 1, column "));
}
