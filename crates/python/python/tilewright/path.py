"""Plan paths on tile maps, generate maps, check planners, compare evolved planners.

Written by `cargo xtask schemas`.
"""

from collections.abc import Sequence
from os import PathLike
from typing import Literal

from tilewright._answer import Answer
from tilewright._run import call
from tilewright._types import Document, File, Numbers, OnEvent

__all__ = [
    "plan",
    "routes",
    "crowd",
    "pareto",
    "reach",
    "field",
    "check",
    "compare",
    "script",
    "convert",
    "generate",
]


def plan(
    map: Document | None = None,
    *,
    from_: Numbers | None = None,
    to: Numbers | None = None,
    scenario: File | None = None,
    index: int = 0,
    nearest: bool = False,
    npcs: bool = False,
    detour: float | None = None,
    size: int = 1,
    movement: Literal["walk", "swim", "fly"] = "walk",
    connectivity: Literal["4", "8"] | None = None,
    corners: Literal["never", "one", "always"] = "never",
    planner: Literal["fastest", "astar", "bfs", "dijkstra", "jps", "improved", "traditional", "regrow", "astar-mutation", "complexity", "weighted-sum"] = "fastest",
    danger: Sequence[Numbers] = (),
    danger_weight: float | None = None,
    distance: Literal["euclidean", "manhattan"] = "euclidean",
    result: Literal["best-ever", "final-population"] = "best-ever",
    replace: Literal["always", "if-shorter"] = "always",
    initialization: Literal["depth-first", "random-walk"] = "depth-first",
    fitness_length_weight: float = 1.0,
    fitness_danger_weight: float = 1.0,
    door: Sequence[Numbers] = (),
    departure: float | None = None,
    generations: int = 20,
    trace: bool = False,
    walkability: str | Sequence[str] = (),
    layer: str | Sequence[str] = (),
    solid_property: str | Sequence[str] = (),
    walkable_tiles: str | Sequence[str] = (),
    level: str | None = None,
    project: str | None = None,
    seed: int | None = None,
    picture: bool | str | PathLike[str] = True,
    output: bool | str | PathLike[str] = False,
    on_event: OnEvent | None = None,
) -> Answer:
    """Plan a path between two cells of a map, or one for each NPC.

    Exact planners find the cheapest path. Evolved planners use four neighbours and need not find
    it; the cost of the cheapest path is reported beside theirs. On maps with costs, where their
    articles count cells, their fitness is the cost of the path.

    Args:
        map: The map: a .map file of the MovingAI benchmarks, .tmx or .tmj of Tiled, .ldtk or
            .ldtkl of LDtk, text with `.` free, `#` wall, `~` danger and 2 to 9 costs, where one `S`
            and one `G` mark the start and the goal, or a matrix of numbers where 0 is walkable, as
            text, CSV or JSON; - for stdin. In a request also an object whose `layout` is the list
            of the rows.
        from_: Cell to start from, by row and column from 0; default: the start that the map
            marks.
        to: Cell to go to, by row and column from 0; default: the goal that the map marks.
        scenario: Take the start and the goal from this .scen file of the MovingAI benchmarks.
        index: Number of the scenario in the file, from 0.
        nearest: If the goal is blocked or cut off, plan to the reachable cell with the least
            Euclidean distance from it; of several to the one with the cheapest path.
        npcs: Plan the cheapest path of each NPC that the map marks, from its own cell to the
            goal; one that stands in a wall is reported by its name, and the others are planned.
            Default if the map marks NPCs but no start. For many walkers with the same start use
            `path.routes`.
        detour: Spread the paths of NPCs: each takes the least used one of eight diverse routes
            that cost at most this multiple of its cheapest path. Default: cheapest paths.
        size: Size of the agent: it covers N × N cells, and stands where the upper left one of
            them is.
        movement: Kind of movement, by the ground of the cells: walk (free ground and swamp),
            swim (water) or fly (all but walls).
        connectivity: Number of neighbours of a cell: 4, or 8 with the diagonal ones; default:
            8, for evolved planners 4. Those of staggered maps are 4 over edges and 4 over corners;
            cells of hexagonal maps have 6.
        corners: When a diagonal step may pass blocked cells: never, if at least one of the two
            cells beside it is free, or always.
        planner: Planner: exact (fastest, astar, bfs, dijkstra, jps) or evolved.
        danger: Add a source of danger: its row, column and radius in cells. Paths avoid all
            cells within the radius, unless `danger_weight` is given. Can be repeated.
        danger_weight: Cost of a unit of danger, in steps. Paths may then pass through danger,
            of the map and of the sources. Default: avoid the sources, ignore the danger of the map.
        distance: Distance by which the mutation of `improved` chooses the nearest neighbour.
        result: Source of the result of `improved`: the best path of all generations, or of the
            last one.
        replace: When a mutant of `improved` replaces its parent.
        initialization: How the planners other than `improved` make random paths: by depth-first
            search, or by a random walk, which may contain loops.
        fitness_length_weight: Weight of a path's cost in the fitness of `weighted-sum`.
        fitness_danger_weight: Weight of a path's danger in the fitness of `weighted-sum`.
        door: Add a door that opens and shuts: its row and column, the ticks that it stays open
            and shut, and how many ticks its clock is ahead. A walker takes as many ticks for a step
            as it costs; it waits or goes round, whatever brings it to the goal first. Can be
            repeated.
        departure: Time at which the walkers leave, in ticks, where there are doors; default: 0.
        generations: Number of generations of evolved planners, after the first one.
        trace: Add the course of the search to the JSON answer: the cells in the order of their
            expansion, or the paths of the generations.
        walkability: Only these sources decide: properties (of tiles: walkable, solid, cost and
            others), tiles (see `walkable_tiles`), layer (those called collision or walls),
            tile-objects (objects with solid tiles), objects (of the class wall), shapes (the
            collision shapes of tiles). Default: all that the map has, together.
        layer: Name or class of a layer whose tiles and objects are walls, instead of those
            called collision, solid or walls; for LDtk the integer grid. Can be repeated.
        solid_property: Name of a property of tiles, objects or layers that is true for walls,
            besides solid, collision, collides and `ge_collide`. Can be repeated.
        walkable_tiles: Walkable tiles, instead of what properties and collision shapes of tiles
            say: ids in the first tileset, or TILESET:ID; for LDtk, values of the integer grid
            layer.
        level: Name of the level in a project of LDtk; default: the first one.
        project: Folder of the project that the map belongs to. Tilesets and templates anywhere
            in it may be read, such as ../tiles/floor.tsx; default: the nearest folder with a
            .tiled-project file, else only that of the map.
        seed: Seed of the random numbers; default: chosen at random and reported.
        picture: Draw the map and the path: .svg or .png; .gif and .apng animate the search.
            Here: a path writes that file, a form such as svg makes it for `save`; True: a still
            picture where there is one; False: saves the work for it.
        output: Write the map with the paths as lines and their number per cell as a layer: .tmx
            or .tmj. Here: a path writes that file, a form (tmx, tmj; True: tmx) makes it for
            `files` and `save`.
        on_event: Receives what the task reports while it works; an exception stops it.

    Raises:
        RefusedError: A value is invalid, or an input: missing, damaged, of another kind. Where several are
            asked about, the others are done before, and the attribute ``answer`` has them.
    """
    return call("path/plan", locals(), {"picture": "", "output": "tmx"})


