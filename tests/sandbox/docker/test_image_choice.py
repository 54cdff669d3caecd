"""Which image a project gets, with a real engine and a package index on the loopback."""

from __future__ import annotations

import dataclasses
import http.server
import io
import sys
import threading
import uuid
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from seismograd_sandbox.host.docker_engine import DockerSandbox
from seismograd_sandbox.host.docker_engine.docker_session import DockerSession
from seismograd_sandbox.host.docker_engine.images.borrowing import read_interpreter
from seismograd_sandbox.host.docker_engine.images.choice import Wishes
from seismograd_sandbox.host.docker_engine.images.memory import Memory
from seismograd_sandbox.host.docker_engine.images.recipe import REPOSITORY
from seismograd_sandbox.host.sandbox import SandboxUnusable
from seismograd_sandbox.host.self_check.wish import Wish
from seismograd_sandbox.host.workplace import Workplace
from tests.sandbox.docker.inside import python
from tests.sandbox.docker.inside import told as answer
from tests.sandbox.engine import BASE_IMAGE, Engine

NETWORKS = "import json, socket; print(json.dumps([name for _, name in socket.if_nameindex()]))"


@pytest.fixture
def index(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An index with one package, `tremor`, at the place where pip is told to look."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), _Index)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    monkeypatch.setenv("PIP_INDEX_URL", f"http://127.0.0.1:{server.server_port}/simple")
    yield
    server.shutdown()
    server.server_close()


@pytest.mark.slow
def test_an_image_is_built_once_for_the_same_requirements(
    engine: Engine, memory: Memory, workplace: Workplace, index: None
) -> None:
    told: list[str] = []
    wishes = Wishes(base=BASE_IMAGE, network="host")
    sandbox = DockerSandbox(Path.cwd(), engine.url, wishes, memory)
    workplace = dataclasses.replace(workplace, build_image=True)
    _require(workplace.project, f"tremor==1.0  # {uuid.uuid4()}\n-e .\n")
    with _built(engine):
        with sandbox.open(workplace, tell=told.append) as session:
            assert python(session, "import tremor; print(tremor.depth)").stdout.text == "10\n"
            names = answer(session, NETWORKS)
            assert names == ["lo"]
        assert any("Building an image" in line for line in told)
        assert any("tremor" in line for line in told)
        told.clear()
        with sandbox.open(workplace, tell=told.append) as session:
            assert isinstance(session, DockerSession)
            assert "built for the project's requirements" in session.why_this_image
            assert python(session, "import tremor").succeeded
        assert told == []


@pytest.mark.slow
def test_a_build_that_fails_is_told_once_and_another_image_is_used(
    engine: Engine, memory: Memory, workplace: Workplace, index: None
) -> None:
    told: list[str] = []
    wishes = Wishes(base=BASE_IMAGE, network="host")
    workplace = dataclasses.replace(workplace, build_image=True)
    _require(workplace.project, f"no-such-package  # {uuid.uuid4()}\n")
    for _ in range(2):
        sandbox = DockerSandbox(Path.cwd(), engine.url, wishes, memory)
        with sandbox.open(workplace, tell=told.append) as session:
            assert python(session, "pass").succeeded
    assert sum("No image could be built" in line for line in told) == 1


@pytest.mark.slow
def test_a_build_can_be_cancelled(
    engine: Engine, memory: Memory, workplace: Workplace, index: None
) -> None:
    wish = Wish()

    def tell(line: str) -> None:
        if line.startswith("Step"):
            wish.make()

    workplace = dataclasses.replace(workplace, build_image=True)
    _require(workplace.project, f"tremor  # {uuid.uuid4()}\n")
    sandbox = DockerSandbox(Path.cwd(), engine.url, Wishes(base=BASE_IMAGE, network="host"), memory)
    with pytest.raises(SandboxUnusable, match="cancelled"):
        sandbox.open(workplace, wish, tell)


def test_packages_of_the_interpreter_are_lent(
    engine: Engine, sandbox: DockerSandbox, workplace: Workplace
) -> None:
    theirs = read_interpreter(Path(sys.executable))
    assert theirs is not None
    with sandbox.open(workplace) as session:
        assert isinstance(session, DockerSession)
        if "can use the interpreter's packages" not in session.why_this_image:
            pytest.skip(f"the base image has another Python than {sys.executable}")
        outcome = python(session, "import pytest; print(pytest.__file__)")
        assert outcome.stdout.text.strip().startswith(theirs.sites), outcome.stderr.text
        assert not python(session, "import pytest; open(pytest.__file__, 'a')").succeeded


def test_the_chosen_image_is_used_and_no_other(
    engine: Engine, memory: Memory, workplace: Workplace
) -> None:
    _require(workplace.project, "tremor\n")
    sandbox = DockerSandbox(Path.cwd(), engine.url, Wishes(image=BASE_IMAGE), memory=memory)
    with sandbox.open(workplace) as session:
        assert isinstance(session, DockerSession)
        assert session.why_this_image == f"the image {BASE_IMAGE} was chosen"
        assert not python(session, "import pytest").succeeded


def test_a_chosen_image_that_cannot_be_had_is_an_obstacle(
    engine: Engine, memory: Memory, workplace: Workplace
) -> None:
    name = "127.0.0.1:9/no/such-image:1"
    with pytest.raises(SandboxUnusable, match="could not be fetched") as raised:
        DockerSandbox(Path.cwd(), engine.url, Wishes(image=name), memory=memory).open(workplace)
    assert raised.value.obstacle.remedy == f"docker pull {name}"


def test_a_picky_choice_takes_no_image_without_the_packages(
    engine: Engine, memory: Memory, workplace: Workplace, tmp_path: Path
) -> None:
    elsewhere = dataclasses.replace(workplace, python=tmp_path / "no-python")
    sandbox = DockerSandbox(Path.cwd(), engine.url, Wishes(strangers=False), memory)
    with pytest.raises(SandboxUnusable, match="no image with a Python that fits") as raised:
        sandbox.open(elsewhere)
    assert raised.value.obstacle.remedy.startswith("docker pull python:")


def test_a_whole_home_is_no_project(
    sandbox: DockerSandbox, workplace: Workplace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(workplace.project / "ada"))
    with pytest.raises(SandboxUnusable, match="home folder"):
        sandbox.open(workplace)


def test_without_an_interpreter_any_python_is_used(
    engine: Engine, memory: Memory, workplace: Workplace, tmp_path: Path
) -> None:
    told: list[str] = []
    elsewhere = dataclasses.replace(workplace, python=tmp_path / "no-python")
    sandbox = DockerSandbox(Path.cwd(), engine.url, memory=memory)
    with sandbox.open(elsewhere, tell=told.append) as session:
        assert python(session, "pass").succeeded
    assert any("are not seen" in line for line in told)


def _require(project: Path, lines: str) -> None:
    (project / "requirements.txt").write_text(lines)


@contextmanager
def _built(engine: Engine) -> Iterator[None]:
    """Images of the test are removed; others of the same name are left alone."""
    before = set(engine.docker("images", "-q", REPOSITORY).split())
    try:
        yield
    finally:
        for image in set(engine.docker("images", "-q", REPOSITORY).split()) - before:
            engine.docker("rmi", "-f", image)


class _Index(http.server.BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        if self.path == "/simple/tremor/":
            self._answer(b'<a href="/tremor-1.0-py3-none-any.whl">tremor-1.0-py3-none-any.whl</a>')
        elif self.path.endswith(".whl"):
            self._answer(_wheel())
        else:
            self.send_error(404)

    def _answer(self, content: bytes) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: object) -> None:
        """Nobody reads it."""


def _wheel() -> bytes:
    folder = "tremor-1.0.dist-info"
    files = {
        "tremor.py": "depth = 10\n",
        f"{folder}/METADATA": "Metadata-Version: 2.1\nName: tremor\nVersion: 1.0\n",
        f"{folder}/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    files[f"{folder}/RECORD"] = "".join(f"{name},,\n" for name in [*files, f"{folder}/RECORD"])
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return content.getvalue()
