// Small helpers for elements. Text is always set as text, never as markup.

const SVG = "http://www.w3.org/2000/svg";

/**
 * Makes an HTML element.
 * @param {string} tag Name, optionally with classes: `"div.panel.wide"`.
 * @param {object} [props] Attributes; `on…` keys are listeners, `text` is the text content,
 *   `data` and `aria` are objects; `false`, `null` and `undefined` leave an attribute out.
 * @param {...(Node|string|null|Array)} children Nodes or texts.
 * @returns {HTMLElement}
 */
export function el(tag, props = {}, ...children) {
  const [name, ...classes] = tag.split(".");
  const element = document.createElement(name || "div");
  if (classes.length) element.classList.add(...classes);
  assign(element, props);
  append(element, children);
  return element;
}

/**
 * Makes an SVG element; arguments as for `el`.
 * @returns {SVGElement}
 */
export function svg(tag, props = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  assign(element, props);
  append(element, children);
  return element;
}

/** A button with a text, an optional key hint in its title, and a listener. */
export function button(text, onclick, props = {}) {
  return el("button", { type: "button", text, onclick, ...props });
}

/** A button that shows an icon only; `label` is its accessible name. */
export function iconButton(icon, label, onclick, props = {}) {
  const made = el("button.icon", { type: "button", title: label, onclick, ...props });
  made.setAttribute("aria-label", label);
  made.append(drawIcon(icon));
  return made;
}

/** A labelled control: `field("Speed", input)`; the label wraps the control. */
export function field(label, control, help) {
  const text = el("span.label", { text: label });
  return el("label.field", help ? { title: help } : {}, text, control);
}

/** A `<select>` of `[value, text]` pairs. */
export function select(options, value, onchange, props = {}) {
  const made = el("select", { ...props, onchange: () => onchange(made.value) });
  for (const [key, text] of options) made.append(el("option", { value: key, text }));
  made.value = value;
  return made;
}

/** A slider with its current value beside it; `show` makes the text of a value. */
export function slider({ label, min, max, step = 1, value, show = String, oninput, test }) {
  const output = el("output", { text: show(value) });
  // A label belongs to the first control within it, here the output: the input needs the name.
  const aria = { label };
  const data = test ? { test } : {};
  const input = el("input", { type: "range", min, max, step, value, aria, data });
  const say = () => {
    output.textContent = show(Number(input.value));
    input.setAttribute("aria-valuetext", output.textContent);
  };
  input.addEventListener("input", () => {
    say();
    oninput(Number(input.value));
  });
  say();
  const element = el("label.field.slider", {}, el("span.label", { text: label }, output), input);
  return {
    element,
    input,
    get value() {
      return Number(input.value);
    },
    set(next) {
      input.value = next;
      say();
    },
  };
}

/**
 * Tabs that show one of several views below them. The views are made when first shown.
 * @param {{label: string, views: Object<string, [string, function(): {element: HTMLElement,
 *   show?: function()}]>, onChoose: function(string)}} options
 * @returns {{element: HTMLElement, show(name: string): object}} `show` gives the view.
 */
export function tabs({ label, views, onChoose }) {
  const made = {};
  const names = Object.keys(views);
  const holder = el("div.card", { role: "tabpanel" });
  const list = el(
    "div.segments",
    { role: "tablist", aria: { label } },
    names.map((name) =>
      el("button", {
        type: "button",
        role: "tab",
        text: views[name][0],
        data: { view: name, test: `view-${name}` },
        onclick: () => onChoose(name),
      }),
    ),
  );
  list.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const next = list.children[(names.indexOf(event.target.dataset.view) + step + names.length) % names.length];
    next.focus();
    next.click();
    event.preventDefault();
    event.stopPropagation();
  });
  let now = null;
  const show = (name) => {
    for (const tab of list.children) {
      tab.setAttribute("aria-selected", tab.dataset.view === name);
      tab.tabIndex = tab.dataset.view === name ? 0 : -1;
    }
    made[name] ??= views[name][1]();
    if (now !== made[name]) {
      now = made[name];
      fill(holder, now.element);
      now.show?.();
    }
    return now;
  };
  return { element: el("section.wide.stack", { aria: { label } }, list, holder), show };
}

