//! Pictures as SVG text.

use std::fmt::Write as _;

use crate::effort::Effort;
use crate::text::Line;
use crate::{Color, DrawError, Picture, Point, Shape, Stroke, font};

/// The program that reads the SVG.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reader {
    /// A browser or an editor, with its own fonts.
    Viewer,
    /// The rasteriser of this crate. Its only text font is light, so weight is added as an
    /// outline.
    Rasteriser,
}

impl Picture {
    /// The picture as an SVG document.
    ///
    /// Shapes that cannot be drawn (see [`Shape`]) are left out, as are characters that XML
    /// does not allow. A width or height that is not a positive number is written as 1.
    ///
    /// ```
    /// use tilewright_draw::Picture;
    /// let svg = Picture::new(20.0, 10.0, "a < b").to_svg();
    /// assert!(svg.contains(r#"viewBox="0 0 20 10""#) && svg.contains("a &lt; b"));
    /// ```
    pub fn to_svg(&self) -> String {
        watched(self, &mut Effort::new(&())).expect("no watch cancels it")
    }
}

/// The document of [`Picture::to_svg`], unless the watch cancels it.
pub(crate) fn watched(
    picture: &Picture,
    effort: &mut Effort<'_>,
) -> Result<String, DrawError> {
    let mut svg = head(picture, true);
    for shape in &picture.shapes {
        let before = svg.len();
        push(&mut svg, shape, Reader::Viewer);
        effort.spend((svg.len() - before) as u64 * WRITING)?;
    }
    Ok(svg + END)
}

/// A document for the rasteriser with some shapes of a picture; the first one includes the
/// background.
pub(crate) fn part(picture: &Picture, shapes: &[Shape], is_first: bool) -> String {
    let mut svg = head(picture, is_first);
    for shape in shapes {
        push(&mut svg, shape, Reader::Rasteriser);
    }
    svg + END
}

/// The end of a document.
pub(crate) const END: &str = "</svg>\n";

/// About how many nanoseconds it takes to write a byte.
/// Rounded: see [`Effort`].
const WRITING: u64 = 25;

/// The start of a document, with or without the background.
pub(crate) fn head(picture: &Picture, has_background: bool) -> String {
    let (width, height) = (number(side(picture.width)), number(side(picture.height)));
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\" font-family=\"{}\">\n\
         <title>{}</title>\n",
        font::FAMILIES,
        escape(&picture.title),
    );
    if has_background {
        let paint = paint("fill", Some(picture.background));
        let _ = writeln!(svg, "<rect width=\"{width}\" height=\"{height}\"{paint}/>");
    }
    svg
}

/// Writes a shape in a line of its own, if it can be drawn.
pub(crate) fn push(svg: &mut String, shape: &Shape, reader: Reader) {
    if shape.is_drawable() {
        svg.push_str(&element(shape, reader));
        svg.push('\n');
    }
}

/// A width or height for the document: 1 if it is not a positive number.
fn side(length: f64) -> f64 {
    if length.is_finite() && length > 0.0 { length } else { 1.0 }
}

fn element(shape: &Shape, reader: Reader) -> String {
    match shape {
        Shape::Rectangle { x, y, width, height, radius, fill, stroke } => {
            let mut tag = String::from("<rect");
            let corner = radius.min(width / 2.0).min(height / 2.0);
            for (name, value) in [("x", x), ("y", y), ("rx", &corner)] {
                if number(*value) != "0" {
                    let _ = write!(tag, " {name}=\"{}\"", number(*value));
                }
            }

            let (width, height) = (number(*width), number(*height));
            format!(
                "{tag} width=\"{width}\" height=\"{height}\"{}/>",
                area(*fill, *stroke)
            )
        }
        Shape::Circle { center, radius, fill, stroke } => format!(
            "<circle cx=\"{}\" cy=\"{}\" r=\"{}\"{}/>",
            number(center.x),
            number(center.y),
            number(*radius),
            area(*fill, *stroke),
        ),
        Shape::Polyline { points, stroke } => format!(
            "<polyline points=\"{}\"{} stroke-linejoin=\"round\" stroke-linecap=\"round\"/>",
            join(points),
            area(None, Some(*stroke)),
        ),
        Shape::Polygon { points, fill, stroke } => format!(
            "<polygon points=\"{}\"{} stroke-linejoin=\"round\"/>",
            join(points),
            area(*fill, *stroke)
        ),
        Shape::Text { at, size, anchor, bold, ink, text } => {
            let (at, size, anchor, bold, ink) = (*at, *size, *anchor, *bold, *ink);
            Line { at, size, anchor, bold, ink, text }.elements(reader)
        }
    }
}

fn join(points: &[Point]) -> String {
    let pairs: Vec<String> = points
        .iter()
        .map(|point| format!("{},{}", number(point.x), number(point.y)))
        .collect();
    pairs.join(" ")
}

fn area(fill: Option<Color>, stroke: Option<Stroke>) -> String {
    paint("fill", fill) + &stroke.map(outline).unwrap_or_default()
}

/// The attributes of an outline.
pub(crate) fn outline(stroke: Stroke) -> String {
    format!(
        "{} stroke-width=\"{}\"",
        paint("stroke", Some(stroke.color)),
        number(stroke.width)
    )
}

/// A colour as an attribute, with a second one for its opacity if it is not opaque.
pub(crate) fn paint(name: &str, color: Option<Color>) -> String {
    let Some(Color { red, green, blue, alpha }) = color else {
        return format!(" {name}=\"none\"");
    };
    let opaque = format!(" {name}=\"#{red:02x}{green:02x}{blue:02x}\"");
    if alpha == 255 {
        return opaque;
    }
    format!("{opaque} {name}-opacity=\"{}\"", number(f64::from(alpha) / 255.0))
}

/// A number with at most two decimals and no trailing zeros.
pub(crate) fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// The text with XML's special characters escaped and forbidden ones dropped; line breaks and
/// tabs become spaces.
pub(crate) fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '\t' | '\n' | '\r' => safe.push(' '),
            '\0'..' ' | '\u{7F}'..'\u{A0}' | '\u{FFFE}' | '\u{FFFF}' => {}
            _ => safe.push(letter),
        }
    }
    safe
}
