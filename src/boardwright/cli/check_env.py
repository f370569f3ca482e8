"""`boardwright check --env`: the laws that can be asked from outside, on another library's environment."""

from __future__ import annotations

import time
import warnings
from typing import TYPE_CHECKING

import typer

from boardwright.core.words import Word

if TYPE_CHECKING:
    from boardwright.foreign.laws import Finding


def check(text: str, names: list[str], *, quick: bool, as_json: bool, unfit: list[str]) -> None:
    """Try the laws on an environment and print the findings; exit status 1 if one is broken."""
    from rich.console import Console

    from boardwright.cli.check import require_laws
    from boardwright.cli.output import print_json
    from boardwright.cli.usage_errors import UsageError
    from boardwright.foreign.cases import effort
    from boardwright.foreign.laws import LAWS, judge
    from boardwright.foreign.loading import load

    for option in unfit:
        raise UsageError("usage_with_env", found=option)
    known = [law.__name__ for law in LAWS]
    require_laws(names, known)
    began, stopped = time.monotonic(), False
    findings: list[Finding] = []
    env = load(text)
    try:
        with Console(stderr=True).status(text) as status, warnings.catch_warnings():
            warnings.simplefilter("ignore")  # libraries warn of what the laws are about, once an action
            for finding in judge(env, effort(quick), names):
                findings.append(finding)
                status.update(f"{text}: {finding.law}")
    except KeyboardInterrupt:
        stopped = True
    finally:
        env.close()
    seconds = time.monotonic() - began
    untried = [name for name in names or known if name not in {finding.law for finding in findings}]
    broken = [finding for finding in findings if not finding.holds]
    if as_json:
        laws = [finding.to_dict() for finding in findings]
        report = {"env": text, "passed": not broken, "seconds": round(seconds, 3), "laws": laws}
        print_json({**report, "not_tried": untried, "complete": not stopped})
    else:
        _print(text, findings, untried, seconds)
    if stopped or broken:
        raise typer.Exit(130 if stopped else 1)


def _print(text: str, findings: list[Finding], untried: list[str], seconds: float) -> None:
    from boardwright.cli.output import headings, print_table

    rows = [(finding.law, _verdict(finding), finding.cases, Word(f"env_law_{finding.law}")) for finding in findings]
    print_table(Word("check_title", {"game": text}), headings("law", "verdict", "cases", "says"), rows, whole=(0,))
    broken = [finding for finding in findings if not finding.holds]
    silent = [finding.law for finding in findings if finding.holds and not finding.cases]
    for finding in broken:
        typer.secho(str(Word("law_message", {"law": finding.law, "message": finding.error})), fg="red")
    if silent:
        typer.echo(str(Word("check_asked_nothing", {"laws": len(silent), "names": silent})))
    counts = {
        "check_are_broken": len(broken),
        "check_hold": len(findings) - len(broken) - len(silent),
        "check_not_tried": len(untried),
    }
    parts = [Word(code, {"laws": laws}) for code, laws in counts.items() if laws]
    shown = f"{seconds:.1f}" if seconds < 10 else round(seconds)
    typer.secho(str(Word("check_summary", {"parts": parts, "seconds": shown})), fg="red" if broken else "green")


def _verdict(finding: Finding) -> Word:
    if not finding.holds:
        return Word("check_broken")
    return Word("check_holds" if finding.cases else "check_not_asked")
