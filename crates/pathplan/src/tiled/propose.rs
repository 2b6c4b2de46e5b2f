//! Proposals for maps in which no rule applies.

use tilewright_formats::tiled::{Map as File, UnreadFile};
use tilewright_grid::groups;

use super::ReadOptions;
use super::layers::PlacedLayer;
use super::read::walls;
use super::tiles::Frame;
use super::tops::TopTiles;
use super::words::{counted, is_harmless, quoted, suggests_walls};

/// A guess at the cells that are walkable: options to try, and why.
#[derive(Clone, Debug, PartialEq)]
pub struct Proposal {
    /// The options for [`read`](super::read()).
    pub options: ReadOptions,
    /// The reason, and the resulting numbers of cells, as a phrase without a full stop.
    pub why: String,
}

/// A proposal to be tried. A doubtful one is used only if its result is plain.
pub(super) struct Guess {
    pub(super) proposal: Proposal,
    pub(super) is_doubtful: bool,
}

impl From<Proposal> for Guess {
    fn from(proposal: Proposal) -> Self {
        Self { proposal, is_doubtful: false }
    }
}

/// The regions of a guess.
struct Regions {
    cells: usize,
    walkable: usize,
    count: usize,
    largest: usize,
}

impl Regions {
    /// Whether the guess is beyond doubt: the largest region has at least 15 % of the cells and
    /// 80 % of the walkable ones.
    const fn is_plain(&self) -> bool {
        self.largest * 20 >= self.cells * 3 && self.largest * 5 >= self.walkable * 4
    }

    /// Whether the guess is good: the largest region has at least 10 % of the cells and half of the
    /// walkable ones.
    const fn is_good(&self) -> bool {
        self.largest * 10 >= self.cells && self.largest * 2 >= self.walkable
    }
}

/// The first good guess, from the strongest reason on; else the one with the largest region.
pub(super) fn propose(
    file: &File,
    unread: &[UnreadFile],
    base: &ReadOptions,
    layers: &[PlacedLayer<'_>],
    frame: &Frame,
) -> Option<Proposal> {
    let mut best: Option<(usize, Proposal)> = None;
    for Guess { proposal: Proposal { options, why }, is_doubtful } in
        guesses(file, layers, frame)
    {
        // Each guess is tried as the map would be read with it, together with the words that the
        // user already gave.
        let options = ReadOptions {
            solid: base.solid.clone(),
            classes: base.classes.clone(),
            ..options
        };

        let Some(found) = regions(file, unread, &options) else { continue };

        let Regions { cells, walkable, count, largest } = found;
        let why = format!(
            "{why}; that gives {} and {} in {}, the largest with {}",
            counted(cells - walkable, "wall"),
            counted(walkable, "walkable cell"),
            counted(count, "region"),
            counted(largest, "cell")
        );

        let proposal = Proposal { options, why };
        if found.is_plain() || found.is_good() && !is_doubtful {
            return Some(proposal);
        }

        if largest > best.as_ref().map_or(0, |(largest, _)| *largest) {
            best = Some((largest, proposal));
        }
    }

    best.map(|(_, proposal)| proposal)
}

/// The regions of a guess; none if the map cannot be read with it.
fn regions(file: &File, unread: &[UnreadFile], options: &ReadOptions) -> Option<Regions> {
    let (size, walls) = walls(file, unread, options).ok()?;
    let regions = groups(size, |cell| !walls[size.index(cell)]);
    let sizes = || regions.iter().map(Vec::len);
    Some(Regions {
        cells: size.area(),
        walkable: sizes().sum(),
        count: regions.len(),
        largest: sizes().max().unwrap_or(0),
    })
}

/// All guesses, from the strongest reason on.
fn guesses(file: &File, layers: &[PlacedLayer<'_>], frame: &Frame) -> Vec<Guess> {
    let mut found: Vec<Guess> = Vec::new();
    let named: Vec<&PlacedLayer<'_>> = layers
        .iter()
        .filter(|placed| placed.has_content() && suggests_walls(&placed.layer.name))
        .collect();
    if named.len() > 1 {
        let called: Vec<String> =
            named.iter().map(|placed| placed.layer.name.clone()).collect();
        let why = format!(
            "the names of the layers {} suggest walls",
            quoted(called.iter().map(String::as_str))
        );
        let options = ReadOptions { layers: called, ..ReadOptions::default() };
        found.push(Proposal { options, why }.into());
    }

    let guess = |placed: &PlacedLayer<'_>, before: &str, after: &str| {
        Guess::from(by_layer(placed, before, after))
    };
    let named = named.into_iter();
    found.extend(named.map(|it| guess(it, "the name of the layer", "suggests walls")));
    found.extend(upper(layers, frame).into_iter().map(Guess::from));
    let tops = TopTiles::of(layers, frame);
    found.extend(tops.void(file).map(Guess::from));
    found.extend(tops.floor(file));
    let objects = layers.iter().filter(|placed| !placed.objects().is_empty());
    let objects =
        objects.map(|it| guess(it, "the objects of the layer", "could be walls"));
    found.extend(objects);

    let empty = layers.iter().filter(|placed| !placed.has_content());
    let empty =
        empty.map(|it| guess(it, "the layer", "is empty, so that no cell is a wall"));
    found.extend(empty.take(1));
    found.retain(|guess| !guess.proposal.options.layers.iter().any(String::is_empty));
    found
}

/// The proposal to use a layer, whose name stands within the reason.
fn by_layer(placed: &PlacedLayer<'_>, before: &str, after: &str) -> Proposal {
    let name = &placed.layer.name;
    let (layers, why) = (vec![name.clone()], format!("{before} {name:?} {after}"));
    Proposal { options: ReadOptions { layers, ..ReadOptions::default() }, why }
}

/// Sparse layers above one that covers nearly the whole map: things that stand on the ground.
fn upper(layers: &[PlacedLayer<'_>], frame: &Frame) -> Vec<Proposal> {
    let cells = frame.size.area();
    let covers = |placed: &PlacedLayer<'_>| {
        placed.tiles().map_or(0, |tiles| frame.tiles(placed, tiles).count())
    };

    let visible = layers.iter().filter(|placed| placed.is_visible);
    let mut covered = visible.map(|placed| (placed, covers(placed)));
    let Some((ground, _)) = covered.find(|(_, count)| *count > 0) else {
        return Vec::new();
    };

    // Ground covers four fifths of the map, things on it less than three fifths. Both are chosen: a
    // ground may have ponds and cliffs, and walls of a dense maze are half of its cells. The
    // regions of the result decide; `cargo test -p tilewright-pathplan` shows what a change
    // proposes.
    if covers(ground) * 5 < cells * 4 {
        return Vec::new();
    }

    let is_sparse = |count: usize| count > 0 && count * 5 < cells * 3;
    let sparse = covered
        .filter(|(placed, count)| is_sparse(*count) && !is_harmless(&placed.layer.name));
    sparse
        .map(|(placed, _)| {
            let below = &ground.layer.name;
            by_layer(placed, "the layer", &format!("is sparse and lies above {below:?}"))
        })
        .take(3)
        .collect()
}
