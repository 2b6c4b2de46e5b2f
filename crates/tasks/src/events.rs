//! Events and refusals as JSON documents, for doors that pass them on: a page, a worker, a
//! callback of another language.

use std::fmt::Write as _;

use serde_json::{Map, Value, json};

use crate::{Answer, Event, Head, Hint, Refusal, Verdict};

/// An event as a document whose key `event` names its kind: `begun` (`doing`, `steps`), `reached`
/// (`done`), `status` (`text`), `values` (`step`, `values`), `scene` (`svg`), `ended`, `item` (`item`, unless it is part of the
/// answer's document), `file` (`output`, `name`, `size`), `timing` (`of`, `times`, and both as
/// `text`), `note` (`text`), `warning` (`text`, `hint`).
///
/// A scene is drawn here: a door that shows few of them asks only for those.
///
/// # Errors
/// If a number of an item is not finite.
pub fn document(event: &Event<'_>, head: &Head) -> serde_json::Result<Value> {
    Ok(match *event {
        Event::Begun { doing, steps } => {
            json!({ "event": "begun", "doing": doing, "steps": steps })
        }
        Event::Reached(done) => json!({ "event": "reached", "done": done }),
        Event::Status(text) => json!({ "event": "status", "text": text }),
        Event::Values { step, values } => {
            json!({ "event": "values", "step": step, "values": finite(values) })
        }
        Event::Scene(scene) => {
            json!({ "event": "scene", "svg": scene().to_svg() })
        }
        Event::Ended => json!({ "event": "ended" }),
        Event::Item(item) => {
            let line = item.json(head)?;
            let mut document = json!({ "event": "item" });
            if !line.is_empty() {
                document["item"] = serde_json::from_slice(&line)?;
            }
            document
        }
        Event::File { output, name, bytes } => {
            json!({ "event": "file", "output": output, "name": name, "size": bytes.len() })
        }
        Event::Timing { of, times } => {
            let text = timing(of, times);
            json!({ "event": "timing", "of": of, "times": finite(times), "text": text })
        }
        Event::Note(text) => json!({ "event": "note", "text": text }),
        Event::Warning(text, hint) => {
            let mut document = json!({ "event": "warning", "text": text });
            if let Some(hint) = hint {
                document["hint"] = self::hint(hint).into();
            }
            document
        }
    })
}

/// The numbers that JSON can hold, by their names.
fn finite(values: &[(&'static str, f64)]) -> Map<String, Value> {
    let finite = values.iter().filter(|(_, value)| value.is_finite());
    finite.map(|&(name, value)| (name.to_owned(), value.into())).collect()
}

/// The times of [`Event::Timing`] as a line for people: `plan_us` is a number of µs, `seconds` one of s.
///
/// ```
/// let times = [("plan_us", 12.34), ("moves_per_second", 45_000.0)];
/// let line = tilewright_tasks::events::timing("astar", &times);
/// assert_eq!(line, "time of astar: plan 12.3 µs, 45000 moves per second");
/// ```
pub fn timing(of: &str, times: &[(&'static str, f64)]) -> String {
    let mut line =
        if of.is_empty() { "time".to_owned() } else { format!("time of {of}") };
    for (at, &(name, value)) in times.iter().enumerate() {
        line += if at == 0 { ": " } else { ", " };
        let words = name.replace('_', " ");
        let _ = match (words.strip_suffix(" us"), words.strip_suffix("seconds")) {
            (Some(what), _) => write!(line, "{what} {value:.1} µs"),
            (None, Some(what)) => write!(line, "{what}{value:.3} s"),
            (None, None) => write!(line, "{value:.0} {words}"),
        };
    }

    line
}

/// The last event of a task that has an answer: `answer` (`verdict`, `reached`).
pub fn of_answer(answer: &dyn Answer) -> Value {
    let mut document = json!({ "event": "answer", "verdict": word(answer.verdict()) });
    if let Some(reached) = answer.reached() {
        document["reached"] = reached.into();
    }
    document
}

/// The last event of a task that was refused: `refused` (`error`, `hint`, `key`).
pub fn of_refusal(refusal: &Refusal) -> Value {
    let mut document = json!({ "event": "refused" });
    if let (Value::Object(document), Value::Object(keys)) =
        (&mut document, refused(refusal))
    {
        document.extend(keys);
    }
    document
}

/// A refusal as a document: `error`, and where they are known `hint` and `key`.
///
/// ```
/// let refusal = tilewright_tasks::find("match3/analyse").err().unwrap();
/// assert_eq!(
///     tilewright_tasks::events::refused(&refusal).to_string(),
///     r#"{"error":"unknown task `match3/analyse`","hint":"did you mean `match3/analyze`?"}"#
/// );
/// ```
pub fn refused(refusal: &Refusal) -> Value {
    let mut document = json!({ "error": refusal.to_string() });
    if let Some(hint) = &refusal.hint {
        document["hint"] = self::hint(hint).into();
    }
    if let Some(key) = &refusal.key {
        document["key"] = key.as_str().into();
    }
    document
}

/// The word for a verdict: `done`, `no`, `wrong` or `stopped`.
pub const fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Done => "done",
        Verdict::No => "no",
        Verdict::Wrong => "wrong",
        Verdict::Stopped => "stopped",
    }
}

/// A hint as text that names keys and tasks as documents do.
pub fn hint(hint: &Hint) -> String {
    let key = |key: &str, value: Option<&str>| match value {
        None => format!("`{key}`"),
        Some(value) => format!("`{key}`: {value}"),
    };
    hint.render(key, str::to_owned, |request| {
        serde_json::to_string(request).unwrap_or_default()
    })
}
