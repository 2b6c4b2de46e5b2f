//! Animations in a report: frames of SVG that share most of their lines.

use std::collections::BTreeMap;
use std::io::Write as _;

use base64::{Engine as _, engine::general_purpose::STANDARD};
use flate2::{Compression, write::GzEncoder};
use serde_json::{Value, json};
use tilewright_draw::Animation;

use super::ReportError;

/// An animation as the page reads it: its width in pixels, the durations of its frames in hundredths of a second, and,
/// compressed, `{lines, frames}`. A frame is the list of its lines by number; each shape is a line.
pub(super) fn packed(animation: &Animation) -> Result<Value, ReportError> {
    let (mut numbers, mut lines) = (BTreeMap::new(), Vec::new());
    let mut frames = Vec::new();
    for frame in &animation.frames {
        let svg = frame.picture.to_svg();
        // Most shapes stay from frame to frame, so each line is stored once.
        let numbered = svg.lines().map(|line| {
            *numbers.entry(line.to_owned()).or_insert_with(|| {
                lines.push(line.to_owned());
                lines.len() - 1
            })
        });

        frames.push(numbered.collect::<Vec<_>>());
    }

    let hundredths: Vec<_> =
        animation.frames.iter().map(|frame| frame.hundredths).collect();
    let text = serde_json::to_vec(&json!({ "lines": lines, "frames": frames }))?;
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed.write_all(&text)?;
    let packed = STANDARD.encode(packed.finish()?);
    let widths = animation.frames.iter().map(|frame| frame.picture.width);

    Ok(json!({
        "title": animation.title,
        "width": widths.fold(0.0, f64::max),
        "hundredths": hundredths,
        "packed": packed,
    }))
}
