"""The runs that the arena page shows. They are read in a thread, one at a time, and again only when a file changed."""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections import OrderedDict
from pathlib import Path
from typing import Any, Final, NamedTuple

from fastapi import Request

from boardwright.arena import match_records, run_status
from boardwright.arena.recorded import RecordedMatches
from boardwright.core import registry, words
from boardwright.core.errors import BoardwrightError
from boardwright.core.words import Word, say
from boardwright.server import problems, run_curves, run_folders, run_tables
from boardwright.server.answers import Answers
from boardwright.server.problems import Refusal
from boardwright.server.run_folders import Found, Signature, read_bytes
from boardwright.server.run_schemas import RunDetail, RunList, RunSummary
from boardwright.server.schemas import Told
from boardwright.server.settings import ServerSettings, is_loopback

FORWARDED: Final = ("forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via")
"""The headers by which a proxy gives itself away: its requests come from this machine, its readers do not."""

BROKEN: Final = (KeyError, IndexError, TypeError, ValueError, AttributeError, RecursionError, OSError)
"""What files that were changed, or written by another version, may cause."""

FILES: Final = 16
"""Files of records whose matches are kept counted, so that only new lines are read."""


class Answer(NamedTuple):
    """A body, and its tag: the body of the same tag is the same."""

    body: bytes
    tag: str


class Counted(NamedTuple):
    """The matches of a file, up to a place in it."""

    inode: int
    place: int
    matches: RecordedMatches


