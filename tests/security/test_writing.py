"""Nothing is written through a link that a project, or code in a sandbox, has prepared."""

from __future__ import annotations

import argparse
import ast
import json
import os
import re
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from seismograd.cli.model_options import transcript_from
from seismograd.cli.trouble import UsageError
from seismograd.own_folder import new_folder
from seismograd.reproduce.results.write_results import (
    CannotWriteResults,
    Destination,
    write_results,
)
from seismograd.reproduce.trials.tree import Tree
from seismograd.reproduce.trials.warm_trials import WarmTrials
from seismograd.runs import warm_interpreter as warm
from seismograd.runs.warm_interpreter import NotWarm
from seismograd.signed_files import write_signed
from seismograd_sandbox.host.sandbox import SandboxUnusable
from seismograd_sandbox.host.selection import choose
from seismograd_sandbox.untrusted_writes import (
    append_to_file,
    create_file,
    make_folder,
    make_way,
    replace_file,
)
from tests.architecture.imports import PRODUCT, sources, syntax
from tests.lsp.raw_server import RawServer
from tests.parts import missing
from tests.reproduce.some_results import reproduced

pytestmark = pytest.mark.skipif(os.name != "posix", reason="links need rights there")
WRITING = re.compile(r"[rbt]*[wax+][rbt+]*")
Write = Callable[[Path, bytes, Path], None]
RESULT = {"version": 1, "status": "not-reproduced", "title": "halve fails"}


def create(path: Path, content: bytes, within: Path) -> None:
    create_file(path, content, within=within)


def replace(path: Path, content: bytes, within: Path) -> None:
    replace_file(path, content, within=within)


def append(path: Path, content: bytes, within: Path) -> None:
    append_to_file(path, content, within=within)


WRITERS = [create, replace, append]


