"""What a container may not do, seen from inside and in the words of the engine."""

from __future__ import annotations

import dataclasses
import errno
import json
import threading
from contextlib import closing
from pathlib import Path

import pytest

from seismograd_sandbox.host.docker_engine import DockerSandbox
from seismograd_sandbox.host.docker_engine.confinement import host_config
from seismograd_sandbox.host.docker_engine.connection import connect
from seismograd_sandbox.host.docker_engine.labels import OWNER_PID, OWNER_STARTED, SANDBOX, SESSION
from seismograd_sandbox.host.docker_engine.user import user_inside
from seismograd_sandbox.host.limits import GIB, MIB, Limits
from seismograd_sandbox.host.owner import Owner
from seismograd_sandbox.host.sandbox import Session
from seismograd_sandbox.host.self_check.wish import Wish
from seismograd_sandbox.host.workplace import Workplace
from tests.sandbox.docker.conftest import LIMITS
from tests.sandbox.docker.inside import containers, python, told
from tests.sandbox.engine import BASE_IMAGE, Engine

NEW_NAMESPACE = """
    import ctypes
    library = ctypes.CDLL(None, use_errno=True)
    assert library.unshare(0x10000000) == -1
    print(ctypes.get_errno())
"""


def test_code_has_no_rights(session: Session) -> None:
    status = told(
        session,
        """
        import json, os
        lines = dict(line.split(":\\t", 1) for line in open("/proc/self/status") if ":\\t" in line)
        print(json.dumps({**lines, "uid": os.getuid(), "gid": os.getgid()}))
        """,
    )
    assert status["uid"] != 0
    assert status["gid"] != 0
    assert int(status["CapEff"], 16) == int(status["CapBnd"], 16) == 0
    assert status["NoNewPrivs"].strip() == "1"
    assert status["Seccomp"].strip() == "2"


@pytest.mark.parametrize("place", ["/", "/usr", "/etc", "/seismograd/guest", "/root"])
def test_the_image_is_read_only(session: Session, place: str) -> None:
    outcome = python(session, f"open('{place}/new', 'w')")
    assert not outcome.succeeded
    assert "Read-only" in outcome.stderr.text or "Permission denied" in outcome.stderr.text


