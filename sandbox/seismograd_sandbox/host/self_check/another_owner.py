"""Owns a sandbox until it is killed: started by the checks about the death of owners."""

from __future__ import annotations

import pickle
import sys

from seismograd_sandbox.host.self_check.heartbeat import ONE_BEAT
from seismograd_sandbox.host.self_check.scripts import run


def main() -> None:
    # It comes from the process that started this one, and from nobody else.
    sandbox, workplace = pickle.load(sys.stdin.buffer)
    with sandbox.open(workplace) as session:
        run(session, ONE_BEAT, f"{session.outbox}/beat")


if __name__ == "__main__":
    main()
