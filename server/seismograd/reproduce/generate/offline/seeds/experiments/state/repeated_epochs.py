"""A command that is stopped and resumed: does it do as many steps as one that never stopped?"""

from __future__ import annotations

import re
from collections.abc import Iterator

from seismograd.reproduce.case import Case
from seismograd.reproduce.criteria.derive.clauses import prose_of
from seismograd.reproduce.generate.offline.draft import Draft
from seismograd.reproduce.generate.offline.seeds.experiments.stage import commands
from seismograd.reproduce.generate.offline.seeds.experiments.state.rerun import (
    LONG,
    NAME,
    draft_of_runs,
    resuming_option,
    twice,
)

_MISCOUNTED = re.compile(
    r"\b(?:twice|two times|second time|(?:once|one) more|(?:done|run|trained|over|once) again|"
    r"repeat\w*|redo\w*|doubled?|duplicat\w+|skip\w*|left out|leav\w+ out|longer|shorter|"
    r"too (?:many|few)|(?:one|an) (?:extra|epoch (?:more|less|fewer))|off[- ]by[- ]one|"
    r"more (?:epochs|steps)|fewer (?:epochs|steps))\b",
    re.I,
)
_COMMAND = """\
def command(*arguments):
    sys.argv = [{file!r}, *arguments]
    with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):
        runpy.run_path({file!r}, run_name="__main__")
"""
_STEPS = """\
before_steps, after_steps = [], []


def weights(optimizer):
    return [one.sum().item() for group in optimizer.param_groups for one in group["params"]]


register_optimizer_step_pre_hook(lambda optimizer, *_: before_steps.append(weights(optimizer)))
register_optimizer_step_post_hook(lambda optimizer, *_: after_steps.append(weights(optimizer)))
"""
_PRE_HOOK = "from torch.optim.optimizer import register_optimizer_step_pre_hook"


def experiments(case: Case) -> Iterator[Draft]:
    if not _MISCOUNTED.search(prose_of(f"{case.report.title}\n{case.report.text}")):
        return
    for entry in commands.entries(case):
        resuming = resuming_option(entry)
        long = next(commands.options_like(entry, LONG), None)
        if resuming is not None and long is not None:
            first, second = (line.partition(" = ")[2] for line in twice(resuming, long))
            body = _counted(first, second, f"command(*ARGUMENTS, {long.flag!r}, IN_ALL)")
            idea = f"Go on with {entry.file} from its own checkpoint, and count the steps."
            setup = (_COMMAND.format(file=entry.file), _STEPS)
            for draft in draft_of_runs(case, entry, resuming, long, idea, body, setup):
                yield draft.changed(imports=(*draft.imports, _PRE_HOOK))


def _counted(first: str, second: str, in_one_go: str) -> tuple[str, ...]:
    """Only where it goes on from the last weights: what was saved earlier has more left to do.

    Just one epoch: who does all of them again may be asked for so many more.
    """
    return (
        first,
        "steps_before = len(after_steps)",
        second,
        "steps_in_two = len(after_steps)",
        "goes_on = before_steps[steps_before] == after_steps[steps_before - 1]",
        "assert goes_on, 'it goes on from an earlier checkpoint'",
        in_one_go,
        "steps_in_one_go = len(after_steps) - steps_in_two",
        "too_many = steps_in_two - steps_in_one_go",
        "print(f'{steps_in_two} steps in two runs, {steps_in_one_go} in one go')",
        f"{NAME} = float(0 < abs(too_many) * int(FIRST) == steps_before)",
    )
