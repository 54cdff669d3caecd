"""The project is seen and stays as it is; files go in and out, and never further."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

from seismograd_sandbox.host.limits import MIB
from seismograd_sandbox.host.sandbox import Promise, Session
from seismograd_sandbox.host.self_check.check import Theme
from seismograd_sandbox.host.self_check.decoys import (
    common_places,
    folders_outside,
    homes,
    new_secret,
)
from seismograd_sandbox.host.self_check.ground import PROJECT_FILES, Ground
from seismograd_sandbox.host.self_check.scripts import expect_exit, run, told
from seismograd_sandbox.host.self_check.verdict import expect, expect_equal, fail

files = Theme("files")
LARGE = 48 * MIB
_OPEN_ALL = """
    import json, sys
    seen = {}
    for path in sys.argv[1:]:
        try:
            with open(path, encoding="utf-8") as file:
                seen[path] = file.read()
        except OSError as error:
            seen[path] = None
    print(json.dumps(seen))
"""
_WRITE_ALL = """
    import sys
    for path in sys.argv[1:]:
        try:
            with open(path, "a") as file:
                file.write("changed from inside")
        except OSError:
            pass
"""


@files.check()
def project_can_be_read(ground: Ground) -> None:
    """Every file of the project is there, with its content and its name."""
    seen = told(ground.session, _OPEN_ALL, *PROJECT_FILES)
    expect_equal(seen, {name: text.decode() for name, text in PROJECT_FILES.items()}, "files")


@files.check()
def project_stays_as_it_is(ground: Ground) -> None:
    """What a run changes, adds and deletes in its project does not reach the user's."""
    script = """
        import os, shutil
        open("train.py", "w").write("changed")
        open("new.txt", "w").write("added")
        os.makedirs("models/deeper")
        os.rename("models/net.py", "models/deeper/net.py")
        shutil.rmtree("data")
    """
    expect_exit(run(ground.session, script), 0)
    _expect_untouched(ground)


@files.check()
def runs_may_delete_their_folder(ground: Ground) -> None:
    """A script that deletes everything it can reach in its folder has an end that is told."""
    script = """
        import os, shutil
        for name in os.listdir("."):
            shutil.rmtree(name, ignore_errors=True) if os.path.isdir(name) else os.remove(name)
        shutil.rmtree(os.getcwd(), ignore_errors=True)
        os._exit(4)
    """
    expect_exit(run(ground.session, script), 4)
    _expect_untouched(ground)


@files.check(needs=Promise.PROJECT_READ_ONLY)
def project_cannot_be_changed(ground: Ground) -> None:
    """No way to the project leads to the user's files: not its own path, nor links, nor `/proc`."""
    script = """
        import glob, os, sys
        path = sys.argv[1]
        for root in ("", *glob.glob("/proc/[0-9]*/root"), *glob.glob("/proc/[0-9]*/cwd")):
            for name in (path, "/" + os.path.basename(path)):
                try:
                    with open(root + name, "r+") as file:
                        file.write("changed from inside")
                except OSError:
                    pass
    """
    # Where walls are missing this reaches every process: only our own file has such a name.
    mine = ground.project / new_secret()
    mine.write_text("as it was")
    run(ground.session, script, str(mine))
    expect_equal(mine.read_text(), "as it was", "a file of the user's project")


@files.check()
def large_data_stays_as_it_is(ground: Ground) -> None:
    """Large data of the project is seen, and what a run writes to it there changes nothing."""
    _write_to_large_data(ground, in_folder="")


@files.check(needs=Promise.PROJECT_READ_ONLY)
def large_data_cannot_be_changed(ground: Ground) -> None:
    """Large data of the project cannot be changed by its own path either."""
    _write_to_large_data(ground, in_folder=f"{ground.project}/")


def _write_to_large_data(ground: Ground, in_folder: str) -> None:
    large = ground.project / "data" / "large.bin"
    with open(large, "wb") as file:
        file.truncate(LARGE)
    session = ground.open()
    script = """
        import json, os, sys
        size = os.path.getsize("data/large.bin")
        place = sys.argv[1] + "data/large.bin"
        try:
            with open(place, "r+b") as file:
                file.write(b"changed")
            open(place, "w").close()
            os.remove(place)
        except OSError:
            pass
        print(json.dumps(size))
    """
    expect_equal(told(session, script, in_folder), LARGE, "size of the data")
    with open(large, "rb") as file:
        expect_equal(file.read(7), bytes(7), "first bytes of the user's data")


