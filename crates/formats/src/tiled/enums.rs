//! The enumerations of a map's attributes.

/// Defines an enum of the values of an attribute; unknown values of later versions are kept.
macro_rules! words {
    ($(#[$doc:meta])* pub enum $Name:ident { $($(#[$line:meta])* $Word:ident = $text:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum $Name {
            $($(#[$line])* $Word,)*
            /// An unknown value.
            Other(String),
        }

        impl $Name {
            /// The value in files.
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
    /// The shape and arrangement of the cells of a map.
    pub enum Orientation {
        /// Rectangular cells.
        #[default]
        Orthogonal = "orthogonal",
        /// Diamond-shaped cells; rows run from the upper left to the lower right.
        Isometric = "isometric",
        /// Diamond-shaped cells; every second row or column is shifted.
        Staggered = "staggered",
        /// Hexagonal cells; every second row or column is shifted.
        Hexagonal = "hexagonal",
        /// Parallelogram-shaped cells.
        Oblique = "oblique",
    }
}

words! {
    /// The order in which the tiles of an orthogonal map are drawn.
    pub enum RenderOrder {
        /// Rows from top to bottom, each from left to right.
        #[default]
        RightDown = "right-down",
        /// Rows from bottom to top, each from left to right.
        RightUp = "right-up",
        /// Rows from top to bottom, each from right to left.
        LeftDown = "left-down",
        /// Rows from bottom to top, each from right to left.
        LeftUp = "left-up",
    }
}
