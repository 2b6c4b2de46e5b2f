//! Which cells of maps of editors are walkable, and what is written into them.

use std::io;
use std::path::Path;

use proptest::prelude::*;
use tilewright_formats::tiled::{self as files, LayerKind};
use tilewright_grid::{Cell, Grid, Size, det};
use tilewright_pathplan::tiled::{
    ParsedMap, PathLine, Proposal, ReadOptions, Source, TiledError, add_paths, read,
};
use tilewright_pathplan::{Ground, Map, MapLink, Npc, Places, TileName};

use crate::editor::{is_at, layer, nothing, tileset, tmx, try_with, with};

#[test]
fn properties_of_the_topmost_tile_that_says_something_decide() {
    let tiles = tileset(&["", "Solid bool true", "solid bool false", "COST float 2.5"]);
    let ground = layer("name=\"ground\"", &["1,2,3,4", "2,2,2,2"]);
    let above = layer("name=\"bridge\"", &["0,0,2,0", "1,3,4,0"]);
    let reading = with(&tmx(4, 2, &(tiles + &ground + &above)));
    // Tile 1 says nothing, so what is below it decides.
    assert_eq!(reading.map.to_string(), ".##3\n#.3#\n");
    assert_eq!((reading.sources[0].source, reading.map.costs()[3]), ("properties", 2.5));
}

#[test]
fn properties_of_tiles_that_are_not_laid_decide_only_where_nothing_else_does() {
    let tiles = tileset(&["", "solid bool true", "collision string polygon"]);
    let ground = layer("name=\"ground\"", &["1,1,3"]);
    let collision = layer("name=\"collision\"", &["0,1,0"]);
    let reading = with(&tmx(3, 1, &(tiles.clone() + &ground + &collision)));
    assert_eq!(
        (reading.sources[0].source, reading.map.to_string()),
        ("layer", ".#.\n".into())
    );
    let reading = with(&tmx(3, 1, &(tiles + &ground)));
    assert_eq!(
        (reading.sources[0].source, reading.map.to_string()),
        ("properties", "...\n".into())
    );
}

#[test]
fn tile_objects_are_of_the_class_of_their_tile() {
    let set = "<tileset firstgid=\"1\" name=\"t\" tilewidth=\"10\" tileheight=\"10\" tilecount=\"2\" columns=\"2\">\
               <tile id=\"0\" type=\"wall\"/><tile id=\"1\" type=\"start\"/></tileset>";
    let inside = set.to_owned()
        + "<objectgroup name=\"o\"><object id=\"1\" gid=\"1\" x=\"10\" y=\"10\" width=\"10\" height=\"10\"/>\
           <object id=\"2\" gid=\"2\" x=\"20\" y=\"10\" width=\"10\" height=\"10\"/>\
           <object id=\"3\" name=\"goal\" x=\"0\" y=\"0\"><polygon points=\"30,0 40,0 40,10 30,10\"/></object>\
           <object id=\"4\" type=\"npc\" x=\"10\" y=\"10\" width=\"10\" height=\"10\" rotation=\"180\"/>\
           <object id=\"5\" type=\"wall\" x=\"0\" y=\"0\"><polyline points=\"0,0 40,0\"/></object></objectgroup>";
    let reading = with(&tmx(4, 1, &inside));
    assert_eq!(reading.map.to_string(), ".#..\n");
    let places = &reading.map.places;
    assert_eq!(
        (places.start, places.goal),
        (Some(Cell::new(0, 2)), Some(Cell::new(0, 3)))
    );
    assert_eq!(places.npcs, [Cell::new(0, 0).into()]);
    let sources: Vec<_> =
        reading.sources.iter().map(|it| (it.source, it.cells)).collect();
    assert_eq!(sources, [("tile-objects", 1), ("objects", 0)]);
    let idle =
        "not used: the object 5, which covers the centre of no cell and blocks nothing";
    assert_eq!(reading.warnings, [idle]);
}