def _expect_untouched(ground: Ground) -> None:
    seen = {
        path.relative_to(ground.project).as_posix(): path.read_bytes()
        for path in ground.project.rglob("*")
        if path.is_file()
    }
    expect_equal(seen, PROJECT_FILES, "the user's project")


@files.check(needs=Promise.PROJECT_READ_ONLY)
def files_outside_cannot_be_changed(ground: Ground) -> None:
    """Files of the user's elsewhere are not changed from inside, wherever they lie."""
    with folders_outside(*common_places()) as folders:
        for folder in folders:
            (folder / "file").write_text("as it was")
        run(ground.session, _WRITE_ALL, *(str(folder / "file") for folder in folders))
        changed = [str(f) for f in folders if (f / "file").read_text() != "as it was"]
        expect_equal(changed, [], "folders with changed files")


@files.check(needs=Promise.PROJECT_READ_ONLY)
def interpreter_cannot_be_changed(ground: Ground) -> None:
    """Neither the modules of the interpreter nor programs of the system can be written to."""
    # Opened and closed again: a sandbox that allows it is not harmed. A program is not opened, as
    # nobody could start it at that moment.
    script = """
        import glob, json, os, sysconfig
        files = [os.__file__, *glob.glob(sysconfig.get_path("purelib") + "/*/*.py")]
        seen = [path for path in ("/bin/sh", "/usr/bin/env") if os.access(path, os.W_OK)]
        for path in files[:20]:
            try:
                open(path, "r+b").close()
                seen.append(path)
            except OSError:
                pass
        print(json.dumps(seen))
    """
    expect_equal(told(ground.session, script), [], "files that could be written to")


@files.check()
def written_files_are_listed(ground: Ground) -> None:
    """Files that a run made or changed are listed; those that it only read are not."""
    script = """
        import os
        open("models/net.py").read()
        open("train.py", "a").write("# more")
        os.makedirs("checkpoints")
        open("checkpoints/epoch 1 ✓.bin", "wb").write(bytes(9))
    """
    expect_exit(run(ground.session, script), 0)
    expect_equal(
        sorted(ground.session.written()), ["checkpoints/epoch 1 ✓.bin", "train.py"], "written files"
    )


@files.check()
def files_go_in_and_out(ground: Ground) -> None:
    """What is put into the project is seen inside, and what is made inside can be read."""
    session, content = ground.session, bytes(range(256))
    session.write("given/by-the-owner.bin", content)
    script = """
        content = open("given/by-the-owner.bin", "rb").read()
        open("turned.bin", "wb").write(content[::-1])
    """
    expect_exit(run(session, script), 0)
    expect_equal(session.read("turned.bin"), content[::-1], "content")
    expect_equal(session.read("turned.bin", most=4), content[::-1][:4], "the first four bytes")
    expect(not (ground.project / "given").exists(), "it was put into the user's project")


@files.check()
def missing_files_are_told(ground: Ground) -> None:
    """Reading a file that is not there says so."""
    _expect_error(FileNotFoundError, lambda: ground.session.read("no/such/file"))


@files.check(unix_only=True)
def links_that_lead_out_are_not_read(ground: Ground) -> None:
    """A link that code inside made is not followed out of its project."""
    session = ground.session
    with folders_outside(Path(tempfile.gettempdir())) as (folder,):
        (folder / "secret").write_text(new_secret())
        script = """
            import os, sys
            os.symlink(sys.argv[1] + "/secret", "file-link")
            os.symlink(sys.argv[1], "folder-link")
            os.symlink("/etc", "models/etc")
            os.symlink("../" * 40 + "etc/passwd", "climbing-link")
        """
        expect_exit(run(session, script, str(folder)), 0)
        for path in ("file-link", "folder-link/secret", "models/etc/passwd", "climbing-link"):
            _expect_refused(session, path)


