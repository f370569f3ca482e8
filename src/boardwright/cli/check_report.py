"""The report of `boardwright check`: the laws by verdict, the messages of broken ones, and a last line that counts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import typer

from boardwright.cli.output import headings, print_table
from boardwright.core.words import Word
from boardwright.testing.laws import LAWS

if TYPE_CHECKING:
    from boardwright.testing.one_phase import Plan
    from boardwright.testing.phases import Running, Trial


def progress_text(game: str, running: Sequence[Running]) -> str:
    """The progress line: the game, and for each phase that runs the law that it is at."""
    phases = [
        Word("check_at", {"phase": _phase(run.phase), "law": run.law, "number": run.number, "total": run.total})
        for run in running
    ]
    return str(Word("check_progress", {"game": game, "phases": phases}))


def begins_text(game: str, run: Running) -> str:
    """The line for a phase that begins."""
    return str(Word("check_begins", {"game": game, "phase": _phase(run.phase), "laws": run.total}))


class Report:
    """The results of a plan's laws over all phases."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self._rows: dict[str, dict[str, Any]] = {}
        self._compiling: dict[str, float] = {}
        self._unplayed: list[tuple[str, ...]] = []

    def add(self, trial: Trial) -> None:
        """Add a phase."""
        self._compiling[trial.phase] = trial.compile_seconds
        if trial.unplayed is not None:
            self._unplayed.append(trial.unplayed)
        for law in trial.laws:
            blank = {"law": law["law"], "passed": True, "cases": 0, "seconds": 0.0, "phases": {}, "error": None}
            row = self._rows.setdefault(law["law"], blank)
            row["passed"] = row["passed"] and law["passed"]
            row["cases"] += law["cases"]
            row["seconds"] = round(row["seconds"] + law["seconds"], 3)
            row["phases"][trial.phase] = law["cases"]
            if law["error"] is not None and row["error"] is None:
                row["error"] = {**law["error"], "phase": trial.phase}

    @property
    def rows(self) -> list[dict[str, Any]]:
        """A row for each law that was tried, in the order of the laws."""
        return [self._rows[law.name] for law in LAWS if law.name in self._rows]

    @property
    def broken(self) -> list[dict[str, Any]]:
        """The laws that are broken."""
        return [row for row in self.rows if not row["passed"]]

    @property
    def held(self) -> list[str]:
        """The laws that hold in every phase that they are planned in."""
        planned = {law.name: {phase for phase in law.phases if phase in self.plan.phases} for law in LAWS}
        passed = [row for row in self.rows if row["passed"]]
        return [row["law"] for row in passed if planned[row["law"]] <= set(row["phases"])]

    @property
    def unplayed(self) -> list[str]:
        """The kinds of action that the random games of no phase have played."""
        first, *others = self._unplayed or [()]
        return [kind for kind in first if all(kind in other for other in others)]

    @property
    def untried(self) -> list[str]:
        """The laws that were not tried, or not in every phase."""
        known = {*self.held, *(row["law"] for row in self.broken)}
        return [law for law in self.plan.laws if law not in known]

    def to_dict(self, seconds: float) -> dict[str, Any]:
        """The JSON form."""
        return {
            "passed": not self.broken,
            "seconds": round(seconds, 3),
            "compile_seconds": self._compiling,
            "laws": self.rows,
            "not_tried": self.untried,
            "never_played": self.unplayed,
        }

    @property
    def unplanned(self) -> list[str]:
        """The laws that no phase of the plan can try: under `--quick`, those of compiled code."""
        return [law.name for law in LAWS if law.name in self.plan.laws and not set(law.phases) & set(self.plan.phases)]

    def print(
        self,
        seconds: float,
        *,
        timings: bool,
        table: bool = True,
        limits: bool = True,
        written: Sequence[Any] = (),
    ) -> None:
        """Print the report for people. The table is left out where laws were left out after a broken one.

        `limits` says which laws the plan leaves out, if every other one holds.
        """
        if timings or (table and (self.plan.every or not self.broken)):
            self._print_table(timings)
        for path in written:
            typer.echo(str(path))
        for row in self.broken:
            about = {"law": row["law"], "phase": _phase(row["error"]["phase"]), "message": row["error"]["message"]}
            typer.secho(str(Word("check_message", about)), fg="red")
        if self.broken and self.untried and not self.plan.every:
            first = self.broken[0]
            static = {law.name for law in LAWS if law.static}
            need_a_game = first["law"] in static and static.isdisjoint(self.untried)
            code = "check_need_a_game" if need_a_game else "check_rest_on_it"
            typer.echo(str(Word(code, {"laws": len(self.untried), "law": first["law"]})))
        if limits and self.unplanned and not self.broken:
            typer.echo(str(Word("check_unplanned", {"laws": len(self.unplanned), "names": self.unplanned})))
        if self.unplayed and not self.broken:
            typer.secho(str(Word("check_unplayed", {"kinds": self.unplayed})), fg="yellow")
        typer.secho(str(self.summary(seconds)), fg="red" if self.broken else "green")

    def summary(self, seconds: float) -> Word:
        """The last line."""
        broken, hold, untried = len(self.broken), len(self.held), len(self.untried)
        counts = {"check_are_broken": broken, "check_hold": hold, "check_not_tried": untried}
        parts = [Word(code, {"laws": laws}) for code, laws in counts.items() if laws]
        return Word("check_summary", {"parts": parts, "seconds": f"{seconds:.1f}" if seconds < 10 else round(seconds)})

    def _print_table(self, timings: bool) -> None:
        verdicts = {True: Word("check_holds"), False: Word("check_broken")}
        columns = ("law", "verdict", "cases", *(("seconds",) if timings else ()), "says")
        rows = []
        for row in self.rows:
            took = [f"{row['seconds']:.2f}"] if timings else []
            rows.append((row["law"], verdicts[row["passed"]], row["cases"], *took, Word(f"law_{row['law']}")))
        print_table(Word("check_title", {"game": self.plan.game}), headings(*columns), rows, whole=(0,))
        for phase, seconds in self._compiling.items():
            if timings and seconds:
                typer.echo(str(Word("check_compiling", {"phase": _phase(phase), "seconds": f"{seconds:.1f}"})))


def _phase(name: str) -> Word:
    return Word(f"check_phase_{name}")
