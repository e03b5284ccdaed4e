"""Which rules can be bounded, and how many marks are told apart then."""

from __future__ import annotations

from simulators.solitaire_dice.game_graph import count_sheets
from simulators.solitaire_dice.rules import SolitaireDiceRules

#: Marks that are told apart, at most: four bits of a state's key.
MOST_MARKS = 15
#: More live reject sheets than this aren't solved: about 1 GB of values for the win rate.
MOST_SHEETS = 10_000


def check_boundable(rules: SolitaireDiceRules) -> int:
    """Refuse rules whose best play can't be bounded; return the cap on marks.

    Raises
    ------
    ValueError
        Naming the switch.
    """
    if rules.cap_marks is None or rules.cap_marks > MOST_MARKS:
        written = "none" if rules.cap_marks is None else rules.cap_marks
        raise ValueError(
            f"switch cap_marks must be at most {MOST_MARKS} to bound these rules, not {written}"
        )
    sheets = count_sheets(rules.reject_faces, rules.reject_marks)
    if sheets > MOST_SHEETS:
        raise ValueError(
            f"these rules have {sheets:,} reject sheets, and at most {MOST_SHEETS:,} can be bounded: "
            "lower reject_faces or reject_marks"
        )
    return int(rules.cap_marks)
