"""How a search of :mod:`tilewright.evolve` deals with a noisy fitness."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tilewright._evolve_genomes import Setting


@dataclass(frozen=True)
class Noise(Setting):
    """A fitness that depends on seeds too, such as the score of a game: ``fitness(genomes, seeds)`` gets a seed for each
    game of each genome, (n, games), and returns a value for each, (n, games) or (n, games, objectives).

    The value of an individual is the mean of all its games. Individuals that stay (elites, parents, members, elites
    of an archive) play again in each generation and rank by their new means: the luck of a first game does not last. Of
    many, as in an archive, those with the fewest games play, at most as many as there are new genomes. A violation must be
    the same in all games of a genome.

    Each generation is a race (Jamieson and Talwalkar, 2016): all new genomes play a few games, the best
    of them and of those who stay are raised to more, and so on. So a generation takes several asks and tells.

    The best individuals so far, the candidates, play again too, whether they stay or not, and are ranked only by games
    that they played since they became candidates, by the mean of these less eight standard errors: ``search.best`` is one
    that has proved itself and not the luckiest. ``search.confirm`` says by fresh games what it is worth.

    Args:
        games: How many games a new genome has played after each rung of the race of its generation; a number alone is no
            race.
        keep: The share of a rung that is raised to the next one.
        again: How many games an individual that stays plays in each generation.
        candidates: How many of the best individuals play again in each generation: the places of the hall of fame, if
            it has not more. With several objectives none do.
    """

    family = "Noise"
    games: int | Sequence[int] = 1
    keep: float = 0.25
    again: int = 1
    candidates: int = 10

    def document(self) -> dict[str, Any]:
        document = super().document()
        games = document["games"]
        return document | {"games": games if isinstance(games, list) else [games]}
