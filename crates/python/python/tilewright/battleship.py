"""Battleship: place and count fleets, find an opponent's, hunt them, let hunters duel.

Written by `cargo xtask schemas`.
"""

from collections.abc import Sequence
from os import PathLike
from typing import Literal

from tilewright._answer import Answer
from tilewright._run import call
from tilewright._types import Document, Documents, File, Numbers, OnEvent

__all__ = [
    "score",
    "place",
    "count",
    "advise",
    "hunt",
    "duel",
    "tune",
]


def score(
    chromosomes: Documents,
    *,
    on_event: OnEvent | None = None,
) -> Answer:
    """Evaluate chromosomes by the fitness of the article: JSON Lines in, JSON Lines out.

    Args:
        chromosomes: File with one JSON object per line, such as
            {"rows":10,"columns":10,"chromosome":[1,1,0,…]}; "lengths":[4,3,3,…] are the lengths of
            the ships if they are not the standard ones; `-` is stdin.
        on_event: Receives what the task reports while it works; an exception stops it.

    Raises:
        RefusedError: A value is invalid, or an input: missing, damaged, of another kind. Where several are
            asked about, the others are done before, and the attribute ``answer`` has them.
    """
    return call("battleship/score", locals(), {})


def place(
    *,
    rows: int | None = None,
    columns: int | None = None,
    fleet: Numbers | None = None,
    touch: str | None = None,
    method: Literal["classic", "evolve", "uniform", "sequential", "adversarial"] = "evolve",
    population: int | None = None,
    generations: int | None = None,
    hunter: str | Sequence[str] | None = None,
    games: int | None = None,
    watch: bool = False,
    count: int = 1,
    memory: str | int = "4G",
    seed: int | None = None,
    output: bool | str | PathLike[str] = False,
    picture: bool | str | PathLike[str] = True,
    on_event: OnEvent | None = None,
) -> Answer:
    """Place fleets: by a search, uniformly at random, one ship after another, or so that hunters
    take long to find them.

    Args:
        rows: Number of rows [default: as in the file of fleets, otherwise 10].
        columns: Number of columns [default: as in the file of fleets, otherwise 10].
        fleet: Ships: russian (4,3,3,2,2,2,1,1,1,1), us (5,4,3,3,2), or their lengths such as
            4,3,3,2 [default: as in the file of fleets, otherwise russian].
        touch: How close ships may lie: never (they do not touch, not even diagonally), corners
            (they may touch diagonally) or free (they may touch) [default: as in the file of fleets,
            otherwise free for us and never for others].
        method: Method by which fleets are placed.
        population: Individuals per generation, for classic [default: 50].
        generations: Generations after the first, random one, for classic and adversarial
            [default: 50 for classic, 60 for adversarial].
        hunter: Hunters from which adversarial fleets hide [default:
            hunt-and-target,lattice,density,scout].
        games: Games of each hunter by which adversarial fleets are evaluated [default: 24].
        watch: Show the search of evolve or classic in the terminal, generation by generation:
            the best fleet, and the best, the median and the worst fitness.
        count: Number of fleets; at most 1000 for adversarial.
        memory: Memory limit for counting, in bytes; a suffix K, M or G multiplies by 2^10, 2^20
            or 2^30.
        seed: Seed of all random numbers; by default it is random and printed.
        output: Write the fleets to this file, .json or .txt. After an interruption the same
            command resumes from FILE.part. Here: a path writes that file, a form (json, txt; True:
            json) makes it for `files` and `save`.
        picture: Draw the fleets to this file: .svg or .png, or .gif or .apng to animate the
            search. Here: a path writes that file, a form such as svg makes it for `save`; True: a
            still picture where there is one; False: saves the work for it.
        on_event: Receives what the task reports while it works; an exception stops it.

    Raises:
        RefusedError: A value is invalid, or an input: missing, damaged, of another kind. Where several are
            asked about, the others are done before, and the attribute ``answer`` has them.
    """
    return call("battleship/place", locals(), {"output": "json", "picture": ""})


