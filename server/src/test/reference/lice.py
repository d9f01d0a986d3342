"""Salmon lice as the authority publishes them: of all sites, the same for everybody (deliveries.md, Lice)."""
from __future__ import annotations

from datetime import date
from fractions import Fraction
from typing import Dict, List, Optional, Tuple

from .dates import monday
from .filters import Refused, Request
from .lice_report import LiceWeek
from .model import Lake
from .mortality import Fields
from .rounding import mean, median, ratio, rounded
from .treatment_filters import check_access, site_order


def label(week: date) -> str:
    return "%d-W%02d" % week.isocalendar()[:2]


def by_area(request: Request) -> List[Fields]:
    """Production area x ISO week; by area id, week. Sites outside every area are in none."""
    lake = request.lake
    pools: Dict[Tuple[int, date], List[LiceWeek]] = {}
    for (week, site), lice in lake.lice.items():
        area = lake.sites[site].area
        if area is not None and request.has_area(area) and request.has_week(week):
            pools.setdefault((area, week), []).append(lice)
    answer = []
    for area, week in sorted(pools):
        reported = pools[area, week]
        counted = [lice for lice in reported if lice.counts]
        known = [lice.is_above for lice in counted if lice.is_above is not None]
        limits = [lice.limit for lice in counted if lice.limit is not None]
        empty = [lice for lice in reported if lice.is_probably_empty]
        answer.append({
            "production_area_id": area,
            "production_area_name": lake.areas[area].name,
            "production_region_name": lake.region_of(area),
            "week_start": week.isoformat(),
            "year_week": label(week),
            "sites_reported": len(reported),
            "sites_counted": len(counted),
            "sites_not_counted": len(reported) - len(counted) - len(empty),
            "sites_probably_without_fish": len(empty),
            "mean_adult_female": rounded(mean(lice.adult_female for lice in counted), 2),
            "median_adult_female": rounded(median([lice.adult_female for lice in counted]), 2) if counted else None,
            "lice_limit": rounded(median(limits), 2) if limits else None,
            "mean_mobile": rounded(mean(lice.mobile for lice in counted), 2),
            "mean_attached": rounded(mean(lice.attached for lice in counted), 2),
            "sites_with_limit": len(known),
            "sites_above_limit": sum(known),
            "share_above_limit_pct": ratio(100 * sum(known), len(known)),
        })
    return answer


def by_site(request: Request) -> List[Fields]:
    """Site x ISO week; by numeric site id, week. Everybody may ask for every site."""
    lake = request.lake
    asked = request.parameters.get("sites")
    answer = []
    for week, site in sorted(lake.lice, key=lambda key: (int(key[1]), key[0])):
        lice = lake.lice[week, site]
        area = lake.sites[site].area
        if request.has_week(week) and request.has_area(area) and (asked is None or site in asked.split(",")):
            answer.append({
                "site_id": site,
                "site_name": lake.sites[site].name,
                "production_area_id": area,
                "week_start": week.isoformat(),
                "year_week": label(week),
                "is_counted": lice.counts,
                "adult_female": rounded(lice.adult_female, 2),
                "mobile": rounded(lice.mobile, 2),
                "attached": rounded(lice.attached, 2),
                "lice_limit": rounded(lice.limit, 2),
                "is_above_limit": lice.is_above,
                "has_counted": lice.has_counted,
                "is_probably_without_fish": lice.is_probably_empty,
                "data_source": "barentswatch",
            })
    return answer


def own_counts(lake: Lake) -> Dict[Tuple[str, str, date], List[Tuple[date, str, Dict[str, str]]]]:
    """The counts of a company at a site in a week."""
    found: Dict[Tuple[str, str, date], List[Tuple[date, str, Dict[str, str]]]] = {}
    for (day, site, unit), (company, row) in lake.lice_counts.items():
        found.setdefault((company, site, monday(day)), []).append((day, unit, row))
    return found


def of_counted(counts: List[Tuple[date, str, Dict[str, str]]], stage: str) -> Optional[Fraction]:
    """The mean of the fish on which a stage was counted."""
    rows = [row for _, _, row in counts if row[stage]]
    fish = sum(int(row["fish_counted"]) for row in rows)
    return sum(Fraction(row[stage]) * int(row["fish_counted"]) for row in rows) / fish if rows else None


def own(request: Request) -> List[Fields]:
    """Own site x ISO week; by site, owner, week. The fish are those of the last day with a count."""
    if not request.is_farmer and not request.caller.is_admin:
        raise Refused(403)
    check_access(request)
    lake = request.lake
    wanted = {name: set(request.parameters[name].split(",")) for name in ("owner_id", "site_id") if request.parameters.get(name)}
    answer = []
    for (company, site, week), counts in sorted(own_counts(lake).items(), key=lambda each: (site_order(each[0][1]), each[0])):
        area = lake.sites[site].area
        if (not request.has_week(week) or not request.has_area(area) or (request.is_farmer and company != request.caller.company)
                or company not in wanted.get("owner_id", {company}) or site not in wanted.get("site_id", {site})):
            continue
        last = max(day for day, _, _ in counts)
        days = [row for row in lake.counted if (row.day, row.site, row.company) == (last, site, company)]
        fish = sum(row.fish for row in days) if days else None
        adult = of_counted(counts, "adult_female")
        answer.append({
            "owner_id": company,
            "site_id": site,
            "site_name": lake.sites[site].name,
            "week_start": week.isoformat(),
            "year_week": label(week),
            "unit_count": len({unit for _, unit, _ in counts}),
            "fish_counted": sum(int(row["fish_counted"]) for _, _, row in counts),
            "adult_female": rounded(adult, 2),
            "mobile": rounded(of_counted(counts, "mobile"), 2),
            "attached": rounded(of_counted(counts, "attached"), 2),
            "fish_count": fish,
            "adult_female_total": None if fish is None else rounded(adult * fish, 0),
        })
    return answer


ROUTES = {
    "/v3/environment/own-lice": own,
    "/v3/environment/lice-by-area-and-week": by_area,
    "/v3/environment/lice-by-site-and-week": by_site,
}
