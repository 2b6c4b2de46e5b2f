//! Projects of LDtk: what is read, and what is refused.

use proptest::prelude::*;
use tilewright_formats::ldtk::{
    Content, Document, Error, Field, FieldValue, Layers, LevelFile, Project,
};

const PROJECT: &str = r#"{
 "jsonVersion": "1.5.3",
 "defs": {"layers": [
  {"identifier": "Walls", "uid": 7, "intGridValues": [{"value": 1, "identifier": "wall"}, {"value": 2, "identifier": null}]}
 ]},
 "levels": [
  {"identifier": "First", "iid": "a", "layerInstances": [
   {"__identifier": "Things", "__type": "Entities", "__cWid": 3, "__cHei": 2, "__gridSize": 16,
    "__pxTotalOffsetX": 32, "__pxTotalOffsetY": -8,
    "intGridCsv": [], "entityInstances": [
     {"__identifier": "Start", "__grid": [2, 1], "iid": "s", "fieldInstances": [
      {"__identifier": "to", "__type": "EntityRef", "__value": {"entityIid": "x", "levelIid": "a"}},
      {"__identifier": "costs", "__type": "Array<Float>", "__value": [0.5, 2]},
      {"__identifier": "at", "__type": "Point", "__value": {"cx": 1, "cy": 2}}, {"__identifier": "none", "__value": null}]}, {"__identifier": "Lost", "__grid": [-1, 5]}]},
   {"__identifier": "Walls", "__type": "IntGrid", "__cWid": 3, "__cHei": 2, "__gridSize": 16,
    "__pxTotalOffsetX": 16, "__pxTotalOffsetY": 0, "layerDefUid": 7,
    "intGridCsv": [0, 1, 0, 2, 0, 0], "entityInstances": []}
  ]}
 ],
 "worlds": [{"identifier": "Over", "levels": [{"identifier": "Second", "layerInstances": []}]},
  {"identifier": "Under", "levels": [{"identifier": "Second", "iid": "b", "layerInstances": null, "externalRelPath": "p/Second.ldtkl"}]}]
}"#;

const LEVEL: &str = r#"{"identifier": "Second", "iid": "b", "externalRelPath": null, "layerInstances": [
 {"__identifier": "Walls", "__type": "IntGrid", "__cWid": 2, "__cHei": 1, "__gridSize": 16, "layerDefUid": 7,
  "intGridCsv": [1, 0]}]}"#;

fn layers(project: &Project, index: usize) -> &Layers {
    let Content::Layers(layers) = &project.levels[index].content else {
        panic!("the level is in another file")
    };
    layers
}

fn level(text: &str) -> LevelFile {
    match Document::parse(text.as_bytes()).unwrap() {
        Document::Level(level) => level,
        Document::Project(_) => panic!("it is a project"),
    }
}

#[test]
fn grids_names_offsets_and_entities_of_all_worlds_are_read() {
    let project = Project::parse(PROJECT.as_bytes()).unwrap();
    let names: Vec<_> = project.levels.iter().map(|level| &*level.name).collect();
    assert_eq!(names, ["First", "Second", "Second"]);
    let worlds: Vec<_> = project.levels.iter().map(|it| it.world.as_deref()).collect();
    assert_eq!(worlds, [None, Some("Over"), Some("Under")]);
    let first = layers(&project, 0);
    let grid = &first.grids[0];
    assert_eq!((grid.side, grid.cells.values()), (16, &[0, 1, 0, 2, 0, 0][..]));
    assert_eq!((grid.offset, &*grid.names), ([16, 0], &[(1, "wall".to_owned())][..]));
    let cells: Vec<_> = first.entities.iter().map(|entity| entity.cell).collect();
    assert_eq!(cells, [[1, 2], [5, -1]]);
    assert_eq!(first.entities[0].offset, [32, -8]);
    assert_eq!(first.entities[0].id.as_deref(), Some("s"));
    let to = FieldValue::Entity { id: "x".to_owned(), level: Some("a".to_owned()) };
    let costs = FieldValue::List([0.5, 2.0].map(FieldValue::Number).into());
    let field = |name: &str, value| Field { name: name.to_owned(), value };
    assert_eq!(first.entities[0].fields, [field("to", to), field("costs", costs)]);
    assert_eq!(project.levels[2].content, Content::File("p/Second.ldtkl".to_owned()));
}

