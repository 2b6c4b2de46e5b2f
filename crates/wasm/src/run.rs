//! Runs a task, and gives its answer in the forms that are asked for.

use anyhow::anyhow;
use serde_json::Value;
use tilewright_tasks::{Refusal, events, find, serve};

use crate::call::{Call, Reply};
use crate::documents::Documents;
use crate::form::Form;
use crate::host::{Page, PageDoor};

/// Runs the request of a call.
pub(crate) fn run(
    call: &Call<'_>,
    documents: &Documents,
    page: &dyn Page,
) -> Result<Reply, Refusal> {
    let entry = find(call.text("task")?)?;
    let mut document = call.object("request")?;
    if document.remove("task").is_some_and(|task| task != entry.name) {
        return Err(anyhow!("the request is one for another task").into());
    }

    let forms = Form::of(call, entry)?;
    let outputs = forms.iter().filter_map(Form::output).collect();
    let door = PageDoor { documents, page, outputs, seed: call.seed() };
    let served = serve(entry, document, &door)?;

    // A reply is not an event: it answers a call.
    let mut told = events::of_answer(&*served.answer);
    if let Value::Object(members) = &mut told {
        members.shift_remove("event");
    }

    let mut reply = Reply::new(told);
    reply.add("json", served.json()?);
    for form in forms {
        match form {
            Form::Text => reply.add("text", served.text().into_bytes()),
            Form::Picture(name, format) => {
                let picture = served.picture(format, &())?;
                let picture =
                    picture.ok_or_else(|| anyhow!("this answer has no picture"))?;
                reply.add(&name, picture);
            }
            Form::File(output, ending) => {
                for (name, bytes) in served.files(&output, &ending)? {
                    reply.add_file(name, bytes);
                }
            }
        }
    }

    Ok(reply)
}
