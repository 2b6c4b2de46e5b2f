//! Defaults of settings. An attribute of serde names a function, so the value is a parameter of it.

/// A whole number.
pub(crate) fn whole<T: From<u16>, const N: u16>() -> T {
    N.into()
}

/// A number of tenths, such as 15 for 1.5.
pub(crate) fn tenths<T: TryFrom<f64>, const N: u16>() -> T {
    let value = T::try_from(f64::from(N) / 10.0);
    value.ok().expect("it is a rate wherever one is needed")
}

/// Whether something is so that a flag stands for: it is.
pub(crate) fn yes<T: From<bool>>() -> T {
    true.into()
}
