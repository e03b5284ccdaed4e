"""The command line `dicelab`: a thin layer over the functions of :mod:`analysis`.

One file per command. Whatever takes long to import is imported inside the commands, so that
``dicelab --help`` answers at once.
"""

from analysis.cli.launch import main

__all__ = ["main"]
