"""Write files whole: a crash leaves the old file or the new one, never half of one."""

from __future__ import annotations

import errno
import os
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


def ready_folder(folder: Path) -> Path:
    """Make sure that files can be written to a folder, making it if need be.

    Raises
    ------
    ValueError
        If it can't be made or written, with the system's reason.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise ValueError(f"can't write results to {folder}: {error.strerror or error}") from None
    return folder


@contextmanager
def _told_plainly(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise ValueError(f"can't write {path}: {error.strerror or error}") from error


def check_writable(path: Path) -> None:
    """Make sure that a file can take its place, without touching what is there.

    Raises
    ------
    ValueError
        If it can't, with the system's reason.
    """
    with _told_plainly(path):
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        with tempfile.TemporaryFile(dir=path.parent):
            pass


def check_target_of(path: str | os.PathLike[str], suffixes: Iterable[str], deed: str) -> Path:
    """Make sure that a file has one of the suffixes and can be written.

    Parameters
    ----------
    deed : str
        What is to be done, as in "can't `deed` to ...".

    Raises
    ------
    ValueError
        If the name has another suffix, or if the file can't be written.
    """
    target, known = Path(path), list(suffixes)
    if target.suffix not in known:
        raise ValueError(f"can't {deed} to {str(path)!r}: the name must end in {', '.join(known)}")
    check_writable(target)
    return target


def write_atomically(path: Path, write: Callable[[Path], object]) -> None:
    """Replace a file by what `write` writes to the temporary path that it is given.

    The bytes are on disk before the file takes its name.
    """
    with _told_plainly(path):
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".tmp", dir=path.parent)
        os.close(handle)
        temporary = Path(name)
        try:
            write(temporary)
            temporary.chmod(0o644)
            with temporary.open("rb") as written:
                os.fsync(written.fileno())
            temporary.replace(path)
            _sync_folder(path.parent)
        finally:
            with suppress(OSError):
                temporary.unlink(missing_ok=True)


def _sync_folder(folder: Path) -> None:
    """Put the new name on disk as well, where the system can."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
