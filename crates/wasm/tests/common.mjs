// What the tests share: the module as the page loads it, and the program of the command line.

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const project = join(dirname(fileURLToPath(import.meta.url)), "../../..");
const site = process.env.TILEWRIGHT_SITE ?? join(project, "target/site");
const program = process.env.TILEWRIGHT ?? join(project, "target/release/tilewright");

/** A file of the project. */
export const bytes = (path) => readFileSync(join(project, path));

/** The requests of every task, and their files. */
export const golden = JSON.parse(bytes("crates/cli/tests/golden.json"));

/** A file of the static page, as the worker loads it. */
export const load = (name) => readFile(join(site, name));

/** The worker of the static page. */
export const { createTasks, serve } = await import(pathToFileURL(join(site, "worker.js")));

/** The tasks in a module of their own; `loaded` lists the files that it has loaded. */
export async function openTasks({ load: loadFile = load } = {}) {
  const loaded = [];
  const events = [];
  const tasks = createTasks({
    load: (name) => { loaded.push(name); return loadFile(name); },
    onEvent: (id, event) => events.push({ id, event }),
  });
  let next = 1;
  const send = (message) => tasks.handle({ id: next++, ...message });
  /** The answer to a message; a refusal is an error. */
  const ask = async (message) => {
    const { answer, refused } = await send(message);
    if (refused) throw new Error(`refused: ${JSON.stringify(refused)}`);
    return answer;
  };
  return { ask, send, loaded, events };
}

/** A new folder with files, and the program in it. */
export function openFolder(files) {
  const folder = mkdtempSync(join(tmpdir(), "tilewright-"));
  const put = (name, bytes) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), bytes);
  };
  Object.entries(files).forEach(([name, bytes]) => put(name, bytes));
  const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("TILEWRIGHT")));
  return {
    put,
    read: (name) => readFileSync(join(folder, name)),
    remove: () => rmSync(folder, { recursive: true }),
    /** What the program prints; exit code 1 means that the answer is no. */
    run(...words) {
      const options = { cwd: folder, env: environment, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"], maxBuffer: 1 << 28 };
      try {
        return execFileSync(program, words, options);
      } catch (error) {
        if (error.status === 1) return error.stdout;
        throw new Error(`tilewright ${words.join(" ")}: ${error.stderr ?? error}`);
      }
    },
  };
}

/** Files as a message hands them over. */
export const documents = (files) =>
  Object.fromEntries(Object.entries(files).map(([name, text]) => [name, Buffer.from(text)]));
