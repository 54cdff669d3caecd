"""What only bubblewrap does: the project in its own place, and walls around it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import venv
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from seismograd_sandbox.host.bubblewrap import engine
from seismograd_sandbox.host.interpreter import inspect_interpreter
from seismograd_sandbox.host.sandbox import Sandbox, SandboxUnusable, Session
from seismograd_sandbox.host.workplace import Workplace


@pytest.fixture
def session(bubblewrap: Sandbox, workplace: Workplace) -> Iterator[Session]:
    with bubblewrap.open(workplace) as opened:
        yield opened


def told(session: Session, expression: str, *arguments: str) -> Any:
    script = f"import json, os, sys, pathlib; print(json.dumps({expression}))"
    outcome = session.run([session.python, "-c", script, *arguments])
    assert outcome.succeeded, outcome.stderr.text
    return json.loads(outcome.stdout.text)


def refused(session: Session, statement: str) -> bool:
    return not session.run([session.python, "-c", f"import os, socket; {statement}"]).succeeded


def test_paths_are_the_users_own(session: Session, project: Path) -> None:
    (project / "broken.py").write_text("raise ValueError\n")
    assert session.project == str(project)
    assert told(session, "[os.getcwd(), sys.executable]") == [str(project), sys.executable]


def test_tracebacks_name_the_users_files(bubblewrap: Sandbox, workplace: Workplace) -> None:
    script = workplace.project / "broken.py"
    script.write_text("raise ValueError\n")
    with bubblewrap.open(workplace) as session:
        outcome = session.run([session.python, str(script)])
    assert f'File "{script}", line 1' in outcome.stderr.text


def test_only_the_copy_changes(session: Session, project: Path) -> None:
    told(session, "open('train.py', 'w').write('changed')")
    assert (project / "train.py").read_text() == "print('trained')\n"
    assert session.read("train.py") == b"changed"
    assert session.written() == ["train.py"]


@pytest.mark.parametrize("place", ["/", "/usr", "/etc", "/run", "/dev", "/run/seismograd/guest"])
def test_nothing_else_can_be_written_to(session: Session, place: str) -> None:
    assert refused(session, f"open({place!r} + '/new', 'w')")


def test_folders_beside_the_project_are_not_seen(session: Session, project: Path) -> None:
    (project.parent / "neighbour").mkdir()
    assert told(session, "os.listdir('..')") == [project.name]


def test_nobody_else_is_known(session: Session) -> None:
    seen = told(
        session, "[open('/etc/passwd').read().count(chr(10)), os.path.exists('/etc/shadow')]"
    )
    assert seen == [1, False]


def test_code_inside_is_never_root(session: Session) -> None:
    assert told(session, "[os.getuid() > 0, os.getgid() > 0]") == [True, True]
    assert refused(session, "os.setuid(0)")


def test_no_further_namespaces_can_be_made(session: Session) -> None:
    assert refused(session, "os.unshare(os.CLONE_NEWUSER)" if hasattr(os, "unshare") else _UNSHARE)


_UNSHARE = "import ctypes; assert ctypes.CDLL(None).unshare(0x10000000) == 0"


def test_loopback_works_and_nothing_beyond(session: Session) -> None:
    inside = "s = socket.create_server(('localhost', 0)); socket.create_connection(s.getsockname())"
    assert not refused(session, inside)
    assert refused(session, "socket.create_connection(('192.0.2.1', 80), 2)")


def test_what_is_shared_is_seen_but_not_changed(
    bubblewrap: Sandbox, workplace: Workplace, tmp_path: Path
) -> None:
    data = tmp_path / "data"
    data.mkdir()
    (data / "big.bin").write_bytes(b"x" * 100)
    with bubblewrap.open(replace(workplace, readable=(data,))) as session:
        assert told(session, "len(open(sys.argv[1]).read())", str(data / "big.bin")) == 100
        assert refused(session, f"open({str(data / 'big.bin')!r}, 'w')")


def test_shared_memory_works(session: Session) -> None:
    script = "import multiprocessing as m; p = m.Pool(2); assert p.map(abs, [-1]) == [1]"
    assert session.run([session.python, "-c", script]).succeeded


def test_an_environment_in_the_project_is_used_where_it_lies(
    bubblewrap: Sandbox, workplace: Workplace
) -> None:
    folder = workplace.project / ".venv"
    venv.create(folder, symlinks=True, with_pip=False)
    with bubblewrap.open(replace(workplace, python=folder / "bin" / "python")) as session:
        assert told(session, "[sys.prefix, sys.executable]") == [
            str(folder),
            str(folder / "bin" / "python"),
        ]
        assert refused(session, f"open({str(folder / 'pyvenv.cfg')!r}, 'w')")
        assert session.read(".venv/pyvenv.cfg").startswith(b"home = ")


def test_an_interpreter_behind_links_keeps_its_name(
    bubblewrap: Sandbox, workplace: Workplace, tmp_path: Path
) -> None:
    (tmp_path / "bin").mkdir()
    os.symlink(sys.executable, tmp_path / "bin" / "second")
    os.symlink("second", tmp_path / "bin" / "first")
    with bubblewrap.open(replace(workplace, python=tmp_path / "bin" / "first")) as session:
        assert told(session, "sys.version_info[0]") == 3


def environment_that_names(folder: Path, place: Path) -> Path:
    """The interpreter of a new environment whose path file names a folder."""
    venv.create(place, symlinks=True, with_pip=False)
    python = place / "bin" / "python"
    packages = subprocess.check_output(
        [python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"], text=True
    )
    Path(packages.strip(), "in_place.pth").write_text(f"{folder}\n")
    return python


def test_packages_that_are_installed_in_place_are_seen(
    bubblewrap: Sandbox, workplace: Workplace, tmp_path: Path
) -> None:
    library = tmp_path / "elsewhere" / "library"
    library.mkdir(parents=True)
    (library / "in_place.py").write_text("VALUE = 7\n")
    python = environment_that_names(library, tmp_path / "env")
    with bubblewrap.open(replace(workplace, python=python)) as session:
        assert told(session, "__import__('in_place').VALUE") == 7


def test_packages_of_another_environment_are_seen_with_the_libraries_they_bring(
    bubblewrap: Sandbox, workplace: Workplace, tmp_path: Path
) -> None:
    packages = tmp_path / "other" / "lib" / "python3" / "site-packages"
    libraries = packages / "tables.libs"
    libraries.mkdir(parents=True)
    (libraries / "libtables-1.so.1.0").write_bytes(b"7")
    python = environment_that_names(packages, tmp_path / "env")
    with bubblewrap.open(replace(workplace, python=python)) as session:
        assert told(session, f"open({str(libraries / 'libtables-1.so.1.0')!r}).read()") == "7"


def test_a_script_that_starts_another_python_is_an_error_with_a_remedy(
    bubblewrap: Sandbox, workplace: Workplace, tmp_path: Path, scratch_place: Path
) -> None:
    """Whatever it starts, it is not seen inside; and nobody finds out by starting it outside."""
    started, shim = tmp_path / "started", tmp_path / "python"
    shim.write_text(f'#!/bin/sh\ntouch {started}\nexec {sys.executable} "$@"\n')
    shim.chmod(0o755)
    with pytest.raises(SandboxUnusable, match="no Python library lies beside it") as error:
        bubblewrap.open(replace(workplace, python=shim))
    assert error.value.obstacle.remedy
    assert os.listdir(scratch_place) == []
    assert not started.exists()


def test_an_installation_in_the_home_folder_does_not_open_all_of_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    home = tmp_path / "home"
    library, program = home / "lib" / "python3.11", home / "bin" / "python3.11"
    for file in (library / "os.py", program):
        file.parent.mkdir(parents=True)
        file.touch()
    program.chmod(0o755)
    monkeypatch.setenv("HOME", str(home))
    shown = inspect_interpreter(program, tmp_path / "project").folders
    assert shown == (program, library)


def test_a_missing_program_is_told_with_a_remedy(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    obstacle = engine.find_obstacle(tmp_path / "project")
    assert obstacle is not None
    assert "not installed" in obstacle.reason
    assert "install" in obstacle.remedy


def test_a_program_that_may_do_nothing_is_told_in_its_own_words(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    program = tmp_path / "bwrap"
    program.write_text(
        "#!/bin/sh\necho 'bwrap: No permissions to create new namespace' >&2\nexit 1\n"
    )
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    obstacle = engine.find_obstacle(tmp_path / "project")
    assert obstacle is not None
    assert "No permissions" in obstacle.reason
    assert "userns" in obstacle.remedy
