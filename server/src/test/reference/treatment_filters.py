"""What a treatment request asks for, who may ask, and the order of rows (definitions.md, 3 Filters; 8 Treatment v3)."""
from __future__ import annotations

from datetime import date
from typing import List, Optional, Set, Tuple

from .dates import DAY
from .filters import Refused, Request
from .model import Lake
from .mortality import Fields
from .touches import Touch


def text(request: Request, name: str) -> Optional[str]:
    return request.parameters.get(name)


def passes(request: Request, touch: Touch, *filters: str) -> bool:
    """Areas, and the named ones of the route's filters."""
    treatment = touch.treatment
    values = {
        "species_code": touch.species,
        "treatment_category": treatment.category,
        "treatment_target": treatment.target,
        "owner_id": treatment.company,
        "site_id": treatment.site,
    }
    if not request.has_area(touch.area):
        return False
    for name in filters:
        wanted = text(request, name)
        if wanted is None:
            continue
        if name in ("owner_id", "site_id"):
            if values[name] not in wanted.split(","):
                return False
        elif (values[name] or "").lower() != wanted.lower():
            return False
    return True


def window(request: Request) -> Tuple[date, date]:
    """Without dates everything in the snapshot."""
    start, end = text(request, "start_date"), text(request, "end_date")
    return (date.fromisoformat(start) if start else date.min, date.fromisoformat(end) if end else date.max)


def has_week(request: Request, week: date) -> bool:
    first, last = window(request)
    return week <= last and week + 6 * DAY >= first


def check_access(request: Request) -> None:
    """Farmers may not ask for another owner or site; analysts for none."""
    if request.caller.is_admin:
        return
    owners = text(request, "owner_id")
    sites = text(request, "site_id")
    if not request.is_farmer:
        if owners or sites:
            raise Refused(403)
        return
    company = request.caller.company
    if owners and any(owner != company for owner in owners.split(",")):
        raise Refused(403)
    if sites and not set(sites.split(",")) <= own_sites(request.lake, company):
        raise Refused(403)


def own_sites(lake: Lake, company: str) -> Set[str]:
    """A site is own by register, stock or treatments."""
    return ({site.id for site in lake.sites.values() if site.owner == company}
            | {row.site for row in lake.unit_days.values() if row.company == company}
            | {treatment.site for _, treatment in lake.company_treatments.values() if treatment.company == company})


def nulls_last(value: Optional[object]) -> tuple:
    return (value is None, value if value is not None else "")


def site_order(site: Optional[str]) -> tuple:
    """Site ids are ordered by number."""
    return (site is None, int(site) if site is not None else 0)


def by_order(answer: List[Tuple[tuple, Fields]]) -> List[Fields]:
    return [fields for _, fields in sorted(answer, key=lambda item: item[0])]
