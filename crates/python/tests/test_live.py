"""Games and maps that live in a program."""

import copy
import json
import math
import pickle
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tilewright
from tilewright import RefusedError, live
from tilewright.live import Layer, Map, Place, Terrain

LEVEL = "......\n..1.a.\n......\n..2...\n......\n"


def level() -> live.Game:
    return live.Game("match3", level=LEVEL, goal="clear:specials", moves=9, seed=1)


def wall() -> Map:
    """A map of 8 × 8 cells whose column 4 is a wall but for its last cell."""
    map = Map(8, 8)
    map.fill((0, 4), 7, 1, Terrain.WALL)
    return map


def refused(call: Callable[[], object], words: str) -> None:
    with pytest.raises(RefusedError) as error:
        call()
    assert words in str(error.value)


# Games


def test_the_names_of_the_games_begin_games() -> None:
    assert set(live.GAMES) == {"match3", "2048", "battleship"}
    assert level().name == "match3" and repr(level()) == "<Game match3>"


def test_changes_alone_give_every_later_board() -> None:
    game = level()
    looks = {it.pop("id"): (it.pop("cell"), it) for it in game.state()["elements"]}
    while (move := game.hint()) is not None:
        turn = game.play(move)
        assert turn["made"] and "why" not in turn
        for event in turn["events"]:
            match event["event"]:
                case "appear":
                    looks[event["id"]] = event["to"], event["look"]
                case "move":
                    looks[event["id"]] = event["to"], looks[event["id"]][1]
                case "turn" | "hit":
                    looks[event["id"]] = looks[event["id"]][0], event["look"]
                case "leave":
                    del looks[event["id"]]
        assert looks == {it.pop("id"): (it.pop("cell"), it) for it in game.state()["elements"]}
    assert game.moves() == [] and game.state()["over"]


def test_a_refused_move_says_why_and_shows_how_it_is_taken_back() -> None:
    game = level()
    legal = game.moves()
    useless = next(
        [[row, column], [row, column + 1]]
        for row in range(5)
        for column in range(5)
        if [[row, column], [row, column + 1]] not in legal
    )
    turn = game.play(useless)
    assert not turn["made"] and turn["why"]
    assert turn["code"] == "no-line" and turn["events"]
    assert game.state()["moves_made"] == 0


def test_a_level_is_given_in_any_form(tmp_path: Path) -> None:
    answer = tilewright.match3.generate(rows=5, columns=6, target=80, seed=7)
    document = answer["levels"][0]["level"]
    (tmp_path / "level.json").write_text(json.dumps(document))
    forms: list[Any] = [answer, document, json.dumps(document), tmp_path / "level.json", json.dumps(document).encode()]
    states = [live.Game("match3", level=form, goal="collect:30", seed=5).state() for form in forms]
    assert all(state == states[0] for state in states)


def test_options_and_moves_may_be_numbers_of_numpy() -> None:
    game = live.Game("2048", seed=np.uint64(7), rows=np.int64(3))
    assert game.state() == live.Game("2048", seed=7, rows=3).state()
    duel = live.Game("battleship", seed=1)
    assert duel.play(np.array([0, 3]))["made"]


@pytest.mark.parametrize("name", live.GAMES)
def test_a_game_is_saved_copied_and_pickled_with_its_undo(name: str) -> None:
    game = level() if name == "match3" else live.Game(name, seed=2)
    before = game.state()
    game.play(game.hint())
    others = [
        live.Game.load(name, game.save()),
        game.copy(),
        copy.copy(game),
        copy.deepcopy(game),
        pickle.loads(pickle.dumps(game)),
    ]
    game.play(game.hint())
    for other in others:
        assert other.state() != game.state()
        assert other.undo() and other.state() == before and not other.undo()


def test_raw_answers_are_text_of_json() -> None:
    game = live.Game("2048", seed=7)
    text = game.ask_json("state")
    assert json.loads(text) == game.state() == game.ask("state")
    assert text.encode() == live.Game("2048", seed="7").ask_json("state", "null").encode()


