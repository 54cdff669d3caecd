"""Pages of our own as HTML: headings, paragraphs, lists and code, and nothing that is loaded."""

from __future__ import annotations

import re
from collections.abc import Iterator

from seismograd.reports.html_page import escape

_CODE = re.compile(r"`([^`]+)`")
_LINK = re.compile(r"\[([^\[\]]+)\]\([^()]*\)")


def page_html(markdown: str) -> str:
    """For the text of symptoms; tables and blocks of code are not needed there."""
    return "".join(_blocks(markdown))


def _blocks(markdown: str) -> Iterator[str]:
    for block in markdown.strip().split("\n\n"):
        if block.startswith("## "):
            title, _, block = block.partition("\n")
            yield f"<h4>{_text(title[3:])}</h4>"
        if block.startswith("- "):
            items = block[2:].split("\n- ")
            yield f"<ul>{''.join(f'<li>{_text(item)}</li>' for item in items)}</ul>"
        elif block:
            yield f"<p>{_text(block)}</p>"


def _text(markdown: str) -> str:
    plain = _LINK.sub(r"\1", " ".join(markdown.split()))
    return _CODE.sub(r"<code>\1</code>", escape(plain))
