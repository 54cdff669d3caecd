"""The standard output belongs to the client: nothing else may ever write to it."""

from __future__ import annotations

import os
import sys
from typing import BinaryIO


def claim_stdout() -> BinaryIO:
    """A private stream to the client; whatever prints from now on lands on standard error."""
    sys.stdout.flush()
    private = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return private
