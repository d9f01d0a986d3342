"""Rows of an answer: the benchmark's included atoms and the caller's own cells (definitions.md, 2 Rows, Included)."""
from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from typing import Callable, Dict, Hashable, List, Optional

from .atoms import Atom, Cell
from .filters import Request
from .model import Losses, Sums
from .rounding import Exact, ratio

# fewer days of a month give rates of left-over fish above 100 %
DAYS_OF_A_SITE = 7
KINDS = ("mortality", "culling", "loss")

BySite = Dict[str, Sums]
RowOf = Callable[[Cell], Optional[Hashable]]


class Row:
    """What the values of one row are computed from."""

    def __init__(self) -> None:
        self.is_shown = False
        self.benchmark = Sums()
        self.benchmark_sites: BySite = defaultdict(Sums)
        self.own = Sums()
        self.own_sites: BySite = defaultdict(Sums)

    def site_count(self) -> Optional[int]:
        return len(self.benchmark_sites) if self.is_shown else None

    def rate(self, kind: str, days: int) -> Exact:
        return rate(self.benchmark, kind, days) if self.is_shown else None

    def own_rate(self, kind: str, days: int) -> Exact:
        return rate(self.own, kind, days)


def rate(sums: Sums, kind: str, days: int) -> Exact:
    """Losses per mean fish at risk, per period of so many days (2 Rates)."""
    return ratio(sums.total.count(kind) * days, sums.fish_days)


def site_average_rate(sites: BySite, kind: str, days: int) -> Exact:
    """A group's own: the unweighted mean over its sites of each one's rate; a site counts with fish on 7 days of the month.

    Our choice: with the row's fish."""
    rates = [rate(sums, kind, days) for sums in sites.values() if len(sums.days) >= DAYS_OF_A_SITE]
    return Fraction(sum(rates), 1) / len(rates) if rates else None


def rows(request: Request, row_of: RowOf, of_feed: bool = False) -> Dict[Hashable, Row]:
    """The rows with an included atom or with own fish. row_of says in which row a cell falls; None for nowhere."""
    found: Dict[Hashable, Row] = defaultdict(Row)
    _add_benchmark(request, row_of, of_feed, found)
    if request.is_farmer:
        _add_own(request, row_of, of_feed, found)
    return found


def visible_atoms(request: Request, of_feed: bool) -> List[Atom]:
    lake = request.lake
    if request.caller.is_admin:
        return lake.feed_cells if of_feed else lake.stock_cells
    return lake.feed_atoms if of_feed else lake.stock_atoms


def included_row(request: Request, atom: Atom, row_of: RowOf) -> Optional[Hashable]:
    """The one row that all cells of an atom pass into, else None: the atom is not included."""
    row = None
    for cell in atom:
        cells_row = row_of(cell) if request.has_cell(cell) else None
        if cells_row is None or row is not None and cells_row != row:
            return None
        row = cells_row
    return row


def _add_benchmark(request: Request, row_of: RowOf, of_feed: bool, found: Dict[Hashable, Row]) -> None:
    for atom in visible_atoms(request, of_feed):
        key = included_row(request, atom, row_of)
        if key is None:
            continue
        row = found[key]
        row.is_shown = True
        for cell in atom:
            for holding in request.lake.holdings[cell]:
                if request.excludes_self and holding.group == request.group:
                    continue
                if of_feed and not holding.sums.fed_days:
                    continue
                row.benchmark.add(holding.sums)
                row.benchmark_sites[holding.site].add(holding.sums)


def _add_own(request: Request, row_of: RowOf, of_feed: bool, found: Dict[Hashable, Row]) -> None:
    for cell, holdings in request.lake.holdings.items():
        own = [holding for holding in holdings if request.is_own(holding.company)
               and (holding.sums.fed_days or not of_feed)]
        if not own or not request.has_cell(cell):
            continue
        key = row_of(cell)
        if key is None:
            continue
        row = found[key]
        for holding in own:
            row.own.add(holding.sums)
            row.own_sites[holding.site].add(holding.sums)


def lost_categories(row: Row) -> List[str]:
    """A category row exists where the category has a loss count above 0 in the benchmark or of the caller."""
    benchmark = {code for code, losses in row.benchmark.by_category.items() if losses.count("loss") > 0}
    own = {code for code, losses in row.own.by_category.items() if losses.count("loss") > 0}
    return sorted((benchmark if row.is_shown else set()) | own)


def losses_of(sums: Sums, category: str) -> Losses:
    return sums.by_category.get(category) or Losses()
