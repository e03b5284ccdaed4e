"""Turn a user's functions into a policy that plays like a built-in one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, overload

from simulators.policy import Decision, Parameter, PolicyFamily
from simulators.ten_thousand.decide import most_points, take_over_never
from simulators.user_policy import user_family

Function = Callable[..., Any]


@overload
def policy(bank: Function, /) -> PolicyFamily: ...
@overload
def policy(
    *,
    name: str | None = None,
    parameters: Sequence[Parameter] = (),
    set_aside: Function | None = None,
    take_over: Function | None = None,
) -> Callable[[Function], PolicyFamily]: ...
def policy(
    bank: Function | None = None,
    /,
    *,
    name: str | None = None,
    parameters: Sequence[Parameter] = (),
    set_aside: Function | None = None,
    take_over: Function | None = None,
) -> PolicyFamily | Callable[[Function], PolicyFamily]:
    """Make a policy of a function that says whether to bank.

    Parameters
    ----------
    bank : callable
        ``bank(state, p)`` with a :class:`TurnState`; true to bank, false to roll on. Asked only
        where banking is allowed. `p` holds the values of `parameters` in order, vectors laid end to
        end, as floats.
    name : str, optional
        The function's own name, with hyphens, by default.
    parameters : sequence of Parameter
        What can be tuned; all of the functions see all of them.
    set_aside : callable, optional
        ``set_aside(state, options, p)`` with :class:`SetAsideOptions`; returns the index of one.
        Most points by default.
    take_over : callable, optional
        ``take_over(state, p)``; true to play on with the counter on offer. Never by default.

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
    ... def rather_careful(state, p):
    ...     return state.counter >= 100 * state.dice
    >>> rather_careful.name
    'rather-careful'
    """
    if bank is None:
        return lambda function: _family(function, name, parameters, set_aside, take_over)
    return _family(bank, name, parameters, set_aside, take_over)


def _family(
    bank: Function,
    name: str | None,
    parameters: Sequence[Parameter],
    set_aside: Function | None,
    take_over: Function | None,
) -> PolicyFamily:
    return user_family(
        {"bank": bank, "set_aside": set_aside, "take_over": take_over},
        {"set_aside": Decision(most_points), "take_over": Decision(take_over_never)},
        name=name,
        parameters=parameters,
    )
