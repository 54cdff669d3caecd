"""A fresh desk for every test; the browser and the installed extension are shared."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests import parts
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

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
WANTED_VARIABLE = "SEISMOGRAD_EDITOR"
VSIX_VARIABLE = "SEISMOGRAD_VSIX"
EVIDENCE = ROOT / "build" / "editor-failures"
REPORTS = pytest.StashKey[dict[str, pytest.TestReport]]()
TRUST_ALL: dict[str, object] = {"security.workspace.trust.enabled": False}
BROWSER_ARGUMENTS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """These tests take minutes: they run when they are named, not with all others."""
    named = [Path(argument.split("::")[0]).resolve() for argument in config.args]
    wanted = os.environ.get(WANTED_VARIABLE) == "1"
    return None if wanted or any(path.is_relative_to(HERE) for path in named) else True


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    report = yield
    item.stash.setdefault(REPORTS, {})[report.when] = report
    return report


@pytest.fixture(scope="session")
def installation() -> Installation:
    found = default_installation()
    if missing_steps(found):
        parts.missing("the editor is not installed: python -m tests.e2e.editor.install")
    return found


@pytest.fixture(scope="session")
def vsix() -> Path:
    path = Path(os.environ.get(VSIX_VARIABLE, ROOT / "build" / "seismograd.vsix"))
    if not path.exists():
        parts.missing(f"the extension is not built: {path.name} comes from make vsix")
    return path


@pytest.fixture(scope="session")
def extensions(
    installation: Installation, vsix: Path, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    return install_extension(installation, vsix, tmp_path_factory.mktemp("installed"))


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    api = parts.module("playwright.sync_api")
    chromium = find_chromium() or parts.missing(
        f"Chromium is not installed, and {CHROMIUM_VARIABLE} names none"
    )
    with api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=BROWSER_ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def settings() -> dict[str, object]:
    """What the person who uses the editor has set before."""
    return {**TRUST_ALL, "seismograd.python": sys.executable}


@pytest.fixture
def desk(
    installation: Installation,
    browser: Browser,
    extensions: Path,
    settings: dict[str, object],
    tmp_path: Path,
    request: pytest.FixtureRequest,
) -> Iterator[Desk]:
    desk = Desk(installation, browser, tmp_path, extensions, settings)
    try:
        yield desk
        report = request.node.stash.get(REPORTS, {}).get("call")
        if report is not None and report.failed:
            desk.keep_evidence(EVIDENCE / request.node.name)
        desk.close_windows()
        assert desk.orphans() == []
    finally:
        desk.close_windows()
        desk.stop()
