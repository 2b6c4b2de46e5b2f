// The only room of a report, in place of the page's own `rooms.js`.

export const ROOMS = [{ name: "runs", text: "Report", folder: "report", load: () => import("./index.js") }];
