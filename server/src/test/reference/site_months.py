"""Sites of a group in a month, their atoms, and the means over them (definitions.md, 2 Figures that are no sums: Site-months,
Site averages)."""
from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import date
from typing import Dict, FrozenSet, List, NamedTuple, Optional, Set, Tuple

from .atoms import region_order
from .benchmark import DAYS_OF_A_SITE, KINDS, rate
from .dates import days_in_month, last_of_month
from .feed_release import make_blocks, tree_atoms
from .filters import Request, month_of
from .model import Lake, Sums
from .rounding import Exact, ratio

# deeper than the tree is: no absorption
NOWHERE = 99
# of a row's members, in hundredths, are in its atoms
LEAST_SHARE = 90

SiteOfGroup = Tuple[str, str]


@dataclass(frozen=True, eq=False)
class SiteMonth:
    """A member: the fish that one group has at one site at sea in a month, with its rates of the month."""
    month: date
    site: str
    group: str
    companies: FrozenSet[str]
    region: Optional[str]
    platform_area: Optional[str]
    rates: Dict[str, Exact]

    @property
    def order(self) -> tuple:
        """By site number, then group."""
        return int(self.site), self.group


class Place(NamedTuple):
    """Of what a row is: a platform area, a region, or (without either) the country."""
    region: Optional[str] = None
    platform_area: Optional[str] = None

    def has(self, member: SiteMonth) -> bool:
        return self.region in (None, member.region) and self.platform_area in (None, member.platform_area)

    def areas(self, lake: Lake) -> List[int]:
        """All production areas of its platform areas."""
        return [area for bundle in lake.platform_areas.values() for area in bundle.areas
                if self.region in (None, lake.region_of(area)) and self.platform_area in (None, bundle.id)]


class SiteMonths:
    """The members of each released month, and their atoms."""

    def __init__(self, lake: Lake) -> None:
        self.members: Dict[date, Dict[SiteOfGroup, SiteMonth]] = defaultdict(dict)
        for member in released_members(lake):
            self.members[member.month][member.site, member.group] = member
        self.atoms: Dict[date, List[List[SiteMonth]]] = {
            month: site_atoms(lake, list(members.values())) for month, members in self.members.items()}

    def of_row(self, month: date, place: Place) -> List[SiteMonth]:
        """All members, in an atom or not."""
        return [member for member in self.members.get(month, {}).values() if place.has(member)]

    def atoms_of_row(self, month: date, place: Place) -> List[List[SiteMonth]]:
        """The atoms that lie wholly in a row."""
        return [atom for atom in self.atoms.get(month, []) if all(map(place.has, atom))]

    def averaged(self, month: date, place: Place) -> List[SiteMonth]:
        """The members of a row's atoms; none where these have too few of its members. In a platform area they have all or none."""
        inside = [member for atom in self.atoms_of_row(month, place) for member in atom]
        return inside if 100 * len(inside) >= LEAST_SHARE * len(self.of_row(month, place)) else []


def released_members(lake: Lake) -> List[SiteMonth]:
    """Of released months: those with fish on 7 days, over their rows in the ledger, which are those in an atom."""
    sums: Dict[tuple, Sums] = defaultdict(Sums)
    companies: Dict[tuple, Set[str]] = defaultdict(set)
    for atom in lake.stock_atoms:
        for cell in atom:
            if cell.placement != "offshore" or not lake.is_complete(last_of_month(month_of(cell))):
                continue
            for holding in lake.holdings[cell]:
                key = month_of(cell), holding.site, holding.group
                sums[key].add(holding.sums)
                companies[key].add(holding.company)
    found = []
    for (month, site, group), of_member in sums.items():
        if len(of_member.days) < DAYS_OF_A_SITE:
            continue
        days = days_in_month(month)
        rates = {kind: rate(of_member, kind, days) for kind in KINDS}
        rates["mortality_biomass"] = ratio(of_member.total.mortality_grams * days, of_member.biomass_days)
        # in one snapshot a site has one production area, so that is where most fish-days are
        area = lake.area_of(site)
        found.append(SiteMonth(month, site, group, frozenset(companies[month, site, group]), lake.region_of(area),
                               lake.platform_area_of.get(area), rates))
    return found


def site_atoms(lake: Lake, members: List[SiteMonth]) -> List[List[SiteMonth]]:
    """The procedure of cells with one member in place of a fish-day: coast, region (or none), platform area (or none)."""
    leaves: Dict[tuple, List[SiteMonth]] = defaultdict(list)
    for member in members:
        leaves[member.region, member.platform_area].append(member)
    paths = sorted(leaves, key=lambda path: (region_order(path[0]), path[1] or ""))
    blocks = make_blocks(paths, [leaves[path] for path in paths],
                         [[member.group for member in leaves[path]] for path in paths])
    atoms, _ = tree_atoms(lake.rule, blocks, absorbs_from=NOWHERE)
    return [[member for block in atom for member in block.rows] for atom in atoms]


def averaged_members(request: Request, month: date, place: Place) -> List[SiteMonth]:
    """Admins see all members. Filters hide, they do not change: of generations, of weights, of a part of an area."""
    if request.filters_fish or not all(map(request.has_area, place.areas(request.lake))):
        return []
    made = request.lake.made_once.site_months
    members = made.of_row(month, place) if request.caller.is_admin else made.averaged(month, place)
    return [member for member in members if not (request.excludes_self and member.group == request.group)]
