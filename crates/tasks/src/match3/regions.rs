//! Painted regions of requests, and the placements that name them.

use std::collections::BTreeMap;

use anyhow::{Context as _, anyhow};
use serde::Deserialize;
use tilewright_match3_design::{Placement, RegionError, Regions};

use super::toml_file;
use crate::{Host, Input, Refusal, Refuse as _, TextValue};

/// The hint for regions that cannot be read.
const HINT: &str =
    "a region is a name with its rows, x inside and . outside: A = [\"..xx\", \"..xx\"]";

/// Regions by name, as documents have them.
pub(super) type PaintedRegions = BTreeMap<String, Rows>;

/// The rows of a region: a list of texts, or one text of several lines.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged, expecting = "a region is a list of rows, such as [\"..xx\", \"..xx\"]")]
pub(super) enum Rows {
    List(Vec<String>),
    Text(String),
}

impl Rows {
    fn lines(&self) -> Vec<&str> {
        match self {
            Self::List(rows) => rows.iter().map(String::as_str).collect(),
            Self::Text(text) => text.trim_matches('\n').lines().collect(),
        }
    }
}

/// The regions of a document.
pub(super) fn painted(regions: &PaintedRegions) -> Result<Regions, RegionError> {
    Regions::new(regions.iter().map(|(name, rows)| (name.as_str(), rows.lines())))
}

/// The placements of a request on a board with its regions, if it has some.
pub(super) fn placements(
    host: &dyn Host,
    placements: &[TextValue<Placement>],
    regions: Option<&Input>,
) -> Result<Vec<Placement>, Refusal> {
    let all = placements.iter().map(|placement| placement.0.clone());
    let Some(input) = regions else { return Ok(all.collect()) };
    if placements.is_empty() {
        return Err(anyhow!("`regions` has no effect without `where`"))
            .hint("leave {regions} out, or add a placement such as {where=box in A}");
    }
    let read: PaintedRegions = toml_file::read(host, input, HINT)?;
    let regions = painted(&read).with_context(|| input.to_string()).hint(HINT)?;
    Ok(all.map(|placement| placement.with_regions(&regions)).collect())
}