class Place:
    """A project beside files of its user."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "project"
        self.home = folder / "home"
        self.root.mkdir()
        self.home.mkdir()
        (self.home / "notes.txt").write_text("mine")

    def dangling(self, name: str) -> Path:
        return self._link(name, self.home / "new.txt")

    def existing(self, name: str) -> Path:
        return self._link(name, self.home / "notes.txt")

    def folder(self, name: str) -> Path:
        return self._link(name, self.home)

    def _link(self, name: str, target: Path) -> Path:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.symlink_to(target)
        return path

    def assert_untouched(self) -> None:
        assert [path.name for path in self.home.iterdir()] == ["notes.txt"]
        assert (self.home / "notes.txt").read_text() == "mine"


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path)


@pytest.mark.parametrize("write", WRITERS)
def test_links_are_not_written_through(place: Place, write: Write) -> None:
    for path in (place.dangling("a"), place.existing("b"), place.folder("c") / "new.txt"):
        with pytest.raises(OSError):  # noqa: PT011 - which one differs
            write(path, b"theirs", place.root)
    with pytest.raises(OSError):  # noqa: PT011
        make_folder(place.root / "c" / "deeper", within=place.root)
    place.assert_untouched()


@pytest.mark.parametrize("write", WRITERS)
def test_a_link_outside_of_the_project_is_not_written_through_either(
    place: Place, write: Write
) -> None:
    link = place.existing("b").rename(place.root.parent / "b")
    with pytest.raises(OSError):  # noqa: PT011
        write(link, b"theirs", place.root)
    place.assert_untouched()


@pytest.mark.parametrize("write", WRITERS)
def test_files_are_written_where_they_were_wanted(place: Place, write: Write) -> None:
    path = place.root / "report.html"
    write(path, b"text", place.root)
    assert path.read_bytes() == b"text"
    assert [one.name for one in place.root.iterdir()] == ["report.html"]


@pytest.mark.parametrize("write", [replace, append])
def test_pipes_and_folders_are_left_alone(place: Place, write: Write) -> None:
    os.mkfifo(place.root / "pipe")
    (place.root / "folder").mkdir()
    for name in ("pipe", "folder"):
        with pytest.raises(OSError):  # noqa: PT011
            write(place.root / name, b"x", place.root)
    assert sorted(one.name for one in place.root.iterdir()) == ["folder", "pipe"]


def test_a_file_that_is_replaced_keeps_its_rights(place: Place) -> None:
    path = place.root / "report.html"
    path.write_text("old")
    path.chmod(0o640)
    replace_file(path, b"new", within=place.root)
    assert (path.read_text(), stat.S_IMODE(path.stat().st_mode)) == ("new", 0o640)


def test_way_is_made_for_files_of_ours_only_inside(place: Place) -> None:
    place.existing("run/run.json")
    make_way(place.root / "run" / "run.json", within=place.root)
    assert not os.path.lexists(place.root / "run" / "run.json")
    place.folder("linked")
    (place.home / "stop").mkdir()
    with pytest.raises(OSError, match="is a link"):
        make_way(place.root / "linked" / "stop", within=place.root)
    assert (place.home / "stop").is_dir()


class Server(RawServer):
    """A server on a project, as an editor opens it."""

    def __init__(self, root: Path, trusted: bool) -> None:
        super().__init__((sys.executable, "-m", "seismograd.cli.main", "serve"))
        options = {"trusted": trusted, "languageModel": False}
        self.request(
            "initialize",
            {
                "processId": None,
                "rootUri": root.as_uri(),
                "capabilities": {},
                "initializationOptions": options,
            },
        )
        self.notify("initialized", {})

    def refusal(self, command: str, name: str) -> str:
        params = {"command": command, "arguments": [{"id": name}]}
        number = self.send_request("workspace/executeCommand", params)
        while (answer := self.read()).get("id") != number or "method" in answer:
            pass
        return str(answer.get("error", {}).get("message"))


@pytest.mark.parametrize(
    ("trusted", "words"), [(True, "links are not followed"), (False, "not trusted")]
)
def test_editing_criteria_writes_through_no_link(place: Place, trusted: bool, words: str) -> None:
    folder = new_folder(place.root, "reproductions")
    write_signed(folder / "result.json", json.dumps(RESULT).encode(), place.root)
    place.dangling(str((folder / "criteria.json").relative_to(place.root)))
    with Server(place.root, trusted) as server:
        assert words in server.refusal("seismograd.reproductionCriteria", folder.name)
        server.leave()
    place.assert_untouched()


def test_nothing_is_written_into_a_workspace_that_is_not_trusted(place: Place) -> None:
    folder = new_folder(place.root, "reproductions")
    write_signed(folder / "result.json", json.dumps(RESULT).encode(), place.root)
    before = sorted(place.root.rglob("*"))
    commands = ("reproductionCriteria", "insertReproductionTest", "runReport")
    with Server(place.root, trusted=False) as server:
        for command in commands:
            assert "not trusted" in server.refusal(f"seismograd.{command}", folder.name)
        server.leave()
    assert sorted(place.root.rglob("*")) == before


@pytest.mark.parametrize(
    "name", ["reproduce_halve_3_fails.py", "reproduction.md", "result.json", "findings.json"]
)
def test_a_result_is_handed_over_beside_links_only(place: Place, name: str) -> None:
    place.dangling(f"out/{name}")
    to = Destination(place.root / "out", place.root)
    with pytest.raises(CannotWriteResults, match="link"):
        write_results(reproduced(), to, {"version": 1})
    place.assert_untouched()


def test_a_result_is_not_handed_over_into_a_linked_folder(place: Place) -> None:
    place.folder("out")
    with pytest.raises(CannotWriteResults, match="link"):
        write_results(reproduced(), Destination(place.root / "out", place.root))
    with pytest.raises(CannotWriteResults, match="link"):
        write_results(reproduced(), Destination(place.root / "out" / "new", place.root))
    place.assert_untouched()


def test_a_regression_test_is_not_written_through_links(place: Place) -> None:
    asked = reproduced(test_source="def test_it(): ...\n")
    place.dangling("test_mine.py")
    wanted = Destination(place.root / "results", place.root, place.root / "test_mine.py")
    assert write_results(asked, wanted).test == place.root / "results" / "test_halve_3_fails.py"
    place.folder("tests")
    linked = Destination(place.root / "results", place.root, place.root / "tests")
    with pytest.raises(CannotWriteResults, match="link"):
        write_results(asked, linked)
    place.assert_untouched()


def test_a_transcript_is_not_written_through_a_link(place: Place) -> None:
    link = place.dangling("talk.jsonl")
    with pytest.raises(UsageError, match="links are not followed"):
        transcript_from(argparse.Namespace(transcript=str(link)), place.root)
    place.assert_untouched()


def cli(place: Place, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "seismograd.cli.main", *words]
    return subprocess.run(command, cwd=place.root, capture_output=True, text=True, timeout=120)


def test_a_run_leaves_nothing_behind_links(place: Place) -> None:
    (place.root / "pyproject.toml").write_text("[tool.seismograd]\n")
    (place.root / "train.py").write_text("open('model.pt', 'w').write('weights')\n")
    place.dangling("page.html")
    place.folder("out")
    run = ("run", "--sandbox", "process")
    done = cli(place, *run, "--report", "page.html", "train.py")
    assert "links are not followed" in done.stderr
    for out in ("out", "out/new"):
        done = cli(place, *run, "--out", out, "train.py")
        assert (done.returncode, "is a link" in done.stderr) == (2, True)
    place.assert_untouched()


OWN_PLACES = {
    "cli/demo.py": "a new temporary folder",
    "cli/generated_pages.py": "the pages of this repository",
    "cli/trouble.py": "the null device",
    "reproduce/commits/private_folders.py": "a private temporary folder",
    "reproduce/trials/judged.py": "a new temporary folder",
    "source/replace_file.py": "--fix: a new file beside the source that it then takes the place of",
}
"""Files that write by themselves, and where; everything else uses the one writer."""


def test_everything_is_written_by_the_one_writer() -> None:
    wrong = {
        f"{name}:{call.lineno}"
        for path in sources()
        if (name := path.relative_to(PRODUCT).as_posix()) not in OWN_PLACES
        for call in ast.walk(syntax(path))
        if isinstance(call, ast.Call) and is_writing(call)
    }
    assert wrong == set()


def is_writing(call: ast.Call) -> bool:
    match call.func:
        case ast.Attribute(attr="write_text" | "write_bytes"):
            return True
        case ast.Name(id="open") | ast.Attribute(attr="open"):
            modes = [*call.args, *(word.value for word in call.keywords)]
            texts = [mode.value for mode in modes if isinstance(mode, ast.Constant)]
            return any(isinstance(text, str) and WRITING.fullmatch(text) for text in texts)
    return False


PLANT_LINKS = """
import os
words = open("/proc/self/cmdline").read().split("\\0")
folder = words[words.index("--warm") + 1]
for number in range(1, 20):
    for name in (f".{{number}}.request", f"{{number}}.request", ".stop", "stop"):
        if not os.path.lexists(f"{{folder}}/{{name}}"):
            os.symlink({target!r}, f"{{folder}}/{{name}}")
