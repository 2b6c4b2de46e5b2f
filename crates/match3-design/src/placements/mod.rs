//! Placements: where the special cells of a level stand, and how.

mod board;
mod kept;
mod lines;
mod place;
mod region;

use std::fmt;
use std::str::FromStr;

pub(crate) use kept::Placements;
pub use kept::{BrokenPlacement, broken_placements};
pub(crate) use lines::Shape;
use place::Place;
pub use region::{RegionError, Regions};

/// Where the special cells of a kind stand in a level, or how. It is about the free cells of a template: fixed ones stand where
/// they are put. As a word it is one of these:
///
/// | placement | every free cell with such a kind |
/// |---|---|
/// | `KIND in PLACE`, `KIND in PLACE or PLACE` | lies in one of the places |
/// | `KIND not in PLACE` | lies in none of them |
/// | `at most N KIND in a row` | is one of at most N side by side, in its row and in its column |
/// | `KIND in clusters of N` | is one of at least N such cells that hang together across edges |
/// | `KIND in lines of N` | is one of at least N side by side, in its row or in its column |
/// | `KIND in frames` | is on the outline of a rectangle of such cells, of 3 × 3 cells at least, with none of them inside |
/// | `at most N% of KIND alone` | has a special cell beside it, across an edge, but for this share of them, rounded down |
/// | `KIND with KIND` | has a cell of the second kind beside it, across an edge |
///
/// A place is `border`, `center`, `spawners` (where new blocks appear), `upper half`, `lower third` and so on with `left` and
/// `right`, `row 3`, `rows 1-2`, `column 5` or `columns 3-7`; rows and columns count from 1, from the top left. Any other word of letters, digits
/// and `-` is the name of a [region](Regions) that is painted on the board. A kind is named as
/// quotas name it, or without its number for all numbers: `box` is `box1`, `box2` and so on; `any` is every special cell.
///
/// ```
/// use tilewright_match3_design::Placement;
///
/// let placement: Placement = "box in lower third or row 1".parse()?;
/// assert_eq!(placement.to_string(), "box in lower third or row 1");
/// assert!("box in the cellar".parse::<Placement>().is_err());
/// # Ok::<(), tilewright_match3_design::UnknownPlacement>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placement {
    /// The kind that it is about.
    kind: String,
    form: Form,
}

/// What a placement says of the cells of its kind.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Form {
    In(Vec<Place>),
    NotIn(Vec<Place>),
    /// The most side by side.
    Row(u32),
    /// The least that hang together.
    Clusters(u32),
    /// The least side by side.
    Lines(u32),
    /// Outlines of rectangles.
    Frames,
    /// The most without a special cell beside them, in percent.
    Alone(u32),
    /// The kind beside them.
    With(String),
}

/// The largest number of a placement: the cells of the largest board.
const MOST: u32 = 64 * 64;

/// A text that is not a placement.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnknownPlacement {
    /// It has none of the forms.
    #[error(
        "unknown placement `{0}`: expected KIND in PLACE, KIND not in PLACE, at most N KIND in a row, KIND in clusters of N, KIND in lines of N, KIND in frames, at most N% of KIND alone, or KIND with KIND, with N from 1 to 4096 and N% from 0% to 100%"
    )]
    Form(String),
    /// The board has no such place.
    #[error(
        "unknown place `{0}`: expected border, center, spawners, row N, rows N-N, column N, columns N-N, upper, lower, left or right with half or third, or the name of a region"
    )]
    Place(String),
    /// A place of the board, in capital letters.
    #[error("unknown place `{found}` (did you mean `{meant}`?)")]
    Case {
        /// The place as it was written.
        found: String,
        /// The place in small letters.
        meant: String,
    },
}

impl Placement {
    /// The placement on a board with these regions. A name that they do not have stays, and no request takes it.
    #[must_use]
    pub fn with_regions(mut self, regions: &Regions) -> Self {
        let (Form::In(places) | Form::NotIn(places)) = &mut self.form else {
            return self;
        };
        for place in places {
            if let Place::Region(name) = place
                && let Some(cells) = regions.named(name)
            {
                *place = Place::Painted(name.clone(), cells.clone());
            }
        }
        self
    }
}

impl FromStr for Placement {
    type Err = UnknownPlacement;

    fn from_str(text: &str) -> Result<Self, UnknownPlacement> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let unknown = || UnknownPlacement::Form(text.to_owned());
        let number = |word: &str| {
            let number = word.parse().ok().filter(|number| (1..=MOST).contains(number));
            number.ok_or_else(unknown)
        };
        let percent = |word: &str| {
            let number = word.strip_suffix('%').and_then(|word| word.parse().ok());
            number.filter(|number| *number <= 100).ok_or_else(unknown)
        };
        // Places, with `or` between them.
        let places = |words: &[&str]| {
            let place = |words: &[&str]| match words {
                [] => Err(unknown()),
                words => words.join(" ").parse(),
            };
            words.split(|&word| word == "or").map(place).collect::<Result<Vec<_>, _>>()
        };
        let (kind, form) = match words[..] {
            ["at", "most", most, kind, "in", "a", "row"] => {
                (kind, Form::Row(number(most)?))
            }
            [kind, "in", "clusters", "of", least] => {
                (kind, Form::Clusters(number(least)?))
            }
            [kind, "in", "lines", "of", least] => (kind, Form::Lines(number(least)?)),
            [kind, "in", "frames"] => (kind, Form::Frames),
            ["at", "most", most, "of", kind, "alone"] => {
                (kind, Form::Alone(percent(most)?))
            }
            [kind, "with", other] => (kind, Form::With(other.to_owned())),
            [kind, "not", "in", ref at @ ..] => (kind, Form::NotIn(places(at)?)),
            [kind, "in", ref at @ ..] => (kind, Form::In(places(at)?)),
            _ => return Err(unknown()),
        };
        Ok(Self { kind: kind.to_owned(), form })
    }
}

/// The text that [`FromStr`] reads.
impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, form } = self;
        match form {
            Form::In(places) => write!(f, "{kind} in {}", PlaceList(places)),
            Form::NotIn(places) => write!(f, "{kind} not in {}", PlaceList(places)),
            Form::Row(most) => write!(f, "at most {most} {kind} in a row"),
            Form::Clusters(least) => write!(f, "{kind} in clusters of {least}"),
            Form::Lines(least) => write!(f, "{kind} in lines of {least}"),
            Form::Frames => write!(f, "{kind} in frames"),
            Form::Alone(most) => write!(f, "at most {most}% of {kind} alone"),
            Form::With(other) => write!(f, "{kind} with {other}"),
        }
    }
}

/// Places in words, with `or` between them.
struct PlaceList<'a>(&'a [Place]);

impl fmt::Display for PlaceList<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, place) in self.0.iter().enumerate() {
            write!(f, "{}{place}", if at == 0 { "" } else { " or " })?;
        }
        Ok(())
    }
}
