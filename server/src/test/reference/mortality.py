"""Mortality v3, rates of areas, regions, generations and weeks (definitions.md, 4 Mortality v3)."""
from __future__ import annotations

from collections import defaultdict
from datetime import date
from typing import Callable, Dict, List, Optional, Tuple

from .atoms import REGIONS, region_order
from .benchmark import KINDS, Row, losses_of, rows, site_average_rate
from .dates import DAY, WEEK, add_months, days_in_month, last_of_month
from .filters import Request, month_of, week_of
from .rounding import Approximate, Exact, cumulative, difference, mean, ratio
from .site_months import Place, SiteMonth, averaged_members

Fields = Dict[str, object]
RateOfMonth = Callable[[date], Exact]

HORIZONS = (12, 6, 3)


def cumulative_months(rate_of: RateOfMonth, month: date, months: int) -> Optional[float]:
    """Null unless all of the last months have a published rate."""
    return cumulative([rate_of(add_months(month, -back)) for back in range(months)])


def cumulative_year(rate_of: RateOfMonth, month: date) -> Optional[float]:
    """From 1 January to this month."""
    return cumulative_months(rate_of, month, month.month)


def areas_week(request: Request) -> List[Fields]:
    """ISO week x platform area with benchmark or own fish; by week, area id."""
    found = rows(request, lambda cell: (week_of(cell), cell.platform_area) if cell.platform_area else None)
    answer = []
    for (week, area), row in sorted(found.items()):
        if not request.has_week(week):
            continue
        fields: Fields = {
            "loss_rate_week": week.isoformat(),
            "platform_area_name": request.lake.platform_areas[area].name,
            "production_area_ids": request.passing_areas(area),
            "site_count": row.site_count(),
            "farmer_site_count": len(row.own_sites) if request.is_farmer else None,
        }
        for kind in KINDS:
            fields[kind + "_rate"] = row.rate(kind, 7)
            fields["farmer_%s_rate" % kind] = row.own_rate(kind, 7)
        fields["is_complete"] = request.lake.is_complete(week + 6 * DAY)
        answer.append(fields)
    return answer


class Monthly:
    """The four monthly rates of one row: pooled and site average, of the benchmark and the caller's own."""

    def __init__(self, request: Request, by_month: Dict[date, Row], place: Optional[Place]) -> None:
        """A row on land has no place."""
        self.by_month = by_month
        self.request = request
        self.place = place

    def pooled(self, kind: str) -> RateOfMonth:
        return lambda month: self._row(month).rate(kind, days_in_month(month))

    def site_average(self, kind: str) -> RateOfMonth:
        return lambda month: mean(member.rates[kind] for member in self._averaged(month))

    def site_average_count(self, month: date) -> Optional[int]:
        return len(self._averaged(month)) or None

    def _averaged(self, month: date) -> List[SiteMonth]:
        return averaged_members(self.request, month, self.place) if self.place else []

    def own_pooled(self, kind: str) -> RateOfMonth:
        return lambda month: self._row(month).own_rate(kind, days_in_month(month))

    def own_site_average(self, kind: str) -> RateOfMonth:
        return lambda month: site_average_rate(self._row(month).own_sites, kind, days_in_month(month))

    def _row(self, month: date) -> Row:
        return self.by_month.get(month) or Row()


def by_key(found: Dict[tuple, Row]) -> Dict[object, Dict[date, Row]]:
    """Rows of (month, key) as months of each key."""
    months: Dict[object, Dict[date, Row]] = defaultdict(dict)
    for (month, key), row in found.items():
        months[key][month] = row
    return months


