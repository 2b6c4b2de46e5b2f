//! Laws that the sessions of every game obey.

use std::fmt::Debug;
use std::ops::Range;

use tilewright_2048::{GreedyPlayer, Move, Setup};
use tilewright_battleship::{Placer, Rules, Sequential};
use tilewright_grid::{Cell, Heading, Rng, Seed, Size};
use tilewright_match3::{Goal, Level};
use tilewright_play::Session;

/// A game for which the laws are tested.
trait Game: Session<State: Debug + PartialEq, Move: Clone + Debug + PartialEq> {
    /// A short game with a seed.
    fn begin(seed: Seed) -> Self;
    /// Moves, legal and illegal.
    fn tries() -> Vec<Self::Move>;
    /// The hint of a player by its number.
    fn hinted(&self, player: usize) -> Option<Self::Move>;
    /// The rows and columns of the board.
    const SIDES: Range<u64>;
}

impl Game for tilewright_2048::Session {
    const SIDES: Range<u64> = 0..3;

    fn begin(seed: Seed) -> Self {
        let setup = Setup { size: Size::new(3, 3), four_probability: 0.1, seed };
        Self::new(setup, 4).unwrap()
    }

    fn tries() -> Vec<Move> {
        Heading::ALL.map(Move).into()
    }

    fn hinted(&self, player: usize) -> Option<Move> {
        if player == 0 {
            return self.hint(&mut GreedyPlayer);
        }
        self.hint(&mut tilewright_2048::RandomPlayer)
    }
}

impl Game for tilewright_battleship::Session {
    const SIDES: Range<u64> = 0..7;

    fn begin(seed: Seed) -> Self {
        let rules = Rules::russian(7, 7).unwrap();
        let placer = Placer::Sequential(Sequential::new(&rules));
        let [person, hidden] = [0, 1]
            .map(|child| placer.draw(&rules, &mut seed.child(child).rng()).unwrap());
        Self::new(rules, person, hidden, "lattice:0.8".parse().unwrap(), seed).unwrap()
    }

    fn tries() -> Vec<Cell> {
        let inside = Size::new(8, 8).cells();
        inside.chain([Cell::new(u32::MAX, 0)]).collect()
    }

    fn hinted(&self, player: usize) -> Option<Cell> {
        self.hint(["density", "lattice", "casual"][player % 3].parse().unwrap())
    }
}

impl Game for tilewright_match3::Session {
    const SIDES: Range<u64> = 0..6;

    fn begin(seed: Seed) -> Self {
        let mut level: Level =
            "......\n..1.a.\n......\n..2...\n......\n".parse().unwrap();
        level.moves = Some(25);
        Self::new(&level, &Goal::Score { score: 3000 }, seed, 2).unwrap()
    }

    fn tries() -> Vec<[Cell; 2]> {
        let size = Size::new(6, 6);
        let pairs = size.cells().flat_map(|cell| {
            let Cell { row, column } = cell;
            [Cell::new(row + 1, column), Cell::new(row, column + 1), cell]
                .map(|other| [cell, other])
        });
        pairs.chain([[Cell::new(u32::MAX, u32::MAX); 2]]).collect()
    }

    fn hinted(&self, player: usize) -> Option<[Cell; 2]> {
        self.hint(["greedy", "random", "planner"][player % 3].parse().unwrap())
    }
}

/// A list of events as text, for comparison.
fn written<S: Session>(events: &[S::Event]) -> String {
    serde_json::to_string(events).unwrap()
}

/// Plays at most `most` random moves, some of which are undone; returns all events.
fn wander<S: Game>(session: &mut S, rng: &mut Rng, most: u32) -> Vec<String> {
    let mut told = Vec::new();
    for _ in 0..most {
        let moves = session.moves();
        let Some(made) = rng.pick(&moves) else { break };
        let events = session.play(made.clone()).expect("it is in the list");
        told.push(written::<S>(&events));
        if rng.chance(0.1) {
            assert!(session.undo());
        }
    }
    told
}

/// Exactly the listed moves are legal; an illegal move changes nothing; an undone move leaves no
/// trace and can be made again with the same result.
fn moves_are_those_of_the_list<S: Game>() {
    for seed in 0..3 {
        let (mut session, mut rng) = (S::begin(Seed(seed)), Seed(seed).rng());
        assert!(!session.undo(), "there is nothing to take back");
        loop {
            let (before, saved, moves) =
                (session.state(), session.save(), session.moves());
            assert_eq!(session.is_over(), moves.is_empty());
            for made in S::tries().into_iter().filter(|made| !is_listed(made, &moves)) {
                assert!(session.play(made.clone()).is_err(), "{made:?}");
                assert_eq!(session.state(), before, "{made:?}");
            }
            assert_eq!(session.save(), saved);
            for made in &moves {
                let first = session.play(made.clone()).expect("it is in the list");
                let after = session.state();
                assert!(session.undo());
                assert_eq!(session.state(), before, "{made:?}");
                let second = session.play(made.clone()).expect("it is in the list");
                assert_eq!(written::<S>(&second), written::<S>(&first));
                assert_eq!(session.state(), after);
                assert!(session.undo());
            }
            let Some(made) = rng.pick(&moves) else { break };
            let _ = session.play(made.clone()).expect("it is in the list");
        }
    }
}

/// Whether a move is in the list; the two cells of a swap in either order.
fn is_listed<M: serde::Serialize + PartialEq>(made: &M, moves: &[M]) -> bool {
    let value = |made: &M| serde_json::to_value(made).unwrap();
    let mut turned = value(made);
    if let Some(cells) = turned.as_array_mut().filter(|cells| cells[0].is_array()) {
        cells.reverse();
    }
    moves.contains(made) || moves.iter().any(|listed| value(listed) == turned)
}

