"""The golden playthrough that every language plays: the calls of games.txt and walkers.txt find the numbers after their `` = ``."""

import json
import math
from collections.abc import Callable, Iterable
from pathlib import Path

from conftest import ROOT

import tilewright
from tilewright import live

FOLDER = ROOT / "crates/capi/tests/playthrough"

#: How an event of match-3 is mixed: by the fields of the header for C, in which no cell is 65535.
FIELDS = (
    "kind",
    "manner",
    "list_length",
    "step",
    "id",
    "by",
    "from",
    "to",
    "sort",
    "number",
    "color",
    "detail",
    "value",
    "list_start",
)


def mixed(numbers: Iterable[int], mix: int = 0) -> int:
    for number in numbers:
        mix = (mix * 65599 + number) % 2147483647
    return mix


def millionths(cost: float) -> int:
    return math.floor(cost * 1e6 + 0.5)


def played(name: str, call: Callable[[str], list[int]]) -> int:
    """Makes the calls of a file. Returns how many of them were compared."""
    compared = 0
    for number, line in enumerate((FOLDER / name).read_text().splitlines(), 1):
        asked, sign, expected = line.rpartition(" = ")
        found = call(asked if sign else line)
        assert found == [int(it) for it in expected.split()] if sign else not found, f"{name}:{number}: {line}"
        compared += bool(sign)
    return compared


class Games:
    """Plays the lines of games.txt."""

    game: live.Game

    def __call__(self, line: str) -> list[int]:
        verb, rest = line.split(" ", 1)
        if verb == "swap":
            x, y, to_x, to_y = (int(it) for it in rest.split())
            return [self.swapped((y, x), (to_y, to_x))]
        word, _, argument = rest.partition(" ")
        if verb == "game":
            self.game = live.Game(word, **json.loads(argument))
            return []
        return [mixed(self.game.ask_json(word, argument).encode())]

    def swapped(self, from_: tuple[int, int], to: tuple[int, int]) -> int:
        # A copy that plays by words has the same events and is where the game is afterwards.
        copy = self.game.copy()
        turn = copy.swap(from_, to)
        why, events, lists = self.game.play_numbers([from_, to])
        assert (turn["made"], turn.get("why"), len(turn["events"])) == (why is None, why, len(events))
        assert copy.save() == self.game.save()
        mix = 0
        for event in events:
            numbers = {name: int(event[name]) for name in FIELDS}
            numbers["value"] &= 0xFFFFFFFF
            for cell in ("from", "to"):
                numbers[cell] &= 0xFFFF
            mix = mixed(numbers.values(), mix)
        return mixed(lists.tolist(), mix)