def test_a_game_of_2048_has_the_usual_player_of_its_size() -> None:
    game, small = live.Game("2048", seed=7), live.Game("2048", seed=7, rows=3)
    assert game.ask("values") == game.ask("values", {"player": "network", "depth": 3})
    assert small.ask("values") == small.ask("values", {"player": "expectimax"})
    found = game.ask("values", {"budget": 200})
    assert found == game.ask("values", {"player": "network", "budget": 200}) != game.ask("values", {"budget": 1})


def test_numbered_events_are_those_in_words() -> None:
    game, other = level(), level()
    move = game.hint()
    words = game.play(move)["events"]
    why, events, lists = other.play_numbers(move)
    assert why is None and len(events) == len(words)
    assert events["step"].tolist() == [it["step"] for it in words]
    moved = [it for it, word in zip(events, words, strict=True) if word["event"] == "move"]
    assert moved and all(0 <= it["to"] < 30 for it in moved)
    assert events["list_length"].sum() == len(lists)
    assert other.state() == game.state()
    refused(lambda: live.Game("2048").play_numbers(move), "not one of match-3")
    refused(lambda: other.play_numbers([(0, 0), (-1, 0)]), "from 0")


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: live.Game("chess"), "games are match3, 2048, battleship"),
        (lambda: live.Game("2048", row=4), "unknown key `row`"),
        (lambda: live.Game("2048", seed=-1), "seed is not "),
        (lambda: live.Game("2048", seed=math.nan), "JSON"),
        (lambda: live.Game("match3", level="missing.json"), "level: missing.json"),
        (lambda: live.Game("match3", level=b"\xff\xfe"), "level: "),
        (lambda: live.Game("match3", level=LEVEL), "no goal"),
        (lambda: live.Game.load("2048", "{}"), ""),
        (lambda: live.Game.load("battleship", live.Game("2048").save()), ""),
        (lambda: live.Game("2048").play("north"), "up, right, down or left"),
        (lambda: live.Game("2048").ask("jump"), "no call"),
        (lambda: live.Game("2048").ask_json("play", "{"), ""),
        (lambda: live.Game("2048").hint(player="nobody"), "nobody"),
        (lambda: live.Game("2048").hint(player="greedy", budget=9), "greedy takes no budget"),
        (lambda: live.Game("2048").hint(depth=1, budget=9), "not both"),
        (lambda: live.Game("2048").hint(budget=0), "budget is 0"),
    ],
)
def test_what_cannot_be_meant_of_a_game_is_refused(call: Callable[[], object], words: str) -> None:
    refused(call, words)


def test_a_game_serves_many_threads() -> None:
    game = live.Game("2048", seed=3)

    def play(_: int) -> int:
        # Between the hint of a thread and its move others move: it may be refused.
        return game.play(game.hint(player="greedy") or "up")["made"]

    with ThreadPoolExecutor(8) as threads:
        made = sum(threads.map(play, range(200)))
    assert 0 < game.state()["moves_made"] == made


# Maps


def test_a_route_goes_around_a_wall() -> None:
    map = wall()
    route = map.route((0, 0), (0, 7))
    assert route.outcome == "reached" and route.places[0] == (0, 0, 0) and route.places[-1] == Place(0, 7)
    assert all(map.cell(at).terrain == Terrain.FREE for at in route.places)
    assert route.cost == route.least and route.links == [] and route.times == ([], [])
    assert repr(route) == f"<Route reached, {len(route.places)} places, cost {route.cost:g}>"
    turns, length = map.walk(route)
    assert turns[0] == route.places[0] and turns[-1] == route.places[-1] and length <= route.cost
    assert map.walk(route, any_angle=True)[1] <= length


def test_a_query_has_several_goals_a_radius_and_others_in_the_way() -> None:
    map = wall()
    assert map.route((0, 0), [(0, 7), (7, 0)]).places[-1].cell == (7, 0)
    assert map.route((0, 0), np.array([(0, 7), (7, 0)])).places[-1].cell == (7, 0)
    assert map.route((0, 0), (0, 7), radius=4.0).places[-1].cell == (0, 3)
    assert map.route((0, 0), (0, 7), max_cost=9.0).outcome == "unreachable"
    shut = map.route((0, 0), (0, 7), blocked={(7, 4)})
    assert (shut.outcome, shut.places, shut.cost, shut.least) == ("unreachable", [], math.inf, math.inf)
    near = map.route((0, 0), (0, 7), blocked=[(7, 4)], or_nearest=True)
    assert near.outcome == "nearest" and near.places[-1].cell == (0, 3)
    assert map.is_reachable((0, 0), (0, 7)) and not map.is_reachable((0, 0), (0, 4))
    assert map.is_reachable((0, 0), (0, 4), radius=1)


