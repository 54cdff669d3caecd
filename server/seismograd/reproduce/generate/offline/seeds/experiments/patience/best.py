"""The best state so far: is it the state of the best epoch that is kept?"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from seismograd.reproduce.case import Case
from seismograd.reproduce.generate.offline.draft import Constant, Draft
from seismograd.reproduce.generate.offline.inputs.making import CannotMake, Maker
from seismograd.reproduce.generate.offline.seeds.experiments.patience.told_series import (
    best_at_the_end,
    best_in_the_middle,
)
from seismograd.reproduce.generate.offline.seeds.experiments.patience.watchers import (
    Watcher,
    watchers,
)
from seismograd.reproduce.generate.offline.seeds.experiments.stage.members import methods_by_name
from seismograd.reproduce.generate.offline.seeds.experiments.stage.oracle import wanted
from seismograd.reproduce.generate.offline.seeds.experiments.stage.scene import drafted

NAME = "epochs_from_best"
VALUES = "VALUES"
_RESTORES = re.compile(r"(?:restore|load|apply|get|reload)(?:_the)?(?:_best)?(?:_\w+)?")
_KEPT = re.compile(
    r"self\.(\w+) = (?:\{|dict\()?[^\n]*?(?:state_dict\(|deepcopy\(\s*(?:self\.)?(?:model|net)|"
    r"\.clone\(\))"
)
_SAVES = re.compile(r"torch\.save\(|\.save\(|save_checkpoint\(")
_FIRST_NUMBER = '''\
def number_in(kept):
    """The first number of the weights that were kept: the epoch they are of."""
    if isinstance(kept, torch.nn.Module):
        kept = kept.state_dict()
    if isinstance(kept, torch.Tensor):
        return kept.flatten()[0].item()
    held = [one for one in kept.values() if isinstance(one, (dict, torch.Tensor, torch.nn.Module))]
    return number_in(next(one for one in held if not isinstance(one, torch.Tensor) or one.dim()))
'''
_FROM_FILE = (
    'files = sorted(Path().rglob("*.pt*")) + sorted(Path().rglob("*.ckpt"))',
    'best = [one for one in files if "best" in one.name] or files',
    "assert len(best) == 1, files",
    "kept = number_in(torch.load(best[0], weights_only=False))",
)


def experiments(case: Case) -> Iterator[Draft]:
    """Each epoch has its own number for a weight."""
    if NAME not in wanted(case.fingerprint):
        return
    for watcher in watchers(case):
        if re.search(r"\bmodel\b", f"{watcher.tell} {' '.join(watcher.build)}"):
            for read in _readings(case, watcher):
                yield from _drafts(case, watcher, read)


def _readings(case: Case, watcher: Watcher) -> Iterator[tuple[str, ...]]:
    """What gives the best state back; else the attribute or the file that holds it."""
    maker = Maker(case)
    node = maker.trees.class_of(watcher.symbol)
    code = _code(node)
    for name, method in methods_by_name(case, watcher.symbol).items():
        required = [p for p in method.parameters if p.default is None]
        if _RESTORES.fullmatch(name) and "best" in f"{name}{_code(maker.trees.function(method))}":
            try:
                call = maker.call(watcher.bench, method, on="watcher",
                                  shared={p.name: "model" for p in required[:1]})  # fmt: skip
            except CannotMake:
                continue
            yield (call, "kept = number_in(model)")
    for name in dict.fromkeys(_KEPT.findall(code)):
        yield (f"kept = number_in(watcher.{name})",)
    if _SAVES.search(code):
        yield _FROM_FILE


def _code(node: ast.AST | None) -> str:
    return ast.unparse(node) if node else ""


def _drafts(case: Case, watcher: Watcher, read: tuple[str, ...]) -> Iterator[Draft]:
    body = (
        *watcher.build,
        f"for epoch, value in enumerate({VALUES}):",
        "    torch.nn.init.constant_(model.weight, float(epoch))",
        f"    {watcher.tell}",
        *read,
        f"{NAME} = abs(kept - {VALUES}.index({watcher.direction.best}({VALUES})))",
    )
    if "Path(" in " ".join(read):
        watcher.bench.use("from pathlib import Path")
    idea = f"Let {watcher.symbol.name} keep the best of several epochs, and see which it kept."
    named = tuple(Constant(*one) for one in watcher.constants.items())
    middle, end = best_in_the_middle(watcher.direction), best_at_the_end(watcher.direction)
    for control in (end, None):
        values = Constant(VALUES, middle, control)
        yield from drafted(case, watcher.bench, idea, body, NAME, setup=(_FIRST_NUMBER,),
                           constants=(*named, values))  # fmt: skip
