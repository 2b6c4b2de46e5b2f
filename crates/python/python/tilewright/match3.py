"""Match-3: generate levels of a given difficulty, measure, play and check levels.

Written by `cargo xtask schemas`.
"""

from collections.abc import Sequence
from os import PathLike
from typing import Literal

from tilewright._answer import Answer
from tilewright._run import call
from tilewright._types import Document, File, OnEvent

__all__ = [
    "generate",
    "analyze",
    "play",
    "tweak",
    "calibrate",
    "pack",
    "archive",
    "import_",
    "export",
    "check",
    "legend",
]


def generate(
    *,
    rows: int | None = None,
    columns: int | None = None,
    target: int | None = None,
    tolerance: int = 0,
    difficulty: str | float | None = None,
    win_rate: str | float | None = None,
    pass_rate: str | float | None = None,
    for_: Document | None = None,
    bot: str | None = None,
    model: Document | None = None,
    kinds: str | Sequence[str] = (),
    rules: str | None = None,
    template: Document | None = None,
    symmetry: Literal["none", "horizontal", "vertical", "both", "rotational"] | None = None,
    style: Literal["composed", "scattered"] = "composed",
    like: Document | Sequence[Document] = (),
    parts: str | Sequence[str] = (),
    where: str | Sequence[str] = (),
    regions: Document | None = None,
    count: int = 1,
    algorithm: Literal["hill-climb", "fi2pop"] = "hill-climb",
    violation: Literal["groups", "cells"] | None = None,
    colors: int | None = None,
    goal: str | Sequence[str] = (),
    moves: str | int | None = None,
    watch: bool = False,
    seed: int | None = None,
    output: bool | str | PathLike[str] = False,
    picture: bool | str | PathLike[str] = True,
    logbook: bool | str | PathLike[str] = False,
    on_event: OnEvent | None = None,
) -> Answer:
    """Generate levels of a given difficulty or potential.

    Args:
        rows: Rows of the board; default: those of the template, else 9.
        columns: Columns of the board; default: those of the template, else 9.
        target: Potential of the level: the number of ways in which a swap can complete a line
            of three.
        tolerance: Allowed difference between the potential and `target`.
        difficulty: Difficulty instead of a potential: the mean number of swaps to the goal, met
            within 3 %; or easy, normal or hard: with a move limit 90 %, 60 % or 30 % of the games
            won, else the 15 %, 50 % or 85 % quantile of the mean swaps of 200 random levels of the
            same board, kinds and symmetry.
        win_rate: Win rate instead of a potential: the share of games to win within `moves`, met
            within 5 percentage points, beyond 10 % and 90 % within half of the distance to the end;
            100% for a level that cannot be lost, with no loss in 3,000 games. With `difficulty` and
            `auto` as `moves`, the move limit for it is found.
        pass_rate: Pass rate of people instead of a potential, within 3 percentage points: the
            share of first attempts to pass within `moves`, as the model of `for` predicts it. One
            level is made.
        for_: Model of people from `match3.calibrate` with `plays`, for `pass_rate`.
        bot: Bot that plays to measure `difficulty` and `win_rate`; default: article if the goal
            is of blocks of one colour, else greedy. Bots: random, article, greedy, planner, novice,
            beginner, regular, skilled, expert.
        model: Model that guides the search for a difficulty, from `match3.calibrate`; default:
            a built-in one.
        kinds: Kinds of cells to place: obstacle, blocked1 to blocked4, overlay1 to overlay4, or
            under other rules their blocks and pieces, such as box2 or grass1; with :COUNT or
            :MIN-MAX for the number of cells of the kind; default: those of the levels of `like`,
            else obstacle.
        rules: Rules of the level: classic, lab, candy, royal or blast; default: those of the
            template, else classic.
        template: Level, text or JSON, whose free cells `?` are filled.
        symmetry: Symmetry of the board; default: that of the level of `like` whose shape is
            taken, else none.
        style: How the special cells are spread: composed into clusters as in hand-made levels,
            or scattered. The algorithm fi2pop always scatters them.
        like: Folder of your own levels, or a level, whose look the generated ones take on:
            patterns, where they are, numbers of special cells, symmetries, and without `template`
            the shape of one of them with its rules, and its goal and moves unless others are asked
            for. Each differs from every given level in a fifth of its special cells at least.
            Repeat it for several folders.
        parts: Parts to draw for the board of each level, beside those of the template: exits
            (where ingredients leave), portals (an entrance and an exit each), conveyors, or supply
            (ingredients that come in through spawners), with :COUNT or :MIN-MAX, else 1 to 3 of
            them; for levels of a difficulty. Nothing else is put on their cells, and `where` says
            in which places they are, as in `exits in left half`.
        where: Where the cells of a kind stand, and how: `KIND in PLACE`, `KIND not in PLACE`,
            `at most N KIND in a row`, `KIND in clusters of N`, `KIND in lines of N`, `KIND in
            frames` (outlines of rectangles), `at most N% of KIND alone` (with no special cell
            beside it) or `KIND with KIND`. A kind without its number, such as box, is all of them,
            any every special cell; a place is border, center, spawners, row 3, columns 2-4, upper
            half, left third and so on, or several with or between them. In a row means in a column
            too. Repeated, all of them hold; fixed cells of a template are free of them.
        regions: Painted regions, which `where` names as places: a TOML file or a document of
            names with their rows of text, x inside and . outside, of the board's size.
        count: Levels to generate, all different.
        algorithm: Search algorithm for a potential.
        violation: Violation that fi2pop minimizes for infeasible levels; default: cells.
        colors: Colours of blocks; default: those of the template, else 5.
        goal: Goal of the level, such as collect:30; repeat it for several.
        moves: Move limit of the level; `auto` finds the one for `win_rate`.
        watch: Show the search of one level while it runs: the first level and the best so far,
            the potential of its cells and the populations; for a difficulty the best level so far
            and its games.
        seed: Random seed: the same seed gives the same bytes; chosen and printed if absent.
        output: Write the level here, as JSON, or as text if the name ends in .txt; several
            levels to a folder, each when it is ready: the same command resumes an unfinished
            folder. If a level is not found, the file of the closest one says so. Here: a path
            writes that file, a form (json, txt; True: json) makes it for `files` and `save`.
        picture: Draw the result here as .svg or .png, or the search as an animation, .gif or
            .apng. Here: a path writes that file, a form such as svg makes it for `save`; True: a
            still picture where there is one; False: saves the work for it.
        logbook: Write the statistics of every generation here, as .csv or .jsonl. Here: a path
            writes that file, a form (csv, jsonl; True: csv) makes it for `files` and `save`.
        on_event: Receives what the task reports while it works; an exception stops it.

    Raises:
        RefusedError: A value is invalid, or an input: missing, damaged, of another kind. Where several are
            asked about, the others are done before, and the attribute ``answer`` has them.
    """
    return call("match3/generate", locals(), {"output": "json", "picture": "", "logbook": "csv"})


