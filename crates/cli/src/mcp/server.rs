//! What the protocol asks for: tools, resources and prompts.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::anyhow;
use rmcp::ServerHandler;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ErrorData,
    GetPromptRequestParams, GetPromptResponse, Implementation, InitializeResult,
    ListPromptsResult, ListResourcesResult, ListToolsResult, PaginatedRequestParams,
    ProgressNotificationParam, ReadResourceRequestParams, ReadResourceResponse,
    ReadResourceResult, Resource, ResourceContents, ServerCapabilities,
};
use rmcp::service::{Peer, RequestContext, RoleServer};
use serde_json::Value;
use tilewright_match3::Preset;
use tilewright_tasks::{Refusal, Refuse as _, all, find};
use tilewright_workbench::Folder;
use tokio::sync::{Semaphore, mpsc};

use super::answer::{self, refused};
use super::door::Stop;
use super::{prompts, tools};
use crate::docs;

/// The time between two looks at Ctrl-C.
pub(super) const LOOK: Duration = Duration::from_millis(20);
/// The calls that work at the same time: each may use all cores, and one alone would let a long one block all others.
const WORKING: usize = 4;
/// The calls that may wait; an agent that asks for more at once has lost count.
const WAITING: usize = 64;
/// What the pages of tasks, those of the book and the rules that have a name are called by, before the name.
const TASKS: &str = "tilewright://tasks/";
const BOOK: &str = "tilewright://book/";
const RULES: &str = "tilewright://rules/";

/// The words with which a client is greeted.
const INSTRUCTIONS: &str = "Tools of tilewright, the test bench for tile games: match-3 levels of a wanted difficulty, paths on tile maps, \
2048, Battleship. Each tool is a task, such as match3_generate for match3/generate. Call `describe` with a task before its first call: \
it explains every key. Files are named relative to the folder of this server; a level or map may also stand in the call as JSON or text. \
`picture: true` adds a picture. A search that finds nothing says `verdict: no` and the closest that it found. Difficulties are those of bots, \
unless a model of people is named. The resources are the pages of the tasks, the rules of match-3 that have a name, and the book: \
`describe` with `formats` or `rules/document` gives a page of it, too.";

/// What all calls share.
pub(super) struct Desk {
    pub(super) folder: Folder,
    pub(super) can_write: bool,
    pub(super) pool: rayon::ThreadPool,
    is_closed: Arc<AtomicBool>,
    working: Semaphore,
    present: Semaphore,
}

impl Desk {
    pub(super) fn new(folder: Folder, can_write: bool, pool: rayon::ThreadPool) -> Self {
        Self {
            folder,
            can_write,
            pool,
            is_closed: Arc::default(),
            working: Semaphore::new(WORKING),
            present: Semaphore::new(WORKING + WAITING),
        }
    }

    /// Stops all calls.
    pub(super) fn close(&self) {
        self.is_closed.store(true, Ordering::Relaxed);
    }
}

/// The server of the protocol.
#[derive(Clone)]
pub(super) struct ToolServer(pub(super) Arc<Desk>);

impl ServerHandler for ToolServer {
    fn get_info(&self) -> InitializeResult {
        let capabilities = ServerCapabilities::builder();
        let capabilities =
            capabilities.enable_tools().enable_resources().enable_prompts().build();
        let mut info = InitializeResult::new(capabilities);
        info.server_info = Implementation::new("tilewright", env!("CARGO_PKG_VERSION"));
        info.instructions = Some(INSTRUCTIONS.to_owned());
        info
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(tools::list(self.0.can_write)))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let CallToolRequestParams { name, arguments, .. } = request;
        let arguments = arguments.unwrap_or_default();
        if name == tools::DESCRIBE {
            let name = arguments.get("task").and_then(Value::as_str);
            let is_of_book =
                name.is_some_and(|name| tilewright_book::page(name).is_some());
            let page = docs::of(name);
            let page =
                page.map(|page| if is_of_book { page } else { page + tools::CALLS });
            return Ok(page
                .map_or_else(|refusal| refused(&refusal), answer::text)
                .into());
        }
        let entry = match tools::task_of(&name) {
            Ok(entry) => entry,
            Err(refusal) => return Ok(refused(&refusal).into()),
        };
        let Ok(_place) = self.0.present.try_acquire() else {
            return Ok(refused(&crowded()).into());
        };

        let stop = Stop::new(Arc::clone(&self.0.is_closed));
        let _turn = tokio::select! {
            turn = self.0.working.acquire() => turn,
            () = context.ct.cancelled() => return Ok(CallToolResult::success(Vec::new()).into()),
        };
        let token = context.meta.get_progress_token();
        let (sender, mut told) = mpsc::unbounded_channel();
        let progress = token.is_some().then_some(sender);
        let (desk, own) = (Arc::clone(&self.0), stop.clone());
        let mut work = tokio::task::spawn_blocking(move || {
            desk.pool.install(|| answer::of(&desk, entry, arguments, &own, progress))
        });

