"""Inventory: the platform's biomass beside the authority's (definitions.md, 9 Inventory; 2 Confidentiality)."""
from __future__ import annotations

from collections import defaultdict
from datetime import date, timedelta
from fractions import Fraction
from typing import Dict, List, Set, Tuple

from .dates import first_of_month, last_of_month
from .filters import Request
from .model import UnitDay
from .mortality import Fields
from .rounding import ratio

MonthArea = Tuple[date, int]


def last_days(request: Request) -> Dict[MonthArea, List[UnitDay]]:
    """Per site and company the rows of its last delivered day within the month's last 7 days, up to data end in the
    running month. Our choice: a row of any species delivers a day."""
    lake = request.lake
    running = first_of_month(lake.end)
    found: Dict[MonthArea, Dict[Tuple[str, str], List[UnitDay]]] = defaultdict(lambda: defaultdict(list))
    for unit_day in lake.unit_days.values():
        site = lake.sites[unit_day.site]
        if site.placement != "offshore" or site.area is None:
            continue
        # the 7 days up to data end may begin in the month before
        for month in {first_of_month(unit_day.day), running}:
            close = lake.end if month == running else last_of_month(month)
            if not close - timedelta(days=6) <= unit_day.day <= close:
                continue
            found[month, site.area][unit_day.site, unit_day.company].append(unit_day)
    return {key: [row for rows in by_site.values() for row in rows if row.day == max(other.day for other in rows)]
            for key, by_site in found.items()}


def biomass_by_month(request: Request) -> List[Fields]:
    """Month x production area with platform fish or authority figures; by month, area."""
    lake = request.lake
    last = {key: [row for row in rows if row.fish and lake.is_counted(row.species)]
            for key, rows in last_days(request).items()}
    authority: Dict[MonthArea, int] = defaultdict(int)
    for record in lake.authority_months:
        authority[date.fromisoformat(record["month"]), int(record["production_area_id"])] += int(record["biomass_kg"])
    with_fish: Set[MonthArea] = {key for key, rows in last.items() if rows}
    answer = []
    for month, area in sorted(with_fish | set(authority)):
        if not request.has_month(month):
            continue
        by_group: Dict[str, int] = defaultdict(int)
        for row in last.get((month, area), []):
            by_group[row.group] += row.biomass
        is_shown = request.caller.is_admin or lake.rule.is_safe(by_group)
        platform = Fraction(sum(by_group.values()), 10 ** 6) if is_shown else None
        published = Fraction(authority[month, area], 1000) if (month, area) in authority else None
        answer.append({
            "month": month.isoformat(),
            "production_area_id": area,
            "production_region_name": lake.region_of(area),
            "platform_biomass_in_tons": platform,
            "authority_biomass_in_tons": published,
            "platform_biomass_coverage": ratio(platform, published) if platform is not None and published else None,
        })
    return answer


ROUTES = {"/v3/inventory/platform-authority-biomass-by-month": biomass_by_month}
