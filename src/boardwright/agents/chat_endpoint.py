"""A client of chat completions: one request, its text and its tokens. The key goes into a header, and nowhere else.

By `urllib`: one request at a time needs no more. Redirects are refused, as they would carry the key to another place.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Sequence
from http.client import HTTPException
from typing import Any, NamedTuple
from urllib import error, request

from boardwright.core.errors import AgentError

LARGEST = 1 << 22
"""Bytes of an answer that are read."""

Message = dict[str, str]


class Reply(NamedTuple):
    """The text of an answer, the tokens of the question and of the answer, and the seconds that it took."""

    text: str
    prompt_tokens: int
    completion_tokens: int
    seconds: float


class _NoRedirect(request.HTTPRedirectHandler):
    def redirect_request(self, *args: Any, **kwargs: Any) -> None:
        return None


_opener = request.build_opener(_NoRedirect)


def complete(url: str, key: str, body: dict[str, Any], messages: Sequence[Message], seconds: float) -> Reply:
    """Ask an endpoint. `key` names the environment variable that has the key."""
    headers = {"Content-Type": "application/json"}
    if secret := os.environ.get(key):
        headers["Authorization"] = f"Bearer {secret}"
    data = json.dumps({**body, "messages": list(messages)}).encode()
    asked = request.Request(url.rstrip("/") + "/chat/completions", data, headers, method="POST")
    began = time.perf_counter()
    try:
        with _opener.open(asked, timeout=seconds) as answer:
            found = json.loads(answer.read(LARGEST))
        text = found["choices"][0]["message"]["content"] or ""
        usage = found.get("usage") or {}
        prompt, completion = (int(usage.get(name) or 0) for name in ("prompt_tokens", "completion_tokens"))
    except error.HTTPError as refused:
        # Not its body: some services repeat the key in it.
        refused.close()
        raise AgentError("chat_status", url=url, status=refused.code) from None
    except (OSError, HTTPException) as problem:
        raise AgentError("chat_unreachable", url=url, detail=type(problem).__name__) from None
    except (ValueError, KeyError, IndexError, TypeError, AttributeError):
        raise AgentError("chat_unreadable", url=url) from None
    return Reply(str(text), prompt, completion, time.perf_counter() - began)
