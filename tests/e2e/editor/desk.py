"""What a test sits at: editors, their windows, and the tidying up afterwards."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from tests.e2e.editor.installation import Installation
from tests.e2e.editor.processes import until
from tests.e2e.editor.real_editor import CodeServer, Flavour, RealEditor
from tests.e2e.editor.workbench import Workbench

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, ViewportSize

SERVER_ENDS_LIMIT_S = 20


@dataclass
class Desk:
    """Starts editors and opens windows; keeps both to close them."""

    installation: Installation
    browser: Browser
    folder: Path
    extensions: Path | None
    settings: Mapping[str, object] = field(default_factory=dict)
    window_size: ViewportSize = field(default_factory=lambda: {"width": 1280, "height": 800})
    editors: list[RealEditor] = field(default_factory=list)
    contexts: list[BrowserContext] = field(default_factory=list)

    @property
    def workspace(self) -> Path:
        return self.folder / "workspace"

    def write(self, name: str, text: str) -> Path:
        path = self.workspace / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def start(
        self,
        settings: Mapping[str, object] | None = None,
        *,
        flavour: Flavour | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> RealEditor:
        folder = self.folder / f"editor{len(self.editors)}"
        self.workspace.mkdir(exist_ok=True)
        editor = RealEditor(self.installation, folder, flavour or CodeServer(), environment or {})
        editor.prepare(self.extensions, {**self.settings, **(settings or {})})
        self.editors.append(editor)
        editor.start()
        return editor

    def open(self, editor: RealEditor, place: Path | str | None = None, **query: str) -> Workbench:
        """A new window on a folder, on the address of one, or on a .code-workspace file."""
        place = str(place or self.workspace)
        kind = "workspace" if place.endswith(".code-workspace") else "folder"
        context = self.browser.new_context(viewport=self.window_size)
        self.contexts.append(context)
        return Workbench(context.new_page(), editor.address(**{kind: place}, **query))

    def close_windows(self) -> None:
        for context in self.contexts:
            context.close()
        self.contexts.clear()

    def orphans(self) -> list[str]:
        """Language servers that outlive their windows, while the editor still runs."""

        def running() -> list[str]:
            return [
                " ".join(found.command) for editor in self.editors for found in editor.servers()
            ]

        until(lambda: not running(), SERVER_ENDS_LIMIT_S)
        return running()

    def keep_evidence(self, folder: Path) -> None:
        """Keep pictures and logs of what went wrong."""
        shutil.rmtree(folder, ignore_errors=True)
        pages = [page for context in self.contexts for page in context.pages]
        for number, page in enumerate(pages):
            page.screenshot(path=str(folder / f"window{number}.png"))
        for editor in self.editors:
            kept = folder / editor.folder.name
            shutil.copytree(editor.profile / "logs", kept / "logs", dirs_exist_ok=True)
            shutil.copy(editor.log, kept)

    def stop(self) -> None:
        for editor in self.editors:
            editor.stop()
        shutil.rmtree(self.folder, ignore_errors=True)
