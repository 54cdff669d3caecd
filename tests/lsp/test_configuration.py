from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from lsprotocol import types

from tests.lsp.conftest import capabilities, sample_config, session
from tests.lsp.editor import Editor, bounds, codes, until

pytestmark = pytest.mark.asyncio(loop_scope="module")
TEXT = "BAD\nWORSE\n"


@pytest.fixture(scope="module")
def roots(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    base = tmp_path_factory.mktemp("roots")
    roots = [base / name for name in ("first", "second", "second/nested")]
    for root in roots:
        root.mkdir()
    project = '[tool.seismograd]\nignore = ["SGT02"]\nseverity = {SGT01 = "error"}\nshoe = 1\n'
    (roots[0] / "pyproject.toml").write_text(project)
    (roots[2] / "pyproject.toml").write_text('[tool.seismograd]\nselect = ["SGT02"]\n')
    return roots[:2]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def editor(roots: list[Path]) -> AsyncIterator[Editor]:
    settings: dict[str, dict[str, object]] = {roots[1].as_uri(): {"ignore": ["SGT01"]}}
    abilities = capabilities(pull=False, encodings=("utf-8", "utf-16"))
    async for found in session(sample_config(), roots, abilities, settings):
        yield found


async def test_each_folder_has_its_own_settings(editor: Editor, roots: list[Path]) -> None:
    first = editor.open((roots[0] / "a.py").as_uri(), TEXT)
    second = editor.open((roots[1] / "b.py").as_uri(), TEXT)
    (found,) = await editor.diagnostics(first, 1)
    assert (found.code, found.severity) == ("SGT01", types.DiagnosticSeverity.Error)
    assert codes(await editor.diagnostics(second, 1)) == ["SGT02"]


async def test_the_nearest_project_file_holds(editor: Editor, roots: list[Path]) -> None:
    nested = editor.open((roots[1] / "nested" / "c.py").as_uri(), "WORSE\nBAD\n")
    assert codes(await editor.diagnostics(nested, 1)) == ["SGT02"]


async def test_the_editor_overrides_the_project_and_live(editor: Editor, roots: list[Path]) -> None:
    uri = (roots[0] / "live.py").as_uri()
    editor.open(uri, TEXT)
    assert codes(await editor.diagnostics(uri, 1)) == ["SGT01"]
    editor.configure({"ignore": ["SGT01"], "severity": {"SGT02": "hint"}}, roots[0].as_uri())
    await until(lambda: editor.shown(uri) == ["SGT02"])
    assert editor.published[uri].diagnostics[0].severity == types.DiagnosticSeverity.Hint
    editor.configure({}, roots[0].as_uri())
    await until(lambda: editor.shown(uri) == ["SGT01"])


async def test_a_changed_project_file_holds_at_once(editor: Editor, roots: list[Path]) -> None:
    uri = (roots[1] / "watched.py").as_uri()
    editor.open(uri, TEXT)
    await editor.diagnostics(uri, 1)
    project = roots[1] / "pyproject.toml"
    project.write_text('[tool.seismograd.severity]\nworse-word = "info"\n')
    editor.disk_changed(project.as_uri(), types.FileChangeType.Created)
    information = types.DiagnosticSeverity.Information
    await until(lambda: editor.published[uri].diagnostics[0].severity == information)


async def test_mistakes_in_settings_are_logged_once(editor: Editor, roots: list[Path]) -> None:
    for _ in range(2):
        editor.configure({"checkMode": "all", "selct": ["X"], "trace": {"server": "off"}})

    def times(word: str) -> int:
        return sum(word in entry.message for entry in editor.client.log_messages)

    await until(lambda: times("checkMode") > 0)
    await editor.command("seismograd.debugInformation")
    assert [times(word) for word in ("shoe", "selct", "checkMode", "trace")] == [1, 1, 1, 0]


async def test_columns_are_negotiated(editor: Editor, roots: list[Path]) -> None:
    uri = editor.open((roots[0] / "bytes.py").as_uri(), "s = '😀', BAD")
    (found,) = await editor.diagnostics(uri, 1)
    assert bounds(found) == (0, 12, 0, 15)


async def test_a_folder_may_come_and_go(
    editor: Editor, tmp_path_factory: pytest.TempPathFactory
) -> None:
    late = tmp_path_factory.mktemp("late")
    (late / "pyproject.toml").write_text('[tool.seismograd]\nselect = ["SGT02"]\n')
    folder = types.WorkspaceFolder(late.as_uri(), "late")
    uri = editor.open((late / "x.py").as_uri(), TEXT)
    assert codes(await editor.diagnostics(uri, 1)) == ["SGT02"]
    for added, removed in (([folder], []), ([], [folder])):
        editor.client.workspace_did_change_workspace_folders(
            types.DidChangeWorkspaceFoldersParams(types.WorkspaceFoldersChangeEvent(added, removed))
        )
    information = await editor.command("seismograd.debugInformation")
    assert len(information["folders"]) == 2
    assert editor.shown(uri) == ["SGT02"]


async def test_debug_information_shows_the_settings_in_effect(
    editor: Editor, roots: list[Path]
) -> None:
    first, _ = (await editor.command("seismograd.debugInformation"))["folders"]
    assert first["settingsFile"] == str(roots[0] / "pyproject.toml")
    assert list(first["settings"]["ignore"]) == ["SGT02"]


async def test_an_excluded_file_is_left_alone_even_when_open(
    editor: Editor, roots: list[Path]
) -> None:
    uri = editor.open((roots[0] / "build" / "copy.py").as_uri(), TEXT)
    assert await editor.diagnostics(uri, 1) == ()


async def test_a_client_without_configuration_is_configured_at_the_start(
    tmp_path: Path,
) -> None:
    abilities = capabilities(pull=False)
    assert abilities.workspace is not None
    abilities.workspace.configuration = False
    config = sample_config()
    client = await config.start()
    editor = Editor(client, tmp_path)  # type: ignore[arg-type]
    await client.initialize_session(  # type: ignore[attr-defined]
        types.InitializeParams(
            abilities,
            root_uri=tmp_path.as_uri(),
            initialization_options={"settings": {"ignore": ["SGT01"]}},
        )
    )
    uri = editor.open(editor.uri("a.py"), TEXT)
    assert codes(await editor.diagnostics(uri, 1)) == ["SGT02"]
    editor.client.workspace_did_change_configuration(
        types.DidChangeConfigurationParams({"seismograd": {"ignore": ["SGT02"]}})
    )
    await until(lambda: editor.shown(uri) == ["SGT01"])
    await editor.client.shutdown_session()
    await client.stop()
