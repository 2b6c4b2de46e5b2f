// A board that follows events.

import { list, object } from "../check.js";
import type { Element, GameEvent } from "./events.js";

/** The elements of a board by their numbers, which follow the events of a game: the least that a screen has to keep. It knows no rule. */
export class Mirror {
  readonly #elements = new Map<number, Element>();

  /** The board of a state. */
  constructor(elements: readonly Element[]) {
    for (const element of Array.from(list(elements, "elements"))) this.#elements.set(element.id, element);
  }

  /** The elements that are on the board now, by their numbers. */
  get elements(): ReadonlyMap<number, Element> {
    return this.#elements;
  }

  /** Applies an event; reasons change nothing. */
  apply(event: GameEvent): void {
    object(event, "event");
    const elements = this.#elements;
    switch (event.event) {
      case "appear":
        elements.set(event.id, { id: event.id, ...event.look, ...event.to });
        break;
      case "leave":
        elements.delete(event.id);
        break;
      case "move":
        elements.set(event.id, { ...this.#known(event.id), ...event.to });
        break;
      case "turn":
      case "hit": {
        const { x, y } = this.#known(event.id);
        elements.set(event.id, { id: event.id, ...event.look, x, y });
        break;
      }
      case "omitted":
        throw new Error("events are missing: begin again with the elements of the state");
    }
  }

  #known(id: number): Element {
    const element = this.#elements.get(id);
    if (element === undefined) throw new Error(`the element ${id} is not on the board: an event is missing`);
    return element;
  }
}
