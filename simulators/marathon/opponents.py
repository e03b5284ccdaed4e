"""A policy as a value: whom one replies to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from simulators.policy import Policy, parse_policy


@dataclass(frozen=True)
class Opponent:
    """A built-in policy of this game, written as on the command line; kept as text."""

    def check(self, value: Any) -> str:
        text = value.label if isinstance(value, Policy) else value
        if not isinstance(text, str):
            raise TypeError(f"must be {self.describe()}, not {value!r}")
        return self.parse(text)

    def parse(self, text: str) -> str:
        return self.policy(text).label

    def policy(self, text: str) -> Policy:
        """Read the policy that the text stands for.

        Raises
        ------
        ValueError
            If there is none, or it replies itself.
        """
        from simulators.marathon.policies import POLICIES

        try:
            policy = parse_policy(text, POLICIES)
        except ValueError as error:
            raise ValueError(f"must be {self.describe()}: {error}") from None
        if policy.name == "best-reply":
            raise ValueError(f"must be {self.describe()}, not {text!r}")
        return policy

    def format(self, value: str) -> str:
        return value

    def encode(self, value: str) -> list[float]:
        raise TypeError("a policy can't be written as numbers")

    def describe(self) -> str:
        return "a policy that flips no coins, other than best-reply"
