//! The sources of walls in maps of the editor: together they lose none, and what is not used is
//! named.

use std::io;
use std::path::Path;

use tilewright_formats::tiled as files;
use tilewright_pathplan::tiled::{ParsedMap, ReadOptions, Source, TiledError, read};

use crate::editor::{layer, tileset, tmx, try_with, with};

/// The sources with their numbers of cells and walls.
fn sources(reading: &ParsedMap) -> Vec<(&'static str, usize, usize)> {
    reading.sources.iter().map(|it| (it.source, it.cells, it.walls)).collect()
}

/// The cells in one line.
fn rows(reading: &ParsedMap) -> String {
    reading.map.to_string().trim_end().replace('\n', "/")
}

/// A tileset whose tile `id` has these collision shapes.
fn shaped(words: &str, id: u32, shapes: &str) -> String {
    format!(
        "<tileset firstgid=\"1\" name=\"s\" tilewidth=\"10\" tileheight=\"10\" tilecount=\"9\" columns=\"3\" {words}>\
         <tile id=\"{id}\"><objectgroup>{shapes}</objectgroup></tile></tileset>"
    )
}

/// An object layer.
fn objects(words: &str, inside: &str) -> String {
    format!("<objectgroup {words}>{inside}</objectgroup>")
}

fn square(words: &str, x: u32, y: u32) -> String {
    format!("<object id=\"1\" {words} x=\"{x}\" y=\"{y}\" width=\"10\" height=\"10\"/>")
}

#[test]
fn a_walkable_bridge_over_solid_water_stays_and_other_sources_add_walls() {
    let tiles = tileset(&["", "solid bool true", "walkable bool true"]);
    let water = layer("name=\"water\"", &["1,2,2,1,1,1"]);
    let bridge = layer("name=\"bridge\"", &["0,3,0,0,0,0"]);
    let collision = layer("name=\"Collision\"", &["0,0,0,1,0,0"]);
    let wall = objects("name=\"o\"", &square("type=\"Wall\"", 40, 0));
    let map = tmx(6, 1, &(tiles + &water + &bridge + &collision + &wall));
    let reading = with(&map);
    // Water says solid, so grass without properties is no wall although the bridge is marked.
    assert_eq!(rows(&reading), "..###.");
    let expected = [("properties", 2, 1), ("layer", 1, 1), ("objects", 1, 1)];
    assert_eq!(sources(&reading), expected);
    assert!(reading.warnings.is_empty(), "{:?}", reading.warnings);
    assert_eq!(reading.sources[0].found, "the properties of tiles: solid, walkable");
    assert_eq!(reading.sources[1].found, "the layer \"Collision\"");
    assert_eq!(reading.sources[2].found, "1 object of the class Wall");
}

#[test]
fn solid_tiles_block_as_objects_too() {
    let tiles = tileset(&["", "solid bool true"]);
    let inside = square("gid=\"2\"", 0, 10)
        + &square("gid=\"1\"", 10, 10)
        + "<object id=\"3\" gid=\"2\" x=\"20\" y=\"10\" width=\"20\" height=\"10\"><properties><property name=\"solid\" type=\"bool\" value=\"false\"/></properties></object>"
        // A tile object without a size has that of its tile; flips do not move it.
        + "<object id=\"4\" gid=\"2147483650\" x=\"40\" y=\"10\"/>";
    let reading = with(&tmx(5, 1, &(tiles + &objects("name=\"things\"", &inside))));
    assert_eq!(rows(&reading), "#...#");
    assert_eq!(sources(&reading), [("tile-objects", 2, 2)]);
    assert_eq!(reading.sources[0].found, "2 objects with tiles of the property solid");
}

