//! Who may call, and the headers of every response.
//!
//! The server listens on 127.0.0.1 only. Pages of other sites are kept out by the checks of `Host`
//! and `Origin`, other users of the machine by the token, which stands in the fragment of the
//! printed address and is never sent by a link.

use axum::body::to_bytes;
use axum::extract::{Request, State};
use axum::http::header::{
    AUTHORIZATION, CACHE_CONTROL, CONTENT_LENGTH, CONTENT_SECURITY_POLICY, CONTENT_TYPE,
    HOST, ORIGIN, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};

use crate::server::Bench;
use crate::server::connections::ConnectionSeat;
use crate::server::fault::Fault;

/// Scripts, styles and calls of this server only; `blob:` for pictures that the page has received.
const POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; \
     worker-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; \
     object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The most bytes of what the framework says about a wrong call.
const SAID: usize = 1 << 10;

const HEADERS: [(HeaderName, &str); 6] = [
    (CONTENT_SECURITY_POLICY, POLICY),
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    // Isolated from other origins, a page and its worker may count the time in steps of 5 µs instead of 100.
    (HeaderName::from_static("cross-origin-embedder-policy"), "require-corp"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// Refuses calls for another host or from another origin, and adds the headers.
pub(crate) async fn check(
    State(bench): State<Bench>,
    request: Request,
    next: Next,
) -> Response {
    // A page of another origin, or a name that was made to point here, gets nothing.
    let mut response = if is_own(request.headers(), bench.port) {
        next.run(request).await
    } else {
        let fault =
            Fault::new(StatusCode::FORBIDDEN, "this server answers its own page only");
        fault.hint("open the address that the program has printed").into_response()
    };

    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }

    headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

/// Refuses a body that is announced to be too large before it is read.
pub(crate) async fn limit(
    State(most): State<u64>,
    request: Request,
    next: Next,
) -> Response {
    let announced =
        request.headers().get(CONTENT_LENGTH).and_then(|value| value.to_str().ok());
    if announced
        .is_some_and(|length| length.parse().is_ok_and(|length: u64| length > most))
    {
        let error = format!("the body is larger than {most} bytes, the limit");
        return Fault::new(StatusCode::PAYLOAD_TOO_LARGE, error).into_response();
    }
    next.run(request).await
}

/// Turns a refusal of the framework, such as that of a malformed number in a path, into a document
/// like any other.
pub(crate) async fn explain(request: Request, next: Next) -> Response {
    let response = next.run(request).await;
    let status = response.status();
    let kind = response.headers().get(CONTENT_TYPE).map(HeaderValue::as_bytes);
    if !(status.is_client_error() || status.is_server_error())
        || kind.is_some_and(|kind| !kind.starts_with(b"text/plain"))
    {
        return response;
    }

    // The status and all headers stay, such as the allowed methods of a 405.
    let (head, body) = response.into_parts();
    let said = to_bytes(body, SAID).await.unwrap_or_default();
    let said = String::from_utf8_lossy(&said);
    let said = if said.is_empty() {
        status.canonical_reason().unwrap_or("refused").to_lowercase()
    } else {
        said.into_owned()
    };

    let mut response = Fault::new(status, said).into_response();
    for (name, value) in head.headers {
        if let Some(name) = name.filter(|name| !is_of_body(name)) {
            response.headers_mut().append(name, value);
        }
    }

    response
}

/// Whether a header describes the body.
fn is_of_body(name: &HeaderName) -> bool {
    [CONTENT_TYPE, CONTENT_LENGTH].contains(name)
}

/// Refuses calls without the token.
pub(crate) async fn admit(
    State(bench): State<Bench>,
    request: Request,
    next: Next,
) -> Response {
    let given = request.headers().get(AUTHORIZATION).map(HeaderValue::as_bytes);
    let given = given.and_then(|value| value.strip_prefix(b"Bearer "));
    // Compared in constant time; a connection that has shown the token keeps its place when there
    // are too many.
    if given.is_some_and(|given| is_same(given, bench.token.as_bytes())) {
        if let Some(seat) = request.extensions().get::<ConnectionSeat>() {
            seat.trust();
        }
        return next.run(request).await;
    }

    let fault = Fault::new(StatusCode::UNAUTHORIZED, "the token is missing or wrong");
    fault
        .hint("open the address that the program has printed, with all that follows #")
        .into_response()
}

/// Whether a call names this server as its host, and comes from its page or from no page.
fn is_own(headers: &HeaderMap, port: u16) -> bool {
    let hosts = [format!("127.0.0.1:{port}"), format!("localhost:{port}")];
    let text = |name| headers.get(name).map(|value| value.to_str().unwrap_or_default());
    let mut named = headers.get_all(HOST).iter();
    let host = named.next().and_then(|value| value.to_str().ok());
    let is_host = named.next().is_none()
        && host.is_some_and(|host| hosts.iter().any(|own| own == host));
    let is_origin = |origin: &str| origin.strip_prefix("http://") == host;
    is_host && text(ORIGIN).is_none_or(is_origin)
}

/// Compares all bytes, so that the time says nothing about where they differ.
fn is_same(one: &[u8], other: &[u8]) -> bool {
    let differing = one.iter().zip(other).fold(0, |sum, (a, b)| sum | (a ^ b));
    one.len() == other.len() && differing == 0
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderMap;
    use axum::http::header::{HOST, ORIGIN};

    use super::{is_own, is_same};

    fn headers(host: &[&str], origin: Option<&str>) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for host in host {
            headers.append(HOST, host.parse().unwrap());
        }
        if let Some(origin) = origin {
            headers.insert(ORIGIN, origin.parse().unwrap());
        }
        headers
    }

    #[test]
    fn only_the_own_page_may_call() {
        let own = ["127.0.0.1:8750"];
        assert!(is_own(&headers(&own, None), 8750));
        assert!(is_own(&headers(&own, Some("http://127.0.0.1:8750")), 8750));
        assert!(is_own(
            &headers(&["localhost:8750"], Some("http://localhost:8750")),
            8750
        ));

        for origin in ["http://evil.example", "https://127.0.0.1:8750", "null", ""] {
            assert!(!is_own(&headers(&own, Some(origin)), 8750), "{origin}");
        }

        assert!(!is_own(
            &headers(&["localhost:8750"], Some("http://127.0.0.1:8750")),
            8750
        ));
        for host in
            ["evil.example", "127.0.0.1", "127.0.0.1:80", "127.0.0.1.evil.example:8750"]
        {
            assert!(!is_own(&headers(&[host], None), 8750), "{host}");
        }

        assert!(!is_own(&headers(&[], None), 8750));
        assert!(!is_own(&headers(&["127.0.0.1:8750", "evil.example"], None), 8750));
    }

    #[test]
    fn a_token_is_compared_whole() {
        assert!(is_same(b"abc", b"abc"));
        assert!(
            !is_same(b"ab", b"abc") && !is_same(b"abd", b"abc") && !is_same(b"", b"abc")
        );
    }
}
