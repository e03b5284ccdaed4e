"""Turn a user's function into a policy that plays like a built-in one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, overload

from simulators.policy import Parameter, PolicyFamily
from simulators.user_policy import user_family

Function = Callable[..., Any]


@overload
def policy(choose: Function, /) -> PolicyFamily: ...
@overload
def policy(
    *, name: str | None = None, parameters: Sequence[Parameter] = (), summary: str = ""
) -> Callable[[Function], PolicyFamily]: ...
def policy(
    choose: Function | None = None,
    /,
    *,
    name: str | None = None,
    parameters: Sequence[Parameter] = (),
    summary: str = "",
) -> PolicyFamily | Callable[[Function], PolicyFamily]:
    """Make a policy of a function that says which number to run.

    Parameters
    ----------
    choose : callable
        ``choose(runner, numbers, p)`` with a :class:`Runner` and the :class:`Numbers` that the dice
        form; returns the index of one, or -1 to stay. Whoever runs past the finish is out, or has
        spent the turn, as the rules say. `p` holds the values of `parameters` in order, vectors
        laid end to end, as floats.
    name : str, optional
        The function's own name, with hyphens, by default.
    parameters : sequence of Parameter
        What can be tuned.
    summary : str
        The first line of the function's docstring by default.

    Returns
    -------
    PolicyFamily
        Call it with values for its parameters, or pass it as it is to take their defaults.

    Notes
    -----
    The function is compiled, so it may use numbers, comparisons, loops and numpy's and
    :mod:`math`'s functions, but no dictionaries, classes or printing. It must depend on its
    arguments only: values that it captures are frozen when the policy is first played.

    Examples
    --------
    >>> @policy
    ... def shortest_steps(runner, numbers, p):
    ...     return 0 if numbers.metres[0] <= runner.left else -1
    >>> shortest_steps.name
    'shortest-steps'
    """

    def build(function: Function) -> PolicyFamily:
        return user_family(
            {"choose": function}, {}, name=name, parameters=parameters, summary=summary
        )

    return build if choose is None else build(choose)
