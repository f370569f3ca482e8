"""Grows the planted faults of `plants.py` in copies of toy games, and judges them by the laws.

`python tests/planted.py` (make proof-laws) prints law by law what was planted and what caught it.
"""

from __future__ import annotations

import importlib.util
import shutil
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from boardwright.core import config
from boardwright.core.errors import BoardwrightError
from boardwright.core.game import Game
from boardwright.core.registry import forget, register
from boardwright.testing import one_phase
from boardwright.testing.cases import Cases
from boardwright.testing.laws import INTERPRETED, LAWS, SHIPPED, Law, Result, judge
from plants import MISTAKES, PLANTS, Mistake, Plant

TOYS = Path(__file__).parent / "toys"


def definition(toy: str, old: str, new: str, folder: Path) -> Any:
    """A toy's definition from a copy of its source in which a line was changed."""
    source = (TOYS / f"{toy}.py").read_text()
    assert old in source, f"{toy} has no {old!r}: the plant has nothing to grow in"
    for name in ("words.yaml", "configs"):
        copy = shutil.copytree if (TOYS / name).is_dir() else shutil.copy
        copy(TOYS / name, folder / name)
    path = folder / f"{toy}.py"
    path.write_text(source.replace(old, new))
    module_name = f"planted_{folder.name}"
    spec = importlib.util.spec_from_file_location(module_name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[module_name] = module
    spec.loader.exec_module(module)
    return module.DEFINITION


def play(plant: Plant) -> Result:
    """Judge the planted game by the law it breaks, with the effort of `boardwright check`."""
    return _judged(plant, [law for law in LAWS if law.name == plant.law])[-1]


def stops_at(plant: Plant, *, quick: bool = False) -> Result:
    """Judge the planted game by all laws in their order; returns the first broken one, or else the last."""
    laws = [law for law in LAWS if not quick or law.phases != (SHIPPED,)]
    return _judged(plant, laws, quick=quick)[-1]


def _judged(plant: Plant, laws: Sequence[Law], *, quick: bool = False) -> list[Result]:
    with tempfile.TemporaryDirectory(prefix="plant") as folder:
        planted = register(definition(plant.toy, plant.old, plant.new, Path(folder)))
        settings = [config.read(planted.files.configs, planted.files.preset)]
        game = Game(planted, settings, interpreted=not plant.compiled)
        # The interpreted effort is the smallest, and every phase but those of compiled faults comes after it.
        cases = one_phase.efforts().cases(game, SHIPPED if plant.compiled else INTERPRETED, quick)
        try:
            with plant.engine():
                return judge(laws, game, cases, stop=True)
        finally:
            forget(planted.name)


def main() -> int:
    """Print each planted fault and the law that caught it."""
    missed = 0
    for law in LAWS:
        for plant in (plant for plant in PLANTS if plant.law == law.name):
            result = play(plant)
            missed += result.passed
            print(f"{'MISSED' if result.passed else 'caught'}  {law.name}: {plant.what}")
            print(f"        {result.error or 'nothing was noticed'}")
    for mistake in MISTAKES:
        error = answer(mistake)
        caught = error is not None and (error.code, error.params["function"]) == (mistake.code, mistake.function)
        missed += not caught
        print(f"{'caught' if caught else 'MISSED'}  a stranger's mistake: {mistake.what}")
        print(f"        {error or 'nothing was noticed'}")
    unplanted = {law.name for law in LAWS} - {plant.law for plant in PLANTS}
    print(f"{len(PLANTS)} faults in {len(LAWS)} laws and {len(MISTAKES)} mistakes planted, {missed} missed")
    return missed + len(unplanted)


def answer(mistake: Mistake) -> BoardwrightError | None:
    """The error for a newcomer's mistake, None if there is none."""
    with tempfile.TemporaryDirectory(prefix="plant") as folder:
        try:
            broken = definition("pairs", mistake.old, mistake.new, Path(folder))
            game = Game(
                broken, [config.read(broken.files.configs, broken.files.preset)], interpreted=not mistake.compiled
            )
            game.legal_mask(Cases(game, games=20, most=60, seed=0).everything())
        except BoardwrightError as error:
            return error
    return None


if __name__ == "__main__":
    sys.exit(main())
