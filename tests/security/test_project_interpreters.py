"""Nothing that a project brings along is executed outside of a sandbox."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from seismograd.runs.interpreter import NoInterpreter, find_interpreter
from seismograd_sandbox.host.docker_engine.images.borrowing import read_interpreter
from seismograd_sandbox.host.interpreter import inspect_interpreter
from seismograd_sandbox.host.limits import MIB, Limits
from seismograd_sandbox.host.programs import find_program, is_outside
from seismograd_sandbox.host.sandbox import SandboxUnusable
from seismograd_sandbox.host.scratch import PLACE
from seismograd_sandbox.host.selection import sandbox_named
from seismograd_sandbox.host.surroundings.packages import read_installation
from seismograd_sandbox.host.workplace import Workplace
from tests import parts
from tests.sandbox.engine import Engine
from tests.security.hostile_environments import BASE, TRAPS, Trap, honest_environment, set_program

LIMITS = Limits(wall_s=60, memory_bytes=512 * MIB, pids=100)
PROGRAMS = (
    *("arp", "bwrap", "cc", "conda", "docker", "gcc", "getconf", "gh", "git", "ifconfig", "ip"),
    *("ld", "ldconfig", "lsb_release", "lscpu", "newuidmap", "node", "nvidia-smi", "objdump", "ps"),
    *("sh", "ssh", "unshare", "uname", "uv", "which"),
)
"""Whatever we, the standard library or a package might start."""
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="the programs are shell scripts"),
]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(PLACE, str(tmp_path / "scratch"))
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "train.py").write_text("print('trained')\n")
    return folder


@pytest.fixture(params=TRAPS, ids=lambda build: build.__name__)
def trap(request: pytest.FixtureRequest, project: Path, tmp_path: Path) -> Trap:
    build: Callable[[Path, Path], Path] = request.param
    mark = tmp_path / "executed"
    return Trap(build(project, mark), mark)


def _workplace(project: Path, python: Path, tmp_path: Path) -> Workplace:
    outbox = tmp_path / "outbox"
    outbox.mkdir(exist_ok=True)
    return Workplace(project, python, outbox, LIMITS)


def test_it_is_read_and_not_started(trap: Trap, project: Path) -> None:
    read_interpreter(trap.python)
    read_installation(trap.python)
    inspect_interpreter(trap.python, project)
    assert not trap.went_off


@pytest.mark.parametrize("named", [False, True], ids=["found", "named"])
def test_doctor_does_not_start_it(trap: Trap, project: Path, named: bool) -> None:
    if named:
        relative = trap.python.relative_to(project)
        (project / "pyproject.toml").write_text(f'[tool.seismograd]\npython = "./{relative}"\n')
    # Nobody runs the product from inside of a stranger's environment.
    variables = {k: v for k, v in os.environ.items() if k not in ("VIRTUAL_ENV", "CONDA_PREFIX")}
    # Nor are there walls to start it behind.
    variables |= {"DOCKER_HOST": f"unix://{project}/no-engine.sock", "PATH": "/nowhere"}
    done = subprocess.run(
        [sys.executable, "-m", "seismograd.cli.main", "doctor", "--format", "json", "."],
        cwd=project,
        env=variables,
        capture_output=True,
        timeout=120,
    )
    facts = json.loads(done.stdout)
    if named:
        assert facts["environment"]["interpreter"] == str(trap.python)
    assert not trap.went_off


def test_the_docker_sandbox_does_not_start_it(
    trap: Trap, project: Path, tmp_path: Path, engine: Engine
) -> None:
    from seismograd_sandbox.host.docker_engine import DockerSandbox
    from seismograd_sandbox.host.docker_engine.images.memory import Memory

    sandbox = DockerSandbox(Path.cwd(), engine.url, memory=Memory(tmp_path / "memory.json"))
    with sandbox.open(_workplace(project, trap.python, tmp_path)) as session:
        assert session.run([session.python, "-c", "pass"]).succeeded
    assert not trap.went_off


def test_bubblewrap_starts_it_inside_only(trap: Trap, project: Path, tmp_path: Path) -> None:
    sandbox = sandbox_named("bubblewrap", project)
    if obstacle := sandbox.obstacle():
        parts.missing(str(obstacle), "bubblewrap")
    try:
        with sandbox.open(_workplace(project, trap.python, tmp_path)) as session:
            session.run([session.python, "-c", "pass"])
    except SandboxUnusable:
        pass
    assert not trap.went_off


def test_process_does_not_start_it_before_the_run(
    trap: Trap, project: Path, tmp_path: Path
) -> None:
    """Whoever chooses `process` lets the project's code run; until a run begins nothing does."""
    with sandbox_named("process", project).open(_workplace(project, trap.python, tmp_path)):
        assert not trap.went_off


