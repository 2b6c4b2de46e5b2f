//! A door in some sixty lines, which is all that a new one needs: every task answers with the bytes of the command line.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use crate::common::Seen;
use crate::common::requests::{Asked, place, requests};
use serde_json::{Map, Value, json};
use tilewright_tasks::{Door, Host, find, serve};

/// A door to the files of a folder.
struct Folder {
    path: PathBuf,
    outputs: Vec<(String, String)>,
    /// The kinds of the events that were told.
    told: Mutex<Vec<String>>,
}

impl Host for Folder {
    fn open(&self, name: &str) -> io::Result<Box<dyn BufRead + '_>> {
        Ok(Box::new(BufReader::new(File::open(self.path.join(name))?)))
    }

    fn list(&self, folder: &str) -> io::Result<Vec<String>> {
        let files = fs::read_dir(self.path.join(folder))?;
        let name = |file: io::Result<fs::DirEntry>| {
            let name = Path::new(folder).join(file?.file_name());
            Ok(name.to_string_lossy().into_owned())
        };
        let mut names: Vec<String> = files.map(name).collect::<io::Result<_>>()?;
        names.sort();
        Ok(names)
    }

    fn nanos(&self) -> Option<u64> {
        Some(0)
    }
}

impl Door for Folder {
    fn outputs(&self) -> &[(String, String)] {
        &self.outputs
    }

    fn document(&self, event: Value) {
        self.told.lock().unwrap().push(event["event"].as_str().unwrap().to_owned());
    }
}

/// The request as a document.
fn document(asked: &Asked) -> Map<String, Value> {
    let mut document = asked.keys.as_object().unwrap().clone();
    document.extend(asked.position.clone().map(|(key, value)| (key.to_owned(), value)));
    document
}

#[test]
fn a_small_door_gives_the_bytes_of_the_command_line() {
    let place = place();
    for asked in requests() {
        let mut request = document(&asked);
        let outputs = asked.output.map(|_| ("output".to_owned(), String::new()));
        let outputs = outputs.into_iter().collect();
        let path = place.path().to_owned();
        let door = Folder { path, outputs, told: Mutex::default() };
        let served = serve(find(asked.task).unwrap(), request.clone(), &door);
        let served = served.unwrap_or_else(|refusal| panic!("{}: {refusal}", asked.task));

        request.insert("task".to_owned(), json!(asked.task));
        place.put("request.json", Value::Object(request).to_string());
        let mut command = place.command("run request.json --json");
        command.args(asked.output.into_iter().flat_map(|output| ["--output", output]));
        let seen = Seen::of(&mut command);
        let found = String::from_utf8(served.json().unwrap()).unwrap();
        assert_eq!(found, seen.stdout, "{}", asked.task);
        if let Some(folder) = asked.output {
            for (name, bytes) in served.files("output", "").unwrap() {
                let written = place.bytes(&format!("{folder}/{name}"));
                assert_eq!(bytes, written, "{}: {name}", asked.task);
            }
        }
        let told = door.told.into_inner().unwrap();
        let steps = |kind: &str| told.iter().filter(|told| *told == kind).count();
        assert_eq!(steps("begun"), steps("ended"), "{}: {told:?}", asked.task);
    }
}

#[test]
fn a_task_that_panics_is_refused_as_a_mistake_of_the_program() {
    /// A door that breaks.
    struct Broken;
    impl Host for Broken {
        fn open(&self, _: &str) -> io::Result<Box<dyn BufRead + '_>> {
            panic!("the door is broken")
        }
    }
    impl Door for Broken {}
    let request = json!({ "levels": ["level.json"] }).as_object().unwrap().clone();
    let refusal = serve(find("match3/analyze").unwrap(), request, &Broken).err().unwrap();
    let said = "this is a mistake of the program itself: the door is broken";
    assert_eq!(refusal.to_string(), said);
}
