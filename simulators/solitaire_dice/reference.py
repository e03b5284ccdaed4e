"""Play one game of Solitaire Dice in plain Python and tell everything that happens."""

from __future__ import annotations

from dataclasses import dataclass, field

from simulators.errors import PolicyError
from simulators.outcomes import FINISHED, TRUNCATED, Replay
from simulators.plain_stream import PlainStream
from simulators.policy import Policy
from simulators.solitaire_dice.rules import MAX_ROLLS, SUMS, SolitaireDiceRules
from simulators.solitaire_dice.splits import splits_of
from simulators.solitaire_dice.state import Sheet, Splits

Split = tuple[int, int, int]


@dataclass
class PlainSheet:
    """A score sheet, filled in roll by roll."""

    rules: SolitaireDiceRules
    marks: list[int] = field(default_factory=lambda: [0] * 13)
    rejects: list[int] = field(default_factory=lambda: [0] * 7)
    rolls: int = 0
    free_rolls: int = 0

    @property
    def open_faces(self) -> list[int]:
        return [face for face in range(1, 7) if self.rejects[face]]

    @property
    def score(self) -> int:
        return sum(self.rules.worth(sum_, self.marks[sum_]) for sum_ in SUMS)

    @property
    def is_full(self) -> bool:
        return max(self.rejects) >= self.rules.reject_marks

    def legal_splits(self, faces: tuple[int, ...]) -> tuple[list[Split], bool]:
        """List the legal splits of a roll in ascending order, and tell whether it is free."""
        splits = splits_of(faces)
        if len(self.open_faces) < self.rules.reject_faces:
            return list(splits), False
        legal = [split for split in splits if split[0] in self.open_faces]
        return (legal, False) if legal else (list(splits), True)

    def mark(self, split: Split, free: bool) -> None:
        """Mark the two sums, and the reject unless the roll is free."""
        reject, low, high = split
        self.marks[low] += 1
        self.marks[high] += 1
        if free:
            self.free_rolls += 1
        else:
            self.rejects[reject] += 1
        self.rolls += 1

    def outcome(self) -> dict[str, int]:
        """Work out every metric of the sheet as it stands."""
        rules, score = self.rules, self.score
        used = [sum_ for sum_ in SUMS if self.marks[sum_]]
        return {
            "score": score,
            "win": int(rules.is_win(score)),
            "rolls": self.rolls,
            "free_rolls": self.free_rolls,
            "sums_opened": len(used),
            "sums_completed": sum(self.marks[sum_] >= rules.par_marks for sum_ in used),
            "reject_faces": sum(1 << (face - 1) for face in self.open_faces),
            **{f"face_{face}_open": int(face in self.open_faces) for face in range(1, 7)},
            **{f"marks_{sum_}": self.marks[sum_] for sum_ in SUMS},
        }


def replay_game(
    rules: SolitaireDiceRules, policy: Policy, seed: int, game: int, seat: int = 0
) -> Replay:
    """Play game number `game` of `seed`.

    Raises
    ------
    PolicyError
        If the policy raises or chooses a split that isn't there; names the state.
    """
    stream = PlainStream.of_game(seed, game)
    numbers = policy.numbers("choose", rules)
    sheet = PlainSheet(rules)
    lines = [f"Solitaire Dice, game {game} of seed {seed}, policy {policy.label}"]
    while not sheet.is_full and sheet.rolls < MAX_ROLLS:
        faces = stream.roll(0, sheet.rolls, 5)
        legal, free = sheet.legal_splits(faces)
        state = Sheet(
            tuple(sheet.marks),
            tuple(sheet.rejects),
            len(sheet.open_faces),
            sheet.rolls,
            int(free),
            sheet.score,
            stream.noise(0, sheet.rolls, seat),
        )
        reject, low, high = zip(*legal, strict=True)  # tuples: policies can't write to them
        splits = Splits(reject, low, high, len(legal))
        choice = policy.decide("choose", state, splits, numbers=numbers)
        if not 0 <= choice < len(legal):
            reason = f"chose split {choice} of {len(legal)} (they count from 0)"
            raise PolicyError(policy.complaint(reason, state))
        sheet.mark(legal[choice], free)
        lines.append(_roll_in_words(sheet, faces, legal[choice], free))
    outcome = sheet.outcome()
    verdict = "a win" if outcome["win"] else "no win"
    end = f"score {outcome['score']} after {sheet.rolls} rolls: {verdict}"
    lines.append(end if sheet.is_full else f"cut after {sheet.rolls} rolls, {end}")
    return Replay(tuple(lines), outcome, FINISHED if sheet.is_full else TRUNCATED)


def _roll_in_words(sheet: PlainSheet, faces: tuple[int, ...], split: Split, free: bool) -> str:
    reject, low, high = split
    shown = " ".join(map(str, faces))
    fate = "free roll" if free else f"reject {reject} ({sheet.rejects[reject]})"
    marks = f"{low} ({sheet.marks[low]})"
    marks += "" if low == high else f", {high} ({sheet.marks[high]})"
    twice = " twice" if low == high else ""
    return f"roll {sheet.rolls:>2}: {shown} -> mark {marks}{twice}, {fate}; score {sheet.score}"
