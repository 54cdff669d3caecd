"""Run the command lines of standard input one after the other, each in the folder of its script.

One process imports the frameworks once."""

from __future__ import annotations

import os
import runpy
import sys
from pathlib import Path


def run(script: Path, arguments: list[str]) -> None:
    os.chdir(script.parent)
    sys.argv = [script.name, *arguments]
    sys.path.insert(0, str(script.parent))
    loaded = set(sys.modules)
    runpy.run_path(str(script), run_name="__main__")
    sys.path.remove(str(script.parent))
    for name in set(sys.modules) - loaded:
        file = getattr(sys.modules[name], "__file__", None)
        if file is not None and Path(file).is_relative_to(script.parent):
            del sys.modules[name]


for line in sys.stdin:
    words = line.split()
    print(f"running {words[0]}", flush=True)
    run(Path(words[0]), words[1:])
print("finished")
