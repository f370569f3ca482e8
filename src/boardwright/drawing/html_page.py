"""A report as one HTML file: no network, light and dark, and it loads itself again while the work goes on."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Any

from boardwright.core.errors import HistoryError
from boardwright.core.words import Word, language

STYLE = """
:root { color-scheme: light dark; --paper: #ffffff; --ink: #23272e; --muted: #6b7280; --line: #e3e6ea }
@media (prefers-color-scheme: dark) { :root { --paper: #16191d; --ink: #e6e8eb; --muted: #9aa3ae; --line: #343b44 } }
body { background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; max-width: 60rem;
  margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 1.4rem; overflow-wrap: anywhere } h2 { font-size: 1.05rem; margin-top: 2rem }
table { border-collapse: collapse; font-variant-numeric: tabular-nums } .wide { overflow-x: auto }
th, td { padding: .3rem .9rem .3rem 0; text-align: left; border-bottom: 1px solid var(--line) }
th { color: var(--muted); font-weight: 500 } pre { white-space: pre-wrap; overflow-wrap: anywhere }
svg { width: 100%; height: auto }
"""

SECONDS = 3
"""Between two loads of a page, and between two writings of its file."""


def html_page(title: Word | str, parts: Sequence[str], *, live: bool) -> str:
    """Return a page of parts that are HTML already."""
    again = f'<meta http-equiv="refresh" content="{SECONDS}">' if live else ""
    name = escape(str(title))
    return (
        f'<!doctype html><html lang="{language()}"><head><meta charset="utf-8">{again}'
        f'<meta name="viewport" content="width=device-width"><title>{name}</title><style>{STYLE}</style></head>'
        f"<body><h1>{name}</h1>{''.join(parts)}</body></html>\n"
    )


def html_table(headings: Sequence[Any], rows: Sequence[Sequence[Any]]) -> str:
    """Return a table. Without headings the first cell of each row is its heading."""
    head = f"<tr>{''.join(f'<th>{escape(str(cell))}</th>' for cell in headings)}</tr>" if headings else ""
    body = "".join(
        f"<tr>{''.join(_cell(cell, not headings and not n) for n, cell in enumerate(row))}</tr>" for row in rows
    )
    return f'<div class="wide"><table>{head}{body}</table></div>'


def html_text(text: Any, tag: str = "p") -> str:
    """Return text in an element."""
    return f"<{tag}>{escape(str(text))}</{tag}>"


def _cell(value: Any, heading: bool) -> str:
    return html_text(value, "th" if heading else "td")


def replace_file(path: Path, text: str) -> None:
    """Write a file at once: a reader sees the old one or the new one."""
    beside = path.with_name(f".{path.name}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        beside.write_text(text, encoding="utf-8")
        beside.replace(path)
    except OSError as error:
        raise HistoryError("file_unwritable", path=path, detail=error.strerror) from None
