"""Code in a report as it could be run: without prompts, output, magics and tracebacks."""

from __future__ import annotations

import ast
import re
import textwrap
from collections.abc import Iterator, Sequence, Set
from dataclasses import replace

from seismograd.reproduce.report.blocks import Block
from seismograd.reproduce.report.bug_report import Snippet
from seismograd.source.tolerant_parse import parse_quietly

MOST_SNIPPETS = 100
MOST_OF_A_SNIPPET = 40_000
_MOST_LINES_OF_PROSE_BELOW = 4
_MOST_LINES_BETWEEN = 8
_PYTHON = {"python", "py", "python3", "py3", "pycon", "ipython", "ipython3", "pytb", "python-repl"}
_NOT_CODE = {"pytb", "log", "logs", "text", "txt", "output", "traceback", "error", "none"}
_SESSION = re.compile(r"\s{0,12}(?:>>>(?: |$)|In ?\[[\d ]{0,6}\]: ?)")
_GOES_ON = re.compile(r"\s{0,12}(?:\.\.\.(?: |$)|\s{0,8}\.{3,6}: ?)")
_OUT = re.compile(r"^\s{0,12}Out ?\[[\d ]{0,6}\]: ?")
_VALUES = re.compile(r"(?:tensor|array|torch\.Size)\(")
_MAGIC = re.compile(r"\s{0,40}(?:%{1,2}[a-z]\w*|![a-z]|\?\w)")
_STRONG = re.compile(
    r"(?:import \w[\w.]*(?: as \w+)?|from [\w.]{1,100} import .{1,300}|def \w{1,80}\(.*|"
    r"class \w{1,80}[(:].*|@\w[\w.]{0,80}.*|with .{1,200}:|for \w.{0,100} in .{1,200}:|"
    r"[A-Za-z_][\w.]{0,80}(?:, ?\w{1,40}){0,5} = .{1,500}|[A-Za-z_][\w.]{0,100}\(.{0,500}\))$"
)
_CONTINUES = re.compile(
    r"\s+\S|[)\]}]|(?:else|try|finally)\s*:|(?:elif|except|if|while|return|raise|assert|print|del)\b|#"
)

_TO_CUDA = re.compile(r"\.cuda\((?:\d{1,3}|device)?\)")
_CUDA_DEVICE = re.compile(r"([\"'])cuda(?::\d{1,3})?\1")


def on_cpu(code: str) -> str:
    """Most code that people show from a GPU does the same on a CPU."""
    return _CUDA_DEVICE.sub(r"\1cpu\1", _TO_CUDA.sub("", code))


def snippets_in(blocks: Sequence[Block], taken: Set[int]) -> tuple[Snippet, ...]:
    """The blocks of code, and runs of lines of prose that plainly are code."""
    found: list[Snippet] = []
    for block in blocks:
        if block.is_code:
            if found:
                found[-1] = _with_output(found[-1], block)
            found.extend(_snippets_of(block, taken))
        elif not block.is_quoted:
            found.extend(_bare_code(block, taken))
    first: dict[str, Snippet] = {}
    for snippet in found:  # a reply that quotes one adds nothing to it
        first.setdefault(snippet.code, snippet)
    return tuple(first.values())[:MOST_SNIPPETS]


def is_python(code: str) -> bool:
    """Whether it parses, and does something that only code does."""
    return any(_is_plain(statement) for statement in parsed(code))


def parsed(code: str) -> list[ast.stmt]:
    try:
        return parse_quietly(code) if len(code) <= MOST_OF_A_SNIPPET else []
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []


def _is_plain(statement: ast.stmt) -> bool:
    if isinstance(statement, ast.AnnAssign):
        return statement.value is not None
    if isinstance(statement, ast.Expr):
        return isinstance(statement.value, ast.Call | ast.Await)
    return not isinstance(statement, ast.Pass)


def _snippets_of(block: Block, taken: Set[int]) -> Iterator[Snippet]:
    for part in _untaken(block, taken):
        snippet = _snippet(part)
        # Beside a traceback there are logs as often as code.
        if snippet and (part.lines == block.lines or is_python(snippet.code)):
            yield snippet


