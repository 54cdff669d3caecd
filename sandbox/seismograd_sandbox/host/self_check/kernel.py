"""What code inside could do to others through the kernel, which all on this machine share."""

from __future__ import annotations

import os
import stat

from seismograd_sandbox.host.sandbox import Promise
from seismograd_sandbox.host.self_check.check import Theme
from seismograd_sandbox.host.self_check.decoys import new_secret
from seismograd_sandbox.host.self_check.ground import Ground
from seismograd_sandbox.host.self_check.kernel_keys import (
    READ,
    SEARCH,
    SESSION,
    call_number,
    key_in_session_keyring,
)
from seismograd_sandbox.host.self_check.scripts import run, told
from seismograd_sandbox.host.self_check.verdict import expect_equal

kernel = Theme("kernel")


@kernel.check(needs=Promise.PROJECT_READ_ONLY, unix_only=True)
def kernel_settings_cannot_be_changed(ground: Ground) -> None:
    """No setting of the kernel in `/proc` can be opened for writing."""
    # Opened and closed again: a sandbox that allows it is not harmed. What everybody on the machine
    # may write to is no setting: by `/proc/pressure` a process asks to be told of something.
    script = """
        import json, os, stat
        seen = []
        for folder, folders, files in os.walk("/proc"):
            if folder == "/proc":
                folders[:] = [name for name in folders if not name.isdecimal()]
            for name in files:
                path = os.path.join(folder, name)
                try:
                    mode = os.lstat(path).st_mode
                    if stat.S_ISREG(mode) and not mode & stat.S_IWOTH:
                        os.close(os.open(path, os.O_WRONLY | os.O_NONBLOCK))
                        seen.append(path)
                except OSError:
                    pass
        print(json.dumps([len(seen), seen[:5]]))
    """
    expect_equal(told(ground.session, script), [0, []], "files that could be opened for writing")


@kernel.check(needs=Promise.HOME_UNREADABLE, unix_only=True)
def session_keyring_cannot_be_read(ground: Ground) -> None:
    """A key in the user's kernel keyring is neither found nor read."""
    script = """
        import ctypes, json, sys
        keyctl, search, read, session, key = map(ctypes.c_long, map(int, sys.argv[1:6]))
        call, name = ctypes.CDLL(None).syscall, sys.argv[6].encode()
        call.restype = ctypes.c_long
        content = ctypes.create_string_buffer(64)
        found = call(keyctl, search, session, b"user", name, None) >= 0
        print(json.dumps([found, call(keyctl, read, key, content, ctypes.c_long(64)) >= 0]))
    """
    name = new_secret()
    with key_in_session_keyring(name) as key:
        numbers = map(str, (call_number(), SEARCH, READ, SESSION, key))
        expect_equal(told(ground.session, script, *numbers, name), [False, False], "found, read")


@kernel.check(unix_only=True)
def set_user_id_bits_are_removed(ground: Ground) -> None:
    """After a run no file in the outbox has a set-user-id bit, and only its owner can open it."""
    script = """
        import os, sys
        os.makedirs(sys.argv[1] + "/deeper")
        for name in ("/program", "/deeper/program"):
            os.close(os.open(sys.argv[1] + name, os.O_CREAT | os.O_WRONLY, 0o700))
            for mode in (0o4755, 0o2755, 0o6755):
                try:
                    os.chmod(sys.argv[1] + name, mode)
                except OSError:
                    pass
        os.chmod(sys.argv[1], 0o777)
    """
    run(ground.session, script, ground.session.outbox)
    modes = [os.lstat(path).st_mode for path in ground.outbox.rglob("program")]
    expect_equal(len(modes), 2, "files in the outbox")
    special = [oct(mode) for mode in modes if mode & (stat.S_ISUID | stat.S_ISGID)]
    expect_equal(special, [], "modes of files in the outbox")
    expect_equal(ground.outbox.stat().st_mode & 0o077, 0, "rights of others in the outbox")