#[test]
fn a_list_of_walkable_tiles_leaves_the_others_out() {
    let tiles = tileset(&["walkable bool true", "", "walkable bool false"]);
    let cells = layer("name=\"ground\"", &["1,2,1,0"]);
    assert_eq!(with(&tmx(4, 1, &(tiles.clone() + &cells))).map.to_string(), ".#.#\n");
    // A tile that is not walkable marks a wall, as a solid one does: others are free then.
    let cells = layer("name=\"ground\"", &["1,2,3,0"]);
    assert_eq!(with(&tmx(4, 1, &(tiles + &cells))).map.to_string(), "..#.\n");
    let tiles = tileset(&["passable bool false", "passable string true"]);
    let cells = layer("name=\"ground\"", &["1,0,2,3"]);
    assert_eq!(with(&tmx(4, 1, &(tiles + &cells))).map.to_string(), "#...\n");
}

#[test]
fn a_layer_called_collision_blocks_whatever_tiles_it_has() {
    let inside = layer("name=\"ground\"", &["1,1,1", "1,1,1"])
        + "<group name=\"all\">"
        + &layer("name=\"COLLISION\" visible=\"0\"", &["0,7,0", "0,0,2147483655"])
        + "</group>";
    let reading = with(&tmx(3, 2, &inside));
    assert_eq!(
        (reading.sources[0].source, reading.map.to_string()),
        ("layer", ".#.\n..#\n".into())
    );
    // A class does as well, a shift moves it, and objects in such a layer block too.
    let inside = layer(
        "name=\"x\" class=\"collision\" offsetx=\"10\"",
        &["0,7,0", "7,0,0"],
    ) + "<objectgroup name=\"Collision\" offsety=\"10\"><object id=\"1\" x=\"0\" y=\"0\" width=\"9\" height=\"9\"/></objectgroup>";
    assert_eq!(with(&tmx(3, 2, &inside)).map.to_string(), "..#\n##.\n");
    let other =
        ReadOptions { layers: vec!["ground".to_owned()], ..ReadOptions::default() };
    let inside =
        layer("name=\"Ground\"", &["1,0,1"]) + &layer("name=\"collision\"", &["0,1,0"]);
    assert_eq!(try_with(&tmx(3, 1, &inside), &other).unwrap().map.to_string(), "#.#\n");
}

#[test]
fn objects_block_the_cells_whose_centres_they_cover() {
    let objects = |inside: &str| {
        with(&tmx(6, 4, &format!("<objectgroup name=\"o\">{inside}</objectgroup>")))
    };
    // From 4 to 26 pixels: the centres 5, 15 and 25. An edge on a centre belongs to it.
    let reading = objects(
        "<object id=\"1\" type=\"Wall\" x=\"4\" y=\"5\" width=\"22\" height=\"10\"/>\
         <object id=\"2\" type=\"door\" x=\"40\" y=\"0\" width=\"20\" height=\"20\"/>",
    );
    assert_eq!(reading.map.to_string(), "###...\n###...\n......\n......\n");
    assert_eq!(reading.sources[0].source, "objects");
    // Turned by a quarter about its corner, an ellipse, and a notched polygon.
    let reading = objects(
        "<object id=\"1\" class=\"collision\" x=\"20\" y=\"0\" width=\"40\" height=\"20\" rotation=\"90\"/>",
    );
    assert_eq!(reading.map.to_string(), "##....\n##....\n##....\n##....\n");
    let reading = objects(
        "<object id=\"1\" type=\"wall\" x=\"10\" y=\"0\" width=\"40\" height=\"40\"><ellipse/></object>",
    );
    assert_eq!(reading.map.to_string(), "..##..\n.####.\n.####.\n..##..\n");
    let reading = objects(
        "<object id=\"1\" type=\"wall\" x=\"0\" y=\"0\"><polygon points=\"0,0 20,0 20,20 40,20 40,0 60,0 60,40 0,40\"/></object>\
         <object id=\"2\" type=\"wall\" x=\"25\" y=\"5\"><point/></object>",
    );
    assert_eq!(reading.map.to_string(), "##..##\n##..##\n######\n######\n");
    // A tile stands on its place.
    let reading = objects(
        "<object id=\"1\" type=\"wall\" gid=\"3\" x=\"30\" y=\"40\" width=\"20\" height=\"30\"/>",
    );
    assert_eq!(
        reading.map.to_string().replace('\n', "/"),
        "....../....../....../....../"
    );
}

