//! Boards as data: what a saved game holds of its board, and its check when it is read.

use serde::{Deserialize, Serialize};
use tilewright_grid::Rng;

use super::board::NONE;
use super::general::End;
use super::journal::Journal;
use super::{Board, Game, Rules, Simulator, swaps};
use crate::events::{Id, Look};

/// A board at rest.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SavedBoard {
    pub(super) rng: Rng,
    /// The colour of each cell, two hexadecimal digits a cell.
    pub(super) colors: String,
    /// Under `classic` the hits left of each cell; under other rules what fills it, its layers, its cover and ground with
    /// theirs, written like the colours.
    pub(super) layers: Vec<String>,
    pub(super) collected: Vec<u32>,
    pub(super) score: u64,
    pub(crate) moves: u32,
    /// The moves beyond those of the level.
    #[serde(default, skip_serializing_if = "is_none")]
    extra_moves: u32,
    pub(super) cascades: u32,
    pub(super) reshuffles: u32,
    pub(super) endless: u32,
    /// For each kind, how many have gone and how many of its layers; for each piece, how many were made.
    pub(super) gone: Vec<[u32; 2]>,
    pub(super) made: Vec<u32>,
    pub(super) dropped: u32,
    pub(super) supplied: Vec<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) end: Option<End>,
    /// The ids of the elements in reading order, and the last one that was given.
    ids: Vec<u32>,
    last: u32,
}

/// What all numbers of a saved board are below.
pub(super) const MOST: u32 = u32::MAX / 2;