#[test]
fn a_level_in_a_file_of_its_own_has_the_names_of_its_project() {
    let project = Project::parse(PROJECT.as_bytes()).unwrap();
    let file = level(LEVEL);
    assert_eq!(project.find(&file).unwrap().world.as_deref(), Some("Under"));
    let read = project.level_of(&file).unwrap();
    let Content::Layers(layers) = &read.content else { panic!("they were read") };
    assert_eq!(layers.grids[0].names, [(1, "wall".to_owned())]);
    let Content::Layers(layers) = file.nameless().unwrap().content else { panic!() };
    assert!(layers.grids[0].names.is_empty());
    let foreign = level(&LEVEL.replace("\"b\"", "\"c\""));
    assert_eq!(project.find(&foreign), None);
    let error = Project::parse(LEVEL.as_bytes()).unwrap_err();
    assert_eq!(error.to_string(), "this is the level \"Second\", expected its project");
}

/// Version 0.7 and earlier list the cells that have a value, counted from 0, and name values by
/// their place in a list; version 0.3 and earlier have other coordinates of entities.
#[test]
fn versions_before_csv_are_read() {
    let old = r#"{"jsonVersion": "0.3.0", "defs": {"layers": [
        {"identifier": "Walls", "uid": 1, "intGridValues": [{"identifier": "wall"}, {"identifier": "mud"}]}]},
        "levels": [{"identifier": "Old", "uid": 0, "layerInstances": [
        {"__identifier": "Walls", "__type": "IntGrid", "__cWid": 3, "__cHei": 2, "__gridSize": 8, "layerDefUid": 1,
         "pxOffsetX": 8, "pxOffsetY": 0, "intGrid": [{"coordId": 1, "v": 0}, {"coordId": 5, "v": 1}, {"coordId": 0, "v": -1}],
         "gridTiles": [], "entityInstances": [{"__identifier": "Player", "__cx": 2, "__cy": 1}]},
        {"__identifier": "Deco", "__type": "Tiles", "__cWid": 3, "__cHei": 2, "__gridSize": 8,
         "intGrid": [], "gridTiles": [{"coordId": 4, "v": 439}]}]}]}"#;
    let project = Project::parse(old.as_bytes()).unwrap();
    let old = layers(&project, 0);
    assert_eq!(old.grids[0].cells.values(), [0, 1, 0, 0, 0, 2]);
    assert_eq!(old.grids[0].names, [(1, "wall".to_owned()), (2, "mud".to_owned())]);
    assert_eq!((old.grids[0].offset, old.entities[0].cell), ([8, 0], [1, 2]));
    assert_eq!(old.tiles[0].cells.values(), [0, 0, 0, 0, 1, 0]);
}

