"""What a project's files name is not shown to its code because they name it."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from seismograd_sandbox.host.docker_engine.images.borrowing import read_interpreter
from seismograd_sandbox.host.interpreter import inspect_interpreter
from seismograd_sandbox.host.limits import MIB, Limits
from seismograd_sandbox.host.sandbox import Sandbox, SandboxUnusable, Session
from seismograd_sandbox.host.scratch import PLACE
from seismograd_sandbox.host.selection import sandbox_named
from seismograd_sandbox.host.workplace import Workplace
from tests import parts
from tests.sandbox.engine import Engine
from tests.security.hostile_environments import (
    BASE,
    LIBRARY,
    honest_environment,
    keys,
    set_program,
)

LIMITS = Limits(wall_s=60, memory_bytes=512 * MIB, pids=100)
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="walls are those of Linux")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(PLACE, str(tmp_path / "scratch"))
    folder = tmp_path / "home"
    folder.mkdir()
    monkeypatch.setenv("HOME", str(folder))
    return folder


@pytest.fixture
def project(home: Path) -> Path:
    """In the home of the user, as most are."""
    folder = home / "project"
    folder.mkdir()
    return folder


@pytest.fixture
def secret(home: Path) -> Path:
    return keys(home) / "id_rsa"


@pytest.fixture
def bubblewrap(project: Path) -> Sandbox:
    sandbox = sandbox_named("bubblewrap", project)
    if obstacle := sandbox.obstacle():
        parts.missing(str(obstacle), "bubblewrap")
    return sandbox


def _workplace(project: Path, python: Path, tmp_path: Path) -> Workplace:
    outbox = tmp_path / "outbox"
    outbox.mkdir(exist_ok=True)
    return Workplace(project, python, outbox, LIMITS)


def _reads(session: Session, *places: Path) -> str:
    """What code inside gets to see under any of these names; a broken interpreter sees nothing."""
    script = (
        "import sys\n"
        "for place in sys.argv[1:]:\n"
        "    try:\n"
        "        print(open(place).read())\n"
        "    except OSError:\n"
        "        pass\n"
    )
    return session.run([session.python, "-c", script, *map(str, places)]).stdout.text


def _liar(project: Path, folder: Path) -> Path:
    """An interpreter that answers with a folder it wants to see, whatever it is asked."""
    answer = (
        f'{{"prefixes": ["{folder}"], "path": ["{folder}"], "user": ["{folder}", "{folder}"],'
        f' "version": [3, 11], "sites": ["{folder}"]}}'
    )
    place = set_program(project / "python", project / "executed")
    place.write_text(
        f'#!/bin/sh\ncase "$*" in *json.dumps*) echo \'{answer}\';; *) exec {BASE} "$@";; esac\n'
    )
    return place


def _site_as_link(project: Path, folder: Path) -> Path:
    python = honest_environment(project)
    site = project / ".venv" / LIBRARY / "site-packages"
    (site / "own_package.py").unlink()
    site.rmdir()
    site.symlink_to(folder)
    return python


def _library_as_link(project: Path, folder: Path) -> Path:
    """The whole library of the environment is a link to a folder with packages of its own."""
    (folder / "site-packages").mkdir()
    python = honest_environment(project)
    library = project / ".venv" / LIBRARY
    library.rename(project / "aside")
    library.symlink_to(folder)
    return python


def _named_as_home(project: Path, folder: Path) -> Path:
    python = honest_environment(project)
    (project / ".venv" / "pyvenv.cfg").write_text(f"home = {folder}\n")
    return python


def _path_file(project: Path, folder: Path) -> Path:
    python = honest_environment(project)
    (project / ".venv" / LIBRARY / "site-packages" / "evil.pth").write_text(f"{folder}\n")
    return python


def _egg_link(project: Path, folder: Path) -> Path:
    python = honest_environment(project)
    site = project / ".venv" / LIBRARY / "site-packages"
    (site / "evil.egg-link").write_text(f"{folder}\n.\n")
    return python


def _record_of_a_folder(project: Path, folder: Path) -> Path:
    """As `pip install -e` writes it."""
    python = honest_environment(project)
    record = project / ".venv" / LIBRARY / "site-packages" / "evil-1.dist-info"
    record.mkdir()
    text = f'{{"url": "file://{folder}", "dir_info": {{"editable": true}}}}'
    (record / "direct_url.json").write_text(text)
    return python


def _editable_finder(project: Path, folder: Path) -> Path:
    python = honest_environment(project)
    site = project / ".venv" / LIBRARY / "site-packages"
    (site / "__editable__.evil.pth").write_text("import __editable___evil_finder\n")
    (site / "__editable___evil_finder.py").write_text(f"MAPPING = {{'evil': {str(folder)!r}}}\n")
    return python


def _code_at_start(project: Path, folder: Path) -> Path:
    python = honest_environment(project)
    site = project / ".venv" / LIBRARY / "site-packages"
    (site / "sitecustomize.py").write_text(f"import sys; sys.path.append({str(folder)!r})\n")
    return python


def _all_keys(project: Path, folder: Path) -> Path:
    """Every key that some tool writes into the settings of an environment."""
    python = honest_environment(project)
    keys = ("home", "executable", "base-prefix", "base-exec-prefix", "base-executable", "prompt")
    lines = [f"{key} = {folder}" for key in keys]
    settings = project / ".venv" / "pyvenv.cfg"
    settings.write_text("\n".join([*lines, "include-system-site-packages = true", ""]))
    return python


def _path_file_behind_a_link(project: Path, folder: Path) -> Path:
    """The environment lies elsewhere; that it is this one is what a link in the project says."""
    python = _path_file(project, folder)
    elsewhere = project.parent / "kept-elsewhere"
    (project / ".venv").rename(elsewhere)
    (project / ".venv").symlink_to(elsewhere)
    return python


def _path_file_of_the_base(project: Path, folder: Path) -> Path:
    """An environment of the user's, on an installation that lies in the project."""
    base = project / "base"
    (base / LIBRARY / "site-packages").mkdir(parents=True)
    (base / LIBRARY / "os.py").touch()
    (base / LIBRARY / "site-packages" / "evil.pth").write_text(f"{folder}\n")
    (base / "bin").mkdir()
    (base / "bin" / "python3").symlink_to(BASE)
    python = honest_environment(project.parent)
    text = f"home = {base / 'bin'}\ninclude-system-site-packages = true\n"
    (project.parent / ".venv" / "pyvenv.cfg").write_text(text)
    return python


