"""Mortality v3, losses by category and by weight (definitions.md, 4 Mortality v3)."""
from __future__ import annotations

from collections import defaultdict
from datetime import date
from fractions import Fraction
from typing import Callable, Dict, List, NamedTuple, Optional, Tuple

from .atoms import WEIGHT_BAND, Cell, generation_order
from .benchmark import KINDS, Row, lost_categories, losses_of, rows
from .dates import days_in_month, last_of_month
from .filters import Request, month_of, months
from .model import Losses, Sums
from .mortality import Fields
from .rounding import ratio, rounded, whole


def add_both(request: Request, fields: Fields, row: Row, values: Callable[[Sums], Fields]) -> None:
    """The benchmark's values, null when the row is hidden; the caller's, null when that is not a farmer."""
    for whose, sums, is_there in (("", row.benchmark, row.is_shown), ("farmer_", row.own, request.is_farmer)):
        for name, value in values(sums).items():
            fields[whose + name] = value if is_there else None


def distribution(request: Request) -> List[Fields]:
    """Month x category; by month, code."""
    found = rows(request, lambda cell: month_of(cell) if request.has_month(month_of(cell)) else None)
    answer = []
    for month, row in sorted(found.items()):
        days = days_in_month(month)
        for code in lost_categories(row):
            category = request.lake.categories[code]
            fields: Fields = {
                "loss_month": month.isoformat(),
                "loss_category_code": code,
                "category_name": category.name,
                "category_short_name": category.short_name,
                "category_code_level_1": category.level_1,
                "category_code_level_2": category.level_2,
            }

            def values(sums: Sums, code: str = code, days: int = days) -> Fields:
                lost = losses_of(sums, code)
                return {
                    "loss_count": lost.count("loss"),
                    "loss_biomass_kg": Fraction(lost.grams("loss"), 1000),
                    "loss_rate_count": ratio(lost.count("loss"), sums.total.count("loss")),
                    "loss_rate_biomass": ratio(lost.grams("loss"), sums.total.grams("loss")),
                    "loss_rate_count_of_inventory": ratio(lost.count("loss") * days, sums.fish_days),
                    "loss_rate_biomass_of_inventory": ratio(lost.grams("loss") * days, sums.biomass_days),
                    "total_loss_rate": ratio(sums.total.count("loss") * days, sums.fish_days),
                }
            add_both(request, fields, row, values)
            fields["is_complete"] = request.lake.is_complete(last_of_month(month))
            answer.append(fields)
    return answer


class Period(NamedTuple):
    first: date
    last: date
    label: str


def period_of(grouping: str, day: date) -> Period:
    """2026-03, 2026-Q1, 2026-T1 (tertial = four months), 2026."""
    length = {"month": 1, "quarterly": 3, "tertial": 4, "year": 12}[grouping]
    index = (day.month - 1) // length
    first, last = months(day.year, index * length + 1, length)
    labels = {"month": "%d-%02d" % (day.year, day.month), "quarterly": "%d-Q%d" % (day.year, index + 1),
              "tertial": "%d-T%d" % (day.year, index + 1), "year": str(day.year)}
    return Period(first, last, labels[grouping])


def category_rate(request: Request) -> List[Fields]:
    """Period x category; by period, code."""
    grouping = request.parameters.get("period_grouping", "month").lower()
    lake = request.lake

    def row_of(cell: Cell) -> Optional[Period]:
        period = period_of(grouping, cell.piece)
        return period if request.has_days(period.first, period.last) else None

    answer = []
    for period, row in sorted(rows(request, row_of).items()):
        # a month is full; of a longer period the days between data begin and data end count
        cut = Period(max(period.first, lake.begin), min(period.last, lake.end), "") if grouping != "month" else period
        days = (cut.last - cut.first).days + 1
        for code in lost_categories(row):
            category = lake.categories[code]
            fields: Fields = {
                "period": period.label,
                "loss_category_code": code,
                "category_name": category.name,
                "category_short_name": category.short_name,
                "category_level_1_name": category.level_1_name,
            }

            def values(sums: Sums, code: str = code, days: int = days) -> Fields:
                lost = losses_of(sums, code)
                of_kind: Fields = {}
                for kind in KINDS:
                    of_kind[kind + "_count"] = lost.count(kind)
                    of_kind[kind + "_avg_weight_gram"] = ratio(lost.grams(kind), lost.count(kind))
                    of_kind[kind + "_rate"] = ratio(lost.count(kind) * days, sums.fish_days)
                return of_kind
            add_both(request, fields, row, values)
            fields["is_complete"] = lake.is_complete(period.last)
            answer.append(fields)
    return answer


