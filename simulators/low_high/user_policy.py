"""Turn a user's functions into a policy that plays like a built-in one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, overload

from simulators.low_high.decide import keep_largest_low
from simulators.policy import Decision, Parameter, PolicyFamily
from simulators.user_policy import user_family

Function = Callable[..., Any]


@overload
def policy(stop: Function, /) -> PolicyFamily: ...
@overload
def policy(
    *,
    name: str | None = None,
    parameters: Sequence[Parameter] = (),
    keep: Function | None = None,
) -> Callable[[Function], PolicyFamily]: ...
def policy(
    stop: Function | None = None,
    /,
    *,
    name: str | None = None,
    parameters: Sequence[Parameter] = (),
    keep: Function | None = None,
) -> PolicyFamily | Callable[[Function], PolicyFamily]:
    """Make a policy of a function that says whether to stop.

    Parameters
    ----------
    stop : callable
        ``stop(state, p)`` with a :class:`TurnState`; true to stop, false to roll the unlocked dice.
        Asked after each set that leaves a die to roll. `p` holds the values of `parameters` in
        order, vectors laid end to end, as floats.
    name : str, optional
        The function's own name, with hyphens, by default.
    parameters : sequence of Parameter
        What can be tuned; both functions see all of them.
    keep : callable, optional
        ``keep(state, options, p)`` with :class:`KeepOptions`; returns the index of one. The largest
        set by default, the lowest of several.

    Returns
    -------
    PolicyFamily
        Call it with values for its parameters, or pass it as it is to take their defaults.

    Notes
    -----
    The functions are compiled, so they may use numbers, comparisons, loops and numpy's and
    :mod:`math`'s functions, but no dictionaries, classes or printing. They must depend on their
    arguments only: values that they capture are frozen when the policy is first played.

    Examples
    --------
    >>> @policy(keep=lambda state, options, p: 0)
    ... def up_the_ladder(state, p):
    ...     return state.highest >= 3 or state.points >= 5
    >>> up_the_ladder.name
    'up-the-ladder'
    """
    if stop is None:
        return lambda function: _family(function, name, parameters, keep)
    return _family(stop, name, parameters, keep)


def _family(
    stop: Function, name: str | None, parameters: Sequence[Parameter], keep: Function | None
) -> PolicyFamily:
    return user_family(
        {"stop": stop, "keep": keep},
        {"keep": Decision(keep_largest_low)},
        name=name,
        parameters=parameters,
    )
