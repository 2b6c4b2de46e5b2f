//! `how-to/live.md`: a game that is watched.

// ANCHOR: example
use tilewright::grid::Seed;
use tilewright::match3::events::EventKind;
use tilewright::match3::{Goal, Level, Mirror, Session, Strategy};
use tilewright::play::Session as _;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // A level of a JSON file is read the same way, and has a goal of its own in `level.goal`.
    let level: Level = "......\n..1.a.\n......\n..2...\n......\n".parse()?;
    let goal: Goal = "clear:specials".parse()?;
    // The game number 0 of seed 1, within the moves of the level if it has a limit.
    let mut session = Session::new(&level, &goal, Seed(1), 0)?;

    // What stands on the board now: a sprite for each element, by its id.
    let mut mirror = Mirror::new(level.size(), session.elements());

    let hint = session.hint(Strategy::Greedy.into()).expect("a move is possible");
    session.play_seen(hint, &mut |events| {
        for event in &events {
            match event.kind {
                EventKind::Move => println!("{} glides to {}", event.id.0, event.to.0),
                EventKind::Appear => println!("{} appears in {}", event.id.0, event.to.0),
                EventKind::Leave => println!("{} leaves", event.id.0),
                _ => {}
            }
        }
        mirror.apply(events).expect("events tell everything");
    })?;
    assert!(mirror.elements().eq(session.elements()));

    let saved = session.save();
    session.undo();
    let again = Session::load(&saved)?;
    assert_eq!(again.state().moves_made, 1);
    Ok(())
}
// ANCHOR_END: example

#[test]
fn it_runs() {
    main().unwrap();
}
