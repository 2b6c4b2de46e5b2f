//! Cells in words, for people who do not know the tokens of documents.

use crate::kind::Contents;
use crate::ruleset::{Block, Effect, Piece};
use crate::{Kind, Level, Part, Ruleset};

impl Level {
    /// What a cell of this level is, in words: `purple block`, `box, 2 layers`,
    /// `ordinary under 1 layer of chain on 2 layers of grass`.
    ///
    /// ```
    /// use tilewright_grid::Cell;
    /// use tilewright_match3::Level;
    ///
    /// let level: Level = "..#\n.2b\n...\n".parse()?;
    /// let words = |row, column| level.words(level.cells()[Cell::new(row, column)]);
    /// assert_eq!([words(0, 0), words(0, 2)], ["ordinary", "obstacle"]);
    /// assert_eq!([words(1, 1), words(1, 2)], ["blocked, 2 layers", "overlay, 2 layers"]);
    /// # Ok::<(), tilewright_match3::LevelError>(())
    /// ```
    pub fn words(&self, kind: Kind) -> String {
        let rules = self.rules();
        let contents = contents(rules, &self.color_names(), kind);
        let layered = |index: u8| rules.blocks.get(usize::from(index.checked_sub(1)?));
        let cover = layered(kind.cover).map(|block| (block, kind.cover_layers));
        let ground = layered(kind.ground).map(|block| (block, kind.ground_layers));

        match (kind.contents(), cover, ground) {
            (Contents::Dealt, Some((block, layers)), None)
            | (Contents::Dealt, None, Some((block, layers))) => label(block, layers),
            _ => {
                let over = |word: &str, thing: Option<(&Block, u8)>| {
                    thing.map_or_else(String::new, |(block, layers)| {
                        format!(" {word} {}", counted(block, layers))
                    })
                };
                format!("{contents}{}{}", over("under", cover), over("on", ground))
            }
        }
    }

    /// What a part of a goal counts, in words: `red`, `box`, `layers of grass`, `rocket`.
    pub fn part_words(&self, part: Part) -> String {
        let block = |index: usize| spoken(&self.rules().blocks[index].name);
        match part {
            Part::Color(color) => {
                let name = self.color_names().into_iter().nth(color as usize);
                name.unwrap_or_else(|| format!("colour {}", color + 1))
            }
            Part::Blockers => "hits".to_owned(),
            Part::Overlays => "layers".to_owned(),
            Part::Kind(index) => block(index),
            Part::Layers(index) => format!("layers of {}", block(index)),
            Part::Piece(index) => spoken(&self.rules().pieces[index].name),
            Part::Ingredients => "ingredients".to_owned(),
            Part::Score => "points".to_owned(),
        }
    }
}

/// What fills a cell.
fn contents(rules: &Ruleset, names: &[String], kind: Kind) -> String {
    let color = names.get(usize::from(kind.color)).map_or("", String::as_str);
    let colored = |what: &str| format!("{color} {what}").trim_start().to_owned();
    let block = rules.blocks.get(usize::from(kind.id));

    match kind.contents() {
        Contents::Hole => "hole".to_owned(),
        Contents::Dealt => "ordinary".to_owned(),
        Contents::Empty => "empty".to_owned(),
        Contents::Obstacle => "obstacle".to_owned(),
        Contents::Block => colored("block"),
        Contents::Piece => {
            let piece = rules.pieces.get(usize::from(kind.id / 2));
            piece.map_or_else(String::new, |piece| {
                colored(&directed(piece, kind.id % 2 == 1))
            })
        }
        Contents::Armed => {
            let piece = rules.pieces.get(usize::from(kind.id));
            piece.map_or_else(String::new, |piece| {
                armed(piece, Effect::from_code(kind.layers))
            })
        }
        Contents::Part => "part of a block of several cells".to_owned(),
        Contents::Blocker => {
            block.map_or_else(String::new, |block| label(block, kind.layers))
        }
        Contents::Ingredient => {
            block.map_or_else(String::new, |block| spoken(&block.name))
        }
    }
}

/// A name of rules as it is said: `color_bomb` is a color bomb.
pub(crate) fn spoken(name: &str) -> String {
    name.replace('_', " ")
}

/// A piece with the direction in which it fires, if it has one.
pub(crate) fn directed(piece: &Piece, is_vertical: bool) -> String {
    let name = spoken(&piece.name);
    match piece.is_directed() {
        false => name,
        true if is_vertical => format!("{name}, column"),
        true => format!("{name}, row"),
    }
}

/// A piece that will fire again.
pub(crate) fn armed(piece: &Piece, effect: Effect) -> String {
    let words = match effect {
        Effect::Area(reach) => format!("area {reach}"),
        Effect::Plus(reach) => format!("plus {reach}"),
        Effect::Cross(reach) => format!("cross {reach}"),
        _ => "again".to_owned(),
    };
    format!("{}, armed: {words}", spoken(&piece.name))
}

/// A kind with its layers, if it can have several, or with its turns.
pub(crate) fn label(block: &Block, number: u8) -> String {
    let name = spoken(&block.name);
    if block.timer.is_some() {
        let turns = if number == 1 { "turn" } else { "turns" };
        return format!("{name}, {number} {turns} left");
    }
    match block.layers {
        0 | 1 => name,
        _ => format!("{name}, {}", count(number)),
    }
}

/// The same within a sentence.
fn counted(block: &Block, layers: u8) -> String {
    let name = spoken(&block.name);
    match block.layers {
        0 | 1 => name,
        _ => format!("{} of {name}", count(layers)),
    }
}

fn count(layers: u8) -> String {
    format!("{layers} layer{}", if layers == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use crate::{Preset, Ruleset, Template};
    use tilewright_grid::Size;

    #[test]
    fn every_part_of_a_cell_has_its_words() {
        let open = Template::open(Size::new(1, 1)).unwrap();
        let royal = open.with_rules(Ruleset::preset(Preset::Royal)).unwrap();
        let level = royal.opened();
        let words = |token: &str| level.words(royal.kind(token).unwrap());

        for (token, expected) in [
            (".", "ordinary"),
            ("-", "empty"),
            ("p", "purple block"),
            ("box2", "box, 2 layers"),
            ("._grass1", "grass, 1 layer"),
            (".+chain1", "chain, 1 layer"),
            ("R|", "rocket, column"),
            (
                "p+chain1_grass2",
                "purple block under 1 layer of chain on 2 layers of grass",
            ),
            (".+chain1_grass1", "ordinary under 1 layer of chain on 1 layer of grass"),
            ("bird", "bird"),
        ] {
            assert_eq!(words(token), expected, "{token}");
        }
    }
}
