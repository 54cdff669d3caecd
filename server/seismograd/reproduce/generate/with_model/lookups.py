"""What a model asks to see of the project before it answers, and what it is shown."""

from __future__ import annotations

import re
from collections.abc import Iterator

from seismograd.llm.quotes import Quotes
from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_files import text_files, text_of
from seismograd.reproduce.context.project_view import Symbol
from seismograd.reproduce.context.sources import read_text

MOST_AT_ONCE = 4
LONGEST_REQUEST = 200
MOST_LINES = 300
LONGEST_LINE = 240
MOST_HITS = 30
MOST_SYMBOLS = 3
FORMS = '"file PATH", "file PATH 40-90", "symbol NAME" or "search TEXT"'
_REQUEST = re.compile(r"\s*(file|symbol|search)\b[\s:]*(.+?)\s*", re.IGNORECASE | re.DOTALL)
_RANGE = re.compile(r"(.+?)(?:[\s:,]+(?:lines?\s+)?(\d{1,7})(?:\s*(?:-|to)\s*(\d{1,7}))?)?")


def looked_up(request: str, case: Case, quotes: Quotes) -> str:
    """What the project has to say, quoted; or a sentence on why there is nothing."""
    said = " ".join(request.split())[:LONGEST_REQUEST]
    understood = _REQUEST.fullmatch(said)
    if understood is None:
        return quotes.around(f"no answer to {said!r}", f"A request is one of {FORMS}.")
    kind, what = understood[1].lower(), understood[2].strip("`'\"")
    shown = {"file": _file, "symbol": _symbol, "search": _search}[kind](what, case, quotes)
    return shown or quotes.around(f"no answer to {said!r}", _nothing(kind, what))


def _file(what: str, case: Case, quotes: Quotes) -> str:
    found = _RANGE.fullmatch(what)
    path, first, last = found.groups() if found else (what, None, None)
    text = text_of(case.root, path.removeprefix("./"))
    if text is None:
        return ""
    begin = int(first) if first else 1
    end = int(last) if last else begin + MOST_LINES - 1
    return _lines(path, text, begin, end, quotes)


def _lines(path: str, text: str, first: int, last: int, quotes: Quotes) -> str:
    lines = text.splitlines()
    first = max(1, min(first, len(lines)))
    last = max(first, min(last, len(lines), first + MOST_LINES - 1))
    body = "\n".join(line[:LONGEST_LINE] for line in lines[first - 1 : last])
    return quotes.around(f"{path}, lines {first} to {last} of {len(lines)}", body, first)


def _symbol(what: str, case: Case, quotes: Quotes) -> str:
    name = what.removesuffix("()")
    shown = (_whole(symbol, case, quotes) for symbol in case.project.find(name)[:MOST_SYMBOLS])
    return "\n\n".join(text for text in shown if text)


def _whole(symbol: Symbol, case: Case, quotes: Quotes) -> str:
    text = text_of(case.root, symbol.file)
    if text is None:
        return ""
    return _lines(symbol.file, text, symbol.line, symbol.last_line, quotes)


def _search(what: str, case: Case, quotes: Quotes) -> str:
    hits = list(_hits(what.casefold(), case))
    return quotes.around(f"search for {what!r}", "\n".join(hits)) if hits else ""


def _hits(wanted: str, case: Case) -> Iterator[str]:
    """Plain text and no patterns: a pattern could take for ever."""
    count = 0
    for file in text_files(case.root):
        for number, line in enumerate((read_text(case.root, file) or "").splitlines(), 1):
            if wanted in line.casefold():
                count += 1
                if count > MOST_HITS:
                    yield "... and more"
                    return
                yield f"{file}:{number}: {line.strip()[:LONGEST_LINE]}"


def _nothing(kind: str, what: str) -> str:
    if kind != "file":
        return f"There is no {kind} {what!r} in the project."
    return f"There is no text {what!r} among the project's files."
