"""CPU time for each line, against torchfix on the same files."""

from __future__ import annotations

import ast
import contextlib
import io
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from tests.benchmarks.corpora import Tree, installed_trees, sound_tree
from tests.benchmarks.figures import Figure
from tests.benchmarks.throughput import check_tree
from tests.benchmarks.timing import interleaved

from seismograd.rules.registry import all_rules

LEAST = 5.0
REPEATS = 3
MARKER = "torch"


def measure() -> Iterator[Figure]:
    all_rules()
    torch = next(tree for tree in installed_trees() if tree.name == "torch")
    layers = tuple(file for file in torch.files if str(torch.root / "nn" / "modules") in file)
    for tree in (Tree("torch.nn.modules", torch.root, layers), sound_tree()):
        yield _figure(_with_marker(tree))


def _with_marker(tree: Tree) -> Tree:
    """Only files that torchfix does not skip, so that both tools work on every line."""
    kept = [file for file in tree.files if MARKER in Path(file).read_text()]
    return Tree(tree.name, tree.root, tuple(kept))


def _figure(tree: Tree) -> Figure:
    theirs, ours = interleaved(REPEATS, lambda: _torchfix(tree), lambda: check_tree(tree))
    ratios = [slow / fast for slow, fast in zip(theirs, ours, strict=True)]
    lines = tree.lines
    details = {
        "lines": lines,
        "torchfix lines/s": lines / median(theirs),
        "check lines/s": lines / median(ours),
    }
    return Figure(f"torchfix over check, {tree.name}", median(ratios), least=LEAST, details=details)


def _torchfix(tree: Tree) -> None:
    """The flake8 plugin of torchfix, called as flake8 calls it."""
    from torchfix.torchfix import TorchChecker  # type: ignore[import-untyped]

    for file in tree.files:
        text = Path(file).read_text()
        with contextlib.redirect_stderr(io.StringIO()):
            list(TorchChecker(ast.Module([], []), text.splitlines(keepends=True)).run())
