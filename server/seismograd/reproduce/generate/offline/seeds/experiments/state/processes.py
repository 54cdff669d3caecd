"""The same in two interpreters: texts have other hashes, and sets another order, in each."""

from __future__ import annotations

import re
from collections.abc import Iterator

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_text import project_text
from seismograd.reproduce.context.project_view import Symbol, SymbolKind
from seismograd.reproduce.generate.offline.draft import Draft
from seismograd.reproduce.generate.offline.inputs.making import Maker
from seismograd.reproduce.generate.offline.seeds.experiments.stage.builds import Built, builds
from seismograd.reproduce.generate.offline.seeds.experiments.stage.members import named_words
from seismograd.reproduce.generate.offline.seeds.experiments.stage.scene import drafted

NAME = "difference_between_runs"
MOST_TARGETS = 4
_BETWEEN = re.compile(
    r"\b(?:sessions?|re-?start\w*|process(?:es)?|interpreter|kernel|machines?|PYTHONHASHSEED|"
    r"(?:each|every) time i (?:start|run|launch)|between runs|from run to run|runs? of the script|"
    r"order of (?:the )?(?:classes|labels|words|tokens))\b",
    re.I,
)
_UNORDERED = re.compile(r"\bset\(|\bhash\(|\{[^:{}]+ for |\.union\(|\.intersection\(|frozenset")


def is_between_processes(case: Case) -> bool:
    return _BETWEEN.search(f"{case.report.title}\n{case.report.text}") is not None


def experiments(case: Case) -> Iterator[Draft]:
    """What goes over a set, or asks for a hash, once in each of two interpreters."""
    maker = Maker(case)
    words = named_words(case)
    found = [s for s in case.project.symbols if _is_unordered(case, maker, s)]
    for symbol in sorted(found, key=lambda s: s.name not in words)[:MOST_TARGETS]:
        for built in builds(case, maker, symbol):
            yield from _twice(case, symbol, built)


def _is_unordered(case: Case, maker: Maker, symbol: Symbol) -> bool:
    if not symbol.module or symbol.file in case.project.tests or symbol.name == "main":
        return False
    if symbol.kind not in (SymbolKind.FUNCTION, SymbolKind.CLASS):
        return False
    tree = maker.trees.tree(symbol.file)
    text = project_text(maker.project.root, symbol.file, "replace") if tree else ""
    lines = text.splitlines()[symbol.line - 1 : symbol.last_line]
    return _UNORDERED.search("\n".join(lines)) is not None


def _twice(case: Case, symbol: Symbol, built: Built) -> Iterator[Draft]:
    """The value itself where it is plain, else all that the object holds."""
    shown = "repr(result)" if symbol.kind is SymbolKind.FUNCTION else "repr(vars(result))"
    code = "; ".join([*built.bench.imports, *built.before, f"result = {built.expression}",
                      f"print({shown})"])  # fmt: skip
    built.bench.imports += ["import os", "import subprocess", "import sys"]
    body = (
        *built.before,
        f"result = {built.expression}",
        f"code = {code!r}",
        "path = os.pathsep.join(one or os.getcwd() for one in sys.path)",
        "runs = []",
        "for hash_seed in ('1', '2'):",
        "    environment = {**os.environ, 'PYTHONHASHSEED': hash_seed, 'PYTHONPATH': path}",
        "    command = [sys.executable, '-c', code]",
        "    runs.append(subprocess.check_output(command, env=environment, text=True))",
        f"{NAME} = float(runs[0] != runs[1])",
    )
    idea = f"Run {symbol.name} in two interpreters."
    for draft in drafted(case, built.bench, idea, body, NAME):
        yield draft.changed(made_up=())
