"""Fields: :class:`tilewright.live.Field`."""

import math

import numpy as np
from numpy.typing import NDArray

from tilewright._live_places import MOST_32, MOST_64, At, Goals, OfMap, Place, spot, spots, whole
from tilewright._tilewright import LiveField


class Field(OfMap):
    """For every place what it costs an agent to come to the nearest of some goals, and the next step there.

    :meth:`Map.field` makes one. It holds for the map as it was then: after changes :meth:`update` repairs it, at the cost of what they
    changed. Doors count as open.

    Raises:
        RefusedError: In all methods but :meth:`resume`, if the field is not found yet.
    """

    __slots__ = ("_field",)

    def __init__(self, field: LiveField) -> None:
        self._field = field

    @property
    def is_found(self) -> bool:
        """Whether it is found; else :meth:`resume` continues."""
        return self._field.is_found

    def resume(self, budget: int | None = None) -> bool:
        """Continue for this many places, or to the end. Returns whether it is found."""
        return self._field.resume(MOST_64 if budget is None else whole("budget", budget, MOST_64))

    def update(self) -> int:
        """Repair it after changes of the map. Returns how many values were found anew."""
        return self._field.update()

    def set_goals(self, goals: Goals) -> int:
        """Give it other goals, and repair it. Goals that move a little cost less than a new field. Returns how many values were found anew."""
        return self._field.set_goals(spots(goals))

    def value(self, at: At) -> float:
        """What it costs from a place to the nearest goal; infinite where none can be reached, and outside."""
        value = self._field.value(spot(at))
        return math.inf if value is None else value

    def next(self, at: At) -> Place | None:
        """The place to go to from another one; None at a goal, and where none can be reached."""
        found = self._field.next(spot(at))
        return None if found is None else Place._make(found)

    def advance(self, places: Goals) -> list[Place]:
        """The places to go to from these, for many walkers in one call; one that leads nowhere stays."""
        return [Place._make(it) for it in self._field.advance(spots(places))]

    def values(self, floor: int = 0) -> NDArray[np.float64]:
        """The values of all cells of a floor, an array of rows and columns; infinite where there is none. It is a copy."""
        return self._field.values(whole("floor", floor, MOST_32))
