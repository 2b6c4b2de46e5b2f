//! The connections: how many there may be, how long they may take, and which of them gives way.
//!
//! Anyone who opens a connection need not know the token, so that strangers could hold all places with
//! requests that they never finish. When all places are taken, a stranger's connection is closed for
//! the new one: one that has not sent the whole head of a request first, then the oldest. Connections that
//! have brought the token stay.

use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use hyper::body::Incoming;
use hyper::service::{Service as _, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tilewright_grid::locked;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpListener;
use tokio::sync::Notify;
use tokio_io_timeout::TimeoutStream;

/// The most connections.
const MOST: usize = 512;
/// The longest time that a connection may take to send the head of a request, and to read the next
/// bytes of a response.
const HEAD: Duration = Duration::from_secs(10);
const READ: Duration = Duration::from_secs(10);

/// What a connection has shown: 0 for nothing so far, then a whole head of a request, the token.
const HEADED: u8 = 1;
const TRUSTED: u8 = 2;

/// The open connections.
#[derive(Debug, Default)]
pub(crate) struct Connections {
    /// The oldest first.
    seats: Mutex<Vec<ConnectionSeat>>,
    /// Told when one ends.
    ended: Notify,
}

/// The place of a connection.
#[derive(Clone, Debug, Default)]
pub(crate) struct ConnectionSeat(Arc<Place>);

#[derive(Debug, Default)]
struct Place {
    shown: AtomicU8,
    /// Told when it is to give way.
    leave: Notify,
}

impl ConnectionSeat {
    /// The connection has brought the token.
    pub(crate) fn trust(&self) {
        self.0.shown.fetch_max(TRUSTED, Ordering::Relaxed);
    }

    fn shown(&self) -> u8 {
        self.0.shown.load(Ordering::Relaxed)
    }
}

impl Connections {
    /// A place for a new connection; waits while all are taken by those that brought the token.
    async fn enter(&self) -> ConnectionSeat {
        loop {
            let ended = self.ended.notified();
            if let Some(seat) = self.find_place() {
                return seat;
            }
            ended.await;
        }
    }

    fn find_place(&self) -> Option<ConnectionSeat> {
        let mut seats = locked(&self.seats);
        if seats.len() >= MOST {
            let strangers = seats.iter().enumerate().filter(|it| it.1.shown() < TRUSTED);
            // The first of those that have shown least is the oldest.
            let (at, _) = strangers.min_by_key(|(_, seat)| seat.shown())?;
            seats.remove(at).0.leave.notify_one();
        }
        let seat = ConnectionSeat::default();
        seats.push(seat.clone());
        Some(seat)
    }

    fn leave(&self, seat: &ConnectionSeat) {
        locked(&self.seats).retain(|other| !Arc::ptr_eq(&other.0, &seat.0));
        self.ended.notify_one();
    }
}

/// Accepts connections.
pub(crate) async fn accept(listener: &TcpListener, router: Router) {
    let connections = Arc::new(Connections::default());
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            // No descriptor is left: wait until a connection ends.
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        let _ = stream.set_nodelay(true);
        take(&connections, stream, router.clone()).await;
    }
}

/// Gives a connection its place, and answers it in the background.
async fn take(
    connections: &Arc<Connections>,
    stream: impl AsyncRead + AsyncWrite + Send + 'static,
    router: Router,
) {
    let seat = connections.enter().await;
    let connections = Arc::clone(connections);
    tokio::spawn(async move {
        tokio::select! {
            () = answer(stream, router, &seat) => {}
            () = seat.0.leave.notified() => {}
        }
        connections.leave(&seat);
    });
}

