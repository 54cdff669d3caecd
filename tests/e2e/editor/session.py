"""A desk outside of tests, and what tests and other programs need to set one up."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from tests.e2e.editor.desk import Desk
from tests.e2e.editor.install import missing_steps
from tests.e2e.editor.installation import (
    CHROMIUM_VARIABLE,
    Installation,
    default_installation,
    find_chromium,
)
from tests.e2e.editor.real_editor import install_extension

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ROOT = Path(__file__).parents[3]
VSIX_VARIABLE = "SEISMOGRAD_VSIX"
TRUST_ALL: dict[str, object] = {"security.workspace.trust.enabled": False}
BROWSER_ARGUMENTS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip


class PartMissing(Exception):
    """Something that a real editor needs is not there; the message says how to get it."""


def installed_editor() -> Installation:
    found = default_installation()
    if missing_steps(found):
        raise PartMissing("the editor is not installed: python -m tests.e2e.editor.install")
    return found


def built_extension() -> Path:
    path = Path(os.environ.get(VSIX_VARIABLE, ROOT / "build" / "seismograd.vsix"))
    if not path.exists():
        raise PartMissing(f"{path.name} is not built: make vsix")
    return path


@contextmanager
def open_browser() -> Iterator[Browser]:
    try:
        from playwright.sync_api import sync_playwright
    except ImportError as error:
        raise PartMissing("the package playwright is not installed") from error
    chromium = find_chromium()
    if chromium is None:
        raise PartMissing(f"Chromium is not installed, and {CHROMIUM_VARIABLE} names none")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=BROWSER_ARGUMENTS)
        yield browser
        browser.close()


@contextmanager
def open_desk(vsix: Path, folder: Path, settings: Mapping[str, object]) -> Iterator[Desk]:
    """A desk with the packaged extension installed; everything ends with it."""
    installation = installed_editor()
    extensions = install_extension(installation, vsix, folder / "installed")
    with open_browser() as browser:
        desk = Desk(installation, browser, folder / "desk", extensions, settings)
        desk.folder.mkdir()
        try:
            yield desk
        finally:
            desk.close_windows()
            desk.stop()
