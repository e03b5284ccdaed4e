"""Write numbers and tables for readers."""

from __future__ import annotations

import math
from collections.abc import Sequence

from analysis.estimates import Estimate


def per_cent(estimate: Estimate) -> str:
    """Write a rate with its interval, to the digit that the interval leaves in doubt.

    Examples
    --------
    >>> from analysis.estimates import rate_estimate
    >>> per_cent(rate_estimate("win", 1500, 10_000))
    '15.0 % (14.3 to 15.7)'
    """
    half_width = 100 * max(estimate.half_width, 1e-9)
    digits = min(7, max(0, 1 - math.floor(math.log10(2 * half_width))))
    low, high = (f"{100 * value:.{digits}f}" for value in (estimate.ci_low, estimate.ci_high))
    return f"{100 * estimate.mean:.{digits}f} % ({low} to {high})"


def with_error(mean: float, std_error: float) -> str:
    """Write a mean with its standard error, to the error's second digit: ``-71.23 ± 0.11``.

    Examples
    --------
    >>> with_error(512.3456, 0.1234)
    '512.35 ± 0.12'
    """
    if not std_error or not math.isfinite(std_error):
        return f"{mean:g}"
    digits = max(0, 1 - math.floor(math.log10(std_error)))
    return f"{mean:,.{digits}f} ± {std_error:.{digits}f}"


def markdown_table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Write a Markdown table, the first column to the left and the others to the right."""
    marks = [":--", *["--:"] * (len(header) - 1)]
    lines = ["| " + " | ".join(cells) + " |" for cells in (header, marks, *rows)]
    return "\n".join(lines)


def in_words(count: int) -> str:
    """Write a round number of games as people say it: ``10 million``."""
    for size, word in ((1_000_000, "million"), (1_000, "thousand")):
        if count >= size and count % size == 0:
            return f"{count // size:,} {word}"
    return f"{count:,}"
