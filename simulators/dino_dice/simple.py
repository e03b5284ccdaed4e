"""Rules that a person can remember: of each small family of policies the one with the best turn."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import product

from simulators.dino_dice.exact import turn_distribution
from simulators.dino_dice.policies import POLICIES
from simulators.dino_dice.rules import TYRANNOSAUR, DinoDiceRules
from simulators.dino_dice.solve_turn import turn_solution
from simulators.policy import Policy
from simulators.solving import RuleOfThumb

_FACES = (1, 2, 4, 5, 6)
_HERDS = (2, 3, 4)
_SIZES = {2: "two and more", 3: "three and more", 4: "four and more"}


def _best(rules: DinoDiceRules, policies: Iterable[Policy]) -> tuple[Policy, float]:
    """Find the best of a family; of equals the first."""
    found = [(policy, turn_distribution(rules, policy).mean()) for policy in policies]
    best = max(value for _, value in found)
    return next(pair for pair in found if pair[1] >= best - 1e-9)


def _faces_from(face: int) -> str:
    """Write the faces from one on as ``4s, 5s and 6s``."""
    *first, last = (f"{each}s" for each in range(face, 7) if each != TYRANNOSAUR)
    return " and ".join(filter(None, [", ".join(first), last]))


def _by_face(rules: DinoDiceRules) -> RuleOfThumb:
    family = POLICIES["keep-pairs-up"]
    policy, value = _best(rules, (family(herd=5, loner=face) for face in _FACES))
    faces = _faces_from(dict(policy.values)["loner"])
    words = f"Keep all {faces} and roll the rest, as often as you may."
    return _rule(rules, policy, value, words, 1)


def _by_herds(rules: DinoDiceRules) -> RuleOfThumb:
    family = POLICIES["keep-pairs-up"]
    policy, value = _best(rules, (family(herd=h, loner=f) for h, f in product(_HERDS, _FACES)))
    chosen = dict(policy.values)
    words = (
        f"Keep all {_faces_from(chosen['loner'])}, and {_SIZES[chosen['herd']]} of any face; roll "
        "the rest, as often as you may."
    )
    return _rule(rules, policy, value, words, 2)


def _by_kinds(rules: DinoDiceRules) -> RuleOfThumb:
    family = POLICIES["keep-kinds"]
    ways = product((1, 2, 3), _FACES, _HERDS)
    policy, value = _best(rules, (family(kinds=k, face=f, herd=h) for k, f, h in ways))
    chosen = dict(policy.values)
    herds, faces = _SIZES[chosen["herd"]], _faces_from(chosen["face"])
    words = (
        f"Keep {herds} of any face, and pairs of {faces}; then single dice of these faces, the "
        f"highest first, while you keep fewer than {chosen['kinds']} kinds. Roll the rest, as often "
        "as you may."
    )
    return _rule(rules, policy, value, words, 3)


def _rule(
    rules: DinoDiceRules, policy: Policy, value: float, words: str, n_numbers: int
) -> RuleOfThumb:
    told = f"{words} Give the 3s what costs the fewest points."
    return RuleOfThumb(policy, told, n_numbers, "turn", value, turn_solution(rules).value)


@lru_cache(maxsize=16)
def rules_of_thumb(rules: DinoDiceRules) -> tuple[RuleOfThumb, ...]:
    """List the best rule with one number, with two and with three, evaluated exactly.

    Examples
    --------
    >>> [rule.policy.label for rule in rules_of_thumb(DinoDiceRules())]
    ['keep-pairs-up:herd=5,loner=4', 'keep-pairs-up:herd=3,loner=4', 'keep-kinds:kinds=2']
    """
    return _by_face(rules), _by_herds(rules), _by_kinds(rules)
