//! Layers and floors as Python names them.

use tilewright_grid::{Grid, Size, Stagger};
use tilewright_navigation::{Layer, Navigation, Terrain};
use tilewright_pathplan::{COSTS, Connectivity, Corners, Ground, MAX_CELLS, Map, Steps};

/// A layer as Python has it: neighbours, corners, the costs of terrains, sizes, the weight of danger.
pub(super) type LayerNumbers = (u32, String, Vec<(u32, f64)>, Vec<u32>, f64);

/// A map of floors that are all free.
pub(super) fn empty(
    floors: Vec<(u32, u32)>,
    layers: Vec<LayerNumbers>,
    shape: &str,
) -> Result<Navigation, String> {
    let area = |&(rows, columns): &(u32, u32)| u64::from(rows) * u64::from(columns);
    let total = floors.iter().map(area).fold(0, u64::saturating_add);
    // Before memory is taken for them.
    if total == 0 || total > MAX_CELLS as u64 {
        return Err(format!("floors have {total} cells, expected 1 to {MAX_CELLS}"));
    }
    let floors = floors.into_iter().map(|(rows, columns)| floor(rows, columns, shape));
    let floors: Vec<Map> = floors.collect::<Result<_, _>>()?;
    made(&floors, layers)
}

/// A map of these floors.
pub(super) fn made(
    floors: &[Map],
    layers: Vec<LayerNumbers>,
) -> Result<Navigation, String> {
    let layers = layers.into_iter().enumerate().map(|(number, it)| layer(number, it));
    let layers: Vec<Layer> = layers.collect::<Result<_, _>>()?;
    Navigation::with_floors(floors, layers).map_err(|error| error.to_string())
}

/// The terrain of a number.
pub(super) fn terrain(number: u32) -> Result<Terrain, String> {
    let terrain = u8::try_from(number).ok().and_then(Terrain::new);
    let most = Terrain::COUNT - 1;
    terrain.ok_or_else(|| format!("terrain is {number}, expected 0 to {most}"))
}

fn floor(rows: u32, columns: u32, shape: &str) -> Result<Map, String> {
    let ground = Grid::filled(Size { rows, columns }, Ground::Free);
    let map = Map::new(ground).map_err(|error| error.to_string())?;
    let (kind, shifted) = shape.split_once(' ').unwrap_or((shape, ""));
    let stagger = match shifted {
        "odd rows" => Some(Stagger::OddRows),
        "even rows" => Some(Stagger::EvenRows),
        "odd columns" => Some(Stagger::OddColumns),
        "even columns" => Some(Stagger::EvenColumns),
        _ => None,
    };
    match (kind, stagger) {
        _ if shape == "squares" => Ok(map),
        ("hexagons", Some(stagger)) => Ok(map.with_hexagons(stagger)),
        ("diamonds", Some(stagger)) => {
            map.with_diamonds(stagger).map_err(|error| error.to_string())
        }
        _ => Err(format!(
            "shape is {shape:?}, expected squares, or hexagons or diamonds with their shifted lines, such as \"hexagons odd rows\""
        )),
    }
}

fn layer(
    number: usize,
    (neighbors, corners, costs, sizes, weight): LayerNumbers,
) -> Result<Layer, String> {
    let connectivity = match neighbors {
        4 => Connectivity::Four,
        6 | 8 => Connectivity::Eight,
        other => return Err(format!("neighbors is {other}, expected 4, 6 or 8")),
    };
    let corners = match &corners[..] {
        "never" => Corners::Never,
        "one" => Corners::One,
        "always" => Corners::Always,
        other => {
            return Err(format!("corners is {other:?}, expected never, one or always"));
        }
    };
    if !(weight.is_finite() && weight >= 0.0) {
        return Err(format!("danger_weight is {weight}, expected 0 or more"));
    }

    let most = Layer::MAX_SIZE;
    let known =
        |&size: &u32| u8::try_from(size).ok().filter(|it| (1..=most).contains(it));
    if let Some(size) = sizes.iter().find(|size| known(size).is_none()) {
        return Err(format!("a size is {size}, expected 1 to {most}"));
    }
    let layer = Layer::new(&number.to_string(), Steps { connectivity, corners })
        .danger_weight(weight)
        .sizes(sizes.iter().filter_map(known));

    costs.into_iter().try_fold(layer, |layer, (number, cost)| {
        if COSTS.contains(&cost) {
            return Ok(layer.cost(terrain(number)?, cost));
        }
        let (least, most) = COSTS.into_inner();
        Err(format!("the cost of terrain {number} is {cost}, expected {least} to {most}"))
    })
}
