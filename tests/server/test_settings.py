"""Settings: the shipped file, a file of one's own, the environment and options, each over the one before."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from boardwright.core import config
from boardwright.core.errors import ConfigError
from boardwright.server.settings import gather, is_loopback, read
from cli.conftest import Ran


def refused(file: Path | None = None, environment: dict[str, str] | None = None, **options: Any) -> ConfigError:
    with pytest.raises(ConfigError) as caught:
        gather(file, environment or {}, options)
    return caught.value


def written(folder: Path, text: str) -> Path:
    file = folder / "own.yaml"
    file.write_text(text, encoding="utf-8")
    return file


def test_later_sources_win(tmp_path: Path) -> None:
    file = written(tmp_path, "port: 1\nworkers: 1\nroot_path: /file\nagents: {random: {most: {}, fixed: {}}}\n")
    variables = {"BOARDWRIGHT_SERVE_PORT": "2", "BOARDWRIGHT_SERVE_WORKERS": "2", "BOARDWRIGHT_LANGUAGE": "fr"}
    chosen, sources = gather(file, variables, {"port": 3})
    assert (chosen.port, chosen.workers, chosen.root_path) == (3, 2, "/file")
    assert list(chosen.agents) == ["random"], "a file replaces a key as a whole"
    assert chosen.jobs == read().jobs
    assert sources == {
        "port": "--port",
        "workers": "BOARDWRIGHT_SERVE_WORKERS",
        "root_path": f"{file}: root_path",
        "agents": f"{file}: agents",
    }


def test_a_variable_is_text_where_a_text_is_expected_else_yaml() -> None:
    variables = {
        "BOARDWRIGHT_SERVE_PUBLIC_ORIGIN": "https://games.example.org",
        "BOARDWRIGHT_SERVE_HOST": "::",
        "BOARDWRIGHT_SERVE_DATA": "2001-99-99",
        "BOARDWRIGHT_SERVE_TRUSTED_PROXIES": "[127.0.0.1, 10.0.0.0/8]",
        "BOARDWRIGHT_SERVE_MATCHES_BY_ADDRESS": "1/minute",
        "BOARDWRIGHT_SERVE_REQUEST_SECONDS": "2.5",
        "BOARDWRIGHT_SERVE_LOG_LEVEL": "info",
    }
    chosen, _ = gather(None, variables, {})
    assert (chosen.host, chosen.data, chosen.log_level) == ("::", "2001-99-99", "info")
    assert chosen.trusted_proxies == ["127.0.0.1", "10.0.0.0/8"]
    assert chosen.request_seconds == 2.5
    assert gather(None, {"BOARDWRIGHT_SERVE_DATA": ""}, {})[0].data is None


@pytest.mark.parametrize(
    ("variable", "text", "code"),
    [
        ("PROT", "1", "config_unknown"),
        ("PORT", "many", "config_value"),
        ("PORT", "2001-99-99", "config_value"),
        ("PORT", "{", "config_value"),
        ("TRUSTED_PROXIES", "[nobody]", "config_value"),
        ("PUBLIC_ORIGIN", "games.example.org", "config_value"),
        ("PUBLIC_ORIGIN", "https://games.example.org/path", "config_value"),
        ("PUBLIC_ORIGIN", "https://games.example.org:port", "config_value"),
        ("PUBLIC_ORIGIN", "https://games.example.org:99999", "config_value"),
        ("PUBLIC_ORIGIN", "https://a:b@games.example.org", "config_value"),
        ("ROOT_PATH", "games/", "config_value"),
        ("LOG_FORMAT", "xml", "config_value"),
    ],
)
def test_a_wrong_variable_is_named(variable: str, text: str, code: str) -> None:
    error = refused(environment={f"BOARDWRIGHT_SERVE_{variable}": text})
    assert (error.code, error.params["path"]) == (code, f"BOARDWRIGHT_SERVE_{variable}")


def test_a_wrong_key_of_a_file_is_named_with_the_file(tmp_path: Path) -> None:
    file = written(tmp_path, "prot: 1\n")
    assert (refused(file).code, refused(file).params["path"]) == ("config_unknown", f"{file}: prot")
    file = written(tmp_path, "agents: {random: {most: {depth: deep}, fixed: {}}}\n")
    assert refused(file).params["path"] == f"{file}: agents.random.most.depth"
    other = file.with_suffix(".conf")
    other.write_text("")
    for absent in (tmp_path / "none.yaml", other):
        assert (refused(absent).code, refused(absent).params["path"]) == ("settings_absent", str(absent))


def test_another_address_needs_an_origin() -> None:
    for host in ("0.0.0.0", "::", "192.168.1.5", "games.example.org"):
        error = refused(host=host)
        assert error.code == "origin_missing"
        assert error.params["host"] == host
        gather(None, {"BOARDWRIGHT_SERVE_PUBLIC_ORIGIN": "https://games.example.org"}, {"host": host})
    for host in ("127.0.0.1", "127.1.2.3", "::1", "localhost"):
        assert is_loopback(host)
        gather(None, {}, {"host": host})


def test_every_key_of_the_shipped_file_is_explained() -> None:
    lines = (config.SHIPPED / "server.yaml").read_text(encoding="utf-8").splitlines()
    keys = [line for line in lines if line and line[0].islower()]
    assert {key.partition(":")[0] for key in keys} == set(read().model_dump())
    assert [key for key in keys if "#" not in key] == ["port: 8642"]


def test_the_command_shows_the_settings_and_their_sources(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ran: Callable[..., Ran]
) -> None:
    file = written(tmp_path, "workers: 7\n")
    monkeypatch.setenv("BOARDWRIGHT_SERVE_PORT", "9")
    status, out, _ = ran("serve", "--show-settings", "--config", file, "--log-format", "json")
    assert status == 0
    assert f"# {file}: workers\nworkers: 7\n" in out
    assert "# BOARDWRIGHT_SERVE_PORT\nport: 9\n" in out
    assert "# --log-format\nlog_format: json\n" in out
    assert yaml.safe_load(out) == read(workers=7, port=9, log_format="json").model_dump()
