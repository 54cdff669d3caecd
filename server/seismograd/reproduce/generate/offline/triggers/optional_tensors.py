"""Tensors that a call may be given and was not, where the report speaks of them.

Their form is a guess. So every form is tried first: only where none of them goes through is it
their being given that brings the failure about.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import replace

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import Parameter, Symbol, SymbolKind
from seismograd.reproduce.generate.offline.draft import Constant, Draft
from seismograd.reproduce.generate.offline.inputs.bench import TORCH, Bench
from seismograd.reproduce.generate.offline.inputs.tensors import Kind, tensor_for_name
from seismograd.reproduce.generate.offline.rendering import is_exact

SWITCH = "IS_GIVEN"
FORMS: dict[Kind, tuple[tuple[str, ...], ...]] = {
    Kind.TRUTH: (
        ("BATCH", "LENGTH"),
        ("BATCH", "1", "1", "LENGTH"),
        ("LENGTH", "LENGTH"),
        ("BATCH", "LENGTH", "LENGTH"),
        ("BATCH", "1", "LENGTH", "LENGTH"),
    ),
    Kind.WHOLE: (("BATCH",), ("BATCH", "LENGTH")),
    Kind.LINKS: (("BATCH", "BATCH"), ("LENGTH", "LENGTH")),
    Kind.FLOAT: (("BATCH", "FEATURES"), ("BATCH", "LENGTH", "FEATURES"), ("BATCH",)),
}
NEAR = 80
_LETTERS = re.compile(r"[(\[]([A-Za-z_]{1,20}(?:\s?,\s?[\w-]{1,20}){1,3})[)\]]")
_AXES = {
    **dict.fromkeys(("b", "n", "bs", "batch", "batch_size", "bsz", "batch-size"), "BATCH"),
    **dict.fromkeys(
        ("t", "l", "s", "length", "len", "seq", "seq_len", "seqlen", "sequence", "tokens",
         "sequence_length", "seq_length", "time", "steps", "max_len"), "LENGTH"
    ),
}  # fmt: skip
_FORWARD = ("forward", "call", "__call__")


def with_optional_tensors(case: Case, draft: Draft) -> Iterator[Draft]:
    """The last statement of a draft is the call in question; one parameter at a time."""
    called = _called(case, draft)
    if called is None or TORCH not in draft.imports:
        return
    for parameter in called.parameters:
        is_optional = parameter.default == "None" and not parameter.is_variadic
        if is_optional and _is_spoken_of(case, parameter.name):
            yield from _with_tensor(draft, parameter, told_form(case.report.text, parameter.name))


def _is_spoken_of(case: Case, name: str) -> bool:
    words = {name, *(word for word in name.split("_") if len(word) > 3)}
    text = case.report.text.lower()
    return any(re.search(rf"\b{re.escape(word.lower())}s?\b", text) for word in words)


def told_form(text: str, name: str) -> tuple[str, ...] | None:
    """What a report says in letters: an `attention_mask` of shape (batch, length)."""
    for found in re.finditer(re.escape(name.rpartition("_")[2]), text):
        for told in _LETTERS.finditer(text, found.end(), found.end() + NEAR):
            words = [word.strip().lower() for word in told[1].split(",")]
            sizes = [_AXES.get(word, word if word.isdigit() else "") for word in words]
            if all(sizes):
                return tuple(sizes)
    return None


def _with_tensor(
    draft: Draft, parameter: Parameter, told: tuple[str, ...] | None
) -> Iterator[Draft]:
    named = tensor_for_name(parameter.name)
    if named is None or f"{parameter.name}=" in draft.exercise[-1]:
        return
    spec = replace(named, sizes=told or FORMS[named.kind][0], is_sure=told is not None)
    bench = Bench(defined=_defined(draft))
    bench.constants.update((one.name, one.value) for one in draft.constants)
    variable = bench.tensor(parameter.name, spec)
    call = ast.parse(draft.exercise[-1]).body[0]
    node = call.value if isinstance(call, ast.Assign | ast.Expr) else None
    if not isinstance(node, ast.Call):
        return
    value = ast.parse(f"{variable} if {SWITCH} else None", mode="eval").body
    node.keywords.append(ast.keyword(parameter.name, value))
    known = {one.name for one in draft.constants}
    new = [Constant(*one) for one in bench.constants.items() if one[0] not in known]
    yield draft.changed(
        constants=(*draft.constants, *new, Constant(SWITCH, "True", "False" if told else None)),
        exercise=(*draft.exercise[:-1], *bench.statements, ast.unparse(call)),
        guessed=draft.guessed if told else (*draft.guessed, variable),
        is_baseline=told is None,
        idea=f"{draft.idea} Now with {parameter.name}.",
    )


def other_forms(case: Case, draft: Draft) -> Iterator[Draft]:
    """After a run that did not go through: the next form, and after the last all with a switch."""
    variable = draft.guessed[-1] if draft.guessed else ""
    index = next((i for i, s in enumerate(draft.exercise) if s.startswith(f"{variable} = ")), None)
    named = tensor_for_name(variable)
    if index is None or named is None:
        return
    forms = [
        f"{variable} = {replace(named, sizes=sizes).expression()}" for sizes in FORMS[named.kind]
    ]
    if draft.exercise[index] not in forms:
        return
    place = forms.index(draft.exercise[index])
    if place + 1 < len(forms):
        yield _with_form(draft, index, forms[place + 1])
    elif is_exact(case):
        for form in forms:
            yield _controlled(_with_form(draft, index, form))


def _with_form(draft: Draft, index: int, form: str) -> Draft:
    exercise = (*draft.exercise[:index], form, *draft.exercise[index + 1 :])
    return draft.changed(exercise=exercise, idea=f"{draft.idea.partition(' As ')[0]} As {form}.")


def _controlled(draft: Draft) -> Draft:
    constants = tuple(
        replace(one, control="False") if one.name == SWITCH else one for one in draft.constants
    )
    return draft.changed(constants=constants, is_baseline=False)


def _defined(draft: Draft) -> set[str]:
    assigned = (one.partition(" = ")[0] for one in draft.exercise)
    return {name for name in assigned if name.isidentifier()}


def _called(case: Case, draft: Draft) -> Symbol | None:
    """The function that the last statement runs; of a network, what a call of it runs."""
    last = draft.exercise[-1] if draft.exercise else ""
    called = last.partition(" = ")[2].partition("(")[0]
    for statement in draft.exercise[:-1]:
        name, _, value = statement.partition(" = ")
        if name and called.partition(".")[0] == name:
            owner = value.partition("(")[0]
            names = _FORWARD if called == name else (called.rpartition(".")[2],)
            wanted = {f"{owner}.{one}" for one in names}
            return next((s for s in case.project.symbols if s.name in wanted), None)
    functions = (s for s in case.project.symbols if s.kind is SymbolKind.FUNCTION)
    return next((s for s in functions if s.name == called), None)
