"""Pictures of games between agents: a GIF for each environment's page and a still for each game's page."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import numpy as np
from PIL import Image

from boardwright.agents import spec
from boardwright.core import registry
from boardwright.core.agent import Turn
from boardwright.core.position import Position
from boardwright.core.view import View
from boardwright.drawing import colours
from boardwright.drawing.picture import pixels, svg

WIDTH = 360
"""The most pixels across."""

COLOURS, FIRST = 160, 1 << 30
"""The size of the palette, and the count that puts a colour into it before all others."""

FRAMES = 80
"""The most frames; of a longer game every second board is shown, or every third."""

MILLISECONDS, AT_THE_END = 500, 3000

STILL = 0.6
"""The part of a game after which its still picture is taken."""


class Match(NamedTuple):
    """A game to show: the preset, an agent for each seat, and the seed."""

    preset: str
    agents: tuple[str, ...]
    seed: int

    def sentence(self) -> str:
        """The agents in words."""
        return f"a game of {self.agents[0]}" if len(self.agents) == 1 else f"{self.agents[0]} against {self.agents[1]}"


PLAYED = {
    "battleship": Match("small", ("mcts:iterations=400", "random"), 1),
    "connect_four": Match("standard", ("mcts:iterations=2000", "mcts:iterations=100"), 1),
    "minesweeper": Match("small", ("probability",), 1),
    "quoridor": Match("standard", ("alphabeta:depth=2", "alphabeta:depth=1"), 1),
    "royal_ur": Match("small", ("expectimax:depth=2", "random"), 1),
    "skirmish": Match("small", ("greedy", "rush"), 1),
    "tic_tac_toe": Match("standard", ("mcts:iterations=100", "random"), 1),
}


def views(name: str) -> list[View]:
    """Play the game of an environment's page; the board before and after every action, as the first player sees it."""
    match = PLAYED[name]
    game = registry.load(name, match.preset)
    position, rng = Position(game, seed=match.seed), np.random.default_rng(match.seed)
    players = [spec.from_text(text, game) for text in match.agents]
    seen = [position.view(0)]
    while position.to_move is not None:
        turn = Turn(game, position.state, position.to_move, rng)
        position.push(turn.checked(players[position.to_move].act(turn), match.agents[position.to_move]))
        seen.append(position.view(0))
    return seen


def draw_still(seen: list[View], path: Path) -> None:
    """Write one board of a game as SVG, from the part in which most pieces are in play."""
    path.write_text(svg(seen[round(STILL * (len(seen) - 1))]), encoding="utf-8")


def animate(seen: list[View], path: Path) -> None:
    """Write a game as a GIF."""
    step = -(-len(seen) // FRAMES)
    images = [_small(Image.fromarray(pixels(view))) for view in (*seen[:-1:step], seen[-1])]
    save_gif(images, path)


def save_gif(images: list[Image.Image], path: Path) -> None:
    """Write frames as a GIF with one palette for all, so that a frame holds only what changed."""
    palette = _palette(images)
    frames = [image.quantize(palette=palette, dither=Image.Dither.NONE) for image in images]
    times = [MILLISECONDS] * (len(frames) - 1) + [AT_THE_END]
    frames[0].save(path, save_all=True, append_images=frames[1:], duration=times, loop=0, optimize=True)


def _small(image: Image.Image) -> Image.Image:
    share = min(1.0, WIDTH / image.width)
    return image.resize((round(image.width * share), round(image.height * share)), Image.Resampling.LANCZOS)


def _palette(images: list[Image.Image]) -> Image.Image:
    """The colours of pictures, then the most frequent mixtures on the first board, the middle one and the last.

    Not Pillow's own choice, which averages small areas away: the numbers, the pawns.
    """
    named = re.findall(r"#([0-9a-f]{6})", Path(colours.__file__).read_text(encoding="utf-8"))
    counted = Counter({tuple(bytes.fromhex(colour)): FIRST for colour in named})
    for image in (images[0], images[len(images) // 2], images[-1]):
        counted.update(map(tuple, np.asarray(image).reshape(-1, 3).tolist()))
    palette = Image.new("P", (1, 1))
    palette.putpalette([part for colour, _ in counted.most_common(COLOURS) for part in colour])
    return palette
