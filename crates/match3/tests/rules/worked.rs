//! The plain simulator against every board worked by hand.

use crate::rules::boards::{WorkedBoard, worked_boards};
use crate::rules::plain::events::Event;
use crate::rules::plain::game::Game;
use crate::rules::plain::level::Level;

#[test]
fn every_worked_board_is_played_line_by_line() {
    let boards = worked_boards();
    assert_eq!(boards.len(), 201, "the README states how many there are");
    let wrong: Vec<_> = boards.iter().filter_map(difference).collect();
    assert!(wrong.is_empty(), "{} boards differ:\n\n{}", wrong.len(), wrong.join("\n\n"));
}

#[test]
fn names_of_worked_boards_are_unique() {
    let mut names: Vec<_> = worked_boards()
        .into_iter()
        .map(|board| board.name.rsplit(' ').next().unwrap().to_owned())
        .collect();
    let all = names.len();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), all);
}

/// How the simulator differs from a board, or nothing.
fn difference(board: &WorkedBoard) -> Option<String> {
    let level = match Level::read(&board.level) {
        Ok(level) => level,
        Err(error) => return Some(format!("{}\n  is no level: {error}", board.name)),
    };
    let mut game = Game::at_rest(level);
    let before = game.clone();
    let mut asked = Vec::new();
    let mut given = board.draws.iter();
    let played = game.play(board.chosen, &mut |bound| {
        let number = given.next().map_or(0, |draw| draw.1).min(bound - 1);
        asked.push((bound, number));
        number
    });
    let mut lines = match &played {
        Ok(events) => lines_of(events, &game),
        Err(_) => vec!["end refused".to_owned()],
    };

    if played.is_err() && (&game.board, &game.counts) != (&before.board, &before.counts) {
        lines.push("(something has changed)".to_owned());
    }

    if game.rows() != last_board(&board.lines, before.rows()) {
        lines.push("(the board at the end is not the last one written)".to_owned());
    }

    if lines == board.lines && asked == board.draws {
        return None;
    }

    let draws = |draws: &[(u64, u64)]| {
        let draws: Vec<_> =
            draws.iter().map(|(n, value)| format!("{n}:{value}")).collect();
        draws.join(" ")
    };
    Some(format!(
        "{}\n  draws by hand  {}\n  draws played   {}\n{}",
        board.name,
        draws(&board.draws),
        draws(&asked),
        side_by_side(&board.lines, &lines)
    ))
}

/// The last board written, or the one before the move.
fn last_board(lines: &[String], before: Vec<String>) -> Vec<String> {
    let rows = |line: &&String| line.starts_with("  ");
    let Some(last) = lines.iter().rposition(|line| line.starts_with("  ")) else {
        return before;
    };
    let mut board: Vec<_> = lines[..=last]
        .iter()
        .rev()
        .take_while(rows)
        .map(|row| row[2..].to_owned())
        .collect();
    board.reverse();
    board
}

/// A turn in the form of the boards.
fn lines_of(events: &[Event], game: &Game) -> Vec<String> {
    let texts = events.iter().map(Event::to_string);
    let mut lines: Vec<String> = texts
        .flat_map(|text| text.lines().map(str::to_owned).collect::<Vec<_>>())
        .collect();
    lines.push(format!("end {}", game.outcome.word()));
    lines.extend(game.counts.lines(game.rules()));
    lines
}

/// The lines by hand and as played, from shortly before the first difference on.
fn side_by_side(hand: &[String], played: &[String]) -> String {
    let same = hand.iter().zip(played).take_while(|(one, other)| one == other).count();
    let from = same.saturating_sub(6);
    let to = hand.len().max(played.len()).min(same + 30);
    let row = |at: usize| {
        let line = |lines: &[String]| lines.get(at).cloned().unwrap_or_default();
        let (by_hand, as_played) = (line(hand), line(played));
        let mark = if by_hand == as_played { ' ' } else { '!' };
        format!("{mark} {by_hand:<60} | {as_played}\n")
    };
    (from..to).map(row).collect()
}
