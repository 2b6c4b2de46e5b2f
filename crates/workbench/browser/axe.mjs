// axe, which looks for barriers in a page.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const AXE = readFileSync(createRequire(join(process.env.TILEWRIGHT_NODE_MODULES, "none.js")).resolve("axe-core/axe.min.js"), "utf8");

/** What axe finds wrong in the page: rule, element and message. */
export async function wrongIn(page) {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  return page.evaluate(async () => {
    const { violations } = await window.axe.run(document, { resultTypes: ["violations"] });
    const words = ({ html, any, all, none }) => `${html.slice(0, 120)}: ${[...any, ...all, ...none][0]?.message ?? ""}`;
    return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${words(node)}`));
  });
}
