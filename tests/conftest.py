"""What holds for all tests."""

from __future__ import annotations

import os
import signal

from hypothesis import settings

# The same examples in every run, so that a change is judged by what it does and not by luck;
# SEISMOGRAD_EXPLORE=1 searches for new ones.
settings.register_profile("steady", derandomize=True, deadline=None)
settings.register_profile("explore", deadline=None, max_examples=500)
settings.load_profile("explore" if os.environ.get("SEISMOGRAD_EXPLORE") else "steady")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # Shells let what they run in the background ignore interrupts, and so would all our children.
    signal.signal(signal.SIGINT, signal.default_int_handler)
