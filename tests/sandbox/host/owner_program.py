"""An owner in a process of its own: opens a sandbox, starts a run that never ends, tells of it."""

from __future__ import annotations

import pickle
import sys

from seismograd_sandbox.host.selection import sandbox_named


def main() -> None:
    name, workplace, script, word = pickle.load(sys.stdin.buffer)
    session = sandbox_named(name).open(workplace)
    session.run([session.python, "-c", script, word])


if __name__ == "__main__":
    main()
