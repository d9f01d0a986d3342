"""Mortality v3, generations at sea: rates of months and cumulative hazards (definitions.md, 4 Mortality v3)."""
from __future__ import annotations

from datetime import date
from fractions import Fraction
from typing import Dict, List, NamedTuple, Optional, Tuple

from .atoms import generation_order
from .benchmark import KINDS, Row, rows
from .dates import days_in_month, first_of_month, last_of_month
from .filters import Request, month_of
from .model import Sums
from .mortality import Fields, by_key
from .rounding import Exact, cumulative, ratio
from .share_lost import RowShares, number_of_pieces

# a few left-over fish say nothing of a generation
LEFT_OVER = Fraction(1, 10)


class FirstStock:
    """The month of the first stock row at sea of a generation in a platform area, without filters."""

    def __init__(self, request: Request, only_own: bool) -> None:
        lake = request.lake
        self.data_begin = first_of_month(lake.begin)
        self.months: Dict[Tuple[str, str], date] = {}
        for unit_day in lake.counted:
            # sites on land have no area
            area = lake.platform_area_of.get(lake.area_of(unit_day.site))
            if area is None or only_own and not request.is_own(unit_day.company):
                continue
            key = unit_day.generation, area
            month = first_of_month(unit_day.day)
            self.months[key] = min(self.months.get(key, month), month)

    def month_number(self, generation: str, area: str, month: date) -> Optional[int]:
        """Whole months since then; null before, and when it lies in the snapshot's first month."""
        first = self.months.get((generation, area))
        if first is None or first == self.data_begin or month < first:
            return None
        return (month.year - first.year) * 12 + month.month - first.month


class Curve(NamedTuple):
    """What fish have been through, month by month: the hazards of each kind so far, and how many fish those are."""
    hazards: Dict[str, List[Fraction]]
    fish_days: int

    def rate(self, kind: str) -> Optional[float]:
        """Null without a piece."""
        return cumulative(self.hazards[kind]) if self.hazards[kind] else None


def hazard(sums: Sums, kind: str) -> Exact:
    """Losses x days with fish / fish_days: the first and last days of a generation count as the days that they are."""
    return ratio(sums.total.count(kind) * len(sums.days), sums.fish_days)


def curve(pieces: List[Sums]) -> Curve:
    with_fish = [sums for sums in pieces if sums.fish_days]
    hazards = {kind: [hazard(sums, kind) for sums in with_fish] for kind in KINDS}
    return Curve(hazards, sum(sums.fish_days for sums in with_fish))


class Stock:
    """The mean stock of the complete months, and since when there are only left-over fish."""

    def __init__(self, request: Request, fish_days: Dict[date, int]) -> None:
        self.left_over_since: Optional[date] = None
        highest = Fraction(0)
        for month in sorted(fish_days):
            if not request.lake.is_complete(last_of_month(month)):
                break
            mean = Fraction(fish_days[month], days_in_month(month))
            if mean < LEFT_OVER * highest:
                self.left_over_since = month
                break
            highest = max(highest, mean)

    def is_left_over(self, month: date) -> bool:
        """From then on, for good."""
        return self.left_over_since is not None and month >= self.left_over_since


class Generation:
    """A generation in a platform area: its months, and its pieces in order."""

    def __init__(self, request: Request, months: Dict[date, Row], pieces: Dict[date, Row]) -> None:
        self.months = months
        self.pieces = sorted(pieces.items())
        # our choice: a month in which the fish concerned are hidden, or not there, is no month of left-over fish
        self.stock = Stock(request, {month: row.benchmark.fish_days for month, row in months.items()
                                     if row.benchmark.fish_days})
        self.own_stock = Stock(request, {month: row.own.fish_days for month, row in months.items()
                                         if row.own.fish_days})

    def cumulative_fields(self, month: date, all_pieces: int) -> Fields:
        until = [row for piece, row in self.pieces if first_of_month(piece) <= month]
        # our choice: a piece is published when there is a value of it (exclude_self may leave none)
        published = [row for row in until if row.is_shown and row.benchmark.fish_days]
        is_left_over, is_own_left_over = self.stock.is_left_over(month), self.own_stock.is_left_over(month)
        benchmark = curve([row.benchmark for row in published])
        own = curve([row.own for row in until])
        compared = curve([row.own for row in published])
        fields: Fields = {}
        is_half = 2 * len(published) >= all_pieces
        for kind in KINDS:
            fields["cumulative_%s_rate" % kind] = None if is_left_over or not is_half else benchmark.rate(kind)
            fields["farmer_cumulative_%s_rate" % kind] = None if is_own_left_over else own.rate(kind)
            fields["farmer_compared_cumulative_%s_rate" % kind] = None if is_own_left_over else compared.rate(kind)
        fields["farmer_compared_share"] = None if is_own_left_over or not compared.fish_days else ratio(compared.fish_days, own.fish_days)
        fields["shown_pieces"], fields["all_pieces"] = len(published), all_pieces
        return fields


def generations_rate(request: Request) -> List[Fields]:
    """Month x generation x platform area, at sea; by generation, area id, month."""
    months = by_key(rows(request, lambda cell: (month_of(cell), (cell.generation, cell.platform_area))
                         if cell.platform_area else None))
    pieces = by_key(rows(request, lambda cell: (cell.piece, (cell.generation, cell.platform_area))
                         if cell.platform_area else None))
    of_all = FirstStock(request, only_own=False)
    of_own = FirstStock(request, only_own=True)
    shares = RowShares(request)
    answer = []
    for generation, area in sorted(months, key=lambda key: (generation_order(key[0]), key[1])):
        found = Generation(request, months[generation, area], pieces[generation, area])
        for month, row in sorted(found.months.items()):
            if not request.has_month(month):
                continue
            fields: Fields = {
                "loss_rate_month": last_of_month(month).isoformat(),
                "generation": generation,
                "generation_month_number": of_all.month_number(generation, area, month),
                "farmer_generation_month_number": of_own.month_number(generation, area, month),
                "platform_area_name": request.lake.platform_areas[area].name,
                "production_area_ids": request.passing_areas(area),
            }
            for kind in KINDS:
                fields[kind + "_rate"] = row.rate(kind, days_in_month(month))
                fields["farmer_%s_rate" % kind] = row.own_rate(kind, days_in_month(month))
            all_pieces = number_of_pieces(of_all.months[generation, area], month)
            fields.update(found.cumulative_fields(month, all_pieces))
            fields.update(shares.fields(generation, area, month, all_pieces))
            fields["is_complete"] = request.lake.is_complete(last_of_month(month))
            answer.append(fields)
    return answer


ROUTES = {"/v3/mortality/generations/rate": generations_rate}
