"""Where a store may lie and who may write it: one coordinator, on a disk of this machine.

SQLite's write-ahead log is shared memory: on a network file system it fails, or worse, seems to work. And two
coordinators on one file would play each other's trials. Both are refused before anything is written.
"""

import contextlib
import fcntl
import os
from pathlib import Path

from ponnuki.errors import BadInput

NETWORK_SYSTEMS = frozenset(
    {"9p", "afs", "beegfs", "ceph", "cifs", "davfs", "fuse.glusterfs", "fuse.s3fs", "fuse.sshfs", "glusterfs", "gpfs"}
    | {"lustre", "ncpfs", "nfs", "nfs4", "orangefs", "panfs", "pvfs2", "smb2", "smb3", "smbfs"}
)
MOUNTS = Path("/proc/mounts")


def check_place(path: Path) -> None:
    """Refuse a folder that is not there or cannot be written, and a network file system."""
    folder = path.absolute().parent
    if path.is_dir():
        raise BadInput(f"the store {path} is a folder: --store names a file")
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
    """A lock on a file beside the store, which says who holds it and goes when its holder does."""

    def __init__(self, store: Path, command: str) -> None:
        self._path = store.with_name(f"{store.name}-lock")
        while True:
            try:
                self._file = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
            except OSError as error:
                raise BadInput(
                    f"the store {store} cannot be written ({error.strerror}): name another --store"
                ) from None
            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                holder = os.read(self._file, 1000).decode("utf-8", "replace").strip()
                os.close(self._file)
                raise BadInput(
                    f"the store {store} is being written by another run ({holder}): wait, or name another --store"
                ) from None
            if self._is_the_file():
                break
            os.close(self._file)
        os.ftruncate(self._file, 0)
        os.write(self._file, f"process {os.getpid()}: {command}\n".encode())

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
    try:
        file = os.open(store.with_name(f"{store.name}-lock"), os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return os.read(file, 1000).decode("utf-8", "replace").strip()
    else:
        return None
    finally:
        os.close(file)
