"""Own pens as they were on the last delivered day (comparison.md, watch/units)."""
from __future__ import annotations

import math
from collections import defaultdict
from datetime import date
from fractions import Fraction
from typing import Dict, List, NamedTuple, Optional, Tuple

from .dates import DAY, monday
from .expected_loss import OthersOf, near
from .filters import Refused, Request
from .model import Lake, UnitDay
from .mortality import Fields
from .rounding import ratio, rounded
from .treatment_filters import check_access, site_order
from .touches import authority_treatments

RECENT_DAYS = 50
LIGHT_BELOW = 500
LIGHT_LIMIT = Fraction(1, 2000)
HEAVY_LIMIT = Fraction(1, 4000)
SMOOTHING = 0.3
BASE = range(8, 36)
BASE_DAYS = 21
SIGNALS = ("limit", "rising", "quiet")

UnitKey = Tuple[str, str, str]


class Pen(NamedTuple):
    """A unit's last day, and its days with the same generation, by days back from that one."""
    last: UnitDay
    days: Dict[int, UnitDay]


def dead(day: UnitDay) -> int:
    return sum(losses.mortality_count for losses in day.losses.values())


def lost(day: UnitDay) -> int:
    return sum(losses.count("loss") for losses in day.losses.values())


def limit(day: UnitDay) -> Fraction:
    return LIGHT_LIMIT if day.weight < LIGHT_BELOW else HEAVY_LIMIT


def is_above(day: UnitDay) -> bool:
    return dead(day) > limit(day) * day.fish


def recent_days(request: Request) -> Dict[UnitKey, Dict[date, UnitDay]]:
    """Rows of own units at sea in the last seven weeks of data, with fish or without."""
    lake = request.lake
    wanted = {name: request.parameters[name].split(",") for name in ("owner_id", "site_id") if name in request.parameters}
    found: Dict[UnitKey, Dict[date, UnitDay]] = defaultdict(dict)
    for row in lake.counted:
        if row.day <= lake.end - RECENT_DAYS * DAY or lake.sites[row.site].placement != "offshore":
            continue
        if request.is_farmer and row.company != request.caller.company or not request.has_area(lake.area_of(row.site)):
            continue
        if row.company in wanted.get("owner_id", [row.company]) and row.site in wanted.get("site_id", [row.site]):
            found[row.company, row.site, row.unit][row.day] = row
    return found


def pens(lake: Lake, recent: Dict[UnitKey, Dict[date, UnitDay]]) -> Dict[UnitKey, Pen]:
    last_days: Dict[Tuple[str, str], date] = {}
    for (company, site, _), rows in recent.items():
        last_days[company, site] = max(last_days.get((company, site), date.min), *rows)
    found = {}
    for key, rows in recent.items():
        last = rows.get(last_days[key[:2]])
        if last is None or not last.fish or last.day <= lake.end - 14 * DAY:
            continue
        found[key] = Pen(last, {(last.day - row.day).days: row for row in rows.values()
                                if row.fish and row.generation == last.generation and row.day <= last.day})
    return found


def rate_of_week(pen: Pen, first_back: int) -> Optional[Fraction]:
    days = [pen.days[back] for back in range(first_back, first_back + 7) if back in pen.days]
    return ratio(7 * sum(map(dead, days)), sum(day.fish for day in days))


def days_above(pen: Pen) -> int:
    back = 0
    while back in pen.days and is_above(pen.days[back]):
        back += 1
    return back


def is_rising(pen: Pen) -> bool:
    def log_rate(day: UnitDay) -> float:
        return math.log((dead(day) + 0.5) / day.fish)

    base = [pen.days[back] for back in BASE if back in pen.days]
    if len(base) < BASE_DAYS:
        return False
    mean = math.fsum(map(log_rate, base)) / len(base)
    deviation = math.sqrt(math.fsum((log_rate(day) - mean) ** 2 for day in base) / (len(base) - 1))
    by_chance = 1 / math.sqrt(sum(map(dead, base)) / len(base) + 0.5)
    line = mean + 3 * max(deviation, by_chance) * math.sqrt(SMOOTHING / (2 - SMOOTHING))
    averages = [mean]
    for back in range(7, -1, -1):
        if back in pen.days:
            averages.append(SMOOTHING * log_rate(pen.days[back]) + (1 - SMOOTHING) * averages[-1])
    return len(averages) > 2 and all(average > line for average in averages[-2:])