def routes(
    map: Document | None = None,
    *,
    from_: Numbers | None = None,
    to: Numbers | None = None,
    scenario: File | None = None,
    index: int = 0,
    connectivity: Literal["4", "8"] | None = None,
    corners: Literal["never", "one", "always"] = "never",
    danger: Sequence[Numbers] = (),
    danger_weight: float | None = None,
    routes: int = 8,
    detour: float = 1.05,
    method: Literal["diverse", "penalty", "yen", "random-walk"] = "diverse",
    walkability: str | Sequence[str] = (),
    layer: str | Sequence[str] = (),
    solid_property: str | Sequence[str] = (),
    walkable_tiles: str | Sequence[str] = (),
    level: str | None = None,
    project: str | None = None,
    seed: int | None = None,
    picture: bool | str | PathLike[str] = True,
    output: bool | str | PathLike[str] = False,
    on_event: OnEvent | None = None,
) -> Answer:
    """Plan several diverse routes between two cells, so that a crowd does not walk in single file.

    All routes lead from one start to one goal: give each NPC of the crowd one of them, in turn.
    For NPCs that start in different cells use `path.plan` with `npcs`, which plans the cheapest
    path of each.

    Args:
        map: The map, in any form that `path.plan` reads.
        from_: Cell to start from, by row and column from 0; default: the start that the map
            marks.
        to: Cell to go to, by row and column from 0; default: the goal that the map marks.
        scenario: Take the start and the goal from this .scen file of the MovingAI benchmarks.
        index: Number of the scenario in the file, from 0.
        connectivity: Number of neighbours of a cell: 4, or 8 with the diagonal ones; default:
            8, for evolved planners 4. Those of staggered maps are 4 over edges and 4 over corners;
            cells of hexagonal maps have 6.
        corners: When a diagonal step may pass blocked cells: never, if at least one of the two
            cells beside it is free, or always.
        danger: Add a source of danger: its row, column and radius in cells. Paths avoid all
            cells within the radius, unless `danger_weight` is given. Can be repeated.
        danger_weight: Cost of a unit of danger, in steps. Paths may then pass through danger,
            of the map and of the sources. Default: avoid the sources, ignore the danger of the map.
        routes: Number of routes; fewer are returned if no more are found.
        detour: Largest cost of a route, as a multiple of the cost of the cheapest path.
        method: Method by which routes are found.
        walkability: Only these sources decide: properties (of tiles: walkable, solid, cost and
            others), tiles (see `walkable_tiles`), layer (those called collision or walls),
            tile-objects (objects with solid tiles), objects (of the class wall), shapes (the
            collision shapes of tiles). Default: all that the map has, together.
        layer: Name or class of a layer whose tiles and objects are walls, instead of those
            called collision, solid or walls; for LDtk the integer grid. Can be repeated.
        solid_property: Name of a property of tiles, objects or layers that is true for walls,
            besides solid, collision, collides and `ge_collide`. Can be repeated.
        walkable_tiles: Walkable tiles, instead of what properties and collision shapes of tiles
            say: ids in the first tileset, or TILESET:ID; for LDtk, values of the integer grid
            layer.
        level: Name of the level in a project of LDtk; default: the first one.
        project: Folder of the project that the map belongs to. Tilesets and templates anywhere
            in it may be read, such as ../tiles/floor.tsx; default: the nearest folder with a
            .tiled-project file, else only that of the map.
        seed: Seed of the random numbers; default: chosen at random and reported.
        picture: Draw the routes and the number of routes through each cell: .svg or .png. Here:
            a path writes that file, a form such as svg makes it for `save`; True: a still picture
            where there is one; False: saves the work for it.
        output: Write the map with the routes as lines and their number per cell as a layer:
            .tmx or .tmj. Here: a path writes that file, a form (tmx, tmj; True: tmx) makes it for
            `files` and `save`.
        on_event: Receives what the task reports while it works; an exception stops it.

    Raises:
        RefusedError: A value is invalid, or an input: missing, damaged, of another kind. Where several are
            asked about, the others are done before, and the attribute ``answer`` has them.
    """
    return call("path/routes", locals(), {"picture": "", "output": "tmx"})


