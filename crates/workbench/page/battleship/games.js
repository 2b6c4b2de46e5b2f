// The list of saved duels.

import { el, fill, iconButton } from "../dom.js";

/** Shows the saved duels in a list. */
export async function listGames(room, list) {
  const games = (await room.tools.door.sessions("battleship")).filter((game) =>
    game.id === room.duel.id ? !room.isDemo : game.made > 0 || game.name,
  );
  fill(
    list,
    games.slice(0, 30).map((game) =>
      el(
        "li",
        {},
        entry(room, game),
        iconButton("close", `Delete ${game.name || "this game"}`, () => forget(room, game)),
      ),
    ),
  );
}

function entry(room, game) {
  const isThis = game.id === room.duel.id;
  return el(
    "button.open",
    { type: "button", aria: isThis ? { current: "true" } : {}, onclick: () => room.tools.go({ game: game.id }) },
    el("span", { text: game.name || `Game ${game.id.slice(0, 4)}` }),
    el("span.muted", { text: game.headline }),
  );
}

async function forget(room, game) {
  const { door, note, refuse, go } = room.tools;
  try {
    const session = await door.session(game.id);
    const saved = await session.save();
    await session.forget();
    if (game.id === room.duel.id) go({ game: "" });
    const back = async () => {
      await door.play("battleship", { saved, ...(game.name ? { name: game.name } : {}) });
      room.panel.list();
    };
    note("Game deleted", { action: { label: "Bring it back", act: () => back().catch(refuse) }, seconds: 8 });
    room.panel.list();
  } catch (error) {
    refuse(error);
  }
}