def areas_month(request: Request) -> List[Fields]:
    """Month x platform area; by month, area id."""
    found = rows(request, lambda cell: (month_of(cell), cell.platform_area) if cell.platform_area else None)
    monthly = {area: Monthly(request, months, Place(platform_area=area)) for area, months in by_key(found).items()}
    baseline = AuthorityBaseline(request)
    answer = []
    for (month, area), row in sorted(found.items()):
        if not request.has_month(month):
            continue
        areas = request.passing_areas(area)
        fields: Fields = {
            "month": month.isoformat(),
            "platform_area_name": request.lake.platform_areas[area].name,
            "production_area_ids": areas,
            "site_count": row.site_count(),
            "site_average_count": monthly[area].site_average_count(month),
            "farmer_site_count": len(row.own_sites) if request.is_farmer else None,
        }
        rates = monthly[area]
        for kind in KINDS:
            add_rates(fields, "", kind, rates.pooled(kind), month)
            add_rates(fields, "site_avg_", kind, rates.site_average(kind), month)
            add_rates(fields, "", kind, rates.own_pooled(kind), month, "farmer_")
            add_rates(fields, "site_avg_", kind, rates.own_site_average(kind), month, "farmer_")
        for kind in (*KINDS, "other"):
            add_rates(fields, "", kind, baseline.rate(areas, kind), month, "fdir_")
        fields["fdir_month"] = month.isoformat() if baseline.has(areas, month) else None
        fields["is_complete"] = request.lake.is_complete(last_of_month(month))
        answer.append(fields)
    return answer


def add_rates(fields: Fields, method: str, kind: str, rate_of: RateOfMonth, month: date, whose: str = "") -> None:
    fields["%s%s%s_rate" % (whose, method, kind)] = rate_of(month)
    for months in HORIZONS:
        name = "%scumulative_%s%s_rate_%d_months" % (whose, method, kind, months)
        fields[name] = cumulative_months(rate_of, month, months)


class AuthorityBaseline:
    """fdir_*: authority losses / mean of the month's opening and closing stock, salmonids together."""

    def __init__(self, request: Request) -> None:
        self.figures: Dict[Tuple[date, int], List[int]] = defaultdict(lambda: [0, 0, 0, 0])
        for record in request.lake.authority_months:
            if record["production_area_id"]:
                figures = self.figures[date.fromisoformat(record["month"]), int(record["production_area_id"])]
                for index, column in enumerate(("closing_count", "dead_count", "discarded_count", "other_count")):
                    figures[index] += int(record[column])
        self.known_areas = {area for _, area in self.figures}

    def has(self, areas: List[int], month: date) -> bool:
        return any((month, area) in self.figures for area in areas)

    def rate(self, areas: List[int], kind: str) -> RateOfMonth:
        """Null unless every area of the row (those without any figures left aside) has both months."""
        known = [area for area in areas if area in self.known_areas]

        def value(month: date) -> Exact:
            before = add_months(month, -1)
            if not known or any((when, area) not in self.figures for area in known for when in (month, before)):
                return None
            stock = sum(self.figures[when, area][0] for area in known for when in (month, before))
            dead, discarded, other = (sum(self.figures[month, area][index] for area in known) for index in (1, 2, 3))
            losses = {"mortality": dead, "culling": discarded, "loss": dead + discarded, "other": other}[kind]
            return ratio(2 * losses, stock)
        return value