#[test]
fn tiles_are_named_by_their_tileset() {
    let sets = "<tileset firstgid=\"1\" name=\"land\" tilewidth=\"10\" tileheight=\"10\" tilecount=\"4\" columns=\"2\"/>\
                <tileset firstgid=\"5\" source=\"missing/sea.tsx\"/>";
    let cells = layer("name=\"ground\"", &["1,2,5,6,0", "1,1,5,5,5"])
        + &layer("name=\"trees\"", &["0,0,0,0,0", "0,4,0,4,0"])
        + &layer("name=\"marks\" visible=\"0\"", &["4,4,4,4,4", "4,4,4,4,4"]);
    let map = tmx(5, 2, &(sets.to_owned() + &cells));
    let tiles = |names: &str| -> Vec<TileName> {
        names.split(',').map(|name| name.parse().unwrap()).collect()
    };
    let options = ReadOptions { tiles: tiles("0,sea:0"), ..ReadOptions::default() };
    let reading = try_with(&map, &options).unwrap();
    assert_eq!(reading.map.to_string(), ".#.##\n.#.#.\n");
    // The tileset is not needed for its numbers alone; that is said.
    assert_eq!(reading.warnings.len(), 1);
    let options = ReadOptions { tiles: tiles("land:9"), ..ReadOptions::default() };
    assert!(matches!(try_with(&map, &options), Err(TiledError::NoTile { .. })));
}

#[test]
fn a_tileset_that_was_not_read_decides_nothing() {
    let ours =
        tileset(&["solid bool true"]).replace("tilecount=\"16\"", "tilecount=\"1\"");
    let theirs = "<tileset firstgid=\"2\" source=\"../theirs.tsx\"/>";
    let cells = layer("name=\"ground\"", &["1,2"]);
    let both = tmx(2, 1, &(ours + theirs + &cells));
    let found = try_with(&both, &ReadOptions::default());
    assert!(matches!(found, Err(TiledError::Unread { .. })), "{found:?}");
    let forced =
        ReadOptions { sources: vec![Source::Properties], ..ReadOptions::default() };
    let alone = tmx(2, 1, &(theirs.to_owned() + &cells));
    assert!(matches!(try_with(&alone, &forced), Err(TiledError::Unread { .. })));
    let Err(TiledError::NoSource { found, .. }) =
        try_with(&alone, &ReadOptions::default())
    else {
        panic!("nothing says it")
    };
    assert!(
        found.contains("not read: ../theirs.tsx (outside the folder of files)"),
        "{found}"
    );
    // A layer decides without it.
    let collision = layer("name=\"collision\"", &["0,2"]);
    let walled = tmx(2, 1, &(theirs.to_owned() + &cells + &collision));
    assert_eq!(with(&walled).map.to_string(), ".#\n");
}

#[test]
fn places_are_objects_by_name_or_class() {
    let inside = layer("name=\"collision\"", &["1,0,0,0", "0,0,0,0"])
        + "<objectgroup name=\"o\" offsetx=\"10\">\
           <object id=\"1\" name=\"Start\" x=\"3\" y=\"3\"><point/></object>\
           <object id=\"2\" type=\"goal\" x=\"10\" y=\"10\" width=\"10\" height=\"10\"/>\
           <object id=\"3\" name=\"Bob\" class=\"npc\" x=\"0\" y=\"19\"><point/></object>\
           <object id=\"4\" name=\"npc\" x=\"900\" y=\"19\"><point/></object>\
           <object id=\"5\" name=\"start\" x=\"1\" y=\"1\"><point/></object></objectgroup>";
    let ParsedMap { map, warnings, .. } = with(&tmx(4, 2, &inside));
    let expected = Places {
        start: Some(Cell::new(0, 1)),
        goal: Some(Cell::new(1, 2)),
        npcs: vec![Npc { cell: Cell::new(1, 1), name: Some("Bob".to_owned()) }],
        links: Vec::new(),
    };
    assert_eq!(map.places, expected);
    assert_eq!(warnings.len(), 2, "{warnings:?}");
}