def crowd(
    map: Document | None = None,
    *,
    kind: Literal["steps", "field"] = "steps",
    walkers: int | None = None,
    goal: Sequence[Numbers] = (),
    own_goals: bool = False,
    again: bool = False,
    turns: bool = False,
    stay: bool = False,
    speed: float | None = None,
    radius: float | None = None,
    steps: int = 1000,
    movement: Literal["walk", "swim", "fly"] = "walk",
    walkability: str | Sequence[str] = (),
    layer: str | Sequence[str] = (),
    solid_property: str | Sequence[str] = (),
    walkable_tiles: str | Sequence[str] = (),
    level: str | None = None,
    project: str | None = None,
    seed: int | None = None,
    picture: bool | str | PathLike[str] = True,
    output: bool | str | PathLike[str] = False,
    on_event: OnEvent | None = None,
) -> Answer:
    """Let many walkers cross a map, none through another.

    By steps there is one a cell: each goes to one of the four cells beside its own, or stays;
    who has waited the longest goes first, and those in its way make room. All walk to the
    nearest of some goals, where each leaves the map, or each to a random goal of its own. By a
    field they are circles at any points that flow to the goals and make room for each other.

    Args:
        map: The map, in any form that `path.plan` reads.
        kind: Kind of walkers: by steps from cell to cell, or along the field of common goals
            (which is found in the first ten steps).
        walkers: Number of walkers, which start in random cells of the largest region. Default:
            one for each NPC that the map marks, which starts in its cell; 100 if it marks none.
        goal: Goal, by row and column from 0; default: the goal that the map marks. Can be
            repeated: each walks to the nearest. Without one, each walks to a random goal of its
            own, which nobody else has.
        own_goals: Give each walker a random goal of its own, even if the map marks a goal.
        again: Give each walker that comes to its own goal another one, until the last step.
        turns: Let turns take time: each faces a direction, north at first; in a step it goes to
            the cell ahead, turns by a quarter, or stays.
        stay: Let those who come to the goals of a field stay around them, and not leave the
            map.
        speed: Cells that each goes in a step along a field, at most 0.5; default: 0.2.
        radius: Radius of each along a field, in cells, at most 0.5; default: 0.35.
        steps: Largest number of steps; the walk ends before if all have come to their goals.
        movement: Kind of movement, by the ground of the cells: walk (free ground and swamp),
            swim (water) or fly (all but walls).
        walkability: Only these sources decide: properties (of tiles: walkable, solid, cost and
            others), tiles (see `walkable_tiles`), layer (those called collision or walls),
            tile-objects (objects with solid tiles), objects (of the class wall), shapes (the
            collision shapes of tiles). Default: all that the map has, together.
        layer: Name or class of a layer whose tiles and objects are walls, instead of those
            called collision, solid or walls; for LDtk the integer grid. Can be repeated.
        solid_property: Name of a property of tiles, objects or layers that is true for walls,
            besides solid, collision, collides and `ge_collide`. Can be repeated.
        walkable_tiles: Walkable tiles, instead of what properties and collision shapes of tiles
            say: ids in the first tileset, or TILESET:ID; for LDtk, values of the integer grid
            layer.
        level: Name of the level in a project of LDtk; default: the first one.
        project: Folder of the project that the map belongs to. Tilesets and templates anywhere
            in it may be read, such as ../tiles/floor.tsx; default: the nearest folder with a
            .tiled-project file, else only that of the map.
        seed: Seed of the random numbers; default: chosen at random and reported.
        picture: Draw the walks and how many use each cell: .svg or .png; .gif and .apng show
            them step by step. Here: a path writes that file, a form such as svg makes it for
            `save`; True: a still picture where there is one; False: saves the work for it.
        output: Write the map with the walks as lines and their number per cell as a layer: .tmx
            or .tmj. Here: a path writes that file, a form (tmx, tmj; True: tmx) makes it for
            `files` and `save`.
        on_event: Receives what the task reports while it works; an exception stops it.

    Raises:
        RefusedError: A value is invalid, or an input: missing, damaged, of another kind. Where several are
            asked about, the others are done before, and the attribute ``answer`` has them.
    """
    return call("path/crowd", locals(), {"picture": "", "output": "tmx"})


