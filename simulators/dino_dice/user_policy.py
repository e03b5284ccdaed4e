"""Turn a user's functions into a policy that plays like a built-in one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, overload

from simulators.dino_dice.decide import eat_least, reroll_loners
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
    eat: Function | None = None,
    reroll: Function | None = None,
) -> Callable[[Function], PolicyFamily]: ...
def policy(
    stop: Function | None = None,
    /,
    *,
    name: str | None = None,
    parameters: Sequence[Parameter] = (),
    eat: Function | None = None,
    reroll: Function | None = None,
) -> PolicyFamily | Callable[[Function], PolicyFamily]:
    """Make a policy of a function that says whether to stop.

    Parameters
    ----------
    stop : callable
        ``stop(state, p)`` with a :class:`TurnState`; true to stop, false to roll on. Asked while
        rolls are left. `p` holds the values of `parameters` in order, vectors laid end to end, as
        floats.
    name : str, optional
        The function's own name, with hyphens, by default.
    parameters : sequence of Parameter
        What can be tuned; all of the functions see all of them.
    eat : callable, optional
        ``eat(state, options, p)`` with :class:`MealOptions`; returns the index of one. By default
        whatever leaves the most points goes.
    reroll : callable, optional
        ``reroll(state, options, p)`` with :class:`RerollOptions`; returns the index of one. By
        default herds of two and more are kept and the rest is rolled; where there is no rest, what
        keeps the most points is.

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
    >>> @policy
    ... def three_sixes_will_do(state, p):
    ...     return state.counts[6] >= 3 or state.points >= 20
    >>> three_sixes_will_do.name
    'three-sixes-will-do'
    """
    if stop is None:
        return lambda function: _family(function, name, parameters, eat, reroll)
    return _family(stop, name, parameters, eat, reroll)


def _family(
    stop: Function,
    name: str | None,
    parameters: Sequence[Parameter],
    eat: Function | None,
    reroll: Function | None,
) -> PolicyFamily:
    return user_family(
        {"stop": stop, "eat": eat, "reroll": reroll},
        {"eat": Decision(eat_least), "reroll": Decision(reroll_loners)},
        name=name,
        parameters=parameters,
    )
