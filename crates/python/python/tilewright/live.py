"""Games and maps that live in a running program, for pygame, Arcade, Panda3D and tools: ``from tilewright import live``.

>>> game = live.Game("2048", seed=7)
>>> turn = game.play(game.hint(player="greedy"))
>>> map = live.Map(30, 40)
>>> map.fill((4, 12), 20, 1, live.Terrain.WALL)
>>> route = map.route((14, 2), (14, 37))

What a game answers is plain values, as JSON has them; cells are ``(row, column)`` everywhere. The chapter *Games and maps in pygame*
of the book shows both on a screen. Nothing here reads a clock or draws: a program steps games and maps when it likes, and the same
calls have the same answers on every machine.

Everything may be used by several threads. Calls that work for longer let other threads run; none of them is stopped by Ctrl-C before
it ends, so give queries and hints a budget where a frame must not wait.
"""

from tilewright._live_crowds import Bodies, Crowd, CrowdEvent, Flow, Walker, WalkerState
from tilewright._live_fields import Field
from tilewright._live_games import EVENT, GAMES, Game, NumberedEvents, Turn
from tilewright._live_maps import Cell, Corners, Layer, Map, Neighbors, Route
from tilewright._live_places import Place, Terrain

__all__ = [
    "EVENT",
    "GAMES",
    "Bodies",
    "Cell",
    "Corners",
    "Crowd",
    "CrowdEvent",
    "Field",
    "Flow",
    "Game",
    "Layer",
    "Map",
    "Neighbors",
    "NumberedEvents",
    "Place",
    "Route",
    "Terrain",
    "Turn",
    "Walker",
    "WalkerState",
]
