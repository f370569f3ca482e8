"""The laws that can be asked from outside, on environments of other libraries: a table of findings.

`python benchmarks/foreign_environments.py [ENV ...] [--quick] [--json]`, by default the list below. Each row is what
`boardwright check --env ENV` finds. Needs `pip install 'pettingzoo[classic]' open_spiel gymnasium`; an environment that
cannot be made is a row that says so.
"""

from __future__ import annotations

import argparse
import json
import logging
import time
import warnings
from typing import Any

from boardwright.core.errors import ConfigError
from boardwright.foreign.cases import effort
from boardwright.foreign.laws import judge
from boardwright.foreign.loading import load

ENVIRONMENTS = (
    "pettingzoo:tictactoe_v3",
    "pettingzoo:connect_four_v3",
    "pettingzoo:leduc_holdem_v4",
    "pettingzoo:texas_holdem_v4",
    "pettingzoo:texas_holdem_no_limit_v6",
    "pettingzoo:rps_v2",
    "pettingzoo:hanabi_v5",
    "gymnasium:Taxi-v4",
    "gymnasium:Blackjack-v1",
    "gymnasium:FrozenLake-v1",
    "gymnasium:CliffWalking-v1",
    "openspiel:tic_tac_toe",
    "openspiel:connect_four",
    "openspiel:quoridor(board_size=5)",
    "openspiel:breakthrough(rows=6,columns=6)",
    "openspiel:kuhn_poker",
    "openspiel:leduc_poker",
    "openspiel:liars_dice",
    "openspiel:battleship",
    "openspiel:backgammon",
    "openspiel:hex(board_size=5)",
    "openspiel:oware",
    "openspiel:goofspiel(num_cards=4)",
    "openspiel:python_tic_tac_toe",
)


def main() -> None:
    """Print a row per environment."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("environments", nargs="*", default=ENVIRONMENTS)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args()
    warnings.simplefilter("ignore")
    logging.disable(logging.WARNING)  # PettingZoo's wrapper logs each illegal action
    rows = []
    for text in chosen.environments:
        rows.append(row(text, chosen.quick))
        if not chosen.json:
            print(line(rows[-1]), flush=True)
    if chosen.json:
        print(json.dumps(rows, indent=2))


def row(text: str, quick: bool) -> dict[str, Any]:
    """The findings on one environment."""
    began = time.process_time()
    try:
        env = load(text)
    except ConfigError as error:
        return {"env": text, "error": str(error)}
    laws = [finding.to_dict() for finding in judge(env, effort(quick))]
    env.close()
    return {"env": text, "cpu_seconds": round(time.process_time() - began, 1), "laws": laws}


def line(found: dict[str, Any]) -> str:
    """A row of the table, with a line for each broken law."""
    if "error" in found:
        return f"{found['env']:42} {found['error']}"
    laws = found["laws"]
    broken = [law for law in laws if not law["holds"]]
    asked = [law for law in laws if law["cases"] or not law["holds"]]
    same = next((law["cases"] for law in laws if law["law"] == "same_as_ours"), 0)
    first = f"{found['env']:42} {len(asked) - len(broken):2} hold, {len(broken)} broken, {same:5} positions as ours"
    return "\n".join(
        [f"{first}, {found['cpu_seconds']} s", *(f"    {law['law']}: {law['error']['message']}" for law in broken)]
    )


if __name__ == "__main__":
    main()