def analyze(
    levels: Document | Sequence[Document] = (),
    *,
    explain: bool = False,
    kinds: str | Sequence[str] = (),
    games: int = 4096,
    bot: str | None = None,
    model: Document | None = None,
    for_: Document | None = None,
    like: Document | Sequence[Document] = (),
    seed: int | None = None,
    picture: bool | str | PathLike[str] = True,
    on_event: OnEvent | None = None,
) -> Answer:
    """Measure levels: potential, lost potential by kind of cell, feasibility, look, and difficulty.

    Potential and feasibility are of levels of the rules classic; under other rules the
    difficulty is predicted, if there is a model for such levels. The look of a level is how its
    special cells are spread: those that are neither ordinary nor holes.

    Args:
        levels: Level files: text, JSON, .tmx or .tmj; `-` is stdin, which may have one JSON
            level per line.
        explain: Find the cells that make a level hard, what a kind would cost in each other
            cell, and the single change that makes the level easiest or hardest: by games if the
            level has a goal, else by the potential, which levels of `classic` alone have.
        kinds: Kinds of cells that `explain` adds, as in `match3.generate`; default: obstacle,
            blocked1, blocked4 and overlay4, or under other rules those of the level. What the first
            one costs is listed for every ordinary cell.
        games: Games to play of each of the most important changes of `explain`; 0 uses
            predictions alone.
        bot: Bot that plays, or whose swaps are predicted; default: article if the goal is of
            blocks of one colour, else greedy. Bots: random, article, greedy, planner, novice,
            beginner, regular, skilled, expert.
        model: Model that predicts the swaps, from `match3.calibrate`; default: a built-in one.
        for_: Model of people from `match3.calibrate` with `plays`: how often they pass a level
            with a goal and a move limit, and in how many attempts.
        like: Folder of levels, or a level, to whose look each level is compared: how many of
            its patterns they have, and in how many special cells it differs from the nearest one.
            Repeat it for several.
        seed: Random seed: the same seed gives the same bytes; chosen and printed if absent.
        picture: Draw the levels, their potential and the lost potential by kind here: .svg,
            .png, .gif or .apng. Here: a path writes that file, a form such as svg makes it for
            `save`; True: a still picture where there is one; False: saves the work for it.
        on_event: Receives what the task reports while it works; an exception stops it.

    Raises:
        RefusedError: A value is invalid, or an input: missing, damaged, of another kind. Where several are
            asked about, the others are done before, and the attribute ``answer`` has them.
    """
    return call("match3/analyze", locals(), {"picture": ""})


