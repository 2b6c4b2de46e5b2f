//! Levels of LDtk as maps: offsets, several layers, files of levels, names of values.

use std::io;

use tilewright_formats::ldtk::{Document, Project};
use tilewright_grid::Cell;
use tilewright_pathplan::ldtk::{self, LdtkError, ParsedMap};
use tilewright_pathplan::tiled::ReadOptions;

/// A layer of such cells, with other keys.
fn layer(name: &str, kind: &str, [columns, rows, side]: [u32; 3], more: &str) -> String {
    format!(
        "{{\"__identifier\":\"{name}\",\"__type\":\"{kind}\",\"__cWid\":{columns},\"__cHei\":{rows},\"__gridSize\":{side},{more}}}"
    )
}

fn project(definitions: &str, layers: &[String]) -> Project {
    let text = format!(
        "{{\"defs\":{{\"layers\":[{definitions}]}},\"levels\":[{{\"identifier\":\"Cave\",\"layerInstances\":[{}]}}]}}",
        layers.join(",")
    );
    Project::parse(text.as_bytes()).unwrap()
}

fn no_files(_: &str) -> io::Result<Vec<u8>> {
    Err(io::ErrorKind::NotFound.into())
}

fn try_with(project: &Project, options: &ReadOptions) -> Result<ParsedMap, LdtkError> {
    ldtk::read(project, options, &mut no_files)
}

fn read(project: &Project) -> ParsedMap {
    try_with(project, &ReadOptions::default()).unwrap()
}

fn of_layer(name: &str) -> ReadOptions {
    ReadOptions { layers: vec![name.to_owned()], ..ReadOptions::default() }
}

fn of_level(name: &str) -> ReadOptions {
    ReadOptions { level: Some(name.to_owned()), ..ReadOptions::default() }
}

fn of_values(values: &[&str]) -> ReadOptions {
    let tiles = values.iter().map(|value| value.parse().unwrap()).collect();
    ReadOptions { tiles, ..ReadOptions::default() }
}

const THINGS: &str = "\"entityInstances\":[{\"__identifier\":\"Start\",\"__grid\":[0,1]},{\"__identifier\":\"Goal\",\"__grid\":[2,0]}]";

#[test]
fn values_are_read_by_their_names_or_by_the_list() {
    let layers = [
        layer("Things", "Entities", [3, 2, 16], THINGS),
        layer("Ground", "IntGrid", [3, 2, 16], "\"intGridCsv\":[0,1,2,0,3,0]"),
    ];
    let nameless = project("", &layers);
    let reading = read(&nameless);
    assert_eq!(reading.map.to_string(), ".##\n.#.\n");
    assert_eq!(reading.map.places.start, Some(Cell::new(1, 0)));
    assert_eq!(reading.map.places.goal, Some(Cell::new(0, 2)));
    assert_eq!(
        reading.sources[0].found,
        "the layer \"Ground\": every value but 0 is a wall: 1 (1 cell), 2 (1 cell), 3 (1 cell)"
    );
    let named = project(
        "{\"identifier\":\"Ground\",\"intGridValues\":[{\"value\":1,\"identifier\":\"Walls\"},{\"value\":2,\"identifier\":\"grass\"},{\"value\":3,\"identifier\":\"water\"}]}",
        &layers,
    );
    let reading = read(&named);
    assert_eq!(reading.map.to_string(), ".#.\n.W.\n");
    assert_eq!(
        reading.sources[0].found,
        "the layer \"Ground\": the names of its values: 1 \"Walls\" (wall, 1 cell), 2 \"grass\" (free, 1 cell), 3 \"water\" (water, 1 cell)"
    );
    let reading = try_with(&named, &of_values(&["2"])).unwrap();
    assert_eq!(reading.map.to_string(), "##.\n###\n");
}

