"""What takes long is done by a thread while short commands are answered: loading kernels, and making a player.

Jobs run one after the other. A job that nobody wants any more before it has begun is not run at all: a controller that
asks for another board size at once does not wait for the first one.
"""

import threading
from collections.abc import Callable

from ponnuki.engine.thinker import Thinker
from ponnuki.errors import PonnukiError

LOOK_EVERY = 0.05
"""Seconds between two looks whether anybody still waits."""


class Abandoned(PonnukiError):  # noqa: N818 - it names what happened
    """Nobody waits for an answer any more."""

    def __init__(self) -> None:
        super().__init__("the controller has gone")


class Job:
    """Something that a thread of its own does once the job before it is done."""

    def __init__(self, work: Callable[[], None], before: "Job | None" = None) -> None:
        self._work, self._before = work, before
        self._done = threading.Event()
        self._error: BaseException | None = None
        threading.Thread(target=self._run, name="gtp-preparation", daemon=True).start()

    @property
    def is_done(self) -> bool:
        """Whether it has ended, well or not."""
        return self._done.is_set()

    def wait(self, given_up: threading.Event) -> None:
        """Wait for its end; what it raised is raised here, and `Abandoned` if waiting is given up."""
        while not self._done.wait(LOOK_EVERY):
            if given_up.is_set():
                raise Abandoned
        if self._error is not None:
            raise self._error

    def _run(self) -> None:
        try:
            if self._before is not None:
                self._before._done.wait()
                self._before = None
            self._work()
        except BaseException as error:  # whoever waits is told
            self._error = error
        finally:
            self._done.set()


class PlayerJob(Job):
    """Makes a player for a board size."""

    def __init__(self, make: Callable[[int], Thinker], size: int, before: Job | None = None) -> None:
        self.size = size
        self._make = make
        self._player: Thinker | None = None
        self._unwanted = threading.Event()
        self._lock = threading.Lock()
        super().__init__(self._make_player, before)

    def player(self, given_up: threading.Event) -> Thinker:
        """The player, once it is there."""
        self.wait(given_up)
        assert self._player is not None
        return self._player

    def drop(self) -> None:
        """Nobody wants the player any more: it is closed, now or when it is there."""
        with self._lock:
            self._unwanted.set()
            player, self._player = self._player, None
        if player is not None:
            player.close()

    def _make_player(self) -> None:
        if self._unwanted.is_set():
            return
        player = self._make(self.size)
        with self._lock:
            if not self._unwanted.is_set():
                self._player = player
                return
        player.close()


class Preparation:
    """What a session has others do for it: load kernels, and make one player after another as board sizes change.

    `load` and `make` are those jobs; waiting for them is given up when `gone` is set.
    """

    def __init__(self, load: Callable[[], None], make: Callable[[int], Thinker], gone: threading.Event) -> None:
        self._load, self._make, self._gone = load, make, gone
        self._making: PlayerJob | None = None
        self._last: Job | None = None

    def begin(self) -> None:
        """Begin to load what players and boards of any size need; returns at once."""
        if self._last is None:
            self._last = Job(self._load)

    def want(self, size: int) -> bool:
        """Begin to make a player for a board size; returns at once: False if that has begun before."""
        self.begin()
        if self._making is not None and self._making.size == size:
            return False
        self.close()
        self._making = self._last = PlayerJob(self._make, size, self._last)
        return True

    def player(self) -> Thinker:
        """The player that is wanted, once it is there."""
        assert self._making is not None
        return self._making.player(self._gone)

    @property
    def is_running(self) -> bool:
        """Whether a thread is still at it."""
        return self._last is not None and not self._last.is_done

    def close(self) -> None:
        """Let the player go."""
        if self._making is not None:
            self._making.drop()
            self._making = None