def play(
    level: Document | None = None,
    *,
    bot: str | None = None,
    games: int | None = None,
    precision: str | float | None = None,
    goal: str | Sequence[str] = (),
    colors: int | None = None,
    moves: str | int | None = None,
    win_rate: str | float | None = None,
    max_swaps: int = 1000,
    for_: Document | None = None,
    replay: Document | None = None,
    game: int = 0,
    seed: int | None = None,
    record: bool | str | PathLike[str] = False,
    output: bool | str | PathLike[str] = False,
    picture: bool | str | PathLike[str] = True,
    on_event: OnEvent | None = None,
) -> Answer:
    """Play a level many times with a bot: how many swaps it takes, and how often it is won.

    Args:
        level: Level: text, JSON, .tmx or .tmj; `-` is stdin. A board without a swap is
            reshuffled, and lines that result count towards the goal.
        bot: Bot that plays; article is the bot of the article, greedy:0.7 makes 30 % of its
            swaps at random. Default: the one that the level names, else article if the goal is of
            blocks of one colour, else greedy. Bots: random, article, greedy, planner, novice,
            beginner, regular, skilled, expert.
        games: Games to play, or with `precision` at most; default: 2000, with `precision`
            1000000.
        precision: Play until the 95 % interval of the mean swaps is within this share of the
            mean on each side, such as 2%; with a move limit, until that of the win rate is within
            as many percentage points.
        goal: Goal, such as collect:30; default: that of the level; repeat it for several.
        colors: Colours of blocks; default: those of the level.
        moves: Move limit; default: that of the level; `auto` finds the one for `win_rate`.
        win_rate: Win rate for which `auto` as `moves` finds the move limit, default 60%; with
            100% none of 3,000 fresh games is lost.
        max_swaps: Maximum number of swaps of a game.
        for_: Model of people from `match3.calibrate` with `plays`: how often they pass the
            level within its move limit, and in how many attempts.
        replay: Replay this recorded game, board by board, instead of new games; of `level` if
            that is given.
        game: Number of the game to record and to draw, from 0.
        seed: Random seed: the same seed gives the same bytes; chosen and printed if absent.
        record: Record a game here, which `replay` replays. Here: a path writes that file, True
            or json makes it for `files` and `save`.
        output: Write the level here as JSON, with the goal and the move limit of the games.
            Here: a path writes that file, True or json makes it for `files` and `save`.
        picture: Draw the swaps and win rates of all games here as .svg or .png, or one game as
            an animation, .gif or .apng. Here: a path writes that file, a form such as svg makes it
            for `save`; True: a still picture where there is one; False: saves the work for it.
        on_event: Receives what the task reports while it works; an exception stops it.

    Raises:
        RefusedError: A value is invalid, or an input: missing, damaged, of another kind. Where several are
            asked about, the others are done before, and the attribute ``answer`` has them.
    """
    return call("match3/play", locals(), {"record": "json", "output": "json", "picture": ""})


