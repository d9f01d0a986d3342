"""The Veterinary Institute's quartiles beside own sites (comparison.md, public-quartiles)."""
from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Dict, Iterator, List, NamedTuple, Optional, Tuple

from .atoms import generation_order
from .comparison import cycles_of
from .dates import DAY, add_months, first_of_month, last_of_month
from .filters import Request
from .model import Quartiles, UnitDay
from .mortality import Fields
from .rounding import Exact, ratio, rounded

SOURCE = "Veterinærinstituttet, Laksetap"
LAST_DAYS = 7


class OwnRisk(NamedTuple):
    site: str
    species: str
    generation: Optional[str]
    period: date
    rate: Exact


@dataclass
class Month:
    """A site's fish of a species, or those of a generation, in a month."""
    opening: int = 0
    closing: int = 0
    lost: int = 0
    has_fish: bool = False

    def rate(self, closing: Optional[int]) -> Exact:
        return None if closing is None else ratio(2 * self.lost, self.opening + closing)


Key = Tuple[str, str, str, date]


class OwnFish:
    """The caller's fish at sea in complete months, by site, species, generation and month."""

    def __init__(self, request: Request) -> None:
        lake = request.lake
        self.company = request.caller.company
        unfinished = first_of_month(lake.complete_through + DAY)
        rows = [row for row in lake.counted if row.company == self.company and lake.sites[row.site].placement == "offshore"
                and request.has_area(lake.sites[row.site].area) and row.day < unfinished]
        self.begin = min((row.day for row in lake.unit_days.values() if row.company == self.company), default=None)
        self.closing_day: Dict[Tuple[str, date], date] = {}
        for row in rows:
            if (last_of_month(row.day) - row.day).days < LAST_DAYS:
                place = row.site, first_of_month(row.day)
                self.closing_day[place] = max(row.day, self.closing_day.get(place, row.day))
        self.months: Dict[Key, Month] = defaultdict(Month)
        for row in rows:
            self._add(row)

    def _add(self, row: UnitDay) -> None:
        first = first_of_month(row.day)
        month = self.months[row.site, row.species, row.generation, first]
        lost = sum(losses.count("loss") for losses in row.losses.values())
        month.lost += lost
        month.has_fish |= row.fish > 0
        if row.day == first:
            month.opening += row.fish
        if row.day == self.closing_day.get((row.site, first)):
            month.closing += row.fish - lost

    def by_month(self) -> Iterator[OwnRisk]:
        sums: Dict[Tuple[str, str, date], Month] = defaultdict(Month)
        for (site, species, _, first), month in self.months.items():
            total = sums[site, species, first]
            total.opening += month.opening
            total.closing += month.closing
            total.lost += month.lost
            total.has_fish |= month.has_fish
        for (site, species, first), total in sums.items():
            if total.has_fish:
                yield OwnRisk(site, species, None, first, total.rate(total.closing if (site, first) in self.closing_day else None))

    def by_year(self) -> Iterator[OwnRisk]:
        """Added up from January; the company's data must have its first day."""
        months = list(self.by_month())
        for one in months:
            rates = [each.rate for each in months if (each.site, each.species, each.period.year) == (one.site, one.species, one.period.year)
                     and each.period <= one.period]
            known = None not in rates and self.begin <= date(one.period.year, 1, 1)
            yield one._replace(rate=sum(rates) if known else None)

    def by_cycle(self, request: Request) -> Iterator[OwnRisk]:
        """A finished cycle's last month closes at 0, unless it had fish to its end."""
        lake = request.lake
        for cycle in cycles_of(lake):
            if cycle.company != self.company or not request.has_area(lake.sites[cycle.site].area):
                continue
            for species in sorted({key[1] for key in self.months if (key[0], key[2]) == (cycle.site, cycle.generation)}):
                rates: List[Exact] = []
                first = first_of_month(cycle.first)
                found = False
                while first <= cycle.last:
                    month = self.months.get((cycle.site, species, cycle.generation, first))
                    found |= month is not None
                    is_last = first == first_of_month(cycle.last) and cycle.last < last_of_month(cycle.last)
                    closing = 0 if is_last else month.closing if month and (cycle.site, first) in self.closing_day else None
                    rates.append(month.rate(closing) if month else None)
                    first = add_months(first, 1)
                if found:
                    yield OwnRisk(cycle.site, species, cycle.generation, date(cycle.last.year, 1, 1), None if None in rates else sum(rates))


def areas_of(region: str) -> List[int]:
    return [int(area) for area in region.split(" & ")] if region != "Norge" else []


def quarter(risk: Optional[Fraction], row: Quartiles) -> Optional[int]:
    return None if risk is None else 1 + sum(risk > limit for limit in (row.q1, row.median, row.q3))


def public_quartiles(request: Request) -> List[Fields]:
    lake = request.lake
    kind = request.parameters.get("kind", "month").lower()
    species = {each.upper() for each in request.parameters["species"].split(",")} if "species" in request.parameters else None
    own: List[OwnRisk] = []
    if request.is_farmer:
        fish = OwnFish(request)
        own = list({"month": fish.by_month, "year_to_date": fish.by_year, "cycle": lambda: fish.by_cycle(request)}[kind]())
    found = []
    for row in (row for (of_kind, _), rows in lake.quartiles.items() if of_kind == kind for row in rows):
        end = last_of_month(row.period) if kind != "cycle" else date(row.period.year, 12, 31)
        in_lake = [area for area in areas_of(row.region) if area in lake.areas] if row.group == "area" else []
        passing = [area for area in in_lake if request.has_area(area)]
        if (row.group == "county" or not request.has_days(row.period, end) or species is not None and row.species not in species
                or row.group == "area" and request.areas is not None and not passing):
            continue
        sites = [one for one in own if (one.species, one.period) == (row.species, row.period)
                 and (row.group == "country" or lake.sites[one.site].area in areas_of(row.region))]
        place = (row.period, row.species, row.group == "country", min(in_lake, default=99), row.region)
        for one in sites or [None]:
            risk = None if one is None or one.rate is None else rounded(Fraction(-math.expm1(-float(one.rate)) * 100), 2)
            order = (int(one.site), generation_order(one.generation) if one.generation else ()) if one else (0, ())
            found.append((place + order, {
                "period": row.period.isoformat(), "kind": kind, "species_code": row.species, "region": row.region,
                "production_area_ids": passing or None, "q1": rounded(row.q1, 2), "median": rounded(row.median, 2), "q3": rounded(row.q3, 2),
                "farmer_site_id": one.site if one else None, "farmer_generation": one.generation if one else None, "farmer_risk": risk,
                "farmer_quarter": quarter(None if risk is None else Fraction(risk), row),
                "source": SOURCE, "source_date": request.today.isoformat()}))
    return [fields for _, fields in sorted(found, key=lambda each: each[0])]


ROUTES = {"/v3/comparison/public-quartiles": public_quartiles}