/// A value called `water` freed all others of a layer of walls, and values that the project does not know
/// were free.
#[test]
fn only_names_of_walls_free_the_other_values_of_a_layer_of_walls() {
    let of = |name: &str, values: &str| {
        let grid = layer(name, "IntGrid", [4, 1, 16], "\"intGridCsv\":[0,1,2,1]");
        let definition =
            format!("{{\"identifier\":\"{name}\",\"intGridValues\":[{values}]}}");
        read(&project(&definition, &[grid]))
    };
    let water =
        "{\"value\":1,\"identifier\":\"stone\"},{\"value\":2,\"identifier\":\"water\"}";
    for name in ["Collision", "Walls", "wall", "SOLID"] {
        let reading = of(name, water);
        assert_eq!(reading.map.to_string(), ".###\n", "{name}");
        assert_eq!(
            reading.sources[0].found,
            format!(
                "the layer {name:?}: every value but 0 is a wall: 1 \"stone\" (2 cells), 2 \"water\" (1 cell)"
            )
        );
        let walls = water.replace("water", "wall");
        assert_eq!(of(name, &walls).map.to_string(), "..#.\n", "{name}");
    }
    assert_eq!(of("Ground", water).map.to_string(), "..W.\n");

    let declared =
        "{\"value\":1,\"identifier\":null},{\"value\":3,\"identifier\":\"wall\"}";
    let reading = of("Ground", declared);
    assert_eq!(reading.map.to_string(), "..#.\n");
    assert_eq!(
        reading.warnings,
        [
            "the layer \"Ground\" has a value that the project does not declare, so it is a wall: 2"
        ]
    );
    let reading = of("Ground", "{\"value\":3,\"identifier\":\"wall\"}");
    assert_eq!(
        reading.warnings,
        [
            "the layer \"Ground\" has values that the project does not declare, so they are walls: 1, 2"
        ]
    );
}

/// The offset of an entity layer moved the start into a wall, that of a grid moved the walls.
#[test]
fn layers_stand_where_their_offsets_put_them() {
    let at =
        |x: i32, y: i32| format!("\"__pxTotalOffsetX\":{x},\"__pxTotalOffsetY\":{y},");
    let grid = |offset: &str| {
        layer(
            "Walls",
            "IntGrid",
            [4, 2, 16],
            &format!("{offset}\"intGridCsv\":[1,0,0,1,0,0,0,0]"),
        )
    };
    let things = |offset: &str| {
        layer("Things", "Entities", [4, 2, 16], &format!("{offset}{THINGS}"))
    };

    let moved = read(&project("", &[things(""), grid(&at(16, 0))]));
    assert_eq!(moved.map.to_string(), ".#..\n....\n");
    assert_eq!(
        moved.warnings,
        [
            "the layer \"Walls\" is moved by its offset: 1 of its walls lies outside the level"
        ]
    );
    let moved = read(&project("", &[things(&at(16, -16)), grid("")]));
    assert_eq!(moved.map.to_string(), "#..#\n....\n");
    assert_eq!(moved.map.places.start, Some(Cell::new(0, 1)));
    assert_eq!(moved.map.places.goal, None);
    assert_eq!(moved.warnings, ["ignored the goal: it lies outside the map"]);

    // Half a cell and more is a cell, in both directions.
    let moved = read(&project("", &[grid(&at(-9, 7))]));
    assert_eq!(moved.map.to_string(), "..#.\n....\n");
    assert_eq!(
        moved.warnings[0],
        "the offset of layer \"Walls\" was rounded to whole cells"
    );
    let moved = read(&project("", &[things(&at(10, 0)), grid("")]));
    assert_eq!(moved.map.places.start, Some(Cell::new(1, 1)));
    assert_eq!(
        moved.warnings,
        ["the offset of layer \"Things\" was rounded to whole cells"]
    );
}