def tweak(
    level: Document | None = None,
    direction: Literal["easier", "harder"] | None = None,
    *,
    difficulty: float | None = None,
    win_rate: str | float | None = None,
    pass_rate: str | float | None = None,
    for_: Document | None = None,
    moves: int | None = None,
    goal: str | Sequence[str] = (),
    template: Document | None = None,
    kinds: str | Sequence[str] = (),
    symmetry: Literal["none", "horizontal", "vertical", "both", "rotational"] | None = None,
    count: int = 5,
    bot: str | None = None,
    model: Document | None = None,
    seed: int | None = None,
    output: bool | str | PathLike[str] = False,
    picture: bool | str | PathLike[str] = True,
    on_event: OnEvent | None = None,
) -> Answer:
    """Give a level another difficulty by few changes of cells.

    The answers have the fewest cells that were found, and the smallest changes; two answers have
    at most half of their changed cells in common, and games prove each of them. Symmetry stays,
    and cells can be kept.

    Args:
        level: Level: text, JSON, .tmx or .tmj. Holes, pieces, ingredients and blocks of a
            colour stay as they are.
        direction: easier or harder: by 10 percentage points of the win rate if there is a move
            limit, or of the pass rate of the people of `for`, else by 10 % of the mean swaps.
        difficulty: Mean number of swaps to the goal, met within 3 %.
        win_rate: Share of games to win within the move limit, met within 5 percentage points,
            beyond 10 % and 90 % within half of the distance to the end; 100% for a level that
            cannot be lost, with no loss in 3,000 games.
        pass_rate: Share of people to pass at their first attempt within the move limit, within
            3 percentage points, as the model of `for` predicts it.
        for_: Model of people from `match3.calibrate` with `plays`, for `pass_rate`, or for
            easier and harder.
        moves: Move limit; default: that of the level.
        goal: Goal, such as collect:30; default: that of the level; repeat it for several.
        template: Template whose free cells `?` are the cells that may change; nothing else of
            it is used.
        kinds: Kinds of cells to place, as in `match3.generate`; default: those of the level,
            and these with one layer more or less; obstacles if it has none.
        symmetry: Symmetry of the changed levels; default: that of the level.
        count: Answers to find; two of them have at most half of their changed cells in common.
        bot: Bot that plays to measure the difficulty; default: the one that the level names,
            else article if the goal is of blocks of one colour, else greedy; for people the one of
            these, regular, beginner and novice that wins about as often as they shall. Bots:
            random, article, greedy, planner, novice, beginner, regular, skilled, expert.
        model: Model that guides the search, from `match3.calibrate`; default: a built-in one.
        seed: Random seed: the same seed gives the same bytes; chosen and printed if absent.
        output: Write the changed levels to this folder, the best first; with `count` 1, the
            level to this file, as JSON, or as text if the name ends in .txt. Here: a path writes
            that file, a form (json, txt; True: json) makes it for `files` and `save`.
        picture: Draw the level and its changes here: .svg or .png, or one after the other as
            .gif or .apng. Here: a path writes that file, a form such as svg makes it for `save`;
            True: a still picture where there is one; False: saves the work for it.
        on_event: Receives what the task reports while it works; an exception stops it.

    Raises:
        RefusedError: A value is invalid, or an input: missing, damaged, of another kind. Where several are
            asked about, the others are done before, and the attribute ``answer`` has them.
    """
    return call("match3/tweak", locals(), {"output": "json", "picture": ""})