/** A part of the page that may be wider than the screen: it can be scrolled with the keyboard. */
export function scroller(label, ...children) {
  return el("div.scroll", { tabIndex: 0, role: "region", aria: { label } }, children);
}

/** Scrolls to a part of the page that an address names; a page around this one stays where it is. */
export function reveal(element) {
  const header = document.querySelector("header")?.getBoundingClientRect().height ?? 0;
  const scroll = () => scrollTo({ top: scrollY + element.getBoundingClientRect().top - header - 12 });
  scroll();
  // What stands above may only now get its height.
  requestAnimationFrame(() => requestAnimationFrame(scroll));
}

/** Replaces the children of an element. */
export function fill(element, ...children) {
  element.replaceChildren();
  append(element, children);
  return element;
}

function assign(element, props) {
  for (const [key, value] of Object.entries(props)) {
    if (value === false || value === null || value === undefined) continue;
    if (key === "text") element.textContent = value;
    else if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key === "data") Object.assign(element.dataset, value);
    else if (key === "aria") for (const [k, v] of Object.entries(value)) element.setAttribute(`aria-${k}`, v);
    else if (key === "class") element.setAttribute("class", value);
    else if (key in element && key !== "list" && !(element instanceof SVGElement)) element[key] = value;
    else element.setAttribute(key, value === true ? "" : value);
  }
}

function append(element, children) {
  for (const child of children.flat()) if (child !== null && child !== undefined && child !== false) element.append(child);
}

const ICONS = {
  undo: "M8 5 3 10l5 5M3 10h11a6 6 0 0 1 0 12h-3",
  redo: "m16 5 5 5-5 5M21 10H10a6 6 0 0 0 0 12h3",
  light: "M12 7a5 5 0 1 0 0 10 5 5 0 0 0 0-10M12 1v2M12 21v2M1 12h2M21 12h2M4 4l2 2M18 18l2 2M4 20l2-2M18 6l2-2",
  dark: "M20 14A8.5 8.5 0 0 1 10 4a8.5 8.5 0 1 0 10 10Z",
  help: "M9 9a3 3 0 1 1 4 3c-1 .5-1 1-1 2M12 18v.5",
  play: "M7 4v16l13-8Z",
  pause: "M8 4v16M16 4v16",
  step: "M6 4v16l10-8ZM19 4v16",
  back: "M18 4v16L8 12ZM5 4v16",
  first: "M18 5v14l-8-7ZM6 5v14",
  last: "M6 5v14l8-7ZM18 5v14",
  close: "M5 5l14 14M19 5 5 19",
  carry: "M12 3v12M7 10l5 5 5-5M4 20h16",
  copy: "M9 9h11v12H9ZM5 15H4V3h11v2",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-4 10c1 1 1 2 1 3h6c0-1 0-2 1-3a6 6 0 0 0-4-10Z",
  plus: "M12 4v16M4 12h16",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  search: "M10 4a6 6 0 1 0 0 12 6 6 0 0 0 0-12M15 15l6 6",
  up: "M12 20V5M6 11l6-6 6 6",
  down: "M12 4v15M6 13l6 6 6-6",
  left: "M20 12H5M11 6l-6 6 6 6",
  right: "M4 12h15M13 6l6 6-6 6",
  turn: "M4 12a8 8 0 1 1 3 6M4 20v-5h5",
  shuffle: "M3 6h4l10 12h4M3 18h4L17 6h4M18 3l3 3-3 3M18 15l3 3-3 3",
};

/** An icon by its name, hidden from screen readers. */
export function drawIcon(name) {
  const path = svg("path", { d: ICONS[name] ?? ICONS.more });
  return svg("svg", { viewBox: "0 0 24 24", class: "i", "aria-hidden": "true" }, path);
}
