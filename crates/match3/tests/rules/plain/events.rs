//! What happens in a turn, in the words of the boards worked by hand.

use std::fmt::{self, Display, Formatter};

use super::board::Place;
use super::text::place_text;

/// One line of a turn, or a line and the rows of a board. Texts are tokens and names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Event {
    /// A cascade begins: its depth.
    Cascade(u64),
    /// A group of wave 0: its colour and cells.
    Group(String, Vec<Place>),
    Wave(u64),
    /// What stood at `from`, and what at `to`, before the move.
    Pair((String, Place), (String, Place)),
    /// The other pieces of a tapped component.
    Merged(Vec<(String, Place)>),
    Fires(String, Place),
    /// The colour that the piece or pair before chose.
    Color(String),
    Match(Vec<Place>),
    Beside(Vec<Place>),
    Hit(Vec<Place>),
    Chosen(Vec<Place>),
    Turned(Vec<(String, Place)>),
    Made(String, Place),
    /// What generators gave.
    Given(Vec<(String, Place)>),
    Settled(Vec<String>),
    Dropped(Vec<Place>),
    Conveyed(Vec<String>),
    Spread(String, Place),
    /// The board after the timers.
    Counted(Vec<String>),
    /// The try that stands.
    Reshuffled(u64),
    /// The board after spreading or reshuffling.
    Board(Vec<String>),
}

impl Display for Event {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let text = match self {
            Self::Cascade(depth) => format!("cascade {depth}"),
            Self::Group(color, cells) => format!("group {color} {}", places(cells)),
            Self::Wave(wave) => format!("wave {wave}"),
            Self::Pair(first, second) => {
                format!("pair {}", tokens(&[first.clone(), second.clone()]))
            }
            Self::Fires(piece, place) => format!("fires {piece} {}", place_text(*place)),
            Self::Color(color) => format!("color {color}"),
            Self::Match(cells) => format!("match {}", places(cells)),
            Self::Beside(cells) => format!("beside {}", places(cells)),
            Self::Hit(cells) => format!("hit {}", places(cells)),
            Self::Chosen(cells) => format!("chosen {}", places(cells)),
            Self::Merged(pieces) => format!("merged {}", tokens(pieces)),
            Self::Turned(pieces) => format!("turned {}", tokens(pieces)),
            Self::Made(piece, place) => format!("made {piece} {}", place_text(*place)),
            Self::Given(things) => format!("given {}", tokens(things)),
            Self::Settled(board) => rows("settled", board),
            Self::Dropped(cells) => format!("dropped {}", places(cells)),
            Self::Conveyed(board) => rows("conveyed", board),
            Self::Spread(kind, place) => format!("spread {kind} {}", place_text(*place)),
            Self::Counted(board) => rows("counted", board),
            Self::Reshuffled(number) => format!("reshuffled {number}"),
            Self::Board(board) => rows("board", board),
        };

        formatter.write_str(&text)
    }
}

fn tokens(tokens: &[(String, Place)]) -> String {
    let tokens: Vec<_> = tokens
        .iter()
        .map(|(token, place)| format!("{token} {}", place_text(*place)))
        .collect();
    tokens.join(" ")
}

fn places(places: &[Place]) -> String {
    let places: Vec<_> = places.iter().map(|place| place_text(*place)).collect();
    places.join(" ")
}

fn rows(keyword: &str, board: &[String]) -> String {
    let rows: Vec<_> = board.iter().map(|row| format!("\n  {row}")).collect();
    format!("{keyword}{}", rows.concat())
}
