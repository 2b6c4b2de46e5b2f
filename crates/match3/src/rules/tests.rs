//! The simulator against a plain one that goes through the board cell by cell.

use proptest::prelude::*;
use tilewright_grid::{Grid, Rng, Seed, Size};

use super::board::NONE;
use super::game::CASCADES;
use super::{Gain, Game, Move, Rules, Way};
use crate::bits::dispatch;
use crate::{ArticleBot, Bot, Goal, GreedyBot, Kind, Level, RandomBot};

/// A board as plain rows of cells.
#[derive(Clone)]
struct PlainBoard {
    rows: usize,
    columns: usize,
    colors: Vec<Option<u8>>,
    kinds: Vec<Kind>,
    hits: Vec<u8>,
    spawners: Vec<bool>,
}

impl PlainBoard {
    fn of<const W: usize>(game: &Game<'_, W>) -> Self {
        let level = game.rules().level();
        let area = level.size().area();
        let colors =
            game.board.colors.iter().map(|&color| (color != NONE).then_some(color));
        Self {
            rows: level.size().rows as usize,
            columns: level.size().columns as usize,
            colors: colors.collect(),
            kinds: (0..area).map(|index| game.kind(index)).collect(),
            hits: (0..area).map(|index| game.kind(index).hits()).collect(),
            spawners: level.spawner_cells().values().to_vec(),
        }
    }

    fn at(&self, row: isize, column: isize) -> Option<usize> {
        let is_inside = (0..self.rows.cast_signed()).contains(&row)
            && (0..self.columns.cast_signed()).contains(&column);
        is_inside.then(|| row.cast_unsigned() * self.columns + column.cast_unsigned())
    }

    fn step(&self, index: usize, down: isize, right: isize) -> Option<usize> {
        let (row, column) = (index / self.columns, index % self.columns);
        self.at(row.cast_signed() + down, column.cast_signed() + right)
    }

    fn is_open(&self, index: usize) -> bool {
        self.kinds[index].is_open()
    }

    fn matched(&self) -> Vec<bool> {
        let mut matched = vec![false; self.colors.len()];
        for index in 0..self.colors.len() {
            for (down, right) in [(0, 1), (1, 0)] {
                let line = [Some(index), self.step(index, down, right)];
                let third = self.step(index, 2 * down, 2 * right);
                let line: Option<Vec<usize>> = line.into_iter().chain([third]).collect();
                let Some(line) = line else { continue };

                let color = self.colors[index];
                if color.is_some() && line.iter().all(|&cell| self.colors[cell] == color)
                {
                    for cell in line {
                        matched[cell] = true;
                    }
                }
            }
        }

        matched
    }

    fn swaps(&self) -> Vec<Move> {
        let mut swaps = Vec::new();
        for is_down in [false, true] {
            for index in 0..self.colors.len() {
                let next = self.step(index, isize::from(is_down), isize::from(!is_down));
                let Some(next) = next else { continue };

                let is_movable = |cell: usize| {
                    self.kinds[cell].is_draggable() && self.colors[cell].is_some()
                };
                if !is_movable(index) || !is_movable(next) {
                    continue;
                }

                let mut other = self.clone();
                other.colors.swap(index, next);
                if other.matched().contains(&true) {
                    let way = if is_down { Way::Down } else { Way::Right };
                    swaps.push(Move { first: index as u16, way });
                }
            }
        }

        swaps
    }

    /// Where each refillable cell is filled from; a spawner from itself.
    fn sources(&self) -> Vec<Option<usize>> {
        let mut sources = vec![None; self.colors.len()];
        let mut queue: Vec<usize> = (0..self.colors.len())
            .filter(|&i| self.spawners[i] && self.is_open(i))
            .collect();

        for &index in &queue {
            sources[index] = Some(index);
        }

        let mut next = 0;
        while let Some(&from) = queue.get(next) {
            next += 1;
            for (down, right) in [(1, 0), (0, 1), (0, -1)] {
                let Some(to) = self.step(from, down, right) else { continue };
                if self.is_open(to) && sources[to].is_none() {
                    sources[to] = Some(from);
                    queue.push(to);
                }
            }
        }

        sources
    }

