"""What must hold for a metric, whatever the numbers are, tried on the project's own."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from seismograd.reproduce.case import Case
from seismograd.reproduce.generate.offline.draft import Constant, Draft
from seismograd.reproduce.generate.offline.seeds.experiments.scores import meters
from seismograd.reproduce.generate.offline.seeds.experiments.scores.evaluators import by_batches
from seismograd.reproduce.generate.offline.seeds.experiments.scores.score_inputs import (
    ALIKE,
    CLASSES,
    PRESENT,
    SAMPLES,
)
from seismograd.reproduce.generate.offline.seeds.experiments.scores.scorers import (
    Collector,
    Function,
    collectors,
    is_loss,
    is_spoken_of,
    score_functions,
)
from seismograd.reproduce.generate.offline.seeds.experiments.stage.oracle import (
    compared_with,
    wanted,
)
from seismograd.reproduce.generate.offline.seeds.experiments.stage.scene import drafted

Constants = tuple[Constant, ...]
BATCH = "BATCH"
ALL_PRESENT = (Constant(CLASSES, "5"), Constant(PRESENT, "5"), Constant(SAMPLES, "10"))
SOME_ABSENT = (Constant(CLASSES, "5"), Constant(PRESENT, "3", "5"), Constant(SAMPLES, "10"))
"""A class that does not occur, or all of them."""
LEFT_OVER = (Constant(CLASSES, "5"), Constant(PRESENT, "5"), Constant(SAMPLES, "10", "8"))
"""With batches of four: a last one that is smaller, or none."""
ONE_BATCH = (*ALL_PRESENT, Constant(BATCH, "4", "10"))
IN_FOURS = (*ALL_PRESENT, Constant(BATCH, "4"))
_NOT_MONOTONE = re.compile(r"precision|ndcg|map|mrr", re.I)
_SOME = re.compile(
    r"\b(?:absent|not (?:present|occur|appear)|n't (?:occur|appear|exist)|missing|without|only|"
    r"just|some|certain|single|empty|few|rare)\b.{0,40}"
    r"\b(?:class(?:es)?|labels?|categor\w+|tiles?|images?|samples?|batch(?:es)?|masks?)\b",
    re.I | re.S,
)
_K = re.compile(r"k|top_?k|topn|top_n|at_k|n_best|cutoff|at")


def experiments(case: Case) -> Iterator[Draft]:
    asked = wanted(case.fingerprint)
    for name, of_function, of_collector in _EXPERIMENTS:
        if name not in asked or not _is_a_bound(case, name):
            continue
        for collector in collectors(case):
            yield from of_collector(case, collector) if of_collector else ()
        for function in score_functions(case):
            yield from of_function(case, function) if of_function else ()
        if name == "difference_in_batches":
            yield from meters.experiments(case, name)
            yield from by_batches(case, name)


def _is_a_bound(case: Case, name: str) -> bool:
    """Whether no right metric comes there; one value in the middle comes for many inputs."""
    check = compared_with(case.fingerprint, name)
    if name != "metric" or check is None:
        return name != "metric"
    is_end = check.operator == "==" and check.bound in (0, 1)
    return is_end or check.operator in ("<", "<=", ">", ">=")


def _is_stuck(case: Case) -> bool:
    """Whether the report says that always the same comes."""
    check = compared_with(case.fingerprint, "metric")
    return check is not None and check.operator == "=="


def _drafts(
    case: Case,
    scorer: Function | Collector,
    idea: str,
    body: tuple[str, ...],
    name: str,
    *variants: Constants,
    whatever_form: bool = False,
) -> Iterator[Draft]:
    """One for each set of constants. Where the form of the inputs is a guess, only those with a
    value for which all is well are of use, unless it must hold for any input."""
    for constants in variants:
        is_switched = any(one.control is not None for one in constants)
        if not (scorer.inputs.is_sure or whatever_form or is_switched):
            continue
        text = "\n".join(body)
        used = tuple(one for one in constants if re.search(rf"\b{one.name}\b", text))
        if is_switched and not any(one.control is not None for one in used):
            continue
        yield from drafted(case, scorer.bench, idea, body, name, constants=used)


def _classes(case: Case) -> Iterator[Constants]:
    """That a class does not occur is another matter, unless the report says so."""
    yield ALL_PRESENT
    if _SOME.search(case.report.text):
        yield SOME_ABSENT


def _spoken_results(case: Case, one: Collector) -> Iterator[str]:
    """What the report is about: the object, or what it is asked for."""
    whole = is_spoken_of(case, one.symbol.name)
    yield from (name for name in one.results if whole or is_spoken_of(case, name))


def _is_meant(case: Case, name: str) -> bool:
    """Whether the best of it is what the report calls best."""
    check = compared_with(case.fingerprint, "perfect_score")
    return check is not None and is_loss(name) == (check.bound == 0)


def _perfect_of_function(case: Case, one: Function) -> Iterator[Draft]:
    if not _is_meant(case, one.symbol.name):
        return
    for form in one.inputs.forms:
        body = (
            f"truth = {form.truth}",
            f"prediction = {form.perfect}",
            f"perfect_score = float({one.call('prediction', 'truth')})",
        )
        idea = f"Give {one.symbol.name} a prediction that equals the truth."
        yield from _drafts(case, one, idea, body, "perfect_score", *_classes(case))


def _perfect_of_collector(case: Case, one: Collector) -> Iterator[Draft]:
    for result in _spoken_results(case, one):
        if not _is_meant(case, f"{one.symbol.name} {result}"):
            continue
        for form in one.inputs.forms:
            body = (
                *one.before,
                *one.made(form, form.perfect),
                f"metric = {one.build}",
                one.told("metric", "prediction", "truth"),
                f"perfect_score = float(metric.{result}())",
            )
            idea = f"Tell {one.symbol.name} of a prediction that equals the truth."
            yield from _drafts(case, one, idea, body, "perfect_score", *_classes(case))


def _in_batches(case: Case, one: Collector) -> Iterator[Draft]:
    for result in one.results:
        for form in one.inputs.forms:
            part = ("prediction[start : start + 4]", "truth[start : start + 4]")
            sized = tuple(text.replace("4", BATCH) for text in part)
            for steps, variants in ((part, (LEFT_OVER,)), (sized, (ONE_BATCH, IN_FOURS))):
                step = "4" if steps is part else BATCH
                body = (
                    *one.before,
                    *one.made(form, form.partly),
                    f"in_batches, at_once = {one.build}, {one.build}",
                    f"for start in range(0, {SAMPLES}, {step}):",
                    f"    {one.told('in_batches', *steps)}",
                    one.told("at_once", "prediction", "truth"),
                    f"difference_in_batches = abs(float(in_batches.{result}()) "
                    f"- float(at_once.{result}()))",
                )
                idea = f"Tell {one.symbol.name} of examples in batches, and of all at once."
                yield from _drafts(case, one, idea, body, "difference_in_batches", *variants,
                                   whatever_form=True)  # fmt: skip


def _after_reset(case: Case, one: Collector) -> Iterator[Draft]:
    if one.reset is None:
        return
    fresh = Constant("NEW_OBJECT", "False", "True")
    for result in one.results:
        for form in one.inputs.forms:
            body = (
                *one.before,
                *one.made(form, form.partly),
                f"metric = {one.build}",
                one.told("metric", "prediction", "truth"),
                f"first = float(metric.{result}())",
                f"metric.{one.reset}()",
                "if NEW_OBJECT:",
                f"    metric = {one.build}",
                one.told("metric", "prediction", "truth"),
                f"difference_after_reset = abs(float(metric.{result}()) - first)",
            )
            idea = f"Ask {one.symbol.name} for the same twice, with a reset in between."
            yield from _drafts(case, one, idea, body, "difference_after_reset",
                               (*ALL_PRESENT, fresh), whatever_form=True)  # fmt: skip


def _by_k(case: Case, one: Function) -> Iterator[Draft]:
    name = next((p.name for p in one.symbol.parameters if _K.fullmatch(p.name)), None)
    if name is None or _NOT_MONOTONE.search(one.symbol.name):
        return
    call = one.call("prediction", "truth", **{name: "k"})
    idea = f"Call {one.symbol.name} for growing {name}."
    for form in one.inputs.forms:
        for prediction in (form.perfect, form.other):
            body = (
                f"truth = {form.truth}",
                f"prediction = {prediction}",
                f"metric_by_k = [float({call}) for k in range(1, {CLASSES} + 1)]",
            )
            yield from _drafts(case, one, idea, body, "metric_by_k", ALL_PRESENT)


def _swapped(case: Case, one: Function) -> Iterator[Draft]:
    for form in (f for f in one.inputs.forms if f in ALIKE):
        body = (
            f"truth = {form.truth}",
            "prediction = truth.clone()",
            "prediction[:6] = 1",
            f"there = torch.as_tensor({one.call('prediction', 'truth')}).double()",
            f"back = torch.as_tensor({one.call('truth', 'prediction')}).double()",
            "difference_when_swapped = (there - back).abs().max().item()",
        )
        idea = f"Exchange the inputs of {one.symbol.name}."
        yield from _drafts(case, one, idea, body, "difference_when_swapped", ALL_PRESENT)


def _by_order(case: Case, one: Function) -> Iterator[Draft]:
    for form in one.inputs.forms:
        body = (
            f"truth = {form.truth}",
            f"prediction = {form.partly}",
            f"order = torch.arange({SAMPLES} - 1, -1, -1)",
            f"as_it_is = float({one.call('prediction', 'truth')})",
            f"turned_round = float({one.call('prediction[order]', 'truth[order]')})",
            "difference_by_order = abs(as_it_is - turned_round)",
        )
        idea = f"Give {one.symbol.name} the same examples in another order."
        yield from _drafts(case, one, idea, body, "difference_by_order", ALL_PRESENT,
                           whatever_form=True)  # fmt: skip


def _bounds_of_function(case: Case, one: Function) -> Iterator[Draft]:
    if _is_stuck(case):
        for form in one.inputs.forms:
            body = (
                f"truth = {form.truth}",
                f"prediction = {form.partly}",
                f"metric = float({one.call('prediction', 'truth')})",
            )
            idea = f"Give {one.symbol.name} predictions some of which are right."
            yield from _drafts(case, one, idea, body, "metric", ALL_PRESENT)
        return
    for form in one.inputs.forms:
        for prediction in (form.other, form.perfect):
            body = (
                f"truth = {form.truth}",
                f"prediction = {prediction}",
                f"metric = float({one.call('prediction', 'truth')})",
            )
            idea = f"Look at what {one.symbol.name} gives."
            yield from _drafts(case, one, idea, body, "metric", *_classes(case))


def _bounds_of_collector(case: Case, one: Collector) -> Iterator[Draft]:
    """Once, after a reset, and over several batches: too much is mostly what was not cleared."""
    if _is_stuck(case):
        yield from _stuck_collector(case, one)
        return
    for result in _spoken_results(case, one):
        for form in one.inputs.forms:
            told = one.told("scorer", "prediction", "truth")
            begin = (*one.before, *one.made(form, form.perfect), f"scorer = {one.build}", told)
            end = f"metric = float(scorer.{result}())"
            again = Constant("AGAIN", "True", "False")
            idea = f"Look at what {one.symbol.name} gives for perfect predictions."
            yield from _drafts(case, one, idea, (*begin, end), "metric", ALL_PRESENT)
            for between in ([f"    scorer.{one.reset}()"] if one.reset else [], []):
                body = (*begin, "if AGAIN:", *between, f"    {told}", end)
                yield from _drafts(case, one, f"{idea[:-1]}, a second time.", body, "metric",
                                   (*ALL_PRESENT, again))  # fmt: skip


def _stuck_collector(case: Case, one: Collector) -> Iterator[Draft]:
    for result in _spoken_results(case, one):
        for form in one.inputs.forms:
            body = (
                *one.before,
                *one.made(form, form.partly),
                f"scorer = {one.build}",
                one.told("scorer", "prediction", "truth"),
                f"metric = float(scorer.{result}())",
            )
            idea = f"Tell {one.symbol.name} of predictions some of which are right."
            yield from _drafts(case, one, idea, body, "metric", ALL_PRESENT)


_OfFunction = Callable[[Case, Function], Iterator[Draft]]
_OfCollector = Callable[[Case, Collector], Iterator[Draft]]
_EXPERIMENTS: tuple[tuple[str, _OfFunction | None, _OfCollector | None], ...] = (
    ("perfect_score", _perfect_of_function, _perfect_of_collector),
    ("difference_in_batches", None, _in_batches),
    ("difference_after_reset", None, _after_reset),
    ("metric_by_k", _by_k, None),
    ("difference_when_swapped", _swapped, None),
    ("difference_by_order", _by_order, None),
    ("metric", _bounds_of_function, _bounds_of_collector),
)
