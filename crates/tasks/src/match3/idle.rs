//! Options without effect, which are refused: a person who sets one expects something of it.

use crate::{Hint, Refusal, Task};

/// Refuses a request that sets one of these keys, which have no effect there. `why` says where, such as
/// "without `target`", and `remedy` what gives them an effect.
pub(super) fn refuse<T: Task + Default>(
    request: &T,
    keys: &[&str],
    (why, remedy): (&str, &str),
) -> Result<(), Refusal> {
    let [asked, usual] = [request, &T::default()].map(serde_json::to_value);
    let (asked, usual) = (asked?, usual?);
    let Some(key) = keys.iter().find(|&&key| asked.get(key) != usual.get(key)) else {
        return Ok(());
    };
    let hint = Some(Hint(format!("leave {{{key}}} out, or {remedy}")));
    Err(Refusal { hint, ..Refusal::idle(key, format_args!(" {why}")) })
}