/// What wrote 0.8.0 before its release counts the values of the new list from 0, as the versions before did;
/// it does not number its values yet.
#[test]
fn values_before_the_release_of_0_8_0_are_counted_from_0() {
    let unnumbered =
        PROJECT.replace(r#""value": 1, "#, "").replace(r#""value": 2, "#, "");
    let values_of = |text: &str, version: &str, csv: &str| {
        let text = text.replace("1.5.3", version).replace("[0, 1, 0, 2, 0, 0]", csv);
        let project = Project::parse(text.as_bytes()).unwrap();
        layers(&project, 0).grids[0].cells.values().to_vec()
    };
    let released = values_of(PROJECT, "0.8.0", "[0, 1, 0, 2, 0, 0]");
    assert_eq!(released, [0, 1, 0, 2, 0, 0]);
    let values = |version: &str, csv: &str| values_of(&unnumbered, version, csv);
    assert_eq!(values("0.8.0", "[-1, 0, -1, 1, 0, 0]"), [0, 1, 0, 2, 1, 1]);
    assert_eq!(values("0.8.0", "[0, 0, 0, 0, 0, 0]"), [1; 6]);
    assert_eq!(values("0.8.1", "[0, 1, 0, 2, 0, 0]"), [0, 1, 0, 2, 0, 0]);
    // A file whose version was lost is known by its empty cells.
    assert_eq!(values("", "[-1, 0, -1, 1, 0, 0]"), [0, 1, 0, 2, 1, 1]);

    let file = level(&LEVEL.replace("[1, 0]", "[0, 1]"));
    let of_file = |version: &str| {
        let project = Project::parse(unnumbered.replace("1.5.3", version).as_bytes());
        let read = project.unwrap().level_of(&file).unwrap();
        let Content::Layers(layers) = read.content else { panic!("they were read") };
        layers.grids[0].cells.values().to_vec()
    };
    assert_eq!((of_file("0.8.0"), of_file("1.5.3")), (vec![1, 2], vec![0, 1]));
    let nameless = level(&LEVEL.replace("[1, 0]", "[0, -1]")).nameless().unwrap();
    let Content::Layers(layers) = nameless.content else { panic!("they were read") };
    assert_eq!(layers.grids[0].cells.values(), [1, 0]);
}

#[test]
fn what_is_missing_or_wrong_is_named() {
    let fails = |from: &str, to: &str| {
        assert!(PROJECT.contains(from), "{from}");
        Project::parse(PROJECT.replacen(from, to, 1).as_bytes()).unwrap_err().to_string()
    };
    let errors = [
        fails("[0, 1, 0, 2, 0, 0]", "[0, 1]"),
        fails("\"intGridCsv\": [0, 1, 0, 2, 0, 0], ", ""),
        fails("\"__cWid\": 3", "\"__wide\": 3"),
        fails("\"__cHei\": 2", "\"__cHei\": 4000000000"),
        fails("\"__gridSize\": 16", "\"__gridSize\": 0"),
        fails("\"__grid\": [2, 1]", "\"grid\": [2, 1]"),
        fails("\"layerInstances\": [", "\"layers\": ["),
        fails("\"identifier\": \"First\", ", ""),
    ];
    assert_eq!(
        errors,
        [
            "the layer \"Walls\" of the level \"First\" has 2 values, expected 2 × 3",
            "the layer \"Walls\" of the level \"First\" has no field `intGridCsv`",
            "the layer \"Things\" of the level \"First\" has no field `__cWid`",
            "the layer \"Things\" of the level \"First\" has 4000000000 × 3 cells, expected 1 to 16777216",
            "the layer \"Things\" of the level \"First\": `__gridSize` is 0, expected the side of a cell in pixels, 1 or more",
            "the entity \"Start\" of the layer \"Things\" of the level \"First\" has no field `__grid`",
            "the level \"First\" has no field `layerInstances`",
            "a level has no field `identifier`",
        ]
    );
    assert!(matches!(Project::parse(b"{\"layers\":[]}"), Err(Error::Foreign)));
    assert!(matches!(Project::parse(b"[1"), Err(Error::Json(_))));
}

proptest! {
    #[test]
    fn no_text_makes_the_reader_panic(at in any::<prop::sample::Index>(), put in "[\\[\\]{},:\"0-9a-z-]{0,4}") {
        for document in [PROJECT, LEVEL] {
            let mut text = document.to_owned();
            let at = at.index(text.len());
            text.replace_range(at..=at, &put);
            let _ = Document::parse(text.as_bytes());
        }
    }
}
