"""A command that is run, stopped, and run again with its own checkpoint."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import EntryPoint, Option
from seismograd.reproduce.criteria.derive.clauses import prose_of
from seismograd.reproduce.generate.offline.draft import Constant, Draft
from seismograd.reproduce.generate.offline.inputs.source_trees import SourceTrees
from seismograd.reproduce.generate.offline.seeds.experiments.stage import commands
from seismograd.reproduce.generate.offline.seeds.experiments.stage.scene import drafted

NAME = "difference_after_reload"
_RESUMES = r"resume|restore|continue|load|init_from|warm_start|start_from"
_CHECKPOINT = r"checkpoint|ckpt"
_KEEPS = r"dir|every|freq|out|save|interval|keep"
LONG = r"^(?:n_|num_|max_|total_)?(?:epochs|steps|iterations|iters|updates)$"
FROM_SCRATCH = (
    r"from scratch|starts? (?:over|again|anew|fresh|from (?:zero|the beginning))|ignor|no effect|"
    r"fresh|untrained|(?:starts?|begins?) (?:at|with|from)|does(?:n't| not) resume|not? resum"
)
_EPOCH = r"epoch|step|iteration|counter"
_COUNTS_ANEW = (
    rf"\b(?:{_EPOCH})\w*\b.{{0,60}}\b(?:again|anew|over|zero|0|1|reset|beginning|scratch|restart)|"
    rf"\b(?:restart|reset|start|begin|count)\w*\b.{{0,40}}\b(?:{_EPOCH})"
)
RATE = r"learning[ _-]?rate|\blrs?\b|schedul|warm-?up"
_BY_THE_WHOLE = (
    r"cosine|one_?cycle|polynomial|t_max|total_|max_steps|num_training_steps|"
    r"/ *(?:\w+\.)?(?:n_|num_|max_)?(?:epochs|steps|iterations)\b"
)
"""Schedules that hang on how long the whole takes, which is another length in the first run."""
FIRST, IN_ALL = 2, 4
MOST_EPOCHS = 40
FOUND = '''\
def checkpoint():
    """The file that was written last."""
    kinds = (".pt", ".pth", ".ckpt", ".bin", ".tar", ".pkl", ".chkpt", ".model")
    files = [file for file in Path(".").rglob("*") if file.suffix in kinds]
    return str(max(files, key=lambda file: file.stat().st_mtime_ns))
'''
NUMBERED = '''\
def first_number(lines):
    """Of the first line that tells of an epoch or a step."""
    found = (re.search(r"(?:epoch|step|iter\\w*)\\W{0,4}(\\d+)", line, re.I) for line in lines)
    return next(int(match[1]) for match in found if match)
'''


def experiments(case: Case) -> Iterator[Draft]:
    for entry in commands.entries(case):
        resuming = resuming_option(entry)
        long = next(commands.options_like(entry, LONG), None)
        if resuming is None or long is None:
            continue
        text = case.report.text
        prose = prose_of(text)
        if re.search(RATE, text, re.I) and not _hangs_on_the_whole(case):
            yield from _other_rates(case, entry, resuming, long)
        if re.search(_COUNTS_ANEW, prose, re.I):
            yield from _numbered_anew(case, entry, resuming, long)
        if re.search(FROM_SCRATCH, text, re.I):
            yield from _from_scratch(case, entry, resuming, long)


def resuming_option(entry: EntryPoint) -> Option | None:
    """What makes a run go on; the place of a file only where it is empty by itself."""
    found = [*commands.options_like(entry, _RESUMES), *commands.options_like(entry, _CHECKPOINT)]
    return next((one for one in found if _goes_on(one)), None)


def _goes_on(option: Option) -> bool:
    is_place = option.takes_value and option.default not in (None, "None", "''", '""')
    return not is_place and not re.search(_KEEPS, option.flag)


def _hangs_on_the_whole(case: Case) -> bool:
    trees = SourceTrees(case.project)
    found = (trees.tree(file) for file in trees.files())
    texts = (ast.unparse(tree) for tree in found if tree is not None)
    return any(re.search(_BY_THE_WHOLE, text, re.I) for text in texts)


def _other_rates(case: Case, entry: EntryPoint, resuming: Option, long: Option) -> Iterator[Draft]:
    """What goes on has the learning rates of what never stopped."""
    body = (
        *twice(resuming, long),
        f"whole = command(*ARGUMENTS, {long.flag!r}, IN_ALL)",
        "rates = [note[0] for note in resumed[1]]",
        "uninterrupted = [note[0] for note in whole[1]][-len(rates):]",
        "pairs = zip(rates, uninterrupted, strict=True)",
        f"{NAME} = max(abs(a - b) / max(a, b, 1e-12) for a, b in pairs)",
    )
    idea = f"Go on with {entry.file} from its own checkpoint, and compare the learning rates."
    yield from draft_of_runs(case, entry, resuming, long, idea, body, commands.helpers(entry))


def _from_scratch(case: Case, entry: EntryPoint, resuming: Option, long: Option) -> Iterator[Draft]:
    """What goes on from a checkpoint does something else than what begins anew."""
    body = (
        *twice(resuming, long),
        f"fresh = command(*ARGUMENTS, {long.flag!r}, IN_ALL)",
        f"{NAME} = float(resumed == fresh)",
    )
    idea = f"Go on with {entry.file} from its own checkpoint: is it as if it began anew?"
    yield from draft_of_runs(case, entry, resuming, long, idea, body, commands.helpers(entry))


def _numbered_anew(
    case: Case, entry: EntryPoint, resuming: Option, long: Option
) -> Iterator[Draft]:
    body = (
        *twice(resuming, long),
        f"{NAME} = float(first_number(resumed[0]) == first_number(begun[0]))",
    )
    idea = f"Go on with {entry.file} from its own checkpoint: does it count anew?"
    setup = (*commands.helpers(entry), NUMBERED)
    yield from draft_of_runs(case, entry, resuming, long, idea, body, setup)


def twice(resuming: Option, long: Option) -> tuple[str, ...]:
    given = f"{resuming.flag!r}, checkpoint()" if resuming.takes_value else f"{resuming.flag!r}"
    return (
        f"begun = command(*ARGUMENTS, {long.flag!r}, FIRST)",
        f"resumed = command(*ARGUMENTS, {long.flag!r}, IN_ALL, {given})",
    )


def draft_of_runs(
    case: Case,
    entry: EntryPoint,
    resuming: Option,
    long: Option,
    idea: str,
    body: tuple[str, ...],
    setup: tuple[str, ...],
) -> Iterator[Draft]:
    bench = commands.bench_for_commands()
    first, in_all = _lengths(case, long)
    found = (FOUND,) if resuming.takes_value else ()
    if found:
        bench.use("from pathlib import Path")
    constants = (
        Constant("ARGUMENTS", repr(commands.small_arguments(entry, long))),
        Constant("FIRST", repr(str(first))),
        Constant("IN_ALL", repr(str(in_all))),
    )
    yield from drafted(case, bench, idea, body, NAME, setup=(*setup, *found), constants=constants)


def _lengths(case: Case, long: Option) -> tuple[int, int]:
    """Of the first run, and of both together, as the report has them."""
    told = re.findall(rf"{re.escape(long.flag)}[ =]{{1,3}}(\d{{1,4}})\b", case.report.text)
    lengths = sorted({int(one) for one in told if 0 < int(one) <= MOST_EPOCHS})
    return (lengths[0], lengths[-1]) if len(lengths) > 1 else (FIRST, IN_ALL)
