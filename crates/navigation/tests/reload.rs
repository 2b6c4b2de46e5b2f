//! Maps that were read again from files in which somebody has drawn meanwhile.

use std::path::Path;

use tilewright_formats::tiled::Map as File;
use tilewright_grid::Cell;
use tilewright_navigation::{
    Agent, Layer, Link, Navigation, NavigationError, Outcome, Place, Query, Reload,
    Scratch, Terrain, Walker,
};
use tilewright_pathplan::tiled::{ReadOptions, read};
use tilewright_pathplan::{Map, Steps};

/// A map of Tiled: walls are tiles 1, objects have a class, a name, a cell, and properties.
fn file(rows: &[&str], objects: &[(&str, &str, u32, [u32; 2], &str)]) -> Map {
    let (height, width) = (rows.len(), rows[0].len());
    let glyphs = rows.join("");
    let cells = glyphs.chars().map(|glyph| if glyph == '#' { "1" } else { "0" });
    let cells: Vec<&str> = cells.collect();
    let object = |&(class, name, id, [row, column], properties): &(
        _,
        _,
        _,
        [u32; 2],
        _,
    )| {
        let (x, y) = (column * 10 + 5, row * 10 + 5);
        format!(
            "<object id=\"{id}\" type=\"{class}\" name=\"{name}\" x=\"{x}\" y=\"{y}\"><point/>\
             <properties>{properties}</properties></object>"
        )
    };
    let objects: String = objects.iter().map(object).collect();
    let text = format!(
        "<map orientation=\"orthogonal\" width=\"{width}\" height=\"{height}\" tilewidth=\"10\" tileheight=\"10\">\
         <layer name=\"collision\" width=\"{width}\" height=\"{height}\"><data encoding=\"csv\">{}</data></layer>\
         <objectgroup name=\"o\">{objects}</objectgroup></map>",
        cells.join(",")
    );
    let mut no_files = |_: &Path| Err(std::io::ErrorKind::NotFound.into());
    let (file, _) =
        File::parse_alone(text.as_bytes(), Path::new("m.tmx"), &mut no_files).unwrap();
    let reading = read(&file, &[], &ReadOptions::default()).unwrap();
    assert!(
        reading.warnings.iter().all(|it| it == "no cell is a wall"),
        "{:?}",
        reading.warnings
    );
    reading.map
}

const LADDER: &str = "<property name=\"to\" type=\"object\" value=\"3\"/><property name=\"cost\" type=\"float\" value=\"2\"/>";
const DROP: &str = "<property name=\"to\" type=\"object\" value=\"3\"/><property name=\"one_way\" type=\"bool\" value=\"true\"/>\
                    <property name=\"mask\" type=\"int\" value=\"2\"/>";

fn before() -> Map {
    file(
        &["......", "######", "......"],
        &[
            ("npc", "Ann", 1, [0, 0], ""),
            ("npc", "Bob", 2, [2, 0], ""),
            ("exit", "end", 3, [2, 5], ""),
            ("link", "ladder", 4, [0, 5], LADDER),
            ("link", "", 5, [0, 3], DROP),
        ],
    )
}

/// A door in the wall, the ladder elsewhere, no drop but a slide; Bob has gone, Ann stands elsewhere, Cid has come.
fn after() -> Map {
    file(
        &["......", "##.###", "......"],
        &[
            ("npc", "Cid", 7, [2, 2], ""),
            ("npc", "Ann", 1, [0, 1], ""),
            ("exit", "end", 3, [2, 5], ""),
            ("link", "slide", 6, [0, 0], DROP),
            ("link", "ladder", 4, [0, 4], LADDER),
        ],
    )
}

