"""Relations with subjects, as drafts of scripts; the control does the first way twice."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial
from textwrap import indent

from seismograd.reproduce.case import Case
from seismograd.reproduce.criteria.checks.measured import Measured, flat
from seismograd.reproduce.drafts.draft import Constant, Draft, Measurement
from seismograd.reproduce.drafts.rendering import checks_of
from seismograd.reproduce.error_isolation import log_and_stop_on_error
from seismograd.reproduce.generate.offline.inputs.report_values import ReportValues
from seismograd.reproduce.generate.offline.relations.accumulators import accumulators
from seismograd.reproduce.generate.offline.relations.networks import networks
from seismograd.reproduce.generate.offline.relations.subject import Subject
from seismograd.reproduce.generate.offline.relations.table import (
    OF_ACCUMULATORS,
    OF_NETWORKS,
    WITH_OPTION,
    Relation,
)

SEED = "relation"
SWITCH = "COMPARE_WITH"
SECOND = "'second way'"
FIRST = "'first way'"
_TABLES = ((OF_NETWORKS, networks), (OF_ACCUMULATORS, accumulators))
_MODULES = ("torch", "copy", "random", "keras")


def from_relations(case: Case) -> Iterator[Draft]:
    """Nothing where the criteria are about anything else than what one relation measures."""
    checks = [one for one in checks_of(case.fingerprint) if isinstance(one, Measured)]
    if len(checks) < len(case.fingerprint.criteria):
        return
    measured = {check.measurement for check in checks}
    bad = " and ".join(map(_condition, checks))
    for relations, subjects_of in _TABLES:
        fitting = [one for one in relations if {one.measurement} == measured]
        if not fitting:
            continue
        for subject in log_and_stop_on_error(partial(subjects_of, case), subjects_of):
            offered = (one for one in fitting if set(one.needs) <= subject.offers)
            yield from (_draft(case, relation, subject, bad) for relation in offered)


def _condition(check: Measured) -> str:
    """When what was measured is bad."""
    name, bound = check.measurement, check.bound
    if check.operator in ("~", "!~"):
        room = check.within * (max(map(abs, flat(bound)), default=0.0) or 1.0)
        return f"abs({name} - {bound!r}) {'<=' if check.operator == '~' else '>'} {room:.6g}"
    return f"{name} {check.operator} {bound!r}"


def _draft(case: Case, relation: Relation, subject: Subject, bad: str) -> Draft:
    name = relation.measurement
    exercise = (
        *subject.setting,
        *relation.before,
        _function("first", relation.first),
        _function("second", relation.second),
        _function("control", relation.control or relation.first),
        "before = first()",
        f"after = second() if {SWITCH} == {SECOND} else control()",
        f"{name} = distance(before, after)",
    )
    return Draft(
        idea=relation.idea.format(subject=subject.name),
        imports=tuple(_imports(subject, exercise)),
        constants=(*_constants(case, relation, subject), Constant(SWITCH, SECOND, FIRST)),
        setup=subject.helpers,
        exercise=exercise,
        measurement=Measurement(name, bad, case.fingerprint.criteria[0].fact),
        seed=SEED,
        made_up=tuple(subject.builder.made_up),
    )


def _function(name: str, body: Sequence[str]) -> str:
    return f"def {name}():\n" + indent("\n".join(body), "    ")


def _constants(case: Case, relation: Relation, subject: Subject) -> Iterator[Constant]:
    """What the report gives a value for has that value here, but where two values are compared."""
    reported = ReportValues(case.report)
    for name, value in subject.builder.constants.items():
        given = None if WITH_OPTION in relation.needs else reported.value(name)
        yield Constant(name, given or value)


def _imports(subject: Subject, exercise: Sequence[str]) -> Iterator[str]:
    text = "\n".join((*subject.helpers, *exercise))
    used = (one for one in _MODULES if re.search(rf"(?<![\w.]){one}\.", text))
    numpy = ("import numpy as np",) if re.search(r"\bnp\.", text) else ()
    yield from dict.fromkeys((*subject.builder.imports, *(f"import {one}" for one in used), *numpy))
