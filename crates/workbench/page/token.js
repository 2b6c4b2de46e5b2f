// The token of the server: it comes with the printed address and is kept in this browser.

/** Whether an address fragment brings a token along. */
export const hasToken = (hash) => TOKEN.test(hash);

const TOKEN = /[#&]token=([^&]+)/;

/** Moves the token from the address into localStorage. Returns the token, or `null`. */
export function takeToken(place = location, storage = localStorage, past = history) {
  const found = TOKEN.exec(place.hash);
  if (found) {
    storage.setItem("tilewright.token", found[1]);
    past.replaceState(null, "", place.hash.replace(/[#&]token=[^&]+/, "") || "#/");
  }
  return storage.getItem("tilewright.token");
}
