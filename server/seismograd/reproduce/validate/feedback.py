"""What a run that did not show the bug has to say to the next attempt."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from seismograd.reproduce.criteria.checks.measured import shown
from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.criteria.judging import Judgement
from seismograd.reproduce.observation import MEASURED, Observation
from seismograd.reproduce.validate.controls.control import VERDICTS
from seismograd.whole_sentences import whole_words
from seismograd_sandbox.host.outcome import Ending

MOST_OUTPUT = 2000
MOST_TENSORS = 12


def about_run(seen: Observation, judgement: Judgement) -> str:
    # Where time was over, nothing can be said of what had still to come.
    unmet = "" if seen.ending is Ending.WALL_LIMIT else judgement.feedback
    parts = [_analysis(seen, judgement), unmet, _tensors(seen), _output(seen)]
    return "\n".join(part for part in parts if part)


def about_control(seen: Observation) -> str:
    """What a control that does not hold showed, in brackets; "" where it showed nothing."""
    told = [f"{name} was {shown(value)}" for name, value in list(seen.measured.items())[:4]]
    if seen.exception is not None and seen.exception.type not in VERDICTS:
        told.append(f"{seen.exception.type}: {whole_words(seen.exception.message, 200)}")
    return f" ({'; '.join(told)})" if told else ""


def _analysis(seen: Observation, judgement: Judgement) -> str:
    """What kind of failure this is, before what was seen of it."""
    if seen.ending is Ending.WALL_LIMIT:
        return (
            f"The run was ended after {seen.seconds:.0f} s. A script needs a few seconds: use "
            "smaller sizes and fewer steps, and print what was measured as it goes."
        )
    if seen.ending is not Ending.EXITED:
        return f"The run did not end by itself: {seen.ending.value} after {seen.seconds:.1f} s."
    if judgement.passed and not seen.fired:
        return "The criteria are met, but the script ended with status 0: it must fail."
    if not seen.fired:
        return "The script ran through without showing the symptom."
    raised = seen.exception
    if raised is None:
        return f"The script ended with status {seen.exit_code}, not with the symptom."
    place = raised.frames[-1] if raised.frames else None
    where = f" in {place.file}, line {place.line}: {place.text}" if place else ""
    fault = "The script itself failed" if _is_own_fault(seen) else "Another failure came first"
    return f"{fault}: {raised.type}: {whole_words(raised.message, 500)}{where}"


def _is_own_fault(seen: Observation) -> bool:
    frames = seen.exception.frames if seen.exception else ()
    inside = [frame.file for frame in frames if frame.in_project]
    return not inside or inside[-1] == seen.script


def _tensors(seen: Observation) -> str:
    """Shapes and kinds of the tensors near the failure, which is what most mistakes are about."""
    frames = seen.exception.frames if seen.exception else ()
    lines = [
        f"- {tensor.name} in {frame.function}: {list(tensor.shape or ())} {tensor.dtype}"
        for frame in reversed(frames)
        for tensor in frame.tensors
    ]
    return "\n".join(["Tensors at the failure:", *lines[:MOST_TENSORS]]) if lines else ""


def _output(seen: Observation) -> str:
    """The end of what was printed: there stands what went wrong."""
    texts = [("stdout", seen.stdout.strip()), ("stderr", seen.stderr.strip())]
    return "\n".join(f"{name} ends with:\n{text[-MOST_OUTPUT:]}" for name, text in texts if text)


_CHILDREN = re.compile(r"\b(?:subprocess\.\w+|os\.(?:system|popen|exec\w+|spawn\w+))\(")
_OF_EXCEPTIONS = ("raises", "raised_in")


def about_caught(source: str, seen: Observation, fingerprint: Fingerprint) -> str:
    """Where an exception shall end the run, and the script has caught one; "" else."""
    wants_one = any(one.check.strip().startswith(_OF_EXCEPTIONS) for one in fingerprint.criteria)
    if not wants_one or seen.exception is not None:
        return ""
    lines = ", ".join(str(handler.lineno) for handler in _swallowing(ast.parse(source)))
    if not lines:
        return ""
    return (
        f"The script catches exceptions in line {lines} and goes on. The one that is looked for "
        "must end the run: end the handler with a bare `raise`."
    )


def about_children(source: str) -> str:
    """Where the project runs in another process; "" else."""
    if not _CHILDREN.search(source):
        return ""
    return (
        "What runs in a child process is not seen. Call it in this process: import it, or use "
        "runpy.run_path with sys.argv set."
    )


def about_unreadable(seen: Observation) -> str:
    """Where measurements were printed in no form that is known; "" else."""
    if seen.measured or not re.search(rf"^\s*{MEASURED}\b", seen.stdout, re.MULTILINE):
        return ""
    return f"The lines with {MEASURED} cannot be read; their form is `{MEASURED} <name> <JSON>`."


def _swallowing(tree: ast.Module) -> Iterator[ast.ExceptHandler]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ExceptHandler) and not any(
            isinstance(child, ast.Raise) for child in ast.walk(node)
        ):
            yield node
