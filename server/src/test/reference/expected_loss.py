"""Own losses beside those expected of the same fish (comparison.md, expected-loss)."""
from __future__ import annotations

import math
from collections import defaultdict
from datetime import date
from fractions import Fraction
from typing import Dict, List, NamedTuple, Optional, Tuple

from .atoms import WEIGHT_BAND, Atom, Cell, generation_order
from .dates import DAY, last_of_month
from .filters import Refused, Request, month_of, week_of
from .model import Lake, Losses, Sums
from .mortality import Fields
from .rounding import Approximate, ratio, rounded

# from so many sites on a ratio has an interval
SITES_OF_AN_INTERVAL = 8
# what the fish of an atom have in common, from the likest on
STANDARDS = ("generation_and_weight", "generation", "area_and_week", "region_and_week", "coast_and_week")
# the 97.5 % quantile of Student's t, for 1 to 30 degrees of freedom as in the published tables
T_TABLE = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228,
           2.201, 2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086,
           2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042)
# above that a series in 1 / degrees of freedom; the first term is the normal distribution's
T_SERIES = (1.959964, 2.372271, 2.822502, 2.555850)

RowKey = Tuple[date, Optional[str], Optional[str], Optional[str]]


class Others(NamedTuple):
    """What other groups have in an atom, the mean f of their fish, to tenths, and the place of what they have in common in STANDARDS."""
    fish_days: int
    losses: Losses
    factor: Fraction
    standard: int


