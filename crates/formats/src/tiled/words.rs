//! The words of a map's attributes.

/// Makes an enum of words of the format; words of later versions are kept as they are.
macro_rules! words {
    ($(#[$doc:meta])* pub enum $Name:ident { $($(#[$line:meta])* $Word:ident = $text:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum $Name {
            $($(#[$line])* $Word,)*
            /// A word that this crate does not know.
            Other(String),
        }

        impl $Name {
            /// The word of the format.
            pub fn as_str(&self) -> &str {
                match self {
                    $(Self::$Word => $text,)*
                    Self::Other(word) => word,
                }
            }
        }

        impl From<&str> for $Name {
            fn from(word: &str) -> Self {
                match word {
                    $($text => Self::$Word,)*
                    other => Self::Other(other.to_owned()),
                }
            }
        }

        impl std::fmt::Display for $Name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_str())
            }
        }
    };
}

words! {
    /// How the cells of a map lie.
    pub enum Orientation {
        /// Squares or rectangles.
        #[default]
        Orthogonal = "orthogonal",
        /// Diamonds, the rows going down to the left.
        Isometric = "isometric",
        /// Diamonds in rows, every other row shifted.
        Staggered = "staggered",
        /// Hexagons in rows or columns, every other one shifted.
        Hexagonal = "hexagonal",
        /// Parallelograms.
        Oblique = "oblique",
    }
}

words! {
    /// The order in which the tiles of an orthogonal map are drawn.
    pub enum RenderOrder {
        /// Rows downwards, each to the right.
        #[default]
        RightDown = "right-down",
        /// Rows upwards, each to the right.
        RightUp = "right-up",
        /// Rows downwards, each to the left.
        LeftDown = "left-down",
        /// Rows upwards, each to the left.
        LeftUp = "left-up",
    }
}