#[test]
fn templates_bring_their_tiles_and_classes() {
    let template = |inside: &str| format!("<template>{inside}</template>");
    let mut load = |path: &Path| -> io::Result<Vec<u8>> {
        let text = match path.to_str() {
            Some("rock.tx") => template(
                "<tileset firstgid=\"1\" source=\"rocks.tsx\"/><object gid=\"2\" width=\"20\" height=\"10\"/>",
            ),
            Some("fence.tx") => {
                template("<object type=\"wall\" width=\"10\" height=\"10\"/>")
            }
            Some("rocks.tsx") => {
                tileset(&["", "collides bool true"]).replace(" firstgid=\"1\"", "")
            }
            _ => return Err(io::ErrorKind::NotFound.into()),
        };
        Ok(text.into_bytes())
    };
    let inside = "<object id=\"1\" template=\"rock.tx\" x=\"0\" y=\"10\"/>\
                  <object id=\"2\" template=\"fence.tx\" x=\"30\" y=\"0\"/>";
    let text = tmx(5, 1, &objects("name=\"things\"", inside));
    let file = files::Map::parse(text.as_bytes(), Path::new("m.tmx"), &mut load).unwrap();
    let reading = read(&file, &[], &ReadOptions::default()).unwrap();
    assert_eq!(rows(&reading), "##.#.");
    assert_eq!(sources(&reading), [("tile-objects", 2, 2), ("objects", 1, 1)]);
}

#[test]
fn layers_are_walls_by_name_class_group_or_property() {
    let solid = "<properties><property name=\"collides\" type=\"bool\" value=\"true\"/></properties>";
    let with_property = layer("name=\"a\"", &["0,0,0,0,1,0"]).replacen(
        "><data",
        &format!(">{solid}<data"),
        1,
    );
    let inside = layer("name=\"Walls\" visible=\"0\"", &["1,0,0,0,0,0"])
        + &layer("name=\"b\" class=\"COLLISIONS\"", &["0,1,0,0,0,0"])
        + "<group name=\"solid\" offsetx=\"10\"><group name=\"inner\" offsetx=\"10\">"
        + &layer("name=\"c\"", &["1,0,0,0,0,0"])
        + "</group></group>"
        + &with_property;
    let reading = with(&tmx(6, 1, &inside));
    assert_eq!(rows(&reading), "###.#.");
    assert_eq!(reading.sources[0].found, "the layers \"Walls\", \"b\", \"c\", \"a\"");
    // Named layers stand in the place of the usual ones, which is said.
    let options = ReadOptions { layers: vec!["b".to_owned()], ..ReadOptions::default() };
    let reading = try_with(&tmx(6, 1, &inside), &options).unwrap();
    assert_eq!(rows(&reading), ".#....");
    assert_eq!(reading.warnings.len(), 3, "{:?}", reading.warnings);
    let expected =
        "not used: the layer \"Walls\", as the options name other layers (1 cell)";
    assert_eq!(reading.warnings[0], expected);
    assert_eq!(reading.unused, [Source::Layer]);
    let options = ReadOptions { layers: vec!["b".to_owned(), "d".to_owned()], ..options };
    let Err(TiledError::NoMatch { missing, .. }) =
        try_with(&tmx(6, 1, &inside), &options)
    else {
        panic!("there is no layer d")
    };
    assert_eq!(missing, "no layer with the name or class \"d\"");
}

#[test]
fn names_of_properties_are_free() {
    let tiles = tileset(&[
        "collides bool true",
        "ge_collide bool true",
        "passable bool false",
        "Blocked string yes",
    ]);
    let map = tmx(5, 1, &(tiles + &layer("name=\"g\"", &["1,2,3,4,0"])));
    let reading = with(&map);
    assert_eq!(rows(&reading), "###..");
    assert_eq!(reading.warnings, ["not used: the property Blocked of tiles (1 cell)"]);
    assert_eq!(reading.unused, [Source::Properties]);
    let solid = |name: &str| ReadOptions {
        solid: vec![name.to_owned()],
        ..ReadOptions::default()
    };
    let reading = try_with(&map, &solid("blocked")).unwrap();
    assert_eq!((rows(&reading).as_str(), reading.warnings.len()), ("####.", 0));
    let found = try_with(&map, &solid("bloked"));
    assert!(matches!(found, Err(TiledError::NoMatch { .. })), "{found:?}");
}

