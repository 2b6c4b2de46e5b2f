//! Hexagonal maps of the editor: which cells are walkable, where objects stand, and what is written into them.

use tilewright_formats::tiled::{self as files, LayerKind, Object, Shape};
use tilewright_grid::{Cell, CellShape, Grid, Rng, Seed, Size, Stagger};
use tilewright_pathplan::tiled::{ParsedMap, PathLine, ReadOptions, add_paths, read};
use tilewright_pathplan::{Ground, Map};

use crate::editor::{is_at, layer, tmx, with};

/// A hexagonal map with this inside.
pub(crate) fn hexagonal(
    [columns, rows]: [u32; 2],
    stagger: Stagger,
    [width, height, side]: [u32; 3],
    inside: &str,
) -> String {
    let axis = if stagger.is_of_rows() { "y" } else { "x" };
    let index = if stagger.is_shifted(Cell::new(0, 0)) { "even" } else { "odd" };
    let words = format!(
        "orientation=\"hexagonal\" staggeraxis=\"{axis}\" staggerindex=\"{index}\" hexsidelength=\"{side}\""
    );
    tmx(columns, rows, inside).replace("orientation=\"orthogonal\"", &words).replace(
        "tilewidth=\"10\" tileheight=\"10\" i",
        &format!("tilewidth=\"{width}\" tileheight=\"{height}\" i"),
    )
}

/// The middle of a cell of the file in pixels, as the editor counts it: in whole numbers, from the rectangle around the cell.
pub(crate) fn middle(
    stagger: Stagger,
    [width, height, side]: [u32; 3],
    [row, column]: [i64; 2],
) -> [f64; 2] {
    let [width, height, side] = [width & !1, height & !1, side].map(i64::from);
    let is_even = stagger.is_shifted(Cell::new(0, 0));
    let is_shifted = |number: i64| (number.rem_euclid(2) == 0) == is_even;
    let [x, y] = if stagger.is_of_rows() {
        let pitch = (height - side) / 2 + side;
        let shift = if is_shifted(row) { width / 2 } else { 0 };
        [column * width + shift, row * pitch]
    } else {
        let pitch = (width - side) / 2 + side;
        let shift = if is_shifted(column) { height / 2 } else { 0 };
        [column * pitch, row * height + shift]
    };
    [x as f64 + width as f64 / 2.0, y as f64 + height as f64 / 2.0]
}

/// Tile sizes, some of which the editor rounds.
const TILES: [[u32; 3]; 5] =
    [[14, 12, 6], [28, 33, 17], [32, 32, 0], [18, 16, 7], [40, 40, 40]];

pub(crate) fn objects(inside: &str) -> String {
    format!("<objectgroup name=\"o\">{inside}</objectgroup>")
}

#[test]
fn tiles_and_objects_of_hexagonal_maps_are_read() {
    let inside = layer("name=\"collision\"", &["0,1,0", "0,0,1", "0,0,0"])
        + &objects(
            "<object id=\"1\" name=\"start\" x=\"1\" y=\"7\"><point/></object>\
             <object id=\"2\" name=\"goal\" x=\"30\" y=\"27\"><point/></object>\
             <object id=\"3\" name=\"Ann\" type=\"npc\" x=\"8\" y=\"11\" width=\"12\" height=\"10\"/>",
        );
    let text = hexagonal([3, 3], Stagger::OddRows, [14, 12, 6], &inside);
    let ParsedMap { map, world, warnings, .. } = with(&text);
    assert_eq!(map.to_string(), ".#.\n..#\n...\n");
    assert_eq!(map.shape(), CellShape::Hexagon(Stagger::OddRows));
    assert_eq!(map.places.start, Some(Cell::new(0, 0)));
    assert_eq!(map.places.goal, Some(Cell::new(2, 2)));
    assert_eq!(map.places.npcs[0].cell, Cell::new(1, 0));
    assert!(is_at(world.unwrap().middle(Cell::new(1, 2)), [42.0, 15.0]));
    assert_eq!(warnings, [""; 0]);
}

#[test]
fn a_point_in_the_middle_of_a_cell_is_in_that_cell() {
    let mut rng = Seed(1).rng();
    for stagger in Stagger::ALL {
        for tile in TILES {
            let far = [rng.below(9), rng.below(9)].map(i64::from);
            let [x, y] = middle(stagger, tile, far);
            let inside = layer("name=\"collision\"", &["0,0,0,0,0,0,0,0,0"; 9])
                + &objects(&format!(
                    "<object id=\"1\" name=\"start\" x=\"{x}\" y=\"{y}\"><point/></object>"
                ));
            let reading = with(&hexagonal([9, 9], stagger, tile, &inside));
            let cell = Cell::new(far[0] as u32, far[1] as u32);
            assert_eq!(reading.map.places.start, Some(cell), "{stagger} {tile:?}");
            assert!(
                is_at(reading.world.unwrap().middle(cell), [x, y]),
                "{stagger} {tile:?}"
            );
        }
    }
}

