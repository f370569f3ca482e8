"""The action codec: a dense integer for agents, a frozen dataclass for people and JSON.

Indices [0, A) are for policies, [A, A + B) for people only. A game declares its kinds of action as groups; the index
of an action is its group's offset plus its fields in mixed radix, unless the group says otherwise. Where a board is
turned to face the player to move, an index means another action for each player: such a group is `seated`.
"""

from __future__ import annotations

import dataclasses
import re
import typing
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

import numpy as np

from boardwright.core.errors import MalformedAction

Semantic = Any
"""A frozen dataclass of the game: `Mark(cell=4)`."""


class Group:
    """One kind of action: a dataclass and the size of each of its fields, or functions to number them.

    `check` is the rules' own check of the parts, for actions that can be written but have no index (a hex off the
    board); `strays` are examples of these for the laws. The functions of a `seated` group also take the player:
    `encode(action, player)`, `decode(rank, player)`. In a game with hidden information, other players see the actions
    of a `public` group, and no others.
    """

    def __init__(
        self,
        kind: type[Any],
        sizes: dict[str, int] | None = None,
        *,
        count: int | None = None,
        encode: Callable[..., int | None] | None = None,
        decode: Callable[..., Any] | None = None,
        check: Callable[..., int] | None = None,
        seated: bool = False,
        strays: Sequence[Any] = (),
        public: bool = False,
    ) -> None:
        self.kind = kind
        self.seated = seated
        self.public = public
        self.strays = tuple(strays)
        self.name = re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()
        self.fields = tuple(field.name for field in dataclasses.fields(kind))
        self._types = typing.get_type_hints(kind)
        self.check = check
        if sizes is not None:
            if tuple(sizes) != self.fields:
                raise ValueError(f"{kind.__name__}: sizes name {tuple(sizes)}, its fields are {self.fields}")
            self.sizes: tuple[int, ...] | None = tuple(sizes.values())
            self.count = 1
            for size in self.sizes:
                self.count *= size
        elif count is None or encode is None or decode is None:
            raise ValueError(f"{kind.__name__}: give sizes, or count with encode and decode")
        else:
            self.sizes = None
            self.count = count
        self._encode, self._decode = encode, decode

    def require_type(self, name: str, value: Any) -> None:
        """Raise MalformedAction for a value of another type than its field's; NumPy integers are integers."""
        wanted = self._types[name]
        fits = isinstance(value, int | np.integer) and not isinstance(value, bool) if wanted is int else True
        if not fits or (wanted is str and not isinstance(value, str)):
            raise MalformedAction("action_field_type", kind=self.name, field=name, value=value, wanted=wanted.__name__)

    def read(self, name: str, word: str) -> Any:
        """Parse a field's value from typed text."""
        if self._types[name] is int and re.fullmatch(r"[+-]?\d{1,9}", word):
            return int(word)
        self.require_type(name, word)
        return word

    def encode(self, action: Semantic, player: int) -> int | None:
        """The action's rank in this group for a player, None if it has no index."""
        if self.sizes is None:
            assert self._encode is not None
            return self._encode(action, player) if self.seated else self._encode(action)
        rank = 0
        for name, size in zip(self.fields, self.sizes):
            value = getattr(action, name)
            if not 0 <= value < size:
                return None
            rank = rank * size + value
        return rank

    def decode(self, rank: int, player: int) -> Semantic:
        """The action of a rank in this group, for a player."""
        if self.sizes is None:
            assert self._decode is not None
            return self._decode(rank, player) if self.seated else self._decode(rank)
        values: list[int] = []
        for size in reversed(self.sizes):
            rank, value = divmod(rank, size)
            values.append(value)
        return self.kind(*reversed(values))


class Notation(NamedTuple):
    """A game's own move notation: `e4`, `e3h`.

    `read` returns None for a text that is not in this notation.
    """

    write: Callable[[Semantic], str]
    read: Callable[[str], Semantic | None]


