"""A network switch that takes its time: what hosts in network namespaces send each other arrives a little later.

    python benchmarks/cluster_switch.py SECONDS NAMESPACE...

For kernels without `netem`. Each namespace is given an interface `eth0` (a tap), whose frames this process reads and,
so many seconds later, writes to the interface that they are for. It says `ready`, and works until its input ends.
Needs root.
"""

import contextlib
import ctypes
import fcntl
import os
import select
import struct
import sys
import time
from collections import deque
from pathlib import Path

NEW_NETWORK = 0x40000000
SET_INTERFACE = 0x400454CA
TAP, WITHOUT_HEADER = 0x0002, 0x1000
LONGEST_FRAME = 65_536


def enter(path: str) -> None:
    """Make a network namespace that of this process."""
    with Path(path).open() as file:
        if ctypes.CDLL(None, use_errno=True).setns(file.fileno(), NEW_NETWORK) != 0:
            raise OSError(ctypes.get_errno(), f"cannot enter {path}")


def plug_in(namespace: str) -> int:
    """A new `eth0` in a namespace; the number of the file that is the other end of its cable."""
    enter(f"/run/netns/{namespace}")
    cable = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
    fcntl.ioctl(cable, SET_INTERFACE, struct.pack("16sH22x", b"eth0", TAP | WITHOUT_HEADER))
    return cable


def forward(cables: list[int], delay: float) -> None:
    """Pass frames on until the input ends. All wait equally long, so they leave in the order in which they came."""
    homes: dict[bytes, int] = {}
    waiting: deque[tuple[float, int, bytes]] = deque()
    while True:
        patience = max(waiting[0][0] - time.monotonic(), 0.0) if waiting else None
        ready, _, _ = select.select([0, *cables], [], [], patience)
        for cable in ready:
            if cable == 0:
                if not os.read(0, 64):
                    return
                continue
            with contextlib.suppress(OSError):  # an interface that is down
                frame = os.read(cable, LONGEST_FRAME)
                homes[frame[6:12]] = cable
                waiting.append((time.monotonic() + delay, cable, frame))
        while waiting and waiting[0][0] <= time.monotonic():
            _, origin, frame = waiting.popleft()
            home = homes.get(frame[:6])
            for cable in cables if home is None else [home]:
                if cable != origin:
                    with contextlib.suppress(OSError):
                        os.write(cable, frame)


def main() -> None:
    cables = [plug_in(name) for name in sys.argv[2:]]
    print("ready", flush=True)
    forward(cables, float(sys.argv[1]))


if __name__ == "__main__":
    main()