def test_the_self_check_tries_the_sandbox_with_another_interpreter(
    project: Path, tmp_path: Path
) -> None:
    from seismograd.cli.doctor_self_check import _python

    for build in TRAPS:
        place = project / build.__name__
        place.mkdir()
        build(place, tmp_path / "executed")
        assert is_outside(_python(str(place), None), place)


@pytest.mark.parametrize("name", ["process", "bubblewrap"])
def test_an_honest_environment_works_as_before(name: str, project: Path, tmp_path: Path) -> None:
    sandbox = sandbox_named(name, project)
    if obstacle := sandbox.obstacle():
        parts.missing(str(obstacle), name)
    python = honest_environment(project)
    with sandbox.open(_workplace(project, python, tmp_path)) as session:
        outcome = session.run([session.python, "-c", "import own_package as o; print(o.VALUE)"])
    assert outcome.stdout.text == "7\n", outcome.stderr.text


def test_an_honest_environment_lends_its_packages_to_a_container(
    project: Path, tmp_path: Path, engine: Engine
) -> None:
    from seismograd_sandbox.host.docker_engine import DockerSandbox
    from seismograd_sandbox.host.docker_engine.docker_session import DockerSession
    from seismograd_sandbox.host.docker_engine.images.memory import Memory

    python = honest_environment(project)
    sandbox = DockerSandbox(Path.cwd(), engine.url, memory=Memory(tmp_path / "memory.json"))
    with sandbox.open(_workplace(project, python, tmp_path)) as session:
        assert isinstance(session, DockerSession)
        if "can use the interpreter's packages" not in session.why_this_image:
            pytest.skip("the base image has another Python")
        outcome = session.run([session.python, "-c", "import own_package as o; print(o.VALUE)"])
    assert outcome.stdout.text == "7\n", outcome.stderr.text


def test_an_environment_behind_a_link_works(project: Path, tmp_path: Path) -> None:
    """`project/.venv` is often a link to where a tool keeps its environments."""
    sandbox = sandbox_named("bubblewrap", project)
    if obstacle := sandbox.obstacle():
        parts.missing(str(obstacle), "bubblewrap")
    honest_environment(project)
    (project / ".venv").rename(tmp_path / "kept-elsewhere")
    (project / ".venv").symlink_to(tmp_path / "kept-elsewhere")
    python = project / ".venv" / "bin" / "python"
    with sandbox.open(_workplace(project, python, tmp_path)) as session:
        outcome = session.run([session.python, "-c", "import own_package as o; print(o.VALUE)"])
    assert outcome.stdout.text == "7\n", outcome.stderr.text


