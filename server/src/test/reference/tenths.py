"""The best and the worst tenth of v2 mortality (definitions.md, 2 Figures that are no sums; 5 Legacy v2)."""
from __future__ import annotations

from datetime import date
from fractions import Fraction
from typing import Dict, List, NamedTuple, Optional, Set, Tuple

from .atoms import REGIONS
from .dates import add_months
from .model import Lake
from .picks import are_mixed, every_pick_passes
from .quarters import Block
from .rounding import Exact, coarse, cumulative, mean, rounded
from .site_months import Place, SiteMonth, SiteMonths

FEWEST = 10
# a measure's rate of the month
MEASURES = {"rate": "mortality", "vi_rate": "mortality_biomass"}
SIDES = ("highest", "lowest")


class Tenth(NamedTuple):
    members: List[SiteMonth]
    value: Fraction
    is_shown: bool


class TenthOf(NamedTuple):
    month: date
    region: str
    measure: str
    horizon: str
    side: str


def horizons(month: date) -> Dict[str, int]:
    """Months that each key looks back; year = from January to this month."""
    return {"1_m": 1, "3_m": 3, "6_m": 6, "12_m": 12, "year": month.month}


class Tenths:
    """Of all released months; the same for every caller."""

    def __init__(self, lake: Lake, site_months: SiteMonths, quarters: Dict[Tuple[date, str], List[Block]]) -> None:
        self.rule = lake.rule
        self.site_months = site_months
        self.quarters = quarters
        self.made: Dict[TenthOf, Tenth] = {}
        for month in site_months.members:
            for region in REGIONS:
                atoms = site_months.atoms_of_row(month, Place(region))
                for measure in MEASURES:
                    for horizon, months in horizons(month).items():
                        # in January the year is the month
                        blocks = self._cut_by_quarters(month, atoms) if months == 1 else atoms
                        self._make(TenthOf(month, region, measure, horizon, ""), months, blocks)

    def _cut_by_quarters(self, month: date, atoms: List[List[SiteMonth]]) -> List[List[SiteMonth]]:
        """An atom of a platform area is cut into its shown quarters."""
        found = []
        for atom in atoms:
            areas = {member.platform_area for member in atom}
            quarters = self.quarters.get((month, areas.pop())) if len(areas) == 1 else None
            found += [[member.what for member in block.members] for block in quarters] if quarters else [atom]
        return found

    def _value(self, member: SiteMonth, measure: str, months: int) -> Optional[Fraction]:
        """Cumulative over the months, null unless the member has a rate in each."""
        rates: List[Exact] = []
        for back in range(months):
            earlier = self.site_months.members.get(add_months(member.month, -back), {}).get((member.site, member.group))
            rates.append(earlier.rates[MEASURES[measure]] if earlier else None)
        value = cumulative(rates)
        return None if value is None else Fraction(value)

    def _make(self, of: TenthOf, months: int, blocks: List[List[SiteMonth]]) -> None:
        values = {member: self._value(member, of.measure, months) for block in blocks for member in block}
        with_value = [member for member in values if values[member] is not None]
        if len(with_value) < FEWEST:
            return
        size = -(-len(with_value) // 10)
        # our choice: ranked by twelve decimals, so that no noise of doubles decides
        rank = {member: rounded(values[member], 12) for member in with_value}
        chosen = {
            "highest": sorted(with_value, key=lambda member: (-rank[member], member.order))[:size],
            "lowest": sorted(with_value, key=lambda member: (rank[member], member.order))[:size]}

        def passes(members: Set[SiteMonth]) -> bool:
            return are_mixed(self.rule, list(members)) and every_pick_passes(self.rule, blocks, members.__contains__)

        is_shown = {side: passes(set(tenth)) for side, tenth in chosen.items()}
        if all(is_shown.values()):
            # where only both together fail, the best is not shown
            is_shown["lowest"] = passes({member for tenth in chosen.values() for member in tenth})
        for side, tenth in chosen.items():
            value = coarse(mean(values[member] for member in tenth))
            self.made[of._replace(side=side)] = Tenth(tenth, value, is_shown[side])

    def shown(self, of: TenthOf, to_admin: bool) -> Exact:
        """A region's tenth; the country's is the mean of its regions' shown ones, weighted by their sites."""
        regions = REGIONS if of.region == "Norge" else (of.region,)
        tenths = [self.made[key] for key in (of._replace(region=region) for region in regions) if key in self.made]
        visible = [tenth for tenth in tenths if tenth.is_shown or to_admin]
        sites = sum(len(tenth.members) for tenth in visible)
        return sum(tenth.value * len(tenth.members) for tenth in visible) / sites if sites else None
