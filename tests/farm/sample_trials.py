"""Small trials for tests of farms and drivers: values that can be sent anywhere."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ponnuki.match.trial import TrialResult


@dataclass(frozen=True)
class Echo:
    """Gives back what it was made with, after a while."""

    reward: float = 1.0
    seconds: float = 0.0
    reproducible: bool = True
    details: Mapping[str, Any] = field(default_factory=dict)

    def run(self) -> TrialResult:
        time.sleep(self.seconds)
        return TrialResult(self.reward, self.details)


@dataclass(frozen=True)
class Logs:
    """Leaves a file when it begins and another when it ends."""

    folder: Path
    name: str
    seconds: float = 0.0
    reproducible: bool = False

    def run(self) -> TrialResult:
        (self.folder / self.name).touch(exist_ok=False)
        time.sleep(self.seconds)
        (self.folder / f"{self.name}-ended").touch()
        return TrialResult(1.0)


@dataclass(frozen=True)
class Raises:
    reproducible: bool = True

    def run(self) -> TrialResult:
        raise RuntimeError("no\nluck")


@dataclass(frozen=True)
class DiesOnce:
    """Kills its process the first time; a file says that there was a first time."""

    mark: Path
    times: int = 1
    reproducible: bool = True

    def run(self) -> TrialResult:
        with self.mark.open("a") as file:
            file.write("x")
        if len(self.mark.read_text()) <= self.times:
            os.kill(os.getpid(), signal.SIGKILL)
        return TrialResult(0.25)


@dataclass(frozen=True)
class EndsWorker:
    """Gives its reward, and a moment after the first time kills the process that gave it; then it takes longer."""

    mark: Path
    note: Path
    reproducible: bool = True

    def run(self) -> TrialResult:
        with self.mark.open("a") as file:
            file.write("x")
        if len(self.mark.read_text()) == 1:
            self.note.write_text(str(os.getpid()))
            threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGKILL)).start()
        else:
            time.sleep(2.0)
        return TrialResult(0.5)


@dataclass(frozen=True)
class StartsProgram:
    """Starts a program that ignores everything but SIGKILL, in a session of its own, and waits for it."""

    note: Path
    reproducible: bool = True

    def run(self) -> TrialResult:
        code = "import signal,time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(600)"
        program = subprocess.Popen([sys.executable, "-c", code], start_new_session=True)
        self.note.write_text(f"{os.getpid()} {program.pid}")
        program.wait()
        return TrialResult(0.0)


@dataclass(frozen=True)
class Unreadable:
    """Can be sent, and kills whoever reads it."""

    reproducible: bool = True

    def run(self) -> TrialResult:
        return TrialResult(1.0)

    def __reduce__(self) -> Any:
        return os._exit, (7,)
