//! The ladder of players: it rises under every preset, and chooses the same on any number of threads.

use allocation_counter::measure;
use tilewright_grid::Seed;
use tilewright_match3::{
    Bot, Game, Level, Outcome, Player, Rules, SkilledBot, Strategy, play, play_bot,
};

/// Levels of each preset: the row in the middle, and the goal.
const LEVELS: [(&str, &str, &str); 8] = [
    ("classic", "..1.2.1..", r#"{"clear": "blockers"}"#),
    ("classic", ".........", r#"{"collect": 20, "of_colors": 3}"#),
    (
        "royal",
        "box1 . box1 . . . box2 . .",
        r#"{"collect": {"kind": "box", "count": "all"}}"#,
    ),
    ("royal", ". . bird . . . bird . .", r#"{"drop": 2}"#),
    (
        "candy",
        "._jelly1 . ._jelly2 . . . ._jelly1 . ._jelly1",
        r#"{"collect": {"kind": "jelly", "count": "all"}}"#,
    ),
    ("candy", ". . . . . . . . .", r#"{"make": {"piece": "striped", "count": 3}}"#),
    ("blast", "crate2 . crate1 . . . crate1 . .", r#"{"clear": "blockers"}"#),
    ("blast", ". . . . . . . . .", r#"{"score": 1500}"#),
];

/// A 9 × 9 level whose middle row is given.
fn level(preset: &str, row: &str, goal: &str) -> Level {
    let is_text = preset == "classic";
    let open = if is_text { ".........".to_owned() } else { [". "; 9].concat() };
    let rows = (0..9).map(|at| if at == 4 { row } else { open.trim_end() });
    let rows: Vec<String> = rows
        .map(|row| {
            let tokens = row.split(' ').collect::<Vec<_>>();
            if is_text { format!("{row:?}") } else { format!("{tokens:?}") }
        })
        .collect();
    let rows = rows.join(", ");
    let text = format!(
        r#"{{"schema": "tilewright/level/2", "rules": "{preset}", "colors": 5, "layout": [{rows}], "goal": {goal}}}"#
    );
    text.parse().unwrap_or_else(|error| panic!("{preset}: {error}"))
}

fn games(level: &Level, bot: &impl Bot, limit: u32, count: u32) -> Vec<Outcome> {
    let rules = Rules::new(level, level.goal.as_ref().unwrap());
    play_bot(&rules, bot, limit, 0..count, Seed(3), &()).unwrap()
}

/// The moves within which `regular` wins half of its games.
fn limit(level: &Level) -> u32 {
    let games = games(level, &Player::Regular, 200, 201);
    let mut swaps: Vec<_> = games.iter().map(|game| game.swaps).collect();
    swaps.sort_unstable();
    swaps[100]
}

#[test]
fn the_ladder_rises_under_every_preset() {
    const LADDER: [Strategy; 6] = [
        Strategy::Random,
        Strategy::Novice,
        Strategy::Beginner,
        Strategy::Regular,
        Strategy::Skilled,
        Strategy::Expert,
    ];
    for (preset, row, goal) in LEVELS {
        let level = level(preset, row, goal);
        let limit = limit(&level);
        let won = LADDER.map(|bot| {
            let games = games(&level, &SkilledBot::from(bot), limit, 300);
            games.iter().filter(|game| game.is_won).count()
        });
        // The games are seeded, so nothing varies; no step may be lost, and the whole ladder spans a quarter of the games.
        assert!(won.is_sorted(), "{preset}, {goal}: {won:?}");
        assert!(won[5] > won[0] + 75, "{preset}, {goal}: {won:?}");
    }
}

#[test]
fn players_choose_the_same_by_name_and_on_any_number_of_threads() {
    for (preset, row, goal) in LEVELS {
        let level = level(preset, row, goal);
        let rules = Rules::new(&level, level.goal.as_ref().unwrap());
        for (name, player) in [
            ("novice", Player::Novice),
            ("skilled", Player::Skilled),
            ("expert", Player::Expert),
        ] {
            let bot: SkilledBot = name.parse().unwrap();
            assert_eq!(bot.strategy().player(), Some(player));
            let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
            let by_name = one.install(|| play(&rules, &bot, 10, 0..20, Seed(3), &()));
            assert_eq!(by_name, games(&level, &player, 10, 20), "{preset}, {name}");
        }
    }
}

#[test]
fn a_skilled_player_takes_no_memory_where_the_greedy_bot_takes_none() {
    for (preset, row, goal) in LEVELS {
        let level = level(preset, row, goal);
        let rules = Rules::new(&level, level.goal.as_ref().unwrap());
        let mut board = tilewright_match3::Board::<2>::new(&rules);
        let mut game = Game::new(&rules, &mut board);
        game.start(Seed(4));
        let mut rng = Seed(5).rng();
        for _ in 0..40 {
            if game.is_over() {
                break;
            }
            let count = |bot: Strategy| {
                let mut rng = rng.clone();
                let bot = SkilledBot::from(bot);
                measure(|| {
                    bot.choose(&game, &mut rng);
                })
                .count_total
            };
            let (greedy, skilled) = (count(Strategy::Greedy), count(Strategy::Skilled));
            assert!(greedy > 0 || skilled == 0, "{preset}, {goal}: {skilled}");
            let made = SkilledBot::from(Strategy::Skilled).choose(&game, &mut rng);
            game.play(made);
        }
    }
}

/// Under `classic`, the plain way: the wanted blocks and hits of every swap, then the cells near what the goal wants whose
/// block changes.
#[test]
fn a_skilled_player_makes_the_swap_of_the_most_progress() {
    for (preset, row, goal) in LEVELS.into_iter().filter(|it| it.0 == "classic") {
        let level = level(preset, row, goal);
        let rules = Rules::new(&level, level.goal.as_ref().unwrap());
        let mut board = tilewright_match3::Board::<2>::new(&rules);
        let mut game = Game::new(&rules, &mut board);
        game.start(Seed(4));
        let mut rng = Seed(5).rng();
        for _ in 0..60 {
            if game.is_over() {
                break;
            }
            let made = Player::Skilled.choose(&game, &mut rng);
            let progress = |made| {
                let gain = game.gain(made);
                gain.wanted + gain.hits
            };
            let most = game.moves().map(progress).max().unwrap();
            assert_eq!(progress(made), most, "{goal}");
            game.play(made);
        }
    }
}
