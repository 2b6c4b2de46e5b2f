"""A walker in pygame on a map that changes.

    python pygame_walker.py
    python pygame_walker.py --shot walker.png

The left button paints walls, or removes them where one is; the right one says where to go. With ``--shot`` a wall is built across
the way without a window, and a picture is saved. Needs ``pip install pygame``.
"""

import argparse
import math
import os

import pygame

from tilewright import live

ROWS, COLUMNS, TILE = 30, 40, 22
#: Cells a second.
SPEED = 8.0
PAPER, LINES, WALL, WAY, GOAL, WALKER = "#f5f2eb", "#ebe6db", "#595460", "#8fb4d4", "#6bad61", "#d35f57"


class World:
    """A map, and one who walks on it."""

    def __init__(self) -> None:
        self.map = live.Map(ROWS, COLUMNS)
        self.map.fill((4, 12), 15, 1, live.Terrain.WALL)
        self.map.fill((12, 25), 11, 1, live.Terrain.WALL)
        self.map.fill((12, 26), 1, 7, live.Terrain.WALL)
        self.at = 14.0, 2.0
        self.trail = [self.at]
        self.goal = 14, 37
        self.plan()

    def plan(self) -> None:
        """Finds the way from the cell that the walker is in."""
        row, column = self.at
        self.route = self.map.route((round(row), round(column)), self.goal, or_nearest=True)
        self.reached = 0

    def paint(self, cell: tuple[int, int], terrain: live.Terrain) -> None:
        """Makes a cell a wall or free."""
        if self.map.cell(cell).terrain == terrain:
            return
        self.map.set(cell, terrain)
        # A change elsewhere asks for nothing: the route is still one, and no other has become shorter.
        is_kept = bool(self.route.places) and self.map.is_valid(self.route, self.reached)
        if not is_kept or self.map.may_improve(self.route):
            self.plan()

    def walk(self, seconds: float) -> None:
        """Goes along the route."""
        left = SPEED * seconds
        while left > 0 and self.reached + 1 < len(self.route.places):
            row, column = self.route.places[self.reached + 1].cell
            far = math.dist(self.at, (row, column))
            if far <= left:
                self.at = float(row), float(column)
                self.reached += 1
            else:
                down, right = row - self.at[0], column - self.at[1]
                self.at = self.at[0] + down / far * left, self.at[1] + right / far * left
            left -= far
        if math.dist(self.at, self.trail[-1]) > 0.5:
            self.trail.append(self.at)


def middle(row: float, column: float) -> tuple[float, float]:
    """Where the middle of a cell is on the screen."""
    return (column + 0.5) * TILE, (row + 0.5) * TILE


def draw(surface: pygame.Surface, world: World) -> None:
    surface.fill(PAPER)
    for row in range(1, ROWS):
        pygame.draw.line(surface, LINES, (0, row * TILE), (COLUMNS * TILE, row * TILE))
    for column in range(1, COLUMNS):
        pygame.draw.line(surface, LINES, (column * TILE, 0), (column * TILE, ROWS * TILE))
    # One array instead of a call for each cell.
    walls = world.map.terrain() == live.Terrain.WALL
    for row, column in zip(*walls.nonzero(), strict=True):
        pygame.draw.rect(surface, WALL, (int(column) * TILE + 1, int(row) * TILE + 1, TILE - 1, TILE - 1), border_radius=4)

    for at in world.trail:
        pygame.draw.circle(surface, "#e5bdb7", middle(*at), 3)
    way = [middle(*world.at), *(middle(*it.cell) for it in world.route.places[world.reached + 1 :])]
    if len(way) > 1:
        pygame.draw.lines(surface, WAY, False, way, 4)
    pygame.draw.circle(surface, GOAL, middle(*world.goal), 10, 4)
    pygame.draw.circle(surface, WALKER, middle(*world.at), 9)


def shoot(surface: pygame.Surface, world: World, path: str) -> None:
    """Builds a wall across the way while the walker is on it, and saves a picture."""
    for frame in range(75):
        if frame == 20:
            for row in range(19, 26):
                world.paint((row, 12), live.Terrain.WALL)
        world.walk(1 / 30)
    draw(surface, world)
    pygame.image.save(surface, path)


def cell_at(x: int, y: int) -> tuple[int, int]:
    """The cell under the mouse, which may leave the window while a button is held."""
    return min(max(y // TILE, 0), ROWS - 1), min(max(x // TILE, 0), COLUMNS - 1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shot", help="walk without a window, and save a picture in this file")
    shot = parser.parse_args().shot
    if shot:
        os.environ["SDL_VIDEODRIVER"] = "dummy"
    # Not all of pygame: no sound is played.
    pygame.display.init()
    pygame.display.set_caption("tilewright: a walker")
    surface = pygame.display.set_mode((COLUMNS * TILE, ROWS * TILE))
    world = World()
    if shot:
        shoot(surface, world, shot)
        return

    clock = pygame.time.Clock()
    brush = live.Terrain.WALL
    while True:
        for event in pygame.event.get():
            if event.type == pygame.QUIT:
                return
            if event.type == pygame.MOUSEBUTTONDOWN:
                cell = cell_at(*event.pos)
                if event.button == 1:
                    # A stroke that begins on a wall removes walls.
                    is_wall = world.map.cell(cell).terrain == live.Terrain.WALL
                    brush = live.Terrain.FREE if is_wall else live.Terrain.WALL
                    world.paint(cell, brush)
                elif event.button == 3:
                    world.goal = cell
                    world.plan()
            if event.type == pygame.MOUSEMOTION and event.buttons[0]:
                world.paint(cell_at(*event.pos), brush)
        world.walk(clock.tick(60) / 1000)
        draw(surface, world)
        pygame.display.flip()


if __name__ == "__main__":
    main()
