// Live maps in the worker: see `door.js` for what a live map does.

import { stringify } from "./json.js";

/**
 * Opens live maps in a worker.
 * @param {{call: function(object): Promise<object>}} link Calls of the worker, none of which is aborted: a live map ends with it.
 */
export const localLive = (link) => async (settings) => {
  const { live } = await link.call({ verb: "live/open", settings: stringify(settings) });
  return {
    frame: (input) => link.call({ verb: "live/frame", live, frame: input }),
    forget: () => link.call({ verb: "live/forget", live }),
  };
};