class Runs:
    """Reads the folders of the settings."""

    def __init__(self, settings: ServerSettings, answers: Answers) -> None:
        self._settings = settings
        self._answers = answers
        self._roots = run_folders.roots(settings.runs)
        self._found: dict[str, Found] = {}
        self._looked = float("-inf")
        self._short: dict[tuple[str, str], tuple[Signature, RunSummary]] = {}
        self._counted: OrderedDict[Path, Counted] = OrderedDict()
        # One thread reads, whoever asks: the others wait without one.
        self._reading = asyncio.Lock()

    def require_reader(self, request: Request) -> None:
        """Refuse a reader who is not on this machine, unless the runs are public.

        A server that others reach by a name, an address or a proxy cannot tell who is on this machine.
        """
        chosen = self._settings
        if chosen.public_runs:
            return
        others = chosen.public_origin or chosen.root_path or chosen.trusted_proxies or not is_loopback(chosen.host)
        peer = request.client.host if request.client else ""
        if others or not is_loopback(peer) or any(name in request.headers for name in FORWARDED):
            raise Refusal(403, "runs_private")

    async def listing(self, language: str) -> Answer:
        """The newest runs, in short."""
        async with self._reading:
            return await asyncio.to_thread(self._listing, language)

    async def detail(self, name: str, language: str) -> Answer:
        """One run."""
        async with self._reading:
            return await asyncio.to_thread(self._detail, name, language)

    def _listing(self, language: str) -> Answer:
        self._look()
        found = [self._summary(one, language) for one in self._found.values()]
        found.sort(key=lambda run: (-run.changed, run.name))
        most = self._settings.runs_listed
        listed = RunList(named=bool(self._roots), more=max(0, len(found) - most), runs=found[:most])
        return _tagged(listed.model_dump_json().encode())

    def _detail(self, name: str, language: str) -> Answer:
        self._look()
        if name not in self._found:
            raise Refusal(404, "no_such_run", run=name[:200])
        found = self._found[name]
        summary = self._summary(found, language)
        key = ("run", name, language, run_folders.signature(found), summary.state)
        body = self._answers.get(key)
        if body is None:
            body = self._read(found, summary, language).model_dump_json().encode()
            self._answers.keep(key, body)
        return _tagged(body)

    def _look(self) -> None:
        """Look for runs, unless that was done a moment ago."""
        now = time.monotonic()
        if now - self._looked >= self._settings.runs_seconds:
            chosen = self._settings
            self._found = run_folders.find(self._roots, chosen.runs_depth, chosen.runs_entries)
            self._short = {key: kept for key, kept in self._short.items() if key[0] in self._found}
            self._looked = now

    def _summary(self, found: Found, language: str) -> RunSummary:
        signed = run_folders.signature(found)
        kept = self._short.get((found.name, language))
        if kept is None or kept[0] != signed:
            kept = signed, self._summarised(found, signed, language)
            self._short[found.name, language] = kept
        summary = kept[1]
        silent = time.time() - summary.changed / 1000 > self._settings.runs_silent_seconds
        # A process that was killed does not say so.
        return summary.model_copy(update={"state": "stopped"}) if summary.state == "running" and silent else summary

    def _summarised(self, found: Found, signed: Signature, language: str) -> RunSummary:
        about: dict[str, Any] = {
            "name": found.name,
            "kind": "training" if found.by == "metrics" else "tournament",
            "game": None,
            "game_title": None,
            "title": found.name.rpartition("/")[2],
            "state": "stopped" if found.by == "status" else "recorded",
            "done": None,
            "total": None,
            "changed": max((changed for _, _, changed, _ in signed), default=0) // 1_000_000,
            "problem": None,
        }
        try:
            if found.by == "status":
                text = read_bytes(found.path / run_status.FILE, self._settings.run_bytes)
                status = run_status.read(text, run_status.FILE)
                about |= status.model_dump(include={"kind", "game", "state", "done", "total"})
                about["title"] = run_tables.without_places(status.title)
            elif found.by == "records":
                matches = self._matches(found.path)
                about |= {"game": matches.game, "done": matches.played}
                about["title"] = run_tables.without_places(", ".join(matches.agents))
                about["kind"] = "evaluation" if matches.alone else "tournament"
        except BoardwrightError as error:
            about["problem"] = _told(error.word, language)
        except BROKEN:
            about["problem"] = _told(Word("run_broken"), language)
        if about["game"] is not None:
            about["game_title"] = _title(about["game"], language)
        return RunSummary(**about)

    def _read(self, found: Found, summary: RunSummary, language: str) -> RunDetail:
        about: dict[str, Any] = summary.model_dump()
        if summary.problem is None:
            try:
                about |= self._contents(found, summary, language)
            except BoardwrightError as error:
                about["problem"] = _told(error.word, language)
            except BROKEN:
                about["problem"] = _told(Word("run_broken"), language)
        return RunDetail(**about)

    def _contents(self, found: Found, summary: RunSummary, language: str) -> dict[str, Any]:
        chosen = self._settings
        if found.by == "records":
            matches = self._matches(found.path)
            if matches.alone:
                return {"evaluation": run_tables.recorded_evaluation(matches)}
            return {"tournament": run_tables.recorded_tournament(matches)}
        if summary.kind == "training":
            there = run_folders.files(found)
            limits = {"most": chosen.run_bytes, "points": chosen.run_points}
            return {"training": run_curves.training(found.path, there, language, **limits)}
        text = read_bytes(found.path / run_status.FILE, chosen.run_bytes)
        result = run_status.read(text, run_status.FILE).result
        if result is None:
            return {}
        made = {
            "tournament": run_tables.tournament,
            "ladder": run_tables.ladder,
            "evaluation": run_tables.evaluation,
        }
        return {summary.kind: made[summary.kind](result)}

    def _matches(self, path: Path) -> RecordedMatches:
        """The whole lines of a file, of which those that were counted before are not read again."""
        about = path.stat()
        counted = self._counted.pop(path, None)
        if counted is None or counted.inode != about.st_ino or counted.place > about.st_size:
            counted = Counted(about.st_ino, 0, RecordedMatches())
        new = read_bytes(path, self._settings.run_bytes, counted.place)
        whole = new[: new.rfind(b"\n") + 1]
        for number, line in enumerate(whole.decode().split("\n")[:-1], 1):
            if line.strip():
                record = match_records.read(line, number)
                if isinstance(record, match_records.Record):
                    counted.matches.add(record)
        self._counted[path] = counted._replace(place=counted.place + len(whole))
        while len(self._counted) > FILES:
            self._counted.popitem(last=False)
        return counted.matches


def _tagged(body: bytes) -> Answer:
    return Answer(body, f'"{hashlib.blake2s(body, digest_size=12).hexdigest()}"')


def _told(word: Word, language: str) -> Told:
    return Told(**problems.with_message(word, language))


def _title(game: str, language: str) -> str | None:
    try:
        registry.definition(game)  # its words come with it
    except BoardwrightError:
        return None
    code = f"{game}.title"
    return say(Word(code), to=language) if code in words.codes(game) else None
