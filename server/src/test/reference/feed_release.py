"""What of feeding by temperature and of biomass is released, once and for all (definitions.md, 2 Release): by month the
biomass at its end and the unit-days of v2 feeding, by piece the site-days of sfr-days-per-temperature."""
from __future__ import annotations

import math
from collections import defaultdict
from datetime import date, timedelta
from fractions import Fraction
from typing import Collection, Dict, FrozenSet, Hashable, Iterable, List, NamedTuple, Optional, Sequence, Set, Tuple

from .atoms import ByGroup, Rule, region_order, sum_by_group
from .dates import DAY, add_months, first_of_month, last_of_month, piece_end, piece_start
from .model import Lake, UnitDay
from .temperatures import site_day_temperatures

BUCKET_STARTS = (0, 100, 250, 500, 1000, 2000, 3000, 4000, 5000)

Path = Tuple[Hashable, ...]


class MonthStock(NamedTuple):
    """A company's fish at sea in a production area at the end of a month."""
    month: date
    area: int
    company: str
    group: str
    biomass: int


class FedDay(NamedTuple):
    """A unit-day at sea with reported feed, biomass and a site temperature."""
    day: date
    region: Optional[str]
    species: str
    bucket: int
    degree: int
    company: str
    group: str
    rate: Fraction
    temperature: Fraction


class WarmDay(NamedTuple):
    """A day on which a company fed a site at sea that has a temperature and a platform area."""
    day: date
    site: str
    company: str
    group: str
    platform_area: str
    area: int
    degree: int
    temperature: Fraction


class DegreeCell(NamedTuple):
    """A production area's site-days of a piece and degree."""
    piece: date
    area: int
    degree: int


def month_end_rows(lake: Lake, close: date) -> List[UnitDay]:
    """Per site and company the rows with fish of its last delivered day within the 7 days up to a day, at sea. Our
    choice: a row of any species delivers a day."""
    found: Dict[Tuple[str, str], List[UnitDay]] = defaultdict(list)
    for unit_day in lake.unit_days.values():
        site = lake.sites[unit_day.site]
        if site.placement == "offshore" and site.area is not None and close - timedelta(days=6) <= unit_day.day <= close:
            found[unit_day.site, unit_day.company].append(unit_day)
    return [row for rows in found.values() for row in rows
            if row.day == max(other.day for other in rows) and row.fish and lake.is_counted(row.species)]


def fed_days(lake: Lake) -> List[FedDay]:
    """A reported 0 counts."""
    temperatures = site_day_temperatures(lake)
    found = []
    for unit_day in lake.with_fish:
        temperature = temperatures.get((unit_day.site, unit_day.day))
        if (unit_day.cell.placement != "offshore" or unit_day.feed is None or not unit_day.biomass
                or temperature is None):
            continue
        bucket = max(index for index, start in enumerate(BUCKET_STARTS) if unit_day.weight >= start)
        found.append(FedDay(unit_day.day, unit_day.cell.region, unit_day.species, bucket, math.floor(temperature),
                            unit_day.company, unit_day.group, Fraction(100 * unit_day.feed, unit_day.biomass),
                            temperature))
    return found


def warm_day(lake: Lake, unit_day: UnitDay, temperatures: Dict[Tuple[str, date], Fraction]) -> Optional[WarmDay]:
    """The site-day that a unit-day makes: none without feed above 0, a temperature and a platform area."""
    temperature = temperatures.get((unit_day.site, unit_day.day))
    cell = unit_day.cell
    if not unit_day.feed or cell.platform_area is None or cell.placement != "offshore" or temperature is None:
        return None
    return WarmDay(unit_day.day, unit_day.site, unit_day.company, unit_day.group, cell.platform_area, cell.area,
                   math.floor(temperature), temperature)


class ReleasedFedDay(NamedTuple):
    """Whether it counts for its region, or for the country alone."""
    fed: FedDay
    is_in_region: bool


class ReleasedWarmDay(NamedTuple):
    warm: WarmDay
    atom: FrozenSet[DegreeCell]


class Block(NamedTuple):
    """What is an atom or none as a whole: a leaf, or further up an atom of before. Its way from the root, its place in
    the order of the tree, and what each group has in it."""
    path: Path
    place: int
    amounts: ByGroup
    rows: Collection


def make_blocks(paths: List[Path], rows: Sequence[Collection], groups: List[List[str]]) -> List[Block]:
    return [Block(path, place, count(groups[place]), rows[place]) for place, path in enumerate(paths)]


def tree_atoms(rule: Rule, blocks: List[Block], depth: int = 0, absorbs_from: int = 0) -> Tuple[List[List[Block]], List[Block]]:
    """The atoms of a tree with absorption at every node from a depth on, and what stays open."""

    def is_safe(some: Iterable[Block]) -> bool:
        return rule.is_safe(sum_by_group(block.amounts for block in some))

    atoms: List[List[Block]] = []
    together: List[Block] = []
    children: Dict[Hashable, List[Block]] = defaultdict(list)
    for block in blocks:
        if len(block.path) > depth:
            children[block.path[depth]].append(block)
        elif is_safe([block]):
            atoms.append([block])
        else:
            together.append(block)
    for child in children.values():
        made, still_open = tree_atoms(rule, child, depth + 1, absorbs_from)
        atoms += made
        together += still_open
    if not together:
        return atoms, []
    if is_safe(together):
        return atoms + [together], []
    still_open = list(together)
    if depth < absorbs_from:
        return atoms, still_open
    smallest_first = sorted(atoms, key=lambda atom: (
        sum(sum(block.amounts.values()) for block in atom), min(block.place for block in atom)))
    for index, atom in enumerate(smallest_first):
        together += atom
        if is_safe(together):
            return smallest_first[index + 1:] + [together], []
    return atoms, still_open