    fn refill(&mut self, colors: u32, rng: &mut Rng) {
        let sources = self.sources();
        loop {
            let mut is_full = true;

            for index in (0..self.colors.len()).rev() {
                let Some(source) = sources[index] else { continue };
                if self.colors[index].is_none() {
                    self.colors[index] = if source == index {
                        Some(rng.below(colors) as u8)
                    } else {
                        self.colors[source].take()
                    };
                }
            }

            for (index, source) in sources.iter().enumerate() {
                is_full &= source.is_none() || self.colors[index].is_some();
            }

            if is_full {
                return;
            }
        }
    }

    /// What a swap does before anything falls.
    fn gain<const W: usize>(&self, swap: Move, game: &Game<'_, W>) -> Gain {
        let target = &game.rules().target;
        let mut board = self.clone();
        let [first, second] = swap.indices(self.columns);
        board.colors.swap(first, second);
        let matched = board.matched();
        let cells = || (0..matched.len()).filter(|&index| matched[index]);
        let mut gain = Gain { matched: cells().count() as u32, ..Gain::default() };
        // Each of the two blocks brings one line or two of its colour.
        for at in [first, second] {
            let color = board.colors[at].unwrap();
            let same = |&index: &usize| board.colors[index] == Some(color);
            let count = cells().filter(same).count() as u32;
            gain.wanted +=
                if matched[at] { count.min(game.wanted(u32::from(color))) } else { 0 };
        }
        for index in 0..matched.len() {
            if matched[index] && target.overlays && self.kinds[index].is_overlay() {
                gain.hits += 1;
            }
            if target.blockers && self.kinds[index].is_blocker() {
                let sides = [(0, 1), (0, -1), (1, 0), (-1, 0)];
                let beside = sides.iter().filter_map(|&(down, right)| {
                    self.step(index, down, right).filter(|&cell| matched[cell])
                });
                gain.hits += (beside.count() as u32).min(u32::from(self.hits[index]));
            }
        }
        gain.score = 10 * u64::from(gain.matched);
        gain
    }

    /// Makes a swap; gives the blocks of each colour that were matched and the cascades.
    fn swap(&mut self, swap: Move, colors: u32, rng: &mut Rng) -> (Vec<u32>, u32) {
        let [first, second] = swap.indices(self.columns);
        self.colors.swap(first, second);
        let mut counts = vec![0; colors as usize];
        let mut waves = 0;
        loop {
            let matched = self.matched();
            if !matched.contains(&true) {
                return (counts, waves - 1);
            }
            if waves > CASCADES {
                // The board is dealt anew.
                return (counts, waves);
            }
            waves += 1;
            for index in (0..matched.len()).filter(|&index| matched[index]) {
                counts[usize::from(self.colors[index].unwrap())] += 1;
                if self.kinds[index].is_overlay() {
                    self.hits[index] -= 1;
                }
                for (down, right) in [(0, 1), (0, -1), (1, 0), (-1, 0)] {
                    let Some(beside) = self.step(index, down, right) else { continue };
                    if self.kinds[beside].is_blocker() {
                        self.hits[beside] = self.hits[beside].saturating_sub(1);
                    }
                }
            }
            for (index, &is_matched) in matched.iter().enumerate() {
                self.kinds[index] = self.kinds[index].with_hits(self.hits[index]);
                if is_matched {
                    self.colors[index] = None;
                }
            }
            self.refill(colors, rng);
        }
    }
}

fn levels() -> impl Strategy<Value = Level> {
    let kind = prop_oneof![
        12 => Just(Kind::ORDINARY),
        4 => proptest::sample::select(Kind::ALL.to_vec()),
    ];
    let sizes =
        (1..=12_u32, 1..=12_u32).prop_map(|(rows, columns)| Size::new(rows, columns));
    (sizes, 2..=7_u32).prop_flat_map(move |(size, colors)| {
        let kinds = proptest::collection::vec(kind.clone(), size.area());
        kinds.prop_map(move |kinds| {
            let level = Level::new(Grid::from_values(size, kinds).unwrap()).unwrap();
            level.with_colors(colors).unwrap()
        })
    })
}