#[test]
fn all_layers_that_speak_of_walls_add_them_and_others_are_named() {
    let walls = "{\"identifier\":\"Ground\",\"intGridValues\":[{\"value\":1,\"identifier\":\"wall\"},{\"value\":2,\"identifier\":\"grass\"}]},\
        {\"identifier\":\"Far\",\"parallaxFactorX\":0.5,\"intGridValues\":[{\"value\":1,\"identifier\":\"wall\"}]}";
    let layers = [
        layer("Light", "IntGrid", [4, 2, 16], "\"intGridCsv\":[5,5,5,5,5,5,5,5]"),
        layer("Far", "IntGrid", [4, 2, 16], "\"intGridCsv\":[1,1,1,1,1,1,1,1]"),
        layer("Ground", "IntGrid", [2, 1, 32], "\"intGridCsv\":[2,1]"),
        layer("Collisions", "IntGrid", [4, 2, 16], "\"intGridCsv\":[3,0,0,0,0,0,0,0]"),
        layer(
            "Roofs",
            "Tiles",
            [4, 2, 16],
            "\"gridTiles\":[{\"px\":[16,16]},{\"px\":[900,0]}]",
        ),
    ];
    let project = project(walls, &layers);
    let reading = read(&project);
    // A cell of 32 pixels covers four of 16.
    assert_eq!(reading.map.to_string(), "#.##\n..##\n");
    assert_eq!(
        reading.warnings,
        [
            "not used: the `IntGrid` layer \"Light\", which has values in 8 cells",
            "not used: the `IntGrid` layer \"Far\", which has values in 8 cells"
        ]
    );
    assert!(reading.has_unused);
    let only = |name: &str| try_with(&project, &of_layer(name)).unwrap().map.to_string();
    assert_eq!(only("collisions"), "#...\n....\n");
    assert_eq!(only("Ground"), ".#\n");
    assert_eq!(only("Roofs"), "....\n.#..\n");
    let error = try_with(&project, &of_layer("Attic")).unwrap_err().to_string();
    assert_eq!(
        error,
        "the level \"Cave\" has no layer \"Attic\"; it has: Light (IntGrid, 8 cells), Far (IntGrid, 8 cells), \
         Ground (IntGrid, 2 cells), Collisions (IntGrid, 1 cell), Roofs (tiles, 1 cell)"
    );
}

#[test]
fn a_level_without_integers_names_the_layers_that_it_has() {
    let tiles = layer("Walls", "Tiles", [2, 1, 16], "\"gridTiles\":[{\"px\":[16,0]}]");
    let error = try_with(&project("", &[tiles]), &ReadOptions::default()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the level \"Cave\" has no `IntGrid` layer; it has: Walls (tiles, 1 cell)"
    );
    assert!(matches!(
        try_with(&Project::parse(b"{\"levels\":[]}").unwrap(), &ReadOptions::default()),
        Err(LdtkError::Empty)
    ));
}

#[test]
fn a_level_is_chosen_by_its_name_and_world() {
    let level = |value: u32| {
        let grid =
            layer("Walls", "IntGrid", [1, 1, 8], &format!("\"intGridCsv\":[{value}]"));
        format!("{{\"identifier\":\"Home\",\"layerInstances\":[{grid}]}}")
    };
    let text = format!(
        "{{\"levels\":[],\"worlds\":[{{\"identifier\":\"Over\",\"levels\":[{}]}},{{\"identifier\":\"Under\",\"levels\":[{}]}}]}}",
        level(0),
        level(1)
    );
    let project = Project::parse(text.as_bytes()).unwrap();
    let first = read(&project);
    assert_eq!(first.map.to_string(), ".\n");
    assert!(
        first.sources[0]
            .found
            .starts_with("the level \"Home\" (1 of 2), the layer \"Walls\"")
    );
    let error = try_with(&project, &of_level("Home")).unwrap_err().to_string();
    assert_eq!(
        error,
        "there is more than one level \"Home\"; the project has: Over/Home, Under/Home"
    );
    let under = try_with(&project, &of_level("under/home")).unwrap();
    assert_eq!(under.map.to_string(), "#\n");
    assert!(try_with(&project, &of_level("Attic")).is_err());

    // A project with one world may be asked in the same way, and does not name it.
    let one = text
        .replace(&format!(",{{\"identifier\":\"Under\",\"levels\":[{}]}}", level(1)), "");
    let project = Project::parse(one.as_bytes()).unwrap();
    for name in ["Over/Home", "over/home", "Home"] {
        assert_eq!(try_with(&project, &of_level(name)).unwrap().map.to_string(), ".\n");
    }
    let error = try_with(&project, &of_level("Under/Home")).unwrap_err().to_string();
    assert_eq!(error, "there is no level \"Under/Home\"; the project has: Home");
}

