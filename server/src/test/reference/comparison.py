"""Like with like: sites in quarters by their loss rate, and finished cycles (comparison.md)."""
from __future__ import annotations

import math
from collections import defaultdict
from datetime import date, timedelta
from fractions import Fraction
from typing import Dict, List, NamedTuple, Optional, Tuple

from .atoms import generation_order
from .dates import DAY, first_of_month, last_of_month
from .filters import Request
from .model import Lake, UnitDay
from .mortality import Fields
from .quarters import QUARTERS, Block, Ranked, quarters_of
from .rounding import mean, ratio, rounded

WITHOUT_FISH = 28 * DAY
SHORTEST, LONGEST = 240, 900
FIRST_DAYS = (30, 60, 90)


def mean_of(members: List[Ranked]) -> Optional[object]:
    return rounded(mean(Fraction(member.value) for member in members), 3)


def site_quarters(request: Request) -> List[Fields]:
    """By month, platform area, quarter. Made once, of everybody's sites; areas select rows."""
    lake = request.lake
    answer = []
    for (month, area), blocks in sorted(lake.made_once.site_quarters.items()):
        if not request.has_month(month) or not request.passing_areas(area):
            continue
        for block in blocks:
            own = sorted((member for member in block.members if request.caller.company in member.what.companies),
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
                "farmer_site_ids": [member.what.site for member in own] if request.is_farmer else None,
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
    """Finished, with a known begin, and long enough or a quarter lost."""
    length = (cycle.last - cycle.first).days + 1
    return (cycle.last + WITHOUT_FISH <= lake.complete_through and first_of_month(cycle.first) > first_of_month(lake.begin)
            and length <= LONGEST and (length >= SHORTEST or 4 * cycle.lost >= cycle.stocked)
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
    by_year: Dict[int, Dict[str, List[Ranked]]] = defaultdict(lambda: defaultdict(list))
    for cycle in cycles:
        area = lake.platform_area_of.get(lake.sites[cycle.site].area)
        if area and lake.is_complete(last_piece_day(date(cycle.last.year, 12, 31) + WITHOUT_FISH)):
            order = (int(cycle.site), generation_order(cycle.generation), cycle.company)
            by_year[cycle.last.year][area].append(Ranked(cycle, cycle.risk, order, cycle.group))
    found = {(year, area): quarters_of(members, lake.rule) for year, of_year in by_year.items() for area, members in of_year.items()}
    return {place: blocks for place, blocks in found.items() if blocks}


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
    own = [block.quarter for block in blocks if cycle and any(member.what == cycle for member in block.members)]
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
        "benchmark_mean_loss_share": rounded(mean(member.what.share for member in members), 3) if year is not None else None,
        "benchmark_quarter_means": {"q%d" % k: next((mean_of(block.members) for block in blocks if block.quarter == k), None)
                                    for k in QUARTERS},
        "quarter": own[0] if own else None,
    }


ROUTES = {"/v3/comparison/site-quarters": site_quarters, "/v3/comparison/cycles": cycles}
