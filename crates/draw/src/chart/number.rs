//! The formats of numbers in charts.

/// From this number on, digits are grouped by thousands.
const GROUPED: f64 = 10_000.0;

/// The decimal exponent of a number: 3 for 1234. It is taken from the printed form, as the
/// logarithm depends on the platform.
pub(super) fn exponent(value: f64) -> i32 {
    let text = format!("{value:e}");
    text.split_once('e').and_then(|(_, digits)| digits.parse().ok()).unwrap_or(0)
}

/// Ten to this power, correctly rounded.
pub(super) fn power_of_ten(exponent: i32) -> f64 {
    format!("1e{exponent}").parse().unwrap_or(1.0)
}

/// A number with the given number of decimals; thousands are separated from 10,000 on.
pub(super) fn fixed(value: f64, decimals: usize) -> String {
    let text = format!("{:.decimals$}", value.abs());

    // A value that is rounded to 0 has no sign.
    let sign = if value < 0.0 && text.bytes().any(|digit| (b'1'..=b'9').contains(&digit))
    {
        "-"
    } else {
        ""
    };

    let (whole, fraction) = text.split_at(text.find('.').unwrap_or(text.len()));
    if value.abs() < GROUPED {
        return format!("{sign}{text}");
    }

    let mut grouped = String::new();
    for (index, digit) in whole.chars().enumerate() {
        if index > 0 && (whole.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    format!("{sign}{grouped}{fraction}")
}

/// A single number: whole numbers without decimals, others with about three digits, very large
/// and very small ones as powers of ten.
pub(super) fn tidy(value: f64) -> String {
    let size = value.abs();
    if !value.is_finite() {
        return "–".to_owned();
    }

    if size != 0.0 && !(1.0e-4..1.0e9).contains(&size) {
        return scientific(value, 2);
    }

    if value.fract() == 0.0 {
        return fixed(value, 0);
    }

    let decimals = (2 - exponent(size)).clamp(0, 6) as usize;
    let text = fixed(value, decimals);
    if decimals == 0 {
        return text;
    }
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// A number in scientific notation with at most the given number of decimals: `1.5e9`.
pub(super) fn scientific(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$e}");
    match text.split_once('e') {
        Some((digits, power)) if digits.contains('.') => {
            format!("{}e{power}", digits.trim_end_matches('0').trim_end_matches('.'))
        }
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_separated_from_ten_thousand_on() {
        assert_eq!(fixed(9_999.0, 0), "9999");
        assert_eq!(fixed(-1_234_567.5, 1), "-1,234,567.5");
        assert_eq!(fixed(100_000.0, 0), "100,000");
    }

    #[test]
    fn a_rounded_zero_has_no_sign() {
        assert_eq!(fixed(-0.001, 2), "0.00");
    }

    #[test]
    fn tidy_numbers_keep_three_digits() {
        let cases = [(12.0, "12"), (0.123_456, "0.123"), (1234.5, "1234"), (2.5, "2.5")];
        for (value, text) in cases {
            assert_eq!(tidy(value), text);
        }
        assert_eq!(tidy(1.5e12), "1.5e12");
        assert_eq!(tidy(-2.0e-9), "-2e-9");
        assert_eq!(tidy(f64::NAN), "–");
    }
}
