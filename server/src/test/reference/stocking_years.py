"""Mortality v3, the authority's stocking years: what was lost of the fish that left the sea (comments of the route's SQL)."""
from __future__ import annotations

from collections import defaultdict
from datetime import date
from fractions import Fraction
from typing import Dict, List, NamedTuple, Optional, Set

from .filters import Request, truth
from .model import StockingYear
from .mortality import Fields

LEFT = ("harvest_count", "dead_count", "discarded_count", "escaped_count", "other_count")
# so many fish in the sea for each that left do not keep a stocking year from being complete
REMAINDER = Fraction(1, 1000)


class Of(NamedTuple):
    """What a row is of."""
    year: Optional[int]
    species: str
    area: Optional[int]

    @property
    def order(self) -> tuple:
        return self.year is None, self.year or 0, self.species, self.area is None, self.area or 0


def has_all_months(year: int, months: Set[date]) -> bool:
    """From its January to the last month, which lies in a later year."""
    last = max(months)
    wanted = [date(y, m, 1) for y in range(year, last.year + 1) for m in range(1, 13) if date(y, m, 1) <= last]
    return year < last.year and months.issuperset(wanted)


def stocking_years(request: Request) -> List[Fields]:
    """Stocking year x species x country or production area; by year (none last), species, area (none last)."""
    lake = request.lake
    by_area = truth(request.parameters.get("group_by_area", "false"))
    wanted = request.parameters.get("species_code")
    species = {code.strip().upper() for code in wanted.split(",")} if wanted else None
    found: Dict[Of, List[StockingYear]] = defaultdict(list)
    for record in lake.stocking_years:
        if request.has_area(record.area) and (species is None or record.species in species):
            found[Of(record.year, record.species, record.area if by_area else None)].append(record)
    of_country = not by_area and request.areas is None
    months = {record.month for record in lake.stocking_years if of_country or record.area is not None}
    answer = []
    for of in sorted(found, key=lambda each: each.order):
        records = found[of]
        sums = {name: sum(record.figures[name] for record in records) for name in ("smolt_count",) + LEFT}
        left = sum(sums[name] for name in LEFT)
        remaining = sum(record.figures["closing_count"] for record in records if months and record.month == max(months))
        is_complete = (of.year is not None and bool(months) and has_all_months(of.year, months) and left > 0
                       and remaining <= left * REMAINDER and not (by_area and of.area is None))
        answer.append({
            "stocking_year": of.year,
            "species_code": of.species,
            "production_area_id": of.area,
            "production_area_name": lake.areas[of.area].name if of.area in lake.areas else None,
            "first_month": min(record.month for record in records).isoformat(),
            "last_month": max(months).isoformat() if months else None,
            **sums,
            "left_count": left,
            "closing_count": remaining,
            "loss_share": Fraction(sums["dead_count"] + sums["discarded_count"], left) if is_complete else None,
            "is_complete": is_complete,
        })
    return answer


ROUTES = {"/v3/mortality/generations/authority": stocking_years}
