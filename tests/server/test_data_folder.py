"""The data folder: its key, its lock, its names and who may read it."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from boardwright.core.errors import ConfigError
from boardwright.server import data_folder


def test_the_key_is_made_once_for_the_owner_alone(tmp_path: Path) -> None:
    first = data_folder.server_key(tmp_path)
    assert len(first) == 32
    assert data_folder.server_key(tmp_path) == first
    assert stat.S_IMODE((tmp_path / data_folder.KEY).stat().st_mode) == 0o600


def test_matches_without_their_key_are_refused_with_a_sentence(tmp_path: Path) -> None:
    (tmp_path / data_folder.DATABASE).touch()
    with pytest.raises(ConfigError, match="put the key back") as caught:
        data_folder.server_key(tmp_path)
    assert caught.value.code == "key_missing"


def test_a_folder_has_one_server_at_a_time(tmp_path: Path) -> None:
    with (
        data_folder.opened(tmp_path),
        pytest.raises(ConfigError, match="Another server keeps its matches") as caught,
        data_folder.opened(tmp_path),
    ):
        pass
    assert caught.value.code == "data_in_use"
    with data_folder.opened(tmp_path) as (url, _):
        assert url == f"sqlite:///{tmp_path}/matches.sqlite"


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    file = tmp_path / "a file"
    file.write_text("in the way")
    with pytest.raises(ConfigError) as caught, data_folder.opened(file / "data"):
        pass
    assert caught.value.code == "data_unwritable"
    assert "choose another with --data" in str(caught.value)
