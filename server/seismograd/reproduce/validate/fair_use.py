"""Whether the script uses the project as it may be used.

What fails because two things in the script itself do not fit together would fail without the bug.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence

from seismograd.reproduce.candidate import Candidate
from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import ProjectView, SymbolKind
from seismograd.reproduce.criteria.needs import lacks_gpu, says_no_gpu
from seismograd.reproduce.observation import Observation
from seismograd.reproduce.validate.declarations import Declarations
from seismograd.reproduce.validate.parsing import Unfit
from seismograd.traces.events.parts import TensorFacts

_OF_DTYPES = re.compile(
    r"same dtype|scalar type|expected .{0,60}(?:dtype|type)|data ?type|(?:Half|BFloat16|Double)",
    re.IGNORECASE,
)
_CONVERTED = re.compile(r"\.(half|bfloat16|double)\(\)|\.to\((?:dtype=)?torch\.(\w+)\)")
_PRECISIONS = {"half": "float16", "double": "float64"}
_FLOATS = ("float16", "bfloat16", "float32", "float64")
_MIXES = re.compile(r"autocast|GradScaler|keep_in_fp32|mixed_precision")
_NO_PRIMITIVE = re.compile(r"could not create a primitive", re.IGNORECASE)
"""What torch says where the CPU cannot do something in this precision: an LSTM in bfloat16, say."""
_WORD = re.compile(r"\W")
_NUMBER = re.compile(r"\d+")


def demand_fair_use(case: Case, candidate: Candidate, seen: Observation) -> None:
    """Raises `Unfit`. Only of failures: what was merely measured failed at nothing."""
    if seen.exception is None:
        return
    script, message = ast.parse(candidate.source), seen.exception.message
    given = _given(script, seen)
    complaints = [
        *_two_precisions(candidate.source, message, given),
        *_other_way_round(case, message),
        *two_devices(case.project, script, message, given),
        *_without_gpu(case, seen),
        *_without_primitive(case, message),
        *Declarations(case, script).complaints_about(given, message),
    ]
    if complaints:
        raise Unfit("\n".join(complaints))


def _given(script: ast.Module, seen: Observation) -> list[TensorFacts]:
    """Tensors that the script names in the statement that failed."""
    frames = seen.exception.frames if seen.exception else ()
    found: list[TensorFacts] = []
    for frame in frames:
        if frame.file == seen.script and frame.line is not None:
            names = _names_in(script, frame.line)
            found += [one for one in frame.tensors if _WORD.split(one.name)[0] in names]
    return found


def _names_in(script: ast.Module, line: int) -> set[str]:
    """Of the innermost statement at a line."""
    around = [
        node
        for node in ast.walk(script)
        if isinstance(node, ast.stmt) and node.lineno <= line <= (node.end_lineno or node.lineno)
    ]
    innermost = max(around, key=lambda node: node.lineno, default=None)
    nodes = ast.walk(innermost) if innermost is not None else ()
    return {node.id for node in nodes if isinstance(node, ast.Name)}


def _two_precisions(source: str, message: str, given: list[TensorFacts]) -> Iterator[str]:
    """Something was converted, and an input was not."""
    if not _OF_DTYPES.search(message) or _MIXES.search(source):
        return
    found = {short or long for short, long in _CONVERTED.findall(source)}
    wanted = {_PRECISIONS.get(name, name) for name in found} & set(_FLOATS)
    kinds = {tensor.name: (tensor.dtype or "").rpartition(".")[2] for tensor in given}
    others = [name for name, kind in kinds.items() if kind in _FLOATS and kind not in wanted]
    if wanted and others:
        yield (
            f"The script converts to {' and '.join(sorted(wanted))} but leaves "
            f"{', '.join(others)} as it was: that fails by itself. Convert all inputs alike."
        )


def _other_way_round(case: Case, message: str) -> Iterator[str]:
    """The same numbers in another order: what was expected there came here, and the reverse."""
    numbers = _NUMBER.findall(message)
    reported = [_NUMBER.findall(traceback.message) for traceback in case.report.tracebacks]
    if len(numbers) < 2 or numbers in reported:
        return
    for others in reported:
        if sorted(numbers) == sorted(others):
            yield (
                f"The message of the report has {', '.join(others)}; here it is "
                f"{', '.join(numbers)}, the other way round: another mistake."
            )


def _without_gpu(case: Case, seen: Observation) -> Iterator[str]:
    """What fails because no GPU is here is a symptom only where the report is about that."""
    if lacks_gpu(seen) and not says_no_gpu(case.report.text):
        yield "It fails because the run had no GPU, and that is not what the report is about."


def _without_primitive(case: Case, message: str) -> Iterator[str]:
    """What this CPU cannot do works on others; it is a symptom only where the report says so."""
    if _NO_PRIMITIVE.search(message) and not _NO_PRIMITIVE.search(case.report.text):
        yield "It fails because this CPU lacks a primitive, which the report does not speak of."


_OF_DEVICES = re.compile(r"\bdevices?\b", re.IGNORECASE)
_PLACES = re.compile(r"\.(?:to|cuda|to_empty)\(|\bdevice\b|\bDEVICE\b")
_DEFAULT = re.compile(r"set_default_device|with torch\.device\(")
_HERE = "cpu"


def two_devices(
    project: ProjectView, script: ast.Module, message: str, given: Sequence[TensorFacts]
) -> Iterator[str]:
    """A mistake of whoever wrote the script; one of the project is not in its statements."""
    if not _OF_DEVICES.search(message) or _DEFAULT.search(ast.unparse(script)):
        return
    elsewhere = [one for one in given if one.device and not one.device.startswith(_HERE)]
    behind = [one.name for one in given if one.device and one not in elsewhere]
    made = _made(script)
    left = [name for name in behind if _is_plain_tensor(made.get(name, []))]
    if left and (elsewhere or _moves_something(script)):
        yield (
            f"The script moves something to another device and leaves {', '.join(left)} on the "
            "CPU: that fails by itself. Put all inputs where the network is."
        )
    unmoved = [name for name, values in made.items() if _is_left(project, script, name, values)]
    if elsewhere and unmoved:
        yield (
            f"The inputs are on another device, and {', '.join(unmoved)} was never moved there: "
            "that fails by itself."
        )


def _made(script: ast.Module) -> dict[str, list[ast.expr]]:
    """All that is assigned to each name."""
    found: dict[str, list[ast.expr]] = {}
    for node in ast.walk(script):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name):
                    found.setdefault(target.id, []).append(node.value)
    return found


def _is_plain_tensor(values: list[ast.expr]) -> bool:
    """Made by the framework alone."""
    calls = [node for value in values for node in ast.walk(value) if isinstance(node, ast.Call)]
    roots = {ast.unparse(call.func).partition(".")[0] for call in calls}
    return bool(calls) and roots <= {"torch", "np", "numpy", "range", "list"}


def _moves_something(script: ast.Module) -> bool:
    return any(
        isinstance(node, ast.Call) and _PLACES.search(ast.unparse(node))
        for node in ast.walk(script)
    )


def _is_left(project: ProjectView, script: ast.Module, name: str, values: list[ast.expr]) -> bool:
    """An object of the project that no statement puts anywhere."""
    classes = {s.name for s in project.symbols if s.kind is SymbolKind.CLASS}
    called = {
        ast.unparse(value.func).rpartition(".")[2]
        for value in values
        if isinstance(value, ast.Call)
    }
    if not called & classes or any(_PLACES.search(ast.unparse(value)) for value in values):
        return False
    moves = re.compile(rf"\b{re.escape(name)}\.(?:to|cuda|to_empty)\(")
    return not moves.search(ast.unparse(script))