/// A point object of these properties, each `name type value`.
fn object(id: u32, words: &str, x: u32, properties: &[&str]) -> String {
    let property = |text: &&str| {
        let [name, kind, value] = text.split(' ').collect::<Vec<_>>()[..] else {
            panic!("{text}")
        };
        format!("<property name=\"{name}\" type=\"{kind}\" value=\"{value}\"/>")
    };
    let properties: String = properties.iter().map(property).collect();
    format!(
        "<object id=\"{id}\" {words} x=\"{x}\" y=\"5\"><properties>{properties}</properties><point/></object>"
    )
}

#[test]
fn links_lead_to_the_objects_that_their_properties_name() {
    let inside = layer("name=\"collision\"", &["0,0,0,0,1"])
        + "<objectgroup name=\"collision\">"
        + &object(
            1,
            "name=\"ladder\" type=\"Link\"",
            5,
            &["To object 9", "COST float 0.5"],
        )
        + &object(
            2,
            "type=\"link\"",
            15,
            &["to object 1", "OneWay bool true", "mask int 5"],
        )
        + &object(3, "type=\"link\"", 15, &[])
        + &object(4, "name=\"link\"", 15, &["to object 77"])
        + &object(5, "type=\"link\"", 15, &["to object 8"])
        + &object(6, "type=\"link\"", 15, &["to object 9", "cost int -1"])
        + &object(7, "type=\"link\"", 15, &["to object 9", "mask float 0.5"])
        + &object(8, "name=\"far\"", 900, &[])
        + "</objectgroup><objectgroup offsetx=\"10\">"
        + &object(9, "name=\"end\"", 15, &[])
        + "</objectgroup>";
    let ParsedMap { map, warnings, .. } = with(&tmx(5, 1, &inside));
    let ladder = MapLink {
        name: "ladder".to_owned(),
        from: Cell::new(0, 0),
        to: Cell::new(0, 2),
        cost: 0.5,
        is_both_ways: true,
        mask: u32::MAX,
    };
    let (from, to) = (Cell::new(0, 1), Cell::new(0, 0));
    let drop = MapLink {
        name: "2".to_owned(),
        from,
        to,
        cost: 1.0,
        is_both_ways: false,
        mask: 5,
    };
    assert_eq!(map.places.links, [ladder, drop]);
    // Links are no walls, wherever they stand.
    assert_eq!(map.to_string(), "....#\n");
    let why = [
        "ignored object 3: the link has no property `to` that refers to another object",
        "ignored object 4: the link leads to an object that is not on the map",
        "ignored object 5: an end of the link lies outside the map",
        "ignored object 6: its cost is not a number from 0 to 1000000",
        "ignored object 7: its mask is not a whole number from 0 to 4294967295",
    ];
    assert_eq!(warnings[..5], why);
}

#[test]
fn infinite_maps_count_from_their_first_piece() {
    let chunk = |x: i32, y: i32, data: &str| {
        format!("<chunk x=\"{x}\" y=\"{y}\" width=\"2\" height=\"2\">{data}</chunk>")
    };
    let inside = format!(
        "<layer name=\"collision\" width=\"4\" height=\"2\"><data encoding=\"csv\">{}{}</data></layer>\
         <objectgroup name=\"o\"><object id=\"1\" name=\"start\" x=\"-15\" y=\"5\"><point/></object></objectgroup>",
        chunk(-2, 0, "0,1,0,0"),
        chunk(2, 2, "0,0,0,1")
    );
    let text = tmx(4, 4, &inside).replace("infinite=\"0\"", "infinite=\"1\"");
    let reading = with(&text);
    assert_eq!(reading.origin, (0, -2));
    assert_eq!(reading.map.to_string(), ".#....\n......\n......\n.....#\n");
    assert_eq!(reading.map.places.start, Some(Cell::new(0, 0)));
    // What is put into it lies where it was planned.
    let (mut file, _) =
        files::Map::parse_alone(text.as_bytes(), Path::new("m.tmx"), &mut nothing)
            .unwrap();
    let cells = vec![Cell::new(0, 0), Cell::new(1, 1), Cell::new(1, 2)];
    let line =
        PathLine { name: "a".to_owned(), cells, properties: files::Properties::new() };
    add_paths(&mut file, &[line]).unwrap();
    let heat = file.layer("heat").expect("it was put there");
    let LayerKind::Tiles(tiles) = &heat.kind else { panic!("heat is tiles") };
    let hot: Vec<(i64, i64)> = tiles
        .cells()
        .filter(|(_, _, gid)| !gid.is_empty())
        .map(|(row, column, _)| (row, column))
        .collect();
    assert_eq!(hot, [(0, -2), (1, -1), (1, 0)]);
    assert_eq!(read(&file, &[], &ReadOptions::default()).unwrap().map, reading.map);
}

