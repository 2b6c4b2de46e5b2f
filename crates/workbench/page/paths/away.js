// What can be carried away from the room: pictures, the answer, the command, the map, the paths.

import { stringify } from "../json.js";
import { mapDocument } from "./address.js";
import { exportMap } from "./files.js";

/** The source of the menu: what the view that is shown asks for. */
export function awayOf(ctx) {
  const { tools, holding } = ctx;
  const view = ctx.view();
  const asked = async (as, more = {}) => {
    const { task, request } = view.request(await holding.named());
    return tools.door.ask(task, request, { as, ...more });
  };
  const { task, animated } = view.request(view.file ?? "map.txt");
  const name = task.replace("/", "-");
  const source = {
    name,
    svg: () => asked("svg"), png: () => asked("png"),
    json: async () => (await asked("json")).text,
    command: () => tools.command(task, view.request(view.file ?? fileOf(ctx)).request, { picture: `${name}.svg` }),
    more: [
      ...(view.file ? [{ label: "Map with NPCs as .json", file: view.file, make: () => new Blob([mapText(ctx)]) }] : []),
      ...["txt", "map", "tmx"].map((ending) => ({ label: `Map as .${ending}`, file: fileName(ctx, ending), make: () => exportMap(ctx, ending) })),
      ...(view.outputs ? ["tmx", "tmj"].map((ending) => ({ label: `Map with paths as .${ending}`, file: `${name}-${ending}.zip`, make: () => asked("file", { output: "output", ending }) })) : []),
    ],
  };
  if (animated) Object.assign(source, { gif: () => asked("gif"), apng: () => asked("apng") });
  return source;
}

/** The map with its NPCs as the file that the command reads. */
const mapText = ({ state, holding }) => stringify({ schema: "tilewright/map/2", ...mapDocument(state, holding.map) });

/** A new map of Tiled comes with its tileset and picture, in a zip. */
const fileName = ({ holding }, ending) => (ending === "tmx" && !/\.tm[xj]$/.test(holding.original?.name ?? "") ? "map.zip" : `map.${ending}`);

/** The name under which the map is carried away, for the command. */
const fileOf = ({ holding }) => holding.original?.name.split("/").at(-1) ?? "map.txt";
