"""Own pens as they were on the last delivered day, and on each of the last seven weeks (comparison.md, watch)."""
from __future__ import annotations

import math
from collections import defaultdict
from datetime import date
from fractions import Fraction
from typing import Dict, List, NamedTuple, Optional, Tuple

from .dates import DAY, monday
from .expected_loss import OthersOf, near_ratio
from .filters import Refused, Request
from .model import Lake, Reading, UnitDay
from .mortality import Fields
from .rounding import ratio, rounded
from .treatment_filters import check_access, site_order
from .touches import authority_treatments

RECENT_DAYS = 50
LIGHT_BELOW = 500
LIGHT_LIMIT = Fraction(1, 2000)
HEAVY_LIMIT = Fraction(1, 4000)
FORGETS = 0.7
BASE = range(8, 36)
BASE_DAYS = 21
BASE_COLLECTIONS = 8

UnitKey = Tuple[str, str, str]


class Collection(NamedTuple):
    """A day of collection at which a pen has fish: the dead of some days."""
    back: int
    number: int
    days: int
    day: UnitDay

    @property
    def dead(self) -> int:
        return dead(self.day)

    @property
    def at_risk(self) -> int:
        return self.day.fish * self.days

    @property
    def log_rate(self) -> float:
        return math.log((self.dead + 0.5) / self.at_risk)

    def is_above(self) -> bool:
        return self.dead > limit(self.day) * self.at_risk


class Pen(NamedTuple):
    """A unit's last day, its days with the same generation, by days back from that one, and its collections, the last one first."""
    last: UnitDay
    days: Dict[int, UnitDay]
    collections: List[Collection]


def dead(day: UnitDay) -> int:
    return sum(losses.mortality_count for losses in day.losses.values())


def lost(day: UnitDay) -> int:
    return sum(losses.count("loss") for losses in day.losses.values())


def limit(day: UnitDay) -> Fraction:
    return LIGHT_LIMIT if day.weight < LIGHT_BELOW else HEAVY_LIMIT


def collection_days(lake: Lake) -> Dict[Tuple[str, str], Dict[date, Tuple[int, int]]]:
    """By company and site: the days with a loss row of a unit there, each with its number, back from the last one, and the days that it stands for."""
    found: Dict[Tuple[str, str], set] = defaultdict(set)
    for row in lake.unit_days.values():
        if row.day > lake.end - RECENT_DAYS * DAY and row.losses:
            found[row.company, row.site].add(row.day)
    numbered = {}
    for key, days in found.items():
        ordered = sorted(days)
        spaces = [1] + [min(7, (day - before).days) for before, day in zip(ordered, ordered[1:])]
        numbered[key] = {day: (len(ordered) - place, space) for place, (day, space) in enumerate(zip(ordered, spaces))}
    return numbered


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
    collected = collection_days(lake)
    for key, rows in recent.items():
        last = rows.get(last_days[key[:2]])
        if last is None or not last.fish or last.day <= lake.end - 14 * DAY:
            continue
        days = {(last.day - row.day).days: row for row in rows.values()
                if row.fish and row.generation == last.generation and row.day <= last.day}
        numbers = collected.get(key[:2], {})
        found[key] = Pen(last, days, [Collection(back, *numbers[days[back].day], days[back])
                                      for back in sorted(days) if days[back].day in numbers])
    return found


def rate_of_week(pen: Pen, first_back: int) -> Optional[Fraction]:
    days = [pen.days[back] for back in range(first_back, first_back + 7) if back in pen.days]
    return ratio(7 * sum(map(dead, days)), sum(day.fish for day in days))


def days_above(pen: Pen) -> int:
    days = 0
    for number, each in enumerate(pen.collections, 1):
        if each.number != number or not each.is_above():
            break
        days += each.days
    return days


def times_limit(pen: Pen) -> Optional[Fraction]:
    last = pen.collections[:3]
    return Fraction(sum(each.dead for each in last), sum(each.at_risk for each in last)) / limit(pen.last) if last else None


def part(days: float) -> float:
    """What a collection after so many days moves the average."""
    return 1 - FORGETS ** days