#[test]
fn properties_within_classes_count_and_classes_of_the_project() {
    let class = "<property name=\"body\" type=\"class\" propertytype=\"Body\"><properties>\
                 <property name=\"solid\" type=\"bool\" value=\"true\"/></properties></property>";
    let inherited = "<property name=\"body\" type=\"class\" propertytype=\"Body\"/>";
    let tile = |id: u32, words: &str, inside: &str| {
        format!("<tile id=\"{id}\" {words}><properties>{inside}</properties></tile>")
    };
    let set = "<tileset firstgid=\"1\" name=\"t\" tilewidth=\"10\" tileheight=\"10\" tilecount=\"9\" columns=\"3\">".to_owned()
        + &tile(0, "", class)
        + &tile(1, "", inherited)
        + &tile(2, "type=\"Rock\"", "")
        + &tile(3, "type=\"wall\"", "")
        + "</tileset>";
    let map = tmx(5, 1, &(set + &layer("name=\"g\"", &["1,2,3,4,5"])));
    assert_eq!(rows(&with(&map)), "#..#.");
    let project = br#"{"propertyTypes": [
        {"name": "Body", "type": "class", "members": [{"name": "solid", "type": "bool", "value": true}]},
        {"name": "Rock", "type": "class", "members": [
            {"name": "inner", "type": "class", "propertyType": "Body", "value": {}}]},
        {"name": "Mood", "type": "enum", "values": ["a"]}]}"#;
    let classes = files::Project::parse(project).unwrap().classes;
    let options = ReadOptions { classes, ..ReadOptions::default() };
    assert_eq!(rows(&try_with(&map, &options).unwrap()), "####.");
}

#[test]
fn collision_shapes_are_flipped_with_their_tiles() {
    // A tile of two cells' width whose left half is solid.
    let set =
        shaped("", 0, "<object id=\"1\" x=\"0\" y=\"0\" width=\"10\" height=\"10\"/>")
            .replace("tilewidth=\"10\"", "tilewidth=\"20\"");
    let map = |gid: u32| {
        tmx(
            3,
            2,
            &(set.clone() + &layer("name=\"g\"", &["0,0,0", &format!("{gid},0,0")])),
        )
    };
    let flipped = [
        (1, ".../#.."),
        (1 + (1 << 31), ".../.#."),
        (1 + (1 << 30), ".../#.."),
        // Rows and columns are swapped: the picture is one cell wide and two high.
        (1 + (1 << 29), "#../..."),
        (1 + (3 << 29), ".../#.."),
    ];
    for (gid, expected) in flipped {
        let reading = with(&map(gid));
        assert_eq!(rows(&reading), expected, "{gid:#x}");
        assert_eq!(reading.sources[0].found, "the collision shapes of 1 tile");
    }
    // As an object, stretched to twice its size and turned by a quarter.
    let object = |words: &str| {
        let object = format!("<object id=\"1\" gid=\"1\" {words}/>");
        rows(&with(&tmx(4, 4, &(set.clone() + &objects("name=\"o\"", &object)))))
    };
    assert_eq!(
        object("x=\"0\" y=\"20\" width=\"40\" height=\"20\""),
        "##../##../..../...."
    );
    assert_eq!(
        object("x=\"0\" y=\"0\" width=\"40\" height=\"20\" rotation=\"90\""),
        "##../##../..../...."
    );
}

#[test]
fn small_shapes_are_named_as_they_block_nothing() {
    let set =
        shaped("", 3, "<object id=\"1\" x=\"0\" y=\"8\" width=\"10\" height=\"2\"/>");
    let reading = with(&tmx(2, 1, &(set + &layer("name=\"g\"", &["4,4"]))));
    assert_eq!(
        (rows(&reading).as_str(), sources(&reading)),
        ("..", vec![("shapes", 0, 0)])
    );
    assert_eq!(
        reading.warnings,
        [
            "no cell is a wall",
            "not used: the collision shapes of a tile (s:3), which cover the centre of no cell and block nothing"
        ]
    );
}

#[test]
fn pictures_of_tiles_may_be_moved_or_fitted_to_the_cell() {
    let shape = "<object id=\"1\" x=\"0\" y=\"0\" width=\"5\" height=\"5\"/>";
    let at = |words: &str, more: &str| {
        let set = shaped(words, 0, shape).replacen("><tile", &format!(">{more}<tile"), 1);
        let set = set.replacen(
            "tilewidth=\"10\" tileheight=\"10\"",
            "tilewidth=\"5\" tileheight=\"5\"",
            1,
        );
        rows(&with(&tmx(3, 2, &(set + &layer("name=\"g\"", &["0,0,0", "0,1,0"])))))
    };
    // Five pixels at the lower left of the cell: its centre is at their corner.
    assert_eq!(at("", ""), ".../.#.");
    assert_eq!(at("tilerendersize=\"grid\"", ""), ".../.#.");
    assert_eq!(at("", "<tileoffset x=\"12\" y=\"-10\"/>"), "..#/...");
}