def test_a_search_within_a_budget_ends_as_one_without() -> None:
    map = wall()
    whole = map.route((0, 0), (0, 7), budget=1 << 40)
    part = map.route((0, 0), (0, 7), budget=3)
    frames = 1
    while part.outcome == "unfinished":
        assert part.places == [] and part.expansions > 0
        last, part = part, map.resume(part)
        frames += 1
        refused(lambda last=last: map.resume(last), "has continued before")  # type: ignore[misc]
    assert frames > 3 and part.places == whole.places and part.cost == whole.cost
    refused(lambda: map.resume(part), "expected an unfinished one")
    part = map.route((0, 0), (0, 7), budget=3)
    refused(lambda: wall().resume(part), "another map")
    assert map.copy().resume(part).outcome == "unfinished"


def test_a_route_outlasts_changes_elsewhere() -> None:
    map = wall()
    route = map.route((0, 0), (0, 7))
    version = map.version
    map.set((7, 4), Terrain.WALL)
    assert map.version > version and not map.is_valid(route)
    # Beyond the hole it is still one.
    hole = route.places.index(Place(7, 4))
    assert map.is_valid(route, hole + 1)
    map.set((7, 4), Terrain.FREE)
    assert map.is_valid(route)
    map.set((0, 4), Terrain.FREE)
    assert map.is_valid(route) and map.may_improve(route)
    other = map.copy()
    assert other.is_valid(route)
    refused(lambda: wall().is_valid(route), "another map")
    refused(lambda: map.is_valid(map.route((0, 0), (0, 7), max_cost=1)), "there is no route")


def test_layers_sizes_costs_and_danger_are_kept_to() -> None:
    swim = Layer(neighbors=4, costs={Terrain.WATER: 1, 5: 2.5}, sizes=(2,), danger_weight=1)
    map = Map(6, 6, layers=(Layer(), swim))
    assert map.route((0, 0), (5, 5), layer=1).outcome == "unreachable"
    map.fill((0, 0), 6, 6, Terrain.WATER)
    assert map.route((0, 0), (5, 5)).outcome == "unreachable"
    assert map.route((0, 0), (5, 5), layer=1).cost == 10
    map.fill((0, 2), 6, 1, 5)
    assert map.route((0, 0), (0, 5), layer=1).cost == 6.5
    map.set_danger((0, 4), 3)
    map.set_cost((0, 5), 2)
    assert map.cell((0, 5)) == (Terrain.WATER, 2.0, 0) and map.cell((0, 4)).danger == 3
    assert map.route((0, 3), (0, 5), layer=1).cost > 3
    assert map.clearance((5, 5), layer=1) == 1 and map.can_stand((4, 4), layer=1, size=2)
    assert not map.can_stand((5, 5), layer=1, size=2)
    map.prepare(layer=1, size=2)
    assert map.route((0, 0), (4, 4), layer=1, size=2).outcome == "reached"


def test_links_connect_floors_and_doors_keep_their_times() -> None:
    map = Map(floors=[(4, 4), (2, 6)])
    assert map.floors == [(4, 4), (2, 6)] and repr(map) == "<Map 4 × 4, 2 × 6>"
    assert not map.is_reachable((0, 0), (1, 5, 1))
    stairs = map.add_link((3, 3), (0, 0, 1), 2.0, mask=0b10)
    route = map.route((3, 3), (0, 5, 1))
    assert route.cost == 7 and route.links == [(0, stairs)]
    assert map.route((3, 3), (0, 5, 1), mask=0b01).outcome == "unreachable"
    map.set_link(stairs, (3, 3), (0, 0, 1), 0.5, both_ways=False)
    assert map.route((3, 3), (0, 5, 1)).cost == 5.5
    assert map.route((0, 5, 1), (3, 3)).outcome == "unreachable"
    map.remove_link(stairs)
    refused(lambda: map.remove_link(stairs), "the link was removed")

    corridor = Map(1, 4)
    corridor.set_door((0, 2), 2, 8)
    late = corridor.route((0, 0), (0, 3), departure=3)
    arrivals, departures = late.times
    assert late.cost > 3 and len(arrivals) == len(departures) == 4
    assert corridor.remove_door((0, 2)) and not corridor.remove_door((0, 2))