fn compare<const W: usize>(rules: &Rules, seed: Seed) {
    let level = rules.level();
    let mut board = crate::Board::<W>::new(rules);
    let mut game = Game::new(rules, &mut board);
    game.begin(seed, &());
    let dealt = PlainBoard::of(&game);

    let is_filled = |cell: usize| dealt.colors[cell].is_some() == dealt.is_open(cell);
    assert!(game.move_count() == 0 || (0..dealt.colors.len()).all(is_filled));

    let mut choices = seed.child(9).rng();
    for _ in 0..12 {
        let mut plain = PlainBoard::of(&game);
        assert!(!plain.matched().contains(&true), "a board at rest has no line");

        let swaps = plain.swaps();
        assert_eq!(game.moves().collect::<Vec<_>>(), swaps);
        assert_eq!(game.move_count() as usize, swaps.len());
        if swaps.is_empty() {
            return;
        }

        compare_bots(&game, &swaps, &mut choices);
        for &swap in &swaps {
            assert_eq!(game.gain(swap), plain.gain(swap, &game), "{swap:?}");
        }

        let swap = RandomBot.choose(&game, &mut choices);
        let (collected, cascades) = (game.board.collected.clone(), game.cascades());
        let reshuffles = game.reshuffles();
        let (counts, waves) =
            plain.swap(swap, level.colors(), &mut game.board.rng.clone());
        game.make(swap, &mut ());

        if game.reshuffles() > reshuffles {
            continue;
        }

        let colors: Vec<_> = game
            .board
            .colors
            .iter()
            .map(|&color| (color != NONE).then_some(color))
            .collect();
        assert_eq!(colors, plain.colors);
        let kinds: Vec<_> = (0..colors.len()).map(|index| game.kind(index)).collect();
        assert_eq!(kinds, plain.kinds);

        assert_eq!(game.cascades(), cascades + waves);
        for color in 0..collected.len() {
            assert_eq!(game.board.collected[color], collected[color] + counts[color]);
        }
    }
}

/// What the bots choose is worth as much as the best that a plain search finds.
fn compare_bots<const W: usize>(game: &Game<'_, W>, swaps: &[Move], choices: &mut Rng) {
    let longest = |swap: Move| {
        let [first, second] = swap.indices(game.columns());
        let wanted = |(at, from): (usize, usize)| {
            let is_wanted = game.wanted(game.board.colors[from].into()) > 0;
            if is_wanted { game.runs(at, from, |_| {}) } else { 0 }
        };
        wanted((first, second)).max(wanted((second, first)))
    };
    let most = swaps.iter().map(|&swap| longest(swap)).max();
    assert_eq!(Some(longest(ArticleBot.choose(game, choices))), most);
    let worth = |swap: Move| {
        let gain = game.gain(swap);
        (gain.wanted + gain.hits, gain.matched)
    };
    let most = swaps.iter().map(|&swap| worth(swap)).max();
    assert_eq!(Some(worth(GreedyBot.choose(game, choices))), most);
}

/// The first cell of the second word flows into the last of the first, which has no other
/// source; what flows out of a word that was gone through is refilled all the same.
#[test]
fn blocks_flow_from_word_to_word() {
    let size = Size::new(9, 9);
    let level = Level::new(Grid::from_fn(size, |cell| {
        let is_above = size.index(cell) == 63 - 9;
        if is_above { Kind::OBSTACLE } else { Kind::ORDINARY }
    }))
    .unwrap();
    let rules = Rules::new(&level, &"collect:90".parse().unwrap());
    for seed in 0..200 {
        compare::<2>(&rules, Seed(seed));
    }
    // More words than are needed.
    compare::<4>(&rules, Seed(0));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn games_go_as_a_plain_simulator_plays_them(
        level in levels(),
        goals in proptest::sample::subsequence(
            vec!["collect:30", "collect:12:3", "clear:specials", "score:4000"], 1..=3,
        ),
        seed in any::<u64>(),
    ) {
        let all = goals.iter().map(|goal| goal.parse().unwrap()).collect();
        let rules = Rules::new(&level, &Goal::All { all });
        dispatch!(rules.shape.words, W => compare::<W>(&rules, Seed(seed)));
    }
}

#[test]
fn a_board_can_be_kept_and_sent() {
    const fn is_kept<T: Clone + Send + Sync + 'static>() {}
    is_kept::<crate::Board<1>>();
    is_kept::<crate::Board<64>>();
}
