"""A level of match-3 in pygame, drawn from its events.

    python pygame_match3.py
    python pygame_match3.py --shot level.png

A click chooses a block, and one on a neighbour swaps the two; the same block twice taps it. The space bar makes the move of a bot,
z takes one back. With ``--shot`` the bot plays without a window, and a picture is saved in the middle of a move. Needs ``pip install pygame``.
"""

import argparse
import json
import os
from itertools import groupby
from typing import Any

import pygame

from tilewright import live

ROWS, COLUMNS, TILE, LEFT, TOP = 8, 8, 64, 40, 104
WIDTH, HEIGHT = 2 * LEFT + COLUMNS * TILE, TOP + ROWS * TILE + LEFT
#: How long a step takes, in milliseconds.
STEP = 150
LEVEL = {
    "rules": "royal",
    "colors": 5,
    "moves": 25,
    "goal": {"collect": 60},
    "layout": [
        [".", ".", ".", ".", ".", ".", ".", "."],
        [".", "._grass1", "._grass1", ".", ".", "._grass1", "._grass1", "."],
        [".", "._grass1", ".", ".", ".", ".", "._grass1", "."],
        [".", ".", ".", "box2", "box2", ".", ".", "."],
        [".", ".", "box1", "box2", "box2", "box1", ".", "."],
        [".+chain1", ".", ".", "box1", "box1", ".", ".", ".+chain1"],
        [".+chain1", ".", ".", ".", ".", ".", ".", ".+chain1"],
        [".", ".", ".", ".", ".", ".", ".", "."],
    ],
}
PAPER, BOARD, INK, GRASS, BOX, CHAIN = "#f5f2eb", "#e6e0d4", "#333338", "#a9bf95", "#9e7549", "#4a4a52"
COLORS = ["#d35f57", "#4d8ec6", "#6bad61", "#eec24d", "#9470b8"]


class Sprite:
    """A thing on the board: where it is drawn, where it goes in this step, and how it looks."""

    def __init__(self, cell: list[int], look: dict[str, Any], start: tuple[float, float] | None = None) -> None:
        self.at = start or (float(cell[0]), float(cell[1]))
        self.to = float(cell[0]), float(cell[1])
        self.look = look
        self.fades = False

    def place(self, part: float) -> tuple[float, float]:
        """The row and column after a part of the step."""
        row, column = (at + (to - at) * part for at, to in zip(self.at, self.to, strict=True))
        return row, column


class Screen:
    """The board as it is shown, which follows the game step by step."""

    def __init__(self, game: live.Game) -> None:
        self.game = game
        self.steps: list[list[dict[str, Any]]] = []
        self.clock = 0.0
        self.chosen: tuple[int, int] | None = None
        self.message = ""
        self.deal()

    def deal(self) -> None:
        """Shows the game as it stands: at the beginning, and after undo, which has no events."""
        state = self.game.state()
        self.sprites = {it["id"]: Sprite(it["cell"], it) for it in state["elements"]}
        self.score, self.left, self.moves = state["score"], state["left"], state["move_limit"] - state["moves_made"]

    def play(self, move: Any) -> None:
        """Makes a move. What happens in one step is shown at once."""
        turn = self.game.play(move)
        self.steps = [list(step) for _, step in groupby(turn["events"], key=lambda event: event["step"])]
        self.moves -= turn["made"]
        self.message = "" if turn["made"] else "That makes no group."

    def apply(self, event: dict[str, Any]) -> None:
        """Changes the sprites as an event says. Those that are not named here are reasons, which this screen does not show."""
        match event["event"]:
            case "appear":
                row, column = event["to"]
                # What comes in falls from the cell above.
                start = (row - 1.0, float(column)) if event["manner"] == "refilled" else None
                self.sprites[event["id"]] = Sprite(event["to"], event["look"], start)
            case "move":
                row, column = event["to"]
                self.sprites[event["id"]].to = float(row), float(column)
            case "turn" | "hit":
                self.sprites[event["id"]].look = event["look"]
            case "leave":
                self.sprites[event["id"]].fades = True
            case "score":
                self.score += event["value"]
            case "count":
                self.left = event["value"]
            case "end":
                self.message = "You have won." if event["manner"] == "won" else "The game is over."

    def update(self, passed: float) -> None:
        """Lets milliseconds pass."""
        if not self.steps:
            return
        if self.clock == 0:
            for event in self.steps[0]:
                self.apply(event)
        self.clock += passed
        if self.clock >= STEP:
            self.clock = 0
            self.steps.pop(0)
            self.sprites = {id: it for id, it in self.sprites.items() if not it.fades}
            for sprite in self.sprites.values():
                sprite.at = sprite.to

    def click(self, x: int, y: int) -> None:
        """Chooses a cell, or swaps it with the one that was chosen."""
        cell = (y - TOP) // TILE, (x - LEFT) // TILE
        if self.steps or not (0 <= cell[0] < ROWS and 0 <= cell[1] < COLUMNS):
            return
        if self.chosen is None:
            self.chosen = cell
        else:
            self.play([self.chosen, cell])
            self.chosen = None

    def press(self, key: int) -> None:
        """Answers a key."""
        if self.steps:
            return
        if key == pygame.K_SPACE and (move := self.game.hint(bot="greedy")):
            self.play(move)
        elif key == pygame.K_z and self.game.undo():
            self.deal()
            self.message = ""
        self.chosen = None


