//! All parts of a run, merged.

use anyhow::anyhow;

use super::form::{Header, LogContent, items};
use super::part;
use crate::{KeptItems, Refusal, Refuse as _};

/// The content of the file of a part.
#[derive(Debug)]
pub struct PartLog {
    /// The name of the file, for messages.
    pub name: String,
    /// Which part of which run it is.
    pub header: Header,
    /// The finished items.
    pub kept: Vec<KeptItems>,
}

impl PartLog {
    /// Reads the file of a part that was done.
    ///
    /// # Errors
    /// If the file is not one of a part, or of another version, or damaged or truncated.
    pub fn read(name: &str, bytes: &[u8]) -> Result<Self, Refusal> {
        let is_part =
            |header: &Header| header.part.is_some() && header.schema == Header::SCHEMA;
        let header = Header::of(bytes).filter(is_part);
        let header = header
            .ok_or_else(|| anyhow!("{name} is not a part of a run"))
            .hint("{part=K/N} writes one")?;

        // Checked before the items, which another version may write in another way.
        if header.version != Header::VERSION {
            let version = &header.version;
            return Err(anyhow!("{name} was written by version {version}"))
                .hint("run all parts with the same version");
        }

        let LogContent { kept, rest, .. } = items(name, bytes)?;
        if rest > 0 {
            return Err(anyhow!("{name} is truncated")).hint("run this part again");
        }

        Ok(Self { name: name.to_owned(), header, kept })
    }

    /// Checks that the part belongs to a run in `of` parts whose header is known with its inputs.
    ///
    /// # Errors
    /// If it belongs to another run.
    pub fn check(&self, run: &Header, of: u32) -> Result<(), Refusal> {
        let part = self.header.part;
        let of_run = Header { part, ..run.clone() };
        if self.header == of_run && part.is_some_and(|part| part.of() == of) {
            return Ok(());
        }
        Err(anyhow!("{} is a part of another run", self.name))
            .hint("the parts of a run have the same request, inputs, seed and version")
    }
}

/// The header of the undivided run, and the items of all its parts.
///
/// # Errors
/// If parts belong to different runs, or a part is missing or given twice.
pub fn merged(mut parts: Vec<PartLog>) -> Result<(Header, Vec<KeptItems>), Refusal> {
    parts.sort_by_key(|part| part.header.part);
    check_parts(&parts)?;
    let header = parts.first().map(|part| part.header.clone());
    let header = header.ok_or_else(|| anyhow!("there are no parts"))?;
    let kept = parts.into_iter().flat_map(|part| part.kept).collect();
    Ok((Header { part: None, ..header }, kept))
}

/// Checks that the parts belong to one run, and that none is missing.
fn check_parts(parts: &[PartLog]) -> Result<(), Refusal> {
    let Some(first) = parts.first() else {
        return Err(anyhow!("there are no parts")).hint("pass all parts");
    };

    let is_other = |other: &&PartLog| {
        let other = Header { part: first.header.part, ..other.header.clone() };
        other != first.header
    };
    if let Some(other) = parts.iter().find(is_other) {
        return Err(anyhow!(
            "{} and {} are parts of different runs",
            first.name,
            other.name
        ))
        .hint("the parts of a run have the same request, inputs, seed and version");
    }

    part::check_all(parts.iter().filter_map(|part| part.header.part))
}