print("planted")
"""
PLANT_FOLDER = """
import os
words = open("/proc/self/cmdline").read().split("\\0")
folder = words[words.index("--warm") + 1]
os.rename(folder, folder + "-aside")
os.symlink({target!r}, folder)
"""


def warm_trials(place: Place) -> WarmTrials:
    try:
        return WarmTrials(Tree(place.root, Path(sys.executable), choose("bubblewrap", place.root)))
    except SandboxUnusable as error:
        missing(f"bubblewrap does not work here: {error}", "bubblewrap")


@pytest.mark.skipif(sys.platform != "linux", reason="finds its folder by /proc")
def test_code_that_is_tried_cannot_redirect_what_it_is_sent(place: Place) -> None:
    target = str(place.home / "notes.txt")
    with warm_trials(place) as trials:
        seen = trials.try_out(PLANT_LINKS.format(target=target), 0, 60.0, {})
        assert "planted" in seen.stdout, seen.stderr
        assert "second" in trials.try_out("print('second')", 0, 60.0, {}).stdout
        place.assert_untouched()
    place.assert_untouched()


@pytest.mark.skipif(sys.platform != "linux", reason="finds its folder by /proc")
def test_the_folder_of_requests_cannot_be_put_elsewhere(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(warm, "GRACE_S", 0.5)
    with warm_trials(place) as trials, pytest.raises(NotWarm):
        trials.try_out(PLANT_FOLDER.format(target=str(place.home)), 0, 2.0, {})
    place.assert_untouched()