#[test]
fn a_level_in_a_file_of_its_own_is_read_through_its_project() {
    let outer = r#"{"defs": {"layers": [{"identifier": "Ground", "uid": 3, "intGridValues": [
        {"value": 1, "identifier": "grass"}, {"value": 2, "identifier": "wall"}]}]},
        "levels": [{"identifier": "Cave", "iid": "c", "layerInstances": null, "externalRelPath": "p/Cave.ldtkl"}]}"#;
    let file = r#"{"identifier": "Cave", "iid": "c", "layerInstances": [{"__identifier": "Ground",
        "__type": "IntGrid", "__cWid": 4, "__cHei": 2, "__gridSize": 8, "layerDefUid": 3,
        "intGridCsv": [1,1,1,1,1,2,1,1]}]}"#;
    let project = Project::parse(outer.as_bytes()).unwrap();
    let mut asked = Vec::new();
    let mut load = |name: &str| {
        asked.push(name.to_owned());
        Ok(file.as_bytes().to_vec())
    };
    let reading = ldtk::read(&project, &ReadOptions::default(), &mut load).unwrap();
    assert_eq!(reading.map.to_string(), "....\n.#..\n");
    assert_eq!(asked, ["p/Cave.ldtkl"]);

    let error = try_with(&project, &ReadOptions::default()).unwrap_err().to_string();
    assert_eq!(
        error,
        "the level \"Cave\" stands in the file \"p/Cave.ldtkl\", which was not read: entity not found"
    );
    let other = file.replace("\"iid\": \"c\"", "\"iid\": \"d\"");
    let mut load = |_: &str| Ok(other.clone().into_bytes());
    let error = ldtk::read(&project, &ReadOptions::default(), &mut load).unwrap_err();
    assert!(
        error.to_string().ends_with("which was not read: it holds the level \"Cave\"")
    );

    // Without the project its names are missing, and the list of values stands in for them.
    let Document::Level(level) = Document::parse(file.as_bytes()).unwrap() else {
        panic!()
    };
    let options = of_values(&["1"]);
    let reading = ldtk::read_level(&level.nameless().unwrap(), &options).unwrap();
    assert_eq!(reading.map.to_string(), "....\n.#..\n");
}

#[test]
fn entities_with_references_are_links() {
    let field = |name: &str, value: &str| {
        format!("{{\"__identifier\":\"{name}\",\"__value\":{value}}}")
    };
    let to = |id: &str| format!("{{\"entityIid\":\"{id}\",\"levelIid\":\"l\"}}");
    let entity = |name: &str, id: &str, column: u32, fields: &[String]| {
        let fields = fields.join(",");
        format!(
            "{{\"__identifier\":\"{name}\",\"iid\":\"{id}\",\"__grid\":[{column},0],\"fieldInstances\":[{fields}]}}"
        )
    };
    let two = format!("[{},{}]", to("a"), to("c"));
    let entities = [
        entity(
            "Ladder",
            "a",
            0,
            &[field("to", &to("b")), field("Cost", "2.5"), field("name", "\"up\"")],
        ),
        entity("Exit", "b", 3, &[field("door", &to("a"))]),
        entity(
            "Link",
            "c",
            1,
            &[field("ends", &two), field("one_way", "true"), field("mask", "3")],
        ),
        entity("Link", "d", 2, &[field("to", &to("elsewhere"))]),
        entity("Link", "e", 2, &[]),
        entity("Npc", "f", 2, &[field("name", "\"Ann\"")]),
    ];
    let entities = format!("\"entityInstances\":[{}]", entities.join(","));
    let layers = [
        layer("Things", "Entities", [4, 1, 16], &entities),
        layer("Ground", "IntGrid", [4, 1, 16], "\"intGridCsv\":[0,0,1,0]"),
    ];
    let reading = read(&project("", &layers));
    let links = &reading.map.places.links;
    let seen: Vec<_> = links
        .iter()
        .map(|link| {
            let ends = [link.from.column, link.to.column];
            (&*link.name, ends, link.cost, link.is_both_ways, link.mask)
        })
        .collect();
    let all = u32::MAX;
    assert_eq!(
        seen,
        [
            ("up", [0, 3], 2.5, true, all),
            ("c", [1, 0], 1.0, false, 3),
            ("c", [1, 1], 1.0, false, 3)
        ]
    );
    assert_eq!(reading.map.places.npcs[0].name.as_deref(), Some("Ann"));
    assert_eq!(
        reading.warnings,
        [
            "ignored the link \"d\": it leads to an entity that is not in this level",
            "ignored the link \"e\": it has no field that refers to an entity"
        ]
    );
}
