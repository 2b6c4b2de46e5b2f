// Pictures of `draw` in the page: parsed, freed of all that could run, and recoloured for the
// theme.

import { recolor } from "./theme.js";

const texts = new WeakMap();
const ALLOWED = new Set([
  "svg",
  "g",
  "rect",
  "circle",
  "ellipse",
  "line",
  "polyline",
  "polygon",
  "path",
  "text",
  "tspan",
  "title",
  "desc",
  "defs",
  "lineargradient",
  "radialgradient",
  "stop",
  "clippath",
  "use",
  "symbol",
  "pattern",
  "marker",
  "mask",
  "image",
]);

/**
 * Shows a picture in an element, in place of what it held.
 * @param {Element} holder
 * @param {string} text SVG.
 * @param {{label?: string}} [options] The accessible name, if it is not the picture's title.
 * @returns {SVGSVGElement} The picture in the page.
 */
export function showPicture(holder, text, { label } = {}) {
  const made = parsePicture(recolor(text));
  made.classList.add("picture");
  if (label) made.setAttribute("aria-label", label);
  texts.set(made, text);
  holder.replaceChildren(made);
  return made;
}

/** The original text of a picture that `showPicture` showed in a holder. */
export function pictureText(holder) {
  const shown = holder.querySelector("svg.picture");
  return shown ? (texts.get(shown) ?? shown.outerHTML) : "";
}

/** Shows all pictures of the page in the colours of the current theme. */
export function repaintPictures(root = document) {
  for (const shown of root.querySelectorAll("svg.picture")) {
    const text = texts.get(shown);
    if (text && shown.parentElement) {
      const again = parsePicture(recolor(text));
      again.setAttribute("class", shown.getAttribute("class"));
      if (shown.hasAttribute("aria-label")) again.setAttribute("aria-label", shown.getAttribute("aria-label"));
      texts.set(again, text);
      shown.replaceWith(again);
    }
  }
}

/** Parses SVG and keeps only shapes: no scripts, styles, links or listeners. */
export function parsePicture(text) {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  if (parsed.localName !== "svg") throw new Error("not a picture");
  for (const element of [parsed, ...parsed.querySelectorAll("*")]) {
    if (!ALLOWED.has(element.localName.toLowerCase())) {
      element.remove();
      continue;
    }
    for (const { name, value } of [...element.attributes]) {
      const isLink = name === "href" || name === "xlink:href";
      if (/^on/i.test(name) || name === "style" || (isLink && !/^(#|data:image\/)/.test(value))) element.removeAttribute(name);
    }
  }
  return document.importNode(parsed, true);
}

/** A picture as PNG, drawn by the browser; `scale` pixels per unit. */
export async function toPng(text, scale = 2) {
  const url = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = Object.assign(document.createElement("canvas"), {
      width: image.naturalWidth * scale,
      height: image.naturalHeight * scale,
    });
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve) => {
      canvas.toBlob(resolve, "image/png");
    });
  } finally {
    URL.revokeObjectURL(url);
  }
}