@pytest.mark.parametrize("shape", ["hexagons odd rows", "hexagons even columns", "diamonds odd rows"])
def test_cells_have_other_shapes(shape: str) -> None:
    map = Map(6, 6, shape=shape)
    assert map.route((0, 0), (5, 5)).outcome == "reached"
    assert Map.load(map.save()).route((0, 0), (5, 5)).places == map.route((0, 0), (5, 5)).places


def test_terrain_and_danger_are_arrays() -> None:
    map = Map(floors=[(3, 5), (2, 2)])
    terrain = map.terrain()
    assert terrain.shape == (3, 5) and terrain.dtype == np.uint8 and not terrain.any()
    terrain[1, :4] = Terrain.WALL
    map.set_terrain(terrain)
    assert (map.terrain() == terrain).all() and map.cell((1, 3)).terrain == Terrain.WALL
    map.set_terrain(terrain.astype(np.int64).T.copy().T)
    map.set_dangers([[1, 2], [3, 70_000]], floor=1)
    assert map.dangers(1).tolist() == [[1, 2], [3, 70_000]] and not map.dangers().any()
    before = map.save()
    for wrong in (np.zeros((5, 3), int), np.full((3, 5), 16), np.full((3, 5), -1), np.zeros(15, int), np.zeros((3, 5))):
        with pytest.raises(RefusedError):
            map.set_terrain(wrong)
    refused(lambda: map.terrain(2), "no floor 2")
    assert map.save() == before


def test_a_map_is_read_as_path_plan_reads_it(tmp_path: Path) -> None:
    text = "S.#.\n..#.\n3..G\n"
    (tmp_path / "map.txt").write_text(text)
    walls = np.array([[1, 1, 0, 1], [1, 1, 0, 1], [3, 1, 1, 1]])
    for form in (text, tmp_path / "map.txt", walls):
        map = Map.of(form)
        assert map.cell((0, 2)).terrain == Terrain.WALL and map.cell((2, 0)).cost == 3
        planned = tilewright.path.plan(form, from_=(0, 0), to=(2, 3), picture=False)
        assert map.route((0, 0), (2, 3)).cost == pytest.approx(planned["length"])
    refused(lambda: Map.of("missing.map"), "map: missing.map")
    refused(lambda: Map.of(b"\x00\x01"), "")


def test_a_map_is_saved_copied_and_pickled() -> None:
    map = Map(floors=[(4, 4), (4, 4)])
    map.add_link((0, 0), (0, 0, 1))
    map.set_door((1, 1), 3, 4)
    map.set_cost((2, 2), 7)
    others = [Map.load(map.save()), map.copy(), copy.copy(map), copy.deepcopy(map), pickle.loads(pickle.dumps(map))]
    for other in others:
        assert other.save() == map.save()
        other.set((3, 3), Terrain.WALL)
        assert map.cell((3, 3)).terrain == Terrain.FREE
        assert other.route((0, 0), (3, 3, 1)).outcome == "reached"


def test_what_belongs_to_a_map_is_not_pickled() -> None:
    map = wall()
    for thing in (map.route((0, 0), (1, 1)), map.field((0, 0)), map.crowd(), map.flow()):
        for copied in (pickle.dumps, copy.copy, copy.deepcopy):
            with pytest.raises(TypeError, match=f"a {type(thing).__name__} belongs to its map"):
                copied(thing)