def pareto(
    map: Document | None = None,
    *,
    from_: Numbers | None = None,
    to: Numbers | None = None,
    scenario: File | None = None,
    index: int = 0,
    connectivity: Literal["4", "8"] | None = None,
    corners: Literal["never", "one", "always"] = "never",
    objectives: Sequence[Literal["length", "danger", "terrain"]] = ("length", "danger"),
    method: Literal["exact", "approximate", "evolve"] = "exact",
    budget_ms: int | None = None,
    expansions: int | None = None,
    danger: Sequence[Numbers] = (),
    random_danger: Numbers | None = None,
    random_terrain: bool = False,
    walkability: str | Sequence[str] = (),
    layer: str | Sequence[str] = (),
    solid_property: str | Sequence[str] = (),
    walkable_tiles: str | Sequence[str] = (),
    level: str | None = None,
    project: str | None = None,
    seed: int | None = None,
    picture: bool | str | PathLike[str] = True,
    on_event: OnEvent | None = None,
) -> Answer:
    """Find Pareto-optimal paths: length against danger, terrain or both.

    No path of the front is at least as good as another in every objective. By default the front
    is exact: all such paths, which takes long on large maps with three objectives. Approximate
    fronts take as long as you say.

    Args:
        map: The map, in any form that `path.plan` reads. The costs of its cells are the
            terrain.
        from_: Cell to start from, by row and column from 0; default: the start that the map
            marks.
        to: Cell to go to, by row and column from 0; default: the goal that the map marks.
        scenario: Take the start and the goal from this .scen file of the MovingAI benchmarks.
        index: Number of the scenario in the file, from 0.
        connectivity: Number of neighbours of a cell: 4, or 8 with the diagonal ones; default:
            8, for evolved planners 4. Those of staggered maps are 4 over edges and 4 over corners;
            cells of hexagonal maps have 6.
        corners: When a diagonal step may pass blocked cells: never, if at least one of the two
            cells beside it is free, or always.
        objectives: Objectives to minimise: length, and danger, terrain or both. Danger and
            terrain are sums over the cells entered; the terrain of a cell is its cost above 1. With
            terrain, the length ignores costs.
        method: How to find the front.
        budget_ms: Stop refining the front of approximate or evolve after this number of
            milliseconds. The front then depends on the speed of the machine.
        expansions: Stop refining the front after this number of expanded labels and cells of
            approximate, or of evaluated paths of evolve. The front is then the same on every
            machine.
        danger: Add a source of danger: its row, column and radius in cells. Can be repeated.
        random_danger: Add N random sources of danger of this radius, each in a walkable cell.
        random_terrain: Replace the map's costs by random terrain: 0 to 3 for each block of 8 ×
            8 cells.
        walkability: Only these sources decide: properties (of tiles: walkable, solid, cost and
            others), tiles (see `walkable_tiles`), layer (those called collision or walls),
            tile-objects (objects with solid tiles), objects (of the class wall), shapes (the
            collision shapes of tiles). Default: all that the map has, together.
        layer: Name or class of a layer whose tiles and objects are walls, instead of those
            called collision, solid or walls; for LDtk the integer grid. Can be repeated.
        solid_property: Name of a property of tiles, objects or layers that is true for walls,
            besides solid, collision, collides and `ge_collide`. Can be repeated.
        walkable_tiles: Walkable tiles, instead of what properties and collision shapes of tiles
            say: ids in the first tileset, or TILESET:ID; for LDtk, values of the integer grid
            layer.
        level: Name of the level in a project of LDtk; default: the first one.
        project: Folder of the project that the map belongs to. Tilesets and templates anywhere
            in it may be read, such as ../tiles/floor.tsx; default: the nearest folder with a
            .tiled-project file, else only that of the map.
        seed: Seed of the random numbers; default: chosen at random and reported.
        picture: Draw the paths on the map, and the front as a chart: .svg or .png. Here: a path
            writes that file, a form such as svg makes it for `save`; True: a still picture where
            there is one; False: saves the work for it.
        on_event: Receives what the task reports while it works; an exception stops it.

    Raises:
        RefusedError: A value is invalid, or an input: missing, damaged, of another kind. Where several are
            asked about, the others are done before, and the attribute ``answer`` has them.
    """
    return call("path/pareto", locals(), {"picture": ""})


