//! Defaults of settings. An attribute of serde names a function, so the value is a parameter of it.
//!
//! The values stand at the settings. η 15 and 20 are those of NSGA-II (Deb and others, 2002), α ½ keeps
//! the spread of the parents, 10 parents and 70 children have the ratio of Schwefel, 1 to 7, the
//! settings of differential evolution are those of `SciPy`, those of emitters the ones of pyribs. The others, such
//! as populations of 100, tournaments of 2 and crossover rates of 0.9, are the usual round numbers:
//! chosen, as which are better depends on the problem.

/// A whole number.
pub(crate) fn whole<T: From<u16>, const N: u16>() -> T {
    N.into()
}

/// A number of tenths, such as 15 for 1.5.
pub(crate) fn tenths<T: TryFrom<f64>, const N: u16>() -> T {
    let value = T::try_from(f64::from(N) / 10.0);
    value.ok().expect("it is a rate wherever one is needed")
}

/// The default of a flag that is on.
pub(crate) fn yes<T: From<bool>>() -> T {
    true.into()
}