def _link_of_an_editable_project(project: Path, folder: Path) -> Path:
    """`pip install -e project` into the user's environment; later its folder becomes a link."""
    python = _path_file(project.parent, project / "src")
    (project / "src").symlink_to(folder)
    return python


def _library_in_the_project(project: Path, folder: Path) -> Path:
    """An installation whose parts are links to private files."""
    base = project / "base"
    (base / LIBRARY).mkdir(parents=True)
    (base / LIBRARY / "os.py").touch()
    (base / "lib" / "libpython3.so").symlink_to(folder / "id_rsa")
    (base / LIBRARY / "site-packages").symlink_to(folder)
    (base / "bin").mkdir()
    (base / "bin" / "python3").symlink_to(BASE)
    python = honest_environment(project)
    text = f"home = {base / 'bin'}\ninclude-system-site-packages = true\n"
    (project / ".venv" / "pyvenv.cfg").write_text(text)
    return python


@pytest.mark.parametrize(
    "lie",
    [
        _liar,
        _site_as_link,
        _library_as_link,
        _named_as_home,
        _path_file,
        _library_in_the_project,
    ],
)
def test_private_folders_are_not_shown(
    bubblewrap: Sandbox, project: Path, secret: Path, tmp_path: Path, lie: object
) -> None:
    assert callable(lie)
    python = lie(project, secret.parent)
    shown = inspect_interpreter(python, project).folders
    assert not [place for place in shown if secret.is_relative_to(place)]
    assert not [place for place in shown if place.is_relative_to(secret.parent)]
    lender = read_interpreter(python)
    assert lender is None or not [site for site in lender.sites if str(secret.parent) in site]
    with bubblewrap.open(_workplace(project, python, tmp_path)) as session:
        in_project = project / ".venv" / LIBRARY / "site-packages" / "id_rsa"
        assert "the key" not in _reads(session, secret, in_project)