def count(
    *,
    rows: int | None = None,
    columns: int | None = None,
    fleet: Numbers | None = None,
    touch: str | None = None,
    probabilities: bool = False,
    memory: str | int = "4G",
    picture: bool | str | PathLike[str] = True,
    on_event: OnEvent | None = None,
) -> Answer:
    """Count all legal fleets exactly.

    Args:
        rows: Number of rows [default: as in the file of fleets, otherwise 10].
        columns: Number of columns [default: as in the file of fleets, otherwise 10].
        fleet: Ships: russian (4,3,3,2,2,2,1,1,1,1), us (5,4,3,3,2), or their lengths such as
            4,3,3,2 [default: as in the file of fleets, otherwise russian].
        touch: How close ships may lie: never (they do not touch, not even diagonally), corners
            (they may touch diagonally) or free (they may touch) [default: as in the file of fleets,
            otherwise free for us and never for others].
        probabilities: Also compute for every cell the probability that a ship occupies it in a
            uniformly random legal fleet.
        memory: Memory limit for counting, in bytes; a suffix K, M or G multiplies by 2^10, 2^20
            or 2^30.
        picture: Draw the probabilities to this file: .svg, .png, .gif or .apng. Here: a path
            writes that file, a form such as svg makes it for `save`; True: a still picture where
            there is one; False: saves the work for it.
        on_event: Receives what the task reports while it works; an exception stops it.

    Raises:
        RefusedError: A value is invalid, or an input: missing, damaged, of another kind. Where several are
            asked about, the others are done before, and the attribute ``answer`` has them.
    """
    return call("battleship/count", locals(), {"picture": ""})


def advise(
    board: Document | None = None,
    *,
    rows: int | None = None,
    columns: int | None = None,
    fleet: Numbers | None = None,
    touch: str | None = None,
    sunk: str | Sequence[str] = (),
    method: Literal["exact", "sampled", "density"] = "exact",
    best: int = 5,
    budget_nodes: int = 5000000,
    budget_ms: int | None = None,
    memory: str | int = "1G",
    picture: bool | str | PathLike[str] = True,
    on_event: OnEvent | None = None,
) -> Answer:
    """Say where an opponent's ships may be, and where to shoot next.

    Args:
        board: What is known of the opponent's field: a file with a line for each row, `-` for
            stdin, or a JSON document. `.` is a cell that was not shot at, o a miss, x a hit, and
            any other letter a sunk ship, one letter for each [default: nothing is known].
        rows: Number of rows [default: as in the file of fleets, otherwise 10].
        columns: Number of columns [default: as in the file of fleets, otherwise 10].
        fleet: Ships: russian (4,3,3,2,2,2,1,1,1,1), us (5,4,3,3,2), or their lengths such as
            4,3,3,2 [default: as in the file of fleets, otherwise russian].
        touch: How close ships may lie: never (they do not touch, not even diagonally), corners
            (they may touch diagonally) or free (they may touch) [default: as in the file of fleets,
            otherwise free for us and never for others].
        sunk: Sunk ships, by their first and last cell such as B2-B4: those that have no letter
            on the board, in their order.
        method: How to find the probabilities.
        best: Number of shots to list, the best first.
        budget_nodes: Stop counting after this number of steps, and sample. The answer is then
            the same on every machine.
        budget_ms: Stop counting after this number of milliseconds, and sample. Whether the
            answer is exact then depends on the speed of the machine.
        memory: Memory limit for counting, in bytes; a suffix K, M or G multiplies by 2^10, 2^20
            or 2^30.
        picture: Draw the board over a heat map of the probabilities to this file: .svg, .png,
            .gif or .apng. Here: a path writes that file, a form such as svg makes it for `save`;
            True: a still picture where there is one; False: saves the work for it.
        on_event: Receives what the task reports while it works; an exception stops it.

    Raises:
        RefusedError: A value is invalid, or an input: missing, damaged, of another kind. Where several are
            asked about, the others are done before, and the attribute ``answer`` has them.
    """
    return call("battleship/advise", locals(), {"picture": ""})