def _untaken(block: Block, taken: Set[int]) -> Iterator[Block]:
    """The parts of a block before, between and after its tracebacks."""
    lines: list[str] = []
    for number, line in enumerate((*block.lines, None), start=block.first):
        if line is not None and number not in taken:
            lines.append(line)
            continue
        if any(line.strip() for line in lines):
            yield replace(block, first=number - len(lines), lines=tuple(lines))
        lines = []


def _snippet(block: Block) -> Snippet | None:
    lines, first = list(block.lines), block.first
    begin = next((at for at, line in enumerate(lines) if _SESSION.match(line)), None)
    printed: tuple[tuple[int, str], ...] = ()
    if begin is not None:
        first += begin
        lines, printed = _session(lines)
    code = textwrap.dedent("\n".join(lines)).strip("\n")[:MOST_OF_A_SNIPPET]
    is_python_by_name = begin is not None or block.language in _PYTHON
    language = "python" if is_python_by_name else block.language
    if language in ("", "python"):
        runnable = _without_magics(code)
        if language or is_python(runnable):
            printed = printed if runnable == code else ()
            language, code = "python", runnable
    if language in _NOT_CODE or not any(map(str.isalnum, code)):
        return None
    return Snippet(code, language, first, printed)


def _session(lines: Sequence[str]) -> tuple[list[str], tuple[tuple[int, str], ...]]:
    """What was typed, and what was printed, with the typed line that it stands below."""
    typed: list[str] = []
    printed: list[tuple[int, str]] = []
    answer: list[str] = []
    begin = 0
    for line in (*lines, ">>> "):
        if prompt := _SESSION.match(line):
            if begin and any(answer):
                printed.append((begin, _OUT.sub("", "\n".join(answer)).strip()))
            typed.append(line[prompt.end() :])
            begin, answer = len(typed), []
        elif begin and not answer and (prompt := _GOES_ON.match(line)):
            typed.append(line[prompt.end() :])
        else:
            answer.append(line)
    return typed[:-1], tuple(printed)


def _with_output(snippet: Snippet, block: Block) -> Snippet:
    """A block right below a snippet that has a line for each of its `print` is its output."""
    lines = [line.strip() for line in block.lines if line.strip()]
    prints = [s.lineno for s in parsed(snippet.code) if _prints(s)]
    text = "\n".join(lines)
    is_output = block.language in _NOT_CODE or _VALUES.match(text) is not None
    is_output = is_output or (not block.language and not is_python(text))
    fits = snippet.language == "python" and not snippet.printed and len(prints) == len(lines)
    near = 0 < block.first - snippet.line - snippet.code.count("\n") <= _MOST_LINES_BETWEEN
    if not (is_output and fits and near and prints):
        return snippet
    return replace(snippet, printed=tuple(zip(prints, lines, strict=True)))


def _prints(statement: ast.stmt) -> bool:
    call = statement.value if isinstance(statement, ast.Expr) else None
    return isinstance(call, ast.Call) and ast.unparse(call.func) == "print"


def _without_magics(code: str) -> str:
    return "\n".join(line for line in code.split("\n") if not _MAGIC.match(line)).strip("\n")


def _bare_code(block: Block, taken: Set[int]) -> Iterator[Snippet]:
    """Code that was pasted without any marks around it."""
    run: list[str] = []
    for number, line in enumerate((*block.lines, "."), start=block.first):
        if number not in taken and _goes_with(run, line):
            run.append(line)
            continue
        if snippet := _snippet_of_run(run, number):
            yield snippet
        run = [line] if number not in taken and _STRONG.match(line) else []


def _goes_with(run: Sequence[str], line: str) -> bool:
    goes_on = bool(run) and (not line or _CONTINUES.match(line) is not None)
    return goes_on or _STRONG.match(line) is not None


def _snippet_of_run(run: list[str], number: int) -> Snippet | None:
    first = number - len(run)
    for _ in range(_MOST_LINES_OF_PROSE_BELOW):
        if sum(1 for line in run if _STRONG.match(line)) < 2:
            break
        code = "\n".join(run).strip("\n")
        if is_python(code):
            return Snippet(code, "python", first)
        run.pop()
    return None
