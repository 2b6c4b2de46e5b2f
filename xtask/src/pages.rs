//! The pages of tasks in the book, and the book's list for agents, `llms.txt`: what `tilewright docs` prints.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result, ensure};

use crate::root;

/// What comes before the pages of the book in the index.
const BOOK: &str = "\n## The book\n";

/// Writes the pages that `program` prints.
pub(crate) fn write(program: &Path) -> Result<()> {
    let folder = root().join("docs/src/tasks");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir(&folder)?;

    let printed_index = printed(program, &["docs"])?;
    let (index, book) =
        printed_index.split_once(BOOK).context("`docs` lists no pages of the book")?;
    let tasks: Vec<&str> = index.lines().filter_map(name_of).collect();
    ensure!(tasks.len() > 20, "`docs` lists {} tasks", tasks.len());
    for task in &tasks {
        let page = printed(program, &["docs", task])?;
        fs::write(folder.join(file_of(task)), page)?;
    }
    fs::write(
        root().join("docs/src/tasks.md"),
        linked(index, |task| format!("tasks/{}", file_of(task))),
    )?;

    let more = "\nEach page is what `tilewright docs NAME` prints. `tilewright mcp FOLDER` serves the tasks as tools, and the pages as resources.\n";
    let book = linked(book, |page| format!("{page}.md"));
    let summary = "\n> A test bench for tile games: match-3 levels of a wanted difficulty, paths on tile maps, 2048, Battleship.\n";
    let tasks = linked(index, |task| format!("tasks/{}", file_of(task)));
    let list =
        tasks.replacen("# Tasks of tilewright\n", &format!("# tilewright\n{summary}"), 1);
    fs::write(root().join("docs/src/llms.txt"), list + BOOK + &book + more)?;
    Ok(())
}

/// The name of the task or page in a line of the index.
fn name_of(line: &str) -> Option<&str> {
    line.strip_prefix("- `")?.split('`').next()
}

fn file_of(task: &str) -> String {
    format!("{}.md", task.replace('/', "-"))
}

/// The index with links to the pages.
fn linked(index: &str, file: impl Fn(&str) -> String) -> String {
    let line = |line: &str| match name_of(line) {
        Some(name) => {
            let link = format!("- [`{name}`]({})", file(name));
            line.replacen(&format!("- `{name}`"), &link, 1) + "\n"
        }
        None => format!("{line}\n"),
    };
    index.lines().map(line).collect()
}

fn printed(program: &Path, words: &[&str]) -> Result<String> {
    let done = Command::new(program).args(words).output().context("the program")?;
    ensure!(
        done.status.success(),
        "{words:?}: {}",
        String::from_utf8_lossy(&done.stderr)
    );
    Ok(String::from_utf8(done.stdout)?)
}