def signal(pen: Pen) -> str:
    if sum(back in pen.days and is_above(pen.days[back]) for back in range(3)) >= 2:
        return "limit"
    return "rising" if is_rising(pen) else "quiet"


def last_released_sunday(lake: Lake) -> Optional[date]:
    """The last day of the last ISO week of which all pieces are complete."""
    sunday = monday(lake.complete_through + DAY) - DAY
    return sunday


def two_weeks(request: Request, others: Optional[OthersOf], pen: Pen) -> Optional[Fraction]:
    """Observed / expected over the last two released weeks."""
    lake = request.lake
    sunday = last_released_sunday(lake)
    if others is None or sunday is None:
        return None
    days = [day for day in pen.days.values() if sunday - 13 * DAY <= day.day <= sunday]
    compared = [(day, others.of(lake.cell_of(day))) for day in days]
    compared = [(day, other) for day, other in compared if other is not None]
    if 2 * sum(day.fish for day, _ in compared) < sum(day.fish for day in days):
        return None
    expected = sum((Fraction(day.fish * other.losses.count("loss"), other.fish_days) for day, other in compared), Fraction(0))
    return ratio(sum(lost(day) for day, _ in compared), expected)


def last_treatment(lake: Lake, pen: Pen) -> Optional[date]:
    """Since the cohort's first day on the site."""
    arrived = min(row.day for row in lake.unit_days.values()
                  if (row.company, row.site, row.cohort) == (pen.last.company, pen.last.site, pen.last.cohort))
    days = [treatment.day for treatment in [each for _, each in lake.company_treatments.values()] + authority_treatments(lake)
            if treatment.site == pen.last.site and arrived <= treatment.day <= pen.last.day
            and treatment.company in (None, pen.last.company)
            and (treatment.units is None or pen.last.unit in treatment.units)]
    return max(days, default=None)


def missing_days(lake: Lake, rows: Dict[date, UnitDay]) -> int:
    first = max(min(rows), lake.end - 13 * DAY)
    return (lake.end - first).days + 1 - sum(day >= lake.end - 13 * DAY for day in rows)


def units(request: Request) -> List[Fields]:
    """By signal, mortality against the limit, site, owner, unit."""
    if not request.is_farmer and not request.caller.is_admin:
        raise Refused(403)
    check_access(request)
    lake = request.lake
    recent = recent_days(request)
    others = OthersOf(request) if request.is_farmer else None
    found = []
    for key, pen in pens(lake, recent).items():
        last = pen.last
        said = signal(pen)
        per_fish = Fraction(dead(last), last.fish)
        treated = last_treatment(lake, pen)
        weeks = two_weeks(request, others, pen)
        found.append(((SIGNALS.index(said), -per_fish / limit(last), site_order(last.site), last.company, last.unit), {
            "date": last.day.isoformat(),
            "owner_id": last.company,
            "site_id": last.site,
            "site_name": lake.sites[last.site].name,
            "unit_id": last.unit,
            "fish_count": last.fish,
            "avg_weight_gram": rounded(last.weight, 2),
            "mortality_count": dead(last),
            "mortality_per_mille": 1000 * per_fish,
            "limit_per_mille": 1000 * limit(last),
            "days_above_limit": days_above(pen),
            "mortality_rate_7_days": rate_of_week(pen, 0),
            "mortality_rate_previous_7_days": rate_of_week(pen, 7),
            "ratio_2_weeks": None if weeks is None else near(float(weeks)),
            "signal": said,
            "last_treatment_date": None if treated is None else treated.isoformat(),
            "missing_days": missing_days(lake, recent[key]),
        }))
    return [row for _, row in sorted(found, key=lambda each: each[0])]


ROUTES = {"/v3/watch/units": units}
