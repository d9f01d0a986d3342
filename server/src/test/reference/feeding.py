"""Feeding v3: specific feed rates (definitions.md, 7 Feeding v3; 2 Confidentiality, Feed and Release)."""
from __future__ import annotations

from collections import defaultdict
from datetime import date
from fractions import Fraction
from math import floor
from typing import Dict, List, Optional, Tuple

from .benchmark import rows
from .dates import DAY, monday
from .feed_release import WarmDay, present_group, warm_day
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


class Days:
    """Site-days of a platform area and degree, each once however many companies fed there."""

    def __init__(self) -> None:
        self.temperatures: Dict[Tuple[str, date], Fraction] = {}

    def add(self, warm: WarmDay) -> None:
        self.temperatures[warm.site, warm.day] = warm.temperature

    def __len__(self) -> int:
        return len(self.temperatures)

    def mean_temperature(self) -> Exact:
        return rounded(mean(self.temperatures.values()), 2)


AreaDegree = Tuple[str, Optional[int]]


def sea(request: Request) -> Dict[AreaDegree, List[Fraction]]:
    """The window's site-days at sea in the areas asked for, fed or not, by platform area and degree."""
    first, last = request.whole_weeks()
    found: Dict[AreaDegree, List[Fraction]] = defaultdict(list)
    for (site, day), temperature in site_day_temperatures(request.lake).items():
        place = request.lake.sites[site]
        area = request.lake.platform_area_of.get(place.area) if place.area is not None else None
        if first <= day <= last and place.placement == "offshore" and area is not None and request.has_area(place.area):
            found[area, floor(temperature)].append(temperature)
    return found


def present_days(request: Request) -> List[WarmDay]:
    """Over the window's whole weeks, of unit-days that pass the filters."""
    first, last = request.whole_weeks()
    temperatures = site_day_temperatures(request.lake)
    days = (warm_day(request.lake, unit_day, temperatures) for unit_day in request.lake.with_fish
            if first <= unit_day.day <= last and request.has_cell(unit_day.cell))
    return [warm for warm in days if warm]


def released_days(request: Request) -> List[Tuple[AreaDegree, WarmDay]]:
    """Of the window's atoms all of whose cells pass, each in one platform area; their degree is none when they span
    several. None of them when generations or weights are filtered."""
    if request.filters_fish:
        return []
    first, last = request.whole_weeks()
    found = []
    for warm, atom in request.lake.feed_release.warm_days:
        areas = {request.lake.platform_area_of.get(cell.area) for cell in atom}
        if (not first <= warm.day <= last or len(areas) > 1 or None in areas
                or not all(request.has_area(cell.area) for cell in atom)):
            continue
        degrees = {cell.degree for cell in atom}
        found.append(((areas.pop(), warm.degree if len(degrees) == 1 else None), warm))
    return found


def days_per_temperature(request: Request) -> List[Fields]:
    """Platform area x whole-degree bucket; by area id, bucket."""
    benchmark: Dict[AreaDegree, Days] = defaultdict(Days)
    own: Dict[AreaDegree, Days] = defaultdict(Days)
    present = present_days(request)
    if request.caller.is_admin:
        for warm in present:
            benchmark[warm.platform_area, warm.degree].add(warm)
    else:
        for key, warm in released_days(request):
            days = benchmark[key]
            group = present_group(request.lake, warm.company, warm.group)
            # with exclude_self a site-day stays when another group fed there, too
            if not (request.excludes_self and group == request.group):
                days.add(warm)
        for warm in present:
            if request.is_own(warm.company):
                own[warm.platform_area, warm.degree].add(warm)
    total: Dict[str, int] = defaultdict(int)
    for (area, _), days in benchmark.items():
        total[area] += len(days)
    # the benchmark's temperature is that of the sea: a mean over feeding days would tell which sites fed
    at_sea = sea(request)
    answer = []
    for area, degree in sorted(key for key in {*benchmark, *own} if key[1] is not None):
        days = benchmark.get((area, degree))
        answer.append({
            "avg_temperature": own[area, degree].mean_temperature() if days is None
            else rounded(mean(at_sea[area, degree]), 2) if len(days) else None,
            "platform_area_name": request.lake.platform_areas[area].name,
            "count": None if days is None else len(days),
            "rate_of_days_by_temperature": None if days is None else ratio(len(days), total[area]),
        })
    return answer


ROUTES = {
    "/v3/feeding/sfr_temperature_by_region_and_week": by_region_and_week,
    "/v3/feeding/sfr-by-weeknumber-and-year": by_week,
    "/v3/feeding/sfr-days-per-temperature": days_per_temperature,
}
