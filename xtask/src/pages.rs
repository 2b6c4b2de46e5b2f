//! The pages of tasks in the book, and the book's list for agents, `llms.txt`: what `tilewright docs` prints.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result, ensure};

use crate::root;

/// Writes the pages that `program` prints.
pub(crate) fn write(program: &Path) -> Result<()> {
    let folder = root().join("docs/src/tasks");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir(&folder)?;

    let index = printed(program, &["docs"])?;
    let tasks: Vec<&str> = index.lines().filter_map(task_of).collect();
    ensure!(tasks.len() > 20, "`docs` lists {} tasks", tasks.len());
    for task in &tasks {
        let page = printed(program, &["docs", task])?;
        fs::write(folder.join(file_of(task)), page)?;
    }
    fs::write(root().join("docs/src/tasks.md"), linked(&index, "tasks/"))?;

    let more = "\nEach page is what `tilewright docs TASK` prints. `tilewright mcp FOLDER` serves the tasks as tools. \
                The whole book: [introduction](introduction.md), [with a coding agent](how-to/agents.md), [formats](formats.md), [rules](rules.md).\n";
    let summary = "\n> A test bench for tile games: match-3 levels of a wanted difficulty, paths on tile maps, 2048, Battleship.\n";
    let list = linked(&index, "tasks/").replacen(
        "# Tasks of tilewright\n",
        &format!("# tilewright\n{summary}"),
        1,
    );
    fs::write(root().join("docs/src/llms.txt"), list + more)?;
    Ok(())
}

/// The name of the task in a line of the index.
fn task_of(line: &str) -> Option<&str> {
    line.strip_prefix("- `")?.split('`').next()
}

fn file_of(task: &str) -> String {
    format!("{}.md", task.replace('/', "-"))
}

/// The index with links to the pages.
fn linked(index: &str, folder: &str) -> String {
    let line = |line: &str| match task_of(line) {
        Some(task) => {
            let link = format!("- [`{task}`]({folder}{})", file_of(task));
            line.replacen(&format!("- `{task}`"), &link, 1) + "\n"
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
