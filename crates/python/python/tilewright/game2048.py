"""2048: play by search, learn by playing.

Written by `cargo xtask schemas`.
"""

from os import PathLike

from tilewright._answer import Answer
from tilewright._run import call
from tilewright._types import Document, Documents, File, OnEvent

__all__ = [
    "bench",
    "analyze",
    "eval",
    "move",
    "train",
    "tune",
]


def bench(
    *,
    player: str = "network",
    games: int | None = None,
    rows: int = 4,
    columns: int = 4,
    jsonl: bool = False,
    terminal_value: float | str | None = None,
    network: File | None = None,
    weights: Document | None = None,
    depth: int | None = None,
    ms_per_move: int | None = None,
    nodes_per_move: int | None = None,
    four_probability: float = 0.1,
    seed: int | None = None,
    output: bool | str | PathLike[str] = False,
    picture: bool | str | PathLike[str] = True,
    on_event: OnEvent | None = None,
) -> Answer:
    """Play many games and report how strong and how fast a player is.

    Args:
        player: Player; classic is the player of the article *2048 AI*, network plays on 4 × 4
            boards only, perfect plays optimally on boards of at most 9 cells, of which 3 × 3 takes
            a minute and 1 GB of memory to solve first. Players: random, greedy, classic,
            expectimax, network, perfect.
        games: Games to play (default: 20 for network, 100 for the other players).
        rows: Rows of the board.
        columns: Columns of the board.
        jsonl: Print one line of JSON for each finished game instead of the summary.
        terminal_value: Value of a board without legal moves, for classic and network (default:
            -inf for classic, 0 for network). -inf makes classic avoid every move that could end the
            game, as the article has it; -1e8 plays better.
        network: Network file for the player network, written by `game2048.train` (default: the
            built-in network).
        weights: Weights file for the player classic or expectimax, written by `game2048.tune`
            (default: the built-in weights).
        depth: Search depth of expectimax and network in plies, a ply being one move of the
            player (default: 3 for network; expectimax chooses a depth for each board). At most 8
            for network.
        ms_per_move: Time limit for each move of expectimax and network, in milliseconds: they
            deepen their search until it is over, network to 8 plies at most. The moves then depend
            on the speed of the machine.
        nodes_per_move: Positions that each move of expectimax and network may expand: they
            deepen their search until these are spent, network to 8 plies at most. The moves are the
            same on every machine. network expands some 2000 positions a millisecond.
        four_probability: Probability that a new tile is a 4 instead of a 2. classic always
            calculates with 0.1, as in its article.
        seed: Seed of all random choices (default: a random seed, which is reported).
        output: Write one line of JSON for each game to this file. Here: a path writes that
            file, a form (jsonl, json; True: jsonl) makes it for `files` and `save`.
        picture: Draw the distribution of the scores and how often each tile is reached: .svg or
            .png. Here: a path writes that file, a form such as svg makes it for `save`; True: a
            still picture where there is one; False: saves the work for it.
        on_event: Receives what the task reports while it works; an exception stops it.

    Raises:
        RefusedError: A value is invalid, or an input: missing, damaged, of another kind. Where several are
            asked about, the others are done before, and the attribute ``answer`` has them.
    """
    return call("2048/bench", locals(), {"output": "jsonl", "picture": ""})


def analyze(
    game: Document,
    *,
    worst: int = 3,
    player: str | None = None,
    network: File | None = None,
    nodes_per_move: int = 10000,
    four_probability: float = 0.1,
    output: bool | str | PathLike[str] = False,
    picture: bool | str | PathLike[str] = True,
    on_event: OnEvent | None = None,
) -> Answer:
    """Analyze a game: value all four moves of every position, rank the moves that lost the most,
    and say why and what was better. Where a move seems to have lost 1 % of the expected final
    score or more, the network plays 1,000 games on after it and 1,000 after the best one (fewer
    if there are more than 200 such moves). An inaccuracy lowers the expected final score by 1 %,
    a mistake by 2.5 %, a blunder by 5 %.

    Args:
        game: Game: a file saved by `2048/play`, the saved game of the original 2048, or boards
            as text or JSON, with an empty line after each and below it, if it is known, the move
            that was made; `-` is stdin. A move that is not given is found from the next board.
        worst: Number of moves to explain, the costliest first; of boards without moves, the
            first boards.
        player: Player that values the moves (default: network on 4 × 4 boards, perfect on
            boards of at most 6 cells, expectimax on the others, whose values are no points).
            Players: expectimax, network, perfect.
        network: Network file for the player network, written by `game2048.train` (default: the
            built-in network).
        nodes_per_move: Positions that the search of each move may expand; expectimax, which
            takes longer for each, a tenth of them, and perfect none.
        four_probability: Probability that a new tile is a 4 instead of a 2. The probability in
            a saved game comes before it.
        output: Write one line of JSON for each position to this file: board, move, values,
            loss. Here: a path writes that file, a form (jsonl, json; True: jsonl) makes it for
            `files` and `save`.
        picture: Draw the expected final score and the moves that lost the most: .svg or .png.
            Here: a path writes that file, a form such as svg makes it for `save`; True: a still
            picture where there is one; False: saves the work for it.
        on_event: Receives what the task reports while it works; an exception stops it.

    Raises:
        RefusedError: A value is invalid, or an input: missing, damaged, of another kind. Where several are
            asked about, the others are done before, and the attribute ``answer`` has them.
    """
    return call("2048/analyze", locals(), {"output": "jsonl", "picture": ""})


