//! Maps as text: mazes with their ends, matrices of numbers, and what is refused.

use proptest::prelude::*;
use tilewright_grid::Cell;
use tilewright_pathplan::TileName;
use tilewright_pathplan::text::{self, ParsedMap};

fn read(text: &str) -> ParsedMap {
    text::read(text, &[]).unwrap()
}

fn map(text: &str) -> String {
    read(text).map.to_string()
}

fn with(text: &str, walkable: &[&str]) -> String {
    let tiles: Vec<TileName> =
        walkable.iter().map(|name| name.parse().unwrap()).collect();
    text::read(text, &tiles).unwrap().map.to_string()
}

fn refused(text: &str) -> String {
    text::read(text, &[]).unwrap_err().to_string()
}

#[test]
fn one_start_and_one_goal_are_marked() {
    let pairs = [("S", "G"), ("@", "*"), ("S", "E"), ("S", "*"), ("@", "G"), ("@", "E")];
    for (start, goal) in pairs {
        let reading = read(&format!("####\n#{start}.#\n#.{goal}#\n####\n"));
        assert_eq!(reading.map.to_string(), "####\n#..#\n#..#\n####\n");
        assert_eq!(reading.map.places.start, Some(Cell::new(1, 1)));
        assert_eq!(reading.map.places.goal, Some(Cell::new(2, 2)));
        assert_eq!(
            reading.found,
            format!(
                "the characters of the cells; {start} marks the start and {goal} the goal"
            )
        );
        assert!(reading.warnings.is_empty());
    }
}

#[test]
fn letters_that_mark_nothing_are_terrain_and_named() {
    let warning = |text: &str| read(text).warnings.join("");
    let end = ": only one S (or @) and one G (or *, E) mark a start and a goal";
    assert_eq!(
        warning("SS.\n..G\n"),
        format!("S is read as swamp and G as free ground{end}")
    );
    assert_eq!(warning("S..\n...\n"), format!("S is read as swamp{end}"));
    assert_eq!(warning("G..\n...\n"), format!("G is read as free ground{end}"));
    assert_eq!(warning("@..\n...\n"), format!("@ is read as a wall{end}"));
    // As it is written for a map with a swamp.
    assert_eq!(warning("SS.\n..T\n"), "");
    assert_eq!(read("SS.\n..G\n").map.places.start, None);
}

#[test]
fn spaces_are_the_floor_or_stand_between_characters() {
    let maze = read("\r\n#####\r\n#S  #\r\n# # #\r\n#  G#\r\n#####\r\n\r\n");
    assert_eq!(maze.map.to_string(), "#####\n#...#\n#.#.#\n#...#\n#####\n");
    assert_eq!(maze.map.places.goal, Some(Cell::new(3, 3)));
    // A row whose spaces at the end were cut off, and one whose spaces are not separators.
    assert_eq!(map("# #\n# #\n#\n"), "#.#\n#.#\n#..\n");
    assert_eq!(map("# # #\n. . S\nG . #\n"), "###\n...\n..#\n");
    assert_eq!(map("#,.,#\n.,.,2\n"), "#.#\n..2\n");
}

