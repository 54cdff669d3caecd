"""Files that code inside has made come out without rights of their owner."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from seismograd.runs.folder import RunFolder, new_run_folder
from seismograd_sandbox.host.sandbox import Session
from seismograd_sandbox.host.workplace import Workplace
from seismograd_sandbox.untrusted_writes import replace_file
from tests.security.inner_scripts import told

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="walls are those of Linux")
Opening = Callable[..., Session]
SPECIAL = stat.S_ISUID | stat.S_ISGID
MAKING = """
    import errno, json, os, sys
    outbox, answers = sys.argv[1], []
    def tried(name, act, *arguments):
        try:
            act(outbox + name, *arguments)
            answers.append("done")
        except OSError as error:
            answers.append(errno.errorcode[error.errno])
    os.makedirs(outbox + "/deeper")
    for mode in (0o4755, 0o2755, 0o6755):
        open(outbox + "/changed", "w").close()
        open(outbox + "/deeper/changed", "w").close()
        tried("/changed", os.chmod, mode)
        tried("/deeper/changed", os.chmod, mode)
        tried(f"/opened-{mode}", os.open, os.O_CREAT | os.O_WRONLY, mode)
        tried(f"/node-{mode}", os.mknod, 0o100000 | mode)
        tried("", os.open, os.O_TMPFILE | os.O_WRONLY, mode)
    os.chmod(outbox, 0o777)
    print(json.dumps(sorted(set(answers))))
"""


def special_files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.lstat().st_mode & SPECIAL]


def test_no_file_gets_the_rights_of_its_owner(
    open_walled: Opening, walled_workplace: Workplace
) -> None:
    """While the run goes on, too: others may reach its folder."""
    session = open_walled()
    assert told(session, MAKING, session.outbox) == ["EPERM"]
    assert special_files(walled_workplace.outbox) == []
    assert stat.S_IMODE(walled_workplace.outbox.stat().st_mode) == 0o700


def test_ordinary_modes_are_kept(open_walled: Opening, walled_workplace: Workplace) -> None:
    session = open_walled()
    script = """
        import json, os, sys
        for mode in (0o600, 0o755):
            open(f"{sys.argv[1]}/{mode}", "w").close()
            os.chmod(f"{sys.argv[1]}/{mode}", mode)
        print(json.dumps(None))
    """
    told(session, script, session.outbox)
    modes = {path.name: path.stat().st_mode & 0o7777 for path in walled_workplace.outbox.iterdir()}
    assert modes == {str(mode): mode for mode in (0o600, 0o755)}


def test_the_sandbox_without_walls_takes_such_rights_away(
    open_walled: Opening, walled_workplace: Workplace
) -> None:
    session = open_walled("process")
    assert told(session, MAKING, session.outbox) == ["done"]
    assert special_files(walled_workplace.outbox) == []
    assert stat.S_IMODE(walled_workplace.outbox.stat().st_mode) == 0o700


def test_links_in_the_outbox_are_not_followed(open_walled: Opening, tmp_path: Path) -> None:
    program = tmp_path / "program"
    program.touch()
    program.chmod(0o4755)
    session = open_walled()
    script = "import json, os, sys; os.symlink(*sys.argv[1:]); print(json.dumps(None))"
    told(session, script, program, f"{session.outbox}/link")
    assert stat.S_IMODE(program.stat().st_mode) == 0o4755


def test_a_file_of_ours_does_not_take_over_such_rights(tmp_path: Path) -> None:
    record = tmp_path / "run.json"
    record.touch()
    record.chmod(0o6755)
    replace_file(record, b"{}", within=tmp_path)
    assert stat.S_IMODE(record.stat().st_mode) == 0o755


def test_the_folder_of_a_run_is_the_users_alone(tmp_path: Path) -> None:
    folder: RunFolder = new_run_folder(tmp_path)
    assert stat.S_IMODE(os.stat(folder.path).st_mode) == 0o700
