"""An owner in a process of its own: opens a sandbox and starts a run that never ends.

With `go-on` it survives an interrupt, uses the sandbox again, and says how that went.
"""

from __future__ import annotations

import pickle
import sys

from seismograd_sandbox.host.selection import sandbox_named


def main() -> None:
    name, workplace, script, word = pickle.load(sys.stdin.buffer)
    session = sandbox_named(name, workplace.project).open(workplace)
    try:
        session.run([session.python, "-c", script, word])
    except KeyboardInterrupt:
        if "go-on" not in sys.argv:
            raise
    with session:
        print("succeeded" if session.run([session.python, "train.py"]).succeeded else "failed")


if __name__ == "__main__":
    main()
