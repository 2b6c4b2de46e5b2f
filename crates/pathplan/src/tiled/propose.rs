//! What could be meant where nothing says which cells are walkable.

use tilewright_formats::tiled::{LayerKind, Map as File, Unread};
use tilewright_grid::groups;

use super::layers::Placed;
use super::read::read;
use super::tiles::Frame;
use super::tops::Tops;
use super::{Rule, Wishes};

/// Parts of names of layers that block.
const BLOCKING: [&str; 9] = [
    "collision",
    "collide",
    "wall",
    "block",
    "solid",
    "obstacle",
    "barrier",
    "impass",
    "unwalk",
];
/// Parts of names of layers that are above or part of the ground, whatever lies in them.
const HARMLESS: [&str; 14] = [
    "above", "over", "roof", "fringe", "top", "sky", "light", "shadow", "ground",
    "floor", "path", "road", "grass", "decor",
];

/// A guess at which cells are walkable: what to wish for, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proposal {
    /// What decides; [`read`](super::read()) takes it.
    pub wishes: Wishes,
    /// Why, and what comes out, in words.
    pub why: String,
}

/// A proposal that is tried. A doubtful one must give more of a map than others.
pub(super) struct Guess {
    pub(super) proposal: Proposal,
    pub(super) is_doubtful: bool,
}

impl From<Proposal> for Guess {
    fn from(proposal: Proposal) -> Self {
        Self { proposal, is_doubtful: false }
    }
}

/// How a guess divides the map.
struct Outcome {
    cells: usize,
    walkable: usize,
    regions: usize,
    largest: usize,
}

impl Outcome {
    /// Whether it is one beyond doubt: nearly all hangs together, and is not little.
    const fn is_plain(&self) -> bool {
        self.largest * 20 >= self.cells * 3 && self.largest * 5 >= self.walkable * 4
    }

    /// Whether it is a map to walk on: most of what is walkable hangs together, and is a tenth of
    /// the map at least.
    const fn is_good(&self) -> bool {
        self.largest * 10 >= self.cells && self.largest * 2 >= self.walkable
    }
}

/// The first guess that gives a map to walk on, from the best reason on; else the one with the
/// largest region.
pub(super) fn propose(
    file: &File,
    unread: &[Unread],
    layers: &[Placed<'_>],
    frame: &Frame,
) -> Option<Proposal> {
    let mut best: Option<(usize, Proposal)> = None;
    for Guess { proposal: Proposal { wishes, why }, is_doubtful } in
        guesses(file, layers, frame)
    {
        let Some(outcome) = outcome(file, unread, &wishes) else { continue };
        let Outcome { cells, walkable, regions, largest } = outcome;
        let (walls, many) = (cells - walkable, if regions == 1 { "" } else { "s" });
        let why = format!(
            "{why}: {walls} of {cells} cells would be walls, {walkable} walkable in {regions} region{many}, the largest of {largest}"
        );
        let proposal = Proposal { wishes, why };
        if outcome.is_plain() || outcome.is_good() && !is_doubtful {
            return Some(proposal);
        }
        if largest > best.as_ref().map_or(0, |(largest, _)| *largest) {
            best = Some((largest, proposal));
        }
    }
    best.map(|(_, proposal)| proposal)
}

/// What comes out of a guess; nothing where it cannot be read.
fn outcome(file: &File, unread: &[Unread], wishes: &Wishes) -> Option<Outcome> {
    let map = read(file, unread, wishes).ok()?.map;
    let regions = groups(map.size(), |cell| map.is_walkable(cell));
    let sizes = || regions.iter().map(Vec::len);
    Some(Outcome {
        cells: map.size().area(),
        walkable: sizes().sum(),
        regions: regions.len(),
        largest: sizes().max().unwrap_or(0),
    })
}

/// All guesses, from the best reason on.
fn guesses(file: &File, layers: &[Placed<'_>], frame: &Frame) -> Vec<Guess> {
    let mut found: Vec<Guess> = Vec::new();
    let tiles = || file.tilesets.iter().flat_map(|set| set.tileset.tiles.values());
    if tiles().any(|tile| tile.collision.is_some()) {
        let wishes = Wishes { rule: Some(Rule::Shapes), ..Wishes::default() };
        let why = "tiles have collision figures of their own".to_owned();
        found.push(Proposal { wishes, why }.into());
    }
    let named = layers.iter().filter(|placed| has_content(placed));
    let named = named.filter(|placed| has_word(placed, &BLOCKING));
    found.extend(named.map(|placed| {
        let name = &placed.layer.name;
        by_layer(placed, format!("the layer {name:?} is named like walls")).into()
    }));
    found.extend(upper(layers, frame).into_iter().map(Guess::from));
    let tops = Tops::of(layers, frame);
    found.extend(tops.void(file).map(Guess::from));
    found.extend(tops.floor(file));
    let objects = layers.iter().filter(|placed| !placed.objects().is_empty());
    found.extend(objects.map(|placed| {
        let name = &placed.layer.name;
        by_layer(placed, format!("the figures of the layer {name:?} could be walls"))
            .into()
    }));
    let empty = layers.iter().filter(|placed| !has_content(placed));
    let empty = empty.map(|placed| {
        let name = &placed.layer.name;
        by_layer(placed, format!("the layer {name:?} is empty, so that nothing blocks"))
            .into()
    });
    found.extend(empty.take(1));
    found.retain(|guess| guess.proposal.wishes.layer.as_deref() != Some(""));
    found
}

fn by_layer(placed: &Placed<'_>, why: String) -> Proposal {
    let layer = Some(placed.layer.name.clone());
    Proposal { wishes: Wishes { layer, ..Wishes::default() }, why }
}

fn has_word(placed: &Placed<'_>, words: &[&str]) -> bool {
    let name = placed.layer.name.to_lowercase();
    words.iter().any(|word| name.contains(word))
}

fn has_content(placed: &Placed<'_>) -> bool {
    match &placed.layer.kind {
        LayerKind::Tiles(tiles) => tiles.cells().any(|(_, _, gid)| !gid.is_empty()),
        LayerKind::Objects(layer) => !layer.objects.is_empty(),
        _ => false,
    }
}

/// Layers of few tiles above one that covers nearly all: what stands on the ground.
fn upper(layers: &[Placed<'_>], frame: &Frame) -> Vec<Proposal> {
    let cells = frame.size.area();
    let covers = |placed: &Placed<'_>| {
        placed.tiles().map_or(0, |tiles| frame.tiles(placed, tiles).count())
    };
    let visible = layers.iter().filter(|placed| placed.is_visible);
    let mut covered = visible.map(|placed| (placed, covers(placed)));
    let Some((ground, _)) = covered.find(|(_, count)| *count > 0) else {
        return Vec::new();
    };
    if covers(ground) * 5 < cells * 4 {
        return Vec::new();
    }
    let is_sparse = |count: usize| count > 0 && count * 5 < cells * 3;
    let sparse = covered
        .filter(|(placed, count)| is_sparse(*count) && !has_word(placed, &HARMLESS));
    sparse
        .map(|(placed, _)| {
            let (name, below) = (&placed.layer.name, &ground.layer.name);
            by_layer(placed, format!("the layer {name:?} stands on {below:?}"))
        })
        .take(3)
        .collect()
}
