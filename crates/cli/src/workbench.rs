//! `tilewright workbench`: opens the page and serves it until Ctrl-C.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, anyhow};
use tilewright_runs::Store;
use tilewright_workbench::{ServeError, Settings, serve};

use crate::arguments::Workbench;
use crate::context::Context;
use crate::door::history_failure;
use crate::failure::{Failure, Hint as _, Verdict};

/// The time between two looks at Ctrl-C.
const LOOK: Duration = Duration::from_millis(20);

pub(crate) fn run(arguments: &Workbench, context: &Context) -> Result<Verdict, Failure> {
    if let Some(folder) = arguments.folder.as_deref().filter(|folder| !folder.is_dir()) {
        return Err(anyhow!("{} is not a folder", folder.display()))
            .hint("name a folder of levels and maps, or none");
    }

    let database = context.database()?;
    // Before anything is written beside it.
    if let Err(error) = Store::open(&database) {
        return Err(history_failure(error));
    }
    let page = named(&database, "-page.html");
    let settings = Settings {
        port: arguments.port,
        token: token(&named(&database, "-token"))?,
        folder: arguments.folder.clone(),
        page: arguments.web_dir.clone(),
        database: Some(database),
        threads: context.threads,
    };

    context.catch_interrupt();
    let opens = !arguments.no_open && context.is_terminal;

    let tell = |address: &str| {
        // The address is the answer; a closed stdout does not end the server.
        let _ = context.print(format!("{address}\n").as_bytes());
        context.say("Ctrl-C ends it");
        if opens && open_page(&page, address).is_err() {
            context.say("no browser could be opened: open the address yourself");
        }
    };

    let ended = async {
        while !context.is_cancelled() {
            tokio::time::sleep(LOOK).await;
        }
    };

    match serve(&settings, tell, ended) {
        Ok(()) => Ok(Verdict::Done),
        Err(ServeError::Database(error)) => Err(history_failure(error)),
        Err(error) => Err(anyhow::Error::from(error).into()),
    }
}

/// A file beside the database.
fn named(database: &Path, ending: &str) -> PathBuf {
    let mut name = database.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

/// Opens the address in a browser, by a file that leads there: the arguments of a program can be read
/// by other users of the machine, and the address has the token.
fn open_page(page: &Path, address: &str) -> io::Result<()> {
    let target = format!("<meta http-equiv=\"refresh\" content=\"0; url={address}\">\n");
    write_private(page, &target)?;
    open::that_detached(page)
}

/// The token that keeps other users of the machine out: as in the file, or a new one. It stays the
/// same, so that an open page goes on when the server is started again.
fn token(path: &Path) -> Result<String, Failure> {
    let is_token =
        |text: &str| text.len() == 32 && text.bytes().all(|it| it.is_ascii_hexdigit());
    if let Some(token) = fs::read_to_string(path).ok().filter(|text| is_token(text)) {
        return Ok(token);
    }
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| anyhow!("no random numbers: {error}"))?;
    let token = format!("{:032x}", u128::from_le_bytes(bytes));
    write_private(path, &token).with_context(|| path.display().to_string())?;
    Ok(token)
}

/// Writes a file that only its owner can read.
fn write_private(path: &Path, text: &str) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    file.write_all(text.as_bytes())?;
    file.persist(path)?;
    Ok(())
}
