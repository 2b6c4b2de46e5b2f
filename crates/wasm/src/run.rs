//! Runs a task, and gives its answer in the forms that are asked for.

use anyhow::anyhow;
use serde_json::Value;
use tilewright_draw::{Format, export};
use tilewright_tasks::{
    Answer, Drawing, Head, Medium, Refusal, Transcript, events, find,
};

use crate::call::{Call, Reply};
use crate::desk::Page;
use crate::documents::Documents;
use crate::form::{Form, Wanted};
use crate::host::{Made, PageHost};

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
    let mut request = entry.read(document)?;
    if let Some(seed) = request.seed() {
        *seed = seed.or_else(|| call.seed());
    }
    let forms = Form::of(call, entry)?;
    let outputs = forms.iter().filter_map(Form::output).map(|(name, _)| name);
    request.check_outputs(&outputs.collect::<Vec<_>>())?;
    let head = request.head()?;
    let host = PageHost::new(documents, page, &head, &forms);
    let answer = request.run(&host);
    let made = host.into_made();
    if let Some(failure) = made.failure {
        return Err(failure.into());
    }
    let reply = Done { answer: &*answer?, head: &head, made }.reply(&forms)?;
    Ok(reply)
}

/// An answer with all that the task made on the way.
struct Done<'a> {
    answer: &'a dyn Answer,
    head: &'a Head,
    made: Made,
}

impl Done<'_> {
    fn reply(mut self, forms: &[Form]) -> Result<Reply, Refusal> {
        let mut told = events::of_answer(self.answer);
        if let Value::Object(members) = &mut told {
            members.shift_remove("event");
        }
        let mut reply = Reply::new(told);
        let Transcript { mut json, text, .. } = std::mem::take(&mut self.made.transcript);
        json.extend(self.answer.json(self.head)?.unwrap_or_default());
        reply.add("json", json);
        for form in forms {
            match form {
                Form::Text => {
                    let text = text.clone() + &self.answer.text(Medium::default());
                    reply.add("text", text.into_bytes());
                }
                Form::Picture(name, format) => reply.add(name, self.picture(*format)?),
                Form::File(wanted) => self.add_files(wanted, &mut reply)?,
            }
        }
        Ok(reply)
    }

    fn picture(&self, format: Format) -> Result<Vec<u8>, Refusal> {
        let drawing = self.answer.drawing(format.is_moving(), &())?;
        let Some(Drawing { still, animation }) = drawing else {
            return Err(anyhow!("this answer has no picture").into());
        };
        Ok(export(&still, animation.as_ref(), format, &())?)
    }

    /// Adds all files of an output; that of the output itself is called `answer` with its ending.
    fn add_files(&self, wanted: &Wanted, reply: &mut Reply) -> Result<(), Refusal> {
        let Wanted { output, ending } = wanted;
        let own = format!("answer.{ending}");
        let file = self.answer.file(output, ending, self.head)?;
        let is_whole = file.is_some();
        if let Some(bytes) = file {
            reply.add_file(own.clone(), bytes);
            for (name, bytes) in self.answer.beside(output)? {
                reply.add_file(name, bytes);
            }
        }
        let files = self.made.files.iter().filter(|((of, _), _)| of == output);
        for ((_, name), bytes) in files {
            if !name.is_empty() {
                reply.add_file(name.clone(), bytes.clone());
            } else if !is_whole {
                reply.add_file(own.clone(), bytes.clone());
            }
        }
        Ok(())
    }
}
