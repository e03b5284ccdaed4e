"""Make sure that results can be written where they are to go, and write them whole."""

from __future__ import annotations

import errno
import os
import tempfile
from collections.abc import Iterable
from pathlib import Path

from simulators.files import told_plainly, write_atomically

__all__ = ["check_target_of", "check_writable", "ready_folder", "write_atomically"]


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


def check_writable(path: Path) -> None:
    """Make sure that a file can take its place, without touching what is there.

    Raises
    ------
    ValueError
        If it can't, with the system's reason.
    """
    with told_plainly(path):
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
