"""A fresh desk for every test; the browser and the installed extension are shared."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests import parts
from tests.e2e.editor.desk import Desk
from tests.e2e.editor.installation import Installation
from tests.e2e.editor.real_editor import install_extension
from tests.e2e.editor.session import (
    ROOT,
    TRUST_ALL,
    PartMissing,
    built_extension,
    installed_editor,
    open_browser,
)

if TYPE_CHECKING:
    from playwright.sync_api import Browser

HERE = Path(__file__).parent
WANTED_VARIABLE = "SEISMOGRAD_EDITOR"
EVIDENCE = ROOT / "build" / "editor-failures"
REPORTS = pytest.StashKey[dict[str, pytest.TestReport]]()


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


@contextmanager
def needed() -> Iterator[None]:
    """What is missing ends the test, not the session."""
    try:
        yield
    except PartMissing as error:
        parts.missing(str(error))


@pytest.fixture(scope="session")
def installation() -> Installation:
    with needed():
        return installed_editor()


@pytest.fixture(scope="session")
def extensions(installation: Installation, tmp_path_factory: pytest.TempPathFactory) -> Path:
    with needed():
        vsix = built_extension()
    return install_extension(installation, vsix, tmp_path_factory.mktemp("installed"))


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with needed(), open_browser() as browser:
        yield browser


@pytest.fixture
def settings() -> dict[str, object]:
    """What the person who uses the editor has set before.

    Messages are logged, so that the evidence of a failure says who did not answer.
    """
    traced = {"seismograd.trace.server": "verbose"}
    return {**TRUST_ALL, **traced, "seismograd.python": sys.executable}


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
