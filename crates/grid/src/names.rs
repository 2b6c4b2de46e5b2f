//! The names that the variants of an enum have in files and on the command line.

/// Names all variants of an enum, in their order: its constant `ALL`, a method that returns the name of
/// a variant, `named`, which finds the variant of a name, and `Display`, which writes the name.
///
/// ```
/// #[derive(Clone, Copy, Debug, PartialEq)]
/// enum Side {
///     Left,
///     Right,
/// }
///
/// tilewright_grid::names! {
///     /// Both sides.
///     Side, key: Left = "left", Right = "right",
/// }
///
/// assert_eq!(Side::ALL, [Side::Left, Side::Right]);
/// assert_eq!((Side::Left.key(), Side::named("right")), ("left", Some(Side::Right)));
/// ```
#[macro_export]
macro_rules! names {
    ($(#[$all:meta])* $Name:ident, $key:ident: $($Variant:ident = $name:literal),+ $(,)?) => {
        impl $Name {
            $(#[$all])*
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$Variant),+];

            /// The name in files and on the command line.
            pub const fn $key(self) -> &'static str {
                match self {
                    $(Self::$Variant => $name,)+
                }
            }

            /// The one of this name.
            pub fn named(name: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|it| it.$key() == name)
            }
        }

        impl std::fmt::Display for $Name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.$key())
            }
        }
    };
}
