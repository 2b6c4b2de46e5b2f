//! Colours: plain sRGB bytes with an opacity.

/// An sRGB colour; `alpha` is 255 when opaque and 0 when invisible.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Color {
    /// The red channel.
    pub red: u8,
    /// The green channel.
    pub green: u8,
    /// The blue channel.
    pub blue: u8,
    /// The opacity.
    pub alpha: u8,
}

impl Color {
    /// An opaque colour of three channels.
    pub const fn rgb(red: u8, green: u8, blue: u8) -> Self {
        Self { red, green, blue, alpha: 255 }
    }

    /// An opaque colour written as on the web; bits above the lowest 24 are ignored.
    ///
    /// ```
    /// use tilewright_draw::Color;
    /// assert_eq!(Color::hex(0x00_72_B2), Color::rgb(0, 114, 178));
    /// ```
    pub const fn hex(code: u32) -> Self {
        Self::rgb((code >> 16) as u8, (code >> 8) as u8, code as u8)
    }

    /// The same colour with another opacity.
    #[must_use]
    pub const fn with_alpha(self, alpha: u8) -> Self {
        Self { alpha, ..self }
    }

    /// The colour that lies the share `t` of the way to `other`, channel by channel.
    ///
    /// `t` is clamped to 0..=1; NaN counts as 0.
    ///
    /// ```
    /// use tilewright_draw::Color;
    /// let grey = Color::hex(0x000000).mix(Color::hex(0xFFFFFF), 0.5);
    /// assert_eq!(grey, Color::hex(0x808080));
    /// ```
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

    /// A near-black or near-white that can be read on this colour, whichever contrasts more.
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

    /// How bright the colour is, 0..=1; the sRGB curve is taken as a plain square so that the
    /// answer needs no platform-dependent power function.
    pub(crate) fn luminance(self) -> f64 {
        let square =
            |channel: u8| (f64::from(channel) / 255.0) * (f64::from(channel) / 255.0);
        0.2126 * square(self.red)
            + 0.7152 * square(self.green)
            + 0.0722 * square(self.blue)
    }
}