#[test]
fn infinite_hexagonal_maps_keep_the_shift_of_their_rows() {
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
            let text = hexagonal([4, 4], stagger, TILES[0], &(chunk + &objects(&start)))
                .replace("infinite=\"0\"", "infinite=\"1\"");
            let reading = with(&text);
            assert_eq!(reading.origin, (top.into(), left.into()));
            assert_eq!(reading.map.to_string(), ".#..\n...#\n");
            let start = Cell::new(1, 2);
            assert_eq!(reading.map.places.start, Some(start), "{stagger} {left} {top}");
            let world = reading.world.unwrap();
            assert!(is_at(world.middle(start), [x, y]));
            // Neighbours on the map are those whose middles are near in the file.
            let own = reading.map.shape();
            for cell in reading.map.size().cells() {
                let [across, down] = world.middle(cell);
                let is_near = (across - x).abs() <= 14.0 && (down - y).abs() <= 12.0;
                assert_eq!(own.apart(cell, start) <= 4, is_near, "{stagger} {cell}");
            }
        }
    }
}

#[test]
fn layers_are_moved_by_whole_hexagons() {
    let mut rng = Seed(2).rng();
    for stagger in Stagger::ALL {
        for tile in [[14, 12, 6], [32, 32, 0], [28, 34, 18]] {
            let cell = [3, 3];
            let other = [1 + rng.below(5), 1 + rng.below(5)].map(i64::from);
            let (from, to) = (middle(stagger, tile, cell), middle(stagger, tile, other));
            let offset = format!(
                "offsetx=\"{}\" offsety=\"{}\"",
                to[0] - from[0],
                to[1] - from[1]
            );
            let rows =
                ["0,0,0,0,0,0,0", "0,0,0,0,0,0,0", "0,0,0,0,0,0,0", "0,0,0,1,0,0,0"];
            let inside = layer(&format!("name=\"collision\" {offset}"), &rows);
            let reading = with(&hexagonal([7, 7], stagger, tile, &inside));
            let wall = Cell::new(other[0] as u32, other[1] as u32);
            assert_eq!(
                reading.map.ground(wall),
                Some(Ground::Wall),
                "{stagger} {tile:?} {other:?}"
            );
            assert_eq!(reading.warnings, [""; 0], "{stagger} {tile:?}");
        }
    }
    let inside = layer("name=\"collision\" offsetx=\"3\"", &["0,1", "0,0"]);
    let reading = with(&hexagonal([2, 2], Stagger::OddRows, TILES[0], &inside));
    assert_eq!(reading.map.to_string(), ".#\n..\n");
    assert_eq!(
        reading.warnings,
        ["the offset of layer \"collision\" was rounded to whole cells"]
    );
}

#[test]
fn walls_cover_the_hexagons_whose_middles_they_cover() {
    let mut rng = Seed(3).rng();
    let mut covered = 0;
    for round in 0..80 {
        let stagger = Stagger::ALL[round % 4];
        for tile in TILES {
            let number = |rng: &mut Rng, below| f64::from(rng.below(below)) + 0.25;
            let (x, y) = (number(&mut rng, 90), number(&mut rng, 90));
            let (wide, high) = (number(&mut rng, 70), number(&mut rng, 70));
            let wall = format!(
                "<object id=\"1\" type=\"wall\" x=\"{x}\" y=\"{y}\" width=\"{wide}\" height=\"{high}\"/>"
            );
            let triangle = format!(
                "<object id=\"2\" type=\"wall\" x=\"{y}\" y=\"{x}\"><polygon points=\"0,0 {wide},0 0,{high}\"/></object>"
            );
            let rows = ["0,0,0,0,0,0,0"; 6];
            let inside =
                layer("name=\"collision\"", &rows) + &objects(&(wall + &triangle));
            let reading = with(&hexagonal([7, 6], stagger, tile, &inside));
            for cell in reading.map.size().cells() {
                let [across, down] =
                    middle(stagger, tile, [cell.row.into(), cell.column.into()]);
                let is_in =
                    (x..=x + wide).contains(&across) && (y..=y + high).contains(&down);
                let (right, low) = (across - y, down - x);
                let is_under =
                    right >= 0.0 && low >= 0.0 && right / wide + low / high <= 1.0;
                let expected = is_in || is_under;
                assert_eq!(
                    !reading.map.is_walkable(cell),
                    expected,
                    "{stagger} {tile:?} {cell}"
                );
                covered += u32::from(expected);
            }
        }
    }
    assert!(covered > 500, "{covered}");
}

