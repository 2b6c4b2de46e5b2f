//! Games that are watched take no memory a move: the buffers of a session are used again.

use allocation_counter::measure;
use tilewright_grid::Seed;
use tilewright_match3::{Level, Session, Strategy};
use tilewright_play::Session as _;

const CLASSIC: &str = r#"{"schema": "tilewright/level/2", "rows": 9, "columns": 9, "colors": 5, "goal": {"score": 4000000000},
    "layout": [".........", ".........", "..1.1.1..", ".a..a..a.", ".........", "..222.22.", ".........", ".........", "........."]}"#;

/// A level of a preset with everything that its rules let fall.
fn of(preset: &str) -> String {
    let row = [r#"".""#; 9].join(", ");
    let rows = vec![format!("[{row}]"); 9].join(", ");
    format!(
        r#"{{"schema": "tilewright/level/2", "rows": 9, "columns": 9, "colors": 5, "rules": "{preset}",
        "goal": {{"score": 4000000000}}, "layout": [{rows}]}}"#
    )
}

#[test]
fn a_move_that_is_watched_takes_no_memory() {
    for text in [CLASSIC.to_owned(), of("royal"), of("candy"), of("lab")] {
        let level: Level = text.parse().unwrap();
        let goal = level.goal.clone().unwrap();
        let mut session = Session::new(&level, &goal, Seed(3), 0).unwrap();
        session.set_undo_depth(16);
        let mut counted = 0;
        for made in 0..800 {
            let Some(hint) = session.hint(Strategy::Greedy.into()) else { break };
            let mut events = 0;
            let memory = measure(|| {
                session.play_seen(hint, &mut |step| events += step.events.len()).unwrap();
            });
            // Lists grow to the length of the largest move that came so far, that of the recording to powers of two.
            if made >= 520 {
                counted += memory.count_total;
            }
            assert!(events > 0);
        }
        assert!(counted <= 2, "{counted} in 280 moves of {text}");
    }
}
