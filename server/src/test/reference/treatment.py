"""Treatment v3: its routes, and the one by site (definitions.md, 8 Treatment v3)."""
from __future__ import annotations

from typing import List

from .dates import first_of_month
from .filters import Refused, Request, truth
from .mortality import Fields
from .touches import view_of
from .treatment_filters import by_order, check_access, nulls_last, passes, site_order, text, window
from .treatment_fish import by_generation, by_size
from .treatment_weeks import detail, summary


def by_site(request: Request) -> List[Fields]:
    """One row a treatment; by date descending, site, owner, treatment id. Selects days. Analysts get 403."""
    if not request.caller.is_admin and not request.is_farmer:
        raise Refused(403)
    check_access(request)
    first, last = window(request)
    flags = {name: truth(text(request, name)) for name in ("requires_handling", "is_antibiotic") if text(request, name)}
    answer = []
    for touch in view_of(request.lake).treatments.all:
        treatment = touch.treatment
        if request.is_farmer and treatment.company != request.caller.company:
            continue
        if not first <= treatment.day <= last or not passes(
                request, touch, "species_code", "treatment_category", "treatment_target", "owner_id", "site_id"):
            continue
        if any(getattr(treatment, name) != wanted for name, wanted in flags.items()):
            continue
        order = (-treatment.day.toordinal(), site_order(treatment.site), nulls_last(treatment.company),
                 nulls_last(treatment.id))
        answer.append((order, {
            "owner_id": treatment.company,
            "site_id": treatment.site,
            "placement_type": touch.placement,
            "treatment_date": treatment.day.isoformat(),
            "treatment_week": treatment.week.isoformat(),
            "treatment_month": first_of_month(treatment.day).isoformat(),
            "treatment_category": treatment.category,
            "treatment_target": treatment.target,
            "treatment_subtype": treatment.subtype,
            "requires_handling": treatment.requires_handling,
            "is_antibiotic": treatment.is_antibiotic,
            "system_source": treatment.system,
            "data_source": "authority" if treatment.is_authoritys else "farmer",
            "treatment_site_scope": treatment.scope,
            "number_of_units_treated": treatment.number_of_units,
            "treatment_count": treatment.count,
        }))
    return by_order(answer)


ROUTES = {
    "/v3/treatment/summary-by-area-and-week": summary,
    "/v3/treatment/detail-by-category-and-week": detail,
    "/v3/treatment/by-site": by_site,
    "/v3/treatment/by-generation": by_generation,
    "/v3/treatment/by-size": by_size,
}
