// Server-sent events read by fetch, since only fetch can send the token in a header.

/**
 * A parser of an event stream. Feed it texts; it calls `onMessage({id, event, data})` for every
 * complete message.
 */
export function createParser(onMessage) {
  let rest = "";
  let message = { id: undefined, event: "message", data: [] };
  const line = (text) => {
    if (text === "") {
      if (message.data.length) onMessage({ ...message, data: message.data.join("\n") });
      message = { id: message.id, event: "message", data: [] };
      return;
    }
    if (text.startsWith(":")) return;
    const at = text.indexOf(":");
    const name = at < 0 ? text : text.slice(0, at);
    const value = at < 0 ? "" : text.slice(at + 1).replace(/^ /, "");
    if (name === "data") message.data.push(value);
    else if (name === "id") message.id = value;
    else if (name === "event") message.event = value;
  };
  return {
    feed(text) {
      const whole = rest + text;
      // A carriage return at the end may be the first half of a line end.
      const held = whole.endsWith("\r") ? "\r" : "";
      const lines = (held ? whole.slice(0, -1) : whole).split(/\r\n|\n|\r/);
      rest = lines.pop() + held;
      lines.forEach(line);
    },
  };
}

/**
 * Reads an event stream until it ends or is aborted.
 * @param {object} options `url`, `headers`, `lastId`, `signal`, `onMessage`, `onOpen`.
 * @returns {Promise<{lastId?: string, status: number}>}
 */
export async function readEvents({ url, headers = {}, lastId, signal, onMessage, onOpen }) {
  const sent = { ...headers, Accept: "text/event-stream" };
  if (lastId !== undefined) sent["Last-Event-ID"] = lastId;
  const response = await fetch(url, { headers: sent, signal, cache: "no-store" });
  if (!response.ok) return { lastId, status: response.status };
  onOpen?.();
  const parser = createParser((message) => {
    if (message.id !== undefined) lastId = message.id;
    onMessage(message);
  });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return { lastId, status: response.status };
    parser.feed(value);
  }
}

/** What a server answers that will not answer otherwise when asked again. */
const ENDED = [401, 403, 404];

/**
 * Follows an event stream and connects again when it breaks, resuming after the last message.
 * `onState(state, status)` reports `"open"`, `"lost"` (it is tried again) and `"closed"` with the
 * HTTP status that ended it: the token is wrong, or there is no such stream.
 * @returns {{close(): void, readonly lastId: string|undefined}}
 */
export function followEvents({ url, headers, lastId, onMessage, onState = () => {} }) {
  const control = new AbortController();
  const state = { lastId, pause: 250 };
  const loop = async () => {
    while (!control.signal.aborted) {
      try {
        const read = await readEvents({
          url,
          headers,
          lastId: state.lastId,
          signal: control.signal,
          onMessage: (message) => {
            state.lastId = message.id ?? state.lastId;
            onMessage(message);
          },
          onOpen: () => {
            state.pause = 250;
            onState("open");
          },
        });
        if (ENDED.includes(read.status)) return onState("closed", read.status);
      } catch {
        if (control.signal.aborted) return undefined;
      }
      onState("lost");
      await new Promise((resolve) => {
        setTimeout(resolve, state.pause);
      });
      state.pause = Math.min(state.pause * 2, 5000);
    }
    return undefined;
  };
  loop();
  return {
    close: () => control.abort(),
    get lastId() {
      return state.lastId;
    },
  };
}
