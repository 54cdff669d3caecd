"""What code inside learns of the user and of other processes."""

from __future__ import annotations

import glob
import os
import shutil
import stat
import time
from pathlib import Path

from seismograd_sandbox.host.sandbox import Promise
from seismograd_sandbox.host.self_check.check import Theme
from seismograd_sandbox.host.self_check.decoys import (
    HARMLESS_SIGNAL,
    bystander,
    common_places,
    folders_outside,
    homes,
    new_secret,
    variables,
)
from seismograd_sandbox.host.self_check.ground import Ground
from seismograd_sandbox.host.self_check.scripts import expect_exit, run, told
from seismograd_sandbox.host.self_check.verdict import expect, expect_equal

isolation = Theme("isolation")
SECRET_VARIABLES = (
    "ANTHROPIC_API_KEY",
    "AWS_SECRET_ACCESS_KEY",
    "DATABASE_URL",
    "GITHUB_TOKEN",
    "HF_TOKEN",
    "KUBECONFIG",
    "OPENAI_API_KEY",
    "SSH_AUTH_SOCK",
    "TORCH_HUB_TOKEN",
    "WANDB_API_KEY",
)
CREDENTIALS = (
    ".aws/credentials",
    ".config/gcloud/application_default_credentials.json",
    ".config/gh/hosts.yml",
    ".docker/config.json",
    ".git-credentials",
    ".huggingface/token",
    ".kaggle/kaggle.json",
    ".kube/config",
    ".netrc",
    ".pypirc",
)
_READABLE = """
    import json, sys
    seen = []
    for path in sys.argv[1:]:
        try:
            with open(path, "rb") as file:
                file.read(1)
            seen.append(path)
        except OSError:
            pass
    print(json.dumps(seen))
"""


@isolation.check()
def secrets_are_absent(ground: Ground) -> None:
    """Keys and tokens in the owner's environment are not in that of the run."""
    secret = new_secret()
    with variables(dict.fromkeys((*SECRET_VARIABLES, "SEISMOGRAD_UNHEARD_OF"), secret)):
        session = ground.open()
        environment = told(session, "import json, os; print(json.dumps(dict(os.environ)))")
    names = [name for name, value in environment.items() if secret in value]
    expect_equal(names, [], "variables that came along")


@isolation.check()
def wanted_variables_arrive(ground: Ground) -> None:
    """Variables that were asked for arrive; those of a run win over those of the workplace."""
    script = "import json, os; print(json.dumps([os.environ.get(n) for n in ('ONE', 'TWO')]))"
    session = ground.open(environment={"ONE": "of the workplace", "TWO": "of the workplace"})
    seen = told(session, script, environment={"TWO": "of the run ✓\nin two lines"})
    expect_equal(seen, ["of the workplace", "of the run ✓\nin two lines"], "variables")


@isolation.check()
def home_is_a_private_folder(ground: Ground) -> None:
    """Programs that keep something in the home folder find one, and it is not the user's."""
    script = """
        import json, os, sys
        folder = os.path.expanduser("~/." + sys.argv[1])
        os.mkdir(folder)
        open(folder + "/file", "w").write("kept")
        print(json.dumps(folder))
    """
    name = new_secret()
    told(ground.session, script, name)
    reached = [home for home in homes() if (home / f".{name}").exists()]
    for home in reached:
        shutil.rmtree(home / f".{name}")
    expect_equal(reached, [], "homes of the user's that were written to")


@isolation.check(needs=Promise.HOME_UNREADABLE)
def home_cannot_be_read(ground: Ground) -> None:
    """Files in the user's home cannot be opened, whatever they are called."""
    with folders_outside(*homes()) as folders:
        files = [_written(folder / "notes.txt") for folder in folders]
        expect_equal(told(ground.session, _READABLE, *files), [], "files that could be read")


@isolation.check(needs=Promise.HOME_UNREADABLE)
def keys_cannot_be_read(ground: Ground) -> None:
    """SSH keys and the credentials of tools cannot be opened."""
    with folders_outside(*homes()) as folders:
        files = [_written(folder / ".ssh" / "id_ed25519") for folder in folders]
        files += [str(home / name) for home in homes() for name in CREDENTIALS]
        keys = [path for home in homes() for path in (home / ".ssh").glob("*")]
        files += [str(path) for path in keys if path.is_file()]
        expect_equal(told(ground.session, _READABLE, *files), [], "files that could be read")


@isolation.check(needs=Promise.HOME_UNREADABLE)
def neighbours_of_the_project_cannot_be_read(ground: Ground) -> None:
    """What lies beside the project stays unseen, in the user's home as well."""
    with folders_outside(*homes()) as folders:
        project = folders[0] / "project"
        shutil.copytree(ground.project, project)
        files = [_written(folders[0] / "neighbour"), _written(ground.folder / "neighbour")]
        session = ground.open(project=project)
        expect_equal(told(session, _READABLE, *files, "train.py"), ["train.py"], "readable files")


@isolation.check(needs=Promise.HOME_UNREADABLE)
def files_of_others_cannot_be_read(ground: Ground) -> None:
    """Temporary files and the like of other programs cannot be opened."""
    with folders_outside(*common_places()) as folders:
        files = [_written(folder / "of-another-program") for folder in folders]
        expect_equal(told(ground.session, _READABLE, *files), [], "files that could be read")


