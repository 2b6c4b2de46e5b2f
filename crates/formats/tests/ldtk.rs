//! Projects of LDtk: what is read, and what is refused.

use proptest::prelude::*;
use tilewright_formats::ldtk::{Error, Project};
use tilewright_grid::Cell;

const PROJECT: &str = r#"{
 "jsonVersion": "1.5.3",
 "defs": {"layers": [
  {"identifier": "Walls", "intGridValues": [{"value": 1, "identifier": "wall"}, {"value": 2, "identifier": null}]}
 ]},
 "levels": [
  {"identifier": "First", "layerInstances": [
   {"__identifier": "Things", "__type": "Entities", "__cWid": 3, "__cHei": 2, "__gridSize": 16,
    "intGridCsv": [], "entityInstances": [
     {"__identifier": "Start", "__grid": [2, 1]}, {"__identifier": "Lost", "__grid": [-1, 5]}]},
   {"__identifier": "Walls", "__type": "IntGrid", "__cWid": 3, "__cHei": 2, "__gridSize": 16,
    "intGridCsv": [0, 1, 0, 2, 0, 0], "entityInstances": []}
  ]}
 ],
 "worlds": [{"levels": [{"identifier": "Second", "layerInstances": []}]}]
}"#;

#[test]
fn grids_names_and_entities_of_all_worlds_are_read() {
    let project = Project::parse(PROJECT.as_bytes()).unwrap();
    let names: Vec<&str> =
        project.levels.iter().map(|level| level.name.as_str()).collect();
    assert_eq!(names, ["First", "Second"]);
    let first = project.level(None).unwrap();
    assert_eq!(project.level(Some("Second")).unwrap().grid(None), None);
    let grid = first.grid(Some("Walls")).unwrap();
    assert_eq!((grid.cell, grid.cells.values()), (16, &[0, 1, 0, 2, 0, 0][..]));
    assert_eq!(grid.names, [(1, "wall".to_owned())]);
    let cells: Vec<_> = first.entities.iter().map(|entity| entity.cell).collect();
    assert_eq!(cells, [Some(Cell::new(1, 2)), None]);
}

#[test]
fn invalid_projects_are_refused() {
    let short = PROJECT.replace("[0, 1, 0, 2, 0, 0]", "[0, 1]");
    let error = Project::parse(short.as_bytes()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the layer \"Walls\" has 2 values, expected 2 \u{d7} 3"
    );
    let huge = PROJECT.replace(
        "\"__cWid\": 3, \"__cHei\": 2",
        "\"__cWid\": 4000000000, \"__cHei\": 4000000000",
    );
    assert!(matches!(Project::parse(huge.as_bytes()), Err(Error::Grid { found: 6, .. })));
    let external = r#"{"levels":[{"identifier":"A","layerInstances":null,"externalRelPath":"p/A.ldtkl"}]}"#;
    let error = Project::parse(external.as_bytes()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the level \"A\" is stored in the file \"p/A.ldtkl\": read that file instead"
    );
    assert!(matches!(Project::parse(b"{\"layers\":[]}"), Err(Error::Json(_))));
}

proptest! {
    #[test]
    fn no_text_makes_the_reader_panic(at in any::<prop::sample::Index>(), put in "[\\[\\]{},:\"0-9a-z-]{0,4}") {
        let mut text = PROJECT.to_owned();
        let at = at.index(text.len());
        text.replace_range(at..=at, &put);
        let _ = Project::parse(text.as_bytes());
    }
}
