"""A reproduction as a test of the project: it fails while the bug is there, and passes after."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterable, Iterator
from textwrap import indent

from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.criteria.judging import judge_all
from seismograd.reproduce.laboratory import Laboratory
from seismograd.reproduce.results.natural_test import (
    constants,
    docstring,
    imports,
    is_movable,
    natural,
    split,
)
from seismograd.reproduce.validate.controls.control import ControlKind
from seismograd.reproduce.validate.controls.switched import switched
from seismograd.reproduce.validate.ladder import Proof
from seismograd.reproduce.validate.parsing import Unfit

SECONDS = 600
_ONE_INDENT = "    "
_ROOT = """\
# The project: the folder above that has a file of it, or else where pytest was started.
ROOT = next(
    (folder for folder in Path(__file__).resolve().parents if (folder / {marker}).is_file()),
    Path.cwd(),
)
"""
_IN_A_PROCESS = """\
def {name}(tmp_path):
    script = tmp_path / "reproduce.py"
    script.write_text(SCRIPT, encoding="utf-8")
    search_path = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    done = subprocess.run(
        [sys.executable, str(script)],
        cwd=ROOT,
        env={{**os.environ, "PYTHONPATH": search_path}},
        capture_output=True,
        text=True,
        timeout={seconds},
    )
    assert done.returncode == 0, done.stdout + done.stderr
"""
_DRIVER = """

class _Monkeypatch:
    def chdir(self, folder):
        pass


{name}(_Monkeypatch())
print("NOT REPRODUCED")
"""


def regression_test(
    proof: Proof, fingerprint: Fingerprint, laboratory: Laboratory, name: str
) -> str:
    """As a person would write it, if that shows the bug too; else one that runs the script."""
    source, marker = proof.candidate.source, proof.provenance.places[0].file
    text = in_process(source, name, marker)
    if text is not None and _stands(text, name, proof, fingerprint, laboratory):
        return text
    return in_a_process(source, name, marker)


def in_process(source: str, name: str, marker: str) -> str | None:
    """The statements of the script in a test function; None where they cannot be moved there.

    `marker` is a file of the project by which its root is known.
    """
    tree = ast.parse(source)
    if not is_movable(tree):
        return None
    head, body = split(tree)
    steps = natural(body)
    if not steps:
        return None
    blocks = [
        docstring(source),
        "\n".join(["import sys", "from pathlib import Path"]),
        _ROOT.format(marker=json.dumps(marker)).rstrip() + "\nsys.path.insert(0, str(ROOT))",
        "\n".join(imports(head)),
        "\n".join(constants(head, source)),
        *_definitions(head),
        f"def {name}(monkeypatch):\n" + indent("\n".join(_steps(steps)), _ONE_INDENT),
    ]
    return _joined(blocks)


def in_a_process(source: str, name: str, marker: str) -> str:
    """The whole script in an interpreter of its own: whatever it does, it can be run so."""
    quoted = source.replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
    blocks = [
        docstring(source),
        "\n".join(["import os", "import subprocess", "import sys", "from pathlib import Path"]),
        _ROOT.format(marker=json.dumps(marker)).rstrip() + f'\nSCRIPT = """\\\n{quoted}"""',
        _IN_A_PROCESS.format(name=name, seconds=SECONDS).rstrip(),
    ]
    return _joined(blocks)


def _stands(
    text: str, name: str, proof: Proof, fingerprint: Fingerprint, laboratory: Laboratory
) -> bool:
    """Whether it fails as the script does, and passes where the script's own control does."""
    driven = text + _DRIVER.format(name=name)
    seen = laboratory.prove(driven)
    if not seen.fired or not judge_all(fingerprint, seen).passed:
        return False
    control = _control(proof, driven)
    return control is None or laboratory.prove(control).is_clean


def _control(proof: Proof, driven: str) -> str | None:
    """With other lines in the project there is nothing to change in the test."""
    if proof.control.kind is not ControlKind.VARIANT or not proof.candidate.switches:
        return None
    try:
        return switched(driven, proof.candidate.switches)
    except Unfit:
        return None


def _definitions(head: Iterable[ast.stmt]) -> Iterator[str]:
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    yield from (ast.unparse(one) for one in head if isinstance(one, kinds))


def _steps(steps: Iterable[ast.stmt]) -> Iterator[str]:
    yield "monkeypatch.chdir(ROOT)"
    yield from (ast.unparse(ast.fix_missing_locations(step)) for step in steps)


def _joined(blocks: Iterable[str]) -> str:
    *others, test = [block for block in blocks if block]
    return "\n\n".join(others) + "\n\n\n" + test + "\n"