#[test]
fn isometric_tiles_stand_on_their_rhombus() {
    let isometric = |text: String| {
        text.replacen("orthogonal", "isometric", 1).replacen(
            "tilewidth=\"10\" tileheight=\"10\" infinite",
            "tilewidth=\"20\" tileheight=\"10\" infinite",
            1,
        )
    };
    // A wall as high as two cells; its shape is drawn on the isometric grid at its foot.
    let grid = "<grid orientation=\"isometric\" width=\"20\" height=\"10\"/>";
    let shape = "<object id=\"1\" x=\"1\" y=\"1\" width=\"8\" height=\"8\"/>";
    let set = shaped("", 0, shape)
        .replacen(
            "tilewidth=\"10\" tileheight=\"10\"",
            "tilewidth=\"20\" tileheight=\"30\"",
            1,
        )
        .replacen("><tile", &format!(">{grid}<tile"), 1);
    let cells = layer("name=\"g\"", &["0,0,0", "0,1,0", "0,0,1"]);
    let reading = with(&isometric(tmx(3, 3, &(set + &cells))));
    assert_eq!(rows(&reading), ".../.#./..#");
    // Drawn on the picture instead, around its lower half.
    let shape = "<object id=\"1\" x=\"8\" y=\"23\" width=\"4\" height=\"4\"/>";
    let set = shaped("", 0, shape).replacen(
        "tilewidth=\"10\" tileheight=\"10\"",
        "tilewidth=\"20\" tileheight=\"30\"",
        1,
    );
    let reading = with(&isometric(tmx(3, 3, &(set + &cells))));
    assert_eq!(rows(&reading), ".../.#./..#");
    // A solid tile object covers the rhombus whose lower corner is its position.
    let solid = tileset(&["solid bool true"]).replacen(
        "tilewidth=\"10\" tileheight=\"10\"",
        "tilewidth=\"20\" tileheight=\"30\"",
        1,
    );
    let object =
        "<object id=\"1\" gid=\"1\" x=\"30\" y=\"20\" width=\"20\" height=\"30\"/>";
    let reading = with(&isometric(tmx(3, 3, &(solid + &objects("name=\"o\"", object)))));
    assert_eq!(rows(&reading), ".../..#/...");
}

#[test]
fn what_suggests_walls_and_is_not_used_is_named() {
    let tiles =
        tileset(&["solid bool true", "ge_collide_left bool true", "blocks bool false"]);
    let inside = layer("name=\"ground\"", &["1,2,3,2"])
        + &layer("name=\"Obstacles\"", &["2,0,0,3"])
        + &layer("name=\"above walls\"", &["0,0,3,0"])
        + "<imagelayer name=\"collision\"><image source=\"x.png\"/></imagelayer>"
        + &objects(
            "name=\"o\"",
            &(square("type=\"Blocker\"", 0, 0)
                + &square("name=\"start\" type=\"solid\"", 20, 0)),
        );
    let reading = with(&tmx(4, 1, &(tiles + &inside)));
    assert_eq!(rows(&reading), "#...");
    assert_eq!(
        reading.warnings,
        [
            "not used: the layer \"Obstacles\", although its name suggests walls (1 cell)",
            "not used: the layer \"collision\", as it is an image",
            "not used: the property ge_collide_left of tiles (3 cells)",
            "not used: 1 object of the class Blocker",
        ]
    );
}

