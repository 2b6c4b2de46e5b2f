//! Staggered maps of the editor: which cells are walkable, where objects stand, and what is written into them.

use std::path::Path;

use tilewright_formats::tiled::{self as files, LayerKind, Object, Shape};
use tilewright_grid::{Cell, CellShape, Grid, Seed, Size, Stagger};
use tilewright_pathplan::planners::{Astar, Planner};
use tilewright_pathplan::tiled::{PathLine, ReadOptions, add_paths, read};
use tilewright_pathplan::{Graph, Ground, Map, Steps};

use crate::editor::{is_at, layer, nothing, with};
use crate::hexagonal_files::{hexagonal, middle, objects};

/// Tile sizes; the editor rounds odd ones down. Sides count on hexagonal maps only.
const TILES: [[u32; 3]; 3] = [[64, 32, 0], [33, 17, 0], [20, 20, 0]];

/// A staggered map with this inside.
fn staggered(size: [u32; 2], stagger: Stagger, tile: [u32; 3], inside: &str) -> String {
    let text = hexagonal(size, stagger, [tile[0], tile[1], 8], inside);
    text.replace("orientation=\"hexagonal\"", "orientation=\"staggered\"")
}

fn parsed(text: &str) -> files::Map {
    files::Map::parse_alone(text.as_bytes(), Path::new("m.tmx"), &mut nothing).unwrap().0
}

#[test]
fn objects_on_staggered_maps_are_where_their_diamonds_are() {
    for stagger in Stagger::ALL {
        for tile in TILES {
            for cell in Size::new(5, 4).cells() {
                let [x, y] = middle(stagger, tile, [cell.row.into(), cell.column.into()]);
                // Nearly at the left corner of the diamond, which is in the rectangles of two others.
                let left = x - f64::from(tile[0] / 2) + 0.5;
                let inside = layer("name=\"collision\"", &["0,0,0,0"; 5])
                    + &objects(&format!(
                        "<object id=\"1\" name=\"start\" x=\"{x}\" y=\"{y}\"><point/></object>\
                         <object id=\"2\" name=\"goal\" x=\"{left}\" y=\"{y}\"><point/></object>"
                    ));
                let reading = with(&staggered([4, 5], stagger, tile, &inside));
                assert_eq!(reading.map.shape(), CellShape::Diamond(stagger));
                assert_eq!(reading.map.places.start, Some(cell), "{stagger} {tile:?}");
                assert_eq!(reading.map.places.goal, Some(cell), "{stagger} {tile:?}");
                assert!(is_at(reading.world.unwrap().middle(cell), [x, y]));
            }
        }
    }
}

#[test]
fn infinite_staggered_maps_keep_the_shift_of_their_rows() {
    for stagger in Stagger::ALL {
        for (left, top) in [(-3, -1), (-2, -3), (1, 2), (5, 7)] {
            let chunk = format!(
                "<layer name=\"collision\" width=\"4\" height=\"2\"><data encoding=\"csv\">\
                 <chunk x=\"{left}\" y=\"{top}\" width=\"4\" height=\"2\">0,1,0,0,0,0,0,1</chunk></data></layer>"
            );
            let [x, y] =
                middle(stagger, TILES[0], [i64::from(top) + 1, i64::from(left) + 2]);
            let start = format!(
                "<object id=\"1\" name=\"start\" x=\"{x}\" y=\"{y}\"><point/></object>"
            );
            let text = staggered([4, 4], stagger, TILES[0], &(chunk + &objects(&start)))
                .replace("infinite=\"0\"", "infinite=\"1\"");
            let reading = with(&text);
            assert_eq!(reading.origin, (top.into(), left.into()));
            let start = Cell::new(1, 2);
            assert_eq!(reading.map.places.start, Some(start), "{stagger} {left} {top}");
            let world = reading.world.unwrap();
            for cell in reading.map.size().cells() {
                let [across, down] = world.middle(cell);
                let is_beside = ((across - x).abs() - 32.0).abs() < 0.1
                    && ((down - y).abs() - 16.0).abs() < 0.1;
                let apart = reading.map.shape().apart(cell, start);
                assert_eq!(apart == 4, is_beside, "{stagger} {cell}");
            }
        }
    }
}