def calibrate(
    *,
    rows: int = 9,
    columns: int = 9,
    colors: int = 5,
    rules: str | None = None,
    kinds: str | Sequence[str] = (),
    goal: str | Sequence[str] = (),
    mixed: bool = False,
    bot: str | None = None,
    levels: int = 1000,
    games: int | None = None,
    method: Literal["article", "roots", "field"] | None = None,
    plays: File | None = None,
    seed: int | None = None,
    output: bool | str | PathLike[str] = False,
    picture: bool | str | PathLike[str] = True,
    on_event: OnEvent | None = None,
) -> Answer:
    """Fit a model that predicts how many swaps levels take, without playing them; or one of people,
    to a log of what they played, that predicts how often they pass.

    Args:
        rows: Rows of the levels.
        columns: Columns of the levels.
        colors: Colours of blocks.
        rules: Rules of the levels: classic, lab, candy, royal or blast; default: classic.
        kinds: Kinds of special cells of the levels; default: obstacles and all blockers, covers
            and grounds of the rules with each number of layers.
        goal: Goal of the levels, such as collect:30; repeat it for several.
        mixed: Give each level one to three of the goals, each of half to twice its amount,
            instead of all of them: the model is for any mixture of such goals.
        bot: Bot that plays; greedy:0.7 makes 30 % of its swaps at random. Default: article if
            the goal is of blocks of one colour, else greedy. Bots: random, article, greedy,
            planner, novice, beginner, regular, skilled, expert.
        levels: Levels to play, half of them random and half composed of zones as by a designer;
            a quarter is held out to measure the quality of the model.
        games: Games to play of each level; default: 400, with `plays` 200 of each of seven
            judges.
        method: Features of the model; default: field.
        plays: Fit a model of people to a log instead, for `for` of other commands: a CSV table
            with a line for each attempt and the columns `level`, `outcome` (won, lost or left), and
            if there are some `player`, `cohort`, `attempt`, `moves_used`, `extra_moves`,
            `boosters`, `goal_left`; or with `level`, `attempts`, `passes`. Levels are files beside
            it, or the names or hashes of their levels.
        seed: Random seed: the same seed gives the same bytes; chosen and printed if absent.
        output: Write the model here. Here: a path writes that file, True or json makes it for
            `files` and `save`.
        picture: Draw the predicted against the played swaps of the held-out levels here: .svg
            or .png. Here: a path writes that file, a form such as svg makes it for `save`; True: a
            still picture where there is one; False: saves the work for it.
        on_event: Receives what the task reports while it works; an exception stops it.

    Raises:
        RefusedError: A value is invalid, or an input: missing, damaged, of another kind. Where several are
            asked about, the others are done before, and the attribute ``answer`` has them.
    """
    return call("match3/calibrate", locals(), {"output": "json", "picture": ""})


