//! Requests for levels on boards whose parts are drawn.

use tilewright_grid::{Rng, Size};
use tilewright_match3::{
    Contents, Goal, Level, NamedQuota, Preset, Quota, Rules, Ruleset, Template,
    unreachable,
};
use tilewright_match3_design::{Parts, RequestError, Space, Symmetry};

type Failed = Box<dyn std::error::Error + Send + Sync>;

/// Kinds with their counts, parts, and goals that suit them; several words of a goal are a mixture.
type Sort = (&'static str, &'static str, &'static [&'static str]);

const ROYAL: [Sort; 5] = [
    ("box1:2-6", "exits:2-3,supply:3", &["drop:3", "drop:2 kind:box:all"]),
    ("bird:2-4,box1:3-8", "exits:2-3", &["drop:2", "drop:2 collect:15"]),
    ("box1:2-8,grass1", "portals:1-2", &["kind:box:all", "collect:20"]),
    ("box1:2-8,grass1", "conveyors:1", &["collect:20", "kind:grass:all"]),
    ("box1:2-6", "exits:2-3,portals:1,conveyors:1,supply:3", &["drop:3", "collect:20"]),
];
const CANDY: [Sort; 5] = [
    ("frosting1:2-6", "exits:2-3,supply:3", &["drop:3", "drop:2 kind:frosting:all"]),
    ("cherry:2-4,frosting1:3-8", "exits:2-3", &["drop:2", "drop:2 collect:15"]),
    ("frosting1:2-8,jelly1", "portals:1-2", &["kind:jelly:all", "collect:20"]),
    ("frosting1:2-8,jelly1", "conveyors:1", &["collect:20", "kind:jelly:all"]),
    (
        "frosting1:2-6",
        "exits:2-3,portals:1,conveyors:1,supply:3",
        &["drop:3", "collect:20"],
    ),
];

/// A request without its difficulty.
pub(crate) struct Asked {
    pub(crate) template: Template,
    pub(crate) kinds: Vec<Quota>,
    pub(crate) parts: Parts,
    /// It in words.
    pub(crate) words: String,
}

/// A random request: each sort of both rules in turn.
pub(crate) fn asked(index: u64, rng: &mut Rng) -> Result<Asked, Failed> {
    let all = [(Preset::Royal, &ROYAL), (Preset::Candy, &CANDY)];
    let (preset, sorts) = all[index as usize % all.len()];
    let (kinds, parts, goals) = sorts[index as usize / 2 % sorts.len()];
    let size = Size::new(6 + rng.below(4), 6 + rng.below(4));
    let mut board = Template::open(size)?.with_rules(Ruleset::preset(preset))?;
    board.colors = 4 + rng.below(2);
    let goal = goals[rng.index(goals.len())];
    let words = format!(
        "{preset} {}×{}, {} colours, {kinds}, {parts}, {goal}",
        size.rows, size.columns, board.colors
    );
    let mut all: Vec<Goal> = goal.split(' ').map(str::parse).collect::<Result<_, _>>()?;
    let is_one = all.len() == 1;
    board.goal = Some(if is_one { all.remove(0) } else { Goal::All { all } });

    let quota = |word: &str| -> Result<Quota, Failed> {
        Ok(word.parse::<NamedQuota>()?.under(&board)?)
    };
    let kinds = kinds.split(',').map(quota).collect::<Result<_, _>>()?;
    let parts: Vec<_> = parts.split(',').map(str::parse).collect::<Result<_, _>>()?;
    Ok(Asked { template: board, kinds, parts: Parts::new(&parts, &[])?.0, words })
}

impl Asked {
    /// A board with its parts.
    pub(crate) fn board(&self, rng: &mut Rng) -> Result<Template, RequestError> {
        self.parts.drawn(&self.template, Symmetry::None, rng)
    }
}

/// A random level of a space with as many of all kinds as are asked for, whose goal may be reached.
pub(crate) fn level(space: &Space, goal: &Goal, rng: &mut Rng) -> Level {
    let exits = space.base().parts().exits.unwrap_or_default();
    loop {
        let mut free: Vec<usize> = (0..space.genes()).collect();
        rng.shuffle(&mut free);
        let mut genes = vec![0; free.len()];
        let most = free.len() as u32 / 4;
        for (choice, quota) in space.quotas().iter().enumerate().skip(1) {
            let count = quota.min + rng.below(quota.max.min(most) - quota.min + 1);
            // Ingredients stand above the exits.
            let is_ingredient = quota.kind.contents() == Contents::Ingredient;
            let is_above = |gene: usize| {
                let column = space.orbit(gene)[0] % space.base().size().columns;
                exits.is_empty() || exits.iter().any(|exit| exit.column == column)
            };
            let is_free =
                |&gene: &usize| genes[gene] == 0 && (!is_ingredient || is_above(gene));
            let chosen: Vec<usize> =
                free.iter().copied().filter(is_free).take(count as usize).collect();
            for gene in chosen {
                genes[gene] = choice as u8;
            }
        }
        let level = space.level(&genes);
        let rules = Rules::new(&level, goal);
        let is_playable = unreachable(&rules).is_none() && !rules.is_won_at_once();
        if space.is_feasible(&level) && is_playable {
            return level;
        }
    }
}
