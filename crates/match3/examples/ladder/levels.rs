//! Random levels of each preset and kind of goal, on 9 × 9 cells with 5 colours.

use std::error::Error;

use tilewright_grid::{Rng, Seed};
use tilewright_match3::Level;

/// A kind of levels.
pub(crate) struct Case {
    pub(crate) preset: &'static str,
    pub(crate) name: &'static str,
    /// The tokens of special cells and their numbers.
    cells: &'static [(&'static str, u32)],
    goal: &'static str,
}

const fn case(
    preset: &'static str,
    name: &'static str,
    cells: &'static [(&'static str, u32)],
    goal: &'static str,
) -> Case {
    Case { preset, name, cells, goal }
}

pub(crate) const CASES: [Case; 34] = [
    case("classic", "collect", &[("#", 6)], r#"{"collect": 30}"#),
    case("classic", "colours", &[("#", 6)], r#"{"collect": 20, "of_colors": 3}"#),
    case("classic", "kind", &[("1", 6), ("2", 6)], r#"{"clear": "blockers"}"#),
    case("classic", "layers", &[("a", 8), ("b", 8)], r#"{"clear": "overlays"}"#),
    case("classic", "score", &[("#", 6)], r#"{"score": 2500}"#),
    case(
        "classic",
        "mixed",
        &[("1", 6), ("a", 6)],
        r#"{"all": [{"clear": "specials"}, {"collect": 20}]}"#,
    ),
    case("royal", "collect", &[("#", 6)], r#"{"collect": 40}"#),
    case("royal", "colours", &[("#", 6)], r#"{"collect": 30, "of_colors": 3}"#),
    case(
        "royal",
        "kind",
        &[("box1", 8), ("box2", 8)],
        r#"{"collect": {"kind": "box", "count": "all"}}"#,
    ),
    case(
        "royal",
        "cover",
        &[(".+chain1", 8), (".+chain2", 6)],
        r#"{"collect": {"kind": "chain", "count": "all"}}"#,
    ),
    case(
        "royal",
        "ground",
        &[("._grass1", 20), ("._grass2", 10)],
        r#"{"collect": {"kind": "grass", "count": "all"}}"#,
    ),
    case(
        "royal",
        "layers",
        &[("box3", 12)],
        r#"{"collect": {"kind": "box", "layers": 24}}"#,
    ),
    case("royal", "drop", &[("bird", 3), ("box1", 8)], r#"{"drop": 3}"#),
    case("royal", "make", &[("#", 6)], r#"{"make": {"piece": "rocket", "count": 4}}"#),
    case("royal", "score", &[("#", 6)], r#"{"score": 5000}"#),
    case(
        "royal",
        "mixed",
        &[("box2", 8), ("._grass1", 14)],
        r#"{"all": [{"collect": {"kind": "box", "count": "all"}}, {"collect": {"kind": "grass", "count": "all"}}, {"collect": {"color": "blue", "count": 25}}]}"#,
    ),
    case("candy", "collect", &[("#", 6)], r#"{"collect": 40}"#),
    case("candy", "colours", &[("#", 6)], r#"{"collect": 30, "of_colors": 3}"#),
    case(
        "candy",
        "kind",
        &[("frosting1", 8), ("frosting3", 6)],
        r#"{"collect": {"kind": "frosting", "count": "all"}}"#,
    ),
    case(
        "candy",
        "cover",
        &[(".+lock1", 16)],
        r#"{"collect": {"kind": "lock", "count": "all"}}"#,
    ),
    case(
        "candy",
        "ground",
        &[("._jelly1", 20), ("._jelly2", 10)],
        r#"{"collect": {"kind": "jelly", "count": "all"}}"#,
    ),
    case("candy", "drop", &[("cherry", 3), ("frosting1", 8)], r#"{"drop": 3}"#),
    case("candy", "make", &[("#", 6)], r#"{"make": {"piece": "striped", "count": 4}}"#),
    case("candy", "score", &[("#", 6)], r#"{"score": 10000}"#),
    case(
        "candy",
        "mixed",
        &[("frosting2", 8), ("._jelly1", 14)],
        r#"{"all": [{"collect": {"kind": "frosting", "count": "all"}}, {"collect": {"kind": "jelly", "count": "all"}}, {"collect": {"color": "blue", "count": 25}}]}"#,
    ),
    case("blast", "collect", &[("#", 4)], r#"{"collect": 50}"#),
    case("blast", "colours", &[("#", 4)], r#"{"collect": 40, "of_colors": 3}"#),
    case("blast", "kind", &[("box1", 10), ("crate2", 8)], r#"{"clear": "blockers"}"#),
    case(
        "blast",
        "cover",
        &[(".+cage1", 14)],
        r#"{"collect": {"kind": "cage", "count": "all"}}"#,
    ),
    case(
        "blast",
        "ground",
        &[("._grass1", 20), ("._grass2", 10)],
        r#"{"collect": {"kind": "grass", "count": "all"}}"#,
    ),
    case("blast", "drop", &[("duck", 3), ("box1", 8)], r#"{"drop": 3}"#),
    case("blast", "make", &[("#", 4)], r#"{"make": {"piece": "rocket", "count": 5}}"#),
    case("blast", "score", &[("#", 4)], r#"{"score": 2500}"#),
    case(
        "blast",
        "mixed",
        &[("crate2", 8), ("._grass1", 14)],
        r#"{"all": [{"collect": {"kind": "crate", "count": "all"}}, {"collect": {"kind": "grass", "count": "all"}}, {"collect": {"color": "blue", "count": 25}}]}"#,
    ),
];

impl Case {
    /// A random level of the kind.
    pub(crate) fn level(&self, seed: Seed) -> Result<Level, Box<dyn Error>> {
        let mut rng = seed.rng();
        let mut cells = vec!["."; 81];
        for &(token, count) in self.cells {
            let is_above = ["bird", "cherry", "duck"].contains(&token);
            for _ in 0..count {
                let free = free(&cells, is_above, &mut rng);
                cells[free] = token;
            }
        }
        let rows: Vec<Vec<&str>> = cells.chunks(9).map(<[_]>::to_vec).collect();
        let layout = if self.preset == "classic" {
            serde_json::to_string(
                &rows.iter().map(|row| row.concat()).collect::<Vec<_>>(),
            )?
        } else {
            serde_json::to_string(&rows)?
        };
        let text = format!(
            r#"{{"schema": "tilewright/level/2", "rules": "{}", "colors": 5, "layout": {layout}, "goal": {}}}"#,
            self.preset, self.goal
        );
        Ok(text.parse()?)
    }
}

/// A free cell below the first row, or in the first rows.
fn free(cells: &[&str], is_above: bool, rng: &mut Rng) -> usize {
    let rows = if is_above { 0..3 } else { 1..9 };
    loop {
        let at = 9 * rng.below(rows.end - rows.start) + 9 * rows.start + rng.below(9);
        if cells[at as usize] == "." {
            return at as usize;
        }
    }
}