def pack(
    *,
    curve: Document | None = None,
    model: Document | None = None,
    for_: Document | None = None,
    like: Document | Sequence[Document] = (),
    keep: str | None = None,
    again: Sequence[int] = (),
    seed: int | None = None,
    output: bool | str | PathLike[str] = True,
    on_event: OnEvent | None = None,
) -> Answer:
    """Generate a pack of levels along a difficulty curve, with a report to print, a contact sheet,
    a chart and a table.

    Each level is met within half of the tolerance of `match3.generate`: 1.5 % of its swaps, or
    2.5 percentage points of its win rate. Levels that are not found are marked, the pack goes
    on, and later rounds search for them again. The file of a level that was never found holds
    the closest one, and says so.

    Args:
        curve: Curve, a TOML file: levels = 50, goal = "collect:30", and difficulty = [[1, 20],
            [50, 32]], or moves = 25 and `win_rate` = [[1, 0.9], [50, 0.5]], where 1 is a level that
            cannot be lost, or with `for` `pass_rate` or `attempts` of people; optional keys are
            rows, columns, colors, kinds, symmetry, template, bot (default: article if the goal is
            of blocks of one colour, else greedy), `min_difference`, the least share of the special
            cells in which any two levels differ (default 0.3), saw and breathers (easier levels),
            introduce (mechanics, one at a time), `[[stretch]]` (boards of a part of the levels) and
            `[widen]` (what may be given up).
        model: Model that guides the search, from `match3.calibrate`; default: a built-in one.
        for_: Model of people from `match3.calibrate` with `plays`, for a curve of `pass_rate`
            or `attempts`.
        like: Folder of your own levels, or a level, whose look the levels of the pack take on,
            where the curve has no `style`: patterns, where they are and numbers of special cells.
            Boards and kinds are those of the curve. Repeat it for several folders.
        keep: Folder of an earlier pack whose levels stay as they are, such as `level-007.json`;
            only what is missing there or was not found is made.
        again: Number of a level that is made again although `keep` has it.
        seed: Random seed: the same seed gives the same bytes; chosen and printed if absent.
        output: Write the pack to this folder; the same command resumes an unfinished pack.
            Here: a path writes that file, True makes it for `files` and `save`.
        on_event: Receives what the task reports while it works; an exception stops it.

    Raises:
        RefusedError: A value is invalid, or an input: missing, damaged, of another kind. Where several are
            asked about, the others are done before, and the attribute ``answer`` has them.
    """
    return call("match3/pack", locals(), {"output": ""})


def archive(
    *,
    rows: int | None = None,
    columns: int | None = None,
    template: Document | None = None,
    kinds: str | Sequence[str] = ("obstacle",),
    style: Literal["composed", "scattered"] = "composed",
    where: str | Sequence[str] = (),
    regions: Document | None = None,
    rules: str | None = None,
    colors: int | None = None,
    goal: str | Sequence[str] = (),
    moves: int | None = None,
    difficulty: str | None = None,
    difficulty_bins: int = 8,
    density: str = "0-0.6",
    density_bins: int = 6,
    symmetry: str = "0-1",
    symmetry_bins: int = 4,
    bot: str | None = None,
    model: Document | None = None,
    rounds: int = 20,
    evaluations: int = 100000,
    games: int = 2048,
    seed: int | None = None,
    output: bool | str | PathLike[str] = True,
    picture: bool | str | PathLike[str] = True,
    on_event: OnEvent | None = None,
) -> Answer:
    """Fill an archive of levels that differ in difficulty, density and symmetry, each proved by
    games.

    The archive has a bin for each combination of a range of mean swaps, of density (the share of
    special cells) and of symmetry (the share of special cells whose mirror image, left and right
    exchanged, is of the same kind). MAP-Elites searches a level for each bin, and bot games
    prove that its mean swaps lie within the range of the bin.

    Args:
        rows: Rows of the board; default: those of the template, else 9.
        columns: Columns of the board; default: those of the template, else 9.
        template: Level, text or JSON, whose free cells `?` are filled.
        kinds: Kinds of cells to place: obstacle, blocked1 to blocked4, overlay1 to overlay4, or
            under other rules their blocks and pieces, such as box2 or grass1; with :COUNT or
            :MIN-MAX for the number of cells of the kind.
        style: How the special cells are spread: composed into clusters, or scattered.
        where: Where the cells of a kind stand, and how, such as `box in lower third`; the help
            of match3 generate lists all forms.
        regions: Painted regions, which `where` names as places: a TOML file or a document of
            names with their rows of text, x inside and . outside, of the board's size.
        rules: Rules of the levels: classic, lab, candy, royal or blast; default: those of the
            template, else classic.
        colors: Colours of blocks; default: those of the template, else 5.
        goal: Goal of the levels, such as collect:30; repeat it for several.
        moves: Move limit to write into the levels.
        difficulty: Range of the mean swaps to the goal; default: from the 5 % to the 95 %
            quantile of 200 random levels of the same board and kinds.
        difficulty_bins: Bins of the range of mean swaps.
        density: Range of the density: the share of special cells among all cells.
        density_bins: Bins of the range of the density.
        symmetry: Range of the symmetry: the share of special cells whose mirror image, left and
            right exchanged, is of the same kind.
        symmetry_bins: Bins of the range of the symmetry.
        bot: Bot that plays to measure the difficulty; default: article if the goal is of blocks
            of one colour, else greedy. Bots: random, article, greedy, planner, novice, beginner,
            regular, skilled, expert.
        model: Model that guides the search, from `match3.calibrate`; default: a built-in one.
        rounds: Rounds of search and games; a round plays the best levels of the bins that are
            still empty.
        evaluations: Levels that the model predicts in each round.
        games: Maximum number of games of a level.
        seed: Random seed: the same seed gives the same bytes; chosen and printed if absent.
        output: Write the levels to this folder, each when it is proved, then a table and a
            picture of all; the same command resumes an unfinished archive. Here: a path writes that
            file, True makes it for `files` and `save`.
        picture: Draw the levels of all bins: .svg or .png. Here: a path writes that file, a
            form such as svg makes it for `save`; True: a still picture where there is one; False:
            saves the work for it.
        on_event: Receives what the task reports while it works; an exception stops it.

    Raises:
        RefusedError: A value is invalid, or an input: missing, damaged, of another kind. Where several are
            asked about, the others are done before, and the attribute ``answer`` has them.
    """
    return call("match3/archive", locals(), {"output": "", "picture": ""})