def category_rank(request: Request) -> List[Fields]:
    """Category over the window's whole weeks; by loss_count descending, code."""
    first, last = request.whole_weeks()
    answer = []
    for row in rows(request, lambda cell: "window" if first <= cell.piece <= last else None).values():
        for code in lost_categories(row):
            fields: Fields = {
                "loss_category_code": code,
                "loss_category_name": request.lake.categories[code].name,
                "period_start": first.isoformat(),
                "period_end": last.isoformat(),
            }

            def values(sums: Sums, code: str = code) -> Fields:
                lost = losses_of(sums, code)
                of_kind: Fields = {}
                for kind in KINDS:
                    of_kind[kind + "_count"] = lost.count(kind)
                    of_kind[kind + "_biomass_kg"] = Fraction(lost.grams(kind), 1000)
                    of_kind[kind + "_avg_weight_gram"] = ratio(lost.grams(kind), lost.count(kind))
                    of_kind[kind + "_count_rate_of_total_in_period"] = ratio(
                        lost.count(kind), sums.total.count(kind))
                    of_kind[kind + "_biomass_rate_of_total_in_period"] = ratio(
                        lost.grams(kind), sums.total.grams(kind))
                return of_kind
            add_both(request, fields, row, values)
            answer.append(fields)
    return sorted(answer, key=lambda fields: (
        fields["loss_count"] is None, -(fields["loss_count"] or 0), fields["loss_category_code"]))


class Group(NamedTuple):
    """group_by area, generation or area_and_generation; what does not apply is None."""
    platform_area: Optional[str]
    generation: Optional[str]

    def order(self) -> tuple:
        return self.platform_area or "", generation_order(self.generation) if self.generation else ()


def grouping_of(request: Request) -> str:
    return request.parameters.get("group_by", "area").lower()


def group_of(grouping: str, cell: Cell) -> Optional[Group]:
    if grouping != "generation" and cell.platform_area is None:
        return None
    return Group(cell.platform_area if grouping != "generation" else None,
                 cell.generation if grouping != "area" else None)


def group_fields(request: Request, group: Group) -> Fields:
    area = group.platform_area
    return {
        "group_by": grouping_of(request),
        "platform_area_name": request.lake.platform_areas[area].name if area else None,
        "production_area_ids": request.passing_areas(area) if area else None,
        "generation": group.generation,
    }


class Bucket(NamedTuple):
    """500 g of weight in a group."""
    group: Group
    band: int

    def order(self) -> tuple:
        return self.group.order(), self.band


def in_window(request: Request) -> Callable[[Cell], Optional[Group]]:
    """The group of a cell in the window's whole weeks."""
    grouping = grouping_of(request)
    first, last = request.whole_weeks()
    return lambda cell: group_of(grouping, cell) if first <= cell.piece <= last else None