        let mut steps = Steps::default();
        let mut is_told = false;
        let answer = loop {
            tokio::select! {
                answer = &mut work => break answer,
                Some(event) = told.recv() => {
                    if let (Some(token), Some((at, words))) = (&token, steps.take(&event)) {
                        let mut progress = ProgressNotificationParam::new(token.clone(), at);
                        progress.message = Some(words);
                        tell(&context.peer, progress).await;
                    }
                }
                () = context.ct.cancelled(), if !is_told => {
                    is_told = true;
                    stop.one.store(true, Ordering::Relaxed);
                }
            }
        };
        let answer =
            answer.map_err(|error| ErrorData::internal_error(error.to_string(), None))?;
        Ok(answer.into())
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let task = |entry: &tilewright_tasks::Entry| {
            Resource::new(format!("{TASKS}{}", entry.name), entry.name)
                .with_description(docs::about(entry))
                .with_mime_type("text/markdown")
        };
        let page = |page: tilewright_book::Page| {
            Resource::new(format!("{BOOK}{}", page.name), page.name)
                .with_description(page.title)
                .with_mime_type("text/markdown")
        };
        let rules = |preset: Preset| {
            let (name, what) = (preset.name(), "The rules of match-3 by this name");
            Resource::new(format!("{RULES}{name}"), name)
                .with_description(what)
                .with_mime_type("application/json")
        };
        let all = all().map(task);
        let all = all.chain(Preset::ALL.map(rules));
        let all = all.chain(tilewright_book::pages().map(page));
        Ok(ListResourcesResult::with_all_items(all.collect()))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let Some((text, kind)) = resource(&request.uri) else {
            let what = format!("there is no resource {}", request.uri);
            return Err(ErrorData::resource_not_found(what, None));
        };
        let contents = ResourceContents::text(text, request.uri).with_mime_type(kind);
        Ok(ReadResourceResult::new(vec![contents]).into())
    }

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        Ok(ListPromptsResult::with_all_items(prompts::list()))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        let found = prompts::of(&request.name, &request.arguments.unwrap_or_default());
        found.map(Into::into).map_err(|why| ErrorData::invalid_params(why, None))
    }
}

/// The text of a resource and its type; none of another address.
fn resource(address: &str) -> Option<(String, &'static str)> {
    let markdown = "text/markdown";
    if let Some(name) = address.strip_prefix(TASKS) {
        let entry = find(name).ok()?;
        return Some((docs::of(Some(entry.name)).ok()?, markdown));
    }
    if let Some(name) = address.strip_prefix(BOOK) {
        return Some((tilewright_book::page(name)?.text, markdown));
    }
    let preset: Preset = address.strip_prefix(RULES)?.parse().ok()?;
    Some((format!("{:#}\n", preset.document()), "application/json"))
}

/// Tells how far a call is; a client that is gone does not hear it.
async fn tell(peer: &Peer<RoleServer>, progress: ProgressNotificationParam) {
    let _ = peer.notify_progress(progress).await;
}

/// The refusal where too many calls are at hand.
fn crowded() -> Refusal {
    let error: Result<(), _> =
        Err(anyhow!("{} calls are at hand already", WORKING + WAITING));
    error.hint("wait for their answers").expect_err("it is one")
}

/// How far a call is, as a number that always grows: whole steps begun, and the share of the last one.
#[derive(Default)]
struct Steps {
    begun: f64,
    /// What was told last: the protocol wants each number above the one before.
    last: f64,
    doing: String,
    total: Option<f64>,
}

impl Steps {
    /// What an event tells, if it is about progress.
    fn take(&mut self, event: &Value) -> Option<(f64, String)> {
        let (at, words) = self.at(event)?;
        self.last = at.max(self.last + 0.001);
        Some((self.last, words))
    }

    fn at(&mut self, event: &Value) -> Option<(f64, String)> {
        match event["event"].as_str()? {
            "begun" => {
                self.begun += 1.0;
                event["doing"].as_str().unwrap_or_default().clone_into(&mut self.doing);
                self.total = event["steps"].as_f64().filter(|steps| *steps > 0.0);
                Some((self.begun, self.doing.clone()))
            }
            "reached" => {
                let (done, total) = (event["done"].as_f64()?, self.total?);
                let share = (done / total).clamp(0.0, 0.999);
                Some((self.begun + share, format!("{}: {done} of {total}", self.doing)))
            }
            "status" => {
                Some((self.begun, format!("{}: {}", self.doing, event["text"].as_str()?)))
            }
            _ => None,
        }
    }
}
