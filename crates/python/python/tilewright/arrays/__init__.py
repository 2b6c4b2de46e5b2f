"""Kernels over arrays, for a fitness of your own: NumPy in, NumPy out, a level, board, fleet or map in each row.

=========================================  ========================================================================
module                                     kernels
=========================================  ========================================================================
:mod:`tilewright.arrays.match3`            levels as codes of kinds; potential, feasibility, predicted swaps; games of bots
:mod:`tilewright.arrays.game2048`          values and moves of boards; games of small networks whose weights are a genome
:mod:`tilewright.arrays.battleship`        where ships may be; fleets scored, drawn and hunted
:mod:`tilewright.arrays.paths`             lengths of shortest paths, fields of distances
=========================================  ========================================================================

All of them share these rules:

* An array need not be contiguous, nor of one type: any integers do that hold the values, and what holds no such value is an error that
  names the row. Objects with ``__dlpack__``, such as tensors of PyTorch or JAX on the CPU, are arrays too.
* ``out=`` is an array of the right shape and type to write to, which is returned. A contiguous one that shares no memory with an input is written to directly, so that a loop
  takes no new memory; what it holds after an error is undefined.
* Rows are worked on in parallel, on as many threads as :func:`tilewright.set_threads` says, without the lock of Python. The results are
  the same bytes on any number of threads.
* A row draws from a stream of its own. Where ``seed`` is a number, row ``i`` has child ``i`` of it, as item ``i`` of a task;
  where it is an array, row ``i`` has its element ``i``. :func:`children` lists the children of a seed.
* Ctrl-C stops a call within 100 ms.
"""

from tilewright.arrays import battleship, game2048, match3, paths
from tilewright.arrays._given import children

__all__ = ["battleship", "children", "game2048", "match3", "paths"]
