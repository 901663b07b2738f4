"""Four ranks on four hosts with a network between them, made of network namespaces: a game, a cut link, a killed rank.

    python benchmarks/cluster_network.py [SCHEME]

Needs root, `ip` and MPICH's `mpiexec`, and says so where something is missing. Each host is a network namespace with an
address of its own and a cable to a bridge in a fifth one, with a delay of 1 ms (`netem`); where the kernel cannot
delay, its cable leads to a switch that does (`cluster_switch.py`).
What should happen is on the page docs/cluster.md. Nothing outside of the namespaces is changed.
"""

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HOSTS = 4
NAME = f"ponnuki{os.getpid()}"
ADDRESSES = [f"10.77.0.{k + 1}" for k in range(HOSTS)]
SCHEME = (*sys.argv[1:], "slow-tree")[0]
SECONDS = 0.5
DELAY = 0.001
KNOCK = """
import socket, sys, time
times = []
for _ in range(10):
    begun = time.monotonic()
    socket.socket().connect_ex((sys.argv[1], 9))
    times.append(1000 * (time.monotonic() - begun))
print(f"{min(times):.2f} to {max(times[1:]):.2f}")
"""
"""How long it takes until a host refuses a connection: one message there, one back."""
MOVES = 8


def main() -> None:
    mpiexec = shutil.which("mpiexec", path=str(Path(sys.executable).parent)) or shutil.which("mpiexec")
    if os.geteuid() != 0 or mpiexec is None or not shutil.which("ip"):
        print("skipped: this needs root, ip and mpiexec")
        return
    with contextlib.ExitStack() as clean_up:
        folder = Path(clean_up.enter_context(tempfile.TemporaryDirectory()))
        clean_up.callback(remove_hosts)
        make_hosts(clean_up)
        launcher = write_launcher(folder)
        play(mpiexec, launcher)
        lose_a_rank(mpiexec, launcher)


# ---- the network --------------------------------------------------------------------------------------------------


def run(*words: str, check: bool = True) -> bool:
    return subprocess.run(words, check=check, capture_output=not check).returncode == 0


def host(number: int) -> str:
    return f"{NAME}-{number}"


def make_hosts(clean_up: contextlib.ExitStack) -> None:
    """A host at each end of a network whose links take 1 ms."""
    for number in range(HOSTS):
        run("ip", "netns", "add", host(number))
    if has_netem():
        make_bridge()
    else:
        start_switch(clean_up)
    for number, address in enumerate(ADDRESSES):
        run("ip", "-n", host(number), "address", "add", f"{address}/24", "dev", "eth0")
        run("ip", "-n", host(number), "link", "set", "lo", "up")
        run("ip", "-n", host(number), "link", "set", "eth0", "up")
    words = ["ip", "netns", "exec", host(0), sys.executable, "-S", "-c", KNOCK, ADDRESSES[-1]]
    print(f"there and back: {subprocess.run(words, capture_output=True, text=True, check=True).stdout.strip()} ms")


def has_netem() -> bool:
    """Whether the kernel can delay: tried on a host's own loopback."""
    words = ("tc", "-n", host(0), "qdisc", "add", "dev", "lo", "root", "netem", "delay", "1ms")
    if not shutil.which("tc") or not run(*words, check=False):
        return False
    return run("tc", "-n", host(0), "qdisc", "delete", "dev", "lo", "root", check=False)


def make_bridge() -> None:
    """A bridge in a namespace of its own, with a cable to each host that the kernel delays."""
    run("ip", "netns", "add", NAME)
    run("ip", "-n", NAME, "link", "add", "bridge", "type", "bridge")
    run("ip", "-n", NAME, "link", "set", "bridge", "up")
    for number in range(HOSTS):
        name, port = host(number), f"port{number}"
        run("ip", "-n", NAME, "link", "add", port, "type", "veth", "peer", "name", "eth0", "netns", name)
        run("ip", "-n", NAME, "link", "set", port, "master", "bridge", "up")
        run("tc", "-n", name, "qdisc", "add", "dev", "eth0", "root", "netem", "delay", f"{1000 * DELAY:g}ms")
    print("a bridge; the kernel delays each link by 1 ms")


