//! Games per second, on one thread.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use tilewright_grid::Seed;
use tilewright_match3::{Level, MAX_SWAPS, Rules, SkilledBot, play};

const GAMES: u32 = 512;

/// 9 × 9, 5 colours, collect 30: the open board, and one with every sort of cell.
fn games(criterion: &mut Criterion) {
    let open = ["........."; 9].join("\n");
    let mixed = "....1....\n.a..2..b.\n....#....\n..3...4..\n.........\n_..c.d.._\n\
                 #.......#\n.........\n....1....";
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    let mut group = criterion.benchmark_group("games");
    group.throughput(Throughput::Elements(u64::from(GAMES)));

    for (name, layout) in [("open", open.as_str()), ("mixed", mixed)] {
        let level: Level = layout.parse().expect("the layout is one");
        let rules = Rules::new(&level, &"collect:30".parse().expect("the goal is one"));
        for bot in ["random", "article", "greedy"] {
            let bot: SkilledBot = bot.parse().expect("the bot is one");
            group.bench_function(format!("{bot}, {name}"), |bencher| {
                bencher.iter(|| {
                    pool.install(|| play(&rules, &bot, MAX_SWAPS, 0..GAMES, Seed(1), &()))
                });
            });
        }
    }

    group.finish();
}

/// Moves per second of the bot greedy on three levels of each preset.
fn presets(criterion: &mut Criterion) {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    let mut group = criterion.benchmark_group("presets");
    let greedy: SkilledBot = "greedy".parse().expect("the bot is one");
    for (name, text) in PRESETS {
        let level: Level = text.parse().expect("the file is a level");
        let goal = level.goal.clone().expect("the level has a goal");
        let rules = Rules::new(&level, &goal);
        let run =
            || pool.install(|| play(&rules, &greedy, MAX_SWAPS, 0..GAMES, Seed(1), &()));
        let moves: u32 = run().iter().map(|game| game.swaps).sum();
        group.throughput(Throughput::Elements(u64::from(moves)));
        group.bench_function(name, |bencher| bencher.iter(run));
    }
    group.finish();
}

/// The levels of `benches/presets`.
const PRESETS: [(&str, &str); 9] = [
    ("lab, open", include_str!("presets/lab-open.json")),
    ("lab, boxes", include_str!("presets/lab-boxes.json")),
    ("lab, grass", include_str!("presets/lab-grass.json")),
    ("candy, open", include_str!("presets/candy-open.json")),
    ("candy, jelly", include_str!("presets/candy-jelly.json")),
    ("candy, frosting", include_str!("presets/candy-frosting.json")),
    ("royal, open", include_str!("presets/royal-open.json")),
    ("royal, boxes", include_str!("presets/royal-boxes.json")),
    ("royal, grass", include_str!("presets/royal-grass.json")),
];

criterion_group!(benches, games, presets);
criterion_main!(benches);
