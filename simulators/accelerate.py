"""Every numba setting, in one place.

Compiled code is kept on disk between processes, in a folder named by a digest of all sources that it
can depend on: the foundation and, for a game, the game's folder. numba alone looks only at the file of
the cached function and would go on using old machine code after an edit in a file that it calls; with
the digest, any edit starts a fresh folder. No game imports another, nor does the foundation import a
game, so that an edit in one game leaves the others compiled.

Set ``DICELAB_CACHE_DIR`` to keep the compiled code elsewhere than in the user's cache folder, and
``NUMBA_BOUNDSCHECK=1`` to have every array access checked.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import tempfile
import time
import warnings
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

import numba
from numba.core import types
from numba.core.errors import NumbaExperimentalFeatureWarning
from numba.extending import intrinsic

from simulators.parts import make_parts_known

# A policy is handed to a kernel as a first-class function, which numba calls experimental.
warnings.filterwarnings(
    "ignore", message="First-class function type", category=NumbaExperimentalFeatureWarning
)

F = TypeVar("F", bound=Callable[..., Any])

_KEEP_STALE_DAYS = 14


def sources_digest(module: str = __name__, package: Path = Path(__file__).parent) -> str:
    """Digest all sources that a module's code can depend on, the versions under it, the bounds check.

    Parameters
    ----------
    module : str
        Full name. A game's depends on the foundation and the game's folder, one of the foundation on
        the foundation, and one of elsewhere, such as an example, on the foundation and its own file.

    Returns
    -------
    str
        16 hexadecimal digits; any edit of any of these files changes them.
    """
    digest = hashlib.blake2b(digest_size=8)
    for path in [*sorted(package.glob("*.py")), *_own_sources(module, package)]:
        name = path.relative_to(package) if path.is_relative_to(package) else path.name
        digest.update(str(name).encode())
        digest.update(path.read_bytes())
    bounds = os.environ.get("NUMBA_BOUNDSCHECK", "0")
    digest.update(f"{numba.__version__} {sys.version} {bounds}".encode())
    return digest.hexdigest()


def _own_sources(module: str, package: Path) -> list[Path]:
    """List what a module depends on beyond the foundation."""
    first, *rest = module.split(".")
    if first == package.name:
        return sorted((package / rest[0]).rglob("*.py")) if rest else []
    file = getattr(sys.modules.get(module), "__file__", None)
    return [Path(file)] if file and Path(file).exists() else []


def _cache_root() -> Path:
    if chosen := os.environ.get("DICELAB_CACHE_DIR"):
        return Path(chosen)
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "dicelab"


def _drop_stale(root: Path, current: Path) -> None:
    """Remove folders of sources that are long gone; other processes may still use young ones."""
    for folder in root.glob("kernels-*"):
        if folder != current and time.time() - folder.stat().st_mtime > _KEEP_STALE_DAYS * 86400:
            shutil.rmtree(folder, ignore_errors=True)


def cache_folder(module: str = __name__) -> Path:
    """Return the folder for the code of a module, in this state of its sources; made on first use.

    Where the user's cache folder can't be written, a private temporary one serves this process.
    """
    first, *rest = module.split(".")
    # All modules of a game share one folder, and all of the foundation another.
    part = ".".join([first, *rest[:1]]) if first == __name__.split(".")[0] else module
    return _folder_of(part)


@lru_cache(maxsize=64)
def _folder_of(part: str) -> Path:
    root = _cache_root()
    folder = root / f"kernels-{sources_digest(part)}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
        _drop_stale(root, folder)
    except OSError:
        folder = Path(tempfile.mkdtemp(prefix="dicelab-kernels-"))
    return folder


def cached(decorate: Callable[[F], Any], function: F) -> Any:
    """Apply a numba decorator so that its disk cache lives in :func:`cache_folder`.

    numba fixes the folder when it decorates, so the setting is put back at once and a user's own
    cached functions stay where they were.
    """
    make_parts_known()
    settings: Any = numba.config
    before = settings.CACHE_DIR
    settings.CACHE_DIR = str(cache_folder(function.__module__))
    try:
        return decorate(function)
    finally:
        settings.CACHE_DIR = before


def compiled(function: F) -> F:
    """Compile a function for use inside kernels and policies."""
    return cached(numba.njit(nogil=True, cache=True), function)  # type: ignore[no-any-return]


def inlined(function: F) -> F:
    """Compile a function into each of its callers: worth it in the innermost loop only."""
    decorate = numba.njit(nogil=True, cache=True, forceinline=True)
    return cached(decorate, function)  # type: ignore[no-any-return]


def kernel(function: F) -> F:
    """Compile a kernel: it releases the interpreter lock, so that chunks run on threads."""
    return cached(numba.njit(nogil=True, cache=True), function)  # type: ignore[no-any-return]


def _pointer(typingctx: Any, array: Any, offset: Any) -> Any:
    """Point at element `offset` of a contiguous array: ``pointer(array, offset)[i]``.

    A policy called through a pointer gets its tables this way: passing whole arrays costs about
    6 ns a call, a pointer nothing measurable. A pointer may take the array's place.
    """
    if isinstance(array, types.CPointer):
        return array(array, types.intp), lambda context, builder, signature, args: builder.gep(
            args[0], [args[1]]
        )
    signature = types.CPointer(array.dtype)(array, types.intp)  # type: ignore[no-untyped-call]

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, args[0]).data
        return builder.gep(data, [args[1]])

    return signature, codegen


pointer: Any = intrinsic(_pointer)


@compiled
def keep_alive(array: Any) -> None:
    """Keep an array until here: call it where a record or pointer into it was last used.

    For numba a record taken out of an array is a bare address, as a pointer is. It frees the array
    after the array's own last use, though what is in it is still read and written: others may have
    that memory by then.
    """