@pytest.mark.parametrize(
    "lie",
    [
        _path_file,
        _path_file_behind_a_link,
        _path_file_of_the_base,
        _link_of_an_editable_project,
        _egg_link,
        _record_of_a_folder,
        _editable_finder,
        _code_at_start,
        _all_keys,
    ],
)
def test_a_projects_files_show_no_folder_of_modules(
    bubblewrap: Sandbox, home: Path, project: Path, tmp_path: Path, lie: object
) -> None:
    """Nothing hidden about it: another project of the user's, with passwords in its settings."""
    assert callable(lie)
    other = home / "private"
    (other / "package").mkdir(parents=True)
    secrets = [other / "settings.py", other / "package" / "__init__.py", other / "package" / ".env"]
    for place in secrets:
        place.write_text("the key")
    python = lie(project, other)
    shown = inspect_interpreter(python, project).folders
    assert not [place for place in shown if place.is_relative_to(other)]
    with bubblewrap.open(_workplace(project, python, tmp_path)) as session:
        assert "the key" not in _reads(session, *secrets)


def test_variables_that_conda_keeps_in_an_environment_are_not_shown(
    home: Path, project: Path
) -> None:
    """`conda env config vars set` and scripts of activation hold keys of many users."""
    prefix = home / "conda"
    private = [prefix / "conda-meta" / "state", prefix / "etc" / "conda" / "activate.d" / "keys.sh"]
    for file in (*private, prefix / LIBRARY / "os.py", prefix / "bin" / "python3"):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch(0o755)
    (prefix / "conda-meta" / "history").touch()
    shown = inspect_interpreter(prefix / "bin" / "python3", project).folders
    assert prefix / "conda-meta" / "history" in shown
    assert not [place for place in shown for file in private if file.is_relative_to(place)]


@pytest.mark.parametrize("place", ["/run", "/etc", "/", "/proc", "/var", "/home"])
def test_parts_of_the_system_are_not_shown(project: Path, tmp_path: Path, place: str) -> None:
    for lie in (_named_as_home, _path_file):
        folder = project / lie.__name__
        folder.mkdir()
        shown = inspect_interpreter(lie(folder, Path(place)), folder).folders
        assert not [each for each in shown if Path(place).is_relative_to(each)]


@pytest.mark.parametrize("name", ["", ".ssh", ".config/tool", ".local/share/keyrings", "Documents"])
def test_an_environment_of_the_users_shows_no_private_folder(
    home: Path, project: Path, name: str
) -> None:
    private = home / name
    private.mkdir(parents=True, exist_ok=True)
    (private / "key.py").touch()
    shown = inspect_interpreter(_path_file(home, private), project).folders
    assert not [place for place in shown if (private / "key.py").is_relative_to(place)]


def test_an_interpreter_of_links_to_other_programs_shows_none_of_them(
    project: Path, home: Path
) -> None:
    """A script of the user's with a password in it, say."""
    deploy = set_program(home / "bin" / "deploy", home / "mark")
    python = honest_environment(project)
    python.unlink()
    python.symlink_to(deploy)
    assert not any(
        deploy.is_relative_to(place) for place in inspect_interpreter(python, project).folders
    )


def test_an_installation_among_private_folders_is_shown_without_them(
    home: Path, project: Path
) -> None:
    """`configure --prefix ~/.local` puts a Python beside keyrings."""
    library, program = home / ".local" / LIBRARY, home / ".local" / "bin" / "python3"
    for file in (library / "os.py", program, home / ".local" / "share" / "keyrings" / "login"):
        file.parent.mkdir(parents=True)
        file.touch()
    program.chmod(0o755)
    shown = inspect_interpreter(program, project).folders
    assert set(shown) == {library, program}


