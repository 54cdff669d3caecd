"""Pin versions: what users get, with hashes, and all that contributors test and build with.

As it is, versions that are pinned already stay. `--newest` takes the newest ones; torch stays
even then, because another one may bring gigabytes of CUDA packages.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from packaging.utils import (
    InvalidSdistFilename,
    InvalidWheelFilename,
    canonicalize_name,
    parse_sdist_filename,
    parse_wheel_filename,
)
from packaging.version import InvalidVersion, Version
from pip._internal.models.index import PyPI

ROOT = Path(__file__).resolve().parent.parent
CONSTRAINTS = ROOT / "constraints.txt"
LOCK = ROOT / "server" / "seismograd" / "requirements.lock"
FOR_CONTRIBUTORS = (
    *("-r", "tests/benchmarks/requirements.txt"),
    *("-r", "tests/e2e/editor/requirements.txt"),
    *("build", "hatchling", "packaging", ".[dev]"),
)
LIMIT_S = 60.0
HEAD_OF_CONSTRAINTS = """\
# Versions that everything here is tested and built with; `make lock` writes them.
# An unpinned torch brings gigabytes of CUDA packages.
"""
HEAD_OF_LOCK = """\
# What the server needs: `pip install --require-hashes -r` this file. The extension does the same.
# `make lock` writes it.
"""
_FILE = re.compile(r'<a [^>]*href="[^"#]*/(?P<name>[^"/#]+)#sha256=(?P<digest>[0-9a-f]{64})')
Pins = Mapping[str, str]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--newest", action="store_true", help="take the newest versions of all")
    kept = _kept(newest=parser.parse_args().newest)
    pins = resolved(FOR_CONTRIBUTORS, kept)
    needed = resolved(["."], _lines(pins))
    # The lock first: constraints that were written claim that there is one.
    LOCK.write_text(HEAD_OF_LOCK + "".join(_locked(needed)), encoding="utf-8")
    CONSTRAINTS.write_text(HEAD_OF_CONSTRAINTS + "".join(_lines(pins)), encoding="utf-8")


def _kept(*, newest: bool) -> list[str]:
    lines = CONSTRAINTS.read_text(encoding="utf-8").splitlines(keepends=True)
    return [line for line in lines if not newest or line.startswith("torch==")]


def resolved(wanted: Iterable[str], constraints: Iterable[str]) -> Pins:
    """What pip would install into an empty environment, without this project."""
    with tempfile.TemporaryDirectory() as folder:
        given, report = Path(folder, "constraints.txt"), Path(folder, "report.json")
        given.write_text("".join(constraints), encoding="utf-8")
        pip = [sys.executable, "-m", "pip", "install", "-q", "--disable-pip-version-check"]
        options = ["--dry-run", "--ignore-installed", "--report", str(report), "-c", str(given)]
        subprocess.run([*pip, *options, *wanted], cwd=ROOT, check=True)
        found = [one["metadata"] for one in json.loads(report.read_bytes())["install"]]
    versions = {canonicalize_name(one["name"]): Version(one["version"]).public for one in found}
    del versions[canonicalize_name("seismograd")]
    return dict(sorted(versions.items()))


def _lines(pins: Pins) -> list[str]:
    return [f"{name}=={version}\n" for name, version in pins.items()]


def _locked(pins: Pins) -> Iterator[str]:
    for name, version in pins.items():
        hashes = sorted(_hashes(name, Version(version)))
        yield " \\\n    ".join([f"{name}=={version}", *(f"--hash=sha256:{one}" for one in hashes)])
        yield "\n"


def _hashes(name: str, version: Version) -> set[str]:
    """Of the files for all systems: the lock is the same everywhere."""
    with urllib.request.urlopen(f"{_index()}/{name}/", timeout=LIMIT_S) as answer:
        page = answer.read().decode("utf-8")
    found = {m["digest"] for m in _FILE.finditer(page) if _version_of(m["name"]) == version}
    if not found:
        raise SystemExit(f"The package index names no files of {name} {version}")
    return found


def _index() -> str:
    """The index that pip is configured with, or its own default."""
    asked = [sys.executable, "-m", "pip", "config", "get", "global.index-url"]
    answer = subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip()
    return (answer or PyPI.simple_url).rstrip("/")


def _version_of(file: str) -> Version | None:
    try:
        parse = parse_wheel_filename if file.endswith(".whl") else parse_sdist_filename
        return parse(file)[1]
    except (InvalidWheelFilename, InvalidSdistFilename, InvalidVersion):
        return None


if __name__ == "__main__":
    main()
