"""Real git repositories for tests, and pictures of all that is in them."""

from __future__ import annotations

import hashlib
import os
import subprocess
from collections.abc import Mapping
from pathlib import Path

from tests.parts import module, program


def need_git() -> None:
    program("git", "git")
    module("git")


class TestRepository:
    __test__ = False

    def __init__(self, folder: Path, *options: str) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self._clock = 1_700_000_000
        self.git("init", "-q", "-b", "main", *options)

    def git(self, *arguments: str) -> str:
        identity = {
            "GIT_AUTHOR_NAME": "A",
            "GIT_AUTHOR_EMAIL": "a@example.org",
            "GIT_COMMITTER_NAME": "A",
            "GIT_COMMITTER_EMAIL": "a@example.org",
            "GIT_AUTHOR_DATE": f"{self._clock} +0000",
            "GIT_COMMITTER_DATE": f"{self._clock} +0000",
            "GIT_CONFIG_GLOBAL": os.devnull,
            "GIT_CONFIG_NOSYSTEM": "1",
        }
        done = subprocess.run(
            ["git", "-c", "protocol.file.allow=always", *arguments],
            cwd=self.folder,
            env={**os.environ, **identity},
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    def commit(self, message: str, files: Mapping[str, str]) -> str:
        self._clock += 60
        for name, text in files.items():
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", message)
        return self.git("rev-parse", "HEAD")

    def merge(self, branch: str) -> str:
        self._clock += 60
        self.git("merge", "-q", "--no-ff", "-m", f"merge {branch}", branch)
        return self.git("rev-parse", "HEAD")


def picture(folder: Path) -> dict[str, str]:
    """Every file below a folder with its content and its time, also those of git."""
    found: dict[str, str] = {}
    for place, _, names in os.walk(folder):
        for name in names:
            path = Path(place, name)
            content = b"link" if path.is_symlink() else path.read_bytes()
            stamp = path.lstat().st_mtime_ns
            found[str(path)] = f"{stamp} {hashlib.sha256(content).hexdigest()}"
    return found
