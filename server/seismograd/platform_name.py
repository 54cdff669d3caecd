"""The operating system as bug reports name it."""

from __future__ import annotations

import platform


def platform_name() -> str:
    """As `platform.platform()`, which starts a `uname` of whatever folder is on the PATH."""
    release = platform.mac_ver()[0] or platform.release()
    libc = "".join(platform.libc_ver())
    words = (platform.system(), release, platform.machine(), f"with-{libc}" if libc else "")
    return "-".join(filter(None, words))
