"""Feeding v3: specific feed rates (definitions.md, 7 Feeding v3; 2 Confidentiality, Feed)."""
from __future__ import annotations

import math
from collections import defaultdict
from datetime import date
from fractions import Fraction
from typing import Dict, List, NamedTuple, Set, Tuple

from .atoms import leaf_atoms, sum_by_group
from .benchmark import rows
from .dates import DAY, monday
from .filters import Request, week_of
from .model import Sums
from .mortality import Fields
from .rounding import Exact, mean, ratio, rounded
from .temperatures import pools, site_day_temperatures


def feed_rate(sums: Sums) -> Exact:
    """Percent of body weight per day, over unit-days that report feed (a reported 0 counts)."""
    return ratio(100 * sums.feed, sums.fed_biomass)


def by_region_and_week(request: Request) -> List[Fields]:
    """ISO week x platform area with a site that reports feed; by week, area id."""
    found = rows(request, lambda cell: (week_of(cell), cell.platform_area) if cell.platform_area else None,
                 of_feed=True)
    lake = request.lake
    temperatures = pools(lake, lambda day, area: (monday(day), lake.platform_area_of[area])
                         if request.has_area(area) else None)
    answer = []
    for (week, area), row in sorted(found.items()):
        if not request.has_week(week):
            continue
        pool = temperatures.get((week, area))
        answer.append({
            "feeding_week": week.isoformat(),
            "temperature": rounded(pool.mean(), 2) if pool else None,
            "platform_area_name": lake.platform_areas[area].name,
            "production_area_ids": request.passing_areas(area),
            # two decimals: more would give away the denominators
            "specific_feed_rate": rounded(feed_rate(row.benchmark), 2) if row.is_shown else None,
            "site_count": row.site_count(),
            "farmer_specific_feed_rate": feed_rate(row.own),
            "farmer_site_count": len(row.own_sites) if request.is_farmer else None,
            "is_complete": lake.is_complete(week + 6 * DAY),
        })
    return answer


def by_week(request: Request) -> List[Fields]:
    """At sea. Every week with an included atom of stock or of feed, or own fish; by year, week."""
    of_stock = rows(request, week_of)
    of_feed = rows(request, week_of, of_feed=True)
    answer = []
    for week in sorted(set(of_stock) | set(of_feed)):
        if not request.has_week(week):
            continue
        year, number, _ = week.isocalendar()
        row = of_feed.get(week)
        answer.append({
            "year": year,
            "week": number,
            "specific_feed_rate": rounded(feed_rate(row.benchmark), 2) if row and row.is_shown else None,
            "is_complete": request.lake.is_complete(week + 6 * DAY),
        })
    return answer


class FeedingDay(NamedTuple):
    """A site-day with feed > 0 and a temperature: who fed there."""
    temperature: Fraction
    groups: Set[str]


Bucket = Dict[Tuple[str, date], FeedingDay]


def feeding_days(request: Request) -> Dict[str, Dict[int, Bucket]]:
    """Over the window's whole weeks: platform area -> whole degree -> site-days that pass the filters."""
    first, last = request.whole_weeks()
    temperatures = site_day_temperatures(request.lake)
    areas: Dict[str, Dict[int, Bucket]] = defaultdict(lambda: defaultdict(dict))
    for unit_day in request.lake.with_fish:
        cell = unit_day.cell
        key = unit_day.site, unit_day.day
        if not unit_day.feed or cell.platform_area is None or not first <= unit_day.day <= last:
            continue
        if key in temperatures and request.has_cell(cell):
            bucket = areas[cell.platform_area][math.floor(temperatures[key])]
            bucket.setdefault(key, FeedingDay(temperatures[key], set())).groups.add(unit_day.group)
    return areas


def days_per_temperature(request: Request) -> List[Fields]:
    """Platform area x whole-degree bucket; by area id, bucket."""
    answer = []
    for area, buckets in sorted(feeding_days(request).items()):
        name = request.lake.platform_areas[area].name
        leaves = {degree: sum_by_group({group: 1 for group in day.groups} for day in bucket.values())
                  for degree, bucket in buckets.items()}
        shown, stayed_open = leaf_atoms(request.lake.rule, leaves, lambda degree: degree)
        if request.caller.is_admin:
            shown, stayed_open = set(leaves), False
        counted = {degree: benchmark_days(request, bucket) for degree, bucket in buckets.items()}
        total = sum(len(days) for days in counted.values())
        for degree in sorted(buckets):
            days = counted[degree]
            own = [day for day in buckets[degree].values() if request.group in day.groups]
            if degree in shown:
                answer.append({
                    "avg_temperature": rounded(mean(day.temperature for day in days), 2),
                    "platform_area_name": name,
                    "count": len(days),
                    "rate_of_days_by_temperature": None if stayed_open else ratio(len(days), total),
                })
            elif own:
                answer.append({
                    "avg_temperature": rounded(mean(day.temperature for day in own), 2),
                    "platform_area_name": name,
                    "count": None,
                    "rate_of_days_by_temperature": None,
                })
    return answer


def benchmark_days(request: Request, bucket: Bucket) -> List[FeedingDay]:
    """With exclude_self a site-day stays when another group fed there, too."""
    if not request.excludes_self:
        return list(bucket.values())
    return [day for day in bucket.values() if day.groups != {request.group}]


ROUTES = {
    "/v3/feeding/sfr_temperature_by_region_and_week": by_region_and_week,
    "/v3/feeding/sfr-by-weeknumber-and-year": by_week,
    "/v3/feeding/sfr-days-per-temperature": days_per_temperature,
}
