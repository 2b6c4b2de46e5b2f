// The other thread: what `cargo xtask npm` puts into the code as text, so that no bundler has to find a file. It runs in workers of browsers and of Node.js.

import { createInstance, type Instance } from "./instance.js";
import type { FromWorker, ToWorker } from "./thread.js";

interface Port {
  postMessage(message: FromWorker, transfer?: readonly ArrayBuffer[]): void;
}

let instance: Promise<Instance>;

function serve(port: Port, message: ToWorker): void {
  if (message.module !== undefined) {
    instance = createInstance(message.module);
    return;
  }
  const { id, call } = message;
  const listener = {
    event: (event: string) => port.postMessage({ id, event }),
    isStopped: () => false,
  };
  instance
    .then((it) => it.answer(call, listener))
    .then(
      (reply) => port.postMessage({ id, reply }, [reply.buffer as ArrayBuffer]),
      (error: unknown) => port.postMessage({ id, failure: error instanceof Error ? error.message : String(error) }),
    );
}

interface NodeScope {
  process?: { getBuiltinModule?(name: string): { parentPort: Port & { on(event: "message", listener: (message: ToWorker) => void): void } } };
}

const node = (globalThis as NodeScope).process?.getBuiltinModule?.("node:worker_threads");
if (node !== undefined) {
  node.parentPort.on("message", (message) => serve(node.parentPort, message));
} else {
  const scope = globalThis as unknown as Port & { onmessage: (event: { data: ToWorker }) => void };
  scope.onmessage = ({ data }) => serve(scope, data);
}
