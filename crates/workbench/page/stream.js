// The event stream of all runs: one connection for a whole browser, held by a SharedWorker.

import { followEvents } from "./sse.js";

/** How many events of runs without a listener are kept, for listeners that come a moment later. */
const KEPT = 500;

/**
 * Opens the event stream.
 * @param {{base: string, token: string}} options The server's address, ending with `/`.
 * @returns {{ready: Promise<string>, on(run: number, listener: function(object)): function(): void,
 *   onState(listener: function(string)): function(): void, close(): void}}
 *   `ready` resolves to the stream's id; `on` calls the listener with each event of a run and
 *   returns the function that stops it.
 */
export function openStream({ base, token }) {
  const hub = createHub();
  const shared = typeof SharedWorker === "undefined" ? null : openShared({ base, token, hub });
  const { ready, close } = shared ?? openAlone({ base, token, hub });
  return { ready, close, on: hub.on, onState: hub.onState };
}

/** Distributes events to the listeners of their runs. Pure; used by both kinds of stream. */
export function createHub() {
  const listeners = new Map();
  const states = new Set();
  let early = [];
  return {
    on(run, listener) {
      const set = listeners.get(run) ?? new Set();
      listeners.set(run, set.add(listener));
      const mine = early.filter((event) => event.run === run);
      early = early.filter((event) => event.run !== run);
      mine.forEach(listener);
      return () => {
        set.delete(listener);
        if (set.size === 0) listeners.delete(run);
      };
    },
    onState(listener) {
      states.add(listener);
      return () => states.delete(listener);
    },
    emit(data) {
      const event = typeof data === "string" ? JSON.parse(data) : data;
      const set = listeners.get(event.run);
      if (set) [...set].forEach((listener) => listener(event));
      else if (early.push(event) > KEPT) early.shift();
    },
    emitState(state) {
      states.forEach((listener) => listener(state));
    },
  };
}

function openShared({ base, token, hub }) {
  const worker = new SharedWorker(new URL("stream-worker.js", import.meta.url), { type: "module", name: "tilewright" });
  const ready = new Promise((resolve) => {
    worker.port.onmessage = ({ data }) => {
      if (data.verb === "id") resolve(data.id);
      else if (data.verb === "event") hub.emit(data.data);
      else if (data.verb === "state") hub.emitState(data.state);
    };
  });
  const open = () => worker.port.postMessage({ verb: "open", base, token });
  const close = () => worker.port.postMessage({ verb: "close" });
  open();
  addEventListener("pagehide", close);
  addEventListener("pageshow", (event) => {
    if (event.persisted) open();
  });
  return { ready, close };
}

function openAlone({ base, token, hub }) {
  const id = crypto.randomUUID();
  const following = followEvents({
    url: `${base}events?page=${id}`,
    headers: { Authorization: `Bearer ${token}` },
    onMessage: ({ data }) => hub.emit(data),
    onState: hub.emitState,
  });
  return { ready: Promise.resolve(id), close: following.close };
}
