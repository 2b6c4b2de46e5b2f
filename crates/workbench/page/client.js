// HTTP with the token. What is refused is thrown as a `Refusal`.

import { parse, stringify } from "./json.js";

/** What a task or the server refused: `message`, `hint`, `key` of the request, HTTP `status`. */
export class Refusal extends Error {
  constructor({ error = "the request failed", hint, key, status = 0 } = {}) {
    super(error);
    Object.assign(this, { name: "Refusal", hint, key, status });
  }
}

/** HTTP with the token; failed answers become refusals. */
export function createClient(base, token) {
  const send = async (path, { method = "GET", body, type, headers: more = {}, signal, keepalive } = {}) => {
    const headers = { Authorization: `Bearer ${token}`, ...more };
    if (type) headers["Content-Type"] = type;
    let response;
    try {
      response = await fetch(base + path, { method, headers, body, signal, keepalive, cache: "no-store" });
    } catch (error) {
      if (error.name === "AbortError") throw error;
      throw new Refusal({ error: "the workbench does not answer", hint: "start it again: tilewright workbench" });
    }
    if (!response.ok) throw await refusalOf(response);
    return response;
  };
  const json = async (path, options) => {
    const text = await (await send(path, options)).text();
    try {
      return text === "" ? null : parse(text);
    } catch {
      throw new Refusal({ error: "not an answer of a workbench" });
    }
  };
  const post = (path, value, options) => json(path, { method: "POST", body: stringify(value ?? {}), type: "application/json", ...options });
  return { send, json, post };
}

async function refusalOf(response) {
  const text = await response.text().catch(() => "");
  let told = {};
  try {
    told = JSON.parse(text);
  } catch {
    told = { error: text.slice(0, 300) || `${response.status} ${response.statusText}` };
  }
  if (response.status === 401) told.hint ??= "open the address that `tilewright workbench` printed";
  return new Refusal({ ...told, status: response.status });
}
