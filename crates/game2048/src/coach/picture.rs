//! Pictures of what a coach says.

use tilewright_draw::chart::{Lines, Series};
use tilewright_draw::{Anchor, Picture, Point, Shape, theme};
use tilewright_grid::Heading;

use super::Assessment;
use crate::{Board, move_name};

/// The width of a tile and of the bars beside the board, the height of a line of text, and the gaps, in pixels.
const TILE: f64 = 56.0;
const BARS: f64 = 250.0;
const LINE: f64 = 22.0;
const GAP: f64 = 14.0;
/// The width of the whole, that of a chart.
const WIDTH: f64 = 640.0;

/// The expected final score at each position, by its number.
pub fn curve(points: Vec<(f64, f64)>) -> Picture {
    let lines = Lines {
        title: "Expected final score".to_owned(),
        x_label: "move".to_owned(),
        y_label: "score".to_owned(),
        series: vec![Series { name: String::new(), color: theme::ACCENT, points }],
        ..Lines::default()
    };
    lines.picture()
}

/// A board under a caption, beside it how far each move is below the best one, and sentences below it. The best move has the
/// colour of what is good, the made one that of what is bad.
pub fn lesson(
    board: Board,
    found: &Assessment,
    caption: &str,
    sentences: &[String],
) -> Picture {
    let seen = board.picture(TILE);
    let below = LINE * sentences.len() as f64;
    let height = LINE + GAP + seen.height + GAP + below;
    let mut picture = Picture::new(WIDTH, height, caption);
    let mut write = |x: f64, y: f64, text: &str, is_bold: bool| {
        let shape = Shape::text(Point::new(x, y), 14.0, theme::INK, text);
        let shape = shape.anchored(Anchor::Start);
        picture.push(if is_bold { shape.bold() } else { shape });
    };
    write(0.0, LINE / 2.0, caption, true);
    for (index, sentence) in sentences.iter().enumerate() {
        let y = LINE + GAP + seen.height + GAP + LINE * (index as f64 + 0.5);
        write(0.0, y, sentence, false);
    }
    picture.place(&seen, 0.0, LINE + GAP);
    let bars = bars(found, seen.height);
    picture.place(&bars, seen.width + 2.0 * GAP, LINE + GAP);
    picture.marks = seen.marks;
    picture
}

/// A bar for each move: how far it is behind the best one, as a share of the most.
fn bars(found: &Assessment, height: f64) -> Picture {
    let mut picture = Picture::new(BARS, height, "what each move loses");
    let behind = Heading::ALL.map(|heading| found.behind(heading));
    let most = behind.iter().flatten().copied().fold(1.0, f64::max);
    let pitch = height / 4.0;
    for (index, heading) in Heading::ALL.into_iter().enumerate() {
        let own = behind[index];
        let (is_best, is_made) =
            (found.best == Some(heading), found.made == Some(heading));
        let color = match (is_best, is_made) {
            (true, _) => theme::GREEN,
            (false, true) => theme::VERMILLION,
            (false, false) => theme::GREY,
        };
        let (fill, ink) =
            if own.is_some() { (color, theme::INK) } else { (theme::GRID, theme::MUTED) };
        let share = own.unwrap_or(0.0) / most;
        let middle = pitch * (index as f64 + 0.5);
        let sides = [(BARS * share).max(3.0), (pitch * 0.28).min(16.0)];
        picture.push(Shape::rectangle(Point::new(0.0, middle), sides, 3.0, fill));
        let lost = match own {
            None => "–".to_owned(),
            Some(_) if is_best => "best".to_owned(),
            // Beside what games show, what a search says is on another scale.
            Some(own) if found.played.is_some() && found.other() != Some(heading) => {
                format!("−{own:.0} by the search")
            }
            Some(own) => format!("−{own:.0}"),
        };
        let name = if is_made {
            format!("{}, made", move_name(heading))
        } else {
            move_name(heading).to_owned()
        };
        for (x, anchor, text) in [(0.0, Anchor::Start, name), (BARS, Anchor::End, lost)] {
            let text = Shape::text(Point::new(x, middle - 11.0), 14.0, ink, text);
            let text = text.anchored(anchor);
            picture.push(if is_best || is_made { text.bold() } else { text });
        }
    }
    picture
}
