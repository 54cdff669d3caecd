from __future__ import annotations

import importlib
import sys
import traceback
from collections.abc import Iterator
from pathlib import Path

import pytest

from seismograd_sandbox.guest.after_import import AfterImport


@pytest.fixture
def imports(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[AfterImport]:
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "whole").mkdir()
    (tmp_path / "whole" / "__init__.py").write_text("import whole.part\nREADY = True\n")
    (tmp_path / "whole" / "part.py").write_text("")
    (tmp_path / "broken.py").write_text("import os\nif 'FIXED' not in os.environ: 1 / 0\n")
    imports = AfterImport()
    imports.install()
    yield imports
    imports.remove()
    for name in ("whole", "whole.part", "broken"):
        sys.modules.pop(name, None)
    importlib.invalidate_caches()


def test_the_callbacks_come_once_the_package_is_complete_in_their_order(
    imports: AfterImport,
) -> None:
    heard: list[object] = []
    imports.when("whole", lambda module: heard.append(module.READY))
    imports.when("whole", lambda module: heard.append("second"))
    imports.when("whole.part", lambda module: heard.append(module.__name__))
    importlib.import_module("whole")
    importlib.import_module("whole")
    assert heard == ["whole.part", True, "second"]


def test_what_was_imported_before_is_told_at_once(imports: AfterImport) -> None:
    heard: list[object] = []
    imports.when("sys", heard.append)
    assert heard == [sys]


def test_nothing_shows_that_somebody_listened(imports: AfterImport) -> None:
    imports.when("whole", lambda module: None)
    module = importlib.import_module("whole")
    assert module.__spec__ is not None
    assert type(module.__loader__).__name__ == "SourceFileLoader"
    assert module.__spec__.loader is module.__loader__


def test_a_package_that_is_not_there_is_as_missing_as_ever(imports: AfterImport) -> None:
    imports.when("surely_not_installed", lambda module: None)
    with pytest.raises(ModuleNotFoundError, match="surely_not_installed"):
        importlib.import_module("surely_not_installed")


def test_an_import_that_failed_is_heard_when_it_succeeds(
    imports: AfterImport, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[object] = []
    imports.when("broken", heard.append)
    with pytest.raises(ZeroDivisionError) as caught:
        exec("import broken")
    files = [frame.filename for frame in traceback.extract_tb(caught.tb)]
    assert files[1:] == ["<string>", files[-1]]
    assert heard == []
    monkeypatch.setenv("FIXED", "1")
    importlib.import_module("broken")
    assert len(heard) == 1


def test_every_search_is_heard() -> None:
    searches: list[int] = []
    imports = AfterImport(lambda: searches.append(1))
    assert imports.find_spec("anything", None) is None
    assert searches == [1]
