"""Writes docs/assets/tour.gif, the moving picture of the README: the start page, a game, and a learning curve.

`python tests/readme_picture.py`. The game is the one of connect four's environment page, the curve is that of
benchmarks/runs/connect_four_self_play/accuracy.txt.
"""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from PIL import Image

from boardwright.drawing.picture import pixels
from environment_animations import save_gif, views

ROOT = Path(__file__).parents[1]
PATH = ROOT / "docs" / "assets" / "tour.gif"
RUN = ROOT / "benchmarks" / "runs" / "connect_four_self_play" / "accuracy.txt"
WIDTH, HEIGHT, DPI = 720, 450, 100
PAGE_FRAMES = 5
BACKGROUND = "#f5f3ee"
LINES = {"policy alone": "#1f5673", "600 simulations": "#a63d17"}

Curve = list[tuple[float, float]]


def curves(text: str) -> dict[str, Curve]:
    """CPU minutes and the mean share of mistakes in percent, for each way to play."""
    found = re.findall(r"^ *([\d.]+) min +(.*?)  +begin_easy.*mean ([\d.]+) %$", text, re.M)
    return {name: [(float(x), float(y)) for x, way, y in found if way == name] for name in LINES}


def main() -> None:
    """Write the picture."""
    start = Image.open(ROOT / "docs" / "pictures" / "home-desktop.png").convert("RGB").resize((WIDTH, HEIGHT))
    seen, lines = views("connect_four"), curves(RUN.read_text(encoding="utf-8"))
    frames = [start] * PAGE_FRAMES
    for number, view in enumerate(seen):
        frame = Image.new("RGB", (WIDTH, HEIGHT), BACKGROUND)
        board = Image.fromarray(pixels(view))
        board = board.resize((WIDTH // 2, round(board.height * WIDTH / 2 / board.width)), Image.Resampling.LANCZOS)
        frame.paste(board, (0, (HEIGHT - board.height) // 2))
        frame.paste(_chart(lines, (number + 1) / len(seen)), (WIDTH // 2, 0))
        frames.append(frame)
    save_gif(frames, PATH)


def _chart(lines: dict[str, Curve], share: float) -> Image.Image:
    """The first part of the curves."""
    figure = Figure(figsize=(WIDTH / 2 / DPI, HEIGHT / DPI), dpi=DPI, facecolor=BACKGROUND)
    axes = figure.add_axes((0.15, 0.16, 0.8, 0.66), facecolor=BACKGROUND)
    for name, points in lines.items():
        minutes, mistakes = np.array(points).T
        until = np.linspace(minutes[0], minutes[0] + share * (minutes[-1] - minutes[0]), 100)
        axes.plot(until, np.interp(until, minutes, mistakes), color=LINES[name], label=name)
    axes.set(xlim=(0, 66), ylim=(0, 28), xlabel="CPU minutes of self-play", title="connect four: mistakes, %")
    axes.legend(frameon=False, loc="upper right")
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    return Image.fromarray(np.asarray(canvas.buffer_rgba())[..., :3])


if __name__ == "__main__":
    main()
