"""What fish of a weight grow at a degree along the whole coast (comparison.md, /v3/feeding/growth: growth_rate)."""
from __future__ import annotations

from collections import defaultdict
from datetime import date
from fractions import Fraction
from math import floor
from typing import Dict, Optional, Tuple

from .model import Lake, UnitDay
from .rounding import rounded
from .temperatures import site_day_temperatures

# in grams; each weight ends where the next one begins
WEIGHT_STARTS = (0, 500, 1000, 2000, 3000, 4000)


def weight_of(day: UnitDay) -> int:
    return max(start for start in WEIGHT_STARTS if day.weight >= start)


class GrowthRates:
    """By released year, weight and degree: growth over biomass of the unit-days at sea that have growth and a temperature. Our choices:
    three decimals of a percent; safe by biomass; 1 January counts in none."""

    def __init__(self, lake: Lake) -> None:
        temperatures = site_day_temperatures(lake)
        gains: Dict[Tuple[int, int, int], int] = defaultdict(int)
        biomass: Dict[Tuple[int, int, int], Dict[str, int]] = defaultdict(lambda: defaultdict(int))
        for day in lake.with_fish:
            temperature = temperatures.get((day.site, day.day))
            if (day.cell.placement != "offshore" or day.gain is None or not day.biomass or temperature is None
                    or not lake.is_complete(date(day.day.year, 12, 31))):
                continue
            key = day.day.year, weight_of(day), floor(temperature)
            gains[key] += day.gain
            biomass[key][day.group] += day.biomass
        self.found: Dict[Tuple[int, int, int], Fraction] = {
            key: Fraction(rounded(Fraction(100 * gains[key], sum(by_group.values())), 3))
            for key, by_group in biomass.items() if lake.rule.is_safe(by_group)}

    def of(self, day: UnitDay, temperature: Fraction) -> Optional[Fraction]:
        """Percent a day, of the newest year before the day's."""
        years = [year for year, _, _ in self.found if year < day.day.year]
        return self.found.get((max(years), weight_of(day), floor(temperature))) if years else None
