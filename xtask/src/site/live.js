// Puts the live page into the places of the book that ask for it: `<div class="live"
// data-place="#/paths" data-title="…"></div>`. The page lies in the folder above the book.

const page = new URL("..", document.currentScript.src);

for (const place of document.querySelectorAll("div.live")) {
  const frame = document.createElement("iframe");
  frame.src = new URL(place.dataset.place, page).href;
  frame.title = place.dataset.title;
  frame.loading = "lazy";
  frame.style.cssText = "width: 100%; height: min(80vh, 760px); border: 1px solid currentColor; border-radius: 6px;";
  const alone = document.createElement("a");
  alone.href = frame.src;
  alone.textContent = `${place.dataset.title}: by itself`;
  place.replaceChildren(frame, alone);
}
