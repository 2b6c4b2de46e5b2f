// Reads zip archives, such as those that the page saves: stored and deflated files.

/** The most bytes of all files of an archive: 64 MiB, as of one document. */
const MOST = 1 << 26;
const [END, ENTRY] = [0x06054b50, 0x02014b50];

/** Whether a file is an archive, by its name. */
export const isZip = ({ name }) => /\.zip$/i.test(name);

/**
 * Files, with those of archives in place of the archives.
 * @param {File[]} files
 * @returns {Promise<File[]>}
 */
export async function unpackedFiles(files) {
  const all = await Promise.all(files.map((file) => (isZip(file) ? unzip(file) : [file])));
  return all.flat();
}

/**
 * The files of an archive by their own names, without folders.
 * @param {File|Blob} archive
 * @returns {Promise<File[]>}
 * @throws {Error} If it is damaged or too large.
 */
export async function unzip(archive) {
  const bytes = new Uint8Array(await archive.arrayBuffer());
  const files = [];
  let left = MOST;
  for (const entry of entriesOf(bytes)) {
    if (entry.name.endsWith("/")) continue;
    const data = await inflated(entry, left);
    left -= data.length;
    files.push(new File([data], entry.name.split(/[/\\]/).at(-1)));
  }
  return files;
}

/** The entries in an archive: their names, methods and packed bytes. */
function entriesOf(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  try {
    const end = endOf(view);
    const entries = [];
    let at = view.getUint32(end + 16, true);
    for (let count = view.getUint16(end + 10, true); count > 0; count -= 1) {
      if (view.getUint32(at, true) !== ENTRY) throw new RangeError();
      const [method, size] = [view.getUint16(at + 10, true), view.getUint32(at + 20, true)];
      const [name, extra, comment] = [28, 30, 32].map((place) => view.getUint16(at + place, true));
      const local = view.getUint32(at + 42, true);
      const begin = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
      if (begin + size > bytes.length) throw new RangeError();
      entries.push({ name: new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + name)), method, data: bytes.subarray(begin, begin + size) });
      at += 46 + name + extra + comment;
    }
    return entries;
  } catch {
    throw new Error("this is not a zip archive, or it is damaged");
  }
}

/** Where the record at the end of an archive stands; a comment may follow it. */
function endOf(view) {
  for (let at = view.byteLength - 22; at >= Math.max(0, view.byteLength - 22 - 0xffff); at -= 1) {
    if (view.getUint32(at, true) === END) return at;
  }
  throw new RangeError();
}

async function inflated({ name, method, data }, most) {
  if (method !== 0 && method !== 8) throw new Error(`${name} is packed in a way that the page does not read`);
  const stream = new Blob([data]).stream();
  const reader = (method === 8 ? stream.pipeThrough(new DecompressionStream("deflate-raw")) : stream).getReader();
  const chunks = [];
  let size = 0;
  try {
    for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
      size += value.length;
      if (size > most) break;
      chunks.push(value);
    }
  } catch {
    throw new Error(`${name} in the archive is damaged`);
  }
  if (size > most) {
    reader.cancel().catch(() => null);
    throw new Error("the files of the archive have more than 64 MiB, the limit");
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}
