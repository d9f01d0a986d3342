"""Growth (comparison.md, /v3/feeding/growth)."""
from __future__ import annotations

from collections import defaultdict
from datetime import date
from fractions import Fraction
from typing import Dict, Hashable, List, Optional, Tuple

from .atoms import Atom, sum_by_group
from .benchmark import included_row, rows, visible_atoms
from .dates import DAY, last_of_month
from .filters import Request, month_of
from .model import Sums, UnitDay
from .mortality import Fields
from .rounding import Approximate, Exact, ratio, rounded, whole
from .temperatures import site_day_temperatures


def growth_rate(sums: Sums) -> Exact:
    return ratio(100 * sums.gain, sums.gain_biomass) if sums.gain_days else None


def is_safe(request: Request, atom: Atom) -> bool:
    """Whether the days with growth in an atom of feed are safe by themselves."""
    if request.caller.is_admin:
        return True
    amounts = sum_by_group({holding.group: holding.sums.gain_biomass} for cell in atom for holding in request.lake.holdings[cell])
    return request.lake.rule.is_safe({group: amount for group, amount in amounts.items() if amount > 0})


def benchmark(request: Request, row_of) -> Dict[Hashable, Sums]:
    """The growth of the included atoms of feed whose days with growth are safe."""
    found: Dict[Hashable, Sums] = defaultdict(Sums)
    for atom in visible_atoms(request, of_feed=True):
        row = included_row(request, atom, row_of)
        if row is None or not is_safe(request, atom):
            continue
        for cell in atom:
            for holding in request.lake.holdings[cell]:
                if not (request.excludes_self and holding.group == request.group):
                    found[row].add(holding.sums)
    return found


class OwnGrowth:
    """Of a row: the changes of the cube root of the weight and the degree-days under them, over own unit-days with growth and a
    temperature; growth and expected growth over those that the coast has a rate for; how many there are, and were weighed. Our choice:
    1 January counts, for whose growth there is no cell."""

    def __init__(self) -> None:
        self.roots = 0.0
        self.warmth = Fraction(0)
        self.gain = 0
        self.expected = Fraction(0)
        self.biomass = 0
        self.days = 0
        self.weighed = 0

    def add(self, day: UnitDay, before: UnitDay, temperature: Optional[Fraction], rate: Optional[Fraction]) -> None:
        self.days += 1
        self.weighed += abs(day.weight - before.weight) * 20 > before.weight
        if temperature is not None:
            self.roots += float(day.weight) ** (1 / 3) - float(before.weight) ** (1 / 3)
            self.warmth += temperature
        if rate is not None:
            self.gain += whole(day.fish * (day.weight - before.weight))
            self.expected += day.biomass * rate / 100
            self.biomass += day.biomass

    def coefficient(self) -> Optional[Approximate]:
        return Approximate(1000 * self.roots / float(self.warmth), 1e-6) if self.warmth > 0 else None

    def index(self) -> Exact:
        return ratio(self.gain, self.expected) if self.expected > 0 else None


def own_growth(request: Request, row_of) -> Dict[Hashable, OwnGrowth]:
    temperatures = site_day_temperatures(request.lake)
    rates = request.lake.made_once.growth_rates
    found: Dict[Hashable, OwnGrowth] = defaultdict(OwnGrowth)
    for day in request.lake.with_fish:
        row = row_of(day.cell) if request.is_own(day.company) and request.has_cell(day.cell) else None
        before = request.lake.unit_days.get((day.day - DAY, day.site, day.unit))
        if row is None or day.feed is None or before is None or not before.fish:
            continue
        if (before.company, before.cohort) != (day.company, day.cohort) or day.fish * 100 > before.fish * 101:
            continue
        temperature = temperatures.get((day.site, day.day))
        found[row].add(day, before, temperature, rates.of(day, temperature) if temperature is not None else None)
    return found


def growth(request: Request) -> List[Fields]:
    """Month x platform area (x generation); by month, area id, generation."""
    by_generation = request.parameters.get("group_by", "area").lower() == "area_and_generation"

    def row_of(cell) -> Optional[Tuple[date, str, str]]:
        return (month_of(cell), cell.platform_area, cell.generation if by_generation else "") if cell.platform_area else None

    of_feed = rows(request, row_of, of_feed=True)
    of_stock = rows(request, row_of)
    others = benchmark(request, row_of)
    grown = own_growth(request, row_of)
    answer = []
    # our choice: an admin, who sees all, also gets rows without feed
    fed = {key for key, row in of_feed.items() if row.is_shown}
    stocked = {key for key, row in of_stock.items() if row.own.fish_days or request.caller.is_admin}
    for key in sorted(fed | stocked, key=lambda key: (key[0], key[1], key[2][1:], key[2][:1] != "V")):
        month, area, generation = key
        if not request.has_month(month):
            continue
        own = of_stock[key].own if key in of_stock else Sums()
        index = grown.get(key) or OwnGrowth()
        answer.append({
            "month": month.isoformat(),
            "platform_area_name": request.lake.platform_areas[area].name,
            "production_area_ids": request.passing_areas(area),
            "generation": generation or None,
            "estimated_growth_rate": rounded(growth_rate(others[key]), 2) if key in others else None,
            "farmer_estimated_growth_rate": growth_rate(own),
            "farmer_growth_index": index.index(),
            "compared_share": ratio(index.biomass, own.biomass_days) if own.fish_days else None,
            "weighed_share": ratio(index.weighed, index.days),
            "farmer_estimated_gain_kg": Fraction(own.gain, 1000) if request.is_farmer else None,
            "farmer_thermal_growth_coefficient": index.coefficient(),
            "farmer_compared_share": ratio(own.gain_biomass, own.biomass_days) if own.fish_days else None,
            "is_complete": request.lake.is_complete(last_of_month(month)),
        })
    return answer


ROUTES = {
    "/v3/feeding/growth": growth,
}