class OthersOf:
    """The other groups' part of each atom at sea, by cell; a cell that is not compared has none."""

    def __init__(self, request: Request) -> None:
        self.lake = request.lake
        self.group = request.group
        self.weights = self.lake.made_once.weight_rates
        self.atom_of: Dict[Cell, Atom] = {cell: atom for atom in self.lake.stock_atoms for cell in atom}
        self.found: Dict[Atom, Optional[Others]] = {}

    def of(self, cell: Cell) -> Optional[Others]:
        atom = self.atom_of.get(cell)
        if atom is None:
            return None
        if atom not in self.found:
            self.found[atom] = self._others(atom)
        return self.found[atom]

    def _others(self, atom: Atom) -> Optional[Others]:
        by_group: Dict[str, int] = defaultdict(int)
        losses = Losses()
        factors = Fraction(0)
        for cell in atom:
            for holding in self.lake.holdings[cell]:
                if holding.group != self.group:
                    by_group[holding.group] += holding.sums.fish_days
                    losses.add(holding.sums.total)
                    factors += holding.sums.fish_days * self.weights.of(cell)
        total = sum(by_group.values())
        rule = self.lake.rule
        if not by_group or not rule.is_off() and (
                len(by_group) < rule.min_farmers or 100 * max(by_group.values()) > rule.max_share * total):
            return None
        kinds = ({(cell.generation, cell.weight_class // WEIGHT_BAND) for cell in atom}, {cell.generation for cell in atom},
                 {cell.platform_area for cell in atom}, {cell.region for cell in atom})
        standard = next((place for place, kind in enumerate(kinds) if len(kind) == 1 and None not in kind), len(kinds))
        return Others(total, losses, max(Fraction(rounded(factors / total, 1)), Fraction(1, 10)), standard)


class SiteSum:
    """Own fish of a row on one site."""

    def __init__(self) -> None:
        self.all_fish_days = 0
        self.fish_days = 0
        self.standards = [0] * len(STANDARDS)
        self.observed = 0
        self.expected = Fraction(0)
        self.is_compared = False

    def add(self, sums: Sums, others: Optional[Others], kind: str, factor: Fraction) -> None:
        self.all_fish_days += sums.fish_days
        if others is None:
            return
        self.is_compared = True
        self.fish_days += sums.fish_days
        self.standards[others.standard] += sums.fish_days
        self.observed += sums.total.count(kind)
        self.expected += Fraction(sums.fish_days * others.losses.count(kind), others.fish_days) * (
            # fish of one band are adjusted for nothing
            factor / others.factor if others.standard else 1)


def own_sites(lake: Lake, company: str) -> set:
    return {unit_day.site for unit_day in lake.unit_days.values() if unit_day.company == company}


class Question:
    """What is asked for, beside the filters."""

    def __init__(self, request: Request) -> None:
        self.request = request
        self.kind = request.parameters.get("loss_type", "loss").lower()
        self.grouping = request.parameters.get("period_grouping", "month").lower()
        self.group_by = request.parameters.get("group_by", "company").lower()
        self.window = request.whole_weeks()
        self.sites = own_sites(request.lake, str(request.caller.company)) if self.group_by == "site" else None

    def period(self, cell: Cell) -> Optional[Tuple[date, date]]:
        """The row's period that a cell lies in; None outside the window."""
        if self.grouping == "week":
            week = week_of(cell)
            return (week, week + 6 * DAY) if self.request.has_week(week) else None
        if self.grouping == "month":
            month = month_of(cell)
            return (month, last_of_month(month)) if self.request.has_month(month) else None
        return self.window if self.window[0] <= cell.piece <= self.window[1] else None

    def row(self, cell: Cell, site: str) -> Optional[Tuple[Tuple[date, date], Optional[str], Optional[str], Optional[str]]]:
        period = self.period(cell)
        if period is None or not self.request.has_cell(cell):
            return None
        if self.group_by == "area" and cell.platform_area is None or self.sites is not None and site not in self.sites:
            return None
        return (period, cell.platform_area if self.group_by in ("area", "site") else None,
                site if self.group_by == "site" else None, cell.generation if self.group_by == "generation" else None)


def half_width(sites: List[SiteSum], observed: int, shown: Fraction) -> Optional[float]:
    """Of the interval of a ratio of sums over sites, of its logarithm; shown are the expected losses as they are shown."""
    compared = [site for site in sites if site.is_compared]
    expected = sum(site.expected for site in compared)
    if len(compared) < SITES_OF_AN_INTERVAL or not observed or not shown:
        return None
    whole = Fraction(observed) / expected
    squares = sum((site.observed - whole * site.expected) ** 2 for site in compared)
    error = math.sqrt(squares * len(compared) / (len(compared) - 1)) / float(shown)
    return error * t_quantile(len(compared) - 1) * float(shown / observed)


def t_quantile(degrees: int) -> float:
    if degrees <= len(T_TABLE):
        return T_TABLE[degrees - 1]
    return sum(term / degrees ** power for power, term in enumerate(T_SERIES))


def near(value: Optional[float]) -> Optional[Approximate]:
    return None if value is None else Approximate(value, 1e-9 * max(1.0, abs(value)))


def between_tenths(value: Fraction) -> bool:
    """Whether it may come out as either of two tenths, since the server adds parts of twelve decimals."""
    return abs(value * 20 - round(value * 20)) <= Fraction(1, 10 ** 6)


def near_tenth(value: Fraction, either: bool) -> Approximate:
    return Approximate(float(value), 0.1000001 if either else 1e-9 * max(1.0, abs(value)))


def near_ratio(value: Optional[float], error: float) -> Optional[Approximate]:
    """Three decimals, of which the last may be off by one."""
    return None if value is None else Approximate(round(value, 3), 1.1e-3 + error)


def expected_loss(request: Request) -> List[Fields]:
    """Rows with own fish; by period, area, site by number, generation."""
    if not request.is_farmer:
        raise Refused(403)
    question = Question(request)
    others = OthersOf(request)
    rows: Dict[tuple, Dict[str, SiteSum]] = defaultdict(lambda: defaultdict(SiteSum))
    for cell, holdings in request.lake.holdings.items():
        for holding in holdings:
            if not request.is_own(holding.company) or cell.placement != "offshore":
                continue
            key = question.row(cell, holding.site)
            if key is not None:
                rows[key][holding.site].add(holding.sums, others.of(cell), question.kind, others.weights.of(cell))
    return [fields(request, key, list(rows[key].values())) for key in sorted(rows, key=order)]


def order(key: tuple) -> tuple:
    (start, _), area, site, generation = key
    return (start, area is None, area or "", int(site or 0), generation_order(generation) if generation else ())


def fields(request: Request, key: tuple, sites: List[SiteSum]) -> Fields:
    (start, end), area, site, generation = key
    lake = request.lake
    fish_days = sum(each.fish_days for each in sites)
    all_fish_days = sum(each.all_fish_days for each in sites)
    observed = sum(each.observed for each in sites)
    expected = sum((each.expected for each in sites), Fraction(0))
    shown = Fraction(rounded(expected, 1))
    either = between_tenths(expected)
    value = ratio(observed, shown) if 2 * fish_days >= all_fish_days else None
    half = half_width(sites, observed, shown) if value is not None else None
    low, high = (None, None) if half is None else (float(value) * math.exp(-half), float(value) * math.exp(half))
    error = float(value) / max(1, 10 * float(shown) - 1) if value is not None and either else 0
    standards = [sum(each.standards[place] for each in sites) for place in range(len(STANDARDS))]
    standard = next((name for place, name in enumerate(STANDARDS) if 2 * sum(standards[:place + 1]) >= fish_days), None)
    return {
        "period_start": start.isoformat(),
        "period_end": end.isoformat(),
        "is_complete": lake.is_complete(end),
        "platform_area_name": None if area is None else lake.platform_areas[area].name,
        "production_area_ids": None if area is None else request.passing_areas(area),
        "site_id": site,
        "site_name": None if site is None else lake.sites[site].name,
        "generation": generation,
        "fish_days": fish_days,
        "observed_count": observed,
        "expected_count": near_tenth(shown, either),
        "ratio": near_ratio(None if value is None else float(value), error),
        # of a ratio of three decimals
        "ratio_low": near_ratio(low, (error * 3 + 5e-4) * (0 if low is None else low / float(value))),
        "ratio_high": near_ratio(high, (error * 3 + 5e-4) * (0 if high is None else high / float(value))),
        "largest_site_share": ratio(max(each.observed for each in sites), observed),
        "excess_count": near_tenth(observed - shown, either),
        "compared_share": ratio(fish_days, all_fish_days),
        "like_share": ratio(standards[0], fish_days),
        "standard": standard if fish_days else None,
    }


ROUTES = {"/v3/comparison/expected-loss": expected_loss}
