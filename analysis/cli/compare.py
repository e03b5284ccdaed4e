"""`dicelab compare`: policies on the same dice, game by game."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from analysis.cli.options import (
    ExportFile,
    GameName,
    Games,
    Json,
    MetricName,
    ModeName,
    ModeOptions,
    PolicyTexts,
    Preset,
    Seed,
    Switches,
    Workers,
    read_assignments,
    read_seed,
)
from analysis.cli.output import (
    Column,
    decimals_for,
    estimate_cells,
    heading,
    note,
    numbers,
    origin,
    print_json,
    print_table,
    records,
)
from analysis.cli.wording import describe_frame, rates_of, stopped

if TYPE_CHECKING:
    import pandas as pd


def command(
    game: GameName,
    policies: PolicyTexts,
    preset: Preset = None,
    switches: Switches = None,
    mode: ModeName = None,
    options: ModeOptions = None,
    metric: MetricName = None,
    games: Games = "1e6",
    seed: Seed = None,
    workers: Workers = None,
    out: ExportFile = None,
    as_json: Json = False,
) -> int:
    """Compare policies on the same dice, game by game."""
    from analysis import compare, export
    from analysis.exporting import check_target

    began = time.monotonic()
    if out is not None:
        check_target(out)
    _check_metric(game, mode, metric)
    frame = compare(
        game,
        policies,
        preset=preset,
        switches=read_assignments(switches, "--set"),
        mode=mode,
        options=read_assignments(options, "--option"),
        games=games,
        seed=read_seed(seed),
        workers=workers,  # type: ignore[arg-type]  # text such as 1e1 is read there
    )
    if metric is not None:
        frame = _rows_of(frame, metric)
    if out is not None:
        export(frame, out)
    if as_json:
        print_json({**origin(frame), "rows": records(frame)})
    else:
        _print_comparison(frame, time.monotonic() - began)
    return stopped(frame.attrs["interrupted"], frame.attrs["games"])


def _check_metric(game: str, mode: str | None, metric: str | None) -> None:
    """Refuse an unknown metric, and a category, before anything is played."""
    from analysis.conditions import find_metric
    from simulators.registry import find_game

    if metric is not None:
        found = find_game(game)
        metrics = found.mode(mode).metrics(found.rules(), 1)
        if metrics[find_metric(metrics, metric)].kind == "category":
            raise ValueError(f"{metric} is a category: its values have no difference")


def _rows_of(frame: pd.DataFrame, metric: str) -> pd.DataFrame:
    rows = frame[frame["metric"] == metric].reset_index(drop=True)
    rows.attrs.update({**origin(frame), "metric": metric})
    return rows


def _print_comparison(frame: pd.DataFrame, seconds: float) -> None:
    about = origin(frame)
    percent = about["metric"] in rates_of(about)
    rows = [
        [f"{row['policy_a']} − {row['policy_b']}", *_cells(row, percent)]
        for row in records(_rows_of(frame, about["metric"]))
    ]
    heading(describe_frame(about, [" against ".join(about["policies"])]))
    titles = ("mean a", "mean b", "a − b ± std error", "95 % interval", "p, corrected")
    shares = ("a better", "equal", "a worse")
    print_table([Column(f"{about['metric']}: a − b"), *numbers(*titles, *shares)], rows)
    note(
        f"{about['games']:,} games on the same dice in {seconds:.1f} s; p-values corrected: "
        f"{frame['correction'].iloc[0]}."
    )


def _cells(row: dict[str, Any], percent: bool) -> list[str]:
    scale, unit = (100.0, " %") if percent else (1.0, "")
    places = decimals_for(scale * (row["std_error"] or 0.0))
    means = [f"{scale * row[name]:,.{places}f}{unit}" for name in ("mean_a", "mean_b")]
    difference = estimate_cells({**row, "mean": row["mean_difference"]}, percent=percent)
    p_value = _chance(row["p_adjusted"])
    shares = [f"{100 * row[name]:.1f} %" for name in ("better", "equal", "worse")]
    return [*means, *difference, p_value, *shares]


def _chance(p_value: float | None) -> str:
    """Write a p-value; one too small for a floating-point number isn't zero."""
    if p_value is None:
        return "?"
    return f"{p_value:.2g}" if p_value >= 1e-300 else "<1e-300"
