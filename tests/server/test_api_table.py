"""The table of the API in docs/server.md has every endpoint, and the limits that it names are the shipped ones."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from boardwright.server import costs, settings
from boardwright.server.app import endpoints, make_app

PAGE = Path(__file__).parents[2] / "docs" / "server.md"
ROW = re.compile(r"^\| `(GET|POST) (/[^`?]*)(?:\?[^`]*)?` \|", re.M)
DEFAULT = re.compile(r"^\| [^|]+ \| `(\w+)` \| ([^|]+) \|$", re.M)


def differences(page: str) -> set[tuple[str, str]]:
    """The endpoints that are in the table or in the description of the API, but not in both."""
    description = make_app("sqlite://", b"key", settings.read()).openapi()["paths"]
    served = {(method.upper(), path) for path, methods in description.items() for method in methods}
    named = {(method, f"/api/v1{path}".replace("{id}", "{match_id}")) for method, path in ROW.findall(page)}
    return served ^ named


def test_the_table_has_every_endpoint() -> None:
    assert differences(PAGE.read_text(encoding="utf-8")) == set()


@pytest.mark.parametrize("row", ["| `GET /matches/{id}/follow`", "| `POST /records`"])
def test_a_missing_row_is_noticed(row: str) -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert row in page
    assert len(differences(page.replace(row, "| gone"))) == 1


def test_the_limits_are_the_shipped_ones() -> None:
    shipped = settings.read().model_dump()
    named = dict(DEFAULT.findall(PAGE.read_text(encoding="utf-8")))
    assert {"work_by_address", "streams_by_address", "agent_seconds_by_address"} <= set(named)
    for name, text in named.items():
        figures = [int(figure.replace(",", "")) for figure in re.findall(r"[\d,]*\d", text)]
        assert figures == [int(figure) for figure in re.findall(r"\d+", str(shipped[name]))], name


@pytest.mark.parametrize("name", ["token_days", "abandoned_days", "sweep_seconds", "events", "jobs", "streams"])
def test_the_settings_that_the_page_names_exist(name: str) -> None:
    assert f"`{name}`" in PAGE.read_text(encoding="utf-8")
    assert name in settings.read().model_dump()


def test_every_endpoint_declares_its_cost(monkeypatch: pytest.MonkeyPatch) -> None:
    """And each is found by its path; one that is new and declares none stops the server before it starts."""
    app = make_app("sqlite://", b"key", settings.read())
    prices = costs.Costs(endpoints(app))
    found = {}
    for path, methods in app.openapi()["paths"].items():
        for method, operation in methods.items():
            concrete = re.sub(r"\{\w+\}", "7", path)
            found[operation["operationId"]] = prices.of(method.upper(), concrete)
    assert {**found, "openapi": prices.of("GET", "/api/v1/openapi.json")} == costs.COSTS
    assert prices.of("GET", "/") == prices.of("BREW", "/api/v1/games") == prices.of("GET", "/api/v1/games/a/b/c") == 0
    monkeypatch.delitem(costs.COSTS, "read_match")
    with pytest.raises(KeyError, match="read_match"):
        costs.Costs(endpoints(app))