def test_a_field_is_repaired_after_changes() -> None:
    map = wall()
    field = map.field((0, 7))
    assert field.value((0, 7)) == 0 and field.next((0, 7)) is None and field.value((0, 4)) == math.inf
    assert field.value((0, 0)) == map.route((0, 0), (0, 7)).cost
    at, steps = Place(0, 0), 0
    while (further := field.next(at)) is not None:
        at, steps = further, steps + 1
    assert at.cell == (0, 7) and steps == len(map.route((0, 0), (0, 7)).places) - 1
    assert field.advance([(0, 0), (0, 7), (0, 4)])[1:] == [(0, 7, 0), (0, 4, 0)]

    map.set((0, 4), Terrain.FREE)
    assert field.update() > 0 and field.update() == 0
    assert field.value((0, 0)) == 7
    assert field.set_goals([(0, 0), (7, 7)]) > 0
    assert field.values()[0, 0] == 0 == field.values()[7, 7] and field.values().shape == (8, 8)
    assert np.isinf(field.values()[1, 4])
    refused(lambda: field.set_goals([]), "no goal")
    refused(lambda: field.values(3), "no floor 3")


def test_a_field_is_found_over_some_frames() -> None:
    map = wall()
    field = map.field((0, 7), budget=5)
    assert not field.is_found
    refused(lambda: field.value((0, 0)), "not found yet")
    frames = 1
    while not field.resume(5):
        frames += 1
    assert frames > 3 and field.is_found and field.resume()
    assert (field.values() == map.field((0, 7)).values()).all()


def test_a_crowd_walks_and_makes_room() -> None:
    map = wall()
    crowd = map.crowd(seed=7)
    walkers = [crowd.add((row, 0), (row, 7)) for row in range(8)]
    arrived: set[int] = set()
    for _ in range(60):
        events = crowd.step()
        arrived |= {it.walker for it in events if it.kind == "arrived"}
        taken = [it.place for it in crowd.walkers()]
        assert len(set(taken)) == 8
    assert arrived == set(walkers)
    assert {crowd.state(it) for it in walkers} == {"arrived"} and crowd.goal(walkers[0]) == (0, 7, 0)
    map.set(crowd.place(walkers[0]), Terrain.WALL)
    assert [it.kind for it in crowd.step()][0] == "displaced"
    crowd.set_goal(walkers[1], None)
    crowd.set_still(walkers[2])
    assert crowd.state(walkers[1]) == "idle" and crowd.goal(walkers[1]) is None
    crowd.remove(walkers[3])
    refused(lambda: crowd.place(walkers[3]), "has left the crowd")
    refused(lambda: crowd.add(crowd.place(walkers[4])), "another walker")
    refused(lambda: Map(5, 5, shape="hexagons odd rows").crowd(), "without hexagons")


