"""Facts that a report states of what it did, which a script has to keep to.

In which mode a network was asked, that it had the same weights both times, that there was one
thread, that the seed was the same: each is brought about for what the script measures.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence

from seismograd.reproduce.context.modules import dotted_name
from seismograd.reproduce.context.project_view import Role, SymbolKind
from seismograd.reproduce.validate.edits import on_top, replaced
from seismograd.reproduce.validate.fidelity.answering_calls import (
    BUILT,
    TRAINS,
    all_answers,
    answers,
)
from seismograd.reproduce.validate.fidelity.doubt import Doubt, Variant
from seismograd.reproduce.validate.fidelity.side_effects import SEEDING
from seismograd.reproduce.validate.fidelity.subject import Script, Subject

_TRAINING = re.compile(
    r"\btrain(?:ing)?[ _-]mode|\.train\(|\btraining\W{0,6}(?:is|=|==) ?True", re.I
)
_EVALUATION = re.compile(
    r"\beval(?:uation)?[ _-]mode|\.eval\(|\btraining\W{0,6}(?:is|=|==) ?False|"
    r"\binference[ _-]mode|\b(?:at|during|for) (?:inference|evaluation|test time)",
    re.IGNORECASE,
)
_ABOUT_MODES = re.compile(
    r"\b(?:during|while|in|when|at) training\b|\bdrop[ _]?(?:out|path)|\bbatch[ _]?norm|"
    r"\bstochastic|\baugment|\bnois[ey]|\brunning[ _](?:mean|var|stat)",
    re.IGNORECASE,
)
"""A report with one of these may be about just that, unless it states the mode."""
_WEIGHTS = r"(?:weights?|checkpoints?|parameters|state[ _]dict|model|network)"
_SAME_WEIGHTS = re.compile(
    rf"\b(?:same|identical|unchanged) (?:\w+ ){{0,2}}{_WEIGHTS}\b|"
    rf"\b{_WEIGHTS} (?:\w+ ){{0,2}}(?:the same|identical|unchanged)\b|"
    r"\bwithout (?:re-?)?training\b",
    re.IGNORECASE,
)
_SAME_INPUT = re.compile(
    r"\b(?:twice|two|both|repeated(?:ly)?|again|several|each)\b[^.\n]{0,60}\b(?:same|identical)\s(?:\w+\s)?"
    r"(?:input|clip|image|batch|text|data|sentence|tensor|signal|audio)s?\b",
    re.IGNORECASE,
)
_READS = re.compile(r"load|from_pretrained|deepcopy|restore")
_ABOUT_STARTS = re.compile(r"\binitiali[sz]|\bseed", re.IGNORECASE)
_THREADS = re.compile(r"\bthread|\bconcurren|\bparallel|\brace\b|\bworkers?\b", re.IGNORECASE)
_ONE_THREAD = re.compile(
    r"\b(?:single|one|no|without|only|but|main)[ -](?:\w+ ){0,2}(?:thread|worker|process)|"
    r"\bnum_workers\W{0,4}0",
    re.IGNORECASE,
)
_STARTS_THREADS = re.compile(r"\bThread\(|\bThreadPool\w*\(|\bto_thread\(|\brun_in_executor\(")
_SAME_SEED = re.compile(r"\b(?:same|fixed|one|identical) (?:\w+ ){0,2}seed|\bseed\w* (?:both|each|"
                        r"again|before (?:each|every|both))", re.IGNORECASE)  # fmt: skip
_ABOUT_SEEDS = re.compile(r"\bseed|reproducib|determinis|\brng\b|\bgenerators?\b", re.IGNORECASE)
_OF_CHANCE = frozenset({"same_order", "change_by_augmentation"})
"""What is measured to see whether chance has an effect; elsewhere seeds make results comparable."""
_SEED_NAMES = ("seed", "random_state", "random_seed", "rng")

_AGAIN = (ast.For, ast.While, ast.FunctionDef, ast.ListComp, ast.GeneratorExp, ast.DictComp)

_NETWORKS = """\
def _networks(function, given, named):
    owner = getattr(function, "__self__", function)
    held = [function, owner, *vars(owner).values()] if hasattr(owner, "__dict__") else [function]
    for one in (*held, *given, *named.values()):
        if isinstance(getattr(one, "training", None), bool) and hasattr(one, "eval"):
            yield one


"""
_IN_EVALUATION = """\
def _answering(function):
    def answer(*given, **named):
        found = [one for one in _networks(function, given, named) if one.training]
        for one in found:
            one.eval()
        try:
            return function(*given, **named)
        finally:
            for one in found:
                one.train()

    return answer


"""
_WITH_FIRST_WEIGHTS = """\
def _answering(function, first={}):
    def answer(*given, **named):
        for one in _networks(function, given, named):
            state = {name: value.detach().clone() for name, value in one.state_dict().items()}
            sort = type(one), tuple((name, value.shape) for name, value in state.items())
            one.load_state_dict(first.setdefault(sort, state))
        return function(*given, **named)

    return answer


"""
_WITH_FIRST_INPUTS = """\
def _answering(function, first={}):
    def sort_of(value):
        size = len(value) if isinstance(value, (str, list, tuple, dict)) else None
        return type(value), getattr(value, "shape", size)

    def answer(*given, **named):
        sort = getattr(function, "__name__", type(function)), tuple(map(sort_of, given))
        return function(*first.setdefault(sort, given), **named)

    return answer


"""
_IN_ONE_THREAD = """\
def _one_thread():
    import concurrent.futures
    import threading

    def submit(self, function, /, *given, **named):
        future = concurrent.futures.Future()
        future.set_result(function(*given, **named))
        return future

    threading.Thread.start = lambda self: self.run()
    threading.Thread.join = lambda self, timeout=None: None
    concurrent.futures.ThreadPoolExecutor.submit = submit


