// The end of all events of a page.

/** Why no events will come any more, as the fields of a refusal. Pure. */
export function closing(status) {
  if (status === 401 || status === 403)
    return { error: "the workbench does not accept the token of this page", hint: "open the address that `tilewright workbench` printed", status };
  return { error: "the workbench has no events for this page any more", hint: "load the page again", status };
}
