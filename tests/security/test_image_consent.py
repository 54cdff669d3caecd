"""What a project asks for is downloaded only with the consent of the user, and runs nothing."""

from __future__ import annotations

import http.server
import io
import json
import sys
import tarfile
import threading
import uuid
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

import pytest

from seismograd.cli.folder_settings import FolderSettings
from seismograd.lsp.folder_settings import Folder
from seismograd.lsp.folder_settings import FolderSettings as EditorSettings
from seismograd.settings_file import load_settings
from seismograd_sandbox.host.docker_engine.images.pip_lines import pip_lines
from seismograd_sandbox.host.docker_engine.images.recipe import REPOSITORY, dockerfile
from seismograd_sandbox.host.limits import MIB, Limits
from seismograd_sandbox.host.sandbox import Sandbox, SandboxUnusable
from seismograd_sandbox.host.scratch import PLACE
from seismograd_sandbox.host.workplace import Workplace
from tests.sandbox.engine import BASE_IMAGE, Engine

LIMITS = Limits(wall_s=60, memory_bytes=512 * MIB, pids=100)
MANIFEST = Path(__file__).parents[2] / "client-vscode" / "package.json"


class _Index(http.server.BaseHTTPRequestHandler):
    """One package that there is only the source of; to build it runs its `setup.py`."""

    asked: ClassVar[list[str]] = []

    def do_GET(self) -> None:
        self.asked.append(self.path)
        if self.path == "/simple/quake/":
            self._answer(b'<a href="/quake-1.0.tar.gz">quake-1.0.tar.gz</a>')
        elif self.path.endswith(".tar.gz"):
            self._answer(_source())
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


def _source() -> bytes:
    setup = b"import os, sys\nsys.stderr.write('BUILD SCRIPT AS %d' % os.getuid())\nsys.exit(3)\n"
    content = io.BytesIO()
    with tarfile.open(fileobj=content, mode="w:gz") as archive:
        for name, text in {"setup.py": setup, "PKG-INFO": b"Name: quake\nVersion: 1.0\n"}.items():
            entry = tarfile.TarInfo(f"quake-1.0/{name}")
            entry.size = len(text)
            archive.addfile(entry, io.BytesIO(text))
    return content.getvalue()