/// Answers the requests of a connection until it ends, or until its other end neither sends nor
/// reads for too long.
async fn answer(
    stream: impl AsyncRead + AsyncWrite + Send + 'static,
    router: Router,
    seat: &ConnectionSeat,
) {
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(READ));
    let mut connection = hyper::server::conn::http1::Builder::new();
    connection.timer(TokioTimer::new()).header_read_timeout(HEAD);
    let router = TowerToHyperService::new(router);
    let service = service_fn(|mut request: Request<Incoming>| {
        seat.0.shown.fetch_max(HEADED, Ordering::Relaxed);
        request.extensions_mut().insert(seat.clone());
        router.call(request)
    });
    // A connection that breaks ends; there is nobody to tell.
    let _ = connection.serve_connection(TokioIo::new(Box::pin(stream)), service).await;
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use axum::Router;
    use axum::extract::Request;
    use axum::routing::get;
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, DuplexStream, duplex};
    use tokio::time::Instant;

    use super::{ConnectionSeat, Connections, MOST, READ, answer, take};

    /// Answers with more bytes than the pipe to the client holds, or what it was sent for; a call
    /// of `/token` counts as one with the token.
    fn router() -> Router {
        let long = async || "~".repeat(10_000);
        let token = async |request: Request| {
            request.extensions().get::<ConnectionSeat>().unwrap().trust();
            "trusted"
        };
        let short = async || "here";
        Router::new()
            .route("/", get(long))
            .route("/token", get(token))
            .route("/short", get(short))
    }

    /// A client that has sent something.
    async fn client(connections: &Arc<Connections>, sent: &str) -> DuplexStream {
        let (mut client, server) = duplex(1000);
        take(connections, server, router()).await;
        client.write_all(sent.as_bytes()).await.unwrap();
        client
    }

    /// What a client reads up to these words.
    async fn read(client: &mut DuplexStream, words: &str) -> String {
        let (mut seen, mut piece) = (String::new(), [0; 700]);
        while !seen.ends_with(words) {
            let read = client.read(&mut piece).await.unwrap();
            assert_ne!(read, 0, "closed after {seen}");
            seen += str::from_utf8(&piece[..read]).unwrap();
        }
        seen
    }

    const TOKEN: &str = "GET /token HTTP/1.1\r\n\r\n";
    const SHORT: &str = "GET /short HTTP/1.1\r\n\r\n";

    #[tokio::test(start_paused = true)]
    async fn half_sent_heads_hold_nobody_up() {
        let (connections, begun) = (Arc::new(Connections::default()), Instant::now());
        let mut page = client(&connections, TOKEN).await;
        read(&mut page, "trusted").await;
        let mut visitor = client(&connections, SHORT).await;
        read(&mut visitor, "here").await;

        let mut half = Vec::new();
        for _ in 0..3 * MOST {
            half.push(client(&connections, "GET /short HTTP/1.1\r\nHost: 127").await);
        }

        let mut other = client(&connections, SHORT).await;
        read(&mut other, "here").await;
        for (client, sent, answer) in
            [(&mut page, TOKEN, "trusted"), (&mut visitor, SHORT, "here")]
        {
            client.write_all(sent.as_bytes()).await.unwrap();
            read(client, answer).await;
        }

        assert_eq!(begun.elapsed(), std::time::Duration::ZERO);
        // The oldest have given way, the newest may still send the rest.
        assert_eq!(half[0].read(&mut [0; 9]).await.unwrap(), 0);
        let last = half.last_mut().unwrap();
        last.write_all(b"\r\n\r\n").await.unwrap();
        read(last, "here").await;
    }

    #[tokio::test(start_paused = true)]
    async fn strangers_that_read_nothing_hold_nobody_up() {
        let (connections, begun) = (Arc::new(Connections::default()), Instant::now());
        let mut page = client(&connections, TOKEN).await;
        read(&mut page, "trusted").await;
        let mut deaf = Vec::new();
        for _ in 0..2 * MOST {
            deaf.push(client(&connections, "GET / HTTP/1.1\r\n\r\n").await);
        }
        read(&mut client(&connections, SHORT).await, "here").await;
        page.write_all(TOKEN.as_bytes()).await.unwrap();
        read(&mut page, "trusted").await;
        assert_eq!(begun.elapsed(), std::time::Duration::ZERO);
    }

    #[tokio::test(start_paused = true)]
    async fn a_head_that_is_never_finished_ends_its_connection() {
        let connections = Arc::new(Connections::default());
        let mut half = client(&connections, "GET / HTTP/1.1\r\n").await;
        assert_eq!(half.read(&mut [0; 9]).await.unwrap(), 0);
    }

    #[tokio::test(start_paused = true)]
    async fn a_connection_that_never_reads_is_closed() {
        let (mut client, server) = duplex(1000);
        let begun = Instant::now();
        let seat = ConnectionSeat::default();
        let answered = tokio::spawn(async move { answer(server, router(), &seat).await });
        client.write_all(b"GET / HTTP/1.1\r\n\r\n").await.unwrap();
        answered.await.unwrap();
        assert!(begun.elapsed() >= READ && begun.elapsed() < 2 * READ);
    }

    #[tokio::test(start_paused = true)]
    async fn a_connection_that_reads_slowly_reads_everything() {
        let (mut client, server) = duplex(1000);
        let seat = ConnectionSeat::default();
        let answered = tokio::spawn(async move { answer(server, router(), &seat).await });
        client.write_all(b"GET / HTTP/1.1\r\nConnection: close\r\n\r\n").await.unwrap();
        let (mut seen, mut piece) = (String::new(), [0; 700]);
        while let read @ 1.. = client.read(&mut piece).await.unwrap() {
            seen += str::from_utf8(&piece[..read]).unwrap();
            tokio::time::advance(READ * 9 / 10).await;
        }
        assert_eq!(seen.matches('~').count(), 10_000);
        answered.await.unwrap();
    }
}
