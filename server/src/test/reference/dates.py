"""ISO weeks, months and pieces (definitions.md, 2 Windows and Confidentiality)."""
from __future__ import annotations

from datetime import date, timedelta
from typing import Optional

DAY = timedelta(days=1)
WEEK = timedelta(days=7)


def monday(day: date) -> date:
    return day - timedelta(days=day.weekday())


def first_of_month(day: date) -> date:
    return day.replace(day=1)


def add_months(month: date, months: int) -> date:
    """The first of the month that lies so many months after (or before) that of a date."""
    count = month.year * 12 + month.month - 1 + months
    return date(count // 12, count % 12 + 1, 1)


def last_of_month(day: date) -> date:
    return add_months(day, 1) - DAY


def days_in_month(month: date) -> int:
    return last_of_month(month).day


def months_before(day: date, months: int) -> date:
    """The same day of an earlier month, or that month's last."""
    month = add_months(day, -months)
    return month.replace(day=min(day.day, days_in_month(month)))


def piece_start(day: date) -> date:
    """A piece: the days that lie in the same ISO week and the same month."""
    return max(monday(day), first_of_month(day))


def piece_end(piece: date) -> date:
    """Its last day, from its first."""
    return min(monday(piece) + 6 * DAY, last_of_month(piece))


def years_back(week: date, years: int) -> Optional[date]:
    """The same ISO week number some ISO years back, null for a week 53 without counterpart."""
    year, number, _ = week.isocalendar()
    try:
        return date.fromisocalendar(year - years, number, 1)
    except ValueError:
        return None