def hunt(
    *,
    rows: int | None = None,
    columns: int | None = None,
    fleet: Numbers | None = None,
    touch: str | None = None,
    hunter: str | Sequence[str] = ("posterior",),
    win_rate: str | float | None = None,
    against: str | None = None,
    fleets: Document | Sequence[Document] = ("uniform",),
    knows: Document | Sequence[Document] = (),
    games: int = 1000,
    memory: str | int = "4G",
    game: int = 0,
    replay: Document | None = None,
    seed: int | None = None,
    output: bool | str | PathLike[str] = False,
    record: bool | str | PathLike[str] = False,
    picture: bool | str | PathLike[str] = True,
    on_event: OnEvent | None = None,
) -> Answer:
    """Play many games of hunters against hidden fleets, and count the shots until all ships are
    sunk. If the hardest placer whose worst case is known is among them, say how far each hunter
    can be exploited: how many more shots its worst placer takes than the best response found to
    the hardest.

    Args:
        rows: Number of rows [default: as in the file of fleets, otherwise 10].
        columns: Number of columns [default: as in the file of fleets, otherwise 10].
        fleet: Ships: russian (4,3,3,2,2,2,1,1,1,1), us (5,4,3,3,2), or their lengths such as
            4,3,3,2 [default: as in the file of fleets, otherwise russian].
        touch: How close ships may lie: never (they do not touch, not even diagonally), corners
            (they may touch diagonally) or free (they may touch) [default: as in the file of fleets,
            otherwise free for us and never for others].
        hunter: Hunters, by level or strategy; density:0.7 makes three of ten shots at random,
            45% is the casual hunter that wins 45 % of its duels with `against`; perfect takes the
            fewest shots in the mean and plays on small fields only, with at most 1,024 fleets.
            Every hunter plays against every placer. Levels: novice, intermediate, advanced, expert.
            Strategies: random, casual, hunt-and-target, lattice, scout, posterior, exact, density,
            veteran, perfect.
        win_rate: Instead of hunter: the casual hunter that wins this share of its duels with
            `against` by the rules of this request, such as 45%, with uniform fleets and starts in
            turn. It is found by measuring for some seconds; a share that no casual hunter wins is
            refused with the range.
        against: Hunter in whose duels win rates hold: that of `win_rate`, and those of hunters
            named by a share such as 45% [default: density].
        fleets: Placers, which hide the fleets: uniform (over all legal fleets), sequential (one
            ship after another), two-columns (long ships in the two outermost columns), adversarial
            (built-in distribution of fleets that take many shots even if the hunter knows it, only
            for the standard game), or a file of fleets from `battleship.place`, of which every game
            hides a random one, rotated and reflected at random, or a file of a placer (schema
            tilewright/placer/1).
        knows: Placer that the hunters know, or one for each of them: scout, posterior and
            veteran (the level expert) weigh the possible fleets as this placer draws them:
            two-columns, adversarial, a file, or uniform, which they expect anyway. It need not be
            that of `fleets`; the other hunters play as ever.
        games: Number of games of every hunter against every placer.
        memory: Memory limit for counting the fleets of uniform, in bytes; a suffix K, M or G
            multiplies by 2^10, 2^20 or 2^30.
        game: Number of the game to record and to animate, from 0.
        replay: Replay this recorded game instead of playing new ones, and check all of it: the
            outcome of every shot, that its hunter shoots at these cells, and the checksum.
        seed: Seed of all random numbers; by default it is random and printed.
        output: Write the answers to this file as JSON, one line per pair. After an interruption
            the same command resumes from FILE.part. Here: a path writes that file, a form (json,
            jsonl; True: json) makes it for `files` and `save`.
        record: Record a game in this file, to be replayed. Here: a path writes that file, True
            or json makes it for `files` and `save`.
        picture: Draw the shots of all games to this file, .svg or .png, or animate one game,
            .gif or .apng. Here: a path writes that file, a form such as svg makes it for `save`;
            True: a still picture where there is one; False: saves the work for it.
        on_event: Receives what the task reports while it works; an exception stops it.

    Raises:
        RefusedError: A value is invalid, or an input: missing, damaged, of another kind. Where several are
            asked about, the others are done before, and the attribute ``answer`` has them.
    """
    return call("battleship/hunt", locals(), {"output": "json", "record": "json", "picture": ""})