/// Hints are legal, deterministic, and change nothing.
fn hints_are_moves<S: Game>() {
    let (mut session, mut rng) = (S::begin(Seed(8)), Seed(8).rng());
    while !session.is_over() {
        let (before, moves) = (session.state(), session.moves());
        for player in 0..3 {
            let hint = session.hinted(player).expect("there is a move");
            assert!(moves.contains(&hint), "{hint:?}");
            assert_eq!(session.hinted(player), Some(hint));
        }
        assert_eq!(session.state(), before);
        wander(&mut session, &mut rng, 1);
    }
    assert_eq!(session.hinted(0), None);
}

/// A loaded game has the state of the saved one and continues in the same way.
fn saved_games_continue<S: Game>() {
    let (mut session, mut rng) = (S::begin(Seed(3)), Seed(3).rng());
    while !session.is_over() {
        wander(&mut session, &mut rng, 3);
        let mut again = S::load(&session.save()).expect("it was saved");
        assert_eq!(again.state(), session.state());
        assert_eq!(again.save(), session.save());
        let mut copy = rng.clone();
        let told = wander(&mut again, &mut copy, 5);
        let mut other = S::load(&session.save()).expect("it was saved");
        assert_eq!(wander(&mut other, &mut rng.clone(), 5), told);
        assert_eq!(other.save(), again.save());
        while again.undo() {}
        assert_eq!(again.state(), S::begin(Seed(3)).state());
    }
}

/// A saved game with a changed character, or a truncated one, is refused or is the same game.
fn damage_is_found<S: Game>() {
    let (mut session, mut rng) = (S::begin(Seed(5)), Seed(5).rng());
    wander(&mut session, &mut rng, 12);
    let (text, state) = (session.save(), session.state());
    assert!(text.is_ascii() && text.ends_with("}\n"));
    let signs = b"0123456789abcdefghijklmnopqrstuvwxyz.#,:\"[]{} -";
    let mut refused = 0;
    for _ in 0..1500 {
        let place = rng.below(text.len() as u32) as usize;
        let mut bytes = text.clone().into_bytes();
        bytes[place] = *rng.pick(signs).unwrap();
        let altered = String::from_utf8(bytes).unwrap();
        match S::load(&altered) {
            Ok(again) => {
                assert_eq!(again.state(), state, "{altered}");
                assert_eq!(again.save(), text, "{altered}");
            }
            Err(error) => {
                refused += 1;
                assert!(!error.to_string().is_empty());
            }
        }
    }
    assert!(refused > 1000, "{refused}");
    for _ in 0..200 {
        // Without the end of its line it is still whole.
        let end = rng.below(text.len() as u32 - 1) as usize;
        assert!(S::load(&text[..end]).is_err(), "{}", &text[..end]);
    }
}

/// The same seed and the same moves give the same bytes.
fn one_seed_gives_the_same_bytes<S: Game>() {
    let played = |seed: u64| {
        let mut session = S::begin(Seed(seed));
        let told = wander(&mut session, &mut Seed(1).rng(), 40);
        (told, serde_json::to_string(&session.state()).unwrap(), session.save())
    };
    assert_eq!(played(6), played(6));
    assert_ne!(played(6), played(7));
}

/// Moves can be read back from their JSON; cells are `[row, column]` from 0 and cover exactly the
/// board.
fn json_is_plain<S: Game>() {
    let (mut session, mut rng) = (S::begin(Seed(2)), Seed(2).rng());
    let mut seen = Vec::new();
    while !session.is_over() {
        for made in session.moves() {
            let value = serde_json::to_value(&made).unwrap();
            assert_eq!(serde_json::from_value::<S::Move>(value.clone()).unwrap(), made);
            cells(&value, &mut seen);
        }
        assert!(serde_json::to_value(session.state()).unwrap().is_object());
        let made = rng.pick(&session.moves()).unwrap().clone();
        for event in session.play(made).expect("it is in the list") {
            let event = serde_json::to_value(event).unwrap();
            for key in ["cell", "from", "to", "matched"] {
                cells(&event[key], &mut seen);
            }
        }
    }
    let sides = seen.iter().flatten();
    let (low, high) = (sides.clone().min(), sides.max());
    assert_eq!((low, high), (Some(&S::SIDES.start), Some(&(S::SIDES.end - 1))));
}

/// Adds the cells in a value.
fn cells(value: &serde_json::Value, seen: &mut Vec<[u64; 2]>) {
    let Some(values) = value.as_array() else { return };
    match values.iter().map(serde_json::Value::as_u64).collect::<Option<Vec<_>>>() {
        Some(cell) if !cell.is_empty() => {
            seen.push(cell.try_into().expect("two numbers"));
        }
        _ => values.iter().for_each(|value| cells(value, seen)),
    }
}

/// The laws for a game.
macro_rules! laws {
    ($($game:ident: $session:ty),*) => {$(
        mod $game {
            #[test]
            fn moves_are_those_of_the_list() {
                super::moves_are_those_of_the_list::<$session>();
            }

            #[test]
            fn hints_are_moves() {
                super::hints_are_moves::<$session>();
            }

            #[test]
            fn saved_games_continue() {
                super::saved_games_continue::<$session>();
            }

            #[test]
            fn damage_is_found() {
                super::damage_is_found::<$session>();
            }

            #[test]
            fn one_seed_gives_the_same_bytes() {
                super::one_seed_gives_the_same_bytes::<$session>();
            }

            #[test]
            fn json_is_plain() {
                super::json_is_plain::<$session>();
            }
        }
    )*};
}

laws! {
    game2048: tilewright_2048::Session,
    battleship: tilewright_battleship::Session,
    match3: tilewright_match3::Session
}
