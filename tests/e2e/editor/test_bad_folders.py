from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

import pytest

from tests.e2e.editor.desk import Desk
from tests.e2e.editor.interpreters import bare_python
from tests.e2e.editor.popups import only_popup
from tests.e2e.editor.processes import until
from tests.e2e.editor.session import TRUST_ALL
from tests.e2e.programs import SCRIPT

VIRTUAL_DISK = Path(__file__).with_name("virtual_disk")
VIRTUAL_FOLDER = "seismograd-virtual:/net"
FILES = {"SEISMOGRAD_VIRTUAL_FILES": json.dumps({"/net/train.py": SCRIPT, "/net/other.py": SCRIPT})}
NOTICE = "The folder net is on a virtual file system"
RELOAD_S = 60
NOTHING_COMES_MS = 2_000


@pytest.fixture
def virtual_desk(desk: Desk, tmp_path: Path) -> Desk:
    """A desk with an extension whose files lie on no disk."""
    assert desk.extensions is not None
    extensions = Path(shutil.copytree(desk.extensions, tmp_path / "with-virtual-disk"))
    shutil.copytree(VIRTUAL_DISK, extensions / VIRTUAL_DISK.name)
    package = json.loads((VIRTUAL_DISK / "package.json").read_text())
    entry = {
        "identifier": {"id": f"{package['publisher']}.{package['name']}"},
        "version": package["version"],
        "location": {"$mid": 1, "scheme": "file", "path": str(VIRTUAL_DISK)},
        "relativeLocation": VIRTUAL_DISK.name,
    }
    installed = extensions / "extensions.json"
    installed.write_text(json.dumps([*json.loads(installed.read_text()), entry]))
    desk.extensions = extensions
    return desk


def test_a_virtual_folder_is_told_once_and_other_files_are_checked(
    virtual_desk: Desk, tmp_path: Path
) -> None:
    on_disk = virtual_desk.write("on_disk.py", SCRIPT)
    bare = bare_python(tmp_path / "bare")
    no_server = {"seismograd.python": str(bare)}
    editor = virtual_desk.start(no_server, environment={**FILES, "PATH": str(bare.parent)})
    address = f"vscode-remote://127.0.0.1:{editor.port}{on_disk}"
    payload = json.dumps([["openFile", address]])
    window = virtual_desk.open(editor, VIRTUAL_FOLDER, payload=payload)
    # No set-up is offered beside it: there is nothing in the folder to set up for.
    assert "Clone the repository to a disk" in only_popup(window, editor, NOTICE)

    editor.write_settings({**TRUST_ALL, "seismograd.python": sys.executable})
    window.show_tab("on_disk.py")
    window.squiggles("error").first.wait_for()
    window.open_file("train.py")
    window.squiggles("error").first.wait_for(state="detached")
    assert "Traceback" not in editor.output("Seismograd Server")

    activations = editor.output("Seismograd").count("activated in")
    window.reload()
    assert until(lambda: editor.output("Seismograd").count("activated in") > activations, RELOAD_S)
    window.page.wait_for_timeout(NOTHING_COMES_MS)
    assert window.all_notifications() == []
