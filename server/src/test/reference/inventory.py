"""Inventory: the platform's biomass beside the authority's (definitions.md, 9 Inventory; 2 Confidentiality, Release)."""
from __future__ import annotations

from collections import defaultdict
from datetime import date
from fractions import Fraction
from typing import Dict, List, Optional, Tuple

from .atoms import ByGroup
from .dates import add_months, first_of_month, last_of_month
from .feed_release import month_end_rows, present_group
from .filters import Request
from .mortality import Fields
from .rounding import ratio

MonthArea = Tuple[date, Optional[int]]


def present_stock(request: Request) -> Dict[MonthArea, ByGroup]:
    """Biomass of each group at the end of the months; of the running one at data end."""
    lake = request.lake
    found: Dict[MonthArea, ByGroup] = defaultdict(lambda: defaultdict(int))
    month = first_of_month(lake.begin)
    while month <= lake.end:
        for row in month_end_rows(lake, min(last_of_month(month), lake.end)):
            found[month, lake.sites[row.site].area][row.group] += row.biomass
        month = add_months(month, 1)
    return found


def released_stock(request: Request) -> Dict[MonthArea, ByGroup]:
    found: Dict[MonthArea, ByGroup] = defaultdict(lambda: defaultdict(int))
    for stock in request.lake.feed_release.month_stock:
        group = present_group(request.lake, stock.company, stock.group)
        found[stock.month, stock.area][group] += stock.biomass
    return found


def biomass_by_month(request: Request) -> List[Fields]:
    """Month x production area with platform fish, present or released, or authority figures; by month, area."""
    lake = request.lake
    authority: Dict[MonthArea, int] = defaultdict(int)
    for record in lake.authority_months:
        named = record["production_area_id"]
        authority[date.fromisoformat(record["month"]), int(named) if named else None] += int(record["biomass_kg"])
    present = present_stock(request)
    counted = present if request.caller.is_admin else released_stock(request)
    answer = []
    for month, area in sorted({*present, *counted, *authority}, key=lambda key: (key[0], key[1] is None, key[1] or 0)):
        if not request.has_month(month):
            continue
        by_group = counted.get((month, area), {})
        is_shown = request.caller.is_admin or (lake.feed_release.has_month(month) and lake.rule.is_safe(by_group))
        # fish without an area are compared with nothing
        platform = Fraction(sum(by_group.values()), 10 ** 6) if is_shown and area is not None else None
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
