"""One wish to end a run, however often it is heard at once; a later one ends the process."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest

from seismograd.cancellation import Cancellation
from seismograd.cli import run_signals
from seismograd.cli.run_signals import cancelled_by_signals

pytestmark = pytest.mark.skipif(os.name == "nt", reason="needs signals")
AGAIN = """
import os, signal, time
from seismograd.cancellation import Cancellation
from seismograd.cli import run_signals
run_signals.SAME_WISH_S = 0.0
with run_signals.cancelled_by_signals(Cancellation()):
    for _ in range(2):
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(0.1)
print("still here")
"""


def test_two_signals_at_once_are_one_wish(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run_signals, "SAME_WISH_S", 60.0)
    wish = Cancellation()
    with cancelled_by_signals(wish):
        os.kill(os.getpid(), signal.SIGTERM)
        os.kill(os.getpid(), signal.SIGTERM)
        deadline = time.monotonic() + 10
        while not wish and time.monotonic() < deadline:
            time.sleep(0.01)
    assert wish


def test_a_later_one_ends_the_process() -> None:
    done = subprocess.run([sys.executable, "-c", AGAIN], capture_output=True, check=False)
    assert done.returncode == -signal.SIGTERM
    assert not done.stdout
