"""Turn a user's functions into a policy that plays like a built-in one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, overload

from simulators.killer.decide import again_always, attack_weakest
from simulators.policy import Decision, Parameter, PolicyFamily
from simulators.user_policy import user_family

Function = Callable[..., Any]


@overload
def policy(keep: Function, /) -> PolicyFamily: ...
@overload
def policy(
    *,
    name: str | None = None,
    parameters: Sequence[Parameter] = (),
    target: Function | None = None,
    again: Function | None = None,
) -> Callable[[Function], PolicyFamily]: ...
def policy(
    keep: Function | None = None,
    /,
    *,
    name: str | None = None,
    parameters: Sequence[Parameter] = (),
    target: Function | None = None,
    again: Function | None = None,
) -> PolicyFamily | Callable[[Function], PolicyFamily]:
    """Make a policy of a function that says which dice to set aside.

    Parameters
    ----------
    keep : callable
        ``keep(state, p)`` with a :class:`KillerState`; returns the dice to set aside, at least one,
        as the sum of ``2**i`` for each die ``state.faces[i]`` among them; ``HIGHEST[k]`` is the *k*
        highest. `p` holds the values of `parameters` in order, vectors laid end to end, as floats.
    name : str, optional
        The function's own name, with hyphens, by default.
    parameters : sequence of Parameter
        What can be tuned; all of the functions see all of them.
    target : callable, optional
        ``target(state, p)``; returns the seat of an opponent who is still in the game. The one with
        the fewest life points by default.
    again : callable, optional
        ``again(state, p)``; true to attack again after a hit. Always by default.

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
    >>> from simulators.killer import HIGHEST
    >>> @policy
    ... def fives_and_sixes(state, p):
    ...     k = 1
    ...     while k < state.dice and state.faces[k] >= 5:
    ...         k += 1
    ...     return HIGHEST[k]
    >>> fives_and_sixes.name
    'fives-and-sixes'
    """
    if keep is None:
        return lambda function: _family(function, name, parameters, target, again)
    return _family(keep, name, parameters, target, again)


def _family(
    keep: Function,
    name: str | None,
    parameters: Sequence[Parameter],
    target: Function | None,
    again: Function | None,
) -> PolicyFamily:
    return user_family(
        {"keep": keep, "target": target, "again": again},
        {"target": Decision(attack_weakest), "again": Decision(again_always)},
        name=name,
        parameters=parameters,
    )
