// How the page came to be shown.

let isFirst = true;

/** Whether the browser has loaded the page again. Counts for the first room that asks: it resumes where it was. */
export function isReload() {
  const is = isFirst && performance.getEntriesByType("navigation")[0]?.type === "reload";
  isFirst = false;
  return is;
}