def import_(
    levels: Document | Sequence[Document] = (),
    *,
    map: Document | None = None,
    output: bool | str | PathLike[str] = True,
    on_event: OnEvent | None = None,
) -> Answer:
    """Read levels of a studio's own JSON: a mapping says where their parts stand, and what the
    codes of their cells mean. `match3.export` with `to` studio writes them back.

    Codes that the mapping does not have are named all at once, with their cells, and nothing is
    written. What would not come back is named too.

    Args:
        levels: JSON files of the studio, one level each.
        map: Mapping, a TOML file: `constants` of all levels, `places` of their keys, the `grid`
            and its `codes`, and if needed `layers`, `lists` and `goals`.
        output: Write the level here; default: stdout. Several levels are written to a folder of
            this name, each with the name of its file. Here: a path writes that file, True makes it
            for `files` and `save`.
        on_event: Receives what the task reports while it works; an exception stops it.

    Raises:
        RefusedError: A value is invalid, or an input: missing, damaged, of another kind. Where several are
            asked about, the others are done before, and the attribute ``answer`` has them.
    """
    return call("match3/import", locals(), {"output": ""})


def export(
    levels: Document | Sequence[Document] = (),
    *,
    to: Literal["tmx", "tmj", "lab", "studio", "csv", "text", "json"] | None = None,
    map: Document | None = None,
    output: bool | str | PathLike[str] = False,
    on_event: OnEvent | None = None,
) -> Answer:
    """Write a level for another program: as a map of Tiled, a text level of match3-lab, a studio's
    own JSON, a table, text or JSON. Maps of Tiled and text levels of match3-lab can also be
    read, by every command that reads a level; a studio's own JSON by `match3.import_`.

    Args:
        levels: Level: text, JSON, .tmx, .tmj or a text level of match3-lab; several levels if
            `to` is csv or studio.
        to: Format to write.
        map: Mapping of the studio's own JSON, a TOML file as for `match3.import_`, if `to` is
            studio.
        output: Write the level here; default: stdout. Several levels as a studio's own JSON are
            written to a folder of this name, each with the name of its file. Here: a path writes
            that file, True makes it for `files` and `save`.
        on_event: Receives what the task reports while it works; an exception stops it.

    Raises:
        RefusedError: A value is invalid, or an input: missing, damaged, of another kind. Where several are
            asked about, the others are done before, and the attribute ``answer`` has them.
    """
    return call("match3/export", locals(), {"output": ""})