class Walkers:
    """Plays the lines of walkers.txt, whose places are columns and rows."""

    map: live.Map

    def __init__(self) -> None:
        self.floors: list[tuple[int, int]] = []
        self.layers: list[live.Layer] = []
        self.links: list[int] = []
        self.fields: list[live.Field] = []
        self.crowds: list[live.Crowd] = []
        self.walkers: list[int] = []

    def __call__(self, line: str) -> list[int]:
        if not line or line.startswith("#"):
            return []
        verb, *words = line.split()
        numbers = [float(it) for it in words]
        whole = [int(it) for it in numbers]
        if verb == "floor":
            self.floors.append((whole[1], whole[0]))
            return []
        if verb == "layer":
            costs = {terrain: cost for terrain, cost in enumerate(numbers[3:]) if cost > 0}
            sizes = [size for size in range(1, 9) if whole[2] >> (size - 1) & 1]
            corners: tuple[live.Corners, ...] = ("never", "one", "always")
            neighbors: live.Neighbors = 4 if whole[0] == 4 else 8
            self.layers.append(live.Layer(neighbors, corners[whole[1]], costs, sizes))
            return []
        if not hasattr(self, "map"):
            self.map = live.Map(floors=self.floors, layers=self.layers)
        found: list[int] = getattr(self, f"do_{verb}")(whole, numbers) or []
        return found

    @staticmethod
    def place(whole: list[int], at: int) -> live.Place:
        column, row, floor = whole[at : at + 3]
        return live.Place(row, column, floor)

    def do_set(self, whole: list[int], _: list[float]) -> None:
        self.map.set(self.place(whole, 0), whole[3])

    def do_fill(self, whole: list[int], _: list[float]) -> None:
        self.map.fill(self.place(whole, 0), whole[4], whole[3], whole[5])

    def do_cost(self, whole: list[int], numbers: list[float]) -> None:
        self.map.set_cost(self.place(whole, 0), numbers[3])

    def do_danger(self, whole: list[int], _: list[float]) -> None:
        self.map.set_danger(self.place(whole, 0), whole[3])

    def do_door(self, whole: list[int], _: list[float]) -> None:
        if whole[3] == 0:
            self.map.remove_door(self.place(whole, 0))
        else:
            self.map.set_door(self.place(whole, 0), *whole[3:6])

    def do_link(self, whole: list[int], numbers: list[float]) -> None:
        ends = self.place(whole, 0), self.place(whole, 3)
        self.links.append(self.map.add_link(*ends, numbers[6], mask=whole[7], both_ways=bool(whole[8])))

    def do_unlink(self, whole: list[int], _: list[float]) -> None:
        self.map.remove_link(self.links[whole[0]])

    def do_reach(self, whole: list[int], _: list[float]) -> list[int]:
        layer, size, mask = whole[6:9]
        ends = self.place(whole, 0), self.place(whole, 3)
        return [self.map.is_reachable(*ends, layer=layer, size=size, mask=mask)]

    def do_route(self, whole: list[int], _: list[float]) -> list[int]:
        layer, size, mask, or_nearest, budget = whole[6:]
        route = self.map.route(
            self.place(whole, 0),
            self.place(whole, 3),
            layer=layer,
            size=size,
            mask=mask,
            or_nearest=bool(or_nearest),
            budget=budget or None,
        )
        slices = 1
        while route.outcome == "unfinished":
            route = self.map.resume(route)
            slices += 1
        outcome = ("unreachable", "reached", "nearest").index(route.outcome)
        cost = millionths(route.cost) if route.places else 0
        return [outcome, len(route.places), cost, self.mixed_places(route.places), slices]

    @staticmethod
    def mixed_places(places: Iterable[live.Place], mix: int = 0) -> int:
        for row, column, floor in places:
            mix = mixed((column, row, floor), mix)
        return mix

    def values(self, field: live.Field) -> list[int]:
        mix = 0
        for floor in range(len(self.floors)):
            values = field.values(floor).ravel().tolist()
            mix = mixed((0 if math.isinf(it) else millionths(it) + 1 for it in values), mix)
        return [mix]

    def goals(self, whole: list[int], first: int) -> list[live.Place]:
        return [self.place(whole, at) for at in range(first, len(whole), 3)]

    def do_field(self, whole: list[int], _: list[float]) -> list[int]:
        layer, size, mask = whole[:3]
        self.fields.append(self.map.field(self.goals(whole, 3), layer=layer, size=size, mask=mask))
        return self.values(self.fields[-1])

    def do_aim(self, whole: list[int], _: list[float]) -> list[int]:
        self.fields[whole[0]].set_goals(self.goals(whole, 1))
        return self.values(self.fields[whole[0]])

    def do_update(self, whole: list[int], _: list[float]) -> list[int]:
        self.fields[whole[0]].update()
        return self.values(self.fields[whole[0]])

    def do_follow(self, whole: list[int], _: list[float]) -> list[int]:
        places = [self.place(whole, 1)]
        for _step in range(whole[4]):
            places = self.fields[whole[0]].advance(places)
        row, column, floor = places[0]
        return [column, row, floor]

    def do_crowd(self, whole: list[int], _: list[float]) -> None:
        self.crowds.append(self.map.crowd(whole[1], layer=whole[0]))

    def do_walker(self, whole: list[int], _: list[float]) -> None:
        goal = self.place(whole, 4) if len(whole) > 4 else None
        self.walkers.append(self.crowds[whole[0]].add(self.place(whole, 1), goal))

    def do_goal(self, whole: list[int], _: list[float]) -> None:
        goal = self.place(whole, 2) if len(whole) > 2 else None
        self.crowds[whole[0]].set_goal(self.walkers[whole[1]], goal)

    def do_step(self, whole: list[int], _: list[float]) -> list[int]:
        mix = 0
        for _step in range(whole[1]):
            for _kind, walker, place in self.crowds[whole[0]].step():
                mix = mixed([self.walkers.index(walker)], mix)
                mix = self.mixed_places([place], mix) if place else mix
        return [mix]


def test_games_and_duels_answer_the_same_bytes_as_in_every_language() -> None:
    assert played("games.txt", Games()) == 448


def test_a_thousand_frames_of_walkers_find_the_same_numbers_as_in_every_language() -> None:
    assert played("walkers.txt", Walkers()) == 1401


def test_the_script_of_walkers_is_as_expected(tmp_path: Path) -> None:
    answer = tilewright.path.script(FOLDER / "walkers.txt")
    assert answer.verdict == "done"
    # A number that the map does not find is named.
    text = (FOLDER / "walkers.txt").read_text()
    line = next(it for it in text.splitlines() if it.startswith("field"))
    wrong = tmp_path / "wrong.txt"
    wrong.write_text(text.replace(line, f"{line}1"))
    assert tilewright.path.script(wrong).verdict == "no"

