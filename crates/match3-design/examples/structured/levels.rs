//! Levels from drawings, with their goals.

use std::error::Error;

use tilewright_grid::{Rng, Seed};
use tilewright_match3::{
    Contents, Goal, Kind, Level, Preset, Rules, Ruleset, Template, unreachable,
};
use tilewright_match3_design::{Feasibility, Model, usual_kinds};

use super::stencils::{Drawing, HOLE, drawing};

/// The levels that a model knows.
pub(crate) struct Levels<'a> {
    model: &'a Model,
    board: Template,
    kinds: Vec<Kind>,
}

impl<'a> Levels<'a> {
    pub(crate) fn new(model: &'a Model) -> Result<Self, Box<dyn Error>> {
        let rules = model.rules().map_or_else(
            || Ok(Ruleset::preset(Preset::Classic)),
            |rules| Ruleset::read(Some(rules), None),
        )?;
        let mut board = Template::open(model.size())?;
        board.colors = model.colors();
        let board = board.with_rules(rules)?;
        let kinds = if model.kinds().is_empty() {
            usual_kinds(&board)
        } else {
            let kinds = model.kinds().iter().map(|name| board.kind(name));
            kinds.collect::<Result<_, _>>()?
        };
        Ok(Self { model, board, kinds })
    }

    /// A level; none if it cannot be won, or cells of it cannot be refilled under `classic`.
    pub(crate) fn level(&self, seed: Seed) -> Option<Level> {
        let mut rng = seed.rng();
        let drawn = drawing(self.board.size(), &mut rng);
        let mut level = self.colored(&drawn, &mut rng);
        level.goal = Some(self.goal(&level, &mut rng)?);

        let is_refilled = !level.is_classic() || Feasibility::of(&level).is_feasible();
        let rules = Rules::new(&level, level.goal.as_ref()?);
        let is_open = !rules.is_won_at_once() && unreachable(&rules).is_none();
        (is_refilled && is_open).then_some(level)
    }

    /// The drawing in three kinds that are not ingredients, and some ingredients in the first two rows.
    fn colored(&self, drawn: &Drawing, rng: &mut Rng) -> Level {
        let is_fed = |kind: &Kind| kind.contents() == Contents::Ingredient;
        let solid: Vec<Kind> =
            self.kinds.iter().copied().filter(|kind| !is_fed(kind)).collect();
        let palette: Vec<Kind> = (0..3).map(|_| solid[rng.index(solid.len())]).collect();
        let fed = self.kinds.iter().copied().find(is_fed).filter(|_| rng.chance(0.4));
        let columns = self.board.size().columns;
        let places: Vec<usize> =
            (0..=rng.below(3)).map(|_| rng.below(2 * columns) as usize).collect();

        self.board.filled(|cell| match drawn[cell] {
            HOLE => Kind::HOLE,
            _ if places.contains(&cell) && fed.is_some() => fed.unwrap_or(Kind::ORDINARY),
            0 => Kind::ORDINARY,
            mark => palette[usize::from(mark - 1) % 3],
        })
    }

    /// The goal of the model, or of several goals one to three that the level has, of half to twice their amounts.
    fn goal(&self, level: &Level, rng: &mut Rng) -> Option<Goal> {
        if self.model.goals().is_empty() {
            return Some(self.model.goal().clone());
        }
        let mut words: Vec<String> = Vec::new();
        for goal in self.model.goals() {
            words.extend(self.amount(&goal.to_string(), level, rng));
        }
        rng.shuffle(&mut words);
        words.truncate(1 + rng.index(3));
        let mut all: Vec<Goal> =
            words.iter().filter_map(|word| word.parse().ok()).collect();
        if all.len() > 1 { Some(Goal::All { all }) } else { all.pop() }
    }

    /// The words of a goal with another amount; none if the level has nothing of it.
    fn amount(&self, goal: &str, level: &Level, rng: &mut Rng) -> Option<String> {
        let parts: Vec<&str> = goal.split(':').collect();
        let has = |name: &str| {
            let cells = level.cells().values().iter();
            cells.filter(|&&kind| self.has(kind, name)).count() as u32
        };
        let mut scaled = |amount: &str| {
            let amount: f64 = amount.parse().ok()?;
            Some((amount * (0.5 + 1.5 * rng.unit())).round().max(1.0) as u32)
        };
        match parts[..] {
            ["collect", amount] => Some(format!("collect:{}", scaled(amount)?)),
            ["collect", amount, of] => Some(format!("collect:{}:{of}", scaled(amount)?)),
            ["score", amount] => Some(format!("score:{}", scaled(amount)?)),
            ["make", piece, amount] => Some(format!("make:{piece}:{}", scaled(amount)?)),
            ["kind", name, "all"] => (has(name) > 0).then(|| goal.to_owned()),
            ["kind", name, _] => {
                let count = has(name);
                (count > 0).then(|| format!("kind:{name}:{}", 1 + rng.below(count)))
            }
            ["drop", _] => {
                let fed = |kind: &&Kind| kind.contents() == Contents::Ingredient;
                let count = level.cells().values().iter().filter(fed).count() as u32;
                (count > 0).then(|| format!("drop:{}", 1 + rng.below(count)))
            }
            _ => None,
        }
    }

    /// Whether a cell has a block of that name, among its layers.
    fn has(&self, kind: Kind, name: &str) -> bool {
        let words = self.board.name_of(kind);
        words
            .split(['.', '_', '+'])
            .any(|word| word.trim_end_matches(char::is_numeric) == name)
    }
}
