// SharedWorker: holds the one event stream of the browser and passes its messages to all tabs.

import { followEvents } from "./sse.js";

const ports = new Set();
const id = crypto.randomUUID();
let following = null;
let current = null;
let lastId;

self.onconnect = ({ ports: [port] }) => {
  ports.add(port);
  port.onmessage = ({ data }) => receive(port, data);
  port.start?.();
};

function receive(port, message) {
  if (message.verb === "open") {
    // Also a tab that comes back after it was closed.
    ports.add(port);
    if (current !== message.token) restart(message);
    port.postMessage({ verb: "id", id });
  } else if (message.verb === "close") {
    ports.delete(port);
    if (ports.size === 0) {
      close();
    }
  }
}

function restart({ base, token }) {
  close();
  current = token;
  following = followEvents({
    url: `${base}events?page=${id}`,
    headers: { Authorization: `Bearer ${token}` },
    lastId,
    onMessage: ({ data, id: number }) => broadcast({ verb: "event", data, id: number }),
    onState: (state, status) => {
      // The next tab tries again, even with the same token.
      if (state === "closed") close();
      broadcast({ verb: "state", state, status });
    },
  });
}

/** Ends the stream; one that is opened later resumes after its last event. */
function close() {
  lastId = following?.lastId ?? lastId;
  following?.close();
  following = null;
  current = null;
}

function broadcast(message) {
  for (const port of ports) port.postMessage(message);
}
