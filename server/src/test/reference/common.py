"""Common reference data (definitions.md, 9 Inventory and common)."""
from __future__ import annotations

from collections import defaultdict
from datetime import date, timedelta
from typing import Dict, List, Optional, Set

from .atoms import generation_order, region_order
from .dates import months_before
from .filters import Refused, Request
from .mortality import Fields

ACTIVE = timedelta(days=60)


def last_registration(request: Request) -> Dict[str, date]:
    """The date of each site's last stock row."""
    last: Dict[str, date] = {}
    for row in request.lake.unit_days.values():
        last[row.site] = max(last.get(row.site, row.day), row.day)
    return last


def sites(request: Request) -> List[Fields]:
    """By numeric site id."""
    lake = request.lake
    last = last_registration(request)
    answer = []
    for site_id in sorted(lake.sites, key=int):
        site = lake.sites[site_id]
        answer.append({
            "site_id": site.id,
            "site_name": site.name,
            "latitude": float(site.latitude) if site.latitude else None,
            "longitude": float(site.longitude) if site.longitude else None,
            "placement": site.placement,
            "production_area_id": site.area,
            "production_area_name": lake.areas[site.area].name if site.area is not None else None,
            "marine_type_code": site.marine_type,
            "marine_type_name": lake.marine_types.get(site.marine_type),
            "marine_type_region_code": site.marine_region,
            "marine_type_region_name": lake.marine_regions.get(site.marine_region),
            "is_in_platform": site.id in last,
            "last_registration_date": last[site.id].isoformat() + "T00:00:00Z" if site.id in last else None,
        })
    return answer


def one_site(request: Request) -> Fields:
    """An unknown site: 404."""
    for fields in sites(request):
        if fields["site_id"] == request.path.split("/")[-1]:
            return fields
    raise Refused(404)


def production_areas(request: Request) -> List[Fields]:
    return [{"area_id": area.id, "area_name": area.name, "area_geojson": None, "region_name": area.region}
            for _, area in sorted(request.lake.areas.items())]


def platform_areas(request: Request) -> List[Fields]:
    return [{"area_id": bundle.id, "name": bundle.name, "name_english": bundle.english,
             "production_area_ids": bundle.areas} for _, bundle in sorted(request.lake.platform_areas.items())]


def marine_types(request: Request) -> List[Fields]:
    return [{"marine_type_code": code, "marine_type_name": name}
            for code, name in sorted(request.lake.marine_types.items())]


def marine_regions(request: Request) -> List[Fields]:
    return [{"marine_type_region_code": code, "marine_type_region_name": name}
            for code, name in sorted(request.lake.marine_regions.items())]


def generations(request: Request) -> List[Fields]:
    """Of the stock. Our choice: of counted species, on land too."""
    found = {row.generation for row in request.lake.counted}
    seasons = {"V": "Vår", "H": "Høst"}
    return [{"generation": generation, "generation_name": "%s - %s" % (generation[1:], seasons[generation[0]])}
            for generation in sorted(found, key=generation_order)]


def group_fields(request: Request, group: str) -> Fields:
    """Areas and regions of its stock rows; active = stock rows with date >= data end - 60 days."""
    lake = request.lake
    rows = [row for row in lake.unit_days.values() if row.group == group]
    areas = {lake.area_of(row.site) for row in rows} - {None}
    return {
        "number_of_farmers_in_dataset": len({row.company for row in rows}),
        "production_area_ids": sorted(areas),
        "production_region_names": sorted({lake.region_of(area) for area in areas}, key=region_order),
        "is_active_with_data": any(row.day >= lake.end - ACTIVE for row in rows),
    }


def farmers_in_platform(request: Request) -> List[Fields]:
    """One row for every farmer group of the farmers list, by key."""
    names = {company.group: company.group_name for company in request.lake.companies.values()}
    return [{"name": names[group], **group_fields(request, group)} for group in sorted(names)]


def stats(request: Request) -> Fields:
    """One object; signed = companies signed by today; sites = the platform's."""
    lake = request.lake
    recent = [row for row in lake.unit_days.values() if row.day >= lake.end - ACTIVE]
    placements = [lake.sites[site].placement for site in last_registration(request)]
    return {
        "signed_farmers": sum(1 for company in lake.companies.values() if company.signed_on <= request.today),
        "active_farmers": len({row.company for row in recent}),
        "offshore_sites": placements.count("offshore"),
        "onshore_sites": placements.count("onshore"),
        "recently_active_sites": len({row.site for row in recent}),
    }


def farmers_per_area(request: Request) -> List[Fields]:
    """Every production area: farmer groups with fish in the last 12 months."""
    lake = request.lake
    groups: Dict[Optional[int], Set[str]] = defaultdict(set)
    for row in lake.with_fish:
        if row.day > months_before(lake.end, 12):
            groups[lake.area_of(row.site)].add(row.group)
    return [{"production_area_id": area, "number_of_farmers": len(groups[area])} for area in sorted(lake.areas)]


def me(request: Request) -> Fields:
    """Areas and activity are the group's; 403 without a farmer token."""
    if not request.is_farmer:
        raise Refused(403)
    company = request.lake.companies[request.caller.company]
    group = group_fields(request, company.group)
    del group["production_region_names"]
    return {"farmer_id": company.id, "name": company.name, "farmer_group_key": company.group,
            "farmer_group_name": company.group_name, "tier": company.tier, **group}


ROUTES = {
    "/v3/common/site": sites,
    "/v3/common/site/{site_id}": one_site,
    "/v3/common/production-area": production_areas,
    "/v3/common/platform-areas": platform_areas,
    "/v3/common/marine-typology-types": marine_types,
    "/v3/common/marine-typology-regions": marine_regions,
    "/v3/common/generations": generations,
    "/v3/common/farmers-in-platform": farmers_in_platform,
    "/v3/common/farm-and-site-stats": stats,
    "/v3/common/farmers-per-po": farmers_per_area,
    "/v3/common/farmer/me": me,
}
