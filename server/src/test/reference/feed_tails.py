"""Tails and median of v2 feeding (definitions.md, 2 Figures that are no sums)."""
from __future__ import annotations

from collections import defaultdict
from datetime import date
from fractions import Fraction
from typing import Callable, Dict, Iterable, List, NamedTuple, Optional, Tuple

from .dates import add_months, first_of_month
from .feed_release import FedDay, FeedRelease, fed_days
from .model import Lake
from .picks import are_mixed, every_pick_passes
from .rounding import Exact, mean, median, percentile, ratio, significant

WINDOW = 8
HIGHEST, LOWEST, MEDIAN = "highest_10_percent_avg_sfr", "lowest_10_percent_avg_sfr", "median_sfr"


class FeedCell(NamedTuple):
    """A region (or none) of one species, bucket and degree."""
    region: Optional[str]
    species: str
    bucket: int
    degree: int


class Tail(NamedTuple):
    """A quarter's figures, without those that are not shown, and how many of its unit-days are shown in the region's sum."""
    unit_days: int
    figures: Dict[str, Fraction]


def quarter_of(day: date) -> date:
    return date(day.year, (day.month - 1) // 3 * 3 + 1, 1)


def cell_of(fed: FedDay) -> FeedCell:
    return FeedCell(fed.region, fed.species, fed.bucket, fed.degree)


class FeedTails:
    """Made when a quarter is released, of the unit-days that are there then, also of leaves that stayed open."""

    def __init__(self, lake: Lake, release: FeedRelease) -> None:
        self.rule = lake.rule
        # a leaf's month, and whether it counts for its region or for the country alone
        self.leaves: Dict[Tuple[date, FeedCell], bool] = {
            (first_of_month(fed.day), cell_of(fed)): is_in_region for fed, is_in_region in release.fed_days}
        self.last: Optional[date] = None
        quarter = quarter_of(lake.begin)
        while release.has_month(add_months(quarter, 2)):
            self.last = quarter
            quarter = add_months(quarter, 3)
        days: Dict[Tuple[date, FeedCell], List[FedDay]] = defaultdict(list)
        for fed in fed_days(lake):
            if self.last and quarter_of(fed.day) <= self.last:
                days[quarter_of(fed.day), cell_of(fed)].append(fed)
        self.made = {key: self._make(key[1], of_quarter) for key, of_quarter in days.items()}

    def _make(self, cell: FeedCell, days: List[FedDay]) -> Tail:
        """The months' released leaves are the blocks, also of those that count for the country alone: the sum that is known then
        has more groups. Where highest and lowest fail only together, the lowest is not shown."""
        rates = [fed.rate for fed in days]
        high, low = percentile(rates, Fraction(9, 10)), percentile(rates, Fraction(1, 10))
        by_month: Dict[date, List[FedDay]] = defaultdict(list)
        for fed in days:
            by_month[first_of_month(fed.day)].append(fed)
        blocks = [of_month for month, of_month in by_month.items() if (month, cell) in self.leaves]
        outside = [fed for month, of_month in by_month.items() if (month, cell) not in self.leaves for fed in of_month]

        def passes(is_chosen: Callable[[FedDay], bool]) -> bool:
            return (are_mixed(self.rule, list(filter(is_chosen, days)))
                    and every_pick_passes(self.rule, blocks, is_chosen, outside))

        is_chosen = {HIGHEST: lambda fed: fed.rate >= high, LOWEST: lambda fed: fed.rate <= low}
        shown = {name for name, of in is_chosen.items() if passes(of)}
        if len(shown) == 2 and not passes(lambda fed: fed.rate >= high or fed.rate <= low):
            shown.remove(LOWEST)
        # our choice: all are chosen, and a median is no sum of which a part could be picked
        if are_mixed(self.rule, days):
            shown.add(MEDIAN)
        values = {name: mean(fed.rate for fed in filter(of, days)) for name, of in is_chosen.items()}
        values[MEDIAN] = median(rates)
        in_region = sum(len(of_month) for month, of_month in by_month.items() if self.leaves.get((month, cell)))
        return Tail(in_region, {name: significant(values[name], 3) for name in shown})

    def of_row(self, cells: Iterable[FeedCell], name: str) -> Exact:
        """The mean of the quarters in which a figure is shown, of the eight newest released ones; the country's over regions and
        none likewise. Our choice: weighted by their unit-days that are shown, or the weights would tell how many are not."""
        if self.last is None:
            return None
        quarters = [add_months(self.last, -3 * back) for back in range(WINDOW)]
        tails = [self.made[quarter, cell] for cell in cells for quarter in quarters if (quarter, cell) in self.made]
        shown = [tail for tail in tails if name in tail.figures]
        return ratio(sum(tail.figures[name] * tail.unit_days for tail in shown), sum(tail.unit_days for tail in shown))
