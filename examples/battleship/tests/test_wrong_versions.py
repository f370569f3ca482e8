"""Wrong versions of Battleship that would give ships away: each is caught by a law, with a message for its author."""

import importlib
import shutil
import sys
from pathlib import Path

import pytest

import battleship
from boardwright.core import config
from boardwright.core.game import Game
from boardwright.testing.cases import Cases
from boardwright.testing.laws import LAWS, judge

WRONG = {
    "a redraw that gives up": (
        "rules.py",
        "    if not place_pieces(spots[:placed], fits, covered, draw, chosen):\n        return False\n",
        "    for ship in range(placed):\n"
        "        draw = int(draw) % 1000003 * 7919\n"
        "        chosen[ship] = draw % (2 * cells)\n"
        "        if fits[ship, chosen[ship]] == 0:\n"
        "            ships[:] = truth\n"
        "            return True\n",
        "resampling_forgets",
        "s.ship",
    ),
    "a redraw of one ship alone": (
        "rules.py",
        "    for ship in range(placed):\n        for spot in range(2 * cells):\n",
        "    for ship in range(1, placed):\n        fits[ship, :] = 0\n        fits[ship, at[ship]] = 1\n"
        "    for ship in range(1):\n        for spot in range(2 * cells):\n",
        "information_sets_agree",
        "s.ship",
    ),
    "an event that tells where a ship is": (
        "rules.py",
        'Event.PLACED: Private("player", "ship", "cell")',
        'Event.PLACED: ("player", "ship", "cell")',
        "information_sets_agree",
        "view.events.0.params.cell",
    ),
    "placements that are public": (
        "actions.py",
        "        strays=(Place(rows, 0, 0), Place(0, 0, 2)),\n",
        "        strays=(Place(rows, 0, 0), Place(0, 0, 2)),\n        public=True,\n",
        "information_sets_agree",
        "history",
    ),
    "a panel that counts hits on each ship": (
        "view.py",
        "str(length), *(",
        "str(int(((s.ship[1 - player] == ship + 1) & (s.shot[1 - player] == 2)).sum())), *(",
        "information_sets_agree",
        "view.panels.0.rows",
    ),
}

TRUTH = {
    "a redraw that gives up": (
        "    for cell in range(cells):\n        covered[cell]",
        "    truth = ships.copy()\n    for cell in range(cells):\n        covered[cell]",
    ),
    "a redraw of one ship alone": (
        "    for cell in range(cells):\n        covered[cell]",
        "    at = np.zeros(placed, np.int64)\n"
        "    for ship in range(placed):\n"
        "        for spot in range(2 * cells):\n"
        "            there = spots[ship, spot, 0] >= 0\n"
        "            for i in range(spots.shape[2]):\n"
        "                there = there and (spots[ship, spot, i] < 0 or ships[spots[ship, spot, i]] == ship + 1)\n"
        "            if there:\n"
        "                at[ship] = spot\n"
        "    for cell in range(cells):\n        covered[cell]",
    ),
}
"""What a wrong redraw keeps of the truth, before the ships are lifted from the board."""


def wrong_version(folder: Path, number: int, what: str) -> Game:
    """A copy of the package, under another name, in which a line is wrong."""
    file, old, new, _, _ = WRONG[what]
    name = f"battleship_{number}"
    package = folder / name
    shutil.copytree(Path(battleship.__file__).parent, package)
    changes = [(file, old, new)] + ([("rules.py", *TRUTH[what])] if what in TRUTH else [])
    for changed, before, after in changes:
        text = (package / changed).read_text()
        assert before in text, f"{changed} has no {before!r}"
        (package / changed).write_text(text.replace(before, after))
    for path in package.glob("*.py"):
        path.write_text(path.read_text().replace("from battleship", f"from {name}"))
    sys.path.insert(0, str(folder))
    try:
        definition = importlib.import_module(name).DEFINITION
    finally:
        sys.path.remove(str(folder))
    return Game(definition, [config.read(definition.files.configs, "small")], interpreted=True)


@pytest.mark.parametrize(("number", "what"), [*enumerate(WRONG)], ids=[*WRONG])
def test_a_wrong_version_is_caught(tmp_path: Path, number: int, what: str) -> None:
    law, part = WRONG[what][3:]
    game = wrong_version(tmp_path, number, what)
    cases = Cases(game, games=4, most=20, seed=1)
    result = judge([known for known in LAWS if known.name == law], game, cases)[0]
    assert not result.passed
    assert part in str(result.error)
