r"""A ceiling on the mean score: every sum buys its marks for itself, at a price.

Which marks each sum has is what makes Solitaire Dice too large to be solved. Let r be the reject sheet,
O the set of opened sums, m_s the marks of sum s, and let every mark on an opened sum cost its owner a
price p_s, which the player is paid. Along any real game the two cancel out. If the owners and the
player may each choose splits for themselves, nobody has less choice than before, and the game falls
apart into problems that are small enough to be solved:

- *alone*: an owner with m marks sees every roll, chooses among its splits whichever gives his sum what
  he wants, and pays for the marks,

  .. math:: B_s(m, r) = \mathrm E_{roll} \max_{f,\,d} \bigl[ B_s(m + d, r + f) - d\, p_s \bigr],

  where d is what the split marks on his sum, f its reject, and B_s of a full sheet is the sum's worth;
- *together*: the player knows only r and O, is paid the price of every mark on an opened sum, and when
  he opens one, what it is worth to its owner from then on,

  .. math:: A(r, O) = \mathrm E_{roll} \max_{split} \Bigl[ \sum_{\text{marks on } s \in O} p_s +
            \sum_{s \text{ opened}} B_s(d_s, r + f) + A(r + f, O \cup \ldots) \Bigr].

**The ceiling.** :math:`V(x) \le H(x) = A(r, O) + \sum_{s \in O} B_s(m_s, r)`. By induction over the
rolls left: what a split leads to is worth at most H of it, that is, a term of A's maximum plus, for
each opened sum, a term of its owner's, prices added here and subtracted there. The maximum of sums is
at most the sum of maxima, and the expectation of that is H(x). Any prices will do; the better they
match what a mark is worth, the lower the ceiling. Under the published rules the prices `PRICES` give
457.9 points for the empty sheet, found by subgradient descent: lower the price of a sum where the
player marks it more often than its owner buys, raise it otherwise. (A price for each stage of the
game gives 454.6, which isn't worth 242 numbers.)

Free rolls' loops are iterated until nothing moves by more than `_CONVERGED`; what that and rounding
to float32 can add up to is in `ROUNDING`, and is added to every ceiling.

References
----------
D. Adelman, A. J. Mersereau, "Relaxations of weakly coupled stochastic dynamic programs", Operations
Research 56 (2008), 712-727.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from simulators.solitaire_dice.boundable import check_boundable
from simulators.solitaire_dice.decoupled_kernels import (
    Ceiling,
    Offers,
    solve_alone,
    solve_together,
)
from simulators.solitaire_dice.game_graph import N_PAIRS, live_sheets, rolls_table, sheet_graph
from simulators.solitaire_dice.mirrored import open_set_flips, sheet_rows
from simulators.solitaire_dice.rules import N_OPEN_SETS, N_SUMS, SUMS, SolitaireDiceRules
from simulators.solitaire_dice.side_by_side import solve_by_layers
from simulators.solitaire_dice.splits import ALL_FACES

#: Points that a mark costs on each sum, under the published rules.
PRICES = (54.0, 56.0, 55.0, 50.0, 40.0, 34.0, 40.0, 50.0, 55.0, 56.0, 54.0)
#: More rounding of float32 than a game's worth of sums can collect, relative to the largest value.
ROUNDING = 1e-5


@dataclass(frozen=True, eq=False)
class DecoupledValues:
    """The solved problems of owners and player.

    Attributes
    ----------
    rules : SolitaireDiceRules
    tables : Ceiling
        What they are worth, as compiled code reads it.
    margin : float
        What has to be added to make up for rounding.
    """

    rules: SolitaireDiceRules
    tables: Ceiling
    margin: float

    @property
    def start(self) -> float:
        """Return the ceiling of the empty sheet, in points."""
        sheets = live_sheets(self.rules.reject_faces, self.rules.reject_marks)
        empty = self.tables.row[sheets.index((0,) * 6)]
        return float(self.tables.together[empty, 0]) + self.margin

    def ceiling(self, marks: Sequence[int], rejects: Sequence[int]) -> float:
        """Return what no player can expect more of than from a sheet before its next roll.

        Parameters
        ----------
        marks : sequence of int
            Marks of each sum, indexed by the sum: ``marks[2]`` to ``marks[12]``.
        rejects : sequence of int
            Marks of each reject face, indexed by the face; none of them full.
        """
        tables = self.tables
        sheets = live_sheets(self.rules.reject_faces, self.rules.reject_marks)
        sheet = sheets.index(tuple(rejects[1:7]))
        counted = [min(marks[sum_], tables.worth.shape[1] - 1) for sum_ in SUMS]
        opened = sum(1 << i for i, m in enumerate(counted) if m)
        if tables.flipped[sheet]:
            opened = int(open_set_flips()[opened])
        owners = sum(float(tables.alone[sheet, i, m]) for i, m in enumerate(counted) if m)
        return float(tables.together[tables.row[sheet], opened]) + owners + self.margin


def prices_of(rules: SolitaireDiceRules) -> NDArray[np.float64]:
    """Choose what a mark costs: `PRICES`, or under other rules what it adds between par and cap."""
    published = SolitaireDiceRules()
    switches = ("values", "par_marks", "cap_marks", "opening_penalty")
    if all(getattr(rules, switch) == getattr(published, switch) for switch in switches):
        return np.array(PRICES)
    most, found = check_boundable(rules), []
    for sum_ in SUMS:
        par = min(rules.par_marks, most - 1)
        from_par = (rules.worth(sum_, most) - rules.worth(sum_, par)) / (most - par)
        from_first = (rules.worth(sum_, most) - rules.worth(sum_, 1)) / max(most - 1, 1)
        found.append(min(from_par, from_first))
    return np.array(found, dtype=np.float64)


@lru_cache(maxsize=N_SUMS)
def _offers(index: int) -> Offers:
    """Sum up what rolls offer the owner of a sum: rejects, with marks on his sum."""
    rolls = rolls_table()
    first, chances, starts, faces, marks = [0], [], [0], [], []
    for allowed in range(ALL_FACES + 1):
        kinds: dict[tuple[tuple[int, int], ...], float] = {}
        for roll, chance in enumerate(rolls.chance):
            slots = rolls.slots[rolls.first[allowed, roll] : rolls.first[allowed, roll + 1]]
            offered = set()
            for slot in slots.tolist():
                face, pair = divmod(slot, N_PAIRS)
                n = int(rolls.low[pair] == index) + int(rolls.high[pair] == index)
                offered.add((face, n))
            kind = tuple(sorted(offered))
            kinds[kind] = kinds.get(kind, 0.0) + float(chance)
        for kind, chance in kinds.items():
            chances.append(chance)
            faces += [face for face, _ in kind]
            marks += [n for _, n in kind]
            starts.append(len(faces))
        first.append(len(chances))
    return Offers(
        np.array(first), np.array(starts), np.array(faces), np.array(marks), np.array(chances)
    )


@lru_cache(maxsize=2)
def decoupled_values(rules: SolitaireDiceRules, workers: int = 1) -> DecoupledValues:
    """Solve the problems of owners and player.

    Parameters
    ----------
    rules : SolitaireDiceRules
    workers : int
        Threads; the values are the same for any number.

    Raises
    ------
    ValueError
        For rules that can't be bounded, see
        :func:`~simulators.solitaire_dice.boundable.check_boundable`.
    """
    cap = check_boundable(rules)
    prices = prices_of(rules)
    graph = sheet_graph(rules.reject_faces, rules.reject_marks)
    row, flipped = sheet_rows(rules)
    worth = np.array([[rules.worth(s, m) for m in range(cap + 1)] for s in SUMS])
    tables = Ceiling(
        prices,
        worth.astype(np.float64),
        np.zeros((len(row), *worth.shape)),
        np.zeros((int(row.max()) + 1, N_OPEN_SETS), dtype=np.float32),
        row,
        flipped,
        open_set_flips(),
    )
    fullest_first = np.argsort(-graph.marks, kind="stable")
    with ThreadPoolExecutor(workers) as pool:
        list(
            pool.map(
                lambda i: solve_alone(_offers(i), graph, tables, i, fullest_first), range(N_SUMS)
            )
        )
    solve_by_layers(
        graph,
        flipped,
        workers,
        lambda sheets: solve_together(rolls_table(), graph, tables, sheets),
    )
    largest = max(float(np.abs(tables.together).max()), float(np.abs(tables.alone).max()), 1.0)
    return DecoupledValues(rules, tables, ROUNDING * largest)
