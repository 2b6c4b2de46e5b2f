"""Maps that change, and routes on them: :class:`tilewright.live.Map`."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tilewright import _tilewright
from tilewright._errors import RefusedError
from tilewright._live_crowds import Crowd, Flow
from tilewright._live_fields import Field
from tilewright._live_places import MOST_32, MOST_64, At, Goals, OfMap, Place, Terrain, agent, spot, spots, whole
from tilewright._run import content
from tilewright._tilewright import LiveMap, LiveRoute, LiveSearch
from tilewright._types import Document

Neighbors: TypeAlias = Literal[4, 6, 8]
"""The neighbours of a square, 4 or 8; hexagons have 6, whatever is said here."""

Corners: TypeAlias = Literal["never", "one", "always"]
"""When a diagonal step may pass blocked cells: never, if at least one of the two cells beside it is free, or always."""


@dataclass(frozen=True)
class Layer:
    """A way to move. The usual one walks on free ground and swamp, to eight neighbours, and not past corners."""

    neighbors: Neighbors = 8
    """4 or 8 neighbours of a square; hexagons have 6, whatever is said here."""
    corners: Corners = "never"
    """When a diagonal step may pass blocked cells."""
    costs: Mapping[int, float] = field(default_factory=lambda: {Terrain.FREE: 1.0, Terrain.SWAMP: 1.0})
    """The terrains that can be entered, by their numbers 0 to 15, with the factor on the length of a step into each, 0.001 to a million."""
    sizes: Sequence[int] = ()
    """The sizes of its agents beside 1: 2 to 8."""
    danger_weight: float = 0.0
    """What each unit of danger of a cell adds to the cost of a step into it, 0 or more."""

    def _numbers(self) -> tuple[int, str, list[tuple[int, float]], list[int], float]:
        costs = [(whole("costs", terrain, 15), float(cost)) for terrain, cost in self.costs.items()]
        sizes = [whole("sizes", size, 8, 1) for size in self.sizes]
        return whole("neighbors", self.neighbors, 8), self.corners, costs, sizes, float(self.danger_weight)


class Cell(NamedTuple):
    """What a cell is."""

    terrain: int
    """The number of its terrain, 0 to 15."""
    cost: float
    """The factor on the cost of its terrain."""
    danger: int
    """Its danger."""


class Route(OfMap):
    """The answer to a query. It belongs to its map and to the copies of that, cannot be changed, and cannot be pickled."""

    __slots__ = ("_route", "_search", "expansions", "outcome", "places")

    outcome: Literal["reached", "nearest", "unreachable", "unfinished"]
    """``reached`` a goal, or the ``nearest`` place to one; ``unreachable``: there is no way; ``unfinished``: :meth:`Map.resume` continues."""
    places: list[Place]
    """The places from the start to the end, both included; empty if there is no route."""
    expansions: int
    """How many cells were expanded, in this call."""

    def __init__(self, found: tuple[Any, int, LiveRoute | None, LiveSearch | None]) -> None:
        self.outcome, self.expansions, self._route, self._search = found
        self.places = [Place._make(it) for it in self._route.places] if self._route else []

    @property
    def cost(self) -> float:
        """What it costs; infinite if there is no route. On maps with doors it is the time from the departure to the arrival, in ticks."""
        return self._route.cost if self._route else math.inf

    @property
    def least(self) -> float:
        """What the cheapest route costs at least: as much as this one, but for a ``weight`` above 1 and ``coarse`` queries."""
        return self._route.least if self._route else math.inf

    @property
    def links(self) -> list[tuple[int, int]]:
        """The links that it uses, each as the number of the place from which it is used, and what :meth:`Map.add_link` has returned."""
        return self._route.links if self._route else []

    @property
    def times(self) -> tuple[list[float], list[float]]:
        """On maps with doors when it comes to each place, and when it leaves it, in ticks; else two empty lists."""
        return self._route.times if self._route else ([], [])

    def __repr__(self) -> str:
        return f"<Route {self.outcome}, {len(self.places)} places, cost {self.cost:g}>"


def _held(route: Route) -> LiveRoute:
    if route._route is None:
        raise RefusedError(f"there is no route: it is {route.outcome}")
    return route._route


class Map:
    """A map that a running program changes and asks: ``Map(30, 40)`` has 30 rows and 40 columns, all free.

    Places are ``(row, column)`` from 0 at the top left, or ``(row, column, floor)``; what is returned is a :class:`Place`. Agents are
    said by three keywords: ``layer``, its number in the map; ``size``, an agent covers size × size cells and stands where the upper
    left one is; ``mask``, it may use the links whose masks have a bit in common with it.

    Threads may share a map: any number of them can ask at a time, changes wait for each other, and a search lets other threads of
    Python run. The same calls have the same answers on every machine. A map is pickled as :meth:`save` keeps it.

    Args:
        rows: Rows of the only floor.
        columns: Columns of the only floor.
        floors: Rows and columns of each floor, in place of these two; links connect them.
        layers: The ways to move, 1 to 16.
        shape: ``squares``, or ``hexagons`` or ``diamonds`` with what is shifted: ``hexagons odd rows``, ``even rows``, ``odd columns``
            or ``even columns``.

    Raises:
        RefusedError: There are no cells or too many, or a layer or the shape is wrong.
    """

    __slots__ = ("_map",)

    def __init__(
        self,
        rows: int | None = None,
        columns: int | None = None,
        *,
        floors: Iterable[Sequence[int]] | None = None,
        layers: Sequence[Layer] = (Layer(),),
        shape: str = "squares",
    ) -> None:
        if floors is None:
            if rows is None or columns is None:
                raise TypeError("a map needs rows and columns, or floors")
            floors = [(rows, columns)]
        elif rows is not None or columns is not None:
            raise TypeError("a map has rows and columns, or floors")
        sizes = [(whole("rows", height, MOST_32), whole("columns", width, MOST_32)) for height, width in floors]
        self._map = LiveMap(sizes, [it._numbers() for it in layers], shape)

    @classmethod
    def of(cls, map: Document, *, layers: Sequence[Layer] = (Layer(),)) -> "Map":
        """The map of a file or an array, in any form that ``path.plan`` reads, with the costs and the danger of its cells.

        Raises:
            RefusedError: The map cannot be read, or a layer is wrong.
        """
        try:
            document = content(map, "map")
        except OSError as error:
            raise RefusedError(f"{error.filename}: {error.strerror}", key="map") from error
        return cls._of(LiveMap.read(document, [it._numbers() for it in layers]))

    @classmethod
    def load(cls, saved: str) -> "Map":
        """Continue a map that :meth:`save` has written.

        Raises:
            RefusedError: The text is damaged, or no map.
        """
        return cls._of(LiveMap.load(saved))

    @classmethod
    def _of(cls, map: LiveMap) -> "Map":
        made = cls.__new__(cls)
        made._map = map
        return made

    def save(self) -> str:
        """The map as a text of JSON, with its links and doors. Routes, fields and crowds are not in it."""
        return self._map.save()

    def copy(self) -> "Map":
        """The same map, which goes its own way. Routes of one may be asked about on the other."""
        return self._of(self._map.copy())

    def __copy__(self) -> "Map":
        return self.copy()

    def __deepcopy__(self, memo: Any) -> "Map":
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return Map.load, (self.save(),)

    def __repr__(self) -> str:
        return f"<Map {', '.join(f'{rows} × {columns}' for rows, columns in self.floors)}>"

    @property
    def floors(self) -> list[tuple[int, int]]:
        """The rows and columns of each floor."""
        return self._map.floors

    @property
    def version(self) -> int:
        """The number of its changes: what was drawn at the same one need not be drawn again."""
        return self._map.version

    def set(self, at: At, terrain: int) -> None:
        """Make a cell of another terrain: a wall is built, a bridge falls.

        Raises:
            RefusedError: The place is outside, or the terrain is not 0 to 15. So it is in all methods, which then change nothing.
        """
        self._map.set(spot(at), whole("terrain", terrain, 15))

    def fill(self, at: At, rows: int, columns: int, terrain: int) -> None:
        """Make a rectangle of cells of another terrain, whose upper left one is ``at``, at less than the cost of one after the other."""
        size = whole("rows", rows, MOST_32), whole("columns", columns, MOST_32)
        self._map.fill(spot(at), *size, whole("terrain", terrain, 15))

    def terrain(self, floor: int = 0) -> NDArray[np.uint8]:
        """The terrain of every cell of a floor, an array of rows and columns. It is a copy."""
        return self._map.terrain(whole("floor", floor, MOST_32))

    def set_terrain(self, terrain: ArrayLike, floor: int = 0) -> None:
        """Give every cell of a floor the terrain of an array of its rows and columns."""
        self._map.set_terrain(_numbers("terrain", terrain, np.uint8), whole("floor", floor, MOST_32))

    def set_cost(self, at: At, cost: float) -> None:
        """Set the factor on the cost of a cell, 0.001 to a million."""
        self._map.set_cost(spot(at), float(cost))

    def set_danger(self, at: At, danger: int) -> None:
        """Set the danger of a cell, 0 or more."""
        self._map.set_danger(spot(at), whole("danger", danger, MOST_32))

    def dangers(self, floor: int = 0) -> NDArray[np.uint32]:
        """The danger of every cell of a floor, an array of rows and columns. It is a copy."""
        return self._map.dangers(whole("floor", floor, MOST_32))

    def set_dangers(self, dangers: ArrayLike, floor: int = 0) -> None:
        """Set the danger of every cell of a floor by an array of its rows and columns, such as an influence map of a frame."""
        self._map.set_dangers(_numbers("dangers", dangers, np.uint32), whole("floor", floor, MOST_32))

    def cell(self, at: At) -> Cell:
        """What a cell is."""
        return Cell._make(self._map.cell(spot(at)))

    def set_door(self, at: At, open: int, shut: int, shift: int = 0) -> None:
        """Put a door into a cell that stays open and shut for these ticks in turn, and at tick 0 has been open for ``shift``."""
        self._map.set_door(
            spot(at), whole("open", open, MOST_32), whole("shut", shut, MOST_32), whole("shift", shift, MOST_32)
        )

    def remove_door(self, at: At) -> bool:
        """Remove the door of a cell. Returns whether there was one."""
        return self._map.remove_door(spot(at))

    def add_link(self, from_: At, to: At, cost: float = 1.0, *, mask: int = MOST_32, both_ways: bool = True) -> int:
        """Add a way beside the steps of the map: stairs, a ladder, a teleporter, a drop. Returns what it is called by."""
        return self._map.add_link((spot(from_), spot(to), float(cost), whole("mask", mask, MOST_32), bool(both_ways)))

    def set_link(
        self, link: int, from_: At, to: At, cost: float = 1.0, *, mask: int = MOST_32, both_ways: bool = True
    ) -> None:
        """Give a link other ends, another cost or mask."""
        given = (spot(from_), spot(to), float(cost), whole("mask", mask, MOST_32), bool(both_ways))
        self._map.set_link(whole("link", link, MOST_64), given)

    def remove_link(self, link: int) -> None:
        """Remove a link. What it was called by is never that of another one."""
        self._map.remove_link(whole("link", link, MOST_64))

    def can_stand(self, at: At, *, layer: int = 0, size: int = 1) -> bool:
        """Whether an agent can stand at a place."""
        return self._map.can_stand(spot(at), agent(layer, size, MOST_32))

    def clearance(self, at: At, *, layer: int = 0) -> int:
        """The largest size of an agent of a layer that could stand at a place; 0 where none can."""
        return self._map.clearance(spot(at), whole("layer", layer, MOST_32))

    def prepare(self, *, layer: int = 0, size: int = 1) -> None:
        """Make queries of an agent on a map with costs faster, at some tenths of a second for 512 × 512 cells."""
        self._map.prepare(agent(layer, size, MOST_32))

    def route(
        self,
        from_: At,
        to: Goals,
        *,
        radius: float | None = None,
        layer: int = 0,
        size: int = 1,
        mask: int = MOST_32,
        or_nearest: bool = False,
        coarse: bool = False,
        blocked: Iterable[At] = (),
        departure: float = 0.0,
        max_cost: float = math.inf,
        weight: float = 1.0,
        budget: int | None = None,
    ) -> Route:
        """The cheapest route from a place to a goal, or to the cheapest of several.

        Args:
            from_: The start. If the agent cannot stand there, the nearest cell where it can.
            to: The goal, or several.
            radius: Any place of the goal's floor at most this far from it, in cells, is a goal; it needs one goal.
            layer: The layer of the agent.
            size: Its size.
            mask: Its mask.
            or_nearest: If no goal can be reached, the route leads to the place that can be reached and is nearest to one.
            coarse: Choose the regions to cross first: faster on large maps with costs, and not always the cheapest.
            blocked: Other cells that count as walls, such as those where other agents stand.
            departure: The tick at which the agent leaves, on maps with doors.
            max_cost: A route must not cost more.
            weight: The route may cost up to this factor more than the cheapest, 1 or more.
            budget: The cells to expand before the search is left to the next frame; None for all.

        Raises:
            RefusedError: A place is outside, the map has no such layer or size, or a number cannot be meant. That there is no route is
                no error.
        """
        return Route(_tilewright.route(self._map, _query(locals())))

    def resume(self, route: Route) -> Route:
        """Continue a route that is ``unfinished``, for as much again. It is over then; the new one has the rest.

        Raises:
            RefusedError: The route is not unfinished, or was continued before, or belongs to another map.
        """
        if route._search is None:
            raise RefusedError(f"the route is {route.outcome}, expected an unfinished one")
        return Route(_tilewright.resume(self._map, route._search))

    def is_reachable(
        self,
        from_: At,
        to: Goals,
        *,
        radius: float | None = None,
        layer: int = 0,
        size: int = 1,
        mask: int = MOST_32,
    ) -> bool:
        """Whether there is a route, without a search. Doors count as open."""
        return _tilewright.is_reachable(self._map, _query(locals()))

    def is_valid(self, route: Route, from_: int = 0) -> bool:
        """Whether the rest of a route from its place of this number on can still be walked."""
        return _tilewright.is_valid(self._map, _held(route), whole("from_", from_, MOST_32))

    def may_improve(self, route: Route) -> bool:
        """Whether there may be a cheaper route by now. That there is none is certain."""
        return _tilewright.may_improve(self._map, _held(route))

    def walk(self, route: Route, *, any_angle: bool = False) -> tuple[list[Place], float]:
        """The turns of a walk along a route in straight lines, and its length: the route pulled taut, or another way at any angle."""
        turns, length = _tilewright.walk(self._map, _held(route), any_angle)
        return [Place._make(turn) for turn in turns], length

    def field(
        self, goals: Goals, *, layer: int = 0, size: int = 1, mask: int = MOST_32, budget: int | None = None
    ) -> Field:
        """For every place what it costs an agent to come to the nearest of some goals, and the next step there: for many walkers.

        With a ``budget`` it looks at no more than this many places, and :meth:`Field.resume` continues.
        """
        return Field(self._map.field(spots(goals), agent(layer, size, mask), _budget(budget)))

    def crowd(self, seed: int = 0, *, layer: int = 0) -> Crowd:
        """A crowd of walkers, each with a cell of its own, which make room for each other. Ties are broken by the seed."""
        return Crowd(self._map.crowd(whole("seed", seed, MOST_64), agent(layer, 1, MOST_32)))

    def flow(self) -> Flow:
        """A crowd of walkers at any points, which flow to the goals of their groups. The map has squares then."""
        return Flow(self._map.flow())


def _query(given: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments of a query, and what those are that were not given."""
    radius = given["radius"]
    return {
        "from": spot(given["from_"]),
        "goals": spots(given["to"]),
        "radius": None if radius is None else float(radius),
        "agent": agent(given["layer"], given["size"], given["mask"]),
        "blocked": spots(given.get("blocked", ())),
        "departure": float(given.get("departure", 0.0)),
        "max_cost": float(given.get("max_cost", math.inf)),
        "weight": float(given.get("weight", 1.0)),
        "budget": _budget(given.get("budget")),
        "or_nearest": bool(given.get("or_nearest", False)),
        "coarse": bool(given.get("coarse", False)),
    }


def _budget(budget: int | None) -> int:
    return MOST_64 if budget is None else whole("budget", budget, MOST_64)


def _numbers(key: str, values: ArrayLike, kind: type[Any]) -> NDArray[Any]:
    """An array of whole numbers of a type that holds all of them."""
    array = np.asarray(values)
    most = np.iinfo(kind).max
    if array.ndim != 2 or array.dtype.kind not in "biu":
        raise RefusedError(
            f"expected an array of whole numbers with two axes, found {array.dtype} with {array.ndim}", key=key
        )
    if array.size and not (0 <= array.min() and array.max() <= most):
        raise RefusedError(f"expected numbers from 0 to {most}", key=key)
    return array.astype(kind)
