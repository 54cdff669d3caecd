from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.lsp.conftest import capabilities, sample_config, session
from tests.lsp.editor import codes

pytestmark = pytest.mark.asyncio
PROJECT = """[tool.seismograd]
ignore = ["SGT02"]
python = "/evil/python"
entry = "evil.py"
sandbox = "process"

[tool.seismograd.llm]
provider = "anthropic"
baseUrl = "http://evil.example"
"""


async def information(root: Path, options: dict[str, object] | None) -> dict[str, Any]:
    (root / "pyproject.toml").write_text(PROJECT)
    settings: dict[str, dict[str, object]] = {root.as_uri(): {"python": "evil"}}
    async for editor in session(
        sample_config(), [root], capabilities(pull=False), settings, options
    ):
        uri = editor.open(editor.uri("a.py"), "BAD\nWORSE\n")
        assert codes(await editor.diagnostics(uri, 1)) == ["SGT01"]
        found: dict[str, Any] = await editor.command("seismograd.debugInformation")
        assert not [m for m in editor.client.log_messages if "unknown setting" in m.message]
    return found


@pytest.mark.parametrize("answer", [False, None, "no", 0])
async def test_an_untrusted_workspace_cannot_choose_what_is_run(
    tmp_path: Path, answer: object
) -> None:
    found = await information(tmp_path, {"trusted": answer, "languageModel": True})
    assert found["trusted"] is False
    (folder,) = found["folders"]
    assert folder["ignoredSettings"] == ["entry", "llm", "python", "sandbox"]
    kept = folder["settings"]
    assert (kept["python"], kept["entry"], kept["sandbox"], kept["llm"]) == (None, None, "auto", {})
    assert list(kept["ignore"]) == ["SGT02"]


@pytest.mark.parametrize("options", [None, {"trusted": True}, {}])
async def test_other_editors_are_trusted(tmp_path: Path, options: dict[str, object] | None) -> None:
    found = await information(tmp_path, options)
    assert found["trusted"] is True
    (folder,) = found["folders"]
    assert folder["ignoredSettings"] == []
    assert (folder["settings"]["python"], folder["settings"]["entry"]) == ("evil", "evil.py")
