"""Exact arithmetic: integers and fractions until the very end (definitions.md, 2 Numbers).

A field that is an int, a str, a bool or None is compared as it is. A Fraction or a float is a computed number: the
comparison rounds it to ten decimals. A Decimal has been rounded already, to the decimals that the field has."""
from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction
from typing import Iterable, NamedTuple, Optional, Sequence, Union

Number = Union[int, Fraction]
Exact = Optional[Fraction]


class Approximate(NamedTuple):
    """A number that doubles do not hold to ten decimals."""
    value: float
    within: float


def whole(value: Number) -> int:
    """Rounds half away from zero to a whole number."""
    size = abs(Fraction(value))
    rounded = (2 * size.numerator + size.denominator) // (2 * size.denominator)
    return rounded if value >= 0 else -rounded


def rounded(value: Optional[Number], decimals: int) -> Optional[Decimal]:
    """Rounds half away from zero; nothing stays nothing."""
    if value is None:
        return None
    return Decimal(whole(Fraction(value) * 10 ** decimals)).scaleb(-decimals)


def exponent(value: Fraction) -> int:
    """The power of ten of a number's first significant digit."""
    found = math.floor(math.log10(value))
    # a logarithm is not exact
    if value < Fraction(10) ** found:
        return found - 1
    return found + 1 if value >= Fraction(10) ** (found + 1) else found


def significant(value: Fraction, digits: int) -> Fraction:
    """Rounds a number that is not negative, half up, to so many significant digits."""
    if not value:
        return value
    step = Fraction(10) ** (exponent(value) + 1 - digits)
    return whole(value / step) * step


def coarse(value: Fraction) -> Fraction:
    """To two significant digits, of which the second is 0 or 5."""
    if not value:
        return value
    step = Fraction(10) ** (exponent(value) - 1) * 5
    return whole(value / step) * step


def ratio(part: Number, base: Number) -> Exact:
    """A share, rate or average over nothing is null."""
    return Fraction(part) / Fraction(base) if base else None


def difference(value: Exact, other: Exact) -> Exact:
    return None if value is None or other is None else value - other


def mean(values: Iterable[Exact]) -> Exact:
    """The mean of those that have a value, null when none has."""
    present = [value for value in values if value is not None]
    return Fraction(sum(present), 1) / len(present) if present else None


def percentile(values: Sequence[Fraction], share: Fraction) -> Fraction:
    """Linear interpolation at share x (n - 1)."""
    ordered = sorted(values)
    position = share * (len(ordered) - 1)
    below = int(position)
    rest = position - below
    if rest == 0:
        return ordered[below]
    return ordered[below] + (ordered[below + 1] - ordered[below]) * rest


def median(values: Sequence[Fraction]) -> Fraction:
    return percentile(values, Fraction(1, 2))


def sample_deviation(values: Sequence[Fraction], decimals: int) -> Optional[Decimal]:
    """The sample standard deviation, rounded; null for one value."""
    if len(values) < 2:
        return None
    middle = mean(values)
    variance = sum((value - middle) ** 2 for value in values) / (len(values) - 1)
    # the root of a fraction to twenty more digits than the rounding looks at
    scale = 10 ** (decimals + 20)
    root = math.isqrt(variance.numerator * scale * scale // variance.denominator)
    return rounded(Fraction(root, scale), decimals)


def slope(values: Sequence[Exact], at_least: int) -> Exact:
    """The least-squares slope per step, oldest value first; null with fewer than at_least values."""
    points = [(step, value) for step, value in enumerate(values) if value is not None]
    if len(points) < max(2, at_least):
        return None
    count = len(points)
    steps = sum(step for step, _ in points)
    squares = sum(step * step for step, _ in points)
    products = sum(step * value for step, value in points)
    return (count * products - steps * sum(value for _, value in points)) / (count * squares - steps * steps)


def cumulative(rates: Sequence[Exact]) -> Optional[float]:
    """1 - exp(-sum of the rates), null unless all of them are there (definitions.md, 2 Rates)."""
    if any(rate is None for rate in rates):
        return None
    return -math.expm1(-float(sum(rates)))
