// Changes that come too late: another tab or program has changed the game or the drawing first.

/** Whether a change was refused since it is based on an older revision. */
export const isStale = (error) => error?.status === 409;

/**
 * Makes a change. Where it comes too late, its refusal gets the two ways out, as the choices that
 * `refuse` shows.
 * @param {function(): Promise} act
 * @param {{what: string, takeTheirs: function(), keepMine: function()}} ways
 */
export async function orBoth(act, ways) {
  try {
    return await act();
  } catch (error) {
    throw isStale(error) ? withWays(error, ways) : error;
  }
}

/**
 * Saves a file to the folder. Where another one has that name, both can be kept: the refusal offers to replace
 * it, or to save beside it.
 * @param {object} door
 * @param {string} name
 * @param {Blob|string} bytes
 * @param {function(string)} onSaved Receives the name under which the file was saved.
 */
export async function saveToFolder(door, name, bytes, onSaved) {
  const write = async (as, options) => {
    await door.saveFile(as, bytes, options);
    await onSaved(as);
  };
  const beside = async () => {
    const taken = new Set((await door.folder()).files.map((file) => file.name));
    let number = 2;
    const named = () => name.replace(/(?=\.[^.]*$)/, `-${number}`);
    while (taken.has(named())) number += 1;
    await write(named());
  };
  try {
    await write(name);
  } catch (error) {
    if (!isStale(error)) throw error;
    const choices = [
      { label: "Replace it", act: () => write(name, { isMeant: true }), test: "replace" },
      { label: "Keep both", act: beside, test: "keep-both" },
    ];
    throw Object.assign(error, { message: `The folder has another ${name}`, hint: "replace it, or keep both", choices });
  }
}

/** The refusal with the two ways out. */
export function withWays(error, { what, takeTheirs, keepMine }) {
  const choices = [
    { label: "Take theirs", act: takeTheirs, test: "take-theirs" },
    { label: "Keep mine as a copy", act: keepMine, test: "keep-mine" },
  ];
  return Object.assign(error, { message: `This ${what} was changed in another tab or program`, hint: "take theirs, or keep yours as a copy beside it", choices });
}