_one_thread()
"""


def situations(subject: Subject) -> Iterator[Doubt]:
    yield from _modes(subject)
    yield from _weights(subject)
    yield from _inputs(subject)
    yield from _threads(subject)
    yield from _seeds(subject)


def _modes(subject: Subject) -> Iterator[Doubt]:
    """Calls for answers: each is made in evaluation mode, and nothing else is.

    Where the report does not say that it was so, only what is sure to be no training.
    """
    text, script = subject.grounds.text, subject.script
    is_stated = subject.grounds.says(_EVALUATION) and not _TRAINING.search(text)
    if is_stated:
        calls = all_answers(script)
    elif _EVALUATION.search(text) or _TRAINING.search(text) or _ABOUT_MODES.search(text):
        return
    else:
        calls = answers(script)
    what = "answers of a network in training mode"
    yield from _answering(script, calls, what, "evaluation mode", _NETWORKS + _IN_EVALUATION)


def _weights(subject: Subject) -> Iterator[Doubt]:
    """Networks that the script makes anew have the weights of the first when they are asked."""
    script, text = subject.script, subject.grounds.text
    if not subject.grounds.says(_SAME_WEIGHTS) or _ABOUT_STARTS.search(text):
        return
    made = _made_again(script)
    calls = (node for node in ast.walk(script.tree) if isinstance(node, ast.Call))
    is_read = any(_READS.match(ast.unparse(one.func).rpartition(".")[2]) for one in calls)
    if made is not None and (not is_read or _trains_in(made, script)):
        what = "other weights for each answer, where the report has the same"
        code = _NETWORKS + _WITH_FIRST_WEIGHTS
        yield from _answering(script, all_answers(script), what, "the same weights", code)


def _inputs(subject: Subject) -> Iterator[Doubt]:
    """What has the same shape is given again; what is about more than that has another one."""
    if subject.grounds.says(_SAME_INPUT):
        what = "other inputs for each answer, where the report has the same"
        calls = all_answers(subject.script)
        yield from _answering(subject.script, calls, what, "the same inputs", _WITH_FIRST_INPUTS)


def _answering(
    script: Script, calls: Sequence[ast.Call], what: str, instead: str, code: str
) -> Iterator[Doubt]:
    if calls:
        changes = [(one.func, f"_answering({ast.unparse(one.func)})") for one in calls]
        source = on_top(replaced(script.source, changes), code)
        yield Doubt(what, min(one.lineno for one in calls), [Variant(instead, source)])


def _threads(subject: Subject) -> Iterator[Doubt]:
    """All runs in the thread of the script, one after the other."""
    script, text = subject.script, subject.grounds.text
    is_free = _THREADS.search(text) and not _ONE_THREAD.search(text)
    if is_free or not (found := _STARTS_THREADS.search(script.source)):
        return
    line = script.source[: found.start()].count("\n") + 1
    source = on_top(script.source, _IN_ONE_THREAD)
    yield Doubt("threads of the script's own", line, [Variant("one thread", source)])


def _seeds(subject: Subject) -> Iterator[Doubt]:
    """Another one where the report has the same, and the same where chance is looked for."""
    source, tree = subject.script.source, subject.script.tree
    if _OF_CHANCE.intersection(subject.seen.measured):
        again = sorted(_seedings(tree), key=lambda one: one.lineno)[1:]
        if again and not _ABOUT_SEEDS.search(subject.grounds.text):
            goes_on = replaced(source, [(one, "pass") for one in again])
            variant = Variant("random numbers that go on", goes_on)
            yield Doubt("the same seed once more", again[0].lineno, [variant])
    given = list(_given_seeds(tree))
    are_several = len({ast.unparse(one) for one in given}) > 1
    is_computed = any(isinstance(one, ast.Name) for one in given)
    if (are_several or is_computed) and subject.grounds.says(_SAME_SEED):
        same = replaced(source, [(one, "0") for one in given])
        what = "other seeds, where the report has the same"
        yield Doubt(what, given[0].lineno, [Variant("the same seed", same)])


def _seedings(tree: ast.Module) -> Iterator[ast.Expr]:
    for node in ast.walk(tree):
        match node:
            case ast.Expr(value=ast.Call(func=func)):
                if SEEDING.match(dotted_name(func).rpartition(".")[2]):
                    yield node


def _given_seeds(tree: ast.Module) -> Iterator[ast.expr]:
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name), args=[seed]):
                if SEEDING.match(name):
                    yield seed
            case ast.keyword(arg=name, value=seed) if name in _SEED_NAMES:
                yield seed


def _made_again(script: Script) -> ast.AST | None:
    """Where several networks of one class are made: a loop or a function, else the script."""
    made = [call for call in script.calls if call.callee.kind is SymbolKind.CLASS]
    made = [call for call in made if call.callee.role in BUILT]
    nodes = {id(call.node) for call in made}
    for block in ast.walk(script.tree):
        if isinstance(block, _AGAIN) and any(id(node) in nodes for node in ast.walk(block)):
            return block
    names = [call.callee.qualified for call in made]
    return script.tree if len(set(names)) < len(names) else None


def _trains_in(block: ast.AST, script: Script) -> bool:
    """Then what is read there is another thing each time as well."""
    inside = {id(node) for node in ast.walk(block)}
    calls = (call for call in script.calls if id(call.node) in inside)
    is_trained = any(call.callee.role is Role.TRAINING for call in calls)
    is_again = not isinstance(block, ast.Module)
    return is_again and (is_trained or TRAINS.search(ast.unparse(block)) is not None)
