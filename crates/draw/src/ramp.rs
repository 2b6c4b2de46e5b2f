//! Colour maps for numbers.

use crate::Color;

/// A perceptually uniform colour map, from dark to bright.
///
/// Viridis and magma are by van der Walt and Smith (matplotlib, 2015). Each is stored as ten
/// published colours and interpolated linearly between them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Ramp {
    /// From purple through green to yellow.
    #[default]
    Viridis,
    /// From black through magenta to pale yellow.
    Magma,
}

const VIRIDIS: [u32; 10] = [
    0x44_01_54, 0x48_28_78, 0x3E_4A_89, 0x31_68_8E, 0x26_82_8E, 0x1F_9E_89, 0x35_B7_79,
    0x6D_CD_59, 0xB4_DE_2C, 0xFD_E7_25,
];
const MAGMA: [u32; 10] = [
    0x00_00_04, 0x18_0F_3E, 0x45_10_77, 0x72_1F_81, 0x9F_2F_7F, 0xCD_40_71, 0xF1_60_5D,
    0xFD_95_67, 0xFE_C9_8D, 0xFC_FD_BF,
];

impl Ramp {
    /// The colour at `t`, from 0 (dark) to 1 (bright); clamped, NaN counts as 0.
    ///
    /// ```
    /// use tilewright_draw::{Color, Ramp};
    /// assert_eq!(Ramp::Viridis.at(0.0), Color::hex(0x440154));
    /// assert_eq!(Ramp::Viridis.at(7.0), Color::hex(0xFDE725));
    /// ```
    pub fn at(self, t: f64) -> Color {
        let anchors = match self {
            Self::Viridis => &VIRIDIS,
            Self::Magma => &MAGMA,
        };
        let place = if t.is_nan() { 0.0 } else { t.clamp(0.0, 1.0) } * 9.0;
        let before = place.floor();
        let after = (before + 1.0).min(9.0);
        let color = |index: f64| Color::hex(anchors[index as usize]);
        color(before).mix(color(after), place - before)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ramp_grows_brighter_all_the_way() {
        for ramp in [Ramp::Viridis, Ramp::Magma] {
            let lights: Vec<f64> = (0..=18)
                .map(|step| ramp.at(f64::from(step) / 18.0).luminance())
                .collect();
            assert!(lights.is_sorted_by(|a, b| a < b), "{ramp:?}: {lights:?}");
        }
    }

    #[test]
    fn values_outside_the_ramp_are_clamped() {
        assert_eq!(Ramp::Magma.at(f64::NAN), Ramp::Magma.at(0.0));
        assert_eq!(Ramp::Magma.at(-1.0), Ramp::Magma.at(0.0));
        assert_eq!(Ramp::Magma.at(f64::INFINITY), Ramp::Magma.at(1.0));
    }
}
