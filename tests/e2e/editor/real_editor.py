"""One running editor with a profile, extensions and logs of its own.

Nothing is shared between two of them: unsaved changes of one test would
otherwise come back in the next.
"""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
import urllib.request
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol
from urllib.parse import urlencode

from tests.e2e.editor import processes
from tests.e2e.editor.installation import Installation
from tests.e2e.editor.kept_process import KeptProcess
from tests.e2e.editor.processes import Process

START_LIMIT_S = 120
QUIET_SETTINGS: dict[str, object] = {
    "workbench.startupEditor": "none",
    "workbench.secondarySideBar.defaultVisibility": "hidden",
    "workbench.enableExperiments": False,
    "workbench.editor.useModal": "off",
    "chat.disableAIFeatures": True,
    "extensions.autoUpdate": False,
    "extensions.autoCheckUpdates": False,
    "extensions.ignoreRecommendations": True,
    "telemetry.telemetryLevel": "off",
    "files.autoSave": "off",
    "editor.accessibilitySupport": "off",
    "editor.minimap.enabled": False,
    "git.enabled": False,
    "remote.autoForwardPorts": False,
}

# Else the editor asks a login shell, whose PATH comes before the one that a test has chosen.
GIVEN_ENVIRONMENT = {"VSCODE_CLI": "1"}


class Flavour(Protocol):
    """A way to serve the workbench."""

    def command(self, editor: RealEditor) -> list[str]: ...


class CodeServer:
    """The workbench as people open it in a browser."""

    def command(self, editor: RealEditor) -> list[str]:
        entry = editor.installation.code_server / "out" / "node" / "entry.js"
        config = editor.folder / "config.yaml"
        config.write_text("auth: none\n")
        return [
            str(editor.installation.node), str(entry),
            "--bind-addr", f"127.0.0.1:{editor.port}", "--auth", "none", "--config", str(config),
            "--disable-telemetry", "--disable-update-check", *_shared_arguments(editor),
        ]  # fmt: skip


class TestServer:
    """The same workbench with the door for tests inside of its extension host."""

    __test__ = False

    def command(self, editor: RealEditor) -> list[str]:
        entry = editor.installation.workbench / "out" / "server-main.js"
        return [
            str(editor.installation.node), str(entry),
            "--host", "127.0.0.1", "--port", str(editor.port), "--without-connection-token",
            "--accept-server-license-terms", "--enable-smoke-test-driver",
            "--telemetry-level", "off", "--server-data-dir", str(editor.folder / "server"),
            *_shared_arguments(editor),
        ]  # fmt: skip


def _shared_arguments(editor: RealEditor) -> list[str]:
    return [
        # Else the extension host outlives its closed window for hours.
        "--reconnection-grace-time", "1",
        "--user-data-dir", str(editor.profile),
        "--extensions-dir", str(editor.extensions),
    ]  # fmt: skip


@dataclass
class RealEditor:
    """A server of workbenches; every page that opens its address is a window."""

    installation: Installation
    folder: Path
    flavour: Flavour
    environment: Mapping[str, str] = field(default_factory=dict)
    mark: str = field(default_factory=lambda: uuid.uuid4().hex)
    port: int = field(default_factory=lambda: _free_port())
    _process: KeptProcess | None = None

    @property
    def profile(self) -> Path:
        return self.folder / "profile"

    @property
    def extensions(self) -> Path:
        return self.folder / "extensions"

    @property
    def log(self) -> Path:
        return self.folder / "editor.log"

    def prepare(self, extensions: Path | None, settings: Mapping[str, object]) -> None:
        """Lay out a fresh profile, with the extensions of a folder where one is given."""
        self.write_settings(settings)
        if extensions is None:
            self.extensions.mkdir()
        else:
            shutil.copytree(extensions, self.extensions)

    def write_settings(self, settings: Mapping[str, object]) -> None:
        text = json.dumps({**QUIET_SETTINGS, **settings}, indent=2)
        # In a browser the editor is a remote one: there it takes what belongs to a machine,
        # such as paths, from the machine's settings and not from the person's.
        for owner in ("User", "Machine"):
            file = self.profile / owner / "settings.json"
            file.parent.mkdir(parents=True, exist_ok=True)
            # At once: of an empty file, the editor reads that every setting was taken back.
            whole = file.with_suffix(".whole")
            whole.write_text(text)
            whole.replace(file)

    def start(self) -> None:
        command = self.flavour.command(self)
        environment = {**GIVEN_ENVIRONMENT, **self.environment}
        self._process = KeptProcess.start(command, self.mark, environment, self.log)
        assert processes.until(self._answers, START_LIMIT_S), self.log.read_text()

    def stop(self) -> None:
        if self._process is not None:
            self._process.stop()

    def address(self, **query: str) -> str:
        return f"http://127.0.0.1:{self.port}/?{urlencode(query)}"

    def servers(self) -> list[Process]:
        """The language servers that run for any window of this editor."""
        return [process for process in processes.marked(self.mark) if process.is_server]

    def output(self, channel: str) -> str:
        """What the extension wrote into one of its output channels, in all windows."""
        logs = (self.profile / "logs").rglob(f"{channel}.log")
        return "\n".join(path.read_text(errors="replace") for path in sorted(logs))

    def _answers(self) -> bool:
        assert self._process is not None
        assert self._process.is_running, self.log.read_text()
        try:
            with urllib.request.urlopen(self.address(), timeout=5) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def install_extension(installation: Installation, vsix: Path, folder: Path) -> Path:
    """Install a packaged extension as a person would; returns the folder of extensions."""
    editor = RealEditor(installation, folder, CodeServer())
    editor.prepare(None, {})
    command = [*CodeServer().command(editor), "--install-extension", str(vsix)]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=START_LIMIT_S)
    assert "was successfully installed" in ended.stdout, ended.stdout + ended.stderr
    return editor.extensions


def add_extension(extensions: Path, source: Path, folder: Path) -> Path:
    """A folder of extensions with one more, which need not be packaged."""
    shutil.copytree(extensions, folder)
    shutil.copytree(source, folder / source.name)
    about = json.loads((source / "package.json").read_text())
    entry = {
        "identifier": {"id": f"{about['publisher']}.{about['name']}"},
        "version": about["version"],
        "location": {"$mid": 1, "scheme": "file", "path": str(folder / source.name)},
        "relativeLocation": source.name,
    }
    register = folder / "extensions.json"
    register.write_text(json.dumps([*json.loads(register.read_text()), entry]))
    return folder