#[test]
fn tiles_of_staggered_maps_are_flipped_as_those_of_squares() {
    // A shape in the middle of the diamond one up and to the right; flipped over the diagonal it is down and to the left.
    let set = "<tileset firstgid=\"1\" name=\"t\" tilewidth=\"20\" tileheight=\"20\" tilecount=\"1\" columns=\"1\">\
               <tile id=\"0\"><objectgroup><object id=\"1\" x=\"18\" y=\"-2\" width=\"4\" height=\"4\"/></objectgroup></tile></tileset>";
    let walls = |gid: u32| {
        let row = format!("0,0,{gid},0,0");
        let rows = ["0,0,0,0,0", "0,0,0,0,0", &row, "0,0,0,0,0", "0,0,0,0,0"];
        let inside = set.to_owned() + &layer("name=\"ground\"", &rows);
        let map = with(&staggered([5, 5], Stagger::OddRows, TILES[2], &inside)).map;
        map.size().cells().filter(|&cell| !map.is_walkable(cell)).collect::<Vec<_>>()
    };
    assert_eq!(walls(1), [Cell::new(1, 2)]);
    assert_eq!(walls(1 | 0x8000_0000), [Cell::new(1, 1)]);
    assert_eq!(walls(1 | 0x4000_0000), [Cell::new(3, 2)]);
    assert_eq!(walls(1 | 0x2000_0000), [Cell::new(3, 1)]);
}

#[test]
fn paths_are_put_where_the_diamonds_lie() {
    for stagger in Stagger::ALL {
        let inside = layer("name=\"collision\"", &["0,0,0,0", "0,0,0,0", "0,0,0,0"]);
        let text = staggered([4, 3], stagger, TILES[0], &inside);
        let mut file = parsed(&text);
        let map = with(&text).map;
        let (start, goal) = (Cell::new(0, 0), Cell::new(2, 3));
        let graph = Graph::new(&map, Steps::FOUR);
        let mut planner = Astar::new(&graph);
        let cells = planner.plan(start, goal, &()).unwrap().unwrap().cells.clone();
        let line = PathLine {
            name: "a".to_owned(),
            cells: cells.clone(),
            properties: files::Properties::new(),
        };
        let sheet = add_paths(&mut file, &[line]).unwrap();
        assert_eq!(sheet.name, "tilewright-heat-staggered-64x32");

        let LayerKind::Objects(paths) = &file.layer("paths").unwrap().kind else {
            panic!()
        };
        let Object { x, y, shape: Shape::Polyline(points), .. } = &paths.objects[0]
        else {
            panic!()
        };
        let points: Vec<[f64; 2]> =
            points.iter().map(|point| [x + point.0, y + point.1]).collect();
        let ends = [start, goal]
            .map(|cell| middle(stagger, TILES[0], [cell.row.into(), cell.column.into()]));
        assert_eq!([points[0], points[points.len() - 1]], ends, "{stagger}");
        // Steps over edges run along the sides of diamonds: twice as far to the side as down.
        for side in points.windows(2) {
            let [right, down] = [side[1][0] - side[0][0], side[1][1] - side[0][1]];
            assert!((right.abs() - 2.0 * down.abs()).abs() < 1e-9, "{stagger}");
        }

        let LayerKind::Tiles(tiles) = &file.layer("heat").unwrap().kind else { panic!() };
        let hot = tiles.cells().filter(|(_, _, gid)| !gid.is_empty());
        let mut hot: Vec<Cell> =
            hot.map(|(row, column, _)| Cell::new(row as u32, column as u32)).collect();
        let mut cells = cells;
        hot.sort_unstable();
        cells.sort_unstable();
        assert_eq!(hot, cells);
        assert_eq!(read(&file, &[], &ReadOptions::default()).unwrap().map, map);
    }
}

#[test]
fn a_staggered_map_written_for_the_editor_is_read_as_it_was() {
    let mut rng = Seed(4).rng();
    for number in 0..40 {
        let stagger = Stagger::ALL[number % 4];
        let size = Size::new(1 + rng.below(8), 1 + rng.below(8));
        let ground =
            Grid::from_fn(size, |_| [Ground::Free, Ground::Wall][rng.below(2) as usize]);
        let mut map = Map::new(ground).unwrap().with_diamonds(stagger).unwrap();
        map.places.start = Some(Cell::new(size.rows - 1, 0));
        map.places.npcs = size.cells().map(Into::into).collect();
        let (file, sheet) = map.to_tiled("m").unwrap();
        let tile = (sheet.tileset.tile_width, sheet.tileset.tile_height);
        assert_eq!(tile, (file.tile_width, file.tile_height));
        let again =
            |file: &files::Map| read(file, &[], &ReadOptions::default()).unwrap().map;
        assert_eq!(again(&file), map, "{stagger}");
        // Both files of the editor keep the orientation and the shift.
        let tmx = file.to_tmx();
        assert!(tmx.contains("orientation=\"staggered\""), "{tmx}");
        let words = ["staggeraxis", "staggerindex"];
        assert!(
            words.iter().all(|word| tmx.contains(word) && file.to_tmj().contains(word))
        );
    }
}
