//! `tilewright redo`: every table of the five articles measured again, theirs beside ours.
//!
//! Each number comes from a command that the user can repeat; the page names it.

mod battleship;
mod chapter;
mod difficulty;
mod game2048;
mod levels;
mod page;
mod paths;
mod studio;

use serde_json::json;
use tilewright_grid::Seed;
use tilewright_workbench::still_page;

use crate::arguments::Redo;
use crate::context::Context;
use crate::failure::{Failure, Verdict};
use crate::stage::{CommandRunner, Page, Stage, StageOutput};
use chapter::Article;
use studio::Studio;

/// The default seed.
const SEED: Seed = Seed(1);

/// The title of the page.
const TITLE: &str = "The five articles, measured again";

/// The articles in the order of the book.
const ARTICLES: [Article; 5] = [
    levels::ARTICLE,
    difficulty::ARTICLE,
    paths::ARTICLE,
    game2048::ARTICLE,
    battleship::ARTICLE,
];

/// Measures all articles with `serve`, writes the page and prints its tables.
pub(crate) fn run(
    redo: &Redo,
    serve: CommandRunner,
    context: &Context,
) -> Result<Verdict, Failure> {
    let (what, argument) = ("measurement of the articles", "folder");
    let page = Page { out: &redo.folder, what, argument, title: TITLE };
    let is_quick = redo.quick;
    page.make(context, |stage| make(stage, serve, &context.with_seed(SEED), is_quick))
}

fn make(
    stage: &Stage<'_>,
    serve: CommandRunner,
    context: &Context,
    is_quick: bool,
) -> Result<StageOutput, Failure> {
    let seed = context.seed();
    let studio = Studio { stage, serve, context, seed, is_quick };

    let mut chapters = Vec::new();
    for (at, article) in ARTICLES.iter().enumerate() {
        context.say(&format!("{} of {}: {}", at + 1, ARTICLES.len(), article.title));
        chapters.push((article, (article.measure)(&studio)?));
    }

    let lead = lead(is_quick);
    let text = page::text(TITLE, &lead, &chapters);
    let index = stage.out.join("index.html");
    let html = still_page(TITLE, &page::html(TITLE, &lead, &chapters))?;
    let mut files = difficulty::inputs()?;
    files.extend(paths::inputs());
    files.push(("index.html".to_owned(), html.into_bytes()));
    files.push(("tables.md".to_owned(), page::anchored(&chapters).into_bytes()));
    let document = json!({
        "schema": "tilewright/redo/1",
        "seed": seed,
        "quick": is_quick,
        "index": index.display().to_string(),
        "files": files.iter().map(|(name, _)| name).collect::<Vec<_>>(),
        "chapters": chapters.iter().map(chapter::document).collect::<Vec<_>>(),
    });

    let text = format!("{text}\n{}\n", index.display());
    Ok(StageOutput { files, document, text })
}

/// What is said below the title.
fn lead(is_quick: bool) -> String {
    let size = if is_quick {
        "Measured with --quick: a tenth of the runs, at least ten, so the intervals (95 %, in parentheses) are three times as wide."
    } else {
        "Intervals in parentheses are those of 95 %."
    };
    format!(
        "Five articles let evolution or search play and make games. Their figures stand beside ours, \
         and every row has its command. {size}"
    )
}