def test_programs_of_the_host_are_not_looked_for_in_the_project(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_program(project / "bin" / "tool", tmp_path / "executed")
    set_program(project / ".venv" / "bin" / "tool", tmp_path / "executed")
    (project / ".venv" / "pyvenv.cfg").touch()
    (tmp_path / "links").mkdir()
    (tmp_path / "links" / "tool").symlink_to(project / "bin" / "tool")
    monkeypatch.chdir(project / "bin")
    folders = ["", ".", "bin", str(project / "bin"), str(tmp_path / "links")]
    monkeypatch.setenv("PATH", os.pathsep.join([*folders, str(project / ".venv" / "bin")]))
    assert find_program("tool", project) is None
    assert find_program("tool", tmp_path / "other") == str(project / "bin" / "tool")


def test_a_virtual_environment_brings_no_program_of_the_system(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_program(project / ".venv" / "bin" / "bwrap", tmp_path / "executed")
    (project / ".venv" / "pyvenv.cfg").touch()
    monkeypatch.setenv("PATH", f"{project / '.venv' / 'bin'}:{os.environ['PATH']}")
    sandbox_named("bubblewrap", project).obstacle()
    assert not (tmp_path / "executed").exists()


def test_a_way_that_leads_through_the_project_is_none(project: Path, tmp_path: Path) -> None:
    """Named outside, ending outside: the link between them is the project's all the same."""
    (project / "bin").mkdir()
    (project / "bin" / "python").symlink_to(sys.executable)
    (tmp_path / "bin").symlink_to(project / "bin")
    assert not is_outside(tmp_path / "bin" / "python", project)
    (project / "system").symlink_to(Path(sys.executable).parent)
    (tmp_path / "system").symlink_to(project / "system")
    assert not is_outside(tmp_path / "system" / Path(sys.executable).name, project)
    assert is_outside(sys.executable, project)


@pytest.fixture
def shim(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Trap:
    """Of a pyenv with two versions and an environment of another project."""
    home = tmp_path / "home"
    monkeypatch.setenv("HOME", str(home))
    for variable in ("PYENV_ROOT", "PYENV_VERSION"):
        monkeypatch.delenv(variable, raising=False)
    versions = home / ".pyenv" / "versions"
    for name in ("3.8.1", "3.11.2", "3.11.10", "other-project"):
        (versions / name / "bin").mkdir(parents=True)
        (versions / name / "bin" / "python").symlink_to(BASE)
    (versions / "other-project" / "pyvenv.cfg").touch()
    mark = tmp_path / "executed"
    return Trap(set_program(home / ".pyenv" / "shims" / "python", mark), mark)


def _chosen(shim: Trap, project: Path) -> str:
    found = find_interpreter(str(shim.python), project).path
    assert not shim.went_off
    return found.parents[1].name


def test_a_shim_is_replaced_by_the_interpreter_and_not_started(
    shim: Trap, project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (shim.python.parents[1] / "version").write_text("3.8.1\n")
    assert _chosen(shim, project) == "3.8.1"
    (project / ".python-version").write_text("# ours\n3.11\n")
    assert _chosen(shim, project) == "3.11.10"
    monkeypatch.setenv("PYENV_VERSION", "other-project")
    assert _chosen(shim, project) == "other-project"


def test_an_interpreter_behind_a_shim_works_behind_walls(
    shim: Trap, project: Path, tmp_path: Path
) -> None:
    sandbox = sandbox_named("bubblewrap", project)
    if obstacle := sandbox.obstacle():
        parts.missing(str(obstacle), "bubblewrap")
    (project / ".python-version").write_text("3.11.2")
    python = find_interpreter(str(shim.python), project).path
    with sandbox.open(_workplace(project, python, tmp_path)) as session:
        assert session.run([session.python, "-c", "pass"]).succeeded
    assert not shim.went_off


@pytest.mark.parametrize(
    "version",
    [
        "other-project",
        "../shims/..",
        "/",
        ".",
        "",
        "3.12",
        "versions/3.8.1",
        "3.8.1/../other-project",
    ],
)
def test_a_project_chooses_among_installed_versions_only(
    shim: Trap, project: Path, version: str
) -> None:
    (project / ".python-version").write_text(version)
    with pytest.raises(NoInterpreter) as refused:
        find_interpreter(str(shim.python), project)
    assert "is a shim of pyenv" in str(refused.value)
    assert "versions/3.11.10/bin/python or" in str(refused.value)
    assert not shim.went_off


def test_a_line_for_python_chooses_a_version_of_asdf(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.delenv("ASDF_DATA_DIR", raising=False)
    asdf = tmp_path / "home" / ".asdf"
    (asdf / "installs" / "python" / "3.10.4" / "bin").mkdir(parents=True)
    (asdf / "installs" / "python" / "3.10.4" / "bin" / "python").symlink_to(BASE)
    (tmp_path / "home" / ".tool-versions").write_text("nodejs 20.1\npython 3.9 3.10.4\n")
    shim = Trap(set_program(asdf / "shims" / "python", tmp_path / "mark"), tmp_path / "mark")
    assert _chosen(shim, project) == "3.10.4"


@pytest.mark.parametrize(
    "words",
    [
        ["doctor", "."],
        ["run", "--python", sys.executable, "train.py"],
        ["reproduce", "--issue", "https://github.com/acme/tiny/issues/7", "."],
        ["reproduce", "--issue", "report.md", "--commit", "HEAD", "--timeout", "5", "."],
        ["check", "."],
        ["show", "train.py"],
    ],
    ids=lambda words: " ".join(words[:3]),
)
def test_a_command_starts_no_program_of_the_project(
    project: Path, tmp_path: Path, words: list[str]
) -> None:
    """As where direnv puts a folder of the project on the PATH."""
    for name in PROGRAMS:
        set_program(project / "bin" / name, tmp_path / f"executed-{name}")
    (project / "report.md").write_text("# train.py crashes\n\n`RuntimeError: no data`\n")
    usual = [] if any(word.startswith("https:") for word in words) else [os.environ["PATH"]]
    command = [sys.executable, "-m", "seismograd.cli.main", *words]
    variables = {**os.environ, "PATH": os.pathsep.join([str(project / "bin"), *usual])}
    subprocess.run(command, cwd=project, env=variables, capture_output=True, timeout=300)
    assert not [place.name for place in tmp_path.glob("executed-*")]


def test_programs_are_not_looked_for_in_the_repository_around_a_project(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    inner = project / "packages" / "model"
    inner.mkdir(parents=True)
    tool = set_program(project / "bin" / "tool", tmp_path / "executed")
    monkeypatch.setenv("PATH", str(tool.parent))
    assert find_program("tool", inner) == str(tool)
    (project / ".git").mkdir()
    assert find_program("tool", inner) is None
    monkeypatch.setenv("HOME", str(project / "home"))
    assert find_program("tool", inner) == str(tool)


def test_the_docker_client_asks_no_program_of_the_project_for_passwords(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    docker, requests = parts.module("docker"), parts.module("requests")
    from seismograd_sandbox.host.docker_engine.images.credential_helpers import (
        look_up_credential_helpers,
    )

    settings = {"credsStore": "evil", "credHelpers": {"registry.example": "worse"}}
    (tmp_path / "config.json").write_text(json.dumps(settings))
    monkeypatch.setenv("DOCKER_CONFIG", str(tmp_path))
    for name in ("evil", "worse"):
        set_program(project / "bin" / f"docker-credential-{name}", tmp_path / "executed")
    monkeypatch.setenv("PATH", f"{project / 'bin'}:{os.environ['PATH']}")
    client = docker.APIClient(f"unix://{tmp_path}/no-engine.sock", version="1.41")
    look_up_credential_helpers(client, project)
    for image in ("python", "registry.example/python"):
        with pytest.raises(requests.ConnectionError):
            client.pull(image)
    with pytest.raises(requests.ConnectionError):
        client.build(fileobj=io.BytesIO(), custom_context=True)
    assert not (tmp_path / "executed").exists()


def test_graphics_are_not_asked_of_the_project(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from seismograd_sandbox.host.surroundings.graphics import find_graphics

    set_program(project / "bin" / "nvidia-smi", tmp_path / "executed")
    monkeypatch.setenv("PATH", f"{project / 'bin'}:{os.environ['PATH']}")
    find_graphics(project)
    assert not (tmp_path / "executed").exists()
