//! The kinds of special cells that random levels have.

use tilewright_match3::{Kind, Place, Template};

/// The kinds of the random levels of a calibration: an obstacle, and every blocker, cover and ground of the
/// rules with each number of layers; ingredients are left out. For `classic` they are
/// [`Kind::SPECIALS`].
///
/// ```
/// use tilewright_grid::Size;
/// use tilewright_match3::{Preset, Ruleset, Template};
/// use tilewright_match3_design::usual_kinds;
///
/// let board = Template::open(Size::new(9, 9))?.with_rules(Ruleset::preset(Preset::Lab))?;
/// let kinds: Vec<_> = usual_kinds(&board).into_iter().map(|kind| board.name_of(kind)).collect();
/// assert_eq!(kinds, ["obstacle", "box1", "box2", "._grass1", "._grass2", ".+ice1", ".+ice2"]);
/// # Ok::<(), tilewright_match3::LevelError>(())
/// ```
pub fn usual_kinds(board: &Template) -> Vec<Kind> {
    let blocks = board.rules().blocks();
    let layered = blocks.iter().filter(|block| block.place != Place::Ingredient);
    let names = layered.flat_map(|block| {
        (1..=block.layers).map(|layers| format!("{}{layers}", block.name))
    });
    let kinds = names
        .filter_map(|name| board.kind(&name).ok())
        .filter(|&kind| !board.rules().is_of_big_block(kind));
    std::iter::once(Kind::OBSTACLE).chain(kinds).collect()
}
