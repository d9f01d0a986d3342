"""What fish lose that nobody treated, by ISO week, region and whole kilogram (comparison.md, /v3/comparison/after-treatment: untreated)."""
from __future__ import annotations

import hashlib
from collections import defaultdict
from datetime import date, timedelta
from fractions import Fraction
from typing import Dict, List, NamedTuple, Optional, Tuple

from .atoms import region_order
from .dates import DAY, monday, piece_end, piece_start
from .feed_release import make_blocks, tree_atoms
from .model import Lake, UnitDay
from .rounding import significant
from .touches import authority_treatments

Unit = Tuple[str, str, str]
WITHIN = 20


class UnitTreatment(NamedTuple):
    day: date
    category: str
    target: str
    names_units: bool


def unit_treatments(lake: Lake) -> Dict[Unit, List[UnitTreatment]]:
    """By site, unit and company. Our choice: a treatment that names no units is one of every unit with fish of its owner, the authority's of
    everybody's."""
    rows: Dict[Tuple[date, str], List[UnitDay]] = defaultdict(list)
    for row in lake.with_fish:
        rows[row.day, row.site].append(row)
    found: Dict[Unit, List[UnitTreatment]] = defaultdict(list)
    owned = [(company, treatment) for company, treatment in lake.company_treatments.values()]
    for company, treatment in owned + [(None, treatment) for treatment in authority_treatments(lake)]:
        for row in rows[treatment.day, treatment.site]:
            if company in (None, row.company) and (treatment.units is None or row.unit in treatment.units):
                found[row.site, row.unit, row.company].append(UnitTreatment(
                    treatment.day, treatment.category, treatment.target, treatment.units is not None))
    return {unit: sorted(its) for unit, its in found.items()}


def losses_of(row: UnitDay) -> int:
    return sum(losses.count("loss") for losses in row.losses.values())


def kilogram(row: UnitDay) -> int:
    return min(4, int(row.weight) // 1000)


def released_through(lake: Lake) -> date:
    last = lake.complete_through
    return last if piece_end(last) == last else piece_start(last) - DAY


def unit_day_number(site: str, unit: str, day: date) -> int:
    """By which a unit-day is in the sample: 0 in the yardstick, 50 among the untreated."""
    return int(hashlib.md5(("%s|%s|%s" % (site, unit, day.isoformat())).encode()).hexdigest()[:8], 16) % 100


class Untreated:
    """Week by week, when the week is released; three significant digits."""

    def __init__(self, lake: Lake) -> None:
        treated = unit_treatments(lake)
        days = {(unit, each.day + timedelta(days=after)) for unit, its in treated.items() for each in its for after in range(WITHIN + 1)}
        trees: Dict[Tuple[date, int], Dict[Optional[str], List[UnitDay]]] = defaultdict(lambda: defaultdict(list))
        for row in lake.with_fish:
            if (row.cell.placement == "offshore" and monday(row.day) + 6 * DAY <= released_through(lake)
                    and ((row.site, row.unit, row.company), row.day) not in days):
                trees[monday(row.day), kilogram(row)][row.cell.region].append(row)
        self.found: Dict[Tuple[date, int, Optional[str]], Fraction] = {}
        for (week, kilograms), tree in trees.items():
            regions = sorted(tree, key=region_order)
            blocks = make_blocks([(region,) for region in regions], [tree[region] for region in regions],
                                 [[row.group for row in tree[region]] for region in regions])
            blocks = [block._replace(amounts=amounts(block.rows)) for block in blocks]
            for atom in tree_atoms(lake.rule, blocks)[0]:
                rows = [row for block in atom for row in block.rows]
                rate = significant(Fraction(sum(map(losses_of, rows)), sum(row.fish for row in rows)), 3)
                for block in atom:
                    self.found[week, kilograms, block.path[0]] = rate

    def of(self, row: UnitDay) -> Optional[Fraction]:
        return self.found.get((monday(row.day), kilogram(row), row.cell.region))


def amounts(rows: List[UnitDay]) -> Dict[str, int]:
    found: Dict[str, int] = defaultdict(int)
    for row in rows:
        found[row.group] += row.fish
    return dict(found)
