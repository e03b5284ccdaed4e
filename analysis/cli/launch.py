"""Run a command; turn every mistake of the user's into one sentence and an exit code.

Exit codes: 0 done, 2 a mistake in what was asked, 130 stopped by Ctrl-C, 141 nobody reads the
output any more. Set ``DICELAB_TRACEBACK=1`` to see where an error came from.
"""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Sequence
from typing import Any

import typer
from typer.main import get_command

USAGE, INTERRUPTED, BROKEN_PIPE = 2, 130, 141

# The base of every mistake that the option parser finds, whichever parser typer comes with.
_UsageError: type[Any] = typer.BadParameter.__mro__[1]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `dicelab` with these arguments, those of the process by default.

    Returns
    -------
    int
        The exit code.
    """
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal without ± is no reason to fail
    with warnings.catch_warnings():
        warnings.simplefilter("default")  # told, never raised, whatever python -W says
        warnings.showwarning = _warn
        return _run(arguments)


def _run(arguments: Sequence[str] | None) -> int:
    from analysis.cli.app import app

    try:
        code = get_command(app).main(
            args=None if arguments is None else list(arguments),
            prog_name="dicelab",
            standalone_mode=False,
        )
    except _UsageError as error:
        return _refuse(_usage_in_words(error))
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except OSError as error:
        return _refuse(_system_in_words(error), error)
    except (ValueError, TypeError, ArithmeticError) as error:
        return _refuse(str(error) or type(error).__name__, error)
    return code if isinstance(code, int) else 0


def _warn(message: Warning | str, *_: Any, **__: Any) -> None:
    print("warning:", " ".join(str(message).split()), file=sys.stderr)


def _usage_in_words(error: Any) -> str:
    sentence = error.format_message().rstrip(".")
    context = getattr(error, "ctx", None)
    return f"{sentence}; see {context.command_path} --help" if context else sentence


def _system_in_words(error: OSError) -> str:
    if error.filename is None or error.strerror is None:
        return str(error)
    return f"{error.filename}: {error.strerror}"


def _refuse(sentence: str, error: Exception | None = None) -> int:
    if error is not None and os.environ.get("DICELAB_TRACEBACK"):
        raise error
    print("error:", " ".join(sentence.split()), file=sys.stderr)
    return USAGE