def eval(
    boards: Documents,
    *,
    player: str = "network",
    values: bool = False,
    terminal_value: float | str | None = None,
    network: File | None = None,
    weights: Document | None = None,
    depth: int | None = None,
    ms_per_move: int | None = None,
    nodes_per_move: int | None = None,
    four_probability: float = 0.1,
    picture: bool | str | PathLike[str] = True,
    on_event: OnEvent | None = None,
) -> Answer:
    """Evaluate boards with a player: answers each board with one line of JSON that holds its
    evaluation without a search, the best move and its value by the search. Values of one search
    can be compared, deeper ones are often higher. `downgraded` marks a board that the player saw
    with smaller tiles, since its own are too large for it.

    Args:
        boards: File of boards: one JSON board per line, or the rows of each board as lines of
            numbers (0 or . is an empty cell), with an empty line after each board; `-` is stdin.
        player: Player that evaluates the boards; network and its values are for 4 × 4 boards.
            Players: classic, expectimax, network, perfect.
        values: Add the values of the moves up, right, down and left to each answer; null for
            illegal moves. For network each is the move's own points plus the value of the board
            after it.
        terminal_value: Value of a board without legal moves, for classic and network (default:
            -inf for classic, 0 for network). -inf makes classic avoid every move that could end the
            game, as the article has it; -1e8 plays better.
        network: Network file for the player network, written by `game2048.train` (default: the
            built-in network).
        weights: Weights file for the player classic or expectimax, written by `game2048.tune`
            (default: the built-in weights).
        depth: Search depth of expectimax and network in plies, a ply being one move of the
            player (default: 3 for network; expectimax chooses a depth for each board). At most 8
            for network.
        ms_per_move: Time limit for each move of expectimax and network, in milliseconds: they
            deepen their search until it is over, network to 8 plies at most. The moves then depend
            on the speed of the machine.
        nodes_per_move: Positions that each move of expectimax and network may expand: they
            deepen their search until these are spent, network to 8 plies at most. The moves are the
            same on every machine. network expands some 2000 positions a millisecond.
        four_probability: Probability that a new tile is a 4 instead of a 2. classic always
            calculates with 0.1, as in its article.
        picture: Draw the last board and the values of its moves: .svg or .png. Here: a path
            writes that file, a form such as svg makes it for `save`; True: a still picture where
            there is one; False: saves the work for it.
        on_event: Receives what the task reports while it works; an exception stops it.

    Raises:
        RefusedError: A value is invalid, or an input: missing, damaged, of another kind. Where several are
            asked about, the others are done before, and the attribute ``answer`` has them.
    """
    return call("2048/eval", locals(), {"picture": ""})


def move(
    boards: Documents,
    *,
    on_event: OnEvent | None = None,
) -> Answer:
    """Play the four moves on boards: answers each board with one line of JSON that holds the result
    of every move.

    Args:
        boards: File of boards: one JSON board per line, or the rows of each board as lines of
            numbers (0 or . is an empty cell), with an empty line after each board; `-` is stdin.
        on_event: Receives what the task reports while it works; an exception stops it.

    Raises:
        RefusedError: A value is invalid, or an input: missing, damaged, of another kind. Where several are
            asked about, the others are done before, and the attribute ``answer`` has them.
    """
    return call("2048/move", locals(), {})