#[test]
fn isometric_maps_are_read_and_unknown_orientations_refused() {
    let inside = layer("name=\"collision\"", &["0,1", "0,0"])
        + "<objectgroup name=\"o\"><object id=\"1\" name=\"start\" x=\"5\" y=\"15\"><point/></object></objectgroup>";
    let square = tmx(2, 2, &inside);
    let diamonds = square
        .replace("orthogonal", "isometric")
        .replace("tilewidth=\"10\"", "tilewidth=\"20\"");
    let reading = with(&diamonds);
    assert_eq!(reading.map.to_string(), ".#\n..\n");
    assert_eq!(reading.map.places.start, Some(Cell::new(1, 0)));
    // A layer shifted down by a tile moves by a row and a column, on the screen straight down.
    let shifted = diamonds.replace(
        "name=\"collision\"",
        "name=\"collision\" offsety=\"-5\" offsetx=\"-10\"",
    );
    assert_eq!(with(&shifted).map.to_string(), "#.\n..\n");
    let world = reading.world.unwrap();
    assert!(is_at(world.middle(Cell::new(0, 0)), [20.0, 5.0]));
    let found =
        try_with(&square.replace("orthogonal", "spherical"), &ReadOptions::default());
    assert!(matches!(found, Err(TiledError::Orientation { .. })), "{found:?}");
}

#[test]
fn nonsense_is_refused() {
    let cells = layer("name=\"ground\"", &["1,1"]);
    for tile in ["cost float 0", "cost int -3", "solid bool true;cost float 1e9"] {
        let found =
            try_with(&tmx(2, 1, &(tileset(&[tile]) + &cells)), &ReadOptions::default());
        assert!(matches!(found, Err(TiledError::Property { .. })), "{tile}: {found:?}");
    }
    let flat = tmx(2, 1, &cells).replace("tileheight=\"10\"", "tileheight=\"0\"");
    let found = try_with(&flat, &ReadOptions::default());
    assert!(matches!(found, Err(TiledError::TileSize { .. })), "{found:?}");
    for source in [
        Source::Properties,
        Source::Layer,
        Source::TileObjects,
        Source::Objects,
        Source::Shapes,
    ] {
        let options = ReadOptions { sources: vec![source], ..ReadOptions::default() };
        let found = try_with(&tmx(2, 1, &cells), &options);
        assert!(matches!(found, Err(TiledError::NoMatch { .. })), "{source}: {found:?}");
    }
}

#[test]
fn figures_take_no_long_time() {
    // A large rectangle is no more work than a small one; a figure of many corners is.
    let map =
        |inside: &str| tmx(4000, 4000, &format!("<objectgroup>{inside}</objectgroup>"));
    let rectangle =
        "<object type=\"wall\" x=\"0\" y=\"0\" width=\"39995\" height=\"39995\"/>";
    assert_eq!(with(&map(&rectangle.repeat(10_000))).map.walkable_count(), 0);
    let corners = "0,0 40000,40000 ".repeat(40_000);
    let figure = format!(
        "<object type=\"wall\" x=\"0\" y=\"0\"><polygon points=\"{corners}\"/></object>"
    );
    let found = try_with(&map(&figure), &ReadOptions::default());
    assert!(matches!(found, Err(TiledError::Objects)), "{found:?}");
}

