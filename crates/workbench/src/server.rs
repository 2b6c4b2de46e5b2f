//! The server: where it listens, what it shares, and the list of its calls.

mod connections;
mod documents;
mod drafts;
mod fault;
mod folder;
mod guard;
mod host;
mod lanes;
mod live;
mod log;
mod page;
mod run;
mod runs;
mod sessions;
mod stream;
mod tasks;
mod work;

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use axum::extract::DefaultBodyLimit;
use axum::routing::{get, post};
use axum::{Router, middleware};
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

use crate::folder::Folder;
use connections::accept;
use documents::Documents;
use lanes::Lanes;
use live::LiveMaps;
use run::Ticker;
use runs::{History, Runs};
use sessions::Sessions;

/// The largest body of a request, and of a document: 8 MiB and 64 MiB.
const REQUEST: usize = 1 << 23;
const DOCUMENT: usize = 1 << 26;
/// The most event streams.
const STREAMS: usize = 64;

/// How the server is set up.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// The port to listen on; 0 for a free one. If it is taken, a free one is used.
    pub port: u16,
    /// The token that calls must bring.
    pub token: String,
    /// A folder of levels and maps to open.
    pub folder: Option<PathBuf>,
    /// A folder from which the files of the page are read, instead of those in the program.
    pub page: Option<PathBuf>,
    /// The database with the history of runs; one in memory if there is none.
    pub database: Option<PathBuf>,
    /// The number of threads of tasks; all processors if there is none.
    pub threads: Option<usize>,
}

/// Why the server could not start.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServeError {
    /// No port is free, or a folder cannot be opened.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The database cannot be opened.
    #[error(transparent)]
    Database(#[from] tilewright_runs::Error),
}

/// What all calls share.
pub(crate) type Bench = Arc<ServerState>;

pub(crate) struct ServerState {
    pub(crate) port: u16,
    pub(crate) token: String,
    pub(crate) folder: Option<Folder>,
    pub(crate) page: Option<Folder>,
    pub(crate) documents: Documents,
    pub(crate) sessions: Sessions,
    pub(crate) live: LiveMaps,
    pub(crate) runs: Runs,
    pub(crate) history: History,
    pub(crate) lanes: Lanes,
    pub(crate) ticker: Ticker,
    pub(crate) streams: Arc<Semaphore>,
}

impl ServerState {
    fn new(settings: &Settings, history: History, port: u16) -> io::Result<Self> {
        let open = |path: &Option<PathBuf>| path.as_deref().map(Folder::open).transpose();
        Ok(Self {
            port,
            token: settings.token.clone(),
            folder: open(&settings.folder)?,
            page: open(&settings.page)?,
            documents: Documents::default(),
            sessions: Sessions::default(),
            live: LiveMaps::default(),
            runs: Runs::default(),
            history,
            lanes: Lanes::new(),
            ticker: Ticker::new(first_number()),
            streams: Arc::new(Semaphore::new(STREAMS)),
        })
    }
}

/// The number of the first event. It grows from one start of the server to the next, so that a page
/// that comes back misses nothing, and stays exact in JavaScript.
#[expect(clippy::disallowed_methods, reason = "no result depends on it")]
fn first_number() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    now.as_secs() << 20
}

/// The calls of games that a person plays.
fn sessions() -> Router<Bench> {
    Router::new()
        .route("/sessions", get(sessions::list))
        // The first is a game, the second an id.
        .route(
            "/sessions/{id}",
            get(sessions::look).post(sessions::open).delete(sessions::forget),
        )
        .route("/sessions/{id}/move", post(sessions::play))
        .route("/sessions/{id}/undo", post(sessions::undo))
        .route("/sessions/{id}/copy", post(sessions::copy))
        .route("/sessions/{id}/hint", post(sessions::hint))
        .route("/sessions/{id}/outlook", get(sessions::outlook))
        .route("/sessions/{id}/save", get(sessions::save))
        .route("/sessions/{id}/{name}", get(sessions::picture))
}

/// All calls.
fn router(bench: &Bench) -> Router {
    let documents = Router::new()
        .route("/documents", post(documents::put))
        .route("/folder/{*name}", get(folder::get).put(folder::put))
        .layer(DefaultBodyLimit::max(DOCUMENT))
        .layer(middleware::from_fn_with_state(DOCUMENT as u64, guard::limit));

    let calls = Router::new()
        .route("/tasks", get(tasks::list))
        .route("/tasks/{game}/{verb}", post(tasks::run))
        .route("/events", get(stream::of_page))
        .route("/runs", get(runs::list))
        .route("/runs/{id}", get(runs::show).delete(runs::delete))
        .route("/runs/{id}/{what}", get(runs::part).post(runs::again))
        .route("/runs/{id}/events", get(stream::of_run))
        .route("/runs/{id}/files/{*name}", get(runs::file))
        .route("/documents/{hash}/{name}", get(documents::get))
        .route("/folder", get(folder::list_all))
        .route("/live", post(live::open))
        .route("/live/{id}", post(live::frame).delete(live::forget))
        .route("/drafts", get(drafts::list))
        .route("/drafts/{id}", get(drafts::get).put(drafts::put))
        .merge(sessions())
        .layer(DefaultBodyLimit::max(REQUEST))
        .layer(middleware::from_fn_with_state(REQUEST as u64, guard::limit));

    let admitted = documents.merge(calls);
    let admitted =
        admitted.layer(middleware::from_fn_with_state(bench.clone(), guard::admit));
    Router::new()
        .merge(admitted)
        .route("/", get(page::index))
        .route("/{*name}", get(page::file))
        .layer(middleware::from_fn(guard::explain))
        .layer(middleware::from_fn_with_state(bench.clone(), guard::check))
        .with_state(bench.clone())
}

/// Starts the server, tells its address, and serves until `ended` is done.
///
/// # Errors
/// If no port is free, or a folder or the database cannot be opened.
pub fn serve(
    settings: &Settings,
    tell: impl FnOnce(&str),
    ended: impl Future<Output = ()> + Send,
) -> Result<(), ServeError> {
    if let Some(threads) = settings.threads {
        // Fails if the pool exists already; then its number of threads stays.
        let _ = rayon::ThreadPoolBuilder::new().num_threads(threads).build_global();
    }

    let history = History::open(settings.database.as_deref())?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .max_blocking_threads(64)
        .enable_all()
        .build()?;

    runtime.block_on(async {
        let listener = listen(settings.port).await?;
        let port = listener.local_addr()?.port();
        let bench = Arc::new(ServerState::new(settings, history, port)?);
        tell(&format!("http://127.0.0.1:{port}/#token={}", settings.token));
        tokio::select! {
            () = accept(&listener, router(&bench)) => {}
            () = ended => {}
        }
        bench.runs.stop_all();
        bench.runs.wait(Duration::from_secs(5)).await;
        Ok(())
    })
}

/// Listens on a port, or on a free one if it is taken.
async fn listen(port: u16) -> io::Result<TcpListener> {
    let bind = |port| TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, port)));
    match bind(port).await {
        Err(error) if error.kind() == io::ErrorKind::AddrInUse && port != 0 => {
            bind(0).await
        }
        listener => listener,
    }
}
