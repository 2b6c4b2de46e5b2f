//! Vectors of games: the same episodes in any number, on any number of threads, in three modes.

use std::sync::Arc;

use rayon::ThreadPool;
use tilewright_battleship::Rules as BattleshipRules;
use tilewright_environments::{
    Arrays, Autoreset, Environment, Game2048, Games as _, Hunt, Maps, Match3, Vector,
    VectorError, Walk,
};
use tilewright_grid::{Seed, Size};
use tilewright_match3::{Level, Rules};
use tilewright_pathplan::Steps;
use tilewright_pathplan::generate::{MapKind, MapRequest};

/// What a call of a vector wrote.
#[derive(Clone, Debug, Default, PartialEq)]
struct Seen {
    observations: Vec<u8>,
    rewards: Vec<f32>,
    terminations: Vec<bool>,
    truncations: Vec<bool>,
    masks: Vec<u8>,
    finals: Vec<u8>,
    final_masks: Vec<u8>,
}

impl Seen {
    fn of(games: &Vector<impl Environment>) -> Self {
        let (count, space) = (games.count(), games.space());
        Self {
            observations: vec![0; count * space.bytes()],
            rewards: vec![0.0; count],
            terminations: vec![false; count],
            truncations: vec![false; count],
            masks: vec![0; count * space.actions],
            finals: vec![0; count * space.bytes()],
            final_masks: vec![0; count * space.actions],
        }
    }

    fn arrays(&mut self) -> Arrays<'_> {
        Arrays {
            observations: &mut self.observations,
            rewards: &mut self.rewards,
            terminations: &mut self.terminations,
            truncations: &mut self.truncations,
            masks: &mut self.masks,
            finals: &mut self.finals,
            final_masks: &mut self.final_masks,
        }
    }
}

fn tiles(count: usize, autoreset: Autoreset, max_steps: Option<u32>) -> Vector<Game2048> {
    let game = Game2048::new(Size::new(4, 4), 0.1).unwrap();
    Vector::new(vec![game; count], autoreset, max_steps)
}

fn seeds(count: usize) -> Vec<Seed> {
    (0..count as u64).map(Seed).collect()
}

/// Steps games with actions that depend on the game and the step alone; all that was seen.
fn run(games: &mut Vector<impl Environment>, steps: u64) -> Vec<Seen> {
    run_on(games, steps, None)
}

/// The same on the threads of a pool.
fn run_on(
    games: &mut Vector<impl Environment>,
    steps: u64,
    pool: Option<&ThreadPool>,
) -> Vec<Seen> {
    let mut seen = Seen::of(games);
    let count = games.count();
    games.reset(Some(&seeds(count)), None, &mut seen.arrays()).unwrap();
    let mut all = vec![seen.clone()];
    for step in 0..steps {
        let action = |game: u64| {
            Seed(game).child(step).rng().below(games.space().actions as u32).into()
        };
        let actions: Vec<i64> = (0..count as u64).map(action).collect();
        let mut arrays = seen.arrays();
        let stepped = match pool {
            Some(pool) => games.step_on(pool, &actions, &mut arrays),
            None => games.step(&actions, &mut arrays),
        };
        stepped.unwrap();
        all.push(seen.clone());
    }
    all
}

#[test]
fn games_are_the_same_in_any_number_on_any_number_of_threads() {
    let on =
        |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let many = on(1).install(|| run(&mut tiles(3000, Autoreset::NextStep, None), 300));
    let again = on(3).install(|| run(&mut tiles(3000, Autoreset::NextStep, None), 300));
    assert!(many == again, "threads change nothing");
    for threads in [1, 2, 5] {
        let lent =
            run_on(&mut tiles(3000, Autoreset::NextStep, None), 300, Some(&on(threads)));
        assert!(many == lent, "threads of a pool that this one does not belong to");
    }
    let few = run(&mut tiles(5, Autoreset::NextStep, None), 300);
    for (few, many) in few.iter().zip(&many) {
        assert_eq!(few.observations, many.observations[..5 * 16]);
        assert_eq!(few.rewards, many.rewards[..5]);
        assert_eq!(few.terminations, many.terminations[..5]);
    }
    assert!(many.iter().any(|seen| seen.terminations.contains(&true)), "some games end");
}

#[test]
fn slow_environments_are_the_same_on_any_number_of_threads_too() {
    let level: Level = "......\n..1...\n......\n......\n".parse().unwrap();
    let rules = Arc::new(Rules::new(&level, &"clear:blockers".parse().unwrap()));
    let caves = MapRequest::new(MapKind::Caves, Size::new(9, 9));
    let walk = Walk::new(Maps::Random(caves, 1), Steps::EIGHT, 0.5).unwrap();
    check_threads(&Match3::<1>::new(rules));
    check_threads(&walk);
}