#[test]
fn a_real_map_is_read_by_its_walkable_tiles() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/bevy_northstar");
    let bytes = std::fs::read(folder.join("demo_16.tmx")).unwrap();
    let mut load = |path: &Path| std::fs::read(folder.join(path));
    let file = files::Map::parse(&bytes, Path::new("demo_16.tmx"), &mut load).unwrap();
    let options =
        ReadOptions { tiles: vec!["14".parse().unwrap()], ..ReadOptions::default() };
    let map = read(&file, &[], &options).unwrap().map;
    assert_eq!(map.walkable_count(), 124);
    assert!(
        map.to_string()
            .starts_with("################\n#..............#\n#.#.#.#..#.#.#.#\n")
    );
}

fn any_map() -> impl Strategy<Value = Map> {
    let cell = (0..5_usize, prop_oneof![Just(1.0), Just(0.125), 1.0..9.0], 0..3_u32);
    (1..7_u32, 1..7_u32).prop_flat_map(move |(rows, columns)| {
        let size = Size::new(rows, columns);
        let cells = prop::collection::vec(cell.clone(), size.area());
        let place = move |index: usize| size.cell(index % size.area());
        let index = prop::option::of(any::<u16>().prop_map(usize::from));
        let places = (index.clone(), index, prop::collection::vec(any::<u16>(), 0..3));
        (cells, places).prop_map(move |(cells, (start, goal, npcs))| {
            let all =
                [Ground::Free, Ground::Swamp, Ground::Water, Ground::Wall, Ground::Trees];
            let ground = cells.iter().map(|cell| all[cell.0]).collect();
            let mut map = Map::new(Grid::from_values(size, ground).unwrap())
                .unwrap()
                .with_costs(cells.iter().map(|cell| cell.1).collect())
                .unwrap()
                .with_danger(cells.iter().map(|cell| cell.2).collect())
                .unwrap();
            let link = start.zip(goal).map(|(from, to)| MapLink {
                name: "ladder".to_owned(),
                from: place(from),
                to: place(to),
                cost: 2.5,
                is_both_ways: true,
                mask: u32::MAX,
            });
            let drop = link.clone().map(|link| MapLink {
                name: "drop".to_owned(),
                is_both_ways: false,
                mask: 6,
                ..link
            });
            map.places = Places {
                start: start.map(place),
                goal: goal.map(place),
                links: link.into_iter().chain(drop).collect(),
                npcs: npcs.into_iter().map(|npc| place(npc.into()).into()).collect(),
            };
            map
        })
    })
}

proptest! {
    #[test]
    fn a_map_written_for_the_editor_is_read_as_it_was(map in any_map()) {
        let (file, sheet) = map.to_tiled("made").unwrap();
        let tileset = sheet.tileset.to_tsx();
        let mut load = |_: &Path| -> io::Result<Vec<u8>> { Ok(tileset.clone().into_bytes()) };
        for text in [file.to_tmx(), file.to_tmj()] {
            let file = files::Map::parse(text.as_bytes(), Path::new("made.tmx"), &mut load);
            let reading = read(&file.unwrap(), &[], &ReadOptions::default()).unwrap();
            prop_assert_eq!(&reading.map, &map);
        }
    }

    #[test]
    fn figures_cover_what_a_plain_test_of_each_centre_says(
        corners in prop::collection::vec((-2..12_i32, -2..12_i32), 3..7),
        turn in 0..8_u32,
    ) {
        let points: Vec<String> = corners.iter().map(|(x, y)| format!("{x},{y}")).collect();
        let inside = format!(
            "<objectgroup><object id=\"1\" type=\"wall\" x=\"3\" y=\"4\" rotation=\"{}\"><polygon points=\"{}\"/></object></objectgroup>",
            f64::from(turn) * 45.0,
            points.join(" ")
        );
        let text = tmx(12, 12, &inside).replace("width=\"10\"", "width=\"1\"").replace("height=\"10\"", "height=\"1\"");
        let map = with(&text).map;
        let radians = (f64::from(turn) * 45.0).to_radians();
        let (sine, cosine) = (det::sin(radians), det::cos(radians));
        let corners: Vec<(f64, f64)> = corners
            .iter()
            .map(|&(x, y)| (f64::from(x), f64::from(y)))
            .map(|(x, y)| (
                3.0 + x * cosine - y * sine,
                4.0 + x * sine + y * cosine,
            ))
            .collect();
        for cell in map.size().cells() {
            let place = (f64::from(cell.column) + 0.5, f64::from(cell.row) + 0.5);
            prop_assert_eq!(!map.is_walkable(cell), covers(&corners, place), "{:?}", cell);
        }
    }
}