#[test]
fn links_and_walkers_that_stay_keep_their_handles() {
    let (mut map, mut scratch) = (
        Navigation::new(&before(), [Layer::walk(Steps::FOUR)]).unwrap(),
        Scratch::default(),
    );
    let [ann, bob] = ["Ann", "Bob"].map(|name| map.walker_named(name).unwrap());
    let [ladder, drop] = ["ladder", "5"].map(|name| map.link_named(name).unwrap());
    let [top, low] = [Cell::new(0, 5), Cell::new(2, 5)];
    assert_eq!(map.link(ladder), Ok(Link::both_ways(top, low, 2.0)));
    assert_eq!(map.link(drop), Ok(Link::one_way(Cell::new(0, 3), low, 1.0).mask(2)));
    let own = map.add_link(Link::one_way(Cell::new(2, 0), Cell::new(0, 0), 9.0)).unwrap();
    let rat =
        map.add_walker(Walker::new("rat", Cell::new(0, 4), Agent::default())).unwrap();

    let query = Query::new(Cell::new(0, 0), Cell::new(2, 0));
    let mut cost = |map: &Navigation| match map.route(&query, &mut scratch) {
        Ok(Outcome::Reached(route)) => route.cost as u32,
        other => panic!("{other:?}"),
    };
    assert_eq!(cost(&map), 3 + 1 + 5);

    let changes = map.reload([&after()]).unwrap();
    let slide = map.link_named("slide").unwrap();
    let cid = map.walker_named("Cid").unwrap();
    assert_eq!(
        changes,
        Reload {
            cells: 1,
            links_added: vec![slide],
            links_changed: vec![ladder],
            links_removed: vec![drop],
            walkers_added: vec![cid],
            walkers_moved: vec![ann],
            walkers_removed: vec![bob],
        }
    );
    assert_eq!(map.link(ladder), Ok(Link::both_ways(Cell::new(0, 4), low, 2.0)));
    assert_eq!(map.link(drop), Err(NavigationError::Link(drop)));
    assert_eq!(map.walker(bob).unwrap_err(), NavigationError::Walker(bob));
    assert_eq!(map.walker(ann).unwrap().place, Place::from(Cell::new(0, 1)));
    // What the game has added stays, and the door is open.
    assert!(map.link(own).is_ok());
    assert_eq!(map.walker(rat).unwrap().name, "rat");
    assert_eq!(cost(&map), 6);

    // Once more the same: nothing has changed.
    let version = map.version();
    assert_eq!(map.reload([&after()]).unwrap(), Reload::default());
    assert_eq!(map.version(), version);
}

#[test]
fn walkers_stay_where_the_game_has_put_them_and_those_removed_stay_away() {
    let mut map = Navigation::new(&before(), [Layer::walk(Steps::EIGHT)]).unwrap();
    let [ann, bob] = ["Ann", "Bob"].map(|name| map.walker_named(name).unwrap());
    let ladder = map.link_named("ladder").unwrap();
    map.move_walker(ann, Cell::new(0, 4)).unwrap();
    map.remove_walker(bob).unwrap();
    map.remove_link(ladder).unwrap();
    map.set(Cell::new(1, 0), Terrain::FREE).unwrap();

    // Cells are those of the file again.
    assert_eq!(
        map.reload([&before()]).unwrap(),
        Reload { cells: 1, ..Reload::default() }
    );
    assert_eq!(map.walker(ann).unwrap().place, Place::from(Cell::new(0, 4)));
    assert_eq!(map.walker_named("Bob"), None);
    assert_eq!(map.link_named("ladder"), None);
    assert_eq!(map.terrain(Cell::new(1, 0)), Some(Terrain::WALL));
}

#[test]
fn a_map_read_again_is_that_made_anew() {
    let mut map = Navigation::new(&before(), [Layer::walk(Steps::EIGHT)]).unwrap();
    let costly = |map: Map| {
        let count = u32::try_from(map.size().area()).unwrap();
        let costs = (0..count).map(|index| f64::from(1 + index % 3)).collect();
        let danger = (0..count).map(|index| index % 4).collect();
        map.with_costs(costs).unwrap().with_danger(danger).unwrap()
    };
    let after = costly(after());
    map.reload([&after]).unwrap();
    let anew = Navigation::new(&after, [Layer::walk(Steps::EIGHT)]).unwrap();
    let mut scratches = [Scratch::default(), Scratch::default()];
    for from in after.size().cells() {
        for to in after.size().cells() {
            let query = Query::new(from, to);
            let mut cost = |map: &Navigation, number: usize| match map
                .route(&query, &mut scratches[number])
                .unwrap()
            {
                Outcome::Reached(route) => Some(route.cost),
                _ => None,
            };
            assert_eq!(cost(&map, 0), cost(&anew, 1), "{from} {to}");
        }
    }
}

#[test]
fn names_are_saved_and_other_maps_refused() {
    let map = Navigation::new(&before(), [Layer::walk(Steps::EIGHT)]).unwrap();
    let text = serde_json::to_string(&map).unwrap();
    let mut loaded: Navigation = serde_json::from_str(&text).unwrap();
    let ladder = map.link_named("ladder").unwrap();
    assert_eq!(loaded.link_named("ladder"), Some(ladder));
    assert_eq!(loaded.reload([&after()]).unwrap().links_changed, [ladder]);

    let version = loaded.version();
    let other: Map = "...\n".parse().unwrap();
    assert_eq!(loaded.reload([&other]), Err(NavigationError::Floors));
    assert_eq!(loaded.reload([&after(), &after()]), Err(NavigationError::Floors));
    let hexagons = after().with_hexagons(tilewright_grid::Stagger::OddRows);
    assert_eq!(loaded.reload([&hexagons]), Err(NavigationError::Shape));
    let mut lost = after();
    lost.places.links[0].to = Cell::new(9, 9);
    let place = Place::from(Cell::new(9, 9));
    assert_eq!(loaded.reload([&lost]), Err(NavigationError::Outside { place }));
    assert_eq!(loaded.version(), version);
}
