"""Site averages of temperatures, and what is computed across them (definitions.md, 6 Environment)."""
from __future__ import annotations

from collections import defaultdict
from datetime import date
from fractions import Fraction
from typing import Callable, Dict, Hashable, List, Optional, Set, Tuple

from .model import Lake, Reading
from .rounding import Exact, mean

BANDS = ("shallow", "medium", "deep", "unknown")


def band_of(depth: Optional[Fraction]) -> str:
    if depth is None:
        return "unknown"
    if depth < 5:
        return "shallow"
    return "medium" if depth < 15 else "deep"


class Average:
    """The mean weighted by measurement counts."""

    def __init__(self) -> None:
        self.weighted_hundredths = 0
        self.measurements = 0

    def add(self, reading: Reading) -> None:
        self.weighted_hundredths += reading.hundredths * reading.measurements
        self.measurements += reading.measurements

    def value(self) -> Fraction:
        return Fraction(self.weighted_hundredths, 100 * self.measurements)


class Pool:
    """The readings of one row."""

    def __init__(self) -> None:
        self.sites: Dict[str, Average] = defaultdict(Average)
        self.bands: Dict[str, Dict[str, Average]] = {band: defaultdict(Average) for band in BANDS}
        self.temperatures: List[Fraction] = []
        self.measurements = 0
        self.sites_of_day: Dict[date, Set[str]] = defaultdict(set)

    def add(self, reading: Reading) -> None:
        self.sites[reading.site].add(reading)
        self.bands[band_of(reading.depth)][reading.site].add(reading)
        self.temperatures.append(reading.temperature)
        self.measurements += reading.measurements
        self.sites_of_day[reading.day].add(reading.site)

    def site_averages(self) -> List[Fraction]:
        return [average.value() for average in self.sites.values()]

    def mean(self) -> Exact:
        """Across site averages, each site once."""
        return mean(self.site_averages())

    def band_mean(self, band: str) -> Exact:
        """Per site the count-weighted mean in the band, then the mean across sites."""
        return mean(average.value() for average in self.bands[band].values())


def pools(lake: Lake, row_of: Callable[[date, int], Optional[Hashable]]) -> Dict[Hashable, Pool]:
    """All offshore sites with a production area count, not only the platform's; row_of gets the day and the area."""
    found: Dict[Hashable, Pool] = defaultdict(Pool)
    for _, reading in lake.readings.values():
        site = lake.sites[reading.site]
        if site.placement != "offshore" or site.area is None:
            continue
        row = row_of(reading.day, site.area)
        if row is not None:
            found[row].add(reading)
    return found


def site_day_temperatures(lake: Lake) -> Dict[Tuple[str, date], Fraction]:
    """A site's mean temperature on a day, also of sites on land."""
    averages: Dict[Tuple[str, date], Average] = defaultdict(Average)
    for _, reading in lake.readings.values():
        averages[reading.site, reading.day].add(reading)
    return {key: average.value() for key, average in averages.items()}