/// Whether a place lies on an edge, or a ray to the right crosses an odd number of edges.
fn covers(corners: &[(f64, f64)], (x, y): (f64, f64)) -> bool {
    let mut is_odd = false;
    for (index, &(x0, y0)) in corners.iter().enumerate() {
        let (x1, y1) = corners[(index + 1) % corners.len()];
        let (wide, high) = (x1 - x0, y1 - y0);
        let square = wide * wide + high * high;
        let along =
            if square > 0.0 { ((x - x0) * wide + (y - y0) * high) / square } else { 0.0 };
        let along = along.clamp(0.0, 1.0);
        let (near_x, near_y) = (x0 + along * wide, y0 + along * high);
        if (x - near_x).hypot(y - near_y) < 1e-6 {
            return true;
        }
        if (y0 > y) != (y1 > y) && x < x0 + (y - y0) / high * wide {
            is_odd = !is_odd;
        }
    }
    is_odd
}

/// What is proposed for a map that says nothing, and how many cells are walkable by it.
fn proposed(text: &str) -> (Proposal, usize) {
    let Err(TiledError::NoSource { proposal, .. }) =
        try_with(text, &ReadOptions::default())
    else {
        panic!("no rule matches");
    };
    let proposal = *proposal.expect("something is proposed");
    let map = try_with(text, &proposal.options).unwrap().map;
    (proposal, map.walkable_count())
}

const SHEET: &str = "<tileset firstgid=\"1\" name=\"sheet\" tilewidth=\"10\" tileheight=\"10\" tilecount=\"9\" columns=\"3\"/>";

#[test]
fn a_layer_that_is_named_like_walls_is_proposed() {
    let ground = layer("name=\"Ground\"", &["1,1,1,1", "1,1,1,1", "1,1,1,1"]);
    let walls = layer("name=\"House walls\"", &["0,2,0,0", "0,2,0,0", "0,0,0,0"]);
    let (proposal, walkable) = proposed(&tmx(4, 3, &format!("{SHEET}{ground}{walls}")));
    assert_eq!(proposal.options.layers, ["House walls"]);
    assert_eq!(walkable, 10);
    assert!(proposal.why.contains("suggests walls"), "{}", proposal.why);
    assert!(proposal.why.contains("that gives 2 walls"), "{}", proposal.why);
}

#[test]
fn what_stands_on_the_ground_is_proposed_as_walls() {
    let ground = layer("name=\"Ground\"", &["1,1,1,1", "1,1,1,1", "1,1,1,1"]);
    let trees = layer("name=\"Trees\"", &["0,2,0,0", "0,0,0,3", "0,0,0,0"]);
    let roofs = layer("name=\"Above\"", &["0,4,0,0", "0,4,0,4", "0,4,0,0"]);
    let (proposal, walkable) =
        proposed(&tmx(4, 3, &format!("{SHEET}{ground}{roofs}{trees}")));
    assert_eq!(proposal.options.layers, ["Trees"]);
    assert_eq!(walkable, 10);
}

