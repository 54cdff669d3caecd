"""An HTML page that loads nothing. Everything in it is foreign text and is escaped."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape as escape_html

from seismograd.redaction import redact
from seismograd.reports.live_plot import plot_style, script_source
from seismograd.reports.run_page_style import STYLE

POLICY = (
    "default-src 'none'; script-src {}; style-src 'unsafe-inline';"
    " base-uri 'none'; form-action 'none'"
)
MOST_ROWS = 200


def escape(text: str) -> str:
    """People pass the page on: no secrets, and no markup."""
    return escape_html(redact(text))


def page(title: str, sections: Iterable[str]) -> str:
    """`sections` are HTML already."""
    shown, policy = escape(title), POLICY.format(script_source())
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{shown} - Seismograd</title><style>{plot_style()}{STYLE}</style></head>"
        f"<body><main>{''.join(sections)}</main></body></html>\n"
    )


def list_section(title: str, items: Iterable[str]) -> str:
    shown = [f"<li>{escape(item)}</li>" for item in items]
    if not shown:
        return ""
    more = f"<p>and {len(shown) - MOST_ROWS} more</p>" if len(shown) > MOST_ROWS else ""
    return f"<h2>{title}</h2><ul>{''.join(shown[:MOST_ROWS])}</ul>{more}"


def table_section(title: str, names: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    found = list(rows)
    return f"<h2>{title}</h2>{table(names, found[:MOST_ROWS])}" if found else ""


def table(names: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    head = "".join(f"<th>{escape(name)}</th>" for name in names) if any(names) else ""
    body = "".join(
        f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows
    )
    return f"<table><tr>{head}</tr>{body}</table>" if head else f"<table>{body}</table>"
