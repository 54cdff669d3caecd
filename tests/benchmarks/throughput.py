"""Whole-tree check: CPU time over a bare tree-sitter parse of the same files."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median

import tree_sitter_python
from tests.benchmarks.corpora import HERE, Tree, installed_trees
from tests.benchmarks.figures import Figure
from tests.benchmarks.timing import interleaved
from tree_sitter import Language, Parser

from seismograd.cli.folder_settings import FolderSettings
from seismograd.cli.many_files import check_files
from seismograd.rules.registry import all_rules
from seismograd.source.prefilter import mentions_deep_learning

MOST = 8.0
REPEATS = 3
COPIES = 20


def parse_files(files: Sequence[str]) -> None:
    parser = Parser(Language(tree_sitter_python.language()))
    for file in files:
        parser.parse(Path(file).read_bytes())


def check_tree(tree: Tree) -> int:
    """What `seismograd check` does with a tree, in one process; counts files that failed."""
    results = check_files(tree.files, [str(tree.root)], FolderSettings({}), jobs=1)
    return sum(result.error is not None for result in results)


def measure() -> Iterator[Figure]:
    all_rules()
    for tree in installed_trees():
        yield _figure(tree)
    with tempfile.TemporaryDirectory() as folder:
        yield _figure(_own_programs(Path(folder)))


def _figure(tree: Tree) -> Figure:
    parse, check = interleaved(REPEATS, lambda: parse_files(tree.files), lambda: check_tree(tree))
    ratios = [ours / bare for ours, bare in zip(check, parse, strict=True)]
    thousands = tree.lines / 1000
    details = {
        "lines": tree.lines,
        "analysed files": f"{sum(map(_is_deep, tree.files))}/{len(tree.files)}",
        "failed files": check_tree(tree),
        "parse ms/kline": median(parse) / thousands * 1000,
        "check ms/kline": median(check) / thousands * 1000,
    }
    return Figure(f"check over parse, {tree.name}", median(ratios), most=MOST, details=details)


def _is_deep(file: str) -> bool:
    return mentions_deep_learning(Path(file).read_bytes())


def _own_programs(folder: Path) -> Tree:
    """Every file of the study and of the sound programs is analysed, whatever the prefilter."""
    for number in range(COPIES):
        for name in ("study", "sound"):
            shutil.copytree(HERE / name, folder / str(number) / name)
    files = tuple(str(path) for path in sorted(folder.rglob("*.py")))
    return Tree("own programs", folder, files)
