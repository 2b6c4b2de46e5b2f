//! The text form of a cell under any rules: a token such as `r+ice2_grass1`.

use std::borrow::Cow;

use crate::kind::Contents;
use crate::ruleset::{Block, Effect, Piece, Place};
use crate::{Kind, Ruleset};

/// The tokens of a ruleset and its colours.
#[derive(Clone, Debug)]
pub(crate) struct Tokens<'a> {
    ruleset: &'a Ruleset,
    /// The first letters of the names of the colours; none if they have no names.
    letters: Vec<char>,
}

/// What is wrong with a token.
#[derive(Debug)]
pub(crate) struct TokenError {
    pub(crate) wrong: Cow<'static, str>,
    /// The name that the rules do not have, if that is wrong, and those that may stand in its place.
    pub(crate) unknown: Option<(String, Vec<String>)>,
}

impl<T: Into<Cow<'static, str>>> From<T> for TokenError {
    fn from(wrong: T) -> Self {
        Self { wrong: wrong.into(), unknown: None }
    }
}

impl<'a> Tokens<'a> {
    /// The tokens of a ruleset and of colours with these names.
    pub(crate) fn new(ruleset: &'a Ruleset, names: &[String]) -> Self {
        let letters = names.iter().map(|name| name.chars().next().unwrap_or('*'));
        Self { ruleset, letters: letters.collect() }
    }

    /// The kind of a token; `None` for `?`, a free cell.
    ///
    /// # Errors
    /// What is wrong with the token.
    pub(crate) fn read(&self, token: &str) -> Result<Option<Kind>, TokenError> {
        match token {
            "?" => return Ok(None),
            "_" => return Ok(Some(Kind::HOLE)),
            _ => {}
        }

        let (contents, cover, ground) = parts(token);
        let mut kind = self.contents(contents)?;

        if let Some(cover) = cover {
            let (id, layers) = self.layered(cover, Place::Cover)?;
            (kind.cover, kind.cover_layers) = (id + 1, layers);
            if self.is_fixed(kind) {
                let wrong = "no cover over an obstacle, or a blocker that does not move or is big";
                return Err(wrong.into());
            }
        }

        if let Some(ground) = ground {
            let (id, layers) = self.layered(ground, Place::Ground)?;
            (kind.ground, kind.ground_layers) = (id + 1, layers);
        }

        Ok(Some(self.ruleset.flagged(kind)))
    }

    /// The token of a kind.
    pub(crate) fn write(&self, kind: Kind) -> String {
        let layered = |mark: char, id: u8, layers: u8| match id.checked_sub(1) {
            None => String::new(),
            Some(index) => format!("{mark}{}{layers}", self.name(index)),
        };
        let contents = self.write_contents(kind);
        let cover = layered('+', kind.cover, kind.cover_layers);
        contents + &cover + &layered('_', kind.ground, kind.ground_layers)
    }

    fn contents(&self, text: &str) -> Result<Kind, TokenError> {
        let kind = |contents| Ok(Kind::of(contents, 0));
        match text {
            "." => return kind(Contents::Dealt),
            "-" => return kind(Contents::Empty),
            "#" => return kind(Contents::Obstacle),
            "=" => return kind(Contents::Part),
            _ => {}
        }

        // Names have two lower-case letters or more; colours have one.
        if text.chars().take_while(char::is_ascii_lowercase).count() >= 2 {
            return self.named(text);
        }

        let (color, rest) = self.color(text)?;

        let mut letters = rest.chars();
        let Some(glyph) = letters.next() else {
            return match color {
                Some(color) => Ok(Kind { color, ..Kind::of(Contents::Block, 0) }),
                None => {
                    Err("expected what fills the cell, such as `.`, `-` or `r`".into())
                }
            };
        };

        let found = self.ruleset.pieces.iter().position(|piece| piece.glyph == glyph);
        let Some(index) = found else {
            return Err(format!("unknown name: no piece has the glyph {glyph:?}").into());
        };
        self.piece(index, color, letters.as_str())
    }