/// Compares vectors that one thread steps with those of three, and with fewer games.
fn check_threads(environment: &impl Environment) {
    let on =
        |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let played = |threads, count| {
        let games = vec![environment.clone(); count];
        let mut games = Vector::new(games, Autoreset::SameStep, Some(20));
        on(threads).install(|| run(&mut games, 30))
    };
    let many = played(1, 2100);
    assert!(many == played(3, 2100), "threads change nothing");
    let bytes = environment.space().bytes();
    for (few, many) in played(1, 2).iter().zip(&many) {
        assert_eq!(few.observations, many.observations[..2 * bytes]);
        assert_eq!(few.rewards, many.rewards[..2]);
    }
    let is_ended = |seen: &Seen| seen.terminations.contains(&true);
    assert!(many.iter().any(is_ended), "some games end");
}

#[test]
fn episodes_follow_each_other_in_three_modes() {
    let next = run(&mut tiles(1, Autoreset::NextStep, None), 2000);
    let same = run(&mut tiles(1, Autoreset::SameStep, None), 2000);
    let end = |seen: &[Seen]| seen.iter().position(|seen| seen.terminations[0]).unwrap();
    let at = end(&next);
    assert_eq!(at, end(&same), "the first episode is the same");
    assert_eq!(
        next[at].masks, [1; 4],
        "no move is legal at the end, so all are the same"
    );
    assert_eq!(same[at].final_masks, [1; 4]);
    assert_eq!(next[at + 1].masks, same[at].masks, "the mask of the new episode");
    assert_eq!(
        next[at].observations, same[at].finals,
        "the last observation of the episode"
    );
    assert_eq!(next[at + 1].rewards, [0.0], "the next step begins an episode");
    assert_eq!(next[at + 1].observations, same[at].observations, "the same new episode");

    let mut games = tiles(2, Autoreset::Disabled, Some(3));
    let mut seen = Seen::of(&games);
    games.reset(Some(&seeds(2)), None, &mut seen.arrays()).unwrap();
    let first = seen.clone();
    for _ in 0..3 {
        games.step(&[0, 1], &mut seen.arrays()).unwrap();
    }
    assert_eq!(
        (&*seen.truncations, &*seen.terminations),
        (&[true; 2][..], &[false; 2][..])
    );
    assert_eq!(
        games.step(&[0, 0], &mut seen.arrays()),
        Err(VectorError::Over { game: 0 })
    );
    games.reset(None, Some(&[true, false]), &mut seen.arrays()).unwrap();
    assert_ne!(seen.observations[..16], first.observations[..16], "its next episode");
    assert_eq!(
        games.step(&[0, 0], &mut seen.arrays()),
        Err(VectorError::Over { game: 1 })
    );
    games.reset(Some(&seeds(2)), None, &mut seen.arrays()).unwrap();
    assert_eq!(seen, first, "a seed begins with the first episode again");
}

#[test]
fn what_is_wrong_is_refused_before_a_game_is_stepped() {
    let mut games = tiles(2, Autoreset::NextStep, None);
    let mut seen = Seen::of(&games);
    let unbegun = games.step(&[0, 0], &mut seen.arrays());
    assert_eq!(unbegun, Err(VectorError::Unbegun));
    assert_eq!(games.reset(None, None, &mut seen.arrays()), Err(VectorError::Unbegun));
    games.reset(Some(&seeds(2)), None, &mut seen.arrays()).unwrap();
    let before = games.get(0).unwrap().board();
    for (actions, message) in [
        (&[0, 4][..], "action 4 of game 1 is not from 0 to 3"),
        (&[-1, 0], "action -1 of game 0 is not from 0 to 3"),
        (&[0], "expected 2 actions, one for each game, found 1"),
    ] {
        let refused = games.step(actions, &mut seen.arrays()).unwrap_err();
        assert_eq!(refused.to_string(), message);
    }
    for autoreset in [Autoreset::NextStep, Autoreset::SameStep] {
        let mut games = tiles(2, autoreset, None);
        seen.finals.truncate(16);
        seen.final_masks.truncate(4);
        let refused = games.reset(Some(&seeds(2)), None, &mut seen.arrays());
        assert_eq!(
            refused.is_err(),
            autoreset == Autoreset::SameStep,
            "finals are for that"
        );
    }
    seen.masks.pop();
    let refused = games.step(&[0, 0], &mut seen.arrays()).unwrap_err();
    assert_eq!(refused.to_string(), "masks: expected 8 entries, found 7");
    assert_eq!(games.get(0).unwrap().board(), before);
}

#[test]
fn hunts_end_and_go_on() {
    let hunt = Hunt::new(BattleshipRules::russian(10, 10).unwrap()).unwrap();
    let all = run(&mut Vector::new(vec![hunt; 4], Autoreset::NextStep, Some(400)), 1000);
    let ended = all.iter().filter(|seen| seen.terminations.contains(&true)).count();
    assert!(ended > 1, "{ended}");
    assert!(all.iter().all(|seen| seen.rewards.iter().all(|reward| *reward <= 0.0)));
}
