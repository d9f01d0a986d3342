"""Treatments by area and week: summary and detail (definitions.md, 8 Treatment v3)."""
from __future__ import annotations

from collections import defaultdict
from datetime import date
from fractions import Fraction
from typing import Dict, List, Optional

from .filters import Request
from .model import Treatment
from .mortality import Fields
from .rounding import ratio
from .touches import Touch, View, view_of
from .treatment_filters import by_order, has_week, nulls_last, passes, text
from .treatment_series import Series


def visible_in_areas(request: Request, view: View) -> List[Touch]:
    """Sites without a production area are not in summary and detail. The authority's treatments always count, where the
    week is not open without the species of the company's fish."""
    seen = []
    for touch in view.treatments.all:
        if touch.area is None:
            continue
        if not view.open.is_open(request, "area", touch):
            if not touch.treatment.is_authoritys:
                continue
            touch = touch._replace(species=None)
        if passes(request, touch, "species_code"):
            seen.append(touch)
    return seen


def week_keys(request: Request, area: int, species: Optional[str], week: date) -> Fields:
    return {
        "production_area_id": area,
        "production_area_name": request.lake.areas[area].name,
        "species_code": species,
        "week_start": week.isoformat(),
        "year_week": "%d-W%02d" % week.isocalendar()[:2],
    }


def companies_of(touches: List[Touch]) -> int:
    return len({touch.treatment.company for touch in touches} - {None})


def summary(request: Request) -> List[Fields]:
    """Production area x species x ISO week; by week descending, area id, species."""
    view = view_of(request.lake)
    at_least = max(1, int(text(request, "min_treatments") or 1))
    by_series: Dict[tuple, List[Touch]] = defaultdict(list)
    for touch in visible_in_areas(request, view):
        by_series[touch.area, touch.species].append(touch)
    answer = []
    for (area, species), touches in by_series.items():
        series = Series(touches, view.treatments.first_week, view.open.whole_weeks(request, area))
        for week in series.weeks():
            if has_week(request, week) and series.total(week) >= at_least:
                fields = {**week_keys(request, area, species, week), **summary_fields(series, week)}
                answer.append(((-week.toordinal(), area, nulls_last(species)), fields))
    return by_order(answer)


def summary_fields(series: Series, week: date) -> Fields:
    touches = series.touches[week]
    antibiotic = series.total(week, lambda treatment: treatment.is_antibiotic)

    def of_category(category: str) -> int:
        return series.total(week, lambda treatment: treatment.category == category)

    def of_target(target: str) -> int:
        return series.total(week, lambda treatment: treatment.target == target)

    return {
        "total_treatments": series.total(week),
        "sites_treated": len({touch.treatment.site for touch in touches}),
        "owners_involved": companies_of(touches),
        "days_with_treatments": len({touch.treatment.day for touch in touches}),
        "antibiotic_treatments": antibiotic,
        "mechanical_treatments": of_category("Mechanical"),
        "bath_treatments": of_category("Bath"),
        "thermal_treatments": of_category("Thermal"),
        "lice_treatments": of_target("Lice"),
        "parasite_treatments": of_target("Parasites"),
        "bacteria_treatments": of_target("Bacteria"),
        "treatments_4_week_rolling": series.rolling(week),
        "week_over_week_change": series.week_change(week),
        "week_over_week_pct_change": series.week_pct_change(week),
        "month_over_month_change": series.month_change(week),
        "year_over_year_change": series.year_change(week),
        "trend_status": series.trend_status(week),
        "treatment_intensity": series.intensity(week),
        "significant_increase": series.is_significant(week, 1),
        "significant_decrease": series.is_significant(week, -1),
        "has_antibiotic_use": antibiotic > 0,
        "multiple_treatment_types": len({touch.treatment.category for touch in touches}) >= 2,
    }


def detail(request: Request) -> List[Fields]:
    """As summary, by category and target; by week descending, area, species, count descending, category, target.

    The area's totals are of all categories and targets; thresholds apply last."""
    view = view_of(request.lake)
    at_least = max(1, int(text(request, "min_category_treatments") or 1))
    least_share = Fraction(text(request, "min_category_share") or 0)
    totals: Dict[tuple, List[Touch]] = defaultdict(list)
    by_series: Dict[tuple, List[Touch]] = defaultdict(list)
    for touch in visible_in_areas(request, view):
        treatment = touch.treatment
        totals[touch.area, touch.species].append(touch)
        if passes(request, touch, "treatment_category", "treatment_target"):
            by_series[touch.area, touch.species, treatment.category, treatment.target].append(touch)
    answer = []
    for (area, species, category, target), touches in by_series.items():
        series = Series(touches, view.treatments.first_week, view.open.whole_weeks(request, area))
        of_area = Series(totals[area, species], view.treatments.first_week, series.is_whole)
        for week in series.weeks():
            count = series.total(week)
            if not has_week(request, week) or count < at_least:
                continue
            if ratio(100 * count, of_area.total(week)) < least_share:
                continue
            fields = {**week_keys(request, area, species, week), "treatment_category": category,
                      "treatment_target": target, **detail_fields(series, of_area, week)}
            answer.append(((-week.toordinal(), area, nulls_last(species), -count, category, target), fields))
    return by_order(answer)


def detail_fields(series: Series, of_area: Series, week: date) -> Fields:
    def handled(treatment: Treatment) -> bool:
        return treatment.requires_handling

    def antibiotic(treatment: Treatment) -> bool:
        return treatment.is_antibiotic

    count = series.total(week)
    total = of_area.total(week)
    touches = series.touches[week]
    return {
        "category_treatment_count": count,
        "category_sites_treated": len({touch.treatment.site for touch in touches}),
        "category_owners_involved": companies_of(touches),
        "category_handling_treatments": series.total(week, handled),
        "category_antibiotic_treatments": series.total(week, antibiotic),
        "category_treatments_4_week_rolling": series.rolling(week),
        "category_week_over_week_pct_change": series.week_pct_change(week),
        "area_total_treatments": total,
        "area_total_handling_treatments": of_area.total(week, handled),
        "area_total_antibiotic_treatments": of_area.total(week, antibiotic),
        "category_share_of_area_pct": Fraction(100 * count, total),
        "category_trend_status": series.trend_status(week),
        "category_treatment_intensity": series.intensity(week),
        "category_significant_increase": series.is_significant(week, 1),
        "category_significant_decrease": series.is_significant(week, -1),
        "is_only_category_this_week": count == total,
        "is_majority_category_this_week": 2 * count > total,
    }