impl SavedBoard {
    /// Whether no number comes near its end, so that a game can go on for as long as anybody plays.
    fn is_bounded(&self) -> bool {
        let numbers = [
            self.moves,
            self.extra_moves,
            self.cascades,
            self.reshuffles,
            self.endless,
            self.dropped,
            self.last,
        ];
        let gone = self.gone.as_flattened().iter();
        let lists =
            self.collected.iter().chain(gone).chain(&self.made).chain(&self.supplied);
        self.score < u64::MAX / 2 && lists.chain(&numbers).all(|&number| number < MOST)
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
const fn is_none(number: &u32) -> bool {
    *number == 0
}

/// Why a saved board is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the saved board has {0}")]
pub struct BoardError(pub &'static str);

/// The digits of bytes.
const DIGITS: &[u8; 16] = b"0123456789abcdef";

/// Bytes as hexadecimal digits; nothing if all of them are 0, as most covers and grounds are.
pub(super) fn hex(bytes: &[u8]) -> String {
    if bytes.iter().all(|&byte| byte == 0) {
        return String::new();
    }
    let mut text = Vec::with_capacity(2 * bytes.len());
    for byte in bytes {
        text.extend_from_slice(
            &[byte >> 4, byte & 15].map(|half| DIGITS[usize::from(half)]),
        );
    }
    String::from_utf8(text).expect("digits are text")
}

/// The bytes of hexadecimal digits, if they are `length` of them; without digits they are 0.
pub(super) fn bytes(text: &str, length: usize) -> Result<Vec<u8>, BoardError> {
    if text.is_empty() {
        return Ok(vec![0; length]);
    }
    let digit = |digit: u8| match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        _ => None,
    };
    let (pairs, rest) = text.as_bytes().as_chunks::<2>();
    if pairs.len() != length || !rest.is_empty() {
        return Err(BoardError("another number of cells than its level"));
    }
    let byte = |&[high, low]: &[u8; 2]| Some(digit(high)? << 4 | digit(low)?);
    let found: Option<Vec<u8>> = pairs.iter().map(byte).collect();
    found.ok_or(BoardError("a cell that is not written in hexadecimal digits"))
}

impl SavedBoard {
    /// Puts another colour and other layers into a cell.
    pub(super) fn put(
        &mut self,
        area: usize,
        index: usize,
        color: u8,
        layers: &[u8],
    ) -> Result<(), BoardError> {
        let all = [&mut self.colors].into_iter().chain(&mut self.layers);
        for (text, &value) in all.zip([color].iter().chain(layers)) {
            let mut cells = bytes(text, area)?;
            cells[index] = value;
            *text = hex(&cells);
        }
        Ok(())
    }
}

impl<const W: usize> Board<W> {
    /// The board as data; it is at rest and watched.
    pub(crate) fn saved(&self, rules: &Rules) -> SavedBoard {
        let (state, area) = (&self.general, self.colors.len());
        let layers = match rules.simulator {
            Simulator::Classic => vec![hex(&self.classic.hits)],
            Simulator::General => state.saved_layers(area),
        };
        let (ids, last) =
            self.journal.as_ref().map_or_else(Default::default, |journal| {
                let layers = |index: usize| {
                    journal.ids.each_ref().map(|ids: &Vec<Id>| ids[index].0)
                };
                let ids = (0..area).flat_map(layers).filter(|&id| id != 0);
                (ids.collect(), journal.last().0)
            });

        SavedBoard {
            rng: self.rng.clone(),
            colors: hex(&self.colors),
            layers,
            collected: self.collected.clone(),
            score: self.score,
            moves: self.swaps_made,
            extra_moves: self.extra_moves,
            cascades: self.cascades,
            reshuffles: self.reshuffles,
            endless: self.endless,
            gone: state.gone.iter().map(|gone| [gone.broken, gone.layers]).collect(),
            made: state.made.clone(),
            dropped: state.dropped,
            supplied: state.supplied.clone(),
            end: state.end,
            ids,
            last,
        }
    }
}

impl<const W: usize> Game<'_, W> {
    /// Becomes a saved board, which is checked: whatever the text, the board is one that its rules can play on.
    ///
    /// # Errors
    /// The first element that cannot be; then the board is of no use.
    pub(crate) fn restore_saved(&mut self, saved: &SavedBoard) -> Result<(), BoardError> {
        self.fill_saved(saved)?;
        if self.rules.simulator == Simulator::General {
            self.check_end(saved.end)?;
        }
        self.restore_ids(saved)
    }

    /// Becomes a saved board, without its end and its ids.
    pub(super) fn fill_saved(&mut self, saved: &SavedBoard) -> Result<(), BoardError> {
        let area = self.board.colors.len();
        let counts = (
            saved.collected.len(),
            saved.gone.len(),
            saved.made.len(),
            saved.supplied.len(),
        );
        let state = &self.board.general;
        let own = (
            self.board.collected.len(),
            state.gone.len(),
            state.made.len(),
            state.supplied.len(),
        );
        if counts != own {
            return Err(BoardError("other counts than its rules"));
        }
        if !saved.is_bounded() {
            return Err(BoardError("a number that is too large"));
        }

        let board = &mut *self.board;
        board.rng = saved.rng.clone();
        board.colors = bytes(&saved.colors, area)?;
        board.collected.clone_from(&saved.collected);
        (board.score, board.swaps_made) = (saved.score, saved.moves);
        (board.cascades, board.reshuffles) = (saved.cascades, saved.reshuffles);
        (board.endless, board.extra_moves) = (saved.endless, saved.extra_moves);
        board.journal = None;

        match self.rules.simulator {
            Simulator::Classic => self.restore_classic(saved),
            Simulator::General => self.restore_general(saved),
        }
    }

    /// The colours and hits of the articles' game.
    fn restore_classic(&mut self, saved: &SavedBoard) -> Result<(), BoardError> {
        let colors = self.rules.level.colors();
        let [hits] = &saved.layers[..] else {
            return Err(BoardError("other layers than its rules"));
        };
        let hits = bytes(hits, self.board.colors.len())?;
        self.set_up_classic();

        for (index, &left) in hits.iter().enumerate() {
            let all = self.board.classic.hits[index];
            if left > all {
                return Err(BoardError("more hits in a cell than its level"));
            }
            if all > 0 && left == 0 {
                if self.board.classic.blockers.has(index) {
                    self.board.classic.blockers.remove(index);
                    self.board.open.insert(index);
                    self.board.classic.is_fresh = false;
                } else {
                    self.board.classic.overlays.remove(index);
                }
            }
            self.board.classic.hits[index] = left;

            let color = self.board.colors[index];
            if color != NONE
                && (u32::from(color) >= colors || !self.board.open.has(index))
            {
                return Err(BoardError(
                    "a block of a colour, or in a cell, that there is not",
                ));
            }
        }
        if !self.board.classic.is_fresh {
            self.find_paths_again();
        }

        let colors = &self.board.colors;
        self.board.filled =
            (0..colors.len()).filter(|&index| colors[index] != NONE).collect();
        self.pack();
        if !swaps::matched(&self.rules.shape, self.planes(), self.board.filled).is_empty()
        {
            return Err(BoardError("a line that is not cleared"));
        }
        self.find_swaps();
        Ok(())
    }

    /// The ids of what is on the board.
    fn restore_ids(&mut self, saved: &SavedBoard) -> Result<(), BoardError> {
        let mut journal = Journal::of(self.board.colors.len(), Id(saved.last));
        let (mut ids, mut sorted) = (saved.ids.iter(), saved.ids.clone());
        sorted.sort_unstable();
        let is_fine = sorted.windows(2).all(|two| two[0] < two[1])
            && sorted.first().is_none_or(|&first| first > 0)
            && sorted.last().is_none_or(|&last| last <= saved.last);
        if !is_fine {
            return Err(BoardError("ids that were not given"));
        }

        for index in 0..self.board.colors.len() {
            for (layer, look) in self.looks(index).into_iter().enumerate() {
                if look != Look::NONE {
                    let id = ids.next().ok_or(BoardError("fewer ids than elements"))?;
                    journal.set(layer, index, Id(*id));
                }
            }
        }
        if ids.next().is_some() {
            return Err(BoardError("more ids than elements"));
        }
        self.begin_journal(journal);
        Ok(())
    }
}
