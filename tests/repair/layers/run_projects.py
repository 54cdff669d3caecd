"""Run the scripts named on the command line one after the other, each in its own folder."""

from __future__ import annotations

import os
import runpy
import sys
from pathlib import Path

for name in sys.argv[1:]:
    script = Path(name)
    os.chdir(script.parent)
    sys.argv = [script.name]
    runpy.run_path(str(script), run_name="__main__")
    print(f"finished {script.parent}")
