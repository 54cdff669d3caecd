"""Put the server's wheel, a note of what it is, and what it needs where the extension ships it."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
from pathlib import Path

CLIENT = Path(__file__).resolve().parent.parent
BUNDLED = CLIENT / "bundled"
LOCK = CLIENT.parent / "server" / "seismograd" / "requirements.lock"
REQUIREMENTS = "requirements.txt"


def main() -> None:
    shutil.rmtree(BUNDLED, ignore_errors=True)
    BUNDLED.mkdir()
    _build(CLIENT.parent)
    shutil.copyfile(LOCK, BUNDLED / REQUIREMENTS)
    (wheel,) = BUNDLED.glob("seismograd-*.whl")
    note = {
        "file": wheel.name,
        "version": wheel.name.split("-")[1],
        "sha256": hashlib.sha256(wheel.read_bytes()).hexdigest(),
        "requirements": REQUIREMENTS,
    }
    (BUNDLED / "wheel.json").write_text(json.dumps(note, indent=2) + "\n", encoding="utf-8")


def _build(project: Path) -> None:
    # The build backend is installed already: nothing is fetched, and the build is repeatable.
    pip = [sys.executable, "-m", "pip", "wheel", "-q", "--disable-pip-version-check"]
    options = ["--no-deps", "--no-build-isolation", "--no-cache-dir"]
    subprocess.run([*pip, *options, "-w", str(BUNDLED), str(project)], check=True)


if __name__ == "__main__":
    main()
