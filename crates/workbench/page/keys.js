// Whose key it is: that of the focused control, or that of the page.

/** Whether the keyboard belongs to the focused control. */
export function isTyping(target) {
  return (
    target.matches?.(
      "textarea, select, [contenteditable], input:not([type=checkbox]):not([type=radio]):not([type=range]):not([type=button])",
    ) ?? false
  );
}

/** Whether the focused control uses this key itself. */
export function isTaken({ target, key }) {
  if (key === " " || key === "Enter") return target.matches?.("button, a, summary, input, [role=menuitem]") ?? false;
  if (/^(Arrow|Home|End|Page)/.test(key)) return target.matches?.("input[type=range], input[type=radio], [role=menuitem]") ?? false;
  return false;
}
