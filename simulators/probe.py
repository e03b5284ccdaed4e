"""Try a user's policy in plain Python before compiled code is let loose on it.

A compiled loop that never ends can't be stopped, and compiled code can't name the state in which it
went wrong. So the first games of every new user-written policy are played by the reference player,
with a limit on the lines that one decision may take.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from types import CodeType, FrameType
from typing import Any

from simulators.code_digest import code_digest
from simulators.errors import PolicyError
from simulators.game import Task
from simulators.policy import Policy, PolicyFamily

#: Lines of Python that one decision may run through.
MAX_LINES = 200_000

_GAMES = 3
_SECONDS = 2.0


class _EnoughTried(BaseException):
    """The time for trying is over; no error, so nothing on the way may catch it as one."""


@dataclass
class _Watch:
    """Follow the user's functions line by line, and whatever they call."""

    owners: dict[CodeType, tuple[Policy, str]]
    max_lines: int
    deadline: float
    lines: int = 0
    opcodes: int = 0
    within: FrameType | None = None

    def on_call(self, frame: FrameType, event: str, _: Any) -> Callable[..., Any] | None:
        if self.within is None:
            if frame.f_code not in self.owners:
                return None
            if time.monotonic() > self.deadline:
                raise _EnoughTried
            self.within, self.lines, self.opcodes = frame, 0, 0
        # A loop on a single line runs through no line twice; what it does run through is opcodes.
        frame.f_trace_opcodes = True
        return self.on_line

    def on_line(self, frame: FrameType, event: str, _: Any) -> Callable[..., Any]:
        if event in ("line", "opcode"):
            self.lines += event == "line"
            self.opcodes += event == "opcode"
            if self.lines > self.max_lines or self.opcodes > 20 * self.max_lines:
                self.give_up()
        elif event == "return" and frame is self.within:
            self.within = None
        return self.on_line

    def give_up(self) -> None:
        assert self.within is not None
        policy, decision = self.owners[self.within.f_code]
        code = self.within.f_code
        state = self.within.f_locals.get(code.co_varnames[0]) if code.co_argcount else None
        reason = f"did not come to an end on {decision} within {self.max_lines:,} lines of Python"
        raise PolicyError(policy.complaint(reason, state))


def _plain(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the Python behind a function that the user compiled."""
    return getattr(function, "py_func", function)


def _in_plain_python(policy: Policy) -> Policy:
    family: PolicyFamily = policy.family
    if not family.user_written:
        return policy
    decisions = {
        name: replace(decision, function=_plain(decision.function))
        for name, decision in family.decisions.items()
    }
    return replace(policy, family=replace(family, decisions=decisions))


_TRIED: set[Any] = set()


def probe(task: Task, games: int = _GAMES, max_lines: int = MAX_LINES) -> None:
    """Play the first few games of user-written policies with the reference player.

    Does nothing for built-in policies, nor for a policy that passed before under the same rules.

    Raises
    ------
    PolicyError
        If a policy raises, returns a wrong type, decides something illegal, or doesn't come to an
        end within `max_lines` lines; names policy and state.
    """
    users = [policy for policy in task.policies if policy.family.user_written]
    codes = tuple(code_digest(policy.family) for policy in users)
    tried = (task.game_name, task.mode_name, task.rules, task.policies, task.options, codes)
    if not users or tried in _TRIED:
        return
    plain = replace(task, policies=tuple(_in_plain_python(policy) for policy in task.policies))
    owners = {
        _plain(decision.function).__code__: (policy, name)
        for policy in users
        for name, decision in policy.family.decisions.items()
        if hasattr(_plain(decision.function), "__code__")
    }
    watch = _Watch(owners, max_lines, time.monotonic() + _SECONDS)
    before = sys.gettrace()
    sys.settrace(watch.on_call)
    try:
        for game in range(games):
            plain.replay(game)
    except _EnoughTried:
        pass
    finally:
        sys.settrace(before)
    _TRIED.add(tried)
