"""Ask a language model what it makes of a run: as evidence of its own kind, below every measure.

It may name causes, propose the line that an experiment then tests, and explain in plain words. What
it says of a cause that is known is added to it; what it alone suspects comes last, as a hint.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from seismograd.cancellation import Cancellation
from seismograd.faults import (
    OF_RUN,
    Edit,
    Evidence,
    EvidenceKind,
    FaultType,
    Finding,
    Fix,
    Severity,
    Span,
)
from seismograd.llm import LanguageModel, Malformed, Message, Prompt, Role
from seismograd.llm.quotes import Quotes
from seismograd.llm.schema import array, integer, record, text
from seismograd.llm.structured import ask_for
from seismograd.localise.diagnosis import MOST_CAUSES, Cause, Diagnosis
from seismograd.rules.offers import unsafe_fix
from seismograd.source.line_spans import line_span

LONGEST_FILE = 40_000
"""Characters: a training script has a tenth of it."""
SUSPECTED = 0.3
"""The chance of what only a model names: below everything that was measured."""
NEAR = 3
"""Lines: the same fault on nearly the same line is the same."""
MOST_OPINIONS = 3
SCHEMA = record(
    causes=array(
        record(
            fault_type=text("one of the codes"),
            file=text("the quoted file"),
            line=integer("the line at fault"),
            reason=text("one sentence that cites the evidence"),
            replacement=text("that whole line as it should be, or nothing"),
        ),
        "most likely first; none where the run is sound",
    ),
    explanation=text("what went wrong, for the user, in at most five sentences"),
)
SYSTEM = """\
You are the second opinion on a deep-learning training that was run and measured. You get its code,
the symptoms of the run, and the causes that measurements suggest, each with its evidence. Name what
is wrong with the program, if anything is: the fault that explains the symptoms, on its line. Do not
name what is merely unusual, and nothing where the training is sound. In the explanation, cite the
measurements that it rests on.

Fault types:
{types}

{quotes}"""
Read = Callable[[str], str | None]


@dataclass(frozen=True, slots=True)
class Opinion:
    fault_type: FaultType
    span: Span
    reason: str
    replacement: str


@dataclass(frozen=True, slots=True)
class SecondOpinion:
    opinions: tuple[Opinion, ...]
    explanation: str


def ask(
    model: LanguageModel,
    diagnosis: Diagnosis,
    files: Sequence[Path],
    root: Path,
    read: Read,
    cancel: Cancellation | None = None,
) -> SecondOpinion:
    """Raises `ModelError`."""
    texts = {
        os.path.relpath(path, root).replace(os.sep, "/"): found[:LONGEST_FILE]
        for path in files
        if (found := read(str(path))) is not None
    }
    return ask_for(
        model, _prompt(diagnosis, texts), lambda answer: _read(answer, texts, root), cancel=cancel
    )


def with_opinion(diagnosis: Diagnosis, heard: SecondOpinion) -> Diagnosis:
    """The causes keep their order and their chances."""
    causes = list(diagnosis.causes)
    for opinion in heard.opinions:
        at = next((n for n, one in enumerate(causes) if _is_about(one.finding, opinion)), None)
        if at is None:
            causes.append(Cause(_finding(opinion)))
        else:
            causes[at] = replace(causes[at], finding=_supported(causes[at].finding, opinion))
    return replace(
        diagnosis, causes=tuple(causes[:MOST_CAUSES]), explanation=heard.explanation.strip()
    )


def _prompt(diagnosis: Diagnosis, texts: Mapping[str, str]) -> Prompt:
    quotes = Quotes()
    types = "\n".join(f"- {one.name}: {one.value}" for one in FaultType)
    sources = [quotes.around(name, source, first_line=1) for name, source in texts.items()]
    measured = [
        quotes.around("symptoms", "\n".join(f"{s.name}: {s.message}" for s in diagnosis.symptoms)),
        quotes.around("causes", "\n".join(_described(one) for one in diagnosis.causes)),
    ]
    message = Message(Role.USER, "\n\n".join([*sources, *measured]))
    return Prompt((message,), SYSTEM.format(types=types, quotes=quotes.rule), SCHEMA)


def _described(cause: Cause) -> str:
    found = cause.finding
    evidence = " ".join(piece.summary for piece in found.evidence)
    line = found.span.start.line
    return f"{found.fault_type.name}, line {line}, {found.confidence}: {found.message} {evidence}"


def _read(answer: Mapping[str, object], texts: Mapping[str, str], root: Path) -> SecondOpinion:
    causes = answer["causes"]
    found = [
        opinion
        for raw in (causes if isinstance(causes, list) else ())
        if isinstance(raw, Mapping) and (opinion := _opinion(raw, texts, root)) is not None
    ]
    if causes and not found:
        raise Malformed("No cause has a known fault type and a line of a quoted file.")
    return SecondOpinion(tuple(found[:MOST_OPINIONS]), str(answer["explanation"]))


def _opinion(raw: Mapping[str, object], texts: Mapping[str, str], root: Path) -> Opinion | None:
    """None where it names no fault type, or no line that there is."""
    kind, name, number = raw["fault_type"], str(raw["file"]), raw["line"]
    lines = texts.get(name, "").split("\n")
    if kind not in FaultType.__members__ or name not in texts or not isinstance(number, int):
        return None
    span = line_span(str(root / name), lines, number)
    if span is None or not lines[number - 1].strip():
        return None
    replacement = str(raw["replacement"]).strip()
    is_one_line = "\n" not in replacement and replacement != lines[number - 1].strip()
    return Opinion(
        FaultType[str(kind)], span, str(raw["reason"]).strip(), replacement if is_one_line else ""
    )


def _is_about(finding: Finding, opinion: Opinion) -> bool:
    is_same = opinion.fault_type in (finding.fault_type, *finding.alternatives)
    is_near = finding.span.file == opinion.span.file and (
        abs(finding.span.start.line - opinion.span.start.line) <= NEAR
    )
    return is_same and (is_near or opinion.fault_type is finding.fault_type)


def _supported(finding: Finding, opinion: Opinion) -> Finding:
    told = Evidence(EvidenceKind.MODEL, opinion.reason)
    known = {fix.edits for fix in finding.fixes}
    more = [fix for fix in _fixes(opinion) if fix.edits not in known]
    return replace(finding, evidence=(*finding.evidence, told), fixes=(*finding.fixes, *more))


def _finding(opinion: Opinion) -> Finding:
    return Finding(
        code=f"{OF_RUN}{opinion.fault_type.name}",
        name="model-suspects",
        fault_type=opinion.fault_type,
        severity=Severity.INFO,
        confidence=SUSPECTED,
        message=f"A language model suspects the {opinion.fault_type.value} here.",
        span=opinion.span,
        evidence=(Evidence(EvidenceKind.MODEL, opinion.reason),),
        fixes=_fixes(opinion),
    )


def _fixes(opinion: Opinion) -> tuple[Fix, ...]:
    if not opinion.replacement:
        return ()
    edit = Edit(opinion.span, opinion.replacement)
    return tuple(unsafe_fix(f"Change the line to `{opinion.replacement}`", edit))
