//! Pictures in colours of your own.

use std::str::FromStr;

use crate::{Animation, Color, DrawError, Picture, Shape, theme};

/// A colour that takes the place of another one, written as `blue=#264653` with a name of the
/// theme, or as `#0072b2=#264653`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Replacement {
    /// The colour that pictures are drawn in.
    pub from: Color,
    /// The colour that they get.
    pub to: Color,
}

impl FromStr for Replacement {
    type Err = DrawError;

    fn from_str(text: &str) -> Result<Self, DrawError> {
        let wrong = || DrawError::Replacement(text.to_owned());
        let (from, to) = text.split_once('=').ok_or_else(wrong)?;
        let named = theme::NAMED.iter().find(|(name, _)| *name == from);
        let from = named.map(|&(_, color)| color).or_else(|| code(from));
        Ok(Self { from: from.ok_or_else(wrong)?, to: code(to).ok_or_else(wrong)? })
    }
}

/// A colour written as `#264653`.
fn code(text: &str) -> Option<Color> {
    let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6)?;
    let is_hex = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    is_hex.then(|| u32::from_str_radix(digits, 16).ok().map(Color::hex))?
}

/// Replaces the colours of the theme by others.
///
/// Shades and blends follow the colour that they are nearest to: every colour is moved by the mean of
/// all replacements, each weighted by the inverse fourth power of its distance (Shepard's
/// interpolation), where colours of the theme that are not replaced stay. Opacities stay too.
///
/// ```
/// use tilewright_draw::{Color, Recolor, theme};
///
/// let recolor = Recolor::new(["blue=#264653".parse()?]);
/// assert_eq!(recolor.color(theme::BLUE), Color::hex(0x26_46_53));
/// assert_eq!(recolor.color(theme::PAPER), theme::PAPER);
/// # Ok::<(), tilewright_draw::DrawError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recolor {
    /// Later ones win over earlier ones of the same colour.
    replacements: Vec<Replacement>,
}

impl Recolor {
    /// These replacements; of two of the same colour the last one counts.
    pub fn new(replacements: impl IntoIterator<Item = Replacement>) -> Self {
        let mut all: Vec<Replacement> = Vec::new();
        let fixed = theme::NAMED.iter().map(|&(_, from)| Replacement { from, to: from });
        for replacement in fixed.chain(replacements) {
            all.retain(|it| it.from != replacement.from);
            all.push(replacement);
        }
        Self { replacements: all }
    }

    /// The colour that takes this one's place.
    pub fn color(&self, color: Color) -> Color {
        let opaque = color.with_alpha(u8::MAX);

        if let Some(exact) = self.replacements.iter().find(|it| it.from == opaque) {
            return exact.to.with_alpha(color.alpha);
        }

        // All replacements move a colour, the nearer the more: weights fall with the fourth
        // power of the distance.
        let (mut weights, mut moved) = (0.0, [0.0; 3]);
        for Replacement { from, to } in &self.replacements {
            let distance: f64 = channels(opaque)
                .iter()
                .zip(channels(*from))
                .map(|(one, other)| (one - other) * (one - other))
                .sum();
            let weight = 1.0 / (distance * distance);
            weights += weight;

            for (sum, (to, from)) in
                moved.iter_mut().zip(channels(*to).iter().zip(channels(*from)))
            {
                *sum += weight * (to - from);
            }
        }

        let channel =
            |at: usize| (channels(color)[at] + moved[at] / weights).round() as u8;
        Color { red: channel(0), green: channel(1), blue: channel(2), alpha: color.alpha }
    }

    /// The picture in other colours.
    #[must_use]
    pub fn picture(&self, picture: &Picture) -> Picture {
        picture.recolored(|color| self.color(color))
    }

    /// The animation in other colours.
    #[must_use]
    pub fn animation(&self, animation: &Animation) -> Animation {
        let mut animation = animation.clone();
        for frame in &mut animation.frames {
            frame.picture = self.picture(&frame.picture);
        }
        animation
    }
}

impl Picture {
    /// The picture with each colour replaced.
    pub(crate) fn recolored(&self, color: impl Fn(Color) -> Color) -> Self {
        let mut picture = self.clone();
        picture.background = color(picture.background);
        for shape in &mut picture.shapes {
            recolor_shape(shape, &color);
        }
        for mark in picture.marks.iter_mut().flatten() {
            mark.ink = mark.ink.map(&color);
            mark.paper = mark.paper.map(&color);
        }
        picture
    }
}

fn recolor_shape(shape: &mut Shape, color: impl Fn(Color) -> Color) {
    match shape {
        Shape::Rectangle { fill, stroke, .. }
        | Shape::Circle { fill, stroke, .. }
        | Shape::Polygon { fill, stroke, .. } => {
            *fill = fill.map(&color);
            if let Some(stroke) = stroke {
                stroke.color = color(stroke.color);
            }
        }
        Shape::Polyline { stroke, .. } => stroke.color = color(stroke.color),
        Shape::Text { ink, .. } => *ink = color(*ink),
    }
}

fn channels(color: Color) -> [f64; 3] {
    [color.red, color.green, color.blue].map(f64::from)
}

#[cfg(test)]
mod tests {
    use super::Recolor;
    use crate::{Color, theme};

    #[test]
    fn the_last_replacement_counts_and_others_stay() {
        let recolor = ["blue=#000000", "#0072B2=#264653", "sky=#ffffff"]
            .map(|text| text.parse().unwrap());
        let recolor = Recolor::new(recolor);
        assert_eq!(recolor.color(theme::BLUE), Color::hex(0x26_46_53));
        assert_eq!(recolor.color(theme::ORANGE), theme::ORANGE);
        assert_eq!(
            recolor.color(theme::SKY.with_alpha(9)),
            Color::hex(0xFF_FF_FF).with_alpha(9)
        );
    }

    #[test]
    fn shades_follow_their_colour() {
        let recolor = Recolor::new(["orange=#2a9d8f".parse().unwrap()]);
        let shade = recolor.color(theme::ORANGE.mix(theme::PAPER, 0.1));
        assert!(shade.green > 130 && shade.red < 90, "{shade:?}");
        let paper = recolor.color(theme::PAPER.mix(theme::INK, 0.02));
        assert!(paper.red > 240 && paper.blue > 240, "{paper:?}");
    }

    #[test]
    fn no_replacement_changes_nothing() {
        let recolor = Recolor::new([]);
        for code in (0..0x1_00_00_00).step_by(4099) {
            assert_eq!(recolor.color(Color::hex(code)), Color::hex(code));
        }
    }

    #[test]
    fn what_names_no_colour_is_refused() {
        for wrong in [
            "blue",
            "blue=264653",
            "blau=#264653",
            "blue=#12345g",
            "=#123456",
            "blue=#12",
        ] {
            let error = wrong.parse::<super::Replacement>().unwrap_err().to_string();
            assert!(
                error.contains("blue=#264653") && error.contains("vermillion"),
                "{error}"
            );
        }
    }
}
