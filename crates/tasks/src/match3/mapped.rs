//! Mappings of a studio's own JSON, and what is said when one does not fit.

use tilewright_match3::mapping::{Mapping, MappingError, UnknownCode};

use super::toml_file;
use crate::{Hint, Host, Input, Refusal};

/// The hint for a mapping that cannot be read.
const KEYS: &str = "a mapping has the keys constants, places, grid, codes, layers, lists and goals, such as \
                    places.moves = \"move_count\", grid.path = \"grid\" and codes.bo = \"box1\"";

/// Reads a mapping.
pub(super) fn read(host: &dyn Host, input: &Input) -> Result<Mapping, Refusal> {
    toml_file::read(host, input, KEYS)
}

/// The hint for an error of a mapping, if there is one.
pub(super) fn hint(error: &MappingError) -> Option<Hint> {
    let hint = match error {
        MappingError::Codes(codes) => {
            let near = codes.iter().filter_map(|unknown| {
                let near = nearest(unknown)?;
                Some(format!("did you mean {near:?} for {:?}?", unknown.code))
            });
            let mut near: Vec<_> = near.collect();
            near.push("add other codes to `codes` of the mapping".to_owned());
            near.join(" ")
        }
        MappingError::Cells(_) => {
            "add a code that stands for the cell to `codes` of the mapping".to_owned()
        }
        MappingError::Goals(_) => {
            "add a code that stands for the goal to `goals.codes` of the mapping"
                .to_owned()
        }
        MappingError::Changed(_) => {
            "give these keys a place in `places` of the mapping".to_owned()
        }
        _ => return None,
    };
    Some(hint.into())
}

/// The known code that takes the fewest changes, whatever the case of its letters; of several one of the same length.
/// Codes are short: of three letters one that is the same says enough.
fn nearest(UnknownCode { code, known, .. }: &UnknownCode) -> Option<&String> {
    let lower = code.to_lowercase();
    let likeness = |known: &String| {
        let likeness =
            strsim::normalized_damerau_levenshtein(&lower, &known.to_lowercase());
        likeness + if known.len() == code.len() { 0.01 } else { 0.0 }
    };
    let near = known.iter().map(|known| (likeness(known), known));
    let best = near.max_by(|a, b| a.0.total_cmp(&b.0));
    best.filter(|(likeness, _)| *likeness > 0.3).map(|(_, known)| known)
}