def buckets_of(request: Request) -> Dict[Bucket, Row]:
    """500 g buckets x group over the window's whole weeks; by group, bucket."""
    group_in_window = in_window(request)

    def bucket_in_window(cell: Cell) -> Optional[Bucket]:
        group = group_in_window(cell)
        return Bucket(group, cell.weight_class // WEIGHT_BAND) if group else None

    found = rows(request, bucket_in_window)
    return {bucket: found[bucket] for bucket in sorted(found, key=Bucket.order)}


def bucket_keys(request: Request, bucket: Bucket) -> Fields:
    return {
        "weight_group_gram": bucket.band * WEIGHT_BAND + WEIGHT_BAND // 2,
        **group_fields(request, bucket.group),
    }


def size(request: Request) -> List[Fields]:
    """Shares of the group's loss count. The total has the included atoms that span two buckets, too."""
    totals = rows(request, in_window(request))
    buckets = buckets_of(request)
    shown: Dict[Group, int] = defaultdict(int)
    for bucket, row in buckets.items():
        shown[bucket.group] += row.benchmark.total.count("loss")
    answer = []
    for bucket, row in buckets.items():
        total = totals[bucket.group]
        lost = total.benchmark.total.count("loss")
        answer.append({
            **bucket_keys(request, bucket),
            "rate_of_total_loss": ratio(row.benchmark.total.count("loss"), lost) if row.is_shown else None,
            "farmer_rate_of_loss": ratio(row.own.total.count("loss"), total.own.total.count("loss")),
            # the same in all rows of a group; 0 when no bucket is shown
            "shown_rate_of_total_loss": ratio(shown[bucket.group], lost),
        })
    return answer


def size_rate(request: Request) -> List[Fields]:
    """The rows of size: losses per 30 days, whatever is hidden."""
    answer = []
    fish_days: Dict[Group, int] = defaultdict(int)
    for bucket, row in buckets_of(request).items():
        fish_days[bucket.group] += row.benchmark.fish_days if row.is_shown else 0
    for bucket, row in buckets_of(request).items():
        fields = bucket_keys(request, bucket)
        fields["fish_days_share"] = rounded(ratio(row.benchmark.fish_days, fish_days[bucket.group]), 3) if row.is_shown else None
        for kind in KINDS:
            fields[kind + "_rate"] = row.rate(kind, 30)
            fields["farmer_%s_rate" % kind] = row.own_rate(kind, 30)
        fields["site_count"] = row.site_count()
        answer.append(fields)
    return answer


def size_month(request: Request) -> List[Fields]:
    """Month x group; mean weight of lost fish, rounded to a whole gram; by month, group."""
    grouping = grouping_of(request)

    def row_of(cell: Cell) -> Optional[Tuple[date, Group]]:
        group = group_of(grouping, cell)
        return (month_of(cell), group) if group and request.has_month(month_of(cell)) else None

    def mean_weight(losses: Losses) -> Optional[int]:
        return whole(Fraction(losses.grams("loss"), losses.count("loss"))) if losses.count("loss") else None

    found = rows(request, row_of)
    answer = []
    for month, group in sorted(found, key=lambda key: (key[0], key[1].order())):
        row = found[month, group]
        answer.append({
            "month": month.isoformat(),
            **group_fields(request, group),
            "loss_avg_weight_gram": mean_weight(row.benchmark.total) if row.is_shown else None,
            "farmer_loss_avg_weight_gram": mean_weight(row.own.total),
            "is_complete": request.lake.is_complete(last_of_month(month)),
        })
    return answer


def size_categories(request: Request) -> List[Fields]:
    """Buckets of weight_bucket grams x level-1 category over the window's whole weeks; by bucket, level 1."""
    width = int(request.parameters.get("weight_bucket", 500))
    first, last = request.whole_weeks()
    found = rows(request, lambda cell: cell.weight_class // width if first <= cell.piece <= last else None)
    level_1_names = {category.level_1: category.level_1_name for category in request.lake.categories.values()}
    answer = []
    for bucket, row in sorted(found.items()):
        row.benchmark.by_category = by_level_1(request, row.benchmark)
        row.own.by_category = by_level_1(request, row.own)
        for code in lost_categories(row):
            fields: Fields = {
                "category_code_level_1": code,
                "category_name": level_1_names[code],
                "weight_group": bucket * width + width // 2,
            }

            def values(sums: Sums, code: str = code) -> Fields:
                lost = losses_of(sums, code)
                shares: Fields = {}
                for name, kind in (("rate", "loss"), ("mortality_rate", "mortality"), ("culling_rate", "culling")):
                    shares[name] = ratio(lost.count(kind), sums.total.count(kind))
                return shares
            add_both(request, fields, row, values)
            answer.append(fields)
    return answer


def by_level_1(request: Request, sums: Sums) -> Dict[str, Losses]:
    levels: Dict[str, Losses] = defaultdict(Losses)
    for code, losses in sums.by_category.items():
        levels[request.lake.categories[code].level_1].add(losses)
    return levels


ROUTES = {
    "/v3/mortality/categories/distribution": distribution,
    "/v3/mortality/categories/rate": category_rate,
    "/v3/mortality/categories/rank": category_rank,
    "/v3/mortality/size": size,
    "/v3/mortality/size/rate": size_rate,
    "/v3/mortality/size/month": size_month,
    "/v3/mortality/size/categories": size_categories,
}
