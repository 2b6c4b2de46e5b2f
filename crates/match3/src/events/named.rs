//! Events with names in place of numbers, as JSON carries them.

use std::fmt::Write as _;

use serde::{Deserialize, Serialize};
use tilewright_grid::Cell;

use super::{Element, Event, EventKind, Events, Id, Look, Manner, Place, Sort, kind_of};
use crate::rules::Simulator;
use crate::ruleset::Block;
use crate::token::Tokens;
use crate::{Kind, Part, Reason, Rules};

/// An [`Event`] in words: who reads it needs no tables of the rules. What an event does not have is left out of its JSON; what
/// each kind of event has is said at [`EventKind`].
///
/// ```
/// use tilewright_grid::Seed;
/// use tilewright_match3::events::EventKind;
/// use tilewright_match3::{Goal, Level, Session};
/// use tilewright_play::Session as _;
///
/// let level: Level = "......\n..1...\n......\n......\n".parse()?;
/// let mut session = Session::new(&level, &Goal::Score { score: 100 }, Seed(1), 0)?;
/// let events = session.play(session.moves()[0])?;
/// let group = events.iter().find(|event| event.event == EventKind::Group);
/// assert!(group.is_some_and(|group| group.ids.len() >= 3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NamedEvent {
    /// What happens.
    pub event: EventKind,
    /// The step of the move, from 0; events of one step happen at once.
    pub step: u32,
    /// In which manner.
    #[serde(default, skip_serializing_if = "is_default")]
    pub manner: Manner,
    /// Whom it happens to.
    #[serde(default, skip_serializing_if = "is_default")]
    pub id: Id,
    /// Who causes it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub by: Id,
    /// The cell where it begins.
    #[serde(default, skip_serializing_if = "is_default")]
    pub from: Option<Cell>,
    /// The cell where it ends.
    #[serde(default, skip_serializing_if = "is_default")]
    pub to: Option<Cell>,
    /// How the element looks after it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub look: Option<NamedLook>,
    /// A number: layers, points, what is left of a part of the goal.
    #[serde(default, skip_serializing_if = "is_default")]
    pub value: Option<i32>,
    /// The part of the goal that is counted, or that what leaves counts for, by its place in [`Session::parts`](crate::Session::parts).
    #[serde(default, skip_serializing_if = "is_default")]
    pub part: Option<u32>,
    /// The elements of a group, in reading order.
    #[serde(default, skip_serializing_if = "is_default")]
    pub ids: Vec<Id>,
    /// The cells that a piece reaches, in the order in which they are hit; of a reshuffle, where the block of each cell with
    /// a block goes, in reading order.
    #[serde(default, skip_serializing_if = "is_default")]
    pub cells: Vec<Cell>,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// How an element looks, in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NamedLook {
    /// What it is.
    pub sort: Sort,
    /// What stands for it in the token of a cell: `.` or a letter for a block, `rR-` for a piece, `box2` for a blocker, the
    /// name of an ingredient, `ice2` for a cover or ground. Empty if no layer is left; of a timer that ends a game `fuse0`.
    pub token: String,
    /// The name of the piece, or of the kind of a blocker, ingredient, cover or ground.
    #[serde(default, skip_serializing_if = "is_default")]
    pub name: Option<String>,
    /// The number of the colour, from 0.
    #[serde(default, skip_serializing_if = "is_default")]
    pub color: Option<u32>,
    /// The layers of a blocker, cover or ground.
    #[serde(default, skip_serializing_if = "is_default")]
    pub layers: Option<u8>,
    /// The turns that are left of a timer, which has no layers.
    #[serde(default, skip_serializing_if = "is_default")]
    pub turns: Option<u8>,
    /// The rows and columns of a block of several cells, whose upper left one is its cell.
    #[serde(default, skip_serializing_if = "is_default")]
    pub cells: Option<[u8; 2]>,
}

/// An [`Element`] in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NamedElement {
    /// Its number in the game.
    pub id: Id,
    /// Its cell.
    pub cell: Cell,
    /// How it looks.
    #[serde(flatten)]
    pub look: NamedLook,
}

/// The words for the events of games under some rules.
#[derive(Clone, Debug)]
pub struct Vocabulary<'a> {
    rules: &'a Rules,
    tokens: Tokens<'a>,
}

impl<'a> Vocabulary<'a> {
    /// The words of these rules.
    pub fn new(rules: &'a Rules) -> Self {
        Self { rules, tokens: rules.level().tokens() }
    }

