//! Pictures as they are seen without colour, or by people with a colour vision deficiency.

use tilewright_grid::det;

use crate::{Color, Picture};

/// A way to see colours.
///
/// The three deficiencies are simulated by the matrices of G. M. Machado, M. M. Oliveira and
/// L. A. F. Fernandes, *A Physiologically-based Model for Simulation of Color Vision Deficiency*,
/// IEEE Transactions on Visualization and Computer Graphics 15 (2009), for severity 1.0, applied to
/// linear RGB.
///
/// ```
/// use tilewright_draw::{Color, Vision, theme};
///
/// let grey = Vision::Grey.color(theme::VERMILLION);
/// assert!(grey.red == grey.green && grey.green == grey.blue);
/// assert_eq!(Vision::Normal.color(theme::BLUE), theme::BLUE);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vision {
    /// As it is.
    Normal,
    /// By luminance alone.
    Grey,
    /// Without red cones.
    Protanopia,
    /// Without green cones.
    Deuteranopia,
    /// Without blue cones.
    Tritanopia,
}

impl Vision {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::Normal,
        Self::Grey,
        Self::Protanopia,
        Self::Deuteranopia,
        Self::Tritanopia,
    ];

    /// The name, in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Normal => "colour",
            Self::Grey => "grey",
            Self::Protanopia => "protanopia",
            Self::Deuteranopia => "deuteranopia",
            Self::Tritanopia => "tritanopia",
        }
    }

    /// The colour that this one is seen as. Opacity stays.
    #[must_use]
    pub fn color(self, color: Color) -> Color {
        if self == Self::Normal {
            return color;
        }
        let linear = [color.red, color.green, color.blue].map(to_linear);
        let seen = self.matrix().map(|row| {
            let sum: f64 =
                row.iter().zip(linear).map(|(weight, light)| weight * light).sum();
            from_linear(sum)
        });
        Color { red: seen[0], green: seen[1], blue: seen[2], alpha: color.alpha }
    }

    /// The picture as it is seen. Where shapes are not opaque this is an approximation, as they are
    /// blended after the simulation.
    #[must_use]
    pub fn picture(self, picture: &Picture) -> Picture {
        picture.recolored(|color| self.color(color))
    }

    const fn matrix(self) -> [[f64; 3]; 3] {
        match self {
            Self::Normal => [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
            Self::Grey => [[0.2126, 0.7152, 0.0722]; 3],
            Self::Protanopia => [
                [0.152_286, 1.052_583, -0.204_868],
                [0.114_503, 0.786_281, 0.099_216],
                [-0.003_882, -0.048_116, 1.051_998],
            ],
            Self::Deuteranopia => [
                [0.367_322, 0.860_646, -0.227_968],
                [0.280_085, 0.672_501, 0.047_413],
                [-0.011_820, 0.042_940, 0.968_881],
            ],
            Self::Tritanopia => [
                [1.255_528, -0.076_749, -0.178_779],
                [-0.078_411, 0.930_809, 0.147_602],
                [0.004_733, 0.691_367, 0.303_900],
            ],
        }
    }
}

/// A channel of sRGB as a share of the light.
fn to_linear(channel: u8) -> f64 {
    let share = f64::from(channel) / 255.0;
    if share <= 0.040_45 {
        share / 12.92
    } else {
        det::powf((share + 0.055) / 1.055, 2.4)
    }
}

/// The channel of sRGB for a share of the light, which is clamped to 0..=1.
fn from_linear(light: f64) -> u8 {
    let light = light.clamp(0.0, 1.0);
    let share = if light <= 0.003_130_8 {
        light * 12.92
    } else {
        1.055 * det::powf(light, 1.0 / 2.4) - 0.055
    };
    (share * 255.0).round() as u8
}

#[cfg(test)]
mod tests {
    use super::Vision;
    use crate::{Color, theme};

    #[test]
    fn greys_stay_as_they_are() {
        for vision in Vision::ALL {
            for level in [0, 7, 90, 200, 255] {
                let grey = Color::rgb(level, level, level);
                let seen = vision.color(grey);
                for channel in [seen.red, seen.green, seen.blue] {
                    assert!(channel.abs_diff(level) <= 1, "{vision:?}: {seen:?}");
                }
            }
        }
    }

    #[test]
    fn red_and_green_come_closer_without_green_cones() {
        let (red, green) = (Color::rgb(200, 0, 0), Color::rgb(0, 130, 0));
        let apart = |vision: Vision| {
            let (one, other) = (vision.color(red), vision.color(green));
            u16::from(one.red.abs_diff(other.red))
                + u16::from(one.green.abs_diff(other.green))
        };
        assert!(apart(Vision::Deuteranopia) < apart(Vision::Tritanopia) / 2);
        assert_eq!(Vision::Grey.color(theme::INK.with_alpha(9)).alpha, 9);
    }
}
