//! What a task reports before its answer.

use std::fmt::Write as _;

use crate::{Event, Head, Hint, Medium};

/// What a task reports before its answer, as JSON and as text for people.
#[derive(Clone, Debug, Default)]
pub struct Transcript {
    /// The items as JSON lines.
    pub json: Vec<u8>,
    /// The items as text.
    pub text: String,
    /// The last message for the user: what stands for an answer that is a picture alone.
    pub note: String,
}

impl Transcript {
    /// Adds an event. An item that could not be made is text with its error, and the hint as `hint`
    /// shows it.
    ///
    /// # Errors
    /// If a number of an item is not finite.
    pub fn see(
        &mut self,
        event: &Event<'_>,
        head: &Head,
        hint: impl Fn(&Hint) -> String,
    ) -> serde_json::Result<()> {
        let item = match event {
            Event::Item(item) => item,
            Event::Note(text) => {
                (*text).clone_into(&mut self.note);
                return Ok(());
            }
            _ => return Ok(()),
        };

        self.json.extend_from_slice(&item.json(head)?);
        if let Some(caption) = item.caption() {
            let _ = writeln!(self.text, "{caption}");
        }

        match item.text(Medium::default()) {
            Ok(text) => self.text.push_str(&text),
            Err((error, advice)) => {
                let _ = writeln!(self.text, "error: {error}");
                if let Some(advice) = advice {
                    let _ = writeln!(self.text, "hint: {}", hint(&advice));
                }
            }
        }

        Ok(())
    }

    /// Its size in bytes.
    pub const fn bytes(&self) -> usize {
        self.json.len() + self.text.len()
    }
}
