"""The columns of every frame: one name, one type, one meaning, everywhere.

The registry serves twice: :func:`frame` builds every frame from it, and :func:`schema` turns it
into a validation schema, with which tests and careful readers check a frame.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from simulators.outcomes import Metric
from simulators.policy import Parameter
from simulators.values import Number

if TYPE_CHECKING:
    import pandas as pd
    from pandera.pandas import DataFrameSchema


@dataclass(frozen=True)
class Column:
    """One documented column.

    Attributes
    ----------
    dtype : str
        ``int64``, ``float64``, ``bool`` or ``str``.
    low, high : float, optional
        Bounds that every value keeps.
    nullable : bool
        Whether a value can be missing: errors of a single game, labels that don't apply.
    """

    name: str
    dtype: str
    unit: str
    description: str
    low: float | None = None
    high: float | None = None
    nullable: bool = False


def _share(name: str, description: str) -> Column:
    return Column(name, "float64", "share, 0 to 1", description, 0, 1)


def _real(name: str, unit: str, description: str) -> Column:
    return Column(name, "float64", unit, description, nullable=True)


def _count(name: str, unit: str, description: str) -> Column:
    return Column(name, "int64", unit, description, 0)


def _text(name: str, description: str) -> Column:
    return Column(name, "str", "text", description)


_ALL = (
    _text("game", "the game's name"),
    _text("metric", "what was measured in each game"),
    _text("policy", "policy as the command line takes it"),
    _text("opponent", "policy on the other side"),
    _text("policy_a", "first policy of a pair"),
    _text("policy_b", "second policy of a pair"),
    _text("method", "how the interval was made: t or wilson"),
    _text("correction", "how the row allows for the number of comparisons made at once"),
    _text("label", "what a category's code means"),
    _real("mean", "unit of the metric", "mean over the games counted; for a rate, the rate"),
    _real("mean_a", "unit of the metric", "mean of the first policy"),
    _real("mean_b", "unit of the metric", "mean of the second policy"),
    _real("mean_difference", "unit of the metric", "mean of a minus b over games on the same dice"),
    _real("std_error", "unit of the metric", "standard error of the estimate beside it"),
    _real("ci_low", "unit of the metric", "lower end of the 95 % interval"),
    _real("ci_high", "unit of the metric", "upper end of the 95 % interval"),
    _real("ci_low_all", "unit of the metric", "lower end, all points at once (Bonferroni)"),
    _real("ci_high_all", "unit of the metric", "upper end, all points at once (Bonferroni)"),
    *(
        Column(name, "int64", "unit of the metric", f"smallest value with {share} at or below it")
        for name, share in [
            ("q05", "5 %"), ("q25", "25 %"), ("median", "50 %"), ("q75", "75 %"), ("q95", "95 %"),
        ]
    ),
    _count("n", "games", "games that the estimate rests on: those counted and finished"),
    _count("games", "games", "games played, truncated ones included"),
    _count("truncated", "games", "games cut at the cap"),
    _count("count", "games", "games with this value"),
    Column("value", "int64", "unit of the metric", "outcome of a game"),
    _share("probability", "share of the finished games"),
    _share("cumulative", "share of the finished games with this value or a lower one"),
    Column("p_value", "float64", "probability", "two-sided, of no difference", 0, 1, True),
    Column("p_adjusted", "float64", "probability", "p-value after correction", 0, 1, True),
    _share("better", "share of games in which a had the higher value"),
    _share("equal", "share of games in which both had the same value"),
    _share("worse", "share of games in which a had the lower value"),
    Column("seed", "uint64", "seed", "seed of the games"),
    _count("entrant", "place in the list of policies, from 0", "who plays"),
    _count("seat_index", "seat, from 0", "seat in the order of play"),
    _count("wins", "games", "games won alone"),
    _count("draws", "games", "games in which the best result was shared, this policy included"),
    _count("losses", "games", "finished games that weren't won, drawn, or without a winner"),
    _count("no_winner", "games", "games that ended without a winner"),
    _share("win_rate", "share of finished games won"),
    _share("draw_rate", "share of finished games drawn"),
    _share("loss_rate", "share of finished games lost"),
    _share("score", "wins plus an equal part of every draw, per finished game"),
    _real("advantage", "share", "win rate from this seat minus the mean over all seats"),
)  # fmt: skip

#: Every column by name.
COLUMNS: Mapping[str, Column] = {column.name: column for column in _ALL}


def metric_column(metric: Metric) -> Column:
    """Describe the column that holds a metric's own values."""
    return Column(metric.name, "int64", metric.unit, metric.description)


def parameter_column(parameter: Parameter) -> Column:
    """Describe the column that holds a swept parameter; what is no plain number stays text."""
    kind = parameter.kind
    plain = isinstance(kind, Number) and not kind.words
    dtype = ("int64" if kind.whole else "float64") if plain and isinstance(kind, Number) else "str"
    return Column(parameter.name, dtype, "parameter", parameter.description)


def _find(name: str, extra: Sequence[Column]) -> Column:
    return next((column for column in extra if column.name == name), None) or COLUMNS[name]


def frame(
    rows: Sequence[Mapping[str, Any]],
    names: Sequence[str],
    attrs: Mapping[str, Any],
    extra: Sequence[Column] = (),
) -> pd.DataFrame:
    """Build a frame with the registered types, in this order of columns.

    Parameters
    ----------
    attrs : mapping
        Where the numbers come from, in plain JSON types; kept as the frame's ``attrs``.
    extra : sequence of Column
        Columns that the registry can't know: a metric's values, a policy's parameters. They win
        over registered columns of the same name.
    """
    import pandas as pd

    data = {
        name: pd.Series([row[name] for row in rows], dtype=_find(name, extra).dtype)
        for name in names
    }
    built = pd.DataFrame(data, columns=list(names))
    built.attrs.update(attrs)
    return built


def schema(names: Sequence[str], extra: Sequence[Column] = ()) -> DataFrameSchema:
    """Build the schema that a frame with these columns must satisfy."""
    import pandera.pandas as pa

    columns = {}
    for name in names:
        column = _find(name, extra)
        checks = []
        if column.low is not None:
            checks.append(pa.Check.ge(column.low))
        if column.high is not None:
            checks.append(pa.Check.le(column.high))
        columns[name] = pa.Column(column.dtype, checks, nullable=column.nullable)
    return pa.DataFrameSchema(columns, strict=True, ordered=True)


def describe() -> pd.DataFrame:
    """Tabulate every registered column: name, dtype, unit, description."""
    import pandas as pd

    fields = ["name", "dtype", "unit", "description"]
    return pd.DataFrame([[getattr(c, field) for field in fields] for c in _ALL], columns=fields)
