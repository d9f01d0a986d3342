"""Like with like: sites in quarters by their loss rate, and finished cycles (comparison.md)."""
from __future__ import annotations

import math
from collections import defaultdict
from datetime import date, timedelta
from fractions import Fraction
from typing import Callable, Dict, Hashable, List, NamedTuple, Optional, Set, Tuple

from .atoms import Cell, generation_order
from .benchmark import DAYS_OF_A_SITE
from .dates import DAY, add_months, days_in_month, first_of_month, last_of_month
from .filters import Request, month_of
from .model import Lake, UnitDay
from .mortality import Fields
from .rounding import mean, ratio, rounded

QUARTERS = (1, 2, 3, 4)
WITHOUT_FISH = 28 * DAY
SHORTEST, LONGEST = 240, 900
FIRST_DAYS = (30, 60, 90)


class Member(NamedTuple):
    """A site of a month, or a cycle of a year, by the value that it is ranked by."""
    name: Hashable
    order: tuple
    value: float
    groups: frozenset
    companies: frozenset


class Block(NamedTuple):
    """Quarters that are shown as one; the first of them names it."""
    quarter: int
    is_joined: bool
    members: List[Member]


class Known(NamedTuple):
    """Sites whose mean a caller knows from elsewhere; the groups are those of others."""
    caller: str
    groups: Dict[Hashable, Set[str]]
    is_extreme: bool


