"""How much more or less than all weights fish of a band of weight lose (comparison.md, expected-loss: f)."""
from __future__ import annotations

from collections import defaultdict
from datetime import date
from fractions import Fraction
from typing import Dict, Tuple

from .atoms import WEIGHT_BAND, Cell
from .dates import add_months, last_of_month
from .filters import month_of
from .model import Lake
from .rounding import rounded

MONTHS = 12


def band_of(cell: Cell) -> int:
    return cell.weight_class // WEIGHT_BAND


class WeightRates:
    """f by month of a piece and band, of the twelve released months before it; 1 where it is not known."""

    def __init__(self, lake: Lake) -> None:
        fish_days: Dict[Tuple[date, int], Dict[str, int]] = defaultdict(lambda: defaultdict(int))
        lost: Dict[Tuple[date, int], int] = defaultdict(int)
        first_pieces = set()
        for atom in lake.stock_atoms:
            for cell in atom:
                if cell.placement != "offshore":
                    continue
                first_pieces.add(cell.piece)
                for holding in lake.holdings[cell]:
                    fish_days[month_of(cell), band_of(cell)][holding.group] += holding.sums.fish_days
                    lost[month_of(cell), band_of(cell)] += holding.sums.total.count("loss")
        self.found: Dict[Tuple[date, int], Fraction] = {}
        months = {month for month, _ in fish_days}
        bands = {band for _, band in fish_days}
        for last in months:
            window = [add_months(last, -back) for back in range(MONTHS)]
            if not lake.is_complete(last_of_month(last)) or not months.issuperset(window) or window[-1] not in first_pieces:
                continue
            of_all = sum(sum(fish_days[month, band].values()) for month in window for band in bands)
            lost_of_all = sum(lost[month, band] for month in window for band in bands)
            for band in bands:
                safe = [month for month in window if lake.rule.is_safe(
                    {group: amount for group, amount in fish_days[month, band].items() if amount})]
                of_band = sum(sum(fish_days[month, band].values()) for month in safe)
                if of_band and lost_of_all:
                    rate = Fraction(sum(lost[month, band] for month in safe), of_band)
                    self.found[add_months(last, 1), band] = Fraction(rounded(rate * of_all / lost_of_all, 4))

    def of(self, cell: Cell) -> Fraction:
        return self.found.get((month_of(cell), band_of(cell)), Fraction(1))
