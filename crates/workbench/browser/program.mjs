// The program under test: a server of its own for each test, on a free port, with a database in a
// temporary folder.

import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** The program, named by `cargo xtask browser`. */
const FILE = process.env.TILEWRIGHT_PROGRAM;

/** Further arguments of the server, such as `--web-dir FOLDER` while the page is worked on. */
const MORE = (process.env.TILEWRIGHT_ARGUMENTS ?? "").split(" ").filter(Boolean);

/**
 * Starts the workbench, with a folder opened if that is asked for.
 * @returns {Promise<Program>} `address` is the printed one, with its token.
 */
export async function startProgram({ hasFolder = false } = {}) {
  const folder = await mkdtemp(join(tmpdir(), "tilewright-browser-"));
  const program = { folder, hasFolder, port: 0, address: "", child: null, log: "" };
  program.start = () => start(program);
  /** The printed address with a place of the page, such as `/paths?view=race`. */
  program.addressOf = (place) => (place ? program.address.replace("#token", `#${place}&token`) : program.address);
  /** Ends the server as if it had crashed. */
  program.kill = () => end(program, "SIGKILL");
  /** Ends the server as Ctrl-C does. */
  program.stop = () => end(program, "SIGINT");
  program.close = async () => {
    await end(program, "SIGKILL");
    await rm(folder, { recursive: true, force: true });
  };
  /** Asks the server as the page does: `{status, text}`. */
  program.call = (path, options = {}) => call(program, path, options);
  /** Runs a command of the program; resolves to `{code, out, err}`. */
  program.run = (words, input) => run(words, input);
  await program.start();
  return program;
}

/** Starts the server, again on the same port and database if it ran before. */
async function start(program) {
  const words = ["workbench", "--no-open", "--quiet", "--port", String(program.port), "--db", join(program.folder, "runs.db"), ...(program.hasFolder ? [program.folder] : []), ...MORE];
  const child = spawn(FILE, words, { stdio: ["ignore", "pipe", "pipe"], cwd: program.folder });
  program.child = child;
  child.stderr.on("data", (bytes) => { program.log += bytes; });
  const address = await new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).once("line", resolve);
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`the workbench ended with ${code}: ${program.log}`)));
  });
  const port = Number(new URL(address).port);
  if (program.port && port !== program.port) throw new Error(`port ${program.port} was taken: ${address}`);
  Object.assign(program, { address, port });
}

async function end(program, signal) {
  const { child } = program;
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => { child.once("exit", resolve); });
  child.kill(signal);
  await ended;
}

async function call({ address }, path, { method = "GET", body, text = body && JSON.stringify(body) } = {}) {
  const { origin, hash } = new URL(address);
  const headers = { Authorization: `Bearer ${hash.replace("#token=", "")}` };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const response = await fetch(`${origin}/${path}`, { method, headers, body: text });
  return { status: response.status, text: await response.text() };
}

function run(words, input = "") {
  return new Promise((resolve, reject) => {
    const child = spawn(FILE, words, { stdio: ["pipe", "pipe", "pipe"] });
    const heard = { out: "", err: "" };
    child.stdout.on("data", (bytes) => { heard.out += bytes; });
    child.stderr.on("data", (bytes) => { heard.err += bytes; });
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, ...heard }));
    child.stdin.end(input);
  });
}