def test_scratch_folders_have_a_size(session: Session) -> None:
    sizes = told(
        session,
        """
        import json, os
        places = ("/tmp", os.environ["HOME"], "/dev/shm")
        sizes = [os.statvfs(place) for place in places]
        print(json.dumps([size.f_blocks * size.f_frsize for size in sizes]))
        """,
    )
    assert LIMITS.memory_bytes is not None
    assert sizes == [LIMITS.memory_bytes // 2] * 3


def test_files_in_the_scratch_folder_can_be_run(session: Session) -> None:
    script = """
        import os, subprocess
        with open("/tmp/tool", "w") as file:
            file.write("#!/bin/sh\\necho compiled\\n")
        os.chmod("/tmp/tool", 0o755)
        subprocess.run(["/tmp/tool"], check=True)
    """
    assert python(session, script).stdout.text == "compiled\n"


def test_limits_are_the_engines(
    sandbox: DockerSandbox, workplace: Workplace, engine: Engine
) -> None:
    limits = Limits(memory_bytes=300 * MIB, pids=77, file_bytes=5 * MIB, cpu_s=9)
    with sandbox.open(dataclasses.replace(workplace, limits=limits)) as session:
        config = _while_running(session, engine)["HostConfig"]
    assert config["Memory"] == config["MemorySwap"] == 300 * MIB
    assert config["PidsLimit"] == 77
    ulimits = {each["Name"]: (each["Soft"], each["Hard"]) for each in config["Ulimits"]}
    assert ulimits["fsize"] == (5 * MIB, 5 * MIB)
    assert ulimits["cpu"][0] == 9
    assert ulimits["core"] == (0, 0)


def test_the_engine_knows_nothing_but_confinement(session: Session, engine: Engine) -> None:
    container = _while_running(session, engine)
    config = container["HostConfig"]
    assert config["NetworkMode"] == "none"
    assert config["ReadonlyRootfs"] is True
    assert config["CapDrop"] == ["ALL"]
    assert config["Init"] is True
    assert config["Privileged"] is False
    assert config["SecurityOpt"] == ["no-new-privileges:true"]
    assert config["LogConfig"]["Type"] == "none"
    assert config["IpcMode"] == "private"
    assert config["PidMode"] == config["UTSMode"] == config["UsernsMode"] == ""
    assert not any(config[more] for more in ("CapAdd", "Devices", "DeviceRequests", "Binds"))
    assert set(config["Tmpfs"]) == {"/tmp", "/home/seismograd"}
    assert container["Config"]["User"] == str(user_inside())
    writable = {mount["Destination"] for mount in container["Mounts"] if mount["RW"]}
    assert writable == {session.project, session.outbox, "/seismograd/reports"}


def test_the_default_seccomp_profile_holds(session: Session) -> None:
    """It refuses new namespaces, which the kernel itself would give to any user."""
    assert told(session, NEW_NAMESPACE) == errno.EPERM


def test_a_gpu_is_requested_where_it_was_asked_for(workplace: Workplace, engine: Engine) -> None:
    config = host_config(workplace.limits, user_inside(), [], gpu=True)
    with closing(connect(engine.url)) as client:
        created = client.create_container(BASE_IMAGE, ["true"], host_config=config)
        (request,) = client.inspect_container(created)["HostConfig"]["DeviceRequests"]
        client.remove_container(created)
    assert (request["Count"], request["Capabilities"]) == (-1, [["gpu"]])


def test_containers_say_whose_they_are(session: Session, engine: Engine) -> None:
    labels = _while_running(session, engine)["Config"]["Labels"]
    owner = Owner.this_process()
    assert labels[SANDBOX] == "1"
    assert labels[SESSION].startswith("docker-")
    assert (labels[OWNER_PID], labels[OWNER_STARTED]) == (str(owner.pid), owner.started)


def test_open_files_are_limited(session: Session) -> None:
    script = "import json, resource; print(json.dumps(resource.getrlimit(resource.RLIMIT_NOFILE)))"
    soft, hard = told(session, script)
    assert soft == hard <= 65536


def test_a_proxy_of_the_client_is_not_given_away(
    session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    proxies = {"default": {"httpProxy": "http://user:secret@proxy:3128"}}
    (tmp_path / "config.json").write_text(json.dumps({"proxies": proxies}))
    monkeypatch.setenv("DOCKER_CONFIG", str(tmp_path))
    assert "secret" not in python(session, "import os; print(dict(os.environ))").stdout.text


def test_a_gpu_that_is_not_there_is_an_obstacle(
    sandbox: DockerSandbox, workplace: Workplace, engine: Engine
) -> None:
    if "nvidia" in engine.docker("info", "--format", "{{json .Runtimes}}"):
        pytest.skip("this engine has a GPU")
    from seismograd_sandbox.host.sandbox import SandboxUnusable

    with pytest.raises(SandboxUnusable, match="GPU") as raised:
        sandbox.open(dataclasses.replace(workplace, gpu=True))
    assert "NVIDIA Container Toolkit" in raised.value.obstacle.remedy
    assert containers(engine) == []


def test_scratch_is_bounded_without_limits() -> None:
    from seismograd_sandbox.host.docker_engine.confinement import scratch_bytes

    assert scratch_bytes(Limits(memory_bytes=None, disk_bytes=None)) == 8 * GIB
    assert scratch_bytes(Limits(memory_bytes=None, disk_bytes=5)) == 5


def _while_running(session: Session, engine: Engine) -> dict[str, object]:
    """What the engine says about a container while it runs."""
    wish, found = Wish(), threading.Event()
    seen: dict[str, object] = {}

    def listen(*_: object) -> None:
        if not found.is_set():
            seen.update(json.loads(engine.docker("inspect", *containers(engine)))[0])
            found.set()
            wish.make()

    script = "import time; print('up', flush=True); time.sleep(60)"
    python(session, script, listen=listen, cancel=wish)
    return seen