def duel(
    *,
    rows: int | None = None,
    columns: int | None = None,
    fleet: Numbers | None = None,
    touch: str | None = None,
    hunter: str | Sequence[str] = ("expert", "intermediate"),
    win_rate: str | float | None = None,
    against: str | None = None,
    fleets: Document | Sequence[Document] = ("sequential",),
    knows: Document | Sequence[Document] = (),
    games: int = 1000,
    memory: str | int = "4G",
    seed: int | None = None,
    output: bool | str | PathLike[str] = False,
    on_event: OnEvent | None = None,
) -> Answer:
    """Let two hunters play duels, in which both hide a fleet, and count how often each wins.

    Args:
        rows: Number of rows [default: as in the file of fleets, otherwise 10].
        columns: Number of columns [default: as in the file of fleets, otherwise 10].
        fleet: Ships: russian (4,3,3,2,2,2,1,1,1,1), us (5,4,3,3,2), or their lengths such as
            4,3,3,2 [default: as in the file of fleets, otherwise russian].
        touch: How close ships may lie: never (they do not touch, not even diagonally), corners
            (they may touch diagonally) or free (they may touch) [default: as in the file of fleets,
            otherwise free for us and never for others].
        hunter: The two hunters, by level or strategy. They begin alternately, and a hunter that
            hits shoots again. Levels: novice, intermediate, advanced, expert. Strategies: random,
            casual, hunt-and-target, lattice, scout, posterior, exact, density, veteran, perfect.
        win_rate: Instead of hunter: the casual hunter that wins this share of its duels with
            `against`, against it, by the rules of this request, such as 45%, with uniform fleets
            and starts in turn. It is found by measuring for some seconds; a share that no casual
            hunter wins is refused with the range.
        against: Hunter in whose duels win rates hold: that of `win_rate`, and those of hunters
            named by a share such as 45% [default: density].
        fleets: The placers that hide the fleets of the first and the second hunter, named as
            for `battleship.hunt`; a single placer hides both.
        knows: Placers that the first and the second hunter know; a single one is known to both.
            scout, posterior and veteran (the level expert) weigh the possible fleets as this placer
            draws them: two-columns, adversarial, a file, or uniform, which they expect anyway. It
            need not be that of `fleets`; the other hunters play as ever.
        games: Number of duels.
        memory: Memory limit for counting the fleets of uniform, in bytes; a suffix K, M or G
            multiplies by 2^10, 2^20 or 2^30.
        seed: Seed of all random numbers; by default it is random and printed.
        output: Write the answer to this file as JSON. After an interruption the same command
            resumes from FILE.part. Here: a path writes that file, True or json makes it for `files`
            and `save`.
        on_event: Receives what the task reports while it works; an exception stops it.

    Raises:
        RefusedError: A value is invalid, or an input: missing, damaged, of another kind. Where several are
            asked about, the others are done before, and the attribute ``answer`` has them.
    """
    return call("battleship/duel", locals(), {"output": "json"})


def tune(
    *,
    rows: int | None = None,
    columns: int | None = None,
    fleet: Numbers | None = None,
    touch: str | None = None,
    hunter: Literal["scout", "posterior", "veteran"] = "posterior",
    games: int = 1000,
    rounds: int = 12,
    tolerance: float = 0.5,
    validation_games: int = 2000,
    seed: int | None = None,
    output: bool | str | PathLike[str] = False,
    on_event: OnEvent | None = None,
) -> Answer:
    """Search for a placer that takes many shots even if the hunter knows it: a mixture of Gibbs
    distributions, by the double oracle method.

    Args:
        rows: Number of rows [default: as in the file of fleets, otherwise 10].
        columns: Number of columns [default: as in the file of fleets, otherwise 10].
        fleet: Ships: russian (4,3,3,2,2,2,1,1,1,1), us (5,4,3,3,2), or their lengths such as
            4,3,3,2 [default: as in the file of fleets, otherwise russian].
        touch: How close ships may lie: never (they do not touch, not even diagonally), corners
            (they may touch diagonally) or free (they may touch) [default: as in the file of fleets,
            otherwise free for us and never for others].
        hunter: Strategy of the hunters that know the placer while it is searched: scout is
            faster and weaker, veteran slower and stronger.
        games: Games of each step of the search.
        rounds: Largest number of rounds. In each, the hunter and the placer add their best
            responses.
        tolerance: End the search when the best response of neither side gains this many shots.
        validation_games: Fresh games of each hunter that the placer found is measured with.
        seed: Seed of all random numbers; by default it is random and printed.
        output: Write the placer to this file, for `battleship.hunt` and `battleship.duel`.
            After an interruption the same command resumes from FILE.part. Here: a path writes that
            file, True or json makes it for `files` and `save`.
        on_event: Receives what the task reports while it works; an exception stops it.

    Raises:
        RefusedError: A value is invalid, or an input: missing, damaged, of another kind. Where several are
            asked about, the others are done before, and the attribute ``answer`` has them.
    """
    return call("battleship/tune", locals(), {"output": "json"})