#[test]
fn sources_that_the_options_leave_out_are_named() {
    let tiles = tileset(&["", "solid bool true"]);
    let inside = layer("name=\"g\"", &["1,2,1,1"])
        + &layer("name=\"walls\"", &["0,0,1,0"])
        + &objects("name=\"o\"", &square("type=\"wall\"", 30, 0));
    let map = tmx(4, 1, &(tiles + &inside));
    let options =
        ReadOptions { sources: vec![Source::Objects], ..ReadOptions::default() };
    let reading = try_with(&map, &options).unwrap();
    assert_eq!(rows(&reading), "...#");
    assert_eq!(
        reading.warnings,
        [
            "not used: the properties of tiles: solid, left out by the options (1 cell)",
            "not used: the layer \"walls\", left out by the options (1 cell)",
        ]
    );
    // A list of tiles stands in the place of properties; everything else adds walls.
    let options = ReadOptions {
        tiles: vec!["0".parse().unwrap(), "1".parse().unwrap()],
        ..ReadOptions::default()
    };
    let reading = try_with(&map, &options).unwrap();
    assert_eq!(rows(&reading), "..##");
    assert_eq!(sources(&reading), [("tiles", 4, 0), ("layer", 1, 1), ("objects", 1, 1)]);
    assert_eq!(
        reading.warnings,
        ["not used: the properties of tiles: solid, left out by the options (1 cell)"]
    );
}

#[test]
fn walkable_tiles_placed_as_objects_open_no_wall() {
    let tiles = tileset(&["solid bool true", "walkable bool true"]);
    let inside = layer("name=\"water\"", &["0,1"])
        + &objects("name=\"o\"", &square("gid=\"2\"", 10, 10));
    let reading = with(&tmx(2, 1, &(tiles + &inside)));
    assert_eq!(rows(&reading), ".#");
    assert_eq!(
        reading.warnings,
        ["not used: the walkable tiles of 1 object, as objects only add walls (1 cell)"]
    );
}

#[test]
fn old_json_holds_properties_beside_its_tiles() {
    let text = r#"{"type": "map", "version": 1, "orientation": "orthogonal", "width": 4, "height": 1,
        "tilewidth": 10, "tileheight": 10, "layers": [{"name": "g", "type": "tilelayer", "width": 4, "height": 1,
        "data": [1, 2, 3, 4], "properties": {"depth": 1}, "propertytypes": {"depth": "int"}}],
        "tilesets": [{"firstgid": 1, "name": "t", "tilewidth": 10, "tileheight": 10, "tilecount": 4, "columns": 2,
        "tileproperties": {"0": {"collides": true}, "1": {"collides": false}, "3": {"solid": "true"}},
        "tilepropertytypes": {"0": {"collides": "bool"}, "1": {"collides": "bool"}, "3": {"solid": "string"}},
        "tiles": {"2": {"objectgroup": {"type": "objectgroup", "name": "", "objects": [
            {"id": 1, "x": 0, "y": 0, "width": 10, "height": 10}]}}}}]}"#;
    let reading = with(text);
    assert_eq!(rows(&reading), "#.##");
    assert_eq!(sources(&reading), [("properties", 3, 2), ("shapes", 1, 1)]);
}

#[test]
fn an_object_without_a_place_is_refused() {
    let text = r#"{"type": "map", "orientation": "orthogonal", "width": 1, "height": 1, "tilewidth": 10,
        "tileheight": 10, "tilesets": [], "layers": [{"name": "o", "type": "objectgroup", "objects": [
        {"id": 1, "type": "wall", "x": null, "y": 0, "width": 10, "height": 10}]}]}"#;
    let mut load =
        |_: &Path| -> io::Result<Vec<u8>> { Err(io::ErrorKind::NotFound.into()) };
    let error = files::Map::parse(text.as_bytes(), Path::new("m.tmj"), &mut load);
    let error = error.unwrap_err().to_string();
    assert_eq!(error, "layers[0].objects[0]: `x` is \"null\", expected a number");
}

#[test]
fn a_layer_that_is_only_a_picture_is_proposed_to_nobody() {
    let inside = layer("name=\"ground\"", &["1,1"])
        + "<imagelayer name=\"walls\"><image source=\"x.png\"/></imagelayer>"
        + "<imagelayer name=\"sky blocks\"/>";
    let map = tmx(2, 1, &inside);
    let found = try_with(&map, &ReadOptions::default());
    assert!(matches!(found, Err(TiledError::NoSource { .. })), "{found:?}");
    let options =
        ReadOptions { layers: vec!["walls".to_owned()], ..ReadOptions::default() };
    let found = try_with(&map, &options);
    assert!(matches!(found, Err(TiledError::NoMatch { .. })), "{found:?}");
}
