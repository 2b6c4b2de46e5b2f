//! Walls of maps of the editor in layers that are hidden, or moved out of the map.

use tilewright_pathplan::tiled::{ParsedMap, ReadOptions, Source};

use crate::editor::{layer, tileset, tmx, try_with, with};

fn rows(reading: &ParsedMap) -> String {
    reading.map.to_string().trim_end().replace('\n', "/")
}

/// Tiles without and with a property, and one with a shape.
fn tiles() -> String {
    let shape = "<tile id=\"2\"><objectgroup><object id=\"1\" x=\"0\" y=\"0\" width=\"10\" height=\"10\"/></objectgroup></tile>";
    tileset(&["", "solid bool true"]).replace("</tileset>", &format!("{shape}</tileset>"))
}

#[test]
fn tiles_in_hidden_layers_do_not_count_and_their_walls_are_named() {
    let ground = layer("name=\"ground\"", &["1,1,1,2,3"]);
    let hidden = layer("name=\"demo\" visible=\"0\"", &["2,3,0,2,0"]);
    let map = tmx(5, 1, &(tiles() + &ground + &hidden));
    let reading = with(&map);
    assert_eq!(rows(&reading), "...##");
    assert_eq!(reading.warnings, ["not used: 2 walls of the hidden layer \"demo\""]);
    assert_eq!(reading.unused, [Source::Layer]);
    // In a hidden group, and as an object.
    let object = "<group name=\"old\" visible=\"0\"><objectgroup name=\"things\">\
        <object id=\"7\" gid=\"3\" x=\"0\" y=\"10\" width=\"10\" height=\"10\"/></objectgroup></group>";
    let reading = with(&tmx(5, 1, &(tiles() + &ground + object)));
    assert_eq!(rows(&reading), "...##");
    assert_eq!(reading.warnings, ["not used: 1 wall of the hidden layer \"things\""]);
    // One that is named or called so blocks, hidden or not.
    let options =
        ReadOptions { layers: vec!["demo".to_owned()], ..ReadOptions::default() };
    let reading = try_with(&map, &options).unwrap();
    assert_eq!((rows(&reading).as_str(), reading.warnings.len()), ("##.##", 0));
    let reading = with(&map.replace("demo", "Collision"));
    assert_eq!((rows(&reading).as_str(), reading.warnings.len()), ("##.##", 0));
}

#[test]
fn walls_that_an_offset_moves_out_of_the_map_are_counted() {
    let moved = |words: &str, cells: &str| {
        let ground = layer("name=\"ground\"", &["1,1,1,1,2"]);
        let other = layer(words, &[cells]);
        with(&tmx(5, 1, &(tiles() + &ground + &other)))
    };
    let reading = moved("name=\"rocks\" offsetx=\"20\"", "2,0,1,2,3");
    assert_eq!(rows(&reading), "..#.#");
    let expected =
        "the layer \"rocks\" is moved by its offset: 2 walls of it lie outside the map";
    assert_eq!(reading.warnings, [expected]);
    let reading = moved("name=\"Collision\" offsety=\"-10\"", "0,1,0,0,0");
    assert_eq!(rows(&reading), "....#");
    let expected = "the layer \"Collision\" is moved by its offset: 1 wall of it lies outside the map";
    assert_eq!(reading.warnings, [expected]);
    // Floor outside is no loss.
    assert!(moved("name=\"rugs\" offsetx=\"20\"", "0,0,0,1,1").warnings.is_empty());
}

#[test]
fn floor_that_only_hidden_layers_mark_is_named() {
    let tiles = tileset(&["", "walkable bool true"]);
    let ground = layer("name=\"ground\"", &["1,1,1,1"]);
    let hidden = layer("name=\"graph\" visible=\"0\"", &["0,2,2,0"]);
    let reading = with(&tmx(4, 1, &(tiles.clone() + &ground + &hidden)));
    assert_eq!(rows(&reading), "....");
    let named =
        "not used: 2 tiles of the hidden layer \"graph\" that are marked as walkable";
    assert!(reading.warnings.iter().any(|it| it == named), "{:?}", reading.warnings);
    // Visible marks say what the floor is.
    let seen = layer("name=\"seen\"", &["2,0,0,0"]);
    let reading = with(&tmx(4, 1, &(tiles + &ground + &seen + &hidden)));
    assert_eq!(rows(&reading), ".###");
    assert!(!reading.warnings.iter().any(|it| it == named), "{:?}", reading.warnings);
}
