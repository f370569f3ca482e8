"""The file of all sentences says what the catalogues say."""

from __future__ import annotations

import sentences


def test_the_file_has_every_sentence_as_it_is_said() -> None:
    written = sentences.FILE.read_text(encoding="utf-8").splitlines()
    said = "".join(sentences.lines()).splitlines()
    differences = sorted(set(said) ^ set(written))
    assert written == said, f"run `{sentences.COMMAND}` and read the difference: {differences[:6]}"