    /// The events of a step in words.
    pub fn events<'e>(
        &'e self,
        events: Events<'e>,
    ) -> impl Iterator<Item = NamedEvent> + 'e {
        events.iter().map(move |event| self.event(event, events.list(event)))
    }

    /// An element in words; none if its place is no cell.
    pub fn element(&self, element: Element) -> Option<NamedElement> {
        let cell = self.cell(element.place)?;
        Some(NamedElement { id: element.id, cell, look: self.look(element.look)? })
    }

    /// A look in words; none of no element.
    pub fn look(&self, look: Look) -> Option<NamedLook> {
        let (ruleset, number) = (self.rules.level().rules(), usize::from(look.number));
        let kind = self.kind(look);
        let name = match look.sort {
            Sort::None => return None,
            Sort::Piece | Sort::ArmedPiece => {
                ruleset.pieces.get(number).map(|piece| &piece.name)
            }
            _ => kind.map(|kind| &kind.name),
        };
        let is_timer = kind.is_some_and(|kind| kind.timer.is_some());
        let gives = kind.is_some_and(|kind| kind.generator.is_some());
        Some(NamedLook {
            sort: look.sort,
            token: self.token(look),
            name: name.cloned(),
            color: (look.color != Kind::COLORLESS).then_some(u32::from(look.color)),
            layers: look.layers().filter(|_| !is_timer && !gives),
            turns: look.layers().filter(|_| is_timer),
            cells: kind.filter(|kind| kind.is_big()).map(|kind| kind.cells),
        })
    }

    /// The kind of a blocker, ingredient, cover or ground.
    fn kind(&self, look: Look) -> Option<&Block> {
        let kinds = matches!(
            look.sort,
            Sort::Blocker | Sort::Ingredient | Sort::Cover | Sort::Ground
        );
        let blocks = self.rules.level().rules().blocks();
        blocks.get(usize::from(look.number)).filter(|_| kinds)
    }

    /// A part of a goal as a key: `color:red`, `kind:box`, `layers:grass`, `make:rocket`, `drop`, `score`, and of `classic` `blockers`
    /// and `overlays`. A colour without a name is its number.
    pub fn part(&self, part: Part) -> String {
        let level = self.rules.level();
        let kind = |kind: usize| &level.rules().blocks()[kind].name;
        match part {
            Part::Color(color) => {
                let names = level.color_names();
                let name = names.get(color as usize).cloned();
                format!("color:{}", name.unwrap_or_else(|| color.to_string()))
            }
            Part::Blockers => "blockers".to_owned(),
            Part::Overlays => "overlays".to_owned(),
            Part::Kind(index) => format!("kind:{}", kind(index)),
            Part::Layers(index) => format!("layers:{}", kind(index)),
            Part::Piece(index) => format!("make:{}", level.rules().pieces()[index].name),
            Part::Ingredients => "drop".to_owned(),
            Part::Score => "score".to_owned(),
        }
    }

    /// Why a move is good as a key: `serves` and the key of the part of the goal, or `makes` or `fires` and the name of the
    /// piece, such as `serves:kind:box` and `makes:rocket`.
    pub fn reason(&self, reason: Reason) -> String {
        let piece =
            |index: u8| &self.rules.level().rules().pieces()[usize::from(index)].name;
        match reason {
            Reason::Goal(part) => {
                let part = self.rules.parts.get(part as usize);
                let part = part.map_or_else(String::new, |&part| self.part(part));
                format!("serves:{part}")
            }
            Reason::Makes(index) => format!("makes:{}", piece(index)),
            Reason::Fires(index) => format!("fires:{}", piece(index)),
        }
    }

    fn event(&self, event: &Event, list: &[u32]) -> NamedEvent {
        let is_number = match event.kind {
            EventKind::Hit | EventKind::Count | EventKind::Score | EventKind::Omitted => {
                true
            }
            EventKind::Group | EventKind::Fire => event.value >= 0,
            _ => false,
        };
        let (id, part) = match event.kind {
            EventKind::Count => (Id::NONE, event.id.0.checked_sub(1)),
            EventKind::Leave => (event.id, u32::try_from(event.value).ok()),
            _ => (event.id, None),
        };
        let lists_ids = event.kind == EventKind::Group;
        let ids = list.iter().filter(|_| lists_ids).map(|&id| Id(id)).collect();
        let cells = list.iter().filter(|_| !lists_ids);
        let size = self.rules.level().size();
        NamedEvent {
            event: event.kind,
            step: event.step,
            manner: event.manner,
            id,
            by: event.by,
            from: self.cell(event.from),
            to: self.cell(event.to),
            look: self.look(event.look),
            value: is_number.then_some(event.value),
            part,
            ids,
            cells: cells.map(|&index| size.cell(index as usize)).collect(),
        }
    }

    fn cell(&self, place: Place) -> Option<Cell> {
        place.cell(self.rules.level().size())
    }

    fn token(&self, look: Look) -> String {
        let is_named = |kind: &Block| kind.generator.is_some() || kind.timer.is_some();
        if look.layers() == Some(0) && !self.kind(look).is_some_and(is_named) {
            return String::new();
        }
        if self.rules.simulator == Simulator::Classic {
            return match look.sort {
                Sort::Blocker => look.detail.to_string(),
                Sort::Cover => char::from(b'a' - 1 + look.detail).to_string(),
                Sort::Obstacle => "#".to_owned(),
                _ => ".".to_owned(),
            };
        }

        match look.sort {
            Sort::Cover | Sort::Ground => {
                let name =
                    self.rules.level().rules().blocks.get(usize::from(look.number));
                let mut token = name.map_or_else(|| "*".to_owned(), |it| it.name.clone());
                write!(token, "{}", look.detail).expect("a text takes everything");
                token
            }
            _ => {
                let looks = [Look::NONE, look, Look::NONE];
                self.tokens.write(kind_of(Kind::ORDINARY, false, looks).0)
            }
        }
    }
}