@pytest.fixture
def index(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """What is asked of the index, which lies on the loopback."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), _Index)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    monkeypatch.setenv("PIP_INDEX_URL", f"http://127.0.0.1:{server.server_port}/simple")
    _Index.asked.clear()
    yield _Index.asked
    server.shutdown()
    server.server_close()


@pytest.fixture
def workplace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workplace:
    monkeypatch.setenv(PLACE, str(tmp_path / "scratch"))
    project = tmp_path / "project"
    project.mkdir()
    (project / "requirements.txt").write_text(f"quake==1.0  # {uuid.uuid4()}\n")
    return Workplace(project, Path(sys.executable), tmp_path / "outbox", LIMITS)


def _sandbox(engine: Engine, tmp_path: Path, strangers: bool = True) -> Sandbox:
    from seismograd_sandbox.host.docker_engine import DockerSandbox
    from seismograd_sandbox.host.docker_engine.images.choice import Wishes
    from seismograd_sandbox.host.docker_engine.images.memory import Memory

    wishes = Wishes(base=BASE_IMAGE, network="host", strangers=strangers)
    return DockerSandbox(Path.cwd(), engine.url, wishes, Memory(tmp_path / "memory.json"))


def test_nothing_is_installed_without_consent(
    engine: Engine, workplace: Workplace, tmp_path: Path, index: list[str]
) -> None:
    told: list[str] = []
    elsewhere = replace(workplace, python=tmp_path / "no-python")
    before = engine.docker("images", "-q", REPOSITORY)
    with _sandbox(engine, tmp_path).open(elsewhere, tell=told.append) as session:
        assert session.run([session.python, "-c", "pass"]).succeeded
    assert index == []
    assert engine.docker("images", "-q", REPOSITORY) == before
    said = "\n".join(told)
    assert "1 package that the project names would be downloaded from http://127.0.0.1" in said
    assert "--build-image" in said


def test_an_obstacle_names_the_consent_that_is_missing(
    engine: Engine, workplace: Workplace, tmp_path: Path, index: list[str]
) -> None:
    elsewhere = replace(workplace, python=tmp_path / "no-python")
    with pytest.raises(SandboxUnusable, match="--build-image"):
        _sandbox(engine, tmp_path, strangers=False).open(elsewhere)
    assert index == []


def test_with_consent_no_build_script_is_run(
    engine: Engine, workplace: Workplace, tmp_path: Path, index: list[str]
) -> None:
    told: list[str] = []
    agreed = replace(workplace, build_image=True)
    with _sandbox(engine, tmp_path).open(agreed, tell=told.append):
        pass
    said = "\n".join(told)
    assert "BUILD SCRIPT" not in said
    assert "quake==1.0 could not be installed: its index has no wheel" in said
    assert not any(path.endswith(".tar.gz") for path in index)


@pytest.mark.parametrize("variant", ["cpu", "cuda"])
def test_pip_does_not_run_as_root(variant: str) -> None:
    user = "0:0"
    for line in dockerfile(variant).decode().splitlines():
        user = line.split()[1] if line.startswith("USER ") else user
        assert "pip install" not in line or (user, "--only-binary :all:" in line) == (
            "65534:65534",
            True,
        )
    assert user == "65534:65534"


@pytest.mark.parametrize(
    "line",
    [
        "git+https://example.org/evil.git",
        "evil @ git+ssh://example.org/evil.git",
        "evil @ https://example.org/evil.tar.gz",
        "https://example.org/evil.tar.gz",
        "http://example.org/evil.whl",
        "--no-binary :all:",
        "--no-binary=torch",
        "torch --no-binary :all:",
        "torch>=2 --global-option=x",
        "torch ; python_version > '3' --config-settings=x=y",
        "--pre",
        "--trusted-host example.org",
        "--index-url http://example.org/simple",
        "--extra-index-url https://user:word@example.org/simple",
        "--extra-index-url https://${SECRET}.example.org/",
        "--find-links https://example.org/",
        "-r https://example.org/more.txt",
        "./evil",
        "../evil",
        "evil.tar.gz/../../x",
        "torch==${VERSION}",
        "x" * 5000,
    ],
)
def test_lines_that_would_make_pip_do_more_than_unpack_are_left_out(line: str) -> None:
    lines = pip_lines({"requirements.txt": f"numpy\n{line}\n".encode()})
    assert lines is not None
    assert lines.requirements == ("numpy",)
    assert lines.indexes == ()


@pytest.mark.parametrize(
    "line",
    [
        "torch",
        "torch==2.1.0+cu118",
        "torch>=2,<3",
        "torch[extra,more] ~= 2.0 ; python_version >= '3.9'",
        "torch (>=2.0)",
        "torch==2.* --hash=sha256:0123456789abcdef",
        "zope.interface!=5.0,==6.*",
    ],
)
def test_everyday_lines_are_installed(line: str) -> None:
    lines = pip_lines({"requirements.txt": line.encode()})
    assert lines is not None
    assert lines.requirements == (line,)


def test_an_index_of_the_project_is_used_and_said() -> None:
    text = b"--extra-index-url https://download.pytorch.org/whl/cu118\ntorch\ngit+https://e.org/x\n"
    lines = pip_lines({"requirements.txt": text})
    assert lines is not None
    assert lines.indexes == ("https://download.pytorch.org/whl/cu118",)
    assert lines.left_out == ("git+https://e.org/x",)


@pytest.mark.parametrize("where", ["git", "path", "url"])
def test_a_dependency_from_elsewhere_is_not_looked_for_by_its_name(where: str) -> None:
    """Anybody may have published a package of that name."""
    text = f'[tool.poetry.dependencies]\ntorch = "*"\nours = {{{where} = "x"}}\n'
    lines = pip_lines({"pyproject.toml": text.encode()})
    assert lines is not None
    assert lines.requirements == ("torch",)


@pytest.mark.parametrize("key", ["buildImage", "build_image", "build-image", "BuildImage"])
def test_a_project_cannot_agree_in_place_of_the_user(tmp_path: Path, key: str) -> None:
    (tmp_path / "pyproject.toml").write_text(f"[tool.seismograd]\n{key} = true\n")
    settings, problems = load_settings(tmp_path)
    assert not settings.build_image
    assert any("only you can set it" in problem for problem in problems)
    assert not FolderSettings({}).of(str(tmp_path)).build_image
    assert FolderSettings({"build_image": True}).of(str(tmp_path)).build_image


@pytest.mark.parametrize("trusted", [False, True])
def test_the_editor_agrees_by_a_setting_of_the_machine(tmp_path: Path, trusted: bool) -> None:
    settings = EditorSettings(())
    settings.trusted = trusted
    settings.replace([Folder(tmp_path.as_uri(), str(tmp_path), {"buildImage": True})], {})
    assert settings.settings(str(tmp_path / "train.py")).build_image is trusted
    sections = json.loads(MANIFEST.read_text("utf-8"))["contributes"]["configuration"]
    (setting,) = [
        s["properties"]["seismograd.buildImage"]
        for s in sections
        if "seismograd.buildImage" in s["properties"]
    ]
    assert setting["scope"] == "machine"