def heights(pen: Pen) -> List[float]:
    """The average's way from the mean to the line, collection by collection; empty without four weeks before."""
    base = [each for each in pen.collections if each.back in BASE]
    if len(base) < BASE_COLLECTIONS or sum(back in BASE for back in pen.days) < BASE_DAYS:
        return []
    mean = math.fsum(each.log_rate for each in base) / len(base)
    deviation = math.sqrt(math.fsum((each.log_rate - mean) ** 2 for each in base) / (len(base) - 1))
    by_chance = 1 / math.sqrt(sum(each.dead for each in base) / len(base) + 0.5)
    weight = part(sum(each.days for each in base) / len(base))
    line = 3 * max(deviation, by_chance) * math.sqrt(weight / (2 - weight))
    averages = [0.0]
    for each in reversed([each for each in pen.collections if each.back <= 7]):
        averages.append(averages[-1] + part(each.days) * (each.log_rate - mean - averages[-1]))
    return [average / line for average in averages]


def signal(pen: Pen) -> str:
    if sum(each.dead for each in pen.collections[:3]) >= 3 and times_limit(pen) > 1:
        return "limit"
    last = heights(pen)[-2:]
    return "rising" if len(last) == 2 and min(last) > 1 else "quiet"


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
    expected = sum((Fraction(day.fish * other.losses.count("loss"), other.fish_days) * others.weights.of(lake.cell_of(day)) / other.factor
                    for day, other in compared), Fraction(0))
    return ratio(sum(lost(day) for day, _ in compared), Fraction(rounded(expected, 1)))


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
    """Pens with a signal first, then by the larger of times_limit and height, site, owner, unit."""
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
        collection = pen.collections[0] if pen.collections else None
        height = (heights(pen) or [None])[-1]
        times = times_limit(pen)
        treated = last_treatment(lake, pen)
        weeks = two_weeks(request, others, pen)
        found.append(((said == "quiet", -max(height or 0, float(times or 0)), site_order(last.site), last.company, last.unit), {
            "date": last.day.isoformat(),
            "owner_id": last.company,
            "site_id": last.site,
            "site_name": lake.sites[last.site].name,
            "unit_id": last.unit,
            "fish_count": last.fish,
            "avg_weight_gram": rounded(last.weight, 2),
            "days_since_collection": collection.back if collection else None,
            "mortality_count": collection.dead if collection else None,
            "mortality_per_mille": rounded(1000 * Fraction(collection.dead, collection.at_risk), 3) if collection else None,
            "limit_per_mille": rounded(1000 * limit(last), 3),
            "days_above_limit": days_above(pen),
            "times_limit": rounded(times, 3),
            "height": near_ratio(height, 0),
            "mortality_rate_7_days": rate_of_week(pen, 0),
            "mortality_rate_previous_7_days": rate_of_week(pen, 7),
            "ratio_2_weeks": None if weeks is None else near_ratio(float(weeks), 0),
            "signal": said,
            "last_treatment_date": None if treated is None else treated.isoformat(),
            "missing_days": missing_days(lake, recent[key]),
        }))
    return [row for _, row in sorted(found, key=lambda each: each[0])]


def unit_days(request: Request) -> List[Fields]:
    """The days with fish of own pens, by site, owner, unit and date."""
    if not request.is_farmer and not request.caller.is_admin:
        raise Refused(403)
    check_access(request)
    lake = request.lake
    collected = collection_days(lake)
    sea: Dict[Tuple[str, str, date], List[Reading]] = defaultdict(list)
    for company, reading in lake.readings.values():
        if reading.measurements > 0:
            sea[company, reading.site, reading.day].append(reading)
    rows = [row for days in recent_days(request).values() for row in days.values() if row.fish]
    found = []
    for row in sorted(rows, key=lambda each: (site_order(each.site), each.company, each.unit, each.day)):
        days = collected.get((row.company, row.site), {}).get(row.day, (None, None))[1]
        readings = sea.get((row.company, row.site, row.day), [])
        found.append({
            "date": row.day.isoformat(),
            "owner_id": row.company,
            "site_id": row.site,
            "unit_id": row.unit,
            "generation": row.generation,
            "fish_count": row.fish,
            "avg_weight_gram": rounded(row.weight, 2),
            "collection_days": days,
            "mortality_count": dead(row) if days else None,
            "mortality_per_mille": rounded(1000 * Fraction(dead(row), row.fish * days), 3) if days else None,
            "limit_per_mille": rounded(1000 * limit(row), 3),
            "sea_temperature": rounded(ratio(sum(each.temperature * each.measurements for each in readings),
                                             sum(each.measurements for each in readings)), 2),
        })
    return found


ROUTES = {"/v3/watch/units": units, "/v3/watch/unit-days": unit_days}
