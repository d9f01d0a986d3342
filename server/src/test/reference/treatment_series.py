"""Treatments by week, and what looks back from one (definitions.md, 8 Treatment v3)."""
from __future__ import annotations

from collections import defaultdict
from datetime import date
from fractions import Fraction
from typing import Callable, Dict, List, Optional

from .dates import WEEK, years_back
from .model import Treatment
from .rounding import Exact, ratio
from .touches import Touch


class Series:
    """Treatments of one series by ISO week; a week without counts as 0, and what looks back over a week that is not shown
    whole is null."""

    def __init__(self, touches: List[Touch], first_week: date, is_whole: Callable[[date], bool] = lambda week: True) -> None:
        self.first_week = first_week
        self.is_whole = is_whole
        self.touches: Dict[date, List[Touch]] = defaultdict(list)
        for touch in touches:
            self.touches[touch.treatment.week].append(touch)

    def weeks(self) -> List[date]:
        return list(self.touches)

    def total(self, week: date, counts: Callable[[Treatment], bool] = lambda treatment: True) -> int:
        return sum(touch.treatment.count for touch in self.touches.get(week, []) if counts(touch.treatment))

    def _before(self, week: date, first_back: int, weeks: int) -> List[int]:
        return [self.total(week - back * WEEK) for back in range(first_back, first_back + weeks)]

    def _are_whole(self, week: date, weeks: int) -> bool:
        """The weeks that end with this one."""
        return all(self.is_whole(week - back * WEEK) for back in range(weeks))

    def rolling(self, week: date) -> Optional[Fraction]:
        return Fraction(sum(self._before(week, 0, 4)), 4) if self._are_whole(week, 4) else None

    def week_change(self, week: date) -> Optional[int]:
        return self.total(week) - self.total(week - WEEK) if self._are_whole(week, 2) else None

    def week_pct_change(self, week: date) -> Optional[Exact]:
        """Null from 0."""
        change = self.week_change(week)
        return None if change is None else ratio(100 * change, self.total(week - WEEK))

    def month_change(self, week: date) -> Optional[int]:
        if not self._are_whole(week, 8):
            return None
        return sum(self._before(week, 0, 4)) - sum(self._before(week, 4, 4))

    def year_change(self, week: date) -> Optional[int]:
        """Null before the data reaches back a year."""
        last_year = years_back(week, 1)
        if last_year is None or last_year < self.first_week or not self.is_whole(week) or not self.is_whole(last_year):
            return None
        return self.total(week) - self.total(last_year)

    def trend_status(self, week: date) -> Optional[str]:
        if not self._are_whole(week, 8):
            return None
        now = sum(self._before(week, 0, 4))
        before = sum(self._before(week, 4, 4))
        if before == 0:
            return "new"
        if 10 * now > 11 * before:
            return "increasing"
        return "decreasing" if 10 * now < 9 * before else "stable"

    def intensity(self, week: date) -> Optional[str]:
        """Against the mean of the 52 weeks before; null until the snapshot has 52 weeks of treatments before."""
        if week - 52 * WEEK < self.first_week or not self._are_whole(week, 53):
            return None
        usual = Fraction(sum(self._before(week, 1, 52)), 52)
        if usual == 0 or self.total(week) > usual * Fraction(3, 2):
            return "high"
        return "low" if self.total(week) < usual / 2 else "moderate"

    def is_significant(self, week: date, direction: int) -> bool:
        """Beyond mean +- 2 sample deviations of the 12 weeks before, and at least 2 from that mean."""
        if week - 12 * WEEK < self.first_week or not self._are_whole(week, 13):
            return False
        before = self._before(week, 1, 12)
        usual = Fraction(sum(before), 12)
        variance = sum((count - usual) ** 2 for count in before) / 11
        off = self.total(week) - usual
        return off * direction >= 2 and off * off > 4 * variance