class Painter:
    """Draws a screen."""

    def __init__(self, surface: pygame.Surface) -> None:
        self.surface = surface
        self.large = pygame.font.Font(None, 34)
        self.small = pygame.font.Font(None, 24)

    def draw(self, screen: Screen) -> None:
        self.surface.fill(PAPER)
        self.write(self.large, f"{screen.left} to collect", LEFT, 26)
        self.write(self.large, f"{screen.moves} moves", LEFT + 230, 26)
        self.write(self.large, f"{screen.score} points", LEFT + 370, 26)
        self.write(self.small, screen.message or "space: a bot's move    z: undo", LEFT, 62)

        board = pygame.Rect(LEFT - 6, TOP - 6, COLUMNS * TILE + 12, ROWS * TILE + 12)
        pygame.draw.rect(self.surface, BOARD, board, border_radius=12)
        # What comes in is hidden above the board.
        self.surface.set_clip(board)
        part = min(1.0, screen.clock / STEP)
        above = {"ground": 0, "cover": 2}
        for sprite in sorted(screen.sprites.values(), key=lambda it: above.get(it.look["sort"], 1)):
            self.paint(sprite, part)
        if screen.chosen:
            row, column = screen.chosen
            pygame.draw.rect(self.surface, INK, self.box(row, column, 2), 4, border_radius=16)
        self.surface.set_clip(None)

    def write(self, font: pygame.font.Font, text: str, x: float, y: float) -> None:
        self.surface.blit(font.render(text, True, INK), (x, y))

    @staticmethod
    def box(row: float, column: float, inset: float) -> pygame.Rect:
        side = TILE - 2 * inset
        return pygame.Rect(round(LEFT + column * TILE + inset), round(TOP + row * TILE + inset), side, side)

    def paint(self, sprite: Sprite, part: float) -> None:
        row, column = sprite.place(part)
        look = sprite.look
        # What leaves grows smaller.
        gone = part * TILE / 2 if sprite.fades else 0
        color = COLORS[look["color"]] if "color" in look else BOX
        match look["sort"]:
            case "ground":
                pygame.draw.rect(self.surface, GRASS, self.box(row, column, 1 + gone), border_radius=8)
            case "cover":
                frame = self.box(row, column, 4 + gone)
                pygame.draw.rect(self.surface, CHAIN, frame, 5, border_radius=14)
                pygame.draw.line(self.surface, CHAIN, frame.move(9, 9).topleft, frame.move(-10, -10).bottomright, 6)
            case "blocker":
                frame = self.box(row, column, 3 + gone)
                pygame.draw.rect(self.surface, BOX, frame, border_radius=6)
                pygame.draw.rect(self.surface, "#82603b", frame, 4, border_radius=6)
                if look.get("layers", 1) > 1 and not gone:
                    number = self.large.render(str(look["layers"]), True, "white")
                    self.surface.blit(number, number.get_rect(center=frame.center))
            case "piece" | "armed-piece":
                self.piece(look, self.box(row, column, 6 + gone))
            case _:
                pygame.draw.rect(self.surface, color, self.box(row, column, 6 + gone), border_radius=14)

    def piece(self, look: dict[str, Any], frame: pygame.Rect) -> None:
        """A piece by the letter of its name, in a dark circle."""
        pygame.draw.circle(self.surface, INK, frame.center, frame.width / 2)
        pygame.draw.circle(self.surface, COLORS[look["color"]] if "color" in look else PAPER, frame.center, frame.width / 2 - 6)
        if frame.width > TILE / 2:
            letter = self.large.render(look.get("name", "?")[0].upper(), True, INK)
            self.surface.blit(letter, letter.get_rect(center=frame.center))


def shoot(screen: Screen, painter: Painter, path: str) -> None:
    """Lets the bot play, and saves a picture while many blocks fall for the second time."""
    falls = 0
    while True:
        if not screen.steps:
            screen.press(pygame.K_SPACE)
        screen.update(STEP / 2)
        falls += sum(event["event"] == "move" for event in screen.steps[0]) > 5
        if falls == 2:
            break
        screen.update(STEP / 2)
    painter.draw(screen)
    pygame.image.save(painter.surface, path)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shot", help="play without a window, and save a picture in this file")
    shot = parser.parse_args().shot
    if shot:
        os.environ["SDL_VIDEODRIVER"] = "dummy"
    # Not all of pygame: no sound is played.
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_caption("tilewright: match-3")
    painter = Painter(pygame.display.set_mode((WIDTH, HEIGHT)))
    screen = Screen(live.Game("match3", level=json.dumps(LEVEL), seed=7))
    if shot:
        shoot(screen, painter, shot)
        return

    clock = pygame.time.Clock()
    while True:
        for event in pygame.event.get():
            if event.type == pygame.QUIT:
                return
            if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
                screen.click(*event.pos)
            if event.type == pygame.KEYDOWN:
                screen.press(event.key)
        screen.update(clock.tick(60))
        painter.draw(screen)
        pygame.display.flip()


if __name__ == "__main__":
    main()
