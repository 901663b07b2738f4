"""A process beside rank 0 that says which rank was lost. It is run as a file, and needs nothing but Python.

Where a rank is killed, `mpiexec` ends all others at once, and none of them has time to say anything. This process is no
rank: it listens to a connection of each and to a pipe of rank 0, which end with whoever holds them. The first that ends
without having said so is named in one line. When somebody says that the job ends, all is well.

    python watcher.py SOCKET TOKEN HOST STARTER

SOCKET is the number of a listening socket, TOKEN what ranks begin with, HOST rank 0's host, and STARTER the process of
`mpiexec` on it, or 0.
"""

import os
import select
import socket
import stat
import sys
import time
from pathlib import Path

LONGEST_WAIT = 5.0
"""Seconds that `mpiexec` has to end after a rank was lost (a guess)."""
END = b"end"
"""What a rank says before it ends, or ends all others: then nobody was lost."""


def lost(listener: socket.socket, token: str, host: str) -> str:
    """Wait until the job ends; who was lost, or nothing."""
    pipe, door = sys.stdin.fileno(), listener.fileno()
    ranks: dict[int, tuple[socket.socket, str]] = {}
    while True:
        ready, _, _ = select.select([door, pipe, *ranks], [], [])
        for one in ready:
            if one == door:
                new = _greeted(listener, token)
                if new is not None:
                    ranks[new[0].fileno()] = new
                continue
            said = os.read(one, 64) if one == pipe else _read(ranks[one][0])
            if END in said:
                return ""
            if not said:
                return f"rank 0 on {host}" if one == pipe else ranks[one][1]


def _greeted(listener: socket.socket, token: str) -> tuple[socket.socket, str] | None:
    """A rank that has connected, and its name; None if it is somebody else."""
    connection, _ = listener.accept()
    try:
        connection.settimeout(1.0)
        begin, _, name = connection.recv(256).decode().partition(" ")
        if begin == token:
            connection.sendall(token.encode())
            return connection, name
    except (OSError, UnicodeDecodeError):
        pass
    connection.close()
    return None


def _read(connection: socket.socket) -> bytes:
    try:
        return connection.recv(64)
    except OSError:  # reset by the other end: it is gone
        return b""


def _let_go_first(starter: int) -> None:
    """In a file, what `mpiexec` has still to say would be written over our line: wait until it has ended."""
    if starter and stat.S_ISREG(os.fstat(sys.stderr.fileno()).st_mode):
        deadline = time.monotonic() + LONGEST_WAIT
        while Path(f"/proc/{starter}").exists() and time.monotonic() < deadline:
            time.sleep(0.01)


def main() -> None:
    """Say who was lost."""
    name = lost(socket.socket(fileno=int(sys.argv[1])), sys.argv[2], sys.argv[3])
    if name:
        os.close(sys.stdin.fileno())  # rank 0 sees by that that nobody need be told of its own end
        _let_go_first(int(sys.argv[4]))
        sys.stderr.write(f"ponnuki: {name} was lost, and the whole job ends with it\n")
        sys.stderr.flush()


if __name__ == "__main__":
    main()
