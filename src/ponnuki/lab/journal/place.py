"""Where a store may lie and who may write it: one coordinator, on a disk of this machine.

SQLite's write-ahead log is shared memory: on a network file system it fails, or worse, seems to work. And two
coordinators on one file would play each other's trials. Both are refused before anything is written.
"""

import contextlib
import fcntl
import os
import stat
from pathlib import Path

from ponnuki.errors import BadInput
from ponnuki.processes.words import cleaned

NETWORK_SYSTEMS = frozenset(
    {"9p", "afs", "beegfs", "ceph", "cifs", "davfs", "fuse.glusterfs", "fuse.s3fs", "fuse.sshfs", "glusterfs", "gpfs"}
    | {"lustre", "ncpfs", "nfs", "nfs4", "orangefs", "panfs", "pvfs2", "smb2", "smb3", "smbfs"}
)
MOUNTS = Path("/proc/mounts")
HOLDER_LENGTH = 1000
"""Bytes that are read of who holds a lock."""


def real_place(path: Path) -> Path:
    """The file that a path leads to, through symbolic links, as a full path: so that everybody locks the same file, and
    SQLite takes no name for an address. It need not be there; a folder is refused, and a path that leads nowhere."""
    try:
        real = path.resolve()
        is_folder = _is_folder(real)
    except (OSError, RuntimeError, ValueError) as error:  # no permission, too long, a circle of links, a null character
        reason = error.strerror if isinstance(error, OSError) else error
        shown = cleaned(str(path))
        raise BadInput(f"the store {shown} cannot be reached ({reason}): name another --store") from None
    if is_folder:
        raise BadInput(f"the store {path} is a folder: --store names a file")
    return real


def _is_folder(path: Path) -> bool:
    """Whether a folder is there; an error if it cannot be told."""
    try:
        return stat.S_ISDIR(path.stat().st_mode)
    except (FileNotFoundError, NotADirectoryError):
        return False


def check_place(path: Path) -> None:
    """Refuse a folder that is not there or cannot be written, and a network file system; the path is a full one."""
    folder = path.parent
    if not folder.is_dir():
        raise BadInput(f"the folder {folder} of the store {path.name} does not exist: make it, or name another --store")
    if not os.access(folder, os.W_OK) or (path.exists() and not os.access(path, os.W_OK)):
        raise BadInput(f"the store {path} cannot be written: name another --store")
    system = file_system(folder, _mounts())
    if system in NETWORK_SYSTEMS:
        raise BadInput(
            f"the store {path} is on a network file system ({system}), where SQLite's write-ahead log is not safe: "
            "name a --store on a disk of this machine"
        )


def file_system(folder: Path, mounts: str) -> str:
    """The type of the file system a folder is on, from the text of /proc/mounts; "" if it cannot be told."""
    best, kind = -1, ""
    real = folder.resolve()
    for line in mounts.splitlines():
        fields = line.split()
        if len(fields) < 3:
            continue
        point = Path(fields[1].replace("\\040", " "))
        if real.is_relative_to(point) and len(point.parts) >= best:
            best, kind = len(point.parts), fields[2]
    return kind


def _mounts() -> str:
    try:
        return MOUNTS.read_text()
    except OSError:
        return ""


class WriterLock:
    """A lock on a file beside the store, which says who holds it and goes when its holder does. `store` is a full path
    without symbolic links."""

    def __init__(self, store: Path, command: str) -> None:
        self._path = store.with_name(f"{store.name}-lock")
        self._file = -1
        try:
            self._take(store)
            os.ftruncate(self._file, 0)
            os.write(self._file, f"process {os.getpid()}: {command}\n".encode("utf-8", "backslashreplace"))
        except OSError as error:
            if self._file >= 0:
                self.release()
            raise BadInput(f"the store {store} cannot be written ({error.strerror}): name another --store") from None

    def _take(self, store: Path) -> None:
        while True:
            self._file = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                holder = cleaned(os.read(self._file, HOLDER_LENGTH).decode("utf-8", "replace").strip())
                os.close(self._file)
                raise BadInput(
                    f"the store {store} is being written by another run ({holder}): wait, or name another --store"
                ) from None
            if self._is_the_file():
                return
            os.close(self._file)
            self._file = -1

    def _is_the_file(self) -> bool:
        """Whether the file we locked is still the one with the name: the last holder removes it."""
        try:
            return self._path.stat().st_ino == os.fstat(self._file).st_ino
        except FileNotFoundError:
            return False

    def release(self) -> None:
        """Let the next one in."""
        with contextlib.suppress(OSError):
            self._path.unlink()
        os.close(self._file)


def writer_of(store: Path) -> str | None:
    """Who is writing a store at this moment, if anybody is."""
    real = real_place(store)
    try:
        file = os.open(real.with_name(f"{real.name}-lock"), os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return cleaned(os.read(file, HOLDER_LENGTH).decode("utf-8", "replace").strip())
    else:
        return None
    finally:
        os.close(file)
