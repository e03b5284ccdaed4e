"""Write files whole: a crash leaves the old file or the new one, never half of one."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray


@contextmanager
def told_plainly(path: Path) -> Iterator[None]:
    """Turn what the system says of a file that can't be written into a ``ValueError``."""
    try:
        yield
    except OSError as error:
        raise ValueError(f"can't write {path}: {error.strerror or error}") from error


def write_atomically(path: Path, write: Callable[[Path], object]) -> None:
    """Replace a file by what `write` writes to the temporary path that it is given.

    The bytes are on disk before the file takes its name.

    Raises
    ------
    ValueError
        If it can't be written, with the system's reason.
    """
    with told_plainly(path):
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


def save_arrays(path: Path, arrays: Mapping[str, NDArray[Any]], *, compress: bool = False) -> None:
    """Write arrays to an ``.npz`` file, whole or not at all; see :func:`write_atomically`."""
    save: Any = np.savez_compressed if compress else np.savez

    def write(temporary: Path) -> None:
        with temporary.open("wb") as file:  # given a name, numpy would add its own suffix
            save(file, **arrays)

    write_atomically(path, write)


def _sync_folder(folder: Path) -> None:
    """Put the new name on disk as well, where the system can."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