def test_of_an_environment_in_a_folder_with_other_files_only_the_environment_is_shown(
    home: Path, project: Path
) -> None:
    """`python -m venv .` in another project of the user; a stranger's links to it."""
    honest_environment(home)
    (home / ".venv").rename(home / "private")
    (home / "private" / "notes.txt").write_text("the key")
    (home / "private" / "share").symlink_to(keys(home))
    (project / ".venv").symlink_to(home / "private")
    shown = inspect_interpreter(project / ".venv" / "bin" / "python", project).folders
    assert home / "private" / "lib" in shown
    hidden = (home / "private" / "notes.txt", home / ".ssh")
    assert not [place for place in shown for each in hidden if each.is_relative_to(place)]


def test_modules_of_an_editable_install_are_seen_and_nothing_beside_them(
    bubblewrap: Sandbox, home: Path, project: Path, tmp_path: Path
) -> None:
    """`pip install -e ../library` into an environment that no project brings along."""
    library = home / "library"
    (library / "shaker").mkdir(parents=True)
    (library / "shaker" / "__init__.py").write_text("depth = 3\n")
    (library / ".env").write_text("the key")
    (library / "notes.txt").write_text("the key")
    (library / "leak.py").symlink_to(keys(home) / "id_rsa")
    python = _path_file(home, library)
    with bubblewrap.open(_workplace(project, python, tmp_path)) as session:
        outcome = session.run([session.python, "-c", "import shaker; print(shaker.depth)"])
        assert outcome.stdout.text == "3\n", outcome.stderr.text
        seen = _reads(session, library / ".env", library / "notes.txt", library / "leak.py")
    assert "the key" not in seen


def test_objects_of_a_repository_behind_a_link_are_not_shown(
    bubblewrap: Sandbox, project: Path, secret: Path, tmp_path: Path
) -> None:
    """An archive may hold such a link, where a clone cannot."""
    (project / ".git").mkdir()
    (project / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    (project / ".git" / "objects").symlink_to(secret.parent)
    workplace = _workplace(project, honest_environment(project), tmp_path)
    with bubblewrap.open(workplace) as session:
        assert "the key" not in _reads(session, project / ".git" / "objects" / "id_rsa", secret)


@pytest.mark.parametrize("name", ["process", "bubblewrap"])
def test_a_link_out_of_the_project_cannot_be_named_as_data(
    project: Path, secret: Path, tmp_path: Path, name: str
) -> None:
    sandbox = sandbox_named(name, project)
    if obstacle := sandbox.obstacle():
        parts.missing(str(obstacle), name)
    (project / "data").symlink_to(secret.parent)
    workplace = _workplace(project, Path(sys.executable), tmp_path)
    with pytest.raises(SandboxUnusable, match="is a link out of the project") as error:
        sandbox.open(replace(workplace, readable=(project / "data",)))
    assert str(secret.parent) in error.value.obstacle.remedy


@pytest.mark.parametrize("lie", [_site_as_link, _library_in_the_project])
def test_a_container_sees_no_private_folder(
    engine: Engine, project: Path, secret: Path, tmp_path: Path, lie: object
) -> None:
    from seismograd_sandbox.host.docker_engine import DockerSandbox
    from seismograd_sandbox.host.docker_engine.images.memory import Memory

    assert callable(lie)
    python = lie(project, secret.parent)
    (project / ".git").mkdir()
    (project / ".git" / "objects").symlink_to(secret.parent)
    os.chmod(tmp_path, 0o755)
    sandbox = DockerSandbox(Path.cwd(), engine.url, memory=Memory(tmp_path / "memory.json"))
    with sandbox.open(_workplace(project, python, tmp_path)) as session:
        seen = _reads(
            session,
            secret,
            project / ".venv" / LIBRARY / "site-packages" / "id_rsa",
            project / ".git" / "objects" / "id_rsa",
        )
    assert "the key" not in seen
