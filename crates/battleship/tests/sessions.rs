//! Tests of a person's duel against a hunter: turns, undo, saved and damaged games.

use allocation_counter::measure;
use tilewright_battleship::{
    Answer, Fleet, FleetError, Mark, Rules, Sequential, Session, Side, Sight,
    SkilledHunter, Strategy, Touch,
};
use tilewright_grid::{Cell, Seed};
use tilewright_play::Session as _;

fn session(side: u32, hunter: impl Into<SkilledHunter>, seed: u64) -> Session {
    let rules = Rules::russian(side, side).unwrap();
    let place =
        |index| Sequential::new(&rules).draw(&mut Seed(seed).child(index).rng()).unwrap();
    let (person, hidden) = (place(0), place(1));
    Session::new(rules, person, hidden, hunter.into(), Seed(seed)).unwrap()
}

#[test]
fn a_player_who_hits_shoots_again_and_one_who_sinks_all_wins() {
    for seed in 0..20 {
        let mut duel = session(8, Strategy::HuntAndTarget, seed);
        let mut cells = duel.rules().size().cells();
        while duel.winner().is_none() {
            let turns = duel.play(cells.next().unwrap()).unwrap();
            assert_eq!(turns[0].side, Side::Person);
            assert!(turns[1..].iter().all(|turn| turn.side == Side::Hunter));
            let misses = turns.iter().filter(|turn| turn.answer == Answer::Miss).count();
            let is_hit = turns[0].answer != Answer::Miss;
            assert_eq!(is_hit, turns.len() == 1);
            assert!(is_hit || misses == 2 || duel.winner() == Some(Side::Hunter));
        }
        assert_eq!(duel.play(Cell::new(7, 7)), Err(FleetError::Over));
        let [sight, other] = [Side::Person, Side::Hunter].map(|side| duel.sight(side));
        assert_eq!(duel.battle().shots.len() as u32, sight.shots());
        duel.battle().replay(duel.rules(), |_, _| {}).unwrap();
        let is_won = duel.winner() == Some(Side::Person);
        assert_eq!((sight.is_over(), other.is_over()), (is_won, !is_won));
        assert_eq!(duel.state().hunter.fleet.as_ref(), Some(duel.hidden()));
    }
}

/// The strategies that play on any field.
fn all() -> impl Iterator<Item = Strategy> {
    Strategy::ALL.into_iter().filter(|&it| it != Strategy::Perfect)
}

/// The hunter's shots are those of a hunt with the same random stream.
#[test]
fn a_hunter_shoots_the_same_whatever_was_undone() {
    for strategy in all() {
        let mut duel = session(8, strategy, 3);
        let mut rng = Seed(5).rng();
        while !duel.is_over() {
            let cell = *rng.pick(&duel.moves()).unwrap();
            duel.play(cell).unwrap();
            if rng.chance(0.2) {
                assert!(duel.undo());
            }
        }
        let mut hunter = strategy.hunter(duel.rules());
        let mut draws = Seed(3).child(2).rng();
        hunter.begin(&mut draws);
        let mut sight = Sight::new(duel.rules());
        for turn in duel.turns().iter().filter(|turn| turn.side == Side::Hunter) {
            assert_eq!(hunter.aim(&sight, &mut draws), turn.cell, "{strategy:?}");
            sight.shoot(duel.person(), turn.cell).unwrap();
        }
    }
}

#[test]
fn a_state_hides_the_hunters_fleet_until_the_end() {
    let [one, other] = ["AA..\n....\n...B\n....\n", "AA..\n....\nB...\n....\n"];
    let fleet = |text| Fleet::from_text(text).unwrap().1;
    let states = [one, other].map(|text| {
        let (size, hidden) = Fleet::from_text(text).unwrap();
        let rules = Rules::new(size, "2,1".parse().unwrap(), Touch::Never).unwrap();
        let hunter = Strategy::Density.into();
        let mut duel = Session::new(rules, fleet(one), hidden, hunter, Seed(1)).unwrap();
        duel.play(Cell::new(0, 0)).unwrap();
        duel.play(Cell::new(0, 1)).unwrap();
        assert_eq!(duel.state().hunter.marks[Cell::new(0, 1)], Mark::Sunk);
        serde_json::to_string(&duel.state()).unwrap()
    });
    assert_eq!(states[0], states[1]);
    insta::assert_snapshot!(states[0]);
}

#[test]
fn a_document_names_every_shot() {
    let mut duel = session(7, Strategy::Lattice, 1);
    (0..4).for_each(|row| _ = duel.play(Cell::new(row, 3)).unwrap());
    insta::assert_snapshot!(duel.save());
}

