//! The text form of boards, written.

use super::board::{Board, Cell, Contents, Direction, Layered, Piece, Place};
use super::effect::Effect;
use super::rules::Rules;

/// A cell as `[row,column]`.
pub(crate) fn place_text(place: Place) -> String {
    format!("[{},{}]", place.0, place.1)
}

/// The rows of a board, tokens separated by spaces.
pub(crate) fn board_text(board: &Board, rules: &Rules) -> Vec<String> {
    let row = |row: &[Cell]| {
        let tokens: Vec<_> = row.iter().map(|cell| cell_text(cell, rules)).collect();
        tokens.join(" ")
    };
    board.cells.chunks(board.columns).map(row).collect()
}

/// One token.
pub(crate) fn cell_text(cell: &Cell, rules: &Rules) -> String {
    if cell.hole {
        return "_".to_owned();
    }
    let mut text =
        cell.contents.map_or_else(|| "-".to_owned(), |it| contents_text(&it, rules));
    if let Some(cover) = cell.cover {
        text += "+";
        text += &layered_text(cover, rules);
    }
    if let Some(ground) = cell.ground {
        text += "_";
        text += &layered_text(ground, rules);
    }
    text
}

/// The part of a token that is the contents.
pub(crate) fn contents_text(contents: &Contents, rules: &Rules) -> String {
    match contents {
        Contents::Block(color) => color_letter(*color, rules).to_string(),
        Contents::Piece(piece) => piece_text(*piece, rules),
        Contents::Armed { kind, effect } => {
            format!("{}!{}", rules.pieces[*kind].glyph, armed_text(*effect))
        }
        Contents::Ingredient(kind) => rules.kinds[*kind].name.clone(),
        Contents::Blocker(blocker) => layered_text(*blocker, rules),
        Contents::Part => "=".to_owned(),
        Contents::Obstacle => "#".to_owned(),
    }
}

/// The letter of a colour.
pub(crate) fn color_letter(color: usize, rules: &Rules) -> char {
    rules.colors[color].chars().next().unwrap_or('?')
}

fn piece_text(piece: Piece, rules: &Rules) -> String {
    let mut text = String::new();
    text.extend(piece.color.map(|color| color_letter(color, rules)));
    text.push(rules.pieces[piece.kind].glyph);
    text.extend(piece.direction.map(|direction| match direction {
        Direction::Row => '-',
        Direction::Column => '|',
    }));
    text
}

fn armed_text(effect: Effect) -> String {
    match effect {
        Effect::Area(reach) => reach.to_string(),
        Effect::Plus(reach) => format!("+{reach}"),
        Effect::Cross(reach) => format!("x{reach}"),
        // No other effect is fired twice.
        other => format!("{other:?}"),
    }
}

fn layered_text(layered: Layered, rules: &Rules) -> String {
    let kind = &rules.kinds[layered.kind];
    if kind.generator.is_some() {
        return kind.name.clone();
    }
    format!("{}{}", kind.name, layered.layers)
}
