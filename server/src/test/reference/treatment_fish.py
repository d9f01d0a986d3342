"""Treatments by generation and by size (definitions.md, 8 Treatment v3)."""
from __future__ import annotations

from collections import defaultdict
from datetime import date
from fractions import Fraction
from typing import Dict, List, NamedTuple, Optional, Set, Tuple

from .atoms import WEIGHT_BAND, generation_order
from .dates import monday
from .filters import Request, truth
from .model import Lake, Treatment
from .mortality import Fields
from .rounding import rounded
from .touches import Part, Touch, View, view_of
from .treatment_filters import by_order, check_access, has_week, nulls_last, passes, site_order, text
from .treatment_series import Series


def own_or_admins(request: Request) -> List[Touch]:
    """Of fish at sea. A farmer sees its own company's treatments alone."""
    return [touch for touch in view_of(request.lake).treatments.all if touch.placement == "offshore"
            and (not request.is_farmer or touch.treatment.company == request.caller.company)]


class GenerationKey(NamedTuple):
    """With group_by_area owner, cohort and site are None. The company of a cohort is its stock's."""
    owner: Optional[str]
    cohort: Optional[str]
    site: Optional[str]
    area: Optional[int]
    generation: str
    cohort_company: Optional[str]

    def order(self) -> tuple:
        return (nulls_last(self.owner), nulls_last(self.cohort), site_order(self.site), nulls_last(self.area),
                generation_order(self.generation))


def by_generation(request: Request) -> List[Fields]:
    """Keys x ISO week x category x target, cumulative since the generation's start; by week descending, keys, category,
    target."""
    check_access(request)
    view = view_of(request.lake)
    # for analysts forced, also when false is sent
    by_area = truth(text(request, "group_by_area") or "false") or not (request.caller.is_admin or request.is_farmer)
    by_series: Dict[tuple, List[Touch]] = defaultdict(list)
    for touch in own_or_admins(request):
        treatment = touch.treatment
        if not passes(request, touch, "treatment_category", "treatment_target", "owner_id", "site_id"):
            continue
        for key in generation_keys(request, view, touch, by_area):
            if request.has_generation(key.generation):
                by_series[key, treatment.category, treatment.target].append(touch)
    starts = GenerationStarts(request.lake)
    answer = []
    for (key, category, target), touches in by_series.items():
        series = Series(touches, view.treatments.first_week)
        start = starts.of(key, by_area)
        for week in series.weeks():
            if not has_week(request, week):
                continue
            order = -week.toordinal(), key.order(), category, target
            answer.append((order, generation_fields(request, key, category, target, series, week, start, by_area)))
    return by_order(answer)


def generation_keys(request: Request, view: View, touch: Touch, by_area: bool) -> Set[GenerationKey]:
    """A treatment counts once for every cohort that it touched, by area once for every generation."""
    treatment = touch.treatment
    if not by_area:
        return {GenerationKey(treatment.company, cohort.id, treatment.site, touch.area, cohort.generation,
                              cohort.company) for cohort in touch.cohorts}
    if touch.area is None:
        return set()
    return {GenerationKey(None, None, None, touch.area, cohort.generation, None) for cohort in touch.cohorts
            if request.is_farmer or view.open.is_open(request, "generation", touch, cohort.generation)}


class GenerationStarts:
    """The week of the cohort's first stock row at sea; by area of the generation's in the area, our choice: of all
    companies."""

    def __init__(self, lake: Lake) -> None:
        self.first_days: Dict[tuple, date] = {}
        for row in lake.counted:
            if lake.sites[row.site].placement != "offshore":
                continue
            for key in ((row.company, row.cohort), (lake.area_of(row.site), row.generation)):
                self.first_days[key] = min(self.first_days.get(key, row.day), row.day)

    def of(self, key: GenerationKey, by_area: bool) -> date:
        return monday(self.first_days[(key.area, key.generation) if by_area else (key.cohort_company, key.cohort)])


