//! Animations of games, and pictures of hints.

use tilewright_draw::{
    Anchor, Animation, DrawError, Frame, Picture, Point, Shape, theme,
};
use tilewright_grid::Watch;

use crate::picture::{draw_sprite, draw_tile};
use crate::{Board, Hint, Motion, Session};

/// The width of a tile, in pixels.
const TILE: f64 = 72.0;
/// The height of the score above the board, the width of the bars beside it, and the gaps.
const HEAD: f64 = 34.0;
const SIDE: f64 = 190.0;
const GAP: f64 = 12.0;

/// The maximum number of moves that are shown with sliding tiles, six frames each, and the maximum
/// number of boards that are shown of longer games: so an animation has a few hundred frames.
const GLIDING: usize = 60;
const BOARDS: usize = 200;

/// The frames of a move: the time after its start in milliseconds, and the duration of the frame in
/// hundredths of a second.
const MOMENTS: [(f64, u16); 6] =
    [(33.0, 3), (66.0, 3), (100.0, 4), (160.0, 6), (220.0, 6), (300.0, 18)];
/// The duration of each board of a longer game, and of the last frame, in hundredths of a second.
const BOARD: u16 = 8;
const END: u16 = 300;

impl Session {
    /// An animation of the last `last` moves of the game: with sliding tiles if these are at most
    /// 60, else as at most 200 boards at even intervals. `hint` returns what to show beside each
    /// board, if anything. The watch is checked before every move that is shown.
    ///
    /// # Errors
    /// [`DrawError::Cancelled`] if the watch stops the drawing.
    pub fn animation(
        &self,
        last: usize,
        mut hint: impl FnMut(Board) -> Option<Hint>,
        watch: &dyn Watch,
    ) -> Result<Animation, DrawError> {
        let whole = self.turns().len();
        let count = whole.min(last);
        let step = count.div_ceil(BOARDS).max(1);

        let mut frames = Vec::new();
        for (index, (before, heading, after)) in
            self.turns().skip(whole - count).enumerate()
        {
            if count > GLIDING && !index.is_multiple_of(step) {
                continue;
            }
            if watch.look().is_break() {
                return Err(DrawError::Cancelled);
            }

            let board = before.board();
            let hint = hint(board);
            let still = scene(board, before.score(), hint.as_ref());
            if count > GLIDING {
                frames.push(Frame { picture: still, hundredths: BOARD });
                continue;
            }

            frames.push(Frame { picture: still, hundredths: MOMENTS[5].1 });
            let motion = Motion::new(before, heading, after);
            for (ms, hundredths) in &MOMENTS[..5] {
                let picture = moving(board, &motion, *ms, after.score(), hint.as_ref());
                frames.push(Frame { picture, hundredths: *hundredths });
            }
        }

        let last = self.game();
        let hint = hint(last.board());
        let picture = scene(last.board(), last.score(), hint.as_ref());
        frames.push(Frame { picture, hundredths: END });
        Ok(Animation { title: format!("a game of 2048, {whole} moves"), frames })
    }

    /// The board with the score, and with the values of the moves if a hint is given.
    pub fn picture(&self, hint: Option<&Hint>) -> Picture {
        scene(self.game().board(), self.game().score(), hint)
    }
}

/// A board with its score above and the values of its moves beside it.
fn scene(board: Board, score: u64, hint: Option<&Hint>) -> Picture {
    framed(board.picture(TILE), score, hint)
}

/// A board during a move.
fn moving(
    board: Board,
    motion: &Motion,
    ms: f64,
    score: u64,
    hint: Option<&Hint>,
) -> Picture {
    let size = board.size();
    let (width, height) = (TILE * f64::from(size.columns), TILE * f64::from(size.rows));
    let mut picture = Picture::new(width, height, "2048 board during a move");

    for cell in size.cells() {
        let corner =
            Point::new(TILE * f64::from(cell.column), TILE * f64::from(cell.row));
        draw_tile(&mut picture, 0, corner, TILE);
    }
    for sprite in motion.sprites(ms) {
        draw_sprite(&mut picture, sprite, TILE);
    }
    framed(picture, score, hint)
}

/// Adds the score above a board and the bars of a hint beside it.
fn framed(board: Picture, score: u64, hint: Option<&Hint>) -> Picture {
    let side = if hint.is_some() { SIDE + GAP } else { 0.0 };
    let (width, height) = (board.width + side + 2.0 * GAP, board.height + HEAD + GAP);
    let mut picture = Picture::new(width, height, board.title.clone());

    let at = Point::new(GAP + 4.0, HEAD / 2.0 + 2.0);
    let score = Shape::text(at, 20.0, theme::INK, format!("score {score}")).bold();
    picture.push(score.anchored(Anchor::Start));
    picture.place(&board, GAP, HEAD);

    if let Some(hint) = hint {
        picture.place(&hint.picture(SIDE, board.height), GAP + board.width + GAP, HEAD);
    }
    picture.marks = board.marks;
    picture
}

impl Hint {
    /// A bar for each of the four moves with its name and value; the player's choice is
    /// highlighted.
    pub fn picture(&self, width: f64, height: f64) -> Picture {
        let mut picture = Picture::new(width, height, "the values of the moves");

        let pitch = height / 4.0;

        for (index, (name, value, share)) in self.bars().into_iter().enumerate() {
            let middle = pitch * (index as f64 + 0.5);
            let is_choice =
                self.choice.is_some_and(|choice| crate::move_name(choice) == name);
            let color = if is_choice { theme::ACCENT } else { theme::GREY };
            let (fill, ink) = match value {
                Some(_) => (color, theme::INK),
                None => (theme::GRID, theme::MUTED),
            };
            let sides = [(width * share).max(2.0), (pitch * 0.3).min(20.0)];
            picture.push(Shape::rectangle(Point::new(0.0, middle), sides, 3.0, fill));

            for (x, anchor, text) in [
                (0.0, Anchor::Start, name.to_owned()),
                (width, Anchor::End, shown(value)),
            ] {
                let at = Point::new(x, middle - 12.0);
                let text = Shape::text(at, 15.0, ink, text).anchored(anchor);
                picture.push(if is_choice { text.bold() } else { text });
            }
        }

        picture
    }
}

/// A value as text: rounded to a whole number, and a dash if there is none.
fn shown(value: Option<f64>) -> String {
    value.map_or_else(|| "–".to_owned(), |value| format!("{value:.0}"))
}
