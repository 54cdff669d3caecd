"""Files that the script has damaged before the project reads them, though nobody speaks of that."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from seismograd.reproduce.criteria.derive.clauses import is_negated
from seismograd.reproduce.validate.fidelity.doubt import Doubt, Variant
from seismograd.reproduce.validate.fidelity.edits import replaced
from seismograd.reproduce.validate.fidelity.subject import Subject
from seismograd.reproduce.validate.script_values import ScriptValues

_DAMAGING = frozenset({"seek", "truncate"})
_OF_DAMAGE = re.compile(
    r"corrupt|truncat|damag|incomplete|half[- ]written|interrupt|partial|offset|seek",
    re.IGNORECASE,
)


def damaged_files(subject: Subject) -> Iterator[Doubt]:
    """Read from the beginning, and whole, the symptom has to be there as well.

    A report that says its file is not corrupted gives no reason for one that is.
    """
    text = subject.grounds.text
    if any(not is_negated(text, found.start()) for found in _OF_DAMAGE.finditer(text)):
        return
    source, values = subject.script.source, ScriptValues(subject.script.tree)
    for node in ast.walk(subject.script.tree):
        match node:
            case ast.Call(func=ast.Attribute(owner, name), args=[given]) if name in _DAMAGING:
                if values.of(given) not in (None, [0]):
                    whole = replaced(source, [(node, f"{ast.unparse(owner)}.seek(0)")])
                    what = f"{ast.unparse(node)} before it is read"
                    yield Doubt(what, node.lineno, [Variant("a whole file", whole)])
