"""Where in the project a path of a report leads; reports come from other machines."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from seismograd.reproduce.context.project_view import ProjectView, Symbol, SymbolKind
from seismograd.reproduce.context.sources import read_text, split_lines
from seismograd.reproduce.report.bug_report import CitedPlace, ReportedFrame

MAX_PATH = 1_000
_INSTALLED = re.compile(r"(?:^|/)(?:site-packages|dist-packages)/")
_STANDARD = re.compile(r"(?:^|/)(?:lib/python\d[\d.]{0,8}|Python\d{2,4}/Lib)/")
_BODY = (SymbolKind.CLASS, SymbolKind.FUNCTION, SymbolKind.METHOD)


@dataclass(frozen=True, slots=True)
class Place:
    file: str
    line: int | None
    """None where the file is another than the report saw and the line cannot be found."""
    symbol: Symbol | None
    """The function, or else the class, that it stands in."""


class Places:
    """Finds files by the ends of their paths, and lines by what stands on them."""

    def __init__(self, view: ProjectView) -> None:
        self._view = view
        self._by_name: dict[str, list[str]] = defaultdict(list)
        for file in view.imports:
            self._by_name[file.rpartition("/")[2]].append(file)
        self._symbols: dict[str, list[Symbol]] = defaultdict(list)
        for symbol in view.symbols:
            if symbol.kind in _BODY:
                self._symbols[symbol.file].append(symbol)
        self._lines: dict[str, tuple[str, ...]] = {}

    def of_frame(self, frame: ReportedFrame) -> Place | None:
        """The place of a frame, if it lies in the project."""
        file = self.file_of(frame.file, frame.function, frame.code)
        if file is None:
            return None
        return self._place(file, self._moved_line(file, frame), frame.function)

    def of_citation(self, cited: CitedPlace) -> Place | None:
        file = self.file_of(cited.file)
        if file is None:
            return None
        is_there = cited.first is not None and 0 < cited.first <= len(self.lines(file))
        return self._place(file, cited.first if is_there else None, None)

    def file_of(
        self, path: str, function: str | None = None, code: str | None = None
    ) -> str | None:
        """The one file that a path means; None where none or several could be meant."""
        parts = _parts(path)
        candidates = self._by_name.get(parts[-1], []) if parts else []
        if not candidates:
            return None
        shared = {file: _shared_ending(parts, file.split("/")) for file in candidates}
        longest = max(shared.values())
        best = [file for file in candidates if shared[file] == longest]
        best = [f for f in best if self._is_whole(f, longest)] or best
        agreeing = [file for file in best if self._agrees(file, function, code)]
        if len(agreeing) == 1 and (function or code):
            best = agreeing
        return best[0] if len(best) == 1 and self._is_credible(path, best[0], longest) else None

    def symbol_at(self, file: str, line: int | None) -> Symbol | None:
        """The innermost symbol around a line."""
        around = [s for s in self._symbols[file] if line and s.line <= line <= s.last_line]
        return min(around, key=lambda s: s.last_line - s.line, default=None)

    def lines(self, file: str) -> tuple[str, ...]:
        if file not in self._lines:
            text = read_text(Path(self._view.root), file)
            self._lines[file] = split_lines(text) if text is not None else ()
        return self._lines[file]

    def _place(self, file: str, line: int | None, function: str | None) -> Place:
        symbol = self.symbol_at(file, line)
        if symbol is None and function:
            named = [s for s in self._symbols[file] if _last(s.name) == _last(function)]
            symbol = named[0] if len(named) == 1 else None
        return Place(file, line, symbol)

    def _moved_line(self, file: str, frame: ReportedFrame) -> int | None:
        """The reported line, or the nearest one with the same code where the file has changed."""
        lines = self.lines(file)
        if frame.line is None:
            return None
        reported = frame.line
        wanted = (frame.code or "").strip()
        if not wanted:
            return reported if 0 < reported <= len(lines) else None
        same = [number for number, line in enumerate(lines, 1) if line.strip() == wanted]
        if same:
            return min(same, key=lambda number: abs(number - reported))
        # A statement of several lines is shown as one, so its first line may be another.
        symbol = self.symbol_at(file, reported)
        fits = symbol is not None and _last(symbol.name) == _last(frame.function or "")
        return reported if fits else None

    def _is_whole(self, file: str, shared: int) -> bool:
        return shared == file.count("/") + 1

    def _is_credible(self, path: str, file: str, shared: int) -> bool:
        inner = self._inside_search_path(file)
        plain = path.replace("\\", "/")[:MAX_PATH]
        installed = list(_INSTALLED.finditer(plain))
        if installed:
            # Of installed packages only the project itself is meant, with its whole path.
            return _parts(plain[installed[-1].end() :]) == inner.split("/")
        if _STANDARD.search(plain):
            return False
        return shared >= min(2, inner.count("/") + 1) or len(_parts(path)) == 1

    def _inside_search_path(self, file: str) -> str:
        bases = [base for base in self._view.search_path if file.startswith(base + "/")]
        return file.removeprefix(max(bases, key=len) + "/") if bases else file

    def _agrees(self, file: str, function: str | None, code: str | None) -> bool:
        wanted = (code or "").strip()
        if wanted:
            return any(line.strip() == wanted for line in self.lines(file))
        names = {_last(symbol.name) for symbol in self._symbols[file]}
        return function in (None, "<module>") or _last(function or "") in names


def _parts(path: str) -> list[str]:
    plain = path[:MAX_PATH].replace("\\", "/").split("/")
    return [part for part in plain if part not in ("", ".", "..")]


def _shared_ending(first: list[str], second: Iterable[str]) -> int:
    count = 0
    for one, other in zip(reversed(first), reversed(list(second)), strict=False):
        if one != other:
            break
        count += 1
    return count


def _last(name: str) -> str:
    return name.rpartition(".")[2]