class FeedRelease:
    """What a series of snapshots of one lake has released, each by its own rule. Rows stay as they were."""

    def __init__(self) -> None:
        self.through: Optional[date] = None
        self.month_stock: List[MonthStock] = []
        self.fed_days: List[ReleasedFedDay] = []
        self.warm_days: List[ReleasedWarmDay] = []

    @staticmethod
    def of(snapshots: Iterable[Lake]) -> FeedRelease:
        release = FeedRelease()
        for lake in snapshots:
            release._add(lake)
        return release

    def _add(self, lake: Lake) -> None:
        """Pieces that are complete, and months whose last piece is. What was released before is left as it is, unless
        its atoms are not safe by this snapshot's rule and groups: then they are merged whole."""
        self._merge_fed_days(lake)
        self._merge_warm_days(lake)
        last = lake.complete_through
        if piece_end(last) != last:
            last = piece_start(last) - DAY
        if last < lake.begin or (self.through is not None and last <= self.through):
            return
        first = lake.begin if self.through is None else self.through + DAY
        month = first_of_month(first)
        while last_of_month(month) <= last:
            self._add_month(lake, month)
            month = add_months(month, 1)
        self._add_pieces(lake, first, last)
        self.through = last

    def _add_month(self, lake: Lake, month: date) -> None:
        stock: Dict[Tuple[int, str], int] = defaultdict(int)
        for row in month_end_rows(lake, last_of_month(month)):
            stock[lake.sites[row.site].area, row.company] += row.biomass
        self.month_stock += [MonthStock(month, area, company, lake.companies[company].group, biomass)
                             for (area, company), biomass in stock.items()]
        self._bind_fed_days(lake, [ReleasedFedDay(fed, True) for fed in fed_days(lake) if first_of_month(fed.day) == month])

    def _merge_fed_days(self, lake: Lake) -> None:
        """A region that is no longer safe by itself counts for the country alone."""
        before, self.fed_days = self.fed_days, []
        self._bind_fed_days(lake, before)

    def _bind_fed_days(self, lake: Lake, days: List[ReleasedFedDay]) -> None:
        trees: Dict[tuple, Dict[Path, List[FedDay]]] = defaultdict(lambda: defaultdict(list))
        for fed, is_in_region in days:
            key = first_of_month(fed.day), fed.species, fed.bucket, fed.degree
            trees[key][(fed.region,) if is_in_region else ()].append(fed)
        for tree in trees.values():
            # regions first, from south to north
            paths = sorted(tree, key=lambda path: (not path, region_order(path[0]) if path else 0))
            blocks = make_blocks(paths, [tree[path] for path in paths],
                                 [[present_group(lake, fed.company, fed.group) for fed in tree[path]] for path in paths])
            for atom in tree_atoms(lake.rule, blocks)[0]:
                self.fed_days += [ReleasedFedDay(fed, len(atom) == 1 and block.path != ())
                                  for block in atom for fed in block.rows]

    def _add_pieces(self, lake: Lake, first: date, last: date) -> None:
        temperatures = site_day_temperatures(lake)
        # several units of a company on a site have one day
        days = {warm_day(lake, unit_day, temperatures) for unit_day in lake.with_fish if first <= unit_day.day <= last}
        self._bind_warm_days(lake, [
            ReleasedWarmDay(warm, frozenset([DegreeCell(piece_start(warm.day), warm.area, warm.degree)]))
            for warm in days - {None}])

    def _merge_warm_days(self, lake: Lake) -> None:
        before, self.warm_days = self.warm_days, []
        self._bind_warm_days(lake, before)

    def _bind_warm_days(self, lake: Lake, days: List[ReleasedWarmDay]) -> None:
        trees: Dict[tuple, Dict[FrozenSet[DegreeCell], List[WarmDay]]] = defaultdict(lambda: defaultdict(list))
        for warm, atom in days:
            trees[piece_start(warm.day), warm.platform_area][atom].append(warm)
        for tree in trees.values():
            atoms = sorted(tree, key=lambda atom: (min(cell.degree for cell in atom), min(cell.area for cell in atom)))
            paths: List[Path] = []
            for atom in atoms:
                degrees, areas = {cell.degree for cell in atom}, {cell.area for cell in atom}
                paths.append(() if len(degrees) > 1 else tuple(degrees) if len(areas) > 1 else (*degrees, *areas))
            # a site that several companies of a group share has one day of that group
            groups = [[group for _, _, group in {(warm.day, warm.site, present_group(lake, warm.company, warm.group))
                                                 for warm in tree[atom]}] for atom in atoms]
            for blocks in tree_atoms(lake.rule, make_blocks(paths, atoms, groups))[0]:
                cells = frozenset(cell for block in blocks for cell in block.rows)
                self.warm_days += [ReleasedWarmDay(warm, cells) for block in blocks for warm in tree[block.rows]]

    def has_month(self, month: date) -> bool:
        return self.through is not None and last_of_month(month) <= self.through

    def last_months(self, number: int) -> Set[date]:
        """The last so many released months, whether they have rows or not."""
        if self.through is None:
            return set()
        last = add_months(first_of_month(self.through + DAY), -1)
        return {add_months(last, -back) for back in range(number)}


def count(groups: Iterable[str]) -> ByGroup:
    found: ByGroup = defaultdict(int)
    for group in groups:
        found[group] += 1
    return found


def present_group(lake: Lake, company: str, group: str) -> str:
    """A company's group is that of today, or that of then for one that is no longer in the list."""
    return lake.companies[company].group if company in lake.companies else group
