"""The project as a model is shown it: signatures that can be called, and parts of its files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from seismograd.llm.quotes import Quotes
from seismograd.llm.tokens import tokens_of
from seismograd.reproduce.case import Case
from seismograd.reproduce.context.gather import ContextPart
from seismograd.reproduce.context.project_files import text_files
from seismograd.reproduce.context.project_view import EntryPoint, Parameter, Symbol, SymbolKind
from seismograd.reproduce.generate.with_model.script_fixes import path_line

SHARE_OF_SIGNATURES = 0.2
MOST_ENTRY_POINTS = 8
MOST_FILES = 120
LONGEST_LINE = 300
CALLED_BY_SYNTAX = ("__call__", "__getitem__", "__iter__")


def about_project(case: Case, parts: Sequence[ContextPart], tokens: int, quotes: Quotes) -> str:
    signatures = list(_fitting(_signatures(case, parts), int(tokens * SHARE_OF_SIGNATURES)))
    entries = [_entry(entry) for entry in case.project.entry_points[:MOST_ENTRY_POINTS]]
    sections = [
        f"# Where scripts run\n\n{case.environment}" if case.environment else "",
        f"# The project\n\n{_about_imports(case)}",
        _quoted("What can be imported and called", "signatures", signatures, quotes),
        _quoted("Scripts that can be run", "entry points", entries, quotes),
        _quoted("All its files", "files", text_files(case.root)[:MOST_FILES], quotes),
        "# Parts of its files",
        *(_part(part, quotes) for part in parts),
    ]
    return "\n\n".join(section for section in sections if section)


def _about_imports(case: Case) -> str:
    line = path_line(case.project)
    if not line:
        return "Its root is on `sys.path`."
    return f"Its root is on `sys.path`; the script needs `{line}` before it imports the project."


def _quoted(words: str, name: str, lines: Sequence[str], quotes: Quotes) -> str:
    return f"{words}:\n{quotes.around(name, chr(10).join(lines))}" if lines else ""


def _part(part: ContextPart, quotes: Quotes) -> str:
    """What stands before the lines themselves, such as the head of the class, has no number."""
    name = f"{part.file}, lines {part.first} to {part.last} ({part.why})"
    before = len(part.text.splitlines()) - (part.last - part.first + 1)
    return quotes.around(name, part.text, part.first, max(0, before))


def _signatures(case: Case, parts: Sequence[ContextPart]) -> Iterator[str]:
    """Those that the report names, then those of the files shown, then the rest."""
    project = case.project
    named = [symbol for name in case.report.names[:50] for symbol in project.find(name)[:3]]
    files = {part.file for part in parts}
    near = [symbol for symbol in project.symbols if symbol.file in files]
    for symbol in dict.fromkeys([*named, *near, *project.symbols]):
        if _is_of_use(symbol):
            yield _signature(symbol)[:LONGEST_LINE]


def _is_of_use(symbol: Symbol) -> bool:
    """What calls made may stand under a main guard, where nobody can import it from."""
    name = symbol.name.rpartition(".")[2]
    if not symbol.module or (name.startswith("_") and name not in CALLED_BY_SYNTAX):
        return False
    return symbol.kind is not SymbolKind.CONSTANT or "(" not in (symbol.value or "(")


def _signature(symbol: Symbol) -> str:
    if symbol.kind is SymbolKind.CONSTANT:
        return f"{symbol.qualified} = {symbol.value or '...'}"
    kind = f"{symbol.role.value} " if symbol.role.value != "other" else ""
    parameters = ", ".join(map(_parameter, symbol.parameters))
    return f"{symbol.qualified}({parameters})  # {kind}{symbol.kind.value}, {symbol.file}"


def _parameter(parameter: Parameter) -> str:
    annotation = f": {parameter.annotation}" if parameter.annotation else ""
    default = f"={parameter.default}" if parameter.default is not None else ""
    stars = "**" if parameter.is_keyword_only else "*"
    star = stars if parameter.is_variadic and not parameter.name.startswith("*") else ""
    return f"{star}{parameter.name}{annotation}{default}"


def _entry(entry: EntryPoint) -> str:
    options = " ".join(
        f"{option.flag}={option.default}" if option.default else option.flag
        for option in entry.options
    )
    return f"python {entry.file} {options}".rstrip()[:LONGEST_LINE]


def _fitting(lines: Iterable[str], tokens: int) -> Iterator[str]:
    for line in lines:
        tokens -= tokens_of(line)
        if tokens < 0:
            return
        yield line
