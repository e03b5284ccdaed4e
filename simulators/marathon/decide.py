"""The decision functions of the built-in policies, as plain functions.

Each takes what the policy sees and its parameters as numbers, and returns the index of the number
to run, or -1 to stay. The reference player calls them as Python, the kernels call them compiled, so
they keep to what both understand: only arithmetic, comparisons and loops.
"""

from __future__ import annotations

from collections.abc import Sequence

from simulators.marathon.state import Numbers, Runner

Table = Sequence[float]


def run_largest_that_fits(runner: Runner, numbers: Numbers, p: Table) -> int:
    """Run the largest number that doesn't overshoot."""
    for i in range(numbers.count - 1, -1, -1):
        if numbers.metres[i] <= runner.left:
            return i
    return -1


def run_largest(runner: Runner, numbers: Numbers, p: Table) -> int:
    """Run the largest number; with a chance of ``1 - p[0]`` mind the finish."""
    if (runner.noise >> 32) < p[0] * 2147483648.0:
        return numbers.count - 1
    for i in range(numbers.count - 1, -1, -1):
        if numbers.metres[i] <= runner.left:
            return i
    return -1


def run_at_random(runner: Runner, numbers: Numbers, p: Table) -> int:
    """Run one of the numbers that fit, or none, each with the same chance."""
    fitting = 0
    while fitting < numbers.count and numbers.metres[fitting] <= runner.left:
        fitting += 1
    return ((runner.noise >> 15) * (fitting + 1) >> 48) - 1


def run_largest_to_good_footing(runner: Runner, numbers: Numbers, p: Table) -> int:
    """Run the largest number that leads to a good distance; ``p[d]`` grades distance `d`.

    Where no roll leads to one (grades 1 and 4), any distance will do that isn't dead (grade 0).
    """
    needed = 1.0 if p[runner.left] == 1.0 or p[runner.left] == 4.0 else 3.0
    for i in range(numbers.count - 1, -1, -1):
        after = runner.left - numbers.metres[i]
        if after >= 0 and p[after] >= needed:
            return i
    return -1


def run_to_least_value(runner: Runner, numbers: Numbers, p: Table) -> int:
    """Run to the distance of least value, the farther of equals; ``p[d]`` values distance `d`."""
    best, least = -1, p[runner.left]
    top = numbers.count - 1
    while top >= 0 and numbers.metres[top] > runner.left:
        top -= 1
    for i in range(top, -1, -1):
        value = p[runner.left - numbers.metres[i]]
        best = i if value < least else best
        least = min(least, value)
    return best


def run_to_be_in_time(runner: Runner, numbers: Numbers, p: Table) -> int:
    """Run to where the chance to finish in time is best, among equals to the least value.

    ``p[0]`` is the last turn that counts, ``p[1]`` the length of a row of chances and ``p[2]`` that
    of the row of values; then follow the values, and a row of chances for each number of turns
    left, all by distance. Beyond the end of its row a chance is 0.
    """
    width, row = int(p[1]), 3 + int(p[2])
    row += width * int(max(p[0] - runner.turn, 0.0))
    best = -1
    hope = p[row + runner.left] if runner.left < width else 0.0
    least = p[3 + runner.left]
    for i in range(numbers.count - 1, -1, -1):
        after = runner.left - numbers.metres[i]
        if after >= 0:
            chance = p[row + after] if after < width else 0.0
            value = p[3 + after]
            if chance > hope or (chance == hope and value < least):
                best, hope, least = i, chance, value
    return best


def run_to_win_race(runner: Runner, numbers: Numbers, p: Table) -> int:
    """Run to where the chance to win is best, among equals to the least value.

    ``p[0]`` is the most metres for which there are chances and ``p[1]`` the length of the row of
    values; then follow the values by distance, and the chance to win of the player to move, by his
    distance and the opponent's. Beyond that, and without an opponent, only the values count.
    """
    reach, chances = int(p[0]), 2 + int(p[1])
    close = runner.rivals > 0 and runner.left <= reach and runner.rival_left <= reach
    row = chances + (reach + 1) * runner.rival_left  # the opponent moves next
    best = -1
    risk = p[row + runner.left] if close else 0.0
    least = p[2 + runner.left]
    for i in range(numbers.count - 1, -1, -1):
        after = runner.left - numbers.metres[i]
        if after >= 0:
            theirs = p[row + after] if close else 0.0
            value = p[2 + after]
            if theirs < risk or (theirs == risk and value < least):
                best, risk, least = i, theirs, value
    return best
