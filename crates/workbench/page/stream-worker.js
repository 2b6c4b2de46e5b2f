// SharedWorker: holds the one event stream of the browser and passes its messages to all tabs.

import { followEvents } from "./sse.js";

const ports = new Set();
const id = crypto.randomUUID();
let following = null;
let current = null;

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
      following?.close();
      following = null;
      current = null;
    }
  }
}

function restart({ base, token }) {
  following?.close();
  current = token;
  following = followEvents({
    url: `${base}events?page=${id}`,
    headers: { Authorization: `Bearer ${token}` },
    onMessage: ({ data }) => broadcast({ verb: "event", data }),
    onState: (state) => broadcast({ verb: "state", state }),
  });
}

function broadcast(message) {
  for (const port of ports) port.postMessage(message);
}
