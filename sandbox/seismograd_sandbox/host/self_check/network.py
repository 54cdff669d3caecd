"""Nobody outside can be reached, while programs inside can talk to one another."""

from __future__ import annotations

import os
import socket
import sys
from contextlib import suppress

from seismograd_sandbox.host.sandbox import Promise
from seismograd_sandbox.host.self_check.check import Theme
from seismograd_sandbox.host.self_check.decoys import (
    Ear,
    common_places,
    folders_outside,
    listening,
    new_secret,
    own_address,
)
from seismograd_sandbox.host.self_check.ground import Ground
from seismograd_sandbox.host.self_check.scripts import expect_output, run, told
from seismograd_sandbox.host.self_check.verdict import CannotBeTried, expect, expect_equal

network = Theme("network")
_TCP = """
    import json, socket, sys
    reached = []
    for address in sys.argv[2:]:
        try:
            socket.create_connection((address, int(sys.argv[1])), timeout=2).close()
            reached.append(address)
        except OSError:
            pass
    print(json.dumps(reached))
"""
_UDP = """
    import json, socket, sys
    port, content, addresses = int(sys.argv[1]), bytes.fromhex(sys.argv[2]), sys.argv[3:]
    for address in addresses:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
            try:
                sender.sendto(content, (address, port))
            except OSError:
                pass
    try:
        found = socket.gethostbyname("example.org")
    except OSError:
        found = None
    print(json.dumps(found))
"""
_UNIX = """
    import json, socket, sys
    reached = []
    for path in sys.argv[1:]:
        with socket.socket(socket.AF_UNIX) as caller:
            try:
                caller.connect("\\0" + path[1:] if path[0] == "@" else path)
                reached.append(path)
            except OSError:
                pass
    print(json.dumps(reached))
"""
WELL_KNOWN_SOCKETS = (
    "/run/containerd/containerd.sock",
    "/run/dbus/system_bus_socket",
    "/run/docker.sock",
    "/run/systemd/private",
    "/var/run/docker.sock",
)
DNS_QUESTION = "1b2a01000001000000000000076578616d706c65036f72670000010001"
"""The address of example.org, asked for in the words of the protocol."""