def reach(
    map: Document | None = None,
    *,
    from_: Numbers | None = None,
    size: int = 1,
    movement: Literal["walk", "swim", "fly"] = "walk",
    connectivity: Literal["4", "8"] | None = None,
    corners: Literal["never", "one", "always"] = "never",
    clearance: bool = False,
    walkability: str | Sequence[str] = (),
    layer: str | Sequence[str] = (),
    solid_property: str | Sequence[str] = (),
    walkable_tiles: str | Sequence[str] = (),
    level: str | None = None,
    project: str | None = None,
    picture: bool | str | PathLike[str] = True,
    output: bool | str | PathLike[str] = False,
    on_event: OnEvent | None = None,
) -> Answer:
    """Show which cells an agent can reach, and which regions are cut off.

    A region is a set of cells from each of which the agent can go to every other one. They are
    numbered by their sizes, the largest first. Costs do not matter here.

    Args:
        map: The map, in any form that `path.plan` reads.
        from_: Cell to start from, by row and column from 0; if the agent cannot stand there,
            the nearest cell where it can. Default: the start that the map marks; without one, only
            regions are found.
        size: Size of the agent: it covers N × N cells, and stands where the upper left one of
            them is.
        movement: Kind of movement, by the ground of the cells: walk (free ground and swamp),
            swim (water) or fly (all but walls).
        connectivity: Number of neighbours of a cell: 4, or 8 with the diagonal ones; default:
            8, for evolved planners 4. Those of staggered maps are 4 over edges and 4 over corners;
            cells of hexagonal maps have 6.
        corners: When a diagonal step may pass blocked cells: never, if at least one of the two
            cells beside it is free, or always.
        clearance: Draw and write the clearance of each cell in place of its region: the size,
            up to 8, of the largest agent that can stand there.
        walkability: Only these sources decide: properties (of tiles: walkable, solid, cost and
            others), tiles (see `walkable_tiles`), layer (those called collision or walls),
            tile-objects (objects with solid tiles), objects (of the class wall), shapes (the
            collision shapes of tiles). Default: all that the map has, together.
        layer: Name or class of a layer whose tiles and objects are walls, instead of those
            called collision, solid or walls; for LDtk the integer grid. Can be repeated.
        solid_property: Name of a property of tiles, objects or layers that is true for walls,
            besides solid, collision, collides and `ge_collide`. Can be repeated.
        walkable_tiles: Walkable tiles, instead of what properties and collision shapes of tiles
            say: ids in the first tileset, or TILESET:ID; for LDtk, values of the integer grid
            layer.
        level: Name of the level in a project of LDtk; default: the first one.
        project: Folder of the project that the map belongs to. Tilesets and templates anywhere
            in it may be read, such as ../tiles/floor.tsx; default: the nearest folder with a
            .tiled-project file, else only that of the map.
        picture: Draw the regions, or the clearance: .svg or .png. Here: a path writes that
            file, a form such as svg makes it for `save`; True: a still picture where there is one;
            False: saves the work for it.
        output: Write the region of each cell, 0 where the agent cannot stand, or its clearance,
            row by row: .csv. Here: a path writes that file, True or csv makes it for `files` and
            `save`.
        on_event: Receives what the task reports while it works; an exception stops it.

    Raises:
        RefusedError: A value is invalid, or an input: missing, damaged, of another kind. Where several are
            asked about, the others are done before, and the attribute ``answer`` has them.
    """
    return call("path/reach", locals(), {"picture": "", "output": "csv"})


