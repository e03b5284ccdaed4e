"""Turn a user's functions into a policy that plays like a built-in one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from simulators.policy import Decision, Parameter, PolicyFamily


def user_family(
    given: Mapping[str, Callable[..., Any] | None],
    fallbacks: Mapping[str, Decision],
    *,
    name: str | None = None,
    parameters: Sequence[Parameter] = (),
    summary: str = "",
) -> PolicyFamily:
    """Build the family of a user-written policy.

    Parameters
    ----------
    given : mapping of str to callable or None
        The user's function for each decision, the one that gives the policy its name first.
    fallbacks : mapping of str to Decision
        What decides where the user gave no function.
    name : str, optional
        The first function's own name, with hyphens, by default.
    parameters : sequence of Parameter
        Each of the user's functions sees all of them.
    summary : str
        The first line of the first function's docstring by default.

    Raises
    ------
    TypeError
        If something given isn't a function.
    """
    for decision, function in given.items():
        if function is not None and not callable(function):
            raise TypeError(f"policy: {decision} must be a function, not {function!r}")
    own = tuple(parameter.name for parameter in parameters)
    main = next(iter(given.values()))
    doc = (getattr(main, "__doc__", None) or "").strip().split("\n")[0]
    return PolicyFamily(
        name or str(getattr(main, "__name__", "policy")).replace("_", "-").strip("-"),
        summary or doc or "A policy of the user's own.",
        "written by the user",
        {
            decision: fallbacks[decision] if function is None else Decision(function, own)
            for decision, function in given.items()
        },
        tuple(parameters),
        user_written=True,
    )