def check(
    folder: str | None = None,
    *,
    bot: str | None = None,
    games: int = 2000,
    max_games: int = 32000,
    annotations: bool = False,
    for_: Document | None = None,
    seed: int | None = 1,
    junit: bool | str | PathLike[str] = False,
    markdown: bool | str | PathLike[str] = False,
    on_event: OnEvent | None = None,
) -> Answer:
    """Check the levels of a folder, for the CI of a game: each can be read, is feasible, has a goal
    that can be reached, and lies in its band.

    Args:
        folder: Folder whose .json, .txt, .tmx and .tmj files are levels, or one level. A JSON
            level may have a band, such as `"band": {"swaps": [20, 26]}`: the range of its mean
            `swaps`, its `win_rate`, its `potential`, or with `for` the `pass_rate` or `attempts` of
            people; without one it is held to the `difficulty` for which `match3.generate` made it.
            The band of a text level of match3-lab is the win rate of the bot greedy in percent.
        bot: Bot that plays if the band names none; default: article if the goal is of blocks of
            one colour, else greedy. Bots: random, article, greedy, planner, novice, beginner,
            regular, skilled, expert.
        games: Games to play of each level first: a figure whose 95 % interval holds an end of
            its band takes twice as many, and again, until it is decided.
        max_games: Most games to play of a level: then the estimate decides, and the level is
            said to be undecided.
        annotations: Write bad levels as lines that GitHub Actions shows beside the files of a
            change.
        for_: Model of people from `match3.calibrate` with `plays`, by which the bands
            `pass_rate` and `attempts` are checked.
        seed: Random seed: the same seed gives the same bytes.
        junit: Write the levels here as JUnit XML, which CI services read. A report that is
            there is replaced. Here: a path writes that file, True or xml makes it for `files` and
            `save`.
        markdown: Write the levels here as tables in Markdown; their pictures are written beside
            it. A report that is there is replaced. Here: a path writes that file, True or md makes
            it for `files` and `save`.
        on_event: Receives what the task reports while it works; an exception stops it.

    Raises:
        RefusedError: A value is invalid, or an input: missing, damaged, of another kind. Where several are
            asked about, the others are done before, and the attribute ``answer`` has them.
    """
    return call("match3/check", locals(), {"junit": "xml", "markdown": "md"})


def legend(
    level: Document | None = None,
    *,
    rules: str | None = None,
    cells: str | Sequence[str] = (),
    picture: bool | str | PathLike[str] = True,
    on_event: OnEvent | None = None,
) -> Answer:
    """Draw the pieces and kinds of rules, each with its token.

    The JSON has a drawing of every cell, whole and in the layers of a game, for programs that
    show boards.

    Args:
        level: Level whose rules and colours are drawn; default: an open board.
        rules: Rules instead of those of a level: classic, lab, candy, royal or blast; default:
            classic.
        cells: Cells to draw in the JSON, by their tokens, such as `box2` or `r+ice1_grass2`;
            default: every piece and kind.
        picture: Draw the pieces and kinds of the rules here: .svg or .png. Here: a path writes
            that file, a form such as svg makes it for `save`; True: a still picture where there is
            one; False: saves the work for it.
        on_event: Receives what the task reports while it works; an exception stops it.

    Raises:
        RefusedError: A value is invalid, or an input: missing, damaged, of another kind. Where several are
            asked about, the others are done before, and the attribute ``answer`` has them.
    """
    return call("match3/legend", locals(), {"picture": ""})