def field(
    map: Document | None = None,
    *,
    goal: Sequence[Numbers] = (),
    flee: float | None = None,
    keep_distance: float | None = None,
    size: int = 1,
    movement: Literal["walk", "swim", "fly"] = "walk",
    connectivity: Literal["4", "8"] | None = None,
    corners: Literal["never", "one", "always"] = "never",
    danger: Sequence[Numbers] = (),
    danger_weight: float | None = None,
    walkability: str | Sequence[str] = (),
    layer: str | Sequence[str] = (),
    solid_property: str | Sequence[str] = (),
    walkable_tiles: str | Sequence[str] = (),
    level: str | None = None,
    project: str | None = None,
    picture: bool | str | PathLike[str] = True,
    output: bool | str | PathLike[str] = False,
    on_event: OnEvent | None = None,
) -> Answer:
    """Find for every cell the cost to the nearest goal and the step that leads there.

    One field serves any number of agents: each takes the step of the cell where it stands. A
    field can also lead away from the goals, or to a distance from them.

    Args:
        map: The map, in any form that `path.plan` reads.
        goal: Goal, by row and column from 0; default: the goal that the map marks. Can be
            repeated.
        flee: Lead away from the goals: a cell is worth its distance from them times this
            factor, less the cost of the way there. By 1, agents run into the next corner; 1.2 leads
            around the goals to a better place.
        keep_distance: Lead to the cells from which the way to the nearest goal costs this much.
        size: Size of the agent: it covers N × N cells, and stands where the upper left one of
            them is.
        movement: Kind of movement, by the ground of the cells: walk (free ground and swamp),
            swim (water) or fly (all but walls).
        connectivity: Number of neighbours of a cell: 4, or 8 with the diagonal ones; default:
            8, for evolved planners 4. Those of staggered maps are 4 over edges and 4 over corners;
            cells of hexagonal maps have 6.
        corners: When a diagonal step may pass blocked cells: never, if at least one of the two
            cells beside it is free, or always.
        danger: Add a source of danger: its row, column and radius in cells. Paths avoid all
            cells within the radius, unless `danger_weight` is given. Can be repeated.
        danger_weight: Cost of a unit of danger, in steps. Paths may then pass through danger,
            of the map and of the sources. Default: avoid the sources, ignore the danger of the map.
        walkability: Only these sources decide: properties (of tiles: walkable, solid, cost and
            others), tiles (see `walkable_tiles`), layer (those called collision or walls),
            tile-objects (objects with solid tiles), objects (of the class wall), shapes (the
            collision shapes of tiles). Default: all that the map has, together.
        layer: Name or class of a layer whose tiles and objects are walls, instead of those
            called collision, solid or walls; for LDtk the integer grid. Can be repeated.
        solid_property: Name of a property of tiles, objects or layers that is true for walls,
            besides solid, collision, collides and `ge_collide`. Can be repeated.
        walkable_tiles: Walkable tiles, instead of what properties and collision shapes of tiles
            say: ids in the first tileset, or TILESET:ID; for LDtk, values of the integer grid
            layer.
        level: Name of the level in a project of LDtk; default: the first one.
        project: Folder of the project that the map belongs to. Tilesets and templates anywhere
            in it may be read, such as ../tiles/floor.tsx; default: the nearest folder with a
            .tiled-project file, else only that of the map.
        picture: Draw the values from yellow, the least, to purple, with arrows: .svg or .png.
            Here: a path writes that file, a form such as svg makes it for `save`; True: a still
            picture where there is one; False: saves the work for it.
        output: Write the values row by row, empty where there is none: .csv. Here: a path
            writes that file, True or csv makes it for `files` and `save`.
        on_event: Receives what the task reports while it works; an exception stops it.

    Raises:
        RefusedError: A value is invalid, or an input: missing, damaged, of another kind. Where several are
            asked about, the others are done before, and the attribute ``answer`` has them.
    """
    return call("path/field", locals(), {"picture": "", "output": "csv"})


def check(
    files: str | Sequence[str] = (),
    *,
    planner: Sequence[Literal["astar", "bfs", "dijkstra", "jps"]] = ("jps",),
    connectivity: Literal["4", "8"] | None = None,
    corners: Literal["never", "one", "always"] = "never",
    walkability: str | Sequence[str] = (),
    layer: str | Sequence[str] = (),
    solid_property: str | Sequence[str] = (),
    walkable_tiles: str | Sequence[str] = (),
    level: str | None = None,
    project: str | None = None,
    on_event: OnEvent | None = None,
) -> Answer:
    """Plan every scenario of .scen files and compare with the optimal lengths that they state.

    For evolved planners, which need not find the shortest path, use `path.compare`.

    Args:
        files: Files of scenarios of the MovingAI benchmarks, each with its map beside it.
        planner: Planner to check. Can be repeated.
        connectivity: Number of neighbours of a cell: 4, or 8 with the diagonal ones; default:
            8, for evolved planners 4. Those of staggered maps are 4 over edges and 4 over corners;
            cells of hexagonal maps have 6.
        corners: When a diagonal step may pass blocked cells: never, if at least one of the two
            cells beside it is free, or always.
        walkability: Only these sources decide: properties (of tiles: walkable, solid, cost and
            others), tiles (see `walkable_tiles`), layer (those called collision or walls),
            tile-objects (objects with solid tiles), objects (of the class wall), shapes (the
            collision shapes of tiles). Default: all that the map has, together.
        layer: Name or class of a layer whose tiles and objects are walls, instead of those
            called collision, solid or walls; for LDtk the integer grid. Can be repeated.
        solid_property: Name of a property of tiles, objects or layers that is true for walls,
            besides solid, collision, collides and `ge_collide`. Can be repeated.
        walkable_tiles: Walkable tiles, instead of what properties and collision shapes of tiles
            say: ids in the first tileset, or TILESET:ID; for LDtk, values of the integer grid
            layer.
        level: Name of the level in a project of LDtk; default: the first one.
        project: Folder of the project that the map belongs to. Tilesets and templates anywhere
            in it may be read, such as ../tiles/floor.tsx; default: the nearest folder with a
            .tiled-project file, else only that of the map.
        on_event: Receives what the task reports while it works; an exception stops it.

    Raises:
        RefusedError: A value is invalid, or an input: missing, damaged, of another kind. Where several are
            asked about, the others are done before, and the attribute ``answer`` has them.
    """
    return call("path/check", locals(), {})


