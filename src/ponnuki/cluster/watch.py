"""How the ranks of a job are watched by a process that outlives them (`watcher`): `begin`, and `end` at its end.

Watching costs nothing in a search: a connection that nobody writes to. Where a rank cannot reach rank 0's host by any
of its addresses, it is not watched, and all that is said of its loss is what `mpiexec` says.
"""

import atexit
import contextlib
import fcntl
import os
import secrets
import socket
import struct
import subprocess
import sys
from pathlib import Path
from typing import Any

from ponnuki.cluster.watcher import END

PATIENCE = 2.0
"""Seconds that a rank tries each address of rank 0 (a guess)."""
STARTERS = ("mpiexec", "mpirun", "orterun", "prterun")
"""Beginnings of the names under which MPI libraries start jobs."""
_ADDRESS_OF_INTERFACE = 0x8915

_lines: list[int] = []
"""File numbers of what this process is watched by."""


def begin(comm: Any) -> None:
    """All ranks of a job together: have them watched from now on."""
    if comm.size == 1:
        return
    if comm.rank == 0:
        listener = socket.create_server(("", 0), backlog=comm.size)
        token = secrets.token_urlsafe(12)
        comm.bcast((_addresses(), listener.getsockname()[1], token), root=0)
        _lines.append(_start(listener, token))
    else:
        addresses, port, token = comm.bcast(None, root=0)
        line = _connect(addresses, port, token, f"rank {comm.rank} on {socket.gethostname()}")
        if line is not None:
            _lines.append(line)
    atexit.register(end)


def end() -> bool:
    """Say that this rank ends, and the job with it, in an orderly way; for each rank, once is enough. False if the
    watcher no longer listens: it has seen that a rank was lost, and names it."""
    heard = True
    while _lines:
        line = _lines.pop()
        try:
            os.write(line, END)
        except OSError:
            heard = False
        with contextlib.suppress(OSError):
            os.close(line)
    return heard


def _start(listener: socket.socket, token: str) -> int:
    """Start the watcher in a session of its own, so that nobody ends it with the rank; the pipe to it."""
    reading, writing = os.pipe()
    starter, errors = _starter()
    words = [str(Path(__file__).with_name("watcher.py")), str(listener.fileno()), token, socket.gethostname()]
    subprocess.Popen(
        [sys.executable, "-I", "-S", *words, str(starter)],
        stdin=reading,
        stdout=subprocess.DEVNULL,
        stderr=errors,
        pass_fds=[listener.fileno()],
        start_new_session=True,
        env={name: value for name, value in os.environ.items() if not name.startswith(("PMI", "OMPI", "HYD"))},
    )
    os.close(reading)
    if errors is not None:
        os.close(errors)
    listener.close()
    return writing


def _starter() -> tuple[int, int | None]:
    """`mpiexec`, if it runs on this host, and where it writes its errors. What ranks write there goes through processes
    that may be gone before the watcher has said its line."""
    process = os.getppid()
    while process > 0:
        try:
            name, _, rest = Path(f"/proc/{process}/stat").read_text().partition("(")[2].rpartition(")")
            if name.startswith(STARTERS):
                return process, os.open(f"/proc/{process}/fd/2", os.O_WRONLY | os.O_APPEND)
        except OSError:  # no such place here, or it is a socket
            break
        process = int(rest.split()[1])
    return 0, None


def _connect(addresses: list[str], port: int, token: str, name: str) -> int | None:
    """A connection to the watcher by the first address that leads to it."""
    for address in addresses:
        with contextlib.suppress(OSError):
            connection = socket.create_connection((address, port), timeout=PATIENCE)
            connection.sendall(f"{token} {name}".encode())
            if connection.recv(64).decode() == token:
                connection.settimeout(None)
                return connection.detach()
            connection.close()
    return None


def _addresses() -> list[str]:
    """Those of this host, the one that only this host knows first: a rank on another host finds nobody there."""
    found = ["127.0.0.1"]
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            with contextlib.suppress(OSError):  # an interface without an address
                request = struct.pack("256s", name.encode()[:15])
                found.append(socket.inet_ntoa(fcntl.ioctl(probe.fileno(), _ADDRESS_OF_INTERFACE, request)[20:24]))
    with contextlib.suppress(OSError):
        found += socket.gethostbyname_ex(socket.gethostname())[2]
    return list(dict.fromkeys(found))