def first_quarters(members: List[Member]) -> Dict[int, List[Member]]:
    """Ranks (k - 1) n / 4 + 1 to k n / 4; a boundary between equal values joins two quarters."""
    ranked = sorted(members, key=lambda member: (member.value, member.order))
    blocks: Dict[int, List[Member]] = {}
    for k in QUARTERS:
        part = ranked[(k - 1) * len(ranked) // 4:k * len(ranked) // 4]
        if not part:
            continue
        if blocks and blocks[max(blocks)][-1].value == part[0].value:
            blocks[max(blocks)] += part
        else:
            blocks[k] = part
    return blocks


def join_further(blocks: Dict[int, List[Member]]) -> Dict[int, List[Member]]:
    """Quarters become halves, halves one, one none."""
    numbers = sorted(blocks)
    joined: Dict[int, List[Member]] = defaultdict(list)
    if any(number in (2, 4) for number in numbers):
        for number in numbers:
            joined[3 if number >= 3 and 3 in blocks else 1] += blocks[number]
    elif 3 in blocks:
        for number in numbers:
            joined[1] += blocks[number]
    return dict(joined)


def is_unsafe(members: List[Member], min_farmers: int) -> bool:
    sites: Dict[str, int] = defaultdict(int)
    for member in members:
        for group in member.groups:
            sites[group] += 1
    return len(sites) <= min_farmers or 2 * max(sites.values()) > len(members)


def tells(known: Known, areas: Dict[str, Dict[int, List[Member]]], min_farmers: int) -> Set[str]:
    """The areas whose blocks must be joined because of a mean that is known elsewhere."""
    failing: Set[str] = set()
    left: Set[str] = set()
    touched: Set[str] = set()
    outsides: List[int] = []
    placed: Set[Hashable] = set()
    for area, blocks in areas.items():
        for number, members in blocks.items():
            inside = [member for member in members if member.name in known.groups]
            placed |= {member.name for member in inside}
            if not inside:
                continue
            touched.add(area)
            others = {group for member in members if member.name not in known.groups for group in member.groups}
            # of a site of several groups too, what counts is whether a group has a site outside
            outside = len(others - {known.caller})
            if outside >= min_farmers:
                left |= {group for member in inside for group in known.groups[member.name]}
                continue
            outsides.append(outside)
            if known.is_extreme and outside and number in (min(blocks), max(blocks)):
                failing.add(area)
    for name, groups in known.groups.items():
        if name not in placed:
            left |= groups
    if outsides and len(left) < min_farmers and (left or max(outsides)):
        failing |= touched
    return failing


def quarters_of(members: Dict[str, List[Member]], known: List[Known], lake: Lake) -> Dict[str, List[Block]]:
    """The quarters of each area of one period."""
    first = {area: first_quarters(of_area) for area, of_area in members.items()}
    areas = {area: dict(blocks) for area, blocks in first.items()}
    least = lake.rule.min_farmers
    while not lake.rule.is_off():
        failing = {area for area, blocks in areas.items() if any(is_unsafe(each, least) for each in blocks.values())}
        for each in known:
            failing |= tells(each, areas, least)
        if not failing:
            break
        for area in failing:
            areas[area] = join_further(areas[area])
    found: Dict[str, List[Block]] = {}
    for area, blocks in areas.items():
        own = {member.name: k for k, each in quarter_numbers(members[area]).items() for member in each}
        found[area] = [Block(number, any(own[member.name] != number for member in each), each)
                       for number, each in sorted(blocks.items())]
    return found


def quarter_numbers(members: List[Member]) -> Dict[int, List[Member]]:
    ranked = sorted(members, key=lambda member: (member.value, member.order))
    return {k: ranked[(k - 1) * len(ranked) // 4:k * len(ranked) // 4] for k in QUARTERS}


class SiteMonth:
    """A site's released fish of a month in a place."""

    def __init__(self) -> None:
        self.fish_days = 0
        self.grams = 0
        self.deaths = 0
        self.dead_grams = 0
        self.lost = 0
        self.days: Set[date] = set()
        self.groups: Set[str] = set()
        self.companies: Set[str] = set()

    @property
    def counts(self) -> bool:
        return len(self.days) >= DAYS_OF_A_SITE


Place = Tuple[date, Hashable]


def site_months(lake: Lake, place_of: Callable[[Cell], Optional[Hashable]]) -> Dict[Place, Dict[str, SiteMonth]]:
    """By month and place the sites at sea, of the atoms that lie whole in the place; those with fish on enough days."""
    found: Dict[Place, Dict[str, SiteMonth]] = defaultdict(lambda: defaultdict(SiteMonth))
    for atom in lake.stock_atoms:
        places = {place_of(cell) for cell in atom}
        if len(places) > 1 or None in places or any(cell.placement != "offshore" for cell in atom):
            continue
        for cell in atom:
            if not lake.is_complete(last_of_month(month_of(cell))):
                continue
            for holding in lake.holdings[cell]:
                site = found[month_of(cell), next(iter(places))][holding.site]
                site.fish_days += holding.sums.fish_days
                site.grams += holding.sums.biomass_days
                site.deaths += holding.sums.total.mortality_count
                site.dead_grams += holding.sums.total.mortality_grams
                site.lost += holding.sums.total.count("loss")
                site.days |= holding.sums.days
                site.groups.add(holding.group)
                site.companies.add(holding.company)
    return {place: {name: site for name, site in sites.items() if site.counts} for place, sites in found.items()}


def risk(part: int, base: int, month: date) -> float:
    rate = ratio(part * days_in_month(month), base)
    return round(-math.expm1(-float(rate)) if rate is not None else -1.0, 12)


def known_sites(lake: Lake, month: date) -> List[Known]:
    """Legacy v2's best and worst sites, which are never the caller's own; site averages of production areas."""
    found: List[Known] = []
    least = lake.rule.min_farmers
    for place_of in (lambda cell: cell.region, lambda cell: "Norge"):
        for (when, _), sites in site_months(lake, place_of).items():
            if when != month:
                continue
            for caller in {""} | {group for site in sites.values() for group in site.groups}:
                others = [(name, site) for name, site in sites.items() if caller not in site.groups]
                if len(others) < 10:
                    continue
                count = -(-len(others) // 10)
                for of in (lambda site: risk(site.deaths, site.fish_days, month),
                           lambda site: risk(site.dead_grams, site.grams, month)):
                    for sign in (1, -1):
                        chosen = sorted(others, key=lambda one: (sign * of(one[1]), int(one[0])))[:count]
                        groups = {name: set(site.groups) for name, site in chosen}
                        if len(set().union(*groups.values())) > least:
                            found.append(Known(caller, groups, True))
    for (when, _), sites in site_months(lake, lambda cell: cell.area).items():
        if when != month:
            continue
        for caller in {""} | {group for site in sites.values() for group in site.groups}:
            groups = {name: site.groups - {caller} for name, site in sites.items() if site.groups - {caller}}
            if len(set().union(*groups.values())) >= least:
                found.append(Known(caller, groups, False))
    return found


def site_quarters_of(lake: Lake) -> Dict[Place, List[Block]]:
    """By month and platform area."""
    by_month: Dict[date, Dict[str, List[Member]]] = defaultdict(dict)
    for (month, area), sites in site_months(lake, lambda cell: cell.platform_area).items():
        if sites:
            by_month[month][area] = [
                Member(name, (int(name),), float(ratio(site.lost * days_in_month(month), site.fish_days)), frozenset(site.groups),
                       frozenset(site.companies))
                for name, site in sites.items()]
    found = {}
    for month, members in by_month.items():
        for area, blocks in quarters_of(members, known_sites(lake, month) if not lake.rule.is_off() else [], lake).items():
            found[month, area] = blocks
    return found


def mean_of(members: List[Member]) -> Optional[object]:
    return rounded(mean(Fraction(member.value) for member in members), 3)


def site_quarters(request: Request) -> List[Fields]:
    """By month, platform area, quarter. Made once, of everybody's sites; areas select rows."""
    lake = request.lake
    if not hasattr(lake, "site_quarters"):
        lake.site_quarters = site_quarters_of(lake)
    answer = []
    for (month, area), blocks in sorted(lake.site_quarters.items()):
        if not request.has_month(month) or not request.passing_areas(area):
            continue
        for block in blocks:
            own = sorted((member for member in block.members if request.caller.company in member.companies and len(member.groups) == 1),
                         key=lambda one: one.order)
            answer.append({
                "month": month.isoformat(),
                "platform_area_name": lake.platform_areas[area].name,
                "production_area_ids": request.passing_areas(area),
                "site_count": sum(len(each.members) for each in blocks),
                "quarter": block.quarter,
                "is_joined": block.is_joined,
                "quarter_site_count": len(block.members),
                "mean_loss_rate": mean_of(block.members),
                "farmer_site_ids": [member.name for member in own] if request.is_farmer else None,
                "farmer_mean_loss_rate": mean(Fraction(member.value) for member in own) if request.is_farmer else None,
            })
    return answer


class Cycle(NamedTuple):
    """A company's generation on a site."""
    site: str
    company: str
    group: str
    generation: str
    first: date
    last: date
    stocked: int
    lost: int
    lost_in: Tuple[int, ...]
    risk: float

    @property
    def share(self) -> Fraction:
        return ratio(self.lost, self.stocked)


def cycle_of(rows: List[UnitDay]) -> Optional[Cycle]:
    """The rows of a company's generation on a site."""
    days: Dict[date, List[UnitDay]] = defaultdict(list)
    for row in rows:
        days[row.day].append(row)
    lost_of = {row_id: sum(losses.count("loss") for losses in row.losses.values()) for row_id, row in enumerate(rows)}
    lost: Dict[date, int] = defaultdict(int)
    for row_id, row in enumerate(rows):
        lost[row.day] += lost_of[row_id]
    fish = {day: sum(row.fish for row in of_day) for day, of_day in days.items()}
    with_fish = sorted(day for day in fish if fish[day])
    if not with_fish:
        return None
    first, last = with_fish[0], with_fish[-1]
    highest = max(fish.values())
    peak = min(day for day in fish if fish[day] == highest)
    tail = min((day for day in fish if day > peak and fish[day] * 10 < highest), default=date.max)
    stocked = 0
    left = 0
    for day in sorted(days):
        stocked += max(0, sum(row.delivered for row in days[day]) - left)
        left = fish[day] - lost[day]
    hazard = sum(Fraction(lost[day], fish[day]) for day in with_fish if day < tail)
    row = rows[0]
    return Cycle(row.site, row.company, row.group, row.generation, first, last, stocked, sum(lost.values()),
                 tuple(sum(lost[day] for day in days if day < first + n * DAY) for n in FIRST_DAYS), -math.expm1(-float(hazard)))


def counts(cycle: Cycle, lake: Lake) -> bool:
    """Finished, with a known begin, and long enough or half lost."""
    length = (cycle.last - cycle.first).days + 1
    return (cycle.last + WITHOUT_FISH <= lake.complete_through and first_of_month(cycle.first) > first_of_month(lake.begin)
            and length <= LONGEST and (length >= SHORTEST or 2 * cycle.lost >= cycle.stocked)
            and lake.sites[cycle.site].placement == "offshore")


def cycles_of(lake: Lake) -> List[Cycle]:
    rows: Dict[tuple, List[UnitDay]] = defaultdict(list)
    for unit_day in lake.counted:
        rows[unit_day.site, unit_day.company, unit_day.generation].append(unit_day)
    found = [cycle_of(of_cycle) for of_cycle in rows.values()]
    return [cycle for cycle in found if cycle is not None and counts(cycle, lake)]


YearArea = Tuple[int, str]


def cycle_years(lake: Lake, cycles: List[Cycle]) -> Dict[YearArea, List[Block]]:
    """A year is released when the last piece with 28 January after it is."""
    by_year: Dict[int, Dict[str, List[Member]]] = defaultdict(lambda: defaultdict(list))
    for cycle in cycles:
        area = lake.platform_area_of.get(lake.sites[cycle.site].area)
        if area and lake.is_complete(last_piece_day(date(cycle.last.year, 12, 31) + WITHOUT_FISH)):
            order = (int(cycle.site), generation_order(cycle.generation), cycle.company)
            by_year[cycle.last.year][area].append(Member(cycle, order, cycle.risk, frozenset([cycle.group]),
                                                        frozenset([cycle.company])))
    found = {}
    for year, members in by_year.items():
        for area, blocks in quarters_of(members, [], lake).items():
            if blocks:
                found[year, area] = blocks
    return found


def last_piece_day(day: date) -> date:
    return min(day + timedelta(days=6 - day.weekday()), last_of_month(day))


def cycles(request: Request) -> List[Fields]:
    """Own finished cycles beside their area's newest released year; without own fish, a row per area and year."""
    lake = request.lake
    if not hasattr(lake, "cycles"):
        lake.cycles = cycles_of(lake)
        lake.cycle_years = cycle_years(lake, lake.cycles)
    years: Dict[YearArea, List[Block]] = lake.cycle_years
    if not any(row.company == request.caller.company for row in lake.with_fish):
        return [row_of(request, None, year, area) for year, area in sorted(years)
                if request.first.year <= year <= request.last.year and request.passing_areas(area)]
    own = [cycle for cycle in lake.cycles if cycle.company == request.caller.company and request.first <= cycle.last <= request.last
           and request.has_area(lake.sites[cycle.site].area)]
    answer = []
    for cycle in sorted(own, key=lambda one: (one.last, int(one.site), generation_order(one.generation), one.company)):
        area = lake.platform_area_of.get(lake.sites[cycle.site].area)
        year = max((year for year, of in years if of == area and year <= cycle.last.year), default=None)
        answer.append(row_of(request, cycle, year, area))
    return answer


def row_of(request: Request, cycle: Optional[Cycle], year: Optional[int], area: Optional[str]) -> Fields:
    lake = request.lake
    blocks: List[Block] = lake.cycle_years[year, area] if year is not None else []
    members = [member for block in blocks for member in block.members]
    ratios = {days: ratio(lost, cycle.stocked) for days, lost in zip(FIRST_DAYS, cycle.lost_in)} if cycle else {}
    own = [block.quarter for block in blocks if cycle and any(member.name == cycle for member in block.members)]
    return {
        "platform_area_name": lake.platform_areas[area].name if area else None,
        "production_area_ids": request.passing_areas(area) if area else None,
        "site_id": cycle.site if cycle else None,
        "site_name": lake.sites[cycle.site].name if cycle else None,
        "generation": cycle.generation if cycle else None,
        "first_day": cycle.first.isoformat() if cycle else None,
        "last_day": cycle.last.isoformat() if cycle else None,
        "stocked": cycle.stocked if cycle else None,
        "lost": cycle.lost if cycle else None,
        "loss_share": cycle.share if cycle else None,
        "loss_share_30": ratios.get(30),
        "loss_share_60": ratios.get(60),
        "loss_share_90": ratios.get(90),
        "risk": cycle.risk if cycle else None,
        "benchmark_year": year,
        "benchmark_cycle_count": len(members) if year is not None else None,
        "benchmark_mean_risk": mean_of(members) if year is not None else None,
        "benchmark_mean_loss_share": rounded(mean(member.name.share for member in members), 3) if year is not None else None,
        "benchmark_quarter_means": {"q%d" % k: next((mean_of(block.members) for block in blocks if block.quarter == k), None)
                                    for k in QUARTERS},
        "quarter": own[0] if own else None,
    }


ROUTES = {"/v3/comparison/site-quarters": site_quarters, "/v3/comparison/cycles": cycles}
