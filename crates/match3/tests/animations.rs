//! What people see of games: boards, games in motion, and charts of many games.

use tilewright_draw::{Animation, Mark};
use tilewright_grid::Seed;
use tilewright_match3::{Level, Replay, Rules, SkilledBot, Statistics, Strategy, play};

const SMALL: &str = "..1..\n.a#b.\n_...2\n.....\n";

fn replay(layout: &str, goal: &str, most: u32) -> Replay {
    let level: Level = layout.parse().unwrap();
    let rules = Rules::new(&level, &goal.parse().unwrap());
    Replay::record(&rules, Strategy::Greedy.into(), most, 0, Seed(4), &()).0
}

fn open() -> String {
    ["........."; 9].join("\n")
}

fn marks(animation: &Animation, frame: usize) -> &[Vec<Mark>] {
    &animation.frames[frame].picture.marks
}

#[test]
fn a_small_board_reads_as_text() {
    let replay = replay(SMALL, "clear:specials", 30);
    let texts =
        [0, 1, 2].map(|swaps| replay.picture(swaps).unwrap().to_text(false)).join("\n");
    insta::assert_snapshot!(texts);
}

#[test]
fn a_small_board_is_drawn() {
    let replay = replay(SMALL, "clear:specials", 30);
    insta::assert_snapshot!(replay.picture(1).unwrap().to_svg());
}

#[test]
fn an_animation_runs_from_the_deal_to_the_end() {
    for (layout, goal) in [(SMALL, "clear:specials"), (&open(), "collect:30")] {
        let replay = replay(layout, goal, 60);
        let animation = replay.animation().unwrap();
        let last = animation.frames.len() - 1;
        assert_eq!(marks(&animation, 0), replay.picture(0).unwrap().marks);
        assert_eq!(marks(&animation, last), replay.picture(usize::MAX).unwrap().marks);
        assert_ne!(marks(&animation, 0), marks(&animation, last));
    }
}

#[test]
fn a_game_that_is_tapped_counts_taps() {
    let text = r#"{"rules": "blast", "layout": [".....", ".....", ".....", "....."]}"#;
    let rules = Rules::new(&text.parse().unwrap(), &"collect:8".parse().unwrap());
    let bot: SkilledBot = Strategy::Greedy.into();
    let (replay, _) = Replay::record(&rules, bot, 60, 0, Seed(4), &());
    let title = replay.animation().unwrap().title;
    assert!(title.contains(" taps"), "{title}");
    let head = replay.picture(1).unwrap().to_text(false);
    assert!(head.contains("tap 1 of "), "{head}");
}

#[test]
fn a_short_game_is_shown_whole_and_a_long_one_says_what_is_left_out() {
    let short = replay(&open(), "collect:12", 60);
    assert!((2..20).contains(&short.swaps.len()));
    let title = short.animation().unwrap().title;
    assert!(title.ends_with(" swaps"), "{title}");
    let long = replay(&open(), "collect:200", 400);
    assert!(long.swaps.len() > 60);
    let animation = long.animation().unwrap();
    assert!(animation.title.contains("the first "), "{}", animation.title);
    assert!(animation.frames.len() <= 361);
    let end = animation.frames.last().unwrap().picture.to_svg();
    assert!(end.contains("swaps later: won"), "{end}");
}

#[test]
fn large_boards_have_few_frames() {
    let layout = [".".repeat(40).as_str(); 40].join("\n");
    let animation = replay(&layout, "collect:600", 400).animation().unwrap();
    assert!((20..=61).contains(&animation.frames.len()), "{}", animation.frames.len());
}

#[test]
fn a_shuffle_is_shown() {
    let json = include_str!("data/replays/shuffled.json");
    let replay = Replay::from_json(json).unwrap();
    let animation = replay.animation().unwrap();
    assert_eq!(
        marks(&animation, animation.frames.len() - 1),
        replay.picture(usize::MAX).unwrap().marks
    );
}

#[test]
fn an_animation_is_the_same_every_time() {
    let gif =
        || replay(SMALL, "clear:specials", 5).animation().unwrap().to_gif(&()).unwrap();
    assert_eq!(gif(), gif());
}

#[test]
fn a_game_that_goes_otherwise_has_no_animation() {
    let mut replay = replay(SMALL, "clear:specials", 5);
    replay.boards[2] ^= 1;
    assert!(replay.animation().is_err() && replay.picture(0).is_err());
}

#[test]
fn many_games_read_as_text() {
    let rules = Rules::new(&open().parse().unwrap(), &"collect:20".parse().unwrap());
    let played = Statistics::of(
        &play(&rules, &SkilledBot::from(Strategy::Greedy), 100, 0..400, Seed(1), &()),
        100,
    );
    insta::assert_snapshot!(
        played.picture(Some(9.0..=11.0), Some(12), "swap").to_text(false)
    );
}

#[test]
fn games_that_are_never_won_have_charts() {
    let rules = Rules::new(&open().parse().unwrap(), &"collect:90".parse().unwrap());
    for games in [0, 1, 20] {
        let played = Statistics::of(
            &play(&rules, &SkilledBot::from(Strategy::Random), 2, 0..games, Seed(1), &()),
            2,
        );
        let text = played.picture(None, Some(2), "swap").to_text(false);
        assert!(text.contains("no values"), "{text}");
        assert_eq!(text.contains("within 2 moves: 0.0 %"), games > 0, "{text}");
    }
}

#[test]
fn a_game_of_other_rules_shows_its_cells() {
    let level: Level = r#"{"schema": "tilewright/level/2", "rows": 4, "columns": 4, "moves": 2,
        "colors": {"red": 1, "blue": 1, "green": 1}, "rules": "royal",
        "goal": {"collect": {"color": "red", "count": 30}}, "layout": [[".", ".", ".", "."],
        [".", "B", ".+chain2", "."], [".", "._grass1", ".", "R|"], [".", "box3", ".", "."]]}"#
        .parse()
        .unwrap();

    let goal = level.goal.clone().unwrap();
    let rules = Rules::new(&level, &goal);
    let replay = Replay::record(&rules, Strategy::Random.into(), 2, 0, Seed(3), &()).0;
    let text = replay.picture(0).unwrap().to_text(false);

    for token in ["B ", "R|", "bo"] {
        assert!(text.contains(token), "{token}: {text}");
    }

    let frames = replay.animation().unwrap().frames;
    assert!(frames.len() > 4, "{}", frames.len());
}
