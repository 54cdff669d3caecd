"""Started by path with the owner's interpreter."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

from seismograd_sandbox.host.supervisor.supervise import main

if __name__ == "__main__":
    main()