def generation_fields(request: Request, key: GenerationKey, category: str, target: str, series: Series, week: date,
                      start: date, by_area: bool) -> Fields:
    def antibiotic(treatment: Treatment) -> bool:
        return treatment.is_antibiotic

    until = [earlier for earlier in series.weeks() if earlier <= week]
    return {
        "owner_id": key.owner,
        "cohort_id": key.cohort,
        "site_id": key.site,
        "site_placement": None if by_area else request.lake.sites[key.site].placement,
        "production_area_id": key.area,
        "production_region_name": request.lake.region_of(key.area),
        "generation": key.generation,
        "treatment_week": week.isoformat(),
        "generation_start_week": start.isoformat(),
        "treatment_category": category,
        "treatment_target": target,
        "category_target_combination": category + " - " + target,
        "weeks_from_generation_start": (week - start).days // 7,
        "absolute_treatment_count": series.total(week),
        "days_with_treatments": len({touch.treatment.day for touch in series.touches[week]}),
        "absolute_antibiotic_treatment_count": series.total(week, antibiotic),
        "cumulative_treatment_count": sum(series.total(earlier) for earlier in until),
        "cumulative_antibiotic_count": sum(series.total(earlier, antibiotic) for earlier in until),
    }


class SizeKey(NamedTuple):
    """For analysts owner and site are None. A TOTAL row has no bucket."""
    week: date
    owner: Optional[str]
    site: Optional[str]
    area: Optional[int]
    generation: str
    midpoint: Optional[int]
    category: str
    target: str

    def order(self) -> tuple:
        return (-self.week.toordinal(), nulls_last(self.owner), site_order(self.site), nulls_last(self.area),
                generation_order(self.generation), nulls_last(self.midpoint), self.category, self.target)


def by_size(request: Request) -> List[Fields]:
    """500 g buckets; by week descending, keys, bucket, TOTAL last, category, target."""
    check_access(request)
    view = view_of(request.lake)
    is_summed = not (request.caller.is_admin or request.is_farmer)
    has_totals = not truth(text(request, "exclude_totals") or "false")
    lightest = Fraction(text(request, "min_weight_gram") or 0)
    heaviest = Fraction(text(request, "max_weight_gram") or 10 ** 9)
    found: Dict[SizeKey, List[Tuple[Part, Treatment]]] = defaultdict(list)
    for touch in own_or_admins(request):
        treatment = touch.treatment
        if not has_week(request, treatment.week):
            continue
        if not passes(request, touch, "treatment_category", "treatment_target", "owner_id", "site_id"):
            continue
        for part in touch.parts:
            band = int(part.weight // WEIGHT_BAND)
            midpoint = band * WEIGHT_BAND + WEIGHT_BAND // 2
            if not request.has_generation(part.generation) or not lightest <= midpoint <= heaviest:
                continue
            if is_summed and not view.open.is_open(request, "band", touch, part.generation, band):
                continue
            key = SizeKey(treatment.week, None if is_summed else treatment.company,
                          None if is_summed else treatment.site, touch.area, part.generation, midpoint,
                          treatment.category, treatment.target)
            # who sees sums over owners sees the bucket's midpoint: one treatment's mean is one site's weight
            seen = part._replace(weight=Fraction(midpoint)) if is_summed else part
            found[key].append((seen, treatment))
            if has_totals:
                found[key._replace(midpoint=None, category="TOTAL", target="TOTAL")].append((seen, treatment))
    return [size_fields(request, key, found[key]) for key in sorted(found, key=SizeKey.order)]


def size_fields(request: Request, key: SizeKey, parts: List[Tuple[Part, Treatment]]) -> Fields:
    shares = sum(part.share for part, _ in parts)
    count = sum(part.share * treatment.count for part, treatment in parts)
    antibiotic = sum(part.share * treatment.count for part, treatment in parts if treatment.is_antibiotic)
    return {
        "owner_id": key.owner,
        "site_id": key.site,
        "production_area_id": key.area,
        "production_region_name": request.lake.region_of(key.area),
        "generation": key.generation,
        "treatment_week": key.week.isoformat(),
        "weight_group_gram": key.midpoint,
        "avg_weight_gram": sum(part.share * part.weight for part, _ in parts) / shares,
        "treatment_category": key.category,
        "treatment_target": key.target,
        "category_target_combination": "TOTAL" if key.midpoint is None else key.category + " - " + key.target,
        "treatment_count": rounded(count, 4),
        "days_with_treatments": len({treatment.day for _, treatment in parts}),
        "antibiotic_treatment_count": rounded(antibiotic, 4),
    }