def start_switch(clean_up: contextlib.ExitStack) -> None:
    """A process that passes on what hosts send, 1 ms later (`cluster_switch.py`)."""
    words = [sys.executable, str(Path(__file__).with_name("cluster_switch.py")), str(DELAY)]
    switch = subprocess.Popen(
        [*words, *(host(number) for number in range(HOSTS))], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert switch.stdin is not None
    assert switch.stdout is not None
    clean_up.callback(switch.wait)
    clean_up.callback(switch.stdin.close)
    if switch.stdout.readline() != "ready\n":
        raise SystemExit("there is neither netem nor a way to make taps here")
    print("no netem in this kernel: a switch that delays each frame by 1 ms")


def remove_hosts() -> None:
    for name in (*(host(number) for number in range(HOSTS)), NAME):
        run("ip", "netns", "delete", name, check=False)


def write_launcher(folder: Path) -> Path:
    """What mpiexec calls instead of ssh: `launcher [-x] ADDRESS COMMAND…` runs a command on a host."""
    path = folder / "launcher"
    cases = "\n".join(f"    {address}) name={host(number)};;" for number, address in enumerate(ADDRESSES))
    path.write_text(
        f'#!/bin/sh\nwhile [ "${{1#-}}" != "$1" ]; do shift; done\ncase $1 in\n{cases}\nesac\nshift\n'
        'exec ip netns exec "$name" sh -c "$*"\n'
    )
    path.chmod(0o755)
    return path


# ---- a cluster on it ----------------------------------------------------------------------------------------------


class Engine:
    """A GTP engine on all hosts."""

    def __init__(self, mpiexec: str, launcher: Path) -> None:
        words = ["ip", "netns", "exec", host(0), mpiexec, "-launcher", "ssh", "-launcher-exec", str(launcher)]
        words += ["-hosts", ",".join(ADDRESSES), "-n", str(HOSTS), sys.executable, "-m", "ponnuki", "gtp"]
        words += ["--cluster", SCHEME, "--size", "5", "--time", str(SECONDS)]
        self.said = tempfile.TemporaryFile("w+")  # noqa: SIM115 - read when the job has ended
        self.process = subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.said, text=True
        )

    def send(self, command: str) -> None:
        """Write a command."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{command}\n")
        self.process.stdin.flush()

    def answer(self) -> str:
        """Read the answer to a command."""
        assert self.process.stdout is not None
        lines = list(iter(lambda: self.process.stdout.readline().strip(), ""))
        return " ".join(lines)

    def ask(self, command: str) -> tuple[str, float]:
        """The answer to a command, and the seconds that it took."""
        start = time.monotonic()
        self.send(command)
        return self.answer(), time.monotonic() - start


def play(mpiexec: str, launcher: Path) -> None:
    """A game; in the middle of it, a link is cut for three seconds during a search."""
    engine = Engine(mpiexec, launcher)
    times = [engine.ask(f"genmove {'bw'[number % 2]}")[1] for number in range(MOVES)]
    times = times[2:]  # kernels have been loaded
    print(f"{len(times)} moves of {SECONDS} s took {min(times):.2f} to {max(times):.2f} s")
    engine.ask("clear_board")
    engine.send("genmove b")
    time.sleep(SECONDS / 2)
    begun = time.monotonic()
    run("ip", "-n", host(HOSTS - 1), "link", "set", "eth0", "down")
    print(f"link cut in a search: {engine.answer()} after {time.monotonic() - begun + SECONDS / 2:.2f} s")
    time.sleep(3)
    run("ip", "-n", host(HOSTS - 1), "link", "set", "eth0", "up")
    answer, seconds = engine.ask("genmove w")
    print(f"link there again: {answer} after {seconds:.2f} s")
    engine.ask("quit")
    print(f"quit: exit code {engine.process.wait(60)}")


def lose_a_rank(mpiexec: str, launcher: Path) -> None:
    """One rank is killed in the middle of a search."""
    engine = Engine(mpiexec, launcher)
    engine.ask("genmove b")
    engine.send("genmove w")
    time.sleep(SECONDS / 2)
    found = subprocess.run(["ip", "netns", "pids", host(HOSTS - 1)], capture_output=True, text=True, check=True)
    ranks = [pid for pid in found.stdout.split() if "ponnuki" in Path(f"/proc/{pid}/cmdline").read_text()]
    os.kill(int(ranks[-1]), signal.SIGKILL)
    begun = time.monotonic()
    code = engine.process.wait(120)
    print(f"a rank killed in a search: the job ended after {time.monotonic() - begun:.2f} s with exit code {code}")
    time.sleep(1)  # the process that names the lost rank outlives the job
    engine.said.seek(0)
    print("\n".join(line.strip() for line in engine.said if line.startswith("ponnuki: rank")))


if __name__ == "__main__":
    main()