    /// The colour whose letter a token begins with, and what follows.
    fn color<'t>(&self, text: &'t str) -> Result<(Option<u8>, &'t str), TokenError> {
        let Some(letter) = text.chars().next().filter(char::is_ascii_lowercase) else {
            return Ok((None, text));
        };
        match self.letters.iter().position(|&other| other == letter) {
            Some(color) => Ok((Some(color as u8), &text[1..])),
            None => Err(format!("unknown name: no colour begins with {letter:?}").into()),
        }
    }

    /// A blocker with its layers, or an ingredient.
    fn named(&self, text: &str) -> Result<Kind, TokenError> {
        let is_named =
            |block: &Block| block.name == text && block.place == Place::Ingredient;
        if let Some(index) = self.ruleset.blocks.iter().position(is_named) {
            return Ok(Kind { id: index as u8, ..Kind::of(Contents::Ingredient, 0) });
        }
        let (id, layers) = self.layered(text, Place::Blocker)?;
        Ok(Kind { id, layers, ..Kind::of(Contents::Blocker, 0) })
    }

    /// A piece with its direction, or an armed piece with its effect.
    fn piece(
        &self,
        index: usize,
        color: Option<u8>,
        rest: &str,
    ) -> Result<Kind, TokenError> {
        let Piece { name, has_color, .. } = &self.ruleset.pieces[index];
        if let Some(effect) = rest.strip_prefix('!') {
            let wrong = "expected !1 to !9, !+1 to !+9 or !x0 to !x9 after the piece";
            let effect = armed(effect).ok_or(wrong)?;
            if color.is_some() {
                return Err("an armed piece has no colour".into());
            }
            let (id, layers) = (index as u8, effect.code());
            return Ok(Kind { id, layers, ..Kind::of(Contents::Armed, 0) });
        }

        let color = match (has_color, color) {
            (true, Some(color)) => color,
            (false, None) => Kind::COLORLESS,
            (true, None) => return Err(format!("the piece {name} needs a colour").into()),
            (false, Some(_)) => {
                return Err(format!("the piece {name} has no colour").into());
            }
        };

        let is_directed = self.ruleset.pieces[index].is_directed();
        let is_vertical = match rest {
            "" if !is_directed => false,
            "-" | "|" if is_directed => rest == "|",
            _ if is_directed => {
                return Err(
                    format!("the piece {name} needs a direction, `-` or `|`").into()
                );
            }
            _ => return Err(format!("the piece {name} has no direction").into()),
        };

        let id = 2 * index as u8 + u8::from(is_vertical);
        Ok(Kind { id, color, ..Kind::of(Contents::Piece, 0) })
    }

    /// The index and the layers of a kind of this place, such as `box2`.
    fn layered(&self, text: &str, place: Place) -> Result<(u8, u8), TokenError> {
        let name = text.trim_end_matches(|letter: char| letter.is_ascii_digit());
        let found = self.ruleset.blocks.iter().position(|block| block.name == name);
        let Some(index) = found else {
            return Err(TokenError {
                unknown: Some((text.to_owned(), self.names(place))),
                ..format!("unknown name {name:?}").into()
            });
        };

        let block = &self.ruleset.blocks[index];
        if block.place != place {
            let [is, not] = [block.place, place].map(Place::words);
            return Err(format!("{name} is {is}, not {not}").into());
        }

        let number = &text[name.len()..];
        let (most, is_timer) = (block.first_number(), block.timer.is_some());
        if most == 0 && number.is_empty() {
            return Ok((index as u8, 0));
        }
        let is_short = number == "0" || !number.starts_with('0');
        let found = number.parse().ok().filter(|_| is_short);
        match found.filter(|&found| block.can_have(found)) {
            Some(found) => Ok((index as u8, found)),
            None if most == 0 => Err(format!("{name} has no layers").into()),
            None if is_timer => {
                Err(format!("expected {name} with 1 to {most} turns").into())
            }
            None if most == 1 => {
                Err(format!("expected {name}1, since {name} has one layer").into())
            }
            None => Err(format!("expected {name} with 1 to {most} layers").into()),
        }
    }

    /// The names of the kinds of a place; ingredients stand in the place of blockers.
    fn names(&self, place: Place) -> Vec<String> {
        let is_there = |block: &&Block| {
            block.place == place
                || block.place == Place::Ingredient && place == Place::Blocker
        };
        self.ruleset.blocks.iter().filter(is_there).flat_map(Block::names).collect()
    }

    pub(crate) fn is_fixed(&self, kind: Kind) -> bool {
        match kind.contents() {
            Contents::Hole | Contents::Obstacle | Contents::Part => true,
            Contents::Blocker => {
                !self.block(kind.id).is_some_and(|block| block.moves && !block.is_big())
            }
            _ => false,
        }
    }

    fn block(&self, index: u8) -> Option<&Block> {
        self.ruleset.blocks.get(usize::from(index))
    }

    /// The name of a blocker, cover, ground or ingredient.
    fn name(&self, index: u8) -> &str {
        self.block(index).map_or("*", |block| &block.name)
    }

    /// The token of what fills a cell.
    pub(crate) fn write_contents(&self, kind: Kind) -> String {
        let color = self
            .letters
            .get(usize::from(kind.color))
            .map_or(String::new(), char::to_string);
        let piece = |id: u8| self.ruleset.pieces.get(usize::from(id));

        match kind.contents() {
            Contents::Hole => "_".to_owned(),
            Contents::Dealt => ".".to_owned(),
            Contents::Empty => "-".to_owned(),
            Contents::Obstacle => "#".to_owned(),
            Contents::Part => "=".to_owned(),
            Contents::Block if color.is_empty() => "*".to_owned(),
            Contents::Block => color,
            // A timer that has run out has no turns left, a generator no number.
            Contents::Blocker
                if self.block(kind.id).is_some_and(|it| it.first_number() == 0) =>
            {
                self.name(kind.id).to_owned()
            }
            Contents::Blocker => format!("{}{}", self.name(kind.id), kind.layers),
            Contents::Ingredient => self.name(kind.id).to_owned(),
            Contents::Piece => match piece(kind.id / 2) {
                None => "*".to_owned(),
                Some(piece) if !piece.is_directed() => format!("{color}{}", piece.glyph),
                Some(piece) => {
                    let direction = if kind.id % 2 == 1 { '|' } else { '-' };
                    format!("{color}{}{direction}", piece.glyph)
                }
            },
            Contents::Armed => {
                let glyph = piece(kind.id).map_or('*', |piece| piece.glyph);
                match Effect::from_code(kind.layers) {
                    Effect::Area(reach) => format!("{glyph}!{reach}"),
                    Effect::Plus(reach) => format!("{glyph}!+{reach}"),
                    Effect::Cross(reach) => format!("{glyph}!x{reach}"),
                    _ => format!("{glyph}!"),
                }
            }
        }
    }
}