#[test]
fn matrices_are_read_in_every_dress() {
    let wanted = ".#.\n..#\n";
    for text in [
        "010\n001\n",
        "0 1 0\n0 0 1",
        "0,1,0\n0,0,1\n",
        "0,1,0,\n0,0,1,\n",
        "0, 1, 0\r\n0, 0, 1\r\n\r\n",
        "\u{feff}0;1;0\n0;0;1\n",
        "0\t1\t0\n0\t0\t1\n",
        "\n\"0\",\"1\",\"0\"\n\"0\",\"0\",\"1\"\n",
        "[[0,1,0],[0,0,1]]",
        "[\n  [0, 1, 0],\n  [0, 0, 1],\n]\n",
        "[[0 1 0]\n [0 0 1]]",
        "[[0., 1., 0.],\n [0., 0., 1.]]",
        "0.000e+00 1.000e+00 0.000e+00\n0.000e+00 0.000e+00 1.000e+00\n",
        "0 7 0\n0 0 2147483650\n",
        "[[0,\n1,\n0],\n[0,0,1]]",
    ] {
        assert_eq!(map(text), wanted, "{text:?}");
    }
    let reading = read("0,1,0\n0,0,1\n");
    assert_eq!(reading.rule, text::NUMBERS);
    assert_eq!(
        reading.found,
        "a matrix of numbers: 0 is walkable, every other number is a wall; it has 0 in 4 cells, 1 in 2 cells"
    );
    assert_eq!(with("010\n001\n", &["1"]), "#.#\n##.\n");
    assert_eq!(with("23\n45\n", &["2", "5"]), ".#\n#.\n");
}

/// Tiled writes the local numbers of tiles, and -1 where there is none.
#[test]
fn the_csv_of_tiled_is_read() {
    let export = "-1,-1,14\n0,-1,15\n";
    assert_eq!(map(export), "..#\n#.#\n");
    assert!(read(export).found.starts_with("a matrix of numbers: -1 (no tile"));
    assert_eq!(with(export, &["14", "0"]), "##.\n.##\n");
}

#[test]
fn digits_that_are_costs_stay_costs() {
    assert_eq!(map("23\n45\n"), "23\n45\n");
    assert_eq!(map("2.\n.9\n"), "2.\n.9\n");
    assert_eq!(read("2 3\n4 5\n").warnings, ["no cell is walkable"]);
}

#[test]
fn what_is_no_map_is_refused_with_its_place() {
    assert_eq!(refused("0,1\n0\n"), "line 2 has 1 numbers, expected 2 as in line 1");
    assert_eq!(
        refused("\n0,1\n\n0,1\n"),
        "line 3 has 0 numbers, expected 2 as in line 2"
    );
    assert_eq!(refused("[[0,1],\n[0]]"), "line 2 has 1 numbers, expected 2 as in line 1");
    assert_eq!(
        refused("0,1\n0,grass\n"),
        "line 2: found `grass`, expected a whole number"
    );
    assert_eq!(refused("0,0.5\n0,1\n"), "line 1: found `0.5`, expected a whole number");
    assert_eq!(
        refused("0,99999999999999999999\n"),
        "line 1: found `99999999999999999999`, expected a whole number"
    );
    let list = "expected a list of rows, such as [[0, 1], [1, 0]], ";
    assert_eq!(
        refused("[0, 1, 0]"),
        format!("line 1: {list}found a number that is in no row")
    );
    assert_eq!(refused("[[[0, 1]]]"), format!("line 1: {list}found a list within a row"));
    assert_eq!(refused("[[0, 1],\n[0"), format!("line 2: {list}found its end within it"));
    assert_eq!(
        refused("[[0]]]"),
        format!("line 1: {list}found a bracket that closes none")
    );
    assert_eq!(refused("..\n.x\n"), "line 2, column 2: unknown character `x`");
    assert_eq!(refused("..\n...\n"), "line 2 has 3 cells, expected 2 as in line 1");
    assert!(refused("").starts_with("the map has 0 × 0 cells"));
    let town: TileName = "town:1".parse().unwrap();
    let error = text::read("0,1\n", &[town]).unwrap_err().to_string();
    assert_eq!(error, "there is no tile town:1: a matrix of numbers has no tilesets");
}

proptest! {
    #[test]
    fn no_text_makes_the_reader_panic(text in "[-0-9a-zSG@*#.,; \\[\\]\n\t\"+]{0,40}") {
        if let Ok(reading) = text::read(&text, &[]) {
            let again = read(&reading.map.to_string());
            prop_assert_eq!(again.map.grounds(), reading.map.grounds());
        }
    }
}
