//! Runs tasks, and gives their answers in the forms that are asked for.

use anyhow::anyhow;
use serde_json::{Value, json};
use tilewright_tasks::{Entry, Game, Refusal, events, find_among, serve};

use crate::call::{Call, Reply, refused};
use crate::documents::Documents;
use crate::form::Form;
use crate::host::{Page, PageDoor};

/// Runs the tasks of some games on the documents that were handed over.
pub struct TaskDesk {
    games: &'static [Game],
    pub(crate) documents: Documents,
}

impl TaskDesk {
    /// A desk for the tasks of these games, without documents.
    pub fn new(games: &'static [Game]) -> Self {
        Self { games, documents: Documents::default() }
    }

    /// The reply to a call.
    pub fn answer(&mut self, message: &[u8], page: &dyn Page) -> Vec<u8> {
        match Call::read(message).and_then(|call| self.reply(&call, page)) {
            Ok(reply) => reply.into_bytes(),
            Err(refusal) => refused(&refusal),
        }
    }

    pub(crate) fn reply(
        &mut self,
        call: &Call<'_>,
        page: &dyn Page,
    ) -> Result<Reply, Refusal> {
        match call.text("verb")? {
            "tasks" => Ok(Reply::new(self.tasks())),
            "document" => {
                self.documents.put(call.text("name")?, call.bytes)?;
                Ok(Reply::new(json!({ "size": call.bytes.len() })))
            }
            "documents/clear" => {
                self.documents = Documents::default();
                Ok(Reply::default())
            }
            "run" => self.run(call, page),
            verb => Err(anyhow!("unknown verb `{verb}`").into()),
        }
    }

    /// All tasks with their schemas.
    fn tasks(&self) -> Value {
        let tasks = self.games.iter().flat_map(|game| game.tasks);
        let tasks: Vec<_> = tasks.map(Entry::document).collect();
        json!({ "version": env!("CARGO_PKG_VERSION"), "tasks": tasks })
    }

    /// Runs the request of a call.
    fn run(&self, call: &Call<'_>, page: &dyn Page) -> Result<Reply, Refusal> {
        let entry = find_among(self.games, call.text("task")?)?;
        let mut document = call.object("request")?;
        if document.remove("task").is_some_and(|task| task != entry.name) {
            return Err(anyhow!("the request is one for another task").into());
        }

        let forms = Form::of(call, entry)?;
        let outputs = forms.iter().filter_map(Form::output).collect();
        let documents = &self.documents;
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
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};
    use tilewright_tasks::match3;

    use super::TaskDesk;
    use crate::Page;

    struct QuietPage;

    impl Page for QuietPage {
        fn event(&self, _: &[u8]) {}

        fn nanos(&self) -> u64 {
            0
        }
    }

    fn ask(desk: &mut TaskDesk, call: &Value) -> Value {
        let reply = desk.answer(call.to_string().as_bytes(), &QuietPage);
        let line = reply.split(|&byte| byte == b'\n').next().unwrap();
        serde_json::from_slice(line).unwrap()
    }

    #[test]
    fn a_desk_has_the_tasks_of_its_games_alone() {
        let mut desk = TaskDesk::new(&[match3::DESIGN]);
        let listed = ask(&mut desk, &json!({ "verb": "tasks" }));
        assert_eq!(listed["answer"]["tasks"].as_array().unwrap().len(), 5);

        let level = json!({ "layout": ["....", "..#.", "....", "...."], "goal": { "collect": 6, "of_colors": 1 } });
        let call = |task: &str, key: &str| json!({ "verb": "run", "task": task, "request": { key: level, "seed": 1 } });
        let done = ask(&mut desk, &call("match3/play", "level"));
        assert_eq!(done["answer"]["verdict"], "done", "{done}");
        let refused = ask(&mut desk, &call("match3/export", "levels"));
        assert_eq!(refused["refused"]["error"], "unknown task `match3/export`");
        let unknown = ask(&mut desk, &json!({ "verb": "session/open" }));
        assert_eq!(unknown["refused"]["error"], "unknown verb `session/open`");
    }
}
