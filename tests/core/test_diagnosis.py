"""What the compiler refuses is told with the helper that has it, its file and line, and what to write instead."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from boardwright.core.compiled import diagnosis
from boardwright.core.compiled.compiler import INTERPRETED
from boardwright.core.errors import KernelError
from boardwright.core.words import Word
from saying import told

from .rewritten import MARK, play, read, write

pytestmark = pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")

HEAD = """

class Thing:
    def __init__(self, x):
        self.x = x


def helped(s, action):
"""


class Refused(NamedTuple):
    """The body of a helper; the line of it that is refused; what to write instead."""

    body: str
    line: int
    instead: str


REFUSED = {
    "a dict": Refused("    names = {0: 'a', 1: action}\n    return len(names)\n", 1, "instead_dict"),
    "a set": Refused("    return len(set([action, None]))\n", 1, "instead_set"),
    "a generator": Refused("    return sum(cell for cell in s.cells if cell)\n", 1, "instead_closure"),
    "a file": Refused("    with open('x'):\n        return action\n", 1, "instead_try"),
    "an exception": Refused(
        "    try:\n        return action\n    except ValueError as e:\n        return len(str(e))\n", 3, "instead_try"
    ),
    "a name that is not there": Refused("    return acton + 1\n", 1, "instead_name"),
    "a name like no other": Refused("    return zebra_qq\n", 1, "instead_name"),
    "a product of fields": Refused("    return int(s.cells @ s.cells)\n", 1, "instead_plain"),
    "text that is formatted": Refused("    return len('{}'.format(action))\n", 1, "instead_attribute"),
    "text in a field": Refused("    s.phase = 'a'\n    return 1\n", 1, "instead_text"),
    "two types": Refused("    x = 1\n    if action > 3:\n        x = 'a'\n    return len(x)\n", 4, "instead_types"),
    "a method of lists": Refused("    return len(s.cells.tolist())\n", 1, "instead_attribute"),
    "a class": Refused("    return Thing(action).x\n", 1, "instead_global"),
    "a keyword": Refused("    return round(action / 2, ndigits='1')\n", 1, "instead_keyword"),
    "a starred name": Refused("    a, *b = [1, 2, 3]\n    return len(b)\n", 1, "instead_star"),
    "del": Refused("    x = [1, 2]\n    del x\n    return 1\n", 2, "instead_delete"),
}


@pytest.mark.parametrize("refused", REFUSED.values(), ids=REFUSED)
def test_a_refusal_names_the_helper_its_line_and_what_to_write(refused: Refused, tmp_path: Path) -> None:
    called = (MARK, MARK + "    s.phase = helped(s, action)\n")
    path = write(tmp_path, called, more=HEAD + refused.body)
    first = path.read_text(encoding="utf-8").splitlines().index("def helped(s, action):") + 1
    with pytest.raises(KernelError) as caught:
        play(read(path))
    told(caught.value.word, "kernel_compile", function="helped", file="rules.py", line=first + refused.line)
    told(caught.value.params["instead"], refused.instead)
    assert "\x1b" not in str(caught.value)
    assert str(tmp_path) not in str(caught.value)


def test_what_no_hint_is_known_for_is_said_so() -> None:
    assert str(Word("instead_name", {"known": []})) == str(Word("instead_name_none"))


def test_colours_change_nothing() -> None:
    def helped(action):
        return acton + 1  # noqa: F821

    plain = "Failed in nopython mode pipeline (step: nopython frontend)\nNameError: name 'acton' is not defined"
    coloured = re.sub("(?m)^(.*)$", "\x1b[1m\x1b[31m\\1\x1b[0m", plain)
    one, other = (diagnosis.told(Exception(text), [helped]) for text in (plain, coloured))
    assert one == other
    assert (one["function"], one["detail"]) == ("helped", "NameError: name 'acton' is not defined")
