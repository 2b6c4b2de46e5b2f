//! The parts of an answer that a task reports before it ends, as JSON and as text.

use anyhow::anyhow;
use tilewright_runs::MAX_BYTES;
use tilewright_tasks::{Head, Item, Medium};

use super::super::manner::Manner;
use crate::failure::{Failure, Hint as _};

/// The length of a headline in letters.
const HEADLINE: usize = 120;

/// The items of the answer so far.
#[derive(Default)]
pub(super) struct Transcript {
    pub(super) json: Vec<u8>,
    pub(super) text: String,
    /// The last message for the user: what stands for an answer that is a picture alone.
    pub(super) note: String,
}

impl Transcript {
    /// Adds an item.
    pub(super) fn add(
        &mut self,
        item: &dyn Item,
        head: Option<&Head>,
        manner: Manner,
    ) -> Result<(), Failure> {
        if let Some(head) = head {
            self.json.extend_from_slice(&item.json(head)?);
        }
        if let Some(caption) = item.caption() {
            self.text.push_str(caption);
            self.text.push('\n');
        }
        match item.text(Medium::default()) {
            Ok(text) => self.text.push_str(&text),
            Err((error, hint)) => {
                let hint = hint.map(|hint| format!("hint: {}\n", manner.render(&hint)));
                let hint = hint.unwrap_or_default();
                self.text.extend(["error: ", &error, "\n", &hint]);
            }
        }
        if self.json.len().max(self.text.len()) as u64 > MAX_BYTES {
            return Err(anyhow!("the answer is too large to be recorded"))
                .hint("leave --record-run out");
        }
        Ok(())
    }
}

/// The first line of a text that has letters or digits, shortened.
pub(super) fn headline(text: &str) -> String {
    let mut lines = text.lines().map(str::trim);
    let line = lines.find(|line| line.contains(char::is_alphanumeric));
    let line = line.unwrap_or_default();
    let shown = line.chars().take(HEADLINE).collect::<String>();
    if shown.len() < line.len() { shown + "…" } else { shown }
}
