"""Gradients that are added up over small batches, beside those of one large batch."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import replace
from textwrap import indent

from seismograd.reproduce.case import Case
from seismograd.reproduce.generate.offline.draft import Constant, Draft
from seismograd.reproduce.generate.offline.inputs.making import Maker
from seismograd.reproduce.generate.offline.seeds.experiments.options.given_settings import (
    with_setting,
)
from seismograd.reproduce.generate.offline.seeds.experiments.stage.oracle import wanted
from seismograd.reproduce.generate.offline.seeds.experiments.stage.scene import drafted
from seismograd.reproduce.generate.offline.seeds.experiments.stage.training import Training
from seismograd.reproduce.generate.offline.seeds.experiments.stage.trainings import trainings

FROM_BIG_BATCH = "difference_from_big_batch"
MISSING = "missing_updates"
_HOOK = "from torch.optim.optimizer import register_optimizer_step_pre_hook"
_SETTING = re.compile(
    r"(?:grad(?:ient)?_?)?accum(?:ulat(?:e|ion))?(?:_(?:steps?|iters?|every|batches|factor|n|grad\w*|"
    r"num|count))?|(?:gradient_|grad_)?accum\w*|accumulate_grad_batches|update_(?:every|freq\w*)|"
    r"(?:num_)?micro_?(?:batches|steps)|step_every|iter_size|backward_passes_per_step"
)
_BATCH = re.compile(r"(?:train_)?batch_size|bs")
_LOADER = re.compile(r"torch\.utils\.data\.DataLoader\((\w+), batch_size=\w+\)")
_BY_CHANCE = re.compile(r"dropout|batch_?norm", re.I)
_GRADIENTS = """\
gradients = []


def note_gradients(optimizer, _arguments, _options):
    parameters = [one for group in optimizer.param_groups for one in group["params"]]
    found = [one.grad.flatten() for one in parameters if one.grad is not None]
    gradients.append(torch.cat(found).clone())


register_optimizer_step_pre_hook(note_gradients)
"""
_UPDATES = """\
updates = []
register_optimizer_step_post_hook(lambda *_: updates.append(1))
"""


def experiments(case: Case) -> Iterator[Draft]:
    asked = wanted(case.fingerprint)
    if not asked & {FROM_BIG_BATCH, MISSING}:
        return
    for training in trainings(case, epochs=1):
        given = with_setting(case, training.statements, _SETTING, "accumulation")
        if training.is_script or given is None:
            continue
        if FROM_BIG_BATCH in asked and not _is_by_chance(case):
            yield from _against_big_batch(case, training, given)
        if MISSING in asked:
            yield from _missing(case, training, given)


def _is_by_chance(case: Case) -> bool:
    """What drops units, or looks at the whole batch, gives other gradients by right."""
    maker = Maker(case)
    found = (maker.trees.tree(file) for file in maker.trees.files())
    return any(_BY_CHANCE.search(ast.unparse(tree)) for tree in found if tree is not None)


def _against_big_batch(case: Case, training: Training, given: tuple[str, ...]) -> Iterator[Draft]:
    """The same few examples, in small batches and in one."""
    inside = _with_batches(case, given, "batch")
    if inside is None:
        return
    body = (
        "def first_gradients(batch, accumulation):",
        "    torch.manual_seed(0)",
        "    gradients.clear()",
        indent("\n".join(inside), "    "),
        "    return gradients[0]",
        "added_up = first_gradients(EXAMPLES // ACCUMULATION, ACCUMULATION)",
        "at_once = first_gradients(EXAMPLES, 1)",
        f"{FROM_BIG_BATCH} = ((added_up - at_once).abs().max() / at_once.abs().max()).item()",
    )
    idea = f"{training.idea} Compare gradients that are added up with those of one large batch."
    bench = replace(training.bench, imports=[*training.bench.imports, _HOOK])
    constants = (Constant("EXAMPLES", "8"), Constant("ACCUMULATION", "4", "1"))
    for draft in drafted(case, bench, idea, body, FROM_BIG_BATCH, setup=(_GRADIENTS,),
                         constants=constants):  # fmt: skip
        yield draft.changed(made_up=())


def _missing(case: Case, training: Training, given: tuple[str, ...]) -> Iterator[Draft]:
    """Five batches, two at a time: the last one is left alone."""
    inside = _with_batches(case, given, "2")
    if inside is None:
        return
    body = (
        "accumulation = ACCUMULATION",
        *inside,
        "batches = -(-EXAMPLES // 2)",
        f"{MISSING} = -(-batches // ACCUMULATION) - len(updates)",
    )
    idea = f"{training.idea} Count the updates, with a last batch that is left alone."
    constants = (Constant("EXAMPLES", "10"), Constant("ACCUMULATION", "2", "1"))
    for draft in drafted(case, training.bench, idea, body, MISSING, setup=(_UPDATES,),
                         constants=constants):  # fmt: skip
        yield draft.changed(made_up=())


def _with_batches(case: Case, statements: tuple[str, ...], size: str) -> tuple[str, ...] | None:
    """As many examples as are wanted, in batches of that size."""
    text = "\n".join(statements)
    if _LOADER.search(text):
        few = r"torch.utils.data.Subset(\1, range(EXAMPLES))"
        return tuple(_LOADER.sub(rf"torch.utils.data.DataLoader({few}, batch_size={size})", one)
                     for one in statements)  # fmt: skip
    if "SAMPLES" in text:
        given = with_setting(case, statements, _BATCH, size)
        return tuple(one.replace("SAMPLES", "EXAMPLES") for one in given) if given else None
    return None