def rolling_12_month(request: Request) -> List[Fields]:
    """Month x region (with Norge) x site placement; by month, placement (offshore first), region."""
    country = rows(request, lambda cell: (month_of(cell), (cell.placement, "Norge")))
    regional = rows(request, lambda cell: (month_of(cell), (cell.placement, cell.region)) if cell.region else None)
    found = {**country, **regional}
    # site averages are of fish at sea
    places = {("offshore", region): Place(None if region == "Norge" else region) for region in ("Norge", *REGIONS)}
    monthly = {key: Monthly(request, months, places.get(key)) for key, months in by_key(found).items()}
    baseline = AuthorityBaseline(request)

    def order(item: Tuple[date, Tuple[str, str]]) -> tuple:
        month, (placement, region) = item
        return month, placement != "offshore", region_order(region)

    answer = []
    for month, (placement, region) in sorted(found, key=order):
        if not request.has_month(month):
            continue
        fields: Fields = {
            "production_region_name": region,
            "site_placement": placement,
            "loss_rate_month": month.isoformat(),
            "site_count": found[month, (placement, region)].site_count(),
            "site_average_count": monthly[placement, region].site_average_count(month),
        }
        rates = monthly[placement, region]
        for kind in KINDS:
            for method, rate_of in (("weighted", rates.pooled(kind)), ("avg_site", rates.site_average(kind))):
                fields["%s_%s_rate" % (method, kind)] = rate_of(month)
                for months in HORIZONS:
                    name = "cumulative_%s_%s_rate_%d_months" % (method, kind, months)
                    fields[name] = cumulative_months(rate_of, month, months)
        fields["cumulative_weighted_loss_rate_year"] = cumulative_year(rates.pooled("loss"), month)
        fields["cumulative_avg_site_loss_rate_year"] = cumulative_year(rates.site_average("loss"), month)
        fields["farmer_cumulative_weighted_loss_rate_year"] = cumulative_year(rates.own_pooled("loss"), month)
        fields["farmer_cumulative_avg_site_loss_rate_year"] = cumulative_year(rates.own_site_average("loss"), month)
        at_sea = baseline.rate(request.areas_of_region(region), "other") if placement == "offshore" else (lambda month: None)
        add_rates(fields, "", "other", at_sea, month, "fdir_")
        new = cumulative_months(rates.pooled("loss"), month, 12)
        old = cumulative_months(rates.pooled("loss"), add_months(month, -12), 12)
        fields["relative_trend_12_months"] = relative_trend(new, old)
        fields["is_last_month"] = month == request.lake.last_complete_month()
        fields["is_complete"] = request.lake.is_complete(last_of_month(month))
        answer.append(fields)
    return answer


def relative_trend(new: Optional[float], old: Optional[float]) -> Optional[Approximate]:
    """new/old - 1. Both are 1 - exp(-x), right to some 1e-16, which counts where old is small."""
    if new is None or not old:
        return None
    return Approximate(new / old - 1, 1e-10 + 1e-15 * (1 + new / old) / old)


def rank_week(request: Request) -> List[Fields]:
    """ISO week x category; rank by the rate that loss_type names, ties by code. Of all sites of the placement."""
    found = rows(request, week_of)
    kind = request.parameters.get("loss_type", "loss").lower()
    categories = int(request.parameters.get("number_of_categories", 10))
    period = int(request.parameters.get("period", 4))

    def rate_of(week: date, category: str, kind: str) -> Exact:
        row = found.get(week)
        if row is None or not row.is_shown:
            return None
        return ratio(losses_of(row.benchmark, category).count(kind) * 7, row.benchmark.fish_days)

    answer = []
    for week in sorted(found):
        row = found[week]
        if not request.has_week(week) or not row.is_shown:
            continue
        lost = [code for code, losses in row.benchmark.by_category.items() if losses.count(kind) > 0]
        ranked = sorted(lost, key=lambda code: (-rate_of(week, code, kind), code))
        for rank, code in enumerate(ranked[:categories], start=1):
            fields: Fields = {
                "rank": rank,
                "loss_week": week.isoformat(),
                "loss_category_code": code,
                "loss_category_name": request.lake.categories[code].name,
            }
            for shown in ("loss", "mortality"):
                now = rate_of(week, code, shown)
                fields[shown + "_rate"] = now
                fields[shown + "_rate_change"] = difference(now, rate_of(week - WEEK, code, shown))
                weeks = [rate_of(week - back * WEEK, code, shown) for back in range(period)]
                fields["trending_%s_last_n_weeks" % shown] = mean(weeks)
            fields["is_complete"] = request.lake.is_complete(week + 6 * DAY)
            answer.append(fields)
    return answer


ROUTES = {
    "/v3/mortality/areas/week": areas_week,
    "/v3/mortality/areas/month": areas_month,
    "/v3/mortality/region/rolling-12-month": rolling_12_month,
    "/v3/mortality/categories/rank/week": rank_week,
}