def compare(
    files: Sequence[File] = (),
    *,
    runs: int = 100,
    generations: Sequence[int] = (4, 10, 20),
    planners: str | Sequence[str] = (),
    distance: Literal["euclidean", "manhattan"] = "euclidean",
    result: Literal["best-ever", "final-population"] = "best-ever",
    replace: Literal["always", "if-shorter"] = "always",
    initialization: Literal["depth-first", "random-walk"] = "depth-first",
    fitness_length_weight: float = 1.0,
    fitness_danger_weight: float = 1.0,
    walkability: str | Sequence[str] = (),
    layer: str | Sequence[str] = (),
    solid_property: str | Sequence[str] = (),
    walkable_tiles: str | Sequence[str] = (),
    level: str | None = None,
    project: str | None = None,
    seed: int | None = None,
    picture: bool | str | PathLike[str] = True,
    on_event: OnEvent | None = None,
) -> Answer:
    """Compare evolved planners with A*: how often they find the cheapest path, and how long they
    take.

    Args:
        files: Maps: .scen files, of which the first scenario is used and whose maps must lie
            beside them, or maps of Tiled or LDtk that mark a start and a goal.
        runs: Number of runs of each planner on each map.
        generations: Numbers of generations, each compared separately.
        planners: Evolved planners to compare; default: all. Planners: improved, traditional,
            regrow, astar-mutation, complexity, weighted-sum.
        distance: Distance by which the mutation of `improved` chooses the nearest neighbour.
        result: Source of the result of `improved`: the best path of all generations, or of the
            last one.
        replace: When a mutant of `improved` replaces its parent.
        initialization: How the planners other than `improved` make random paths: by depth-first
            search, or by a random walk, which may contain loops.
        fitness_length_weight: Weight of a path's cost in the fitness of `weighted-sum`.
        fitness_danger_weight: Weight of a path's danger in the fitness of `weighted-sum`.
        walkability: Only these sources decide: properties (of tiles: walkable, solid, cost and
            others), tiles (see `walkable_tiles`), layer (those called collision or walls),
            tile-objects (objects with solid tiles), objects (of the class wall), shapes (the
            collision shapes of tiles). Default: all that the map has, together.
        layer: Name or class of a layer whose tiles and objects are walls, instead of those
            called collision, solid or walls; for LDtk the integer grid. Can be repeated.
        solid_property: Name of a property of tiles, objects or layers that is true for walls,
            besides solid, collision, collides and `ge_collide`. Can be repeated.
        walkable_tiles: Walkable tiles, instead of what properties and collision shapes of tiles
            say: ids in the first tileset, or TILESET:ID; for LDtk, values of the integer grid
            layer.
        level: Name of the level in a project of LDtk; default: the first one.
        project: Folder of the project that the map belongs to. Tilesets and templates anywhere
            in it may be read, such as ../tiles/floor.tsx; default: the nearest folder with a
            .tiled-project file, else only that of the map.
        seed: Seed of the random numbers; default: chosen at random and reported.
        picture: Draw the accuracy and the work as charts: .svg or .png. Here: a path writes
            that file, a form such as svg makes it for `save`; True: a still picture where there is
            one; False: saves the work for it.
        on_event: Receives what the task reports while it works; an exception stops it.

    Raises:
        RefusedError: A value is invalid, or an input: missing, damaged, of another kind. Where several are
            asked about, the others are done before, and the attribute ``answer`` has them.
    """
    return call("path/compare", locals(), {"picture": ""})


