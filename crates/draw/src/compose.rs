//! Pictures composed of pictures.

use crate::{Mark, Picture, Point, Shape, font, mark, theme};

const CAPTION: f64 = 16.0;
const CAPTION_LINE: f64 = 22.0;
const CAPTION_LINES: usize = 3;

impl Picture {
    /// Places pictures from left to right, aligned at their bottom edges (so that boards align
    /// under captions of different heights), with a gap in pixels between them and at the edges.
    ///
    /// Their rows of marks are joined, aligned at the last row, with two columns between them. If
    /// a picture has no marks, the result has none.
    ///
    /// ```
    /// use tilewright_draw::Picture;
    ///
    /// let tile = Picture::new(40.0, 40.0, "a tile");
    /// let pair = Picture::beside(&[tile.clone(), tile], 8.0, "two tiles");
    /// assert_eq!((pair.width, pair.height), (104.0, 56.0));
    /// ```
    pub fn beside(pictures: &[Self], gap: f64, title: impl Into<String>) -> Self {
        let width = pictures.iter().map(|picture| picture.width + gap).sum::<f64>() + gap;
        let height = pictures.iter().map(|picture| picture.height).fold(0.0, f64::max);
        let mut whole = Self::new(width, height + 2.0 * gap, title);

        let mut x = gap;
        for picture in pictures {
            whole.place(picture, x, gap + height - picture.height);
            x += picture.width + gap;
        }

        if have_marks(pictures) {
            let blocks: Vec<_> =
                pictures.iter().map(|picture| &picture.marks[..]).collect();
            whole.marks = mark::beside(&blocks);
        }

        whole
    }

    /// Places pictures from top to bottom, aligned left, with a gap in pixels between them and at
    /// the edges.
    ///
    /// Their marks follow each other, separated by an empty line. If a picture has no marks,
    /// the result has none.
    pub fn stacked(pictures: &[Self], gap: f64, title: impl Into<String>) -> Self {
        let width = pictures.iter().map(|picture| picture.width).fold(0.0, f64::max);
        let height =
            pictures.iter().map(|picture| picture.height + gap).sum::<f64>() + gap;
        let mut whole = Self::new(width + 2.0 * gap, height, title);

        let mut y = gap;
        for picture in pictures {
            whole.place(picture, gap, y);
            y += picture.height + gap;
        }

        if have_marks(pictures) {
            let blocks: Vec<_> =
                pictures.iter().map(|picture| picture.marks.clone()).collect();
            whole.marks = blocks.join(&Vec::new());
        }

        whole
    }

    /// Adds a caption above the picture, wrapped into at most three lines. If the picture has
    /// marks, the caption becomes their first row.
    #[must_use]
    pub fn captioned(self, caption: &str) -> Self {
        let lines = font::wrap(caption, CAPTION, self.width - 8.0, CAPTION_LINES);
        let head = lines.len() as f64 * CAPTION_LINE + 6.0;
        let mut whole = Self::new(self.width, self.height + head, self.title.clone());

        whole.background = self.background;

        let is_paper = self.background == theme::PAPER;
        let ink = if is_paper { theme::INK } else { self.background.ink() };
        for (index, text) in lines.into_iter().enumerate() {
            let y = 4.0 + CAPTION_LINE * (index as f64 + 0.5);
            let at = Point::new(self.width / 2.0, y);
            whole.push(Shape::text(at, CAPTION, ink, text).bold());
        }

        whole.place(&self, 0.0, head);
        if !self.marks.is_empty() {
            whole.marks.push(vec![Mark::plain(caption)]);
            whole.marks.extend(self.marks);
        }

        whole
    }
}

fn have_marks(pictures: &[Picture]) -> bool {
    pictures.iter().all(|picture| !picture.marks.is_empty())
}