def _written(path: Path) -> str:
    path.parent.mkdir(exist_ok=True)
    path.write_text(new_secret())
    return str(path)


@isolation.check()
def temporary_files_work(ground: Ground) -> None:
    """A run can make temporary files, and they are gone with the sandbox."""
    script = """
        import json, sys, tempfile
        with tempfile.NamedTemporaryFile("w", prefix=sys.argv[1], delete=False) as file:
            file.write("kept")
        print(json.dumps(file.name))
    """
    session = ground.open()
    path = told(session, script, new_secret())
    session.close()
    left = os.path.exists(path)
    Path(path).unlink(missing_ok=True)
    expect(not left, f"{path} was still there")


@isolation.check(needs=Promise.PROCESSES_UNSEEN, unix_only=True)
def other_processes_cannot_be_seen(ground: Ground) -> None:
    """Neither the commands nor the environments of other processes can be read."""
    script = """
        import glob, json, sys
        seen = []
        for path in glob.glob("/proc/[0-9]*/cmdline") + glob.glob("/proc/[0-9]*/environ"):
            try:
                with open(path, "rb") as file:
                    content = file.read()
            except OSError:
                continue
            # In two halves: the whole stands in the command of this script as well.
            if (sys.argv[1] + sys.argv[2]).encode() in content:
                seen.append(path)
        print(json.dumps(seen))
    """
    secret = new_secret()
    with bystander(secret):
        seen = told(ground.session, script, secret[:24], secret[24:])
    expect_equal(seen, [], "what could be read")


@isolation.check(needs=Promise.PROCESSES_UNSEEN, unix_only=True)
def other_processes_cannot_be_signalled(ground: Ground) -> None:
    """A process of the user's is not ended from inside."""
    script = """
        import os, signal, sys
        try:
            os.kill(int(sys.argv[1]), getattr(signal, sys.argv[2]))
        except OSError:
            pass
    """
    with bystander(new_secret()) as process:
        expect_exit(run(ground.session, script, str(process.pid), HARMLESS_SIGNAL), 0)
        time.sleep(0.2)
        expect(process.poll() is None, "the process was ended")


@isolation.check(unix_only=True)
def no_open_files_are_inherited(ground: Ground) -> None:
    """Files that the owner has open are not open inside."""
    script = """
        import json, os
        seen = []
        for number in range(3, 256):
            try:
                os.fstat(number)
                seen.append(number)
            except OSError:
                pass
        print(json.dumps(seen))
    """
    with open(ground.folder / "open-file", "w") as file:
        os.set_inheritable(file.fileno(), True)
        expect_equal(told(ground.session, script), [], "open files beside the three streams")


@isolation.check(needs=Promise.HOME_UNREADABLE, unix_only=True)
def disks_and_memory_cannot_be_read(ground: Ground) -> None:
    """Neither the disks of this machine nor its memory can be opened as devices."""
    script = """
        import glob, json, os, stat, sys
        paths = {*sys.argv[1:], "/dev/mem", "/dev/kmsg", "/dev/port", "/dev/kvm"}
        paths.update(path for path in glob.glob("/dev/*") if stat.S_ISBLK(os.lstat(path).st_mode))
        seen = []
        for path in sorted(paths):
            try:
                os.close(os.open(path, os.O_RDONLY | os.O_NONBLOCK))
                seen.append(path)
            except OSError:
                pass
        print(json.dumps(seen))
    """
    disks = [path for path in glob.glob("/dev/*") if stat.S_ISBLK(os.lstat(path).st_mode)]
    expect_equal(told(ground.session, script, *disks), [], "devices that could be opened")


@isolation.check(needs=Promise.PROJECT_READ_ONLY, unix_only=True)
def rights_cannot_be_gained(ground: Ground) -> None:
    """Code inside is not root, has no special rights, and gets none by starting programs."""
    script = """
        import json, os
        with open("/proc/self/status") as file:
            words = dict(line.split(None, 1) for line in file if line.split(None, 1)[1:])
        rights = int(words["CapEff:"], 16)
        print(json.dumps([os.getuid() != 0, rights, words["NoNewPrivs:"].strip()]))
    """
    seen = told(ground.session, script)
    expect_equal(seen, [True, 0, "1"], "not root, special rights, no new rights")


@isolation.check(needs=Promise.PROJECT_READ_ONLY, unix_only=True)
def nothing_can_be_mounted(ground: Ground) -> None:
    """Code inside has no right to mount anything over what it sees."""
    # Over a folder made for it, and undone at once: a sandbox that lets it happen is not harmed.
    script = """
        import ctypes, json, os, sys
        place = os.fsencode(sys.argv[1])
        os.mkdir(place)
        libc = ctypes.CDLL(None, use_errno=True)
        refused = libc.mount(b"none", place, b"tmpfs", 0, b"size=4k") != 0
        if not refused:
            libc.umount2(place, 2)
        os.rmdir(place)
        print(json.dumps(refused))
    """
    expect(told(ground.session, script, new_secret()), "something was mounted")