@files.check()
def paths_that_lead_out_are_not_read(ground: Ground) -> None:
    """Paths with `..` and paths of the whole system are not read."""
    (ground.folder / "secret").write_text(new_secret())
    for path in ("../secret", "models/../../secret", str(ground.folder / "secret"), "/etc/passwd"):
        _expect_refused(ground.session, path)


@files.check(unix_only=True)
def nothing_is_written_outside(ground: Ground) -> None:
    """The owner puts nothing outside of the project, by no path and through no link."""
    session = ground.session
    with folders_outside(Path(tempfile.gettempdir())) as (folder,):
        link = "import os, sys; os.symlink(sys.argv[1], 'folder-link')"
        expect_exit(run(session, link, str(folder)), 0)
        new = new_secret()
        for place in ("folder-link", str(folder), "..", "models/../.."):
            _expect_error(PermissionError, partial(session.write, f"{place}/{new}", b"new"))
        expect(not (folder / new).exists(), "it was written through a link")
        expect(not (ground.folder / new).exists(), "it was written beside the project")


@files.check(unix_only=True)
def odd_files_do_not_block(ground: Ground) -> None:
    """Pipes and devices that code inside left in the project are not read."""
    session = ground.session
    expect_exit(run(session, "import os; os.mkfifo('pipe'); os.symlink('/dev/null', 'device')"), 0)
    _expect_refused(session, "device")
    _expect_refused(session, "pipe")


def _expect_refused(session: Session, path: str) -> None:
    """Whether it is forbidden or, from where the sandbox looks, not there."""
    try:
        content = session.read(path, most=64)
    except (PermissionError, FileNotFoundError):
        return
    fail(f"{path} was read: {content[:16]!r}")


def _expect_error(wanted: type[OSError], act: Callable[[], object]) -> None:
    try:
        act()
    except wanted:
        return
    fail(f"there was no {wanted.__name__}")


@files.check(needs=Promise.HOME_UNREADABLE, unix_only=True)
def links_in_the_project_give_nothing_away(ground: Ground) -> None:
    """A link in the project to a file outside shows nothing of that file inside."""
    with folders_outside(*homes(), Path(tempfile.gettempdir())) as folders:
        for number, folder in enumerate(folders):
            (folder / "secret").write_text(new_secret())
            os.symlink(folder / "secret", ground.project / f"link-{number}")
        seen = told(ground.open(), _OPEN_ALL, *(f"link-{n}" for n in range(len(folders))))
    expect_equal(set(seen.values()), {None}, "what was read")


@files.check()
def outbox_hands_over(ground: Ground) -> None:
    """What a run writes into its outbox is there for the owner at once."""
    script = "import sys; open(sys.argv[1] + '/hand-over.bin', 'wb').write(bytes(range(256)))"
    expect_exit(run(ground.session, script, ground.session.outbox), 0)
    expect_equal((ground.outbox / "hand-over.bin").read_bytes(), bytes(range(256)), "content")


@files.check()
def more_data_can_be_shown(ground: Ground) -> None:
    """Data outside of the project that was named for it can be read where it lies."""
    with folders_outside(*common_places()) as folders:
        session = ground.open(readable=_filled(folders))
        seen = told(session, _OPEN_ALL, *(str(folder / "labels.csv") for folder in folders))
    expect_equal(set(seen.values()), {"cat,dog"}, "content")


@files.check(needs=Promise.PROJECT_READ_ONLY)
def data_shown_cannot_be_changed(ground: Ground) -> None:
    """Data that was named for reading stays as it is."""
    with folders_outside(*common_places()) as folders:
        session = ground.open(readable=_filled(folders))
        for name in ("labels.csv", "more.csv"):
            run(session, _WRITE_ALL, *(str(folder / name) for folder in folders))
        for folder in folders:
            expect_equal(os.listdir(folder), ["labels.csv"], "the user's folder")
            expect_equal((folder / "labels.csv").read_text(), "cat,dog", "the user's data")


def _filled(folders: list[Path]) -> tuple[Path, ...]:
    """Open to everybody: a container may be run for another user than the one who owns them."""
    for folder in folders:
        folder.chmod(0o755)
        (folder / "labels.csv").write_text("cat,dog")
    return tuple(folders)
