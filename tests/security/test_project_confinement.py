"""What a project's code names is read within the project only, whichever front end asks."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from seismograd.cli.main import main
from tests.lsp.raw_server import RawServer
from tests.mcp.raw_client import RawClient

pytestmark = pytest.mark.slow

SERVER = (sys.executable, "-m", "seismograd.cli.main", "serve")
SECRET = 48151
NETWORK = """import json
from torch import nn
{reading}
model = nn.Sequential(nn.Linear(4, size), nn.ReLU())
"""
READINGS = {
    "dots": "size = json.load(open('../private/config.json'))['size']",
    "file link": "size = json.load(open('linked.json'))['size']",
    "folder link": "size = json.load(open('linked/config.json'))['size']",
    "absolute": "size = json.load(open('{outside}/config.json'))['size']",
    "path": "from pathlib import Path\n"
    "size = json.loads((Path(__file__).parent.parent / 'private/config.json').read_text())['size']",
    "import of a linked file": "from secret import size",
    "import of a linked folder": "from linked.secret import size",
    "import from a linked src": "from hidden import size",
}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project beside a folder with secrets, and links into it."""
    folder, private = tmp_path / "project", tmp_path / "private"
    for place in (folder, private):
        place.mkdir()
    (private / "config.json").write_text(json.dumps({"size": SECRET}))
    for name in ("secret.py", "hidden.py"):
        (private / name).write_text(f"size = {SECRET}\n")
    (folder / "linked.json").symlink_to(private / "config.json")
    (folder / "linked").symlink_to(private)
    (folder / "src").symlink_to(private)
    (folder / "secret.py").symlink_to(private / "secret.py")
    for number, reading in enumerate(READINGS.values()):
        text = NETWORK.format(reading=reading.replace("{outside}", str(private)))
        (folder / f"train{number}.py").write_text(text)
    (folder / "config.json").write_text('{"size": 7531}')
    inner = NETWORK.format(reading="size = json.load(open('config.json'))['size']")
    (folder / "honest.py").write_text(inner)
    return folder


@pytest.fixture
def assistant(project: Path) -> Iterator[RawClient]:
    with RawClient(project, "--root", str(project)) as client:
        client.request(0, "initialize", protocolVersion="2025-06-18")
        client.read()
        yield client


@pytest.fixture
def editor(project: Path) -> Iterator[RawServer]:
    with RawServer(SERVER) as server:
        folders = [{"uri": project.as_uri(), "name": "project"}]
        asked = {"processId": None, "rootUri": None, "capabilities": {}}
        server.request("initialize", {**asked, "workspaceFolders": folders})
        server.notify("initialized", {})
        yield server


def command(server: RawServer, name: str, **argument: Any) -> Any:
    """The answer, or the message of the error."""
    wanted = {"command": name, "arguments": [argument]}
    number = server.send_request("workspace/executeCommand", wanted)
    while (message := server.read()).get("id") != number:
        pass
    return message["error"]["message"] if "error" in message else message["result"]


@pytest.mark.parametrize("way", READINGS)
def test_an_assistant_is_shown_nothing_from_outside(assistant: RawClient, way: str) -> None:
    assistant.call(1, "show", file=f"train{list(READINGS).index(way)}.py")
    assert str(SECRET) not in json.dumps(assistant.read())


@pytest.mark.parametrize("way", READINGS)
def test_the_command_line_shows_nothing_from_outside(
    project: Path,
    way: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(project)
    assert main(["show", f"train{list(READINGS).index(way)}.py"]) == 0
    assert str(SECRET) not in capsys.readouterr().out
    assert main(["show", "honest.py"]) == 0
    assert "7531" in capsys.readouterr().out


def test_an_editor_shows_nothing_from_outside(project: Path, editor: RawServer) -> None:
    show = "seismograd.showProgram"
    for number in range(len(READINGS)):
        found = command(editor, show, uri=(project / f"train{number}.py").as_uri())
        assert str(SECRET) not in json.dumps(found), list(READINGS)[number]
    assert "7531" in json.dumps(command(editor, show, uri=(project / "honest.py").as_uri()))


@pytest.mark.parametrize(
    "path", ["../private/hidden.py", "linked/hidden.py", "secret.py", "src", "sub/../../private"]
)
@pytest.mark.parametrize("tool", ["check", "show"])
def test_an_assistant_names_no_path_outside(assistant: RawClient, tool: str, path: str) -> None:
    assistant.call(1, tool, **({"paths": [path]} if tool == "check" else {"file": path}))
    answer = assistant.read()["result"]
    assert answer["isError"]
    assert "outside" in answer["content"][0]["text"]


OUTSIDE = ("../private/hidden.py", "linked/hidden.py", "secret.py", "a%00b.py")


@pytest.mark.parametrize("path", OUTSIDE)
def test_an_editor_names_no_file_outside(project: Path, editor: RawServer, path: str) -> None:
    uri = "file://" + os.path.join(project, path)
    for name, argument in (
        ("seismograd.findings", {"uris": [uri]}),
        ("seismograd.showProgram", {"uri": uri}),
        ("seismograd.run", {"uri": uri, "arguments": []}),
        ("seismograd.reproduce", {"uri": uri}),
    ):
        told = command(editor, name, **argument)
        assert isinstance(told, str), name
        assert "outside of the open folders" in told, name


def test_what_an_editor_has_open_may_lie_anywhere(project: Path, editor: RawServer) -> None:
    uri = (project.parent / "private" / "hidden.py").as_uri()
    editor.open(uri, "import torch\nx = 1  # seismograd: ignore\n")
    found = command(editor, "seismograd.findings", uris=[uri])
    assert [one["range"]["start"]["line"] for one in found["findings"]] == [2]


def test_an_editor_hovers_over_nothing_outside(project: Path, editor: RawServer) -> None:
    place = project.parent / "private" / "train.py"
    place.write_text("from torch import optim\nlr = 0.48151\noptimiser = optim.SGD([], lr=lr)\n")
    document = {"uri": place.as_uri()}
    at = {"textDocument": document, "position": {"line": 2, "character": 24}}
    assert editor.request("textDocument/hover", at) is None
