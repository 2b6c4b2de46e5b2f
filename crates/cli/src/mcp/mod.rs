//! `tilewright mcp`: the tasks as tools of the Model Context Protocol, over stdin and stdout.

mod answer;
mod door;
mod prompts;
mod server;
mod tools;

use std::io::IsTerminal as _;
use std::sync::Arc;

use anyhow::{Context as _, anyhow};
use rmcp::ServiceExt as _;
use tilewright_workbench::Folder;
use tokio::io::{stdin, stdout};

use self::server::{Desk, ToolServer};
use crate::arguments::Mcp;
use crate::context::Context;
use crate::failure::{Failure, Hint as _, Verdict};

/// Serves tools until the client closes stdin, or Ctrl-C.
pub(crate) fn run(arguments: &Mcp, context: &Context) -> Result<Verdict, Failure> {
    let path = &arguments.folder;
    let folder = Folder::open(path)
        .map_err(|error| anyhow!("{}: {error}", path.display()))
        .hint("name the folder of the levels and maps")?;
    let desk = Arc::new(Desk::new(folder, arguments.write, context.pool()?));

    // One thread passes messages on; tasks work on those of the pool.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.context("no runtime")?;
    context.catch_interrupt();
    if std::io::stdin().is_terminal() {
        context.say("waiting for a client on stdin; Ctrl-C ends it");
    }
    let served = async {
        let server = ToolServer(Arc::clone(&desk));
        let running = match server.serve((stdin(), stdout())).await {
            Ok(running) => running,
            // A client that closes before it says a word is no error.
            Err(rmcp::service::ServerInitializeError::ConnectionClosed(_)) => {
                return Ok(Verdict::Done);
            }
            Err(error) => return Err(Failure::from(anyhow!(error))),
        };
        running.waiting().await.map_err(|error| anyhow!(error))?;
        Ok(Verdict::Done)
    };
    let interrupted = async {
        while !context.is_cancelled() {
            tokio::time::sleep(server::LOOK).await;
        }
    };
    let ended = runtime.block_on(async {
        tokio::select! {
            ended = served => ended,
            () = interrupted => Ok(Verdict::Stopped),
        }
    });
    // Whatever still works stops within a tenth of a second, as nobody is there to read it.
    desk.close();
    runtime.shutdown_background();
    ended
}
