//! Requests under the rules of today's games.

use tilewright_grid::Rng;
use tilewright_match3::{Goal, Level, NamedQuota, Preset, Quota, Ruleset, Template};
use tilewright_match3_design::Space;

type Failed = Box<dyn std::error::Error>;

/// Kinds with their counts, and goals that suit them; several words of a goal are a mixture.
type Sort = (&'static str, &'static [&'static str]);

const LAB: [Sort; 5] = [
    ("obstacle", &["color:red:25", "collect:15:2", "score:4000", "make:rocket:3"]),
    ("box1,box2", &["kind:box:all", "collect:30", "kind:box:all color:blue:15"]),
    ("grass1,grass2,obstacle", &["kind:grass:all", "kind:grass:all score:2500"]),
    ("ice1,ice2", &["kind:ice:all", "color:green:25", "kind:ice:all collect:15"]),
    (
        "box1:6-16,grass1:6-16,ice1:3-10",
        &["kind:box:6 kind:grass:6", "kind:box:all kind:grass:all kind:ice:all"],
    ),
];
const CANDY: [Sort; 6] = [
    ("obstacle", &["color:red:25", "collect:15:2", "score:9000", "make:striped:3"]),
    ("frosting1,frosting2,frosting3", &["kind:frosting:all", "collect:30"]),
    ("jelly1,jelly2", &["kind:jelly:all", "kind:jelly:all color:blue:15"]),
    ("lock1,swirl1", &["kind:lock:all", "color:green:25", "kind:swirl:all collect:15"]),
    ("chocolate1:2-8,obstacle", &["collect:30", "color:red:20 score:4000"]),
    ("cherry:2-5,frosting1:3-12", &["drop:2", "drop:2 kind:frosting:all"]),
];
const ROYAL: [Sort; 6] = [
    ("obstacle", &["color:red:25", "collect:15:2", "score:5000", "make:rocket:3"]),
    ("box1,box2,box3", &["kind:box:all", "collect:30", "kind:box:all color:blue:15"]),
    ("grass1,grass2,egg1", &["kind:grass:all", "kind:egg:all kind:grass:all"]),
    ("chain1,chain2", &["kind:chain:all", "color:green:25", "kind:chain:all collect:15"]),
    ("moss1:2-8,box1:4-12", &["kind:box:all", "kind:box:4 color:red:15"]),
    ("bird:2-5,box1:3-12", &["drop:2", "drop:2 kind:box:all"]),
];
const BLAST: [Sort; 8] = [
    ("obstacle", &["color:red:25", "collect:15:2", "score:3000", "make:rocket:3"]),
    ("box1,crate2", &["kind:box:all", "collect:30", "kind:box:all color:blue:15"]),
    ("crate1,crate2,crate3", &["kind:crate:all", "kind:crate:5 collect:20"]),
    ("vase1,vase2:2-6,box1", &["kind:vase:all", "kind:vase:4 kind:box:4"]),
    ("balloon1,redballoon1:2-6", &["kind:balloon:all", "kind:redballoon:all collect:15"]),
    ("cage1,grass1,grass2", &["kind:grass:all", "kind:cage:all color:green:15"]),
    ("stone1:1-4,box1", &["kind:stone:1", "kind:box:all make:bomb:1"]),
    ("duck:2-5,box1:3-12", &["drop:2", "drop:2 kind:box:all"]),
];
const CLASSIC: [Sort; 3] = [
    ("obstacle", &["color:red:25", "collect:20:2", "score:2500"]),
    ("obstacle,blocked1,blocked2", &["clear:blockers", "collect:30 clear:blockers"]),
    ("overlay1,overlay2,blocked1", &["clear:overlays", "kind:overlay:all collect:20"]),
];

/// The presets whose games are swapped, in turn.
pub(crate) const SWAPPED: [Preset; 4] =
    [Preset::Classic, Preset::Lab, Preset::Candy, Preset::Royal];

/// The board and the kinds of a random request under a preset.
pub(crate) fn request(
    preset: Preset,
    rng: &mut Rng,
) -> Result<(Template, Vec<Quota>), Failed> {
    let sorts: &[Sort] = match preset {
        Preset::Lab => &LAB,
        Preset::Candy => &CANDY,
        Preset::Royal => &ROYAL,
        Preset::Blast => &BLAST,
        Preset::Classic => &CLASSIC,
    };

    let (kinds, goals) = sorts[rng.index(sorts.len())];
    let (rows, columns) = (6 + rng.below(4), 6 + rng.below(4));
    let text = free(rows, columns, rng.below(4) == 0);
    let mut board = text.parse::<Template>()?.with_rules(Ruleset::preset(preset))?;
    board.colors = 4 + rng.below(2);
    let words = goals[rng.index(goals.len())].split(' ');
    let mut all: Vec<Goal> = words.map(str::parse).collect::<Result<_, _>>()?;
    let is_one = all.len() == 1;

    board.goal = Some(if is_one { all.remove(0) } else { Goal::All { all } });
    let quota = |word: &str| -> Result<Quota, Failed> {
        Ok(word.parse::<NamedQuota>()?.under(&board)?)
    };
    let quotas = kinds.split(',').map(quota).collect::<Result<_, _>>()?;

    Ok((board, quotas))
}

/// A board of free cells, with or without its corners.
fn free(rows: u32, columns: u32, is_cut: bool) -> String {
    let glyph = |row: u32, column: u32| {
        let is_corner =
            [0, rows - 1].contains(&row) && [0, columns - 1].contains(&column);
        if is_cut && is_corner { '_' } else { '?' }
    };
    let row = |row| (0..columns).map(move |column| glyph(row, column)).chain(['\n']);
    (0..rows).flat_map(row).collect()
}

/// Whether a level has the requested numbers of all kinds.
pub(crate) fn has_counts(space: &Space, level: &Level) -> bool {
    space.quotas().iter().all(|quota| {
        let cells = level.cells().values().iter();
        let count = cells.filter(|&&kind| kind == quota.kind).count() as u32;
        quota.range().contains(&count)
    })
}
