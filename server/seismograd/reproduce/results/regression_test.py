"""A reproduction as a test of the project: it fails while the bug is there, and passes after.

It runs the script as it was proven, in an interpreter of its own: whatever a script does to its
process, other tests do not feel it.
"""

from __future__ import annotations

import ast
import json

from seismograd.reproduce.proof import Proof

SECONDS = 600
_TEST = '''\
{docstring}import os
import subprocess
import sys
from pathlib import Path

# The project: the folder above that has a file of it, or else where pytest was started.
ROOT = next(
    (folder for folder in Path(__file__).resolve().parents if (folder / {marker}).is_file()),
    Path.cwd(),
)
SCRIPT = """\\
{script}"""


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
'''


def regression_test(proof: Proof, name: str) -> str:
    """The root of the project is known by a file that the script went through."""
    source = proof.candidate.source
    return _TEST.format(
        docstring=_docstring(source),
        marker=json.dumps(proof.provenance.places[0].file),
        script=source.replace("\\", "\\\\").replace('"""', '\\"\\"\\"'),
        name=name,
        seconds=SECONDS,
    )


def _docstring(source: str) -> str:
    """As it stands in the script, without how the script is run."""
    text = ast.get_docstring(ast.parse(source)) or ""
    first = text.partition("\nRun it")[0].strip().replace("\\", " ").replace('"', "'")
    return f'"""{first}\n\nFails while the bug is there.\n"""\n\n' if first else ""