def train(
    *,
    network: str | None = None,
    stage: File | None = None,
    episodes: int = 100000,
    learning_rate: float = 1.0,
    optimistic_init: float = 0.0,
    lambda_: float = 0.0,
    restart: int | None = None,
    downgrade: bool = False,
    anneal: int = 0,
    four_probability: float = 0.1,
    checkpoint_every: int = 10000,
    parallel: bool = False,
    prune: int | None = None,
    seed: int | None = None,
    checkpoint: bool | str | PathLike[str] | bytes = False,
    output: bool | str | PathLike[str] = True,
    picture: bool | str | PathLike[str] = True,
    on_event: OnEvent | None = None,
) -> Answer:
    """Train an n-tuple network by self-play with temporal-difference (TC) learning.

    Args:
        network: Shape of the network: 4x5, 4x6 or 8x5 (tuples × cells), or a list of tuples
            such as 0123,0145, the cells numbered 0 to f row by row (default: 4x6).
        stage: Train stage 2 of this network (multistage learning, Yeh et al. 2017): separate
            weights for boards from 16384, 8192, 4096 and 2048 up to the first 32768. The stage 1
            weights stay as they are. Each game that reaches stage 2 is played eight times from
            there; the scores and shares in the answer are those of the stage 2 games.
        episodes: Games to train on, those of a resumed checkpoint included.
        learning_rate: Learning rate, greater than 0: the share of each prediction error by
            which a board's value is corrected.
        optimistic_init: Initial value of every board (optimistic initialization, Guei et al.
            2021). A high value makes the network explore, which pays off only in long training.
        lambda_: λ of TD(λ): 0 learns from the predicted value of the next board, 1 from the
            final score, values between from a mixture.
        restart: Restart strategy (Matsuzaki 2017): play each game again from its middle, and
            that game from its middle, until at most ten moves are left. The network then sees the
            ends of games more often, which helps players that search. With a number, from that game
            on.
        downgrade: Tile downgrading (Guei et al. 2021): while a tile is above 8192 and a smaller
            value is missing on the board, the network sees all tiles above the missing value at
            half their value. Weaker after few games, stronger after many.
        anneal: Train the last N games at a tenth of the learning rate; a tenth of all games
            makes the network stronger.
        four_probability: Probability that a new tile is a 4 instead of a 2.
        checkpoint_every: Write the checkpoint every N games, and at the end.
        parallel: Train on all threads at once: faster, but the result depends on the timing of
            the threads.
        prune: Write a small file: weights whose prediction errors add up to fewer than this
            many points, because the training hardly ever saw them, are left out, and the others are
            rounded to multiples of 32 points. After 420,000 games with 4x6, 300000 makes a file of
            5 MB instead of 20, and a player at 3-ply that is as strong.
        seed: Seed of all random choices (default: a random seed, which is reported).
        checkpoint: Save the state of the training to this file, every `checkpoint_every` games
            and at the end; the same command resumes from it. Here: a path writes that file, True
            makes it for `files` and `save`; bytes are one to resume from.
        output: Write the network to this file. Here: a path writes that file, True makes it for
            `files` and `save`.
        picture: Draw the learning curve: .svg or .png. Here: a path writes that file, a form
            such as svg makes it for `save`; True: a still picture where there is one; False: saves
            the work for it.
        on_event: Receives what the task reports while it works; an exception stops it.

    Raises:
        RefusedError: A value is invalid, or an input: missing, damaged, of another kind. Where several are
            asked about, the others are done before, and the attribute ``answer`` has them.
    """
    return call("2048/train", locals(), {"checkpoint": "", "output": "", "picture": ""})


def tune(
    *,
    player: str = "expectimax",
    weights: Document | None = None,
    generations: int = 20,
    parents: int = 4,
    children: int = 12,
    games: int = 40,
    validation_games: int = 100,
    depth: int = 2,
    terminal_value: float | str | None = None,
    seed: int | None = None,
    output: bool | str | PathLike[str] = False,
    picture: bool | str | PathLike[str] = True,
    on_event: OnEvent | None = None,
) -> Answer:
    """Tune the weights of a player by evolution.

    Args:
        player: Player whose weights are tuned. Players: classic, expectimax.
        weights: Weights file to start from, written by an earlier `game2048.tune` (default: the
            player's built-in weights for that depth).
        generations: Generations of the search.
        parents: Candidates that survive each generation (μ).
        children: New candidates in each generation (λ).
        games: Games that each candidate plays; all candidates play the same games.
        validation_games: Validation games: games not used in the search, on which the tuned
            weights are compared with the initial ones.
        depth: Search depth of expectimax in plies, a ply being one move of the player.
        terminal_value: Value of a board without legal moves for classic (default: -1e8).
        seed: Seed of all random choices (default: a random seed, which is reported).
        output: Write the tuned weights to this file. Here: a path writes that file, True or
            json makes it for `files` and `save`.
        picture: Draw the mean score by generation: .svg or .png. Here: a path writes that file,
            a form such as svg makes it for `save`; True: a still picture where there is one; False:
            saves the work for it.
        on_event: Receives what the task reports while it works; an exception stops it.

    Raises:
        RefusedError: A value is invalid, or an input: missing, damaged, of another kind. Where several are
            asked about, the others are done before, and the attribute ``answer`` has them.
    """
    return call("2048/tune", locals(), {"output": "json", "picture": ""})