def script(
    script: Document | None = None,
    *,
    output: bool | str | PathLike[str] = False,
    on_event: OnEvent | None = None,
) -> Answer:
    """Play a script of calls of a map that changes, and check what they find.

    Each line is a call as a game makes it, frame by frame: `set 4 2 0 3` builds a wall, `route 0
    0 0 7 0 0 0 1 1` asks for a way, `step 0 60` lets a crowd walk. Numbers after ` = ` are what
    the call should find; the first that differ are listed. The book has a page with all calls.

    Args:
        script: The script, a text of one call a line; what follows `#` is a comment.
        output: Write the script with what each call has found: .txt. Here: a path writes that
            file, True or txt makes it for `files` and `save`.
        on_event: Receives what the task reports while it works; an exception stops it.

    Raises:
        RefusedError: A value is invalid, or an input: missing, damaged, of another kind. Where several are
            asked about, the others are done before, and the attribute ``answer`` has them.
    """
    return call("path/script", locals(), {"output": "txt"})


def convert(
    map: Document | None = None,
    *,
    show: bool = False,
    walkability: str | Sequence[str] = (),
    layer: str | Sequence[str] = (),
    solid_property: str | Sequence[str] = (),
    walkable_tiles: str | Sequence[str] = (),
    level: str | None = None,
    project: str | None = None,
    output: bool | str | PathLike[str] = False,
    picture: bool | str | PathLike[str] = True,
    on_event: OnEvent | None = None,
) -> Answer:
    """Convert a map to another format, or show which of its cells are walkable.

    Args:
        map: The map, in any form that `path.plan` reads.
        show: Print the map, its walkable cells and the sources that decided; in JSON with the
            rows of text as `layout`.
        walkability: Only these sources decide: properties (of tiles: walkable, solid, cost and
            others), tiles (see `walkable_tiles`), layer (those called collision or walls),
            tile-objects (objects with solid tiles), objects (of the class wall), shapes (the
            collision shapes of tiles). Default: all that the map has, together.
        layer: Name or class of a layer whose tiles and objects are walls, instead of those
            called collision, solid or walls; for LDtk the integer grid. Can be repeated.
        solid_property: Name of a property of tiles, objects or layers that is true for walls,
            besides solid, collision, collides and `ge_collide`. Can be repeated.
        walkable_tiles: Walkable tiles, instead of what properties and collision shapes of tiles
            say: ids in the first tileset, or TILESET:ID; for LDtk, values of the integer grid
            layer.
        level: Name of the level in a project of LDtk; default: the first one.
        project: Folder of the project that the map belongs to. Tilesets and templates anywhere
            in it may be read, such as ../tiles/floor.tsx; default: the nearest folder with a
            .tiled-project file, else only that of the map.
        output: File to write: .map, .tmx, .tmj or .txt. Here: a path writes that file, a form
            (map, tmx, tmj, txt; True: map) makes it for `files` and `save`.
        picture: Draw the map as it was read: .svg or .png. Here: a path writes that file, a
            form such as svg makes it for `save`; True: a still picture where there is one; False:
            saves the work for it.
        on_event: Receives what the task reports while it works; an exception stops it.

    Raises:
        RefusedError: A value is invalid, or an input: missing, damaged, of another kind. Where several are
            asked about, the others are done before, and the attribute ``answer`` has them.
    """
    return call("path/convert", locals(), {"output": "map", "picture": ""})


def generate(
    kind: Literal["maze", "caves", "rooms", "random"] = "maze",
    *,
    rows: int = 25,
    columns: int = 41,
    density: float | None = None,
    braid: float = 0.0,
    seed: int | None = None,
    output: bool | str | PathLike[str] = False,
    picture: bool | str | PathLike[str] = True,
    on_event: OnEvent | None = None,
) -> Answer:
    """Generate a map: a maze, caves, rooms or scattered walls.

    Every walkable cell of the map is reached from every other one. The map marks a start and a
    goal that are far apart, by steps to four neighbours.

    Args:
        kind: Kind of map: a maze with corridors one cell wide; caves by a cellular automaton;
            rooms with doors; or walls scattered at random.
        rows: Number of rows.
        columns: Number of columns.
        density: Share of walls of random maps, or of caves before the cellular automaton;
            default: 0.3 for random, 0.45 for caves.
        braid: Share of the dead ends of a maze that are opened, and of the walls between rooms
            that have a second door. With 0, a maze has one path between any two cells.
        seed: Seed of the random numbers; default: chosen at random and reported.
        output: File to write: .txt, .map, .tmx or .tmj. Here: a path writes that file, a form
            (txt, map, tmx, tmj; True: txt) makes it for `files` and `save`.
        picture: Draw the map: .svg or .png. Here: a path writes that file, a form such as svg
            makes it for `save`; True: a still picture where there is one; False: saves the work for
            it.
        on_event: Receives what the task reports while it works; an exception stops it.

    Raises:
        RefusedError: A value is invalid, or an input: missing, damaged, of another kind. Where several are
            asked about, the others are done before, and the attribute ``answer`` has them.
    """
    return call("path/generate", locals(), {"output": "txt", "picture": ""})