#[test]
fn damaged_documents_are_refused_with_a_reason() {
    let mut duel = session(7, Strategy::Lattice, 1);
    (0..4).for_each(|row| _ = duel.play(Cell::new(row, 3)).unwrap());
    let text = duel.save();
    let swapped = |from: &str, to: &str| {
        let altered = text.replacen(from, to, 1);
        assert_ne!(altered, text, "{from}");
        altered
    };
    let cases = [
        String::new(),
        "{}".to_owned(),
        text[..text.len() / 2].to_owned(),
        swapped("battleship-session/1", "battleship-session/9"),
        swapped("\"rows\":7", "\"rows\":0"),
        swapped("\"touch\":\"never\"", "\"touch\":\"free\""),
        swapped("\"lengths\":[4", "\"lengths\":[3"),
        swapped("\"hunter\":\"lattice\"", "\"hunter\":\"latice\""),
        swapped("\"hunter\":\"lattice\"", "\"hunter\":\"random\""),
        swapped("\"side\":\"hunter\"", "\"side\":\"person\""),
        swapped(",{\"side\":\"person\"", ",{\"side\":\"hunter\""),
        swapped("\"seed\":1", "\"seed\":2"),
        swapped("\"answer\":\"miss\"", "\"answer\":\"hit\""),
        swapped("\"cell\":[1,3],\"answer\"", "\"cell\":[0,3],\"answer\""),
        swapped("\"checksum\":\"", "\"checksum\":\"0"),
    ];
    let errors = cases.map(|text| match Session::load(&text) {
        Ok(_) => "read".to_owned(),
        Err(error) => error.to_string(),
    });
    insta::assert_snapshot!(errors.join("\n"));
}

#[test]
fn fleets_that_break_the_rules_are_refused() {
    let duel = session(8, Strategy::Random, 1);
    let (rules, hunter) = (duel.rules().clone(), duel.hunter());
    let less = Fleet::new(duel.hidden().ships[1..].to_vec());
    let refused = Session::new(rules, duel.person().clone(), less, hunter, Seed(1));
    assert!(matches!(refused.err(), Some(FleetError::OtherShips { fleet: 2, .. })));
}

/// What is undone, loaded or copied changes no later reply of the hunter.
#[test]
fn a_session_goes_on_alike_after_undo_loading_and_copies() {
    for strategy in all() {
        let mut plain = session(8, strategy, 4);
        let mut other = session(8, strategy, 4);
        let mut rng = Seed(6).rng();
        while !plain.is_over() {
            let cell = *rng.pick(&plain.moves()).unwrap();
            let turns = plain.play(cell).unwrap();
            match rng.below(4) {
                0 => other = Session::load(&other.save()).unwrap(),
                1 => {
                    let copy = other.clone();
                    other.play(cell).unwrap();
                    other = copy;
                }
                2 => {
                    other.play(cell).unwrap();
                    assert!(other.undo());
                }
                _ => {}
            }
            assert_eq!(other.play(cell).unwrap(), turns, "{strategy}");
            assert_eq!(other.state(), plain.state(), "{strategy}");
            assert_eq!(
                other.sight(Side::Hunter).sunk(),
                plain.sight(Side::Hunter).sunk()
            );
        }
        assert_eq!(other.save(), plain.save());
        while plain.undo() {
            assert!(other.undo());
            assert_eq!(other.state(), plain.state());
        }
        assert!(!other.undo() && other.turns().is_empty());
    }
}

#[test]
fn undo_goes_as_far_as_its_depth() {
    let mut duel = session(8, Strategy::Density, 2);
    duel.set_undo_depth(3);
    let mut states = Vec::new();
    for _ in 0..6 {
        states.push(duel.state());
        duel.play(duel.moves()[0]).unwrap();
    }
    let mut again = Session::load(&duel.save()).unwrap();
    for session in [&mut duel, &mut again] {
        for state in states[3..].iter().rev() {
            assert!(session.undo());
            assert_eq!(session.state(), *state);
        }
        assert!(!session.undo());
        session.set_undo_depth(0);
        session.play(session.moves()[0]).unwrap();
        assert!(!session.undo());
    }
}

/// A hint is that of the shots alone, whatever was asked or undone before.
/// The largest sample has 800 fleets of 10 ships, of two bytes each.
#[test]
fn a_shot_keeps_16_kb_for_undo_at_most() {
    for strategy in [Strategy::Veteran, Strategy::Exact, Strategy::Density] {
        let mut session = session(10, strategy, 3);
        session.play(session.moves()[0]).unwrap();
        let (mut kept, mut shots) = (0, 0);
        while let Some(cell) = session.hint(Strategy::Density.into()) {
            let memory = measure(|| _ = session.play(cell).unwrap());
            kept += memory.bytes_current;
            shots += 1;
        }
        assert!(shots > 20 && kept <= shots * 16 * 1024, "{kept} in {shots} shots");
    }
}

#[test]
fn a_hint_does_not_depend_on_hints_before_it() {
    for strategy in all() {
        let mut asked = session(8, Strategy::Random, 5);
        let mut rng = Seed(7).rng();
        for shot in 0..20 {
            let hint = asked.hint(strategy.into()).unwrap();
            assert_eq!(asked.hint(strategy.into()), Some(hint));
            if shot % 4 == 3 {
                // Another shot, another hint, and back.
                asked.play(*rng.pick(&asked.moves()).unwrap()).unwrap();
                asked.hint(strategy.into());
                assert!(asked.undo());
            }
            if shot % 5 == 0 {
                let fresh = Session::load(&asked.save()).unwrap();
                assert_eq!(fresh.hint(strategy.into()), Some(hint), "{strategy} {shot}");
            }
            asked.play(*rng.pick(&asked.moves()).unwrap()).unwrap();
            if asked.is_over() {
                break;
            }
        }
        let few = asked.hint_within(strategy.into(), 1);
        assert!(asked.is_over() || asked.moves().contains(&few.unwrap()));
    }
}

#[test]
fn sessions_go_to_other_threads() {
    fn check<T: Send + Sync + 'static>() {}
    check::<Session>();
}
