"""Evaluators for races in tests, found by name from race files beside which this file is copied."""

import hashlib
import os
import time
from typing import Any


def uniform(seed: int, what: str = "") -> float:
    """A number that the seed decides, alike on every machine."""
    digest = hashlib.sha256(f"{seed} {what}".encode()).digest()
    return int.from_bytes(digest[:8], "big") / 2**64


def coin(candidate: dict[str, Any], seed: int) -> float:
    """A pair of games, each won with probability `p`; `wait` seconds are spent, more or less."""
    time.sleep(candidate.get("wait", 0.0) * uniform(seed, "wait"))
    return ((uniform(seed, "a") < candidate["p"]) + (uniform(seed, "b") < candidate["p"])) / 2


def coin_or_death(candidate: dict[str, Any], seed: int) -> float:
    """A coin that takes its process with it for one seed in sixteen."""
    if uniform(seed, "death") < 1 / 16:
        os._exit(7)
    return coin(candidate, seed)


def slow_loser(candidate: dict[str, Any], seed: int) -> float:
    """One game that lasts longer when it is lost: counted as they arrive, wins would come first."""
    won = uniform(seed) < candidate["p"]
    time.sleep(0.001 if won else 0.02)
    return float(won)


def clock(candidate: dict[str, Any], seed: int) -> float:
    """Not reproducible, whatever it says."""
    return (time.monotonic_ns() // 1000) % 1000 / 1000


def too_much(candidate: dict[str, Any], seed: int) -> float:
    return 1.5


def suicide(candidate: dict[str, Any], seed: int) -> float:
    os._exit(7)


def witness(candidate: dict[str, Any], seed: int) -> float:
    """A coin that writes down when it begins and when it ends, some hundredths of a second later."""
    _note(candidate["log"], f"begin {seed}")
    time.sleep(0.06 * uniform(seed, "time"))
    _note(candidate["log"], f"end {seed}")
    return float(uniform(seed) < candidate["p"])


def _note(log: str, line: str) -> None:
    file = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    os.write(file, f"{line} {time.time()}\n".encode())
    os.close(file)


def near(arguments: dict[str, Any], seed: int) -> float:
    """Worth `gain` more where `a` is 3 or less and `b` is above 10, else a half; luck is the same for everybody."""
    time.sleep(arguments.get("wait", 0.0))
    found = arguments["a"] <= 3 and arguments["b"] > 10
    return min(max(0.5 + arguments["gain"] * found + 0.4 * (uniform(seed, "luck") - 0.5), 0.0), 1.0)


def own_luck(arguments: dict[str, Any], seed: int) -> float:
    """Won with probability 1/2, by luck that is its own, whatever the arguments are."""
    return float(uniform(seed, repr(sorted(arguments.items()))) < 0.5)