@network.check(needs=Promise.NO_NETWORK)
def this_machine_cannot_be_reached(ground: Ground) -> None:
    """A TCP server of this machine is out of reach by its loopback address."""
    with listening((socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", 0))) as (ear,):
        seen = told(ground.session, _TCP, str(ear.port), "127.0.0.1", "localhost")
        _expect_unreached(ear, seen)


@network.check(needs=Promise.NO_NETWORK)
def this_machine_cannot_be_reached_from_afar(ground: Ground) -> None:
    """A TCP server of this machine is out of reach by its address in the network."""
    address = own_address()
    with listening((socket.AF_INET, socket.SOCK_STREAM, ("0.0.0.0", 0))) as (ear,):
        _expect_unreached(ear, told(ground.session, _TCP, str(ear.port), address))


@network.check(needs=Promise.NO_NETWORK)
def this_machine_cannot_be_reached_by_ipv6(ground: Ground) -> None:
    """A TCP server of this machine is out of reach by IPv6."""
    with listening((socket.AF_INET6, socket.SOCK_STREAM, ("::1", 0))) as (ear,):
        _expect_unreached(ear, told(ground.session, _TCP, str(ear.port), "::1"))


@network.check(needs=Promise.NO_NETWORK)
def there_is_no_way_out(ground: Ground) -> None:
    """A connection to another machine is refused at once: there is no way to it."""
    script = """
        import errno, json, socket
        with socket.socket() as caller:
            caller.settimeout(2)
            # An address that is kept for documentation: nobody has it.
            print(json.dumps(errno.errorcode.get(caller.connect_ex(("192.0.2.1", 80)))))
    """
    seen = told(ground.session, script)
    expect(seen in ("ENETUNREACH", "EHOSTUNREACH", "EPERM", "EACCES"), f"the answer was {seen}")


@network.check(needs=Promise.NO_NETWORK)
def datagrams_do_not_leave(ground: Ground) -> None:
    """A UDP datagram to this machine does not arrive."""
    _datagrams_sent(ground, b"hello".hex())


@network.check(needs=Promise.NO_NETWORK)
def names_are_not_resolved(ground: Ground) -> None:
    """Neither the resolver of the system nor a question sent by hand finds an address."""
    expect_equal(_datagrams_sent(ground, DNS_QUESTION), None, "address of example.org")


def _datagrams_sent(ground: Ground, content: str) -> object:
    """To this machine, where none may arrive; the result is what the resolver found as well."""
    addresses = ["127.0.0.1"]
    with suppress(CannotBeTried):
        addresses.append(own_address())
    with listening((socket.AF_INET, socket.SOCK_DGRAM, ("0.0.0.0", 0))) as (ear,):
        found = told(ground.session, _UDP, str(ear.port), content, *addresses)
        expect(not ear.reached.wait(0.2), "a datagram arrived")
    return found


def _expect_unreached(ear: Ear, reached: list[str]) -> None:
    expect_equal(reached, [], "addresses that were reached")
    expect(not ear.reached.is_set(), "the server was reached")


@network.check(needs=Promise.NO_NETWORK, unix_only=True)
def unix_sockets_outside_cannot_be_reached(ground: Ground) -> None:
    """Sockets of other programs in the file system are out of reach, wherever they lie."""
    with folders_outside(*common_places()) as folders:
        paths = [str(folder / "socket") for folder in folders]
        with listening(*((socket.AF_UNIX, socket.SOCK_STREAM, path) for path in paths)):
            expect_equal(told(ground.session, _UNIX, *paths), [], "sockets that were reached")


@network.check(needs=Promise.NO_NETWORK, unix_only=True)
def unix_sockets_in_shown_data_cannot_be_reached(ground: Ground) -> None:
    """Sockets of other programs in data that was named for reading are out of reach as well."""
    with folders_outside(*common_places()) as folders:
        for folder in folders:
            folder.chmod(0o755)
        paths = [str(folder / "socket") for folder in folders]
        with listening(*((socket.AF_UNIX, socket.SOCK_STREAM, path) for path in paths)):
            session = ground.open(readable=tuple(folders))
            expect_equal(told(session, _UNIX, *paths), [], "sockets that were reached")


@network.check(needs=Promise.NO_NETWORK, unix_only=True)
def unix_sockets_of_the_system_cannot_be_reached(ground: Ground) -> None:
    """The sockets of engines, of the message bus and of the SSH agent are out of reach."""
    paths = [*WELL_KNOWN_SOCKETS, os.environ.get("SSH_AUTH_SOCK") or "/nowhere"]
    expect_equal(told(ground.session, _UNIX, *paths), [], "sockets that were reached")


@network.check(needs=Promise.NO_NETWORK, unix_only=True)
def abstract_sockets_cannot_be_reached(ground: Ground) -> None:
    """Sockets without a file, as desktops have them, are out of reach."""
    if not sys.platform.startswith("linux"):
        raise CannotBeTried("only Linux has abstract sockets")
    name = new_secret()
    with listening((socket.AF_UNIX, socket.SOCK_STREAM, f"\0{name}")) as (ear,):
        _expect_unreached(ear, told(ground.session, _UNIX, f"@{name}"))


@network.check(needs=Promise.NO_NETWORK, unix_only=True)
def only_the_loopback_is_there(ground: Ground) -> None:
    """The only network interface that is up inside is the loopback."""
    script = """
        import json, socket
        print(json.dumps([name for _, name in socket.if_nameindex()]))
    """
    # Tunnels that the kernel puts into every namespace are down, and lead nowhere.
    tunnels = ("tunl", "sit", "ip6", "gre", "erspan", "ip_vti")
    seen = [name for name in told(ground.session, script) if not name.startswith(tunnels)]
    expect_equal(seen, ["lo"], "network interfaces")


@network.check()
def loopback_inside_works(ground: Ground) -> None:
    """Programs inside can talk to one another by TCP, as distributed training does."""
    script = """
        import socket
        with socket.create_server(("127.0.0.1", 0)) as server:
            with socket.create_connection(server.getsockname()[:2], timeout=5) as caller:
                caller.sendall(b"hello")
                answering = server.accept()[0]
                print(answering.recv(5).decode(), end="")
                answering.close()
    """
    expect_output(run(ground.session, script), b"hello")
