//! sRGB colours.

/// An sRGB colour with an opacity.
///
/// ```
/// use tilewright_draw::Color;
///
/// let blue = Color::hex(0x0072B2);
/// assert_eq!(blue, Color::rgb(0, 114, 178));
/// let pale = blue.mix(Color::hex(0xFFFFFF), 0.5);
/// assert_eq!(pale, Color::hex(0x80B9D9));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Color {
    /// The red channel.
    pub red: u8,
    /// The green channel.
    pub green: u8,
    /// The blue channel.
    pub blue: u8,
    /// The opacity, from 0 (invisible) to 255 (opaque).
    pub alpha: u8,
}

impl Color {
    /// The opaque colour of three channels.
    pub const fn rgb(red: u8, green: u8, blue: u8) -> Self {
        Self { red, green, blue, alpha: 255 }
    }

    /// The opaque colour of a hexadecimal code as on the web, `0xRRGGBB`. Higher bits are
    /// ignored.
    pub const fn hex(code: u32) -> Self {
        Self::rgb((code >> 16) as u8, (code >> 8) as u8, code as u8)
    }

    /// The same colour with another opacity.
    #[must_use]
    pub const fn with_alpha(self, alpha: u8) -> Self {
        Self { alpha, ..self }
    }

    /// Linear interpolation of each channel between this colour (`t` = 0) and `other`
    /// (`t` = 1). `t` is clamped to 0..=1; NaN counts as 0.
    #[must_use]
    pub fn mix(self, other: Self, t: f64) -> Self {
        let t = if t.is_nan() { 0.0 } else { t.clamp(0.0, 1.0) };
        let channel = |from: u8, to: u8| {
            (f64::from(from) + (f64::from(to) - f64::from(from)) * t).round() as u8
        };
        Self {
            red: channel(self.red, other.red),
            green: channel(self.green, other.green),
            blue: channel(self.blue, other.blue),
            alpha: channel(self.alpha, other.alpha),
        }
    }

    /// The text colour for this background: near-black or near-white, whichever has more
    /// contrast.
    ///
    /// ```
    /// use tilewright_draw::Color;
    /// assert!(Color::hex(0xFDE725).ink().red < 64);
    /// assert!(Color::hex(0x440154).ink().red > 192);
    /// ```
    #[must_use]
    pub fn ink(self) -> Self {
        let (dark, light) = (Self::hex(0x1F_23_28), Self::hex(0xFA_FA_F8));
        let contrast = |other: Self| {
            let (a, b) = (self.luminance(), other.luminance());
            (a.max(b) + 0.05) / (a.min(b) + 0.05)
        };
        if contrast(dark) >= contrast(light) { dark } else { light }
    }

    /// The relative luminance, from 0 to 1. The sRGB curve is approximated by a square, as the
    /// power function depends on the platform.
    pub(crate) fn luminance(self) -> f64 {
        let square =
            |channel: u8| (f64::from(channel) / 255.0) * (f64::from(channel) / 255.0);
        0.2126 * square(self.red)
            + 0.7152 * square(self.green)
            + 0.0722 * square(self.blue)
    }
}