#[test]
fn collision_shapes_turn_with_their_tiles() {
    // A shape above the tile, where the neighbour up and to the right has its middle.
    let set = "<tileset firstgid=\"1\" name=\"t\" tilewidth=\"14\" tileheight=\"12\" tilecount=\"1\" columns=\"1\">\
               <tile id=\"0\"><objectgroup><object id=\"1\" x=\"10\" y=\"-7\" width=\"8\" height=\"8\"/></objectgroup></tile></tileset>";
    let row = |gid: u32| format!("0,0,{gid},0,0");
    let walls = |gid: u32| {
        let rows = ["0,0,0,0,0".to_owned(), "0,0,0,0,0".to_owned(), row(gid)];
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        let inside = set.to_owned()
            + &layer("name=\"ground\"", &rows)
            + &layer("name=\"top\"", &["0,0,0,0,0"; 5]);
        let reading = with(&hexagonal([5, 5], Stagger::OddRows, TILES[0], &inside));
        let map = reading.map;
        map.size().cells().filter(|&cell| !map.is_walkable(cell)).collect::<Vec<_>>()
    };
    assert_eq!(walls(1), [Cell::new(1, 2)]);
    assert_eq!(walls(1 | 0x8000_0000), [Cell::new(1, 1)]);
    assert_eq!(walls(1 | 0x4000_0000), [Cell::new(3, 2)]);
    // By 60°, 120° and 180°, clockwise; the neighbours of these flat hexagons are not quite there.
    assert_eq!(walls(1 | 0x2000_0000), [Cell::new(2, 3)]);
    assert_eq!(walls(1 | 0x1000_0000), [Cell::new(3, 2)]);
    assert_eq!(walls(1 | 0x3000_0000), [Cell::new(3, 1)]);
}

#[test]
fn paths_are_put_where_the_hexagons_lie() {
    for stagger in Stagger::ALL {
        let inside = layer("name=\"collision\"", &["0,0,0,0", "0,1,0,0", "0,0,0,0"]);
        let text = hexagonal([4, 3], stagger, TILES[0], &inside);
        let (mut file, _) = files::Map::parse_alone(
            text.as_bytes(),
            std::path::Path::new("m.tmx"),
            &mut crate::editor::nothing,
        )
        .unwrap();
        let cells =
            vec![Cell::new(0, 0), Cell::new(0, 1), Cell::new(1, 2), Cell::new(2, 2)];
        let line = PathLine {
            name: "a".to_owned(),
            cells: cells.clone(),
            properties: files::Properties::new(),
        };
        let sheet = add_paths(&mut file, &[line]).unwrap();
        let axis = if stagger.is_of_rows() { "y" } else { "x" };
        assert_eq!(sheet.name, format!("tilewright-heat-hexagonal-{axis}6-14x12"));

        let LayerKind::Objects(paths) = &file.layer("paths").unwrap().kind else {
            panic!()
        };
        let Object { x, y, shape: Shape::Polyline(points), .. } = &paths.objects[0]
        else {
            panic!()
        };
        let points: Vec<[f64; 2]> =
            points.iter().map(|point| [x + point.0, y + point.1]).collect();
        let ends = [cells[0], cells[3]]
            .map(|cell| middle(stagger, TILES[0], [cell.row.into(), cell.column.into()]));
        assert_eq!([points[0], points[points.len() - 1]], ends);

        let LayerKind::Tiles(tiles) = &file.layer("heat").unwrap().kind else { panic!() };
        let hot = tiles.cells().filter(|(_, _, gid)| !gid.is_empty());
        let hot: Vec<Cell> =
            hot.map(|(row, column, _)| Cell::new(row as u32, column as u32)).collect();
        assert_eq!(hot, cells);
        assert_eq!(
            read(&file, &[], &ReadOptions::default()).unwrap().map,
            with(&text).map
        );
    }
}

#[test]
fn a_hexagonal_map_written_for_the_editor_is_read_as_it_was() {
    let mut rng = Seed(4).rng();
    for stagger in Stagger::ALL {
        let size = Size::new(1 + rng.below(8), 1 + rng.below(8));
        let ground =
            Grid::from_fn(size, |_| [Ground::Free, Ground::Wall][rng.below(2) as usize]);
        let mut map = Map::new(ground).unwrap().with_hexagons(stagger);
        map.places.start = Some(Cell::new(size.rows - 1, 0));
        map.places.npcs = size.cells().map(Into::into).collect();
        let (file, sheet) = map.to_tiled("m").unwrap();
        assert_eq!(
            (sheet.tileset.tile_width, sheet.tileset.tile_height),
            (file.tile_width, file.tile_height)
        );
        assert_eq!(
            read(&file, &[], &ReadOptions::default()).unwrap().map,
            map,
            "{stagger}"
        );
    }
}
