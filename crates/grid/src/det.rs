//! Mathematical functions that give the same bits on every machine.
//!
//! The last bit of `f64::sin`, `f64::exp` and similar functions depends on the platform. These
//! are computed in Rust, by the crate `libm`. (`f64::sqrt` is safe: IEEE 754 defines its
//! result.)
//!
//! ```
//! use tilewright_grid::det;
//!
//! assert_eq!(det::exp(1.0).to_bits(), 0x4005_bf0a_8b14_576a);
//! ```

/// e to the power `x`.
pub fn exp(x: f64) -> f64 {
    libm::exp(x)
}

/// The natural logarithm; −∞ for 0, NaN for negative numbers.
pub fn ln(x: f64) -> f64 {
    libm::log(x)
}

/// The logarithm to base 10; −∞ for 0, NaN for negative numbers.
pub fn log10(x: f64) -> f64 {
    libm::log10(x)
}

/// `base` to the power `exponent`.
pub fn powf(base: f64, exponent: f64) -> f64 {
    libm::pow(base, exponent)
}

/// The sine of an angle in radians.
pub fn sin(x: f64) -> f64 {
    libm::sin(x)
}

/// The cosine of an angle in radians.
pub fn cos(x: f64) -> f64 {
    libm::cos(x)
}

#[cfg(test)]
mod tests {
    #[test]
    fn bits_are_fixed() {
        assert_eq!(super::exp(1.0).to_bits(), 0x4005_bf0a_8b14_576a);
        assert_eq!(super::powf(0.1, 0.25).to_bits(), 0x3fe1_feb3_3c1c_381e);
        assert_eq!(super::ln(10.0).to_bits(), 0x4002_6bb1_bbb5_5516);
        assert_eq!(super::log10(1000.0).to_bits(), 3.0_f64.to_bits());
        assert_eq!(super::sin(0.0).to_bits(), 0);
        assert_eq!(super::cos(0.0).to_bits(), 1.0_f64.to_bits());
    }
}