class Actions:
    """The codec of a game: every action by index, dataclass, JSON object and text.

    `player` is the player to move, whose index it is. It matters in games with `seated` groups only.
    """

    def __init__(
        self, policy: Sequence[Group], people: Sequence[Group] = (), *, notation: Notation | None = None
    ) -> None:
        self.notation: Final = notation
        self.groups: Final = (*policy, *people)
        self.policy: Final = sum(group.count for group in policy)
        self.count: Final = sum(group.count for group in self.groups)
        self._by_kind = {group.kind: group for group in self.groups}
        self._by_name = {group.name: group for group in self.groups}
        self._offsets: dict[type[Any], int] = {}
        offset = 0
        for group in self.groups:
            self._offsets[group.kind] = offset
            offset += group.count

    def group(self, action: Semantic) -> Group:
        """The group that an action belongs to."""
        if type(action) not in self._by_kind:
            raise MalformedAction("unknown_action", found=type(action).__name__, known=list(self._by_name))
        return self._by_kind[type(action)]

    def encode(self, action: Semantic, player: int = 0) -> int | None:
        """The index of a semantic action, None if it has none."""
        group = self.group(action)
        for name in group.fields:
            group.require_type(name, getattr(action, name))
        rank = group.encode(action, player)
        return None if rank is None else self._offsets[group.kind] + rank

    def decode(self, index: int, player: int = 0) -> Semantic:
        """The semantic action of an index."""
        if not 0 <= index < self.count:
            raise MalformedAction("no_such_action", index=index, last=self.count - 1)
        group = self.group_of(index)
        return group.decode(index - self._offsets[group.kind], player)

    def offset(self, kind: type[Any]) -> int:
        """The first index of a kind of action."""
        return self._offsets[kind]

    def group_of(self, index: int) -> Group:
        """The group that an index belongs to."""
        for group in self.groups:
            if index < self._offsets[group.kind] + group.count:
                return group
        raise MalformedAction("no_such_action", index=index, last=self.count - 1)

    def to_dict(self, index: int, player: int = 0) -> dict[str, Any]:
        """The JSON form: `{"kind": "mark", "cell": 4}`."""
        action = self.decode(index, player)
        group = self.group(action)
        return {"kind": group.name, **{name: getattr(action, name) for name in group.fields}}

    def from_dict(self, data: Any) -> Semantic:
        """Read the JSON form, strictly."""
        if not isinstance(data, dict) or not isinstance(data.get("kind"), str):
            raise MalformedAction("action_not_object")
        group = self._named(data["kind"])
        given = {name: value for name, value in data.items() if name != "kind"}
        for name in group.fields:
            if name not in given:
                raise MalformedAction("action_field_missing", kind=group.name, field=name)
        for name in given:
            if name not in group.fields:
                raise MalformedAction("action_field_unknown", kind=group.name, field=name, known=list(group.fields))
        for name in group.fields:
            group.require_type(name, given[name])
        return group.kind(**given)

    def to_text(self, index: int, player: int = 0) -> str:
        """The text of an action: `mark 4`, just `4` where a game has one kind of action, or the game's own notation."""
        return self.text_of(self.decode(index, player))

    def text_of(self, action: Semantic) -> str:
        """The text of an action that may lack an index."""
        if self.notation is not None:
            return self.notation.write(action)
        group = self.group(action)
        words = [str(getattr(action, name)) for name in group.fields]
        return " ".join(words if len(self.groups) == 1 else [group.name, *words])

    def from_text(self, text: str) -> Semantic:
        """Parse typed text, in the game's notation or in plain words.

        A kind may be shortened where that is unambiguous: `deploy` for `deploy_unit`.
        """
        action = None if self.notation is None else self.notation.read(text.strip())
        if action is not None:
            return action
        words = text.split()
        if not words:
            raise MalformedAction("action_empty", known=list(self._by_name))
        group = self.groups[0]
        if len(self.groups) > 1 or words[0] in self._by_name:
            group = self._named(self._whole(words.pop(0)))
        if len(words) != len(group.fields):
            raise MalformedAction("action_words", kind=group.name, fields=list(group.fields), found=len(words))
        return group.kind(*(group.read(name, word) for name, word in zip(group.fields, words)))

    def _whole(self, name: str) -> str:
        matches = [known for known in self._by_name if known.startswith(name)]
        return matches[0] if len(matches) == 1 and name not in self._by_name else name

    def _named(self, name: str) -> Group:
        if name not in self._by_name:
            raise MalformedAction("unknown_action", found=name, known=list(self._by_name))
        return self._by_name[name]
