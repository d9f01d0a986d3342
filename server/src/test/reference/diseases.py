"""Environment v3, notifiable diseases of sites: the authority's reports (comments of the route's SQL)."""
from __future__ import annotations

from datetime import date
from typing import List

from .filters import Request
from .mortality import Fields

ALWAYS = date.max


def disease_by_site(request: Request) -> List[Fields]:
    """A period that overlaps the window; by site number, first day, disease, status."""
    lake = request.lake
    wanted = request.parameters.get("sites")
    sites = set(wanted.split(",")) if wanted else None
    answer = []
    for period in sorted(lake.diseases, key=lambda each: (int(each.site), each.first, each.disease, each.status)):
        area = lake.area_of(period.site)
        if not request.has_days(period.first, period.last or ALWAYS) or not request.has_area(area):
            continue
        if sites is not None and period.site not in sites:
            continue
        answer.append({
            "site_id": period.site,
            "site_name": lake.sites[period.site].name,
            "production_area_id": area,
            "production_area_name": lake.areas[area].name if area in lake.areas else None,
            "disease": period.disease,
            "status": period.status,
            "from_date": period.first.isoformat(),
            "to_date": period.last.isoformat() if period.last else None,
        })
    return answer


ROUTES = {"/v3/environment/disease-by-site": disease_by_site}
