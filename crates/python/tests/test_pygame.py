"""The samples for pygame, where it is installed."""

import importlib.util
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import ROOT

from tilewright import live

SAMPLES = ROOT / "crates/python/samples"

pygame = pytest.importorskip("pygame")


@pytest.fixture
def headless(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    pygame.display.init()
    pygame.font.init()


def sample(name: str) -> Any:
    """The module of a sample."""
    spec = importlib.util.spec_from_file_location(name, SAMPLES / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", ["pygame_match3", "pygame_walker"])
def test_a_sample_saves_the_same_picture_each_time(name: str, tmp_path: Path) -> None:
    for number in (1, 2):
        shot = tmp_path / f"{number}.png"
        command = [sys.executable, str(SAMPLES / f"{name}.py"), "--shot", str(shot)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
    pictures = [pygame.surfarray.array3d(pygame.image.load(tmp_path / f"{number}.png")) for number in (1, 2)]
    assert (pictures[0] == pictures[1]).all()
    # It is no empty window.
    colors = np.unique(pictures[0].reshape(-1, 3), axis=0)
    assert len(colors) > 6


@pytest.mark.usefixtures("headless")
def test_a_click_swaps_and_z_takes_it_back() -> None:
    match3 = sample("pygame_match3")
    screen = match3.Screen(live.Game("match3", level=match3.LEVEL, seed=7))
    before = {id: it.to for id, it in screen.sprites.items()}
    (row, column), (to_row, to_column) = screen.game.hint(bot="greedy")

    def click(row: int, column: int) -> None:
        screen.click(match3.LEFT + column * match3.TILE + 9, match3.TOP + row * match3.TILE + 9)

    click(row, column)
    click(to_row, to_column)
    assert screen.steps and screen.moves == 24
    while screen.steps:
        screen.update(40)
    # The screen is where the game is, by the events alone.
    shown = {id: it.to for id, it in screen.sprites.items()}
    state = screen.game.state()
    assert shown == {it["id"]: tuple(it["cell"]) for it in state["elements"]}
    assert (screen.score, screen.left) == (state["score"], state["left"])

    screen.press(pygame.K_z)
    assert {id: it.to for id, it in screen.sprites.items()} == before and screen.moves == 25
    screen.click(0, 0)
    assert screen.chosen is None


@pytest.mark.usefixtures("headless")
def test_a_walker_comes_to_its_goal_around_walls_that_are_painted() -> None:
    walker = sample("pygame_walker")
    world = walker.World()
    for frame in range(600):
        if frame == 20:
            for row in range(walker.ROWS):
                world.paint((row, 12), live.Terrain.WALL)
        if frame == 300:
            # It waits before the wall, which has no hole, until there is one.
            assert world.at[1] == 11
            world.paint((2, 12), live.Terrain.FREE)
        world.walk(1 / 30)
        assert world.map.cell([round(it) for it in world.at]).terrain == live.Terrain.FREE
    assert world.at == world.goal


@pytest.mark.usefixtures("headless")
def test_the_first_program_of_the_book_runs_until_its_window_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    page = (ROOT / "docs/src/how-to/pygame.md").read_text()
    program = page.split("```python\n")[1].split("```")[0]
    frames = 0

    def flip() -> None:
        nonlocal frames
        frames += 1
        if frames == 10:
            pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(15 * 24, 3 * 24), button=1))
        if frames == 60:
            pygame.event.post(pygame.event.Event(pygame.QUIT))

    monkeypatch.setattr(pygame.display, "flip", flip)
    monkeypatch.setattr(pygame.time, "Clock", lambda: type("Clock", (), {"tick": lambda self, rate: None})())
    names: dict[str, Any] = {}
    exec(compile(program, "pygame.md", "exec"), names)
    # The frame in which it is closed is shown, too.
    assert frames == 61 and names["walker"] == names["goal"]
    assert names["map"].cell((3, 15)).terrain == live.Terrain.WALL