#[test]
fn common_tiles_inside_of_a_border_are_proposed_as_floor() {
    let rows = ["2,2,2,2,2", "2,1,1,1,2", "2,1,3,1,2", "2,1,1,1,2", "2,2,2,2,2"];
    let (proposal, walkable) =
        proposed(&tmx(5, 5, &format!("{SHEET}{}", layer("name=\"Room\"", &rows))));
    assert_eq!(proposal.options.tiles, ["0".parse::<TileName>().unwrap()]);
    assert_eq!(walkable, 8);
    assert!(proposal.why.contains("these are walls: 1, 2"), "{}", proposal.why);
    // Rock may fill more than the rooms in it.
    let rows = [
        "2,2,2,2,2,2,2",
        "2,2,1,1,1,2,2",
        "2,2,1,1,1,2,2",
        "2,2,2,1,2,2,2",
        "2,2,2,1,2,2,2",
        "2,2,2,1,2,2,2",
        "2,2,2,2,2,2,2",
    ];
    let (proposal, walkable) =
        proposed(&tmx(7, 7, &format!("{SHEET}{}", layer("name=\"Cave\"", &rows))));
    assert_eq!(proposal.options.tiles, ["0".parse::<TileName>().unwrap()]);
    assert_eq!(walkable, 9);
    // A field has no walls at its border.
    let rows = ["1,1,1,1", "1,1,2,1", "1,1,3,1", "1,1,1,1"];
    let (proposal, walkable) =
        proposed(&tmx(4, 4, &format!("{SHEET}{}", layer("name=\"Field\"", &rows))));
    assert_eq!(proposal.options.tiles, ["0".parse::<TileName>().unwrap()]);
    assert_eq!(walkable, 14);
}

#[test]
fn cells_without_a_tile_are_proposed_as_walls() {
    let rows = ["0,1,2,0", "0,2,1,1", "0,0,1,0"];
    let text = tmx(4, 3, &format!("{SHEET}{}", layer("name=\"Isle\"", &rows)));
    let (proposal, walkable) = proposed(&text);
    assert_eq!((proposal.options.tiles.len(), walkable), (2, 6));
}

/// Tiles whose tileset cannot be named are not proposed: the command would mean others.
#[test]
fn what_cannot_be_named_is_not_proposed() {
    let two = format!("{SHEET}{}", SHEET.replace("firstgid=\"1\"", "firstgid=\"10\""));
    let rows = ["10,10,10", "10,1,1", "10,10,10"];
    let text = tmx(3, 3, &format!("{two}{}", layer("name=\"Room\"", &rows)));
    let (proposal, walkable) = proposed(&text);
    assert_eq!(proposal.options.tiles, ["0".parse::<TileName>().unwrap()]);
    assert_eq!(walkable, 2);
    // Nothing lies on the map: nothing blocks.
    let empty = tmx(2, 2, &layer("name=\"Ground\"", &["0,0", "0,0"]));
    let (proposal, walkable) = proposed(&empty);
    assert_eq!((&proposal.options.layers[..], walkable), (&["Ground".to_owned()][..], 4));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Whatever lies on a map, what is proposed for it can be read.
    #[test]
    fn every_proposal_is_read(
        cells in proptest::collection::vec(0..14_u32, 2 * 20),
        names in proptest::collection::vec("[a-zA-Z,: -]{0,9}", 4),
        columns in proptest::sample::select(vec![4_usize, 5, 10]),
    ) {
        let sheet = |first: u32, name: &str| SHEET
            .replace("firstgid=\"1\"", &format!("firstgid=\"{first}\""))
            .replace("\"sheet\"", &format!("\"{name}\""));
        let mut inside = sheet(1, &names[0]) + &sheet(10, &names[1]);
        for (cells, name) in cells.chunks(20).zip(&names[2..]) {
            let row = |row: &[u32]| {
                row.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
            };
            let rows: Vec<String> = cells.chunks(columns).map(row).collect();
            let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
            inside += &layer(&format!("name=\"{name}\""), &rows);
        }
        let text = tmx(columns as u32, 20 / columns as u32, &inside);
        if let Err(TiledError::NoSource { proposal: Some(proposal), .. }) =
            try_with(&text, &ReadOptions::default())
        {
            let read = try_with(&text, &proposal.options);
            prop_assert!(read.is_ok(), "{proposal:?}");
            let walkable = read.unwrap().map.walkable_count();
            let said = format!(" and {walkable} walkable cells in ");
            prop_assert!(proposal.why.contains(&said), "{}", proposal.why);
        }
    }
}