def test_walkers_flow_to_the_goals_of_their_group() -> None:
    map = wall()
    flow = map.flow()
    group = flow.add_group([(0, 7), (1, 7)])
    walkers = [flow.add(group, flow.middle((row, 0)), speed=flow.UNIT // 8, radius=flow.UNIT // 3) for row in range(4)]
    arrived = {it.walker for _ in range(400) for it in flow.update() if it.kind == "arrived"}
    bodies = flow.bodies()
    assert bodies.walkers == walkers and arrived and set(bodies.states) == {"arrived"}
    assert bodies.points.shape == (4, 3) and (bodies.points[:, 1] > 4 * flow.UNIT).all()
    flow.set_goals(group, (7, 0))
    flow.remove(walkers[0])
    flow.update()
    assert len(flow.bodies().walkers) == 3
    refused(lambda: flow.set_goals(9, (0, 0)), "no group 9")
    refused(lambda: flow.add(group, flow.middle((0, 4)), speed=1, radius=1), "blocked")
    refused(lambda: flow.add(group, flow.middle((0, 0)), speed=flow.UNIT, radius=1), "speed")


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: Map(0, 5), "floors have 0 cells"),
        (lambda: Map(1 << 20, 1 << 20), "expected 1 to"),
        (lambda: Map(-1, 5), "rows: "),
        (lambda: Map(5, 5, layers=()), "found 0 layers"),
        (lambda: Map(5, 5, layers=[Layer()] * 17), "found 17 layers"),
        (lambda: Map(5, 5, layers=[Layer(neighbors=5)]), "neighbors is 5"),  # type: ignore[arg-type]
        (lambda: Map(5, 5, layers=[Layer(corners="two")]), "corners"),  # type: ignore[arg-type]
        (lambda: Map(5, 5, layers=[Layer(costs={16: 1})]), "costs: "),
        (lambda: Map(5, 5, layers=[Layer(costs={0: math.nan})]), "the cost of terrain 0"),
        (lambda: Map(5, 5, layers=[Layer(sizes=[9])]), "sizes: "),
        (lambda: Map(5, 5, layers=[Layer(danger_weight=math.inf)]), "danger_weight"),
        (lambda: Map(5, 5, shape="octagons"), "shape"),
        (lambda: Map.load("{}"), "schema"),
        (lambda: wall().set((8, 0), 3), "outside the map"),
        (lambda: wall().set((-1, 0), 3), "from 0"),
        (lambda: wall().set((0, 0, 1), 3), "outside the map"),
        (lambda: wall().set((0, 0, 70_000), 3), "outside the map"),
        (lambda: wall().set((0,), 3), "a row, a column"),
        (lambda: wall().set((0, 0), 16), "terrain: "),
        (lambda: wall().fill((6, 6), 3, 1, 0), "outside the map"),
        (lambda: wall().fill((0, 0), 1 << 31, 1 << 31, 0), "outside the map"),
        (lambda: wall().set_cost((0, 0), 0), "a cost of 0"),
        (lambda: wall().set_danger((0, 0), -1), "danger: "),
        (lambda: wall().set_door((0, 0), 0, 5), "the door"),
        (lambda: wall().add_link((0, 0), (9, 9)), "outside the map"),
        (lambda: wall().add_link((0, 0), (1, 1), -1), "cost"),
        (lambda: wall().route((0, 0), []), "no goal"),
        (lambda: wall().route((0, 0), [(1, 1), (2, 2)], radius=2), "one goal"),
        (lambda: wall().route((0, 0), (1, 1), radius=math.nan), "a radius"),
        (lambda: wall().route((0, 0), (1, 1), size=2), "size 2"),
        (lambda: wall().route((0, 0), (1, 1), size=300), "size"),
        (lambda: wall().route((0, 0), (1, 1), layer=1), "no layer 1"),
        (lambda: wall().route((0, 0), (1, 1), weight=0.5), "weight"),
        (lambda: wall().route((0, 0), (1, 1), departure=-1), "departure"),
        (lambda: wall().route((0, 0), (1, 1), budget=-1), "budget: "),
        (lambda: wall().route((0, 0), (1, 1), blocked=[(9, 9)]), "outside the map"),
        (lambda: wall().crowd(seed=-1), "seed: "),
    ],
)
def test_what_cannot_be_meant_of_a_map_is_refused(call: Callable[[], object], words: str) -> None:
    refused(call, words)


def test_a_refused_change_changes_nothing() -> None:
    map = wall()
    before = map.save()
    for call in (lambda: map.fill((5, 0), 9, 9, 3), lambda: map.set_cost((0, 0), math.inf), lambda: map.set((0, 9), 0)):
        refused(call, "")
    assert map.save() == before


def test_arguments_of_other_types_are_type_errors() -> None:
    for call in (
        lambda: Map(),
        lambda: Map(3, 3, floors=[(3, 3)]),
        lambda: wall().set((0.5, 1), 3),  # type: ignore[arg-type]
        lambda: wall().set(5, 3),  # type: ignore[arg-type]
        lambda: live.Game("2048").ask("play", object()),
    ):
        with pytest.raises(TypeError):
            call()


def test_threads_ask_one_map_while_another_one_changes_it() -> None:
    map = Map(64, 64)
    map.fill((0, 32), 63, 1, Terrain.WALL)
    expected = map.route((0, 0), (0, 63)).cost
    field, crowd = map.field((0, 63)), map.crowd(1)
    for row in range(20):
        crowd.add((row, 0), (row, 63))

    def ask(number: int) -> float:
        # The cells that are changed lie behind the goal, and change no route.
        match number % 5:
            case 0:
                map.set((63, 63), number % 2 * Terrain.WALL)
            case 1:
                field.update()
            case 2:
                crowd.step()
            case 3:
                map.save()
        return map.route((0, 0), (0, 63)).cost

    with ThreadPoolExecutor(8) as threads:
        assert set(threads.map(ask, range(400))) == {expected}
