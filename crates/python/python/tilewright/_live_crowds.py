"""Crowds: :class:`tilewright.live.Crowd` and :class:`tilewright.live.Flow`."""

from typing import ClassVar, Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tilewright._live_places import MOST_32, MOST_64, At, Goals, OfMap, Place, agent, spot, spots, whole
from tilewright._tilewright import LiveCrowd, LiveFlow

WalkerState: TypeAlias = Literal["idle", "walking", "arrived", "unreachable"]
"""What a walker is doing: it has no goal, is on its way, is at its goal, or there is no way to it."""


class CrowdEvent(NamedTuple):
    """What has happened to a walker in a step."""

    kind: Literal["displaced", "moved", "arrived", "left"]
    """It was put into another cell, since nobody can stand where it was; it has gone to another cell; it has come to its goal; it has
    left the crowd, since nobody can stand where it was and no other cell was free."""
    walker: int
    """What :meth:`Crowd.add` has returned."""
    place: Place | None
    """Where it is now; None of one that has arrived or left."""


class Walker(NamedTuple):
    """A walker of a crowd."""

    walker: int
    """What :meth:`Crowd.add` has returned."""
    place: Place
    """Where it is."""
    state: WalkerState
    """What it is doing."""


class Crowd(OfMap):
    """Walkers that go from cell to cell and make room for each other, each with a goal of its own. :meth:`Map.crowd` makes one.

    Raises:
        RefusedError: In all methods, for a walker that has left, and a place that is outside or taken. Then nothing has changed.
    """

    __slots__ = ("_crowd",)

    def __init__(self, crowd: LiveCrowd) -> None:
        self._crowd = crowd

    def add(self, at: At, goal: At | None = None) -> int:
        """Add a walker, perhaps with a goal. Returns what it is called by; that of one who has left is never that of another one."""
        return self._crowd.add(spot(at), None if goal is None else spot(goal))

    def remove(self, walker: int) -> None:
        """Take a walker out."""
        self._crowd.remove(whole("walker", walker, MOST_64))

    def set_goal(self, walker: int, goal: At | None) -> None:
        """Give a walker another goal, or none: then it makes room for the others."""
        self._crowd.set_goal(whole("walker", walker, MOST_64), None if goal is None else spot(goal))

    def set_still(self, walker: int, is_still: bool = True) -> None:
        """Let a walker stand still, or walk again."""
        self._crowd.set_still(whole("walker", walker, MOST_64), bool(is_still))

    def place(self, walker: int) -> Place:
        """Where a walker is."""
        return Place._make(self._crowd.place(whole("walker", walker, MOST_64)))

    def goal(self, walker: int) -> Place | None:
        """The goal of a walker."""
        goal = self._crowd.goal(whole("walker", walker, MOST_64))
        return None if goal is None else Place._make(goal)

    def state(self, walker: int) -> WalkerState:
        """What a walker is doing."""
        return self._crowd.state(whole("walker", walker, MOST_64))

    def walkers(self) -> list[Walker]:
        """All walkers."""
        return [Walker(walker, Place._make(at), state) for walker, at, state in self._crowd.walkers()]

    def step(self) -> list[CrowdEvent]:
        """Move every walker by one step. Returns what has happened: who was displaced, moved, arrived and left, in this order."""
        return [_event(*it) for it in self._crowd.step()]


class Bodies(NamedTuple):
    """The walkers of a flow, in the order in which they joined."""

    walkers: list[int]
    """What :meth:`Flow.add` has returned for each."""
    points: NDArray[np.int32]
    """Their middles, an array with a row for each: units down, units to the right, floor."""
    states: list[WalkerState]
    """What each is doing."""


class Flow(OfMap):
    """Walkers at any points, which push through crowds to the goals of their groups. :meth:`Map.flow` makes one.

    Points are ``(down, right)`` on floor 0, or ``(down, right, floor)``, in units of which :attr:`UNIT` are a cell: whole numbers, so
    that the same calls have the same answers on every machine.

    Raises:
        RefusedError: In all methods, for a walker that has left, a group that there is not, a point where nobody can stand. Then
            nothing has changed.
    """

    __slots__ = ("_flow",)

    UNIT: ClassVar[int] = LiveFlow.UNIT
    """The units of a cell, 4096."""

    def __init__(self, flow: LiveFlow) -> None:
        self._flow = flow

    @classmethod
    def middle(cls, at: At) -> tuple[int, int, int]:
        """The middle of a cell as a point."""
        row, column, floor = spot(at)
        return row * cls.UNIT + cls.UNIT // 2, column * cls.UNIT + cls.UNIT // 2, floor

    def add_group(self, goals: Goals, *, layer: int = 0, size: int = 1, mask: int = MOST_32) -> int:
        """Add a group of agents with goals. Returns its number."""
        return self._flow.add_group(spots(goals), agent(layer, size, mask))

    def set_goals(self, group: int, goals: Goals) -> None:
        """Give a group other goals."""
        self._flow.set_goals(whole("group", group, MOST_32), spots(goals))

    def add(self, group: int, point: At, *, speed: int, radius: int) -> int:
        """Add a walker at a point, that goes at most ``speed`` units an update, 0 to half a cell, and has a radius of 1 unit to half
        of its agent's size. Returns what it is called by."""
        down, right, floor = spot(point)
        most = (1 << 31) - 1
        at = whole("point", down, most), whole("point", right, most), floor
        return self._flow.add(
            whole("group", group, MOST_32), at, whole("speed", speed, most), whole("radius", radius, most)
        )

    def remove(self, walker: int) -> None:
        """Take a walker out."""
        self._flow.remove(whole("walker", walker, MOST_64))

    def update(self) -> list[CrowdEvent]:
        """Move all walkers by one update. Returns what has happened: who was displaced, arrived and left, in this order."""
        return [_event(*it) for it in self._flow.update()]

    def bodies(self) -> Bodies:
        """Where all walkers are."""
        return Bodies._make(self._flow.bodies())


def _event(
    kind: Literal["displaced", "moved", "arrived", "left"], walker: int, at: tuple[int, int, int] | None
) -> CrowdEvent:
    return CrowdEvent(kind, walker, None if at is None else Place._make(at))