impl Place {
    /// The place with its article.
    pub(crate) const fn words(self) -> &'static str {
        match self {
            Self::Blocker => "a blocker",
            Self::Cover => "a cover",
            Self::Ground => "a ground",
            Self::Ingredient => "an ingredient",
        }
    }
}

impl Ruleset {
    /// The kind with the flags that its contents and its cover give it.
    pub(crate) fn flagged(&self, kind: Kind) -> Kind {
        let block = |index: u8| self.blocks.get(usize::from(index));
        let (is_movable, is_open) = match kind.contents() {
            Contents::Hole | Contents::Obstacle | Contents::Part => (false, false),
            Contents::Empty | Contents::Armed => (false, true),
            Contents::Dealt
            | Contents::Block
            | Contents::Piece
            | Contents::Ingredient => (true, true),
            Contents::Blocker => {
                let moves =
                    block(kind.id).is_some_and(|block| block.moves && !block.is_big());
                (moves, moves)
            }
        };

        let cover = kind.cover.checked_sub(1).and_then(block);
        let is_held = cover.is_some_and(|cover| cover.holds);
        kind.with_flags(is_movable && cover.is_none(), is_open && !is_held)
    }
}

/// The contents, the cover and the ground of a token.
pub(crate) fn parts(token: &str) -> (&str, Option<&str>, Option<&str>) {
    // The `+` of an armed piece such as `P!+1` is no cover.

    let is_end = |&(at, mark): &(usize, char)| {
        matches!(mark, '+' | '_') && !token[..at].ends_with('!')
    };

    let end = token.char_indices().find(is_end).map_or(token.len(), |(at, _)| at);
    let (contents, rest) = token.split_at(end);

    match rest.strip_prefix('+') {
        None => (contents, None, rest.strip_prefix('_')),
        Some(rest) => match rest.split_once('_') {
            None => (contents, Some(rest), None),
            Some((cover, ground)) => (contents, Some(cover), Some(ground)),
        },
    }
}

/// The effect of an armed piece.
fn armed(text: &str) -> Option<Effect> {
    let digit = |digit: &u8| digit - b'0';
    match text.as_bytes() {
        [reach @ b'1'..=b'9'] => Some(Effect::Area(digit(reach))),
        [b'+', reach @ b'1'..=b'9'] => Some(Effect::Plus(digit(reach))),
        [b'x', reach @ b'0'..=b'9'] => Some(Effect::Cross(digit(reach))),
        _ => None,
    }
}
