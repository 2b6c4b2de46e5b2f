"""AI for tile games: match-3 levels, paths on tile maps, 2048 and Battleship.

Each command of the program is a function of a module: ``tilewright.match3.generate``,
``tilewright.path.plan``, ``tilewright.game2048.bench``, ``tilewright.battleship.place``. The
same request and the same seed give the same bytes as on the command line. ``tilewright.evolve`` is
the evolutionary engine for fitness functions of your own, ``tilewright.arrays`` has kernels over arrays of NumPy
for these, ``tilewright.problems`` problems to compare optimizers on, ``tilewright.live`` games and maps that live in a running
program.
"""

from tilewright import arrays, battleship, evolve, game2048, live, match3, path
from tilewright._answer import Answer
from tilewright._errors import RefusedError
from tilewright._run import run
from tilewright._tilewright import VERSION as __version__
from tilewright._tilewright import set_threads, threads
from tilewright._types import Document, Documents, Event, OnEvent

# It uses all of the above.
from tilewright import cluster, problems  # isort: skip

__all__ = [
    "Answer",
    "Document",
    "Documents",
    "Event",
    "OnEvent",
    "RefusedError",
    "__version__",
    "arrays",
    "battleship",
    "cluster",
    "evolve",
    "game2048",
    "live",
    "match3",
    "path",
    "problems",
    "run",
    "set_threads",
    "threads",
]
