"""What treatments cost in fish (comparison.md, /v3/comparison/after-treatment)."""
from __future__ import annotations

from collections import defaultdict
from datetime import date, timedelta
from fractions import Fraction
from typing import Dict, Iterable, List, NamedTuple, Optional, Tuple

from .dates import add_months, piece_end, piece_start
from .feed_release import make_blocks, tree_atoms
from .filters import Request
from .model import Lake, UnitDay
from .mortality import Fields
from .rounding import Exact, median, ratio, rounded

BEFORE = 14
AFTER = 13
WITHIN = 20
WEIGHTS = ("0–1 kg", "1–2 kg", "2–3 kg", "3–4 kg", "4+ kg")


class Event(NamedTuple):
    """A treatment of a unit; whether another one is near."""
    day: date
    site: str
    unit: str
    company: str
    group: str
    category: str
    target: str
    weight: int
    excess: Fraction
    baseline: Fraction
    is_emptied: bool
    is_overlapping: bool

    @property
    def quarter(self) -> date:
        return date(self.day.year, (self.day.month - 1) // 3 * 3 + 1, 1)


def followed_up(quarter: date) -> date:
    """The last day that the last events of a quarter need."""
    return add_months(quarter, 3) + timedelta(days=AFTER - 1)


def rate(day: UnitDay) -> Fraction:
    return Fraction(sum(losses.count("loss") for losses in day.losses.values()), day.fish)


def events(lake: Lake) -> List[Event]:
    """At sea. Our choice: treatments that name no units are not here, also not as overlapping ones."""
    treated: Dict[Tuple[str, str, str], List[Tuple[date, str, str]]] = defaultdict(list)
    fish = {(day.day, day.site, day.unit): day for day in lake.with_fish}
    for company, treatment in lake.company_treatments.values():
        for unit in set(treatment.units or ()):
            day = fish.get((treatment.day, treatment.site, unit))
            if day is not None and day.company == company:
                treated[treatment.site, unit, company].append((treatment.day, treatment.category, treatment.target))
    found = []
    for (site, unit, company), its in treated.items():
        if lake.sites[site].placement != "offshore":
            continue
        for index, (day, category, target) in enumerate(its):
            def of(number: int) -> Optional[UnitDay]:
                row = fish.get((day + timedelta(days=number), site, unit))
                return row if row is not None and row.company == company else None

            if any(of(number) is None for number in range(-BEFORE, 1)):
                continue
            after = {number: of(number) for number in range(AFTER + 1) if of(number) is not None}
            baseline = median([rate(of(number)) for number in range(-BEFORE, -3)])
            found.append(Event(
                day, site, unit, company, lake.companies[company].group, category, target, min(4, int(of(0).weight) // 1000),
                sum(rate(row) for row in after.values()) - len(after) * baseline, baseline, max(after) < AFTER,
                any(abs((other - day).days) <= WITHIN for place, (other, _, _) in enumerate(its) if place != index)))
    return found


def atoms(lake: Lake, found: Iterable[Event]) -> List[List[Event]]:
    """Quarter by quarter; absorption only within a category and target."""
    trees: Dict[date, Dict[Tuple[str, str, int], List[Event]]] = defaultdict(lambda: defaultdict(list))
    for event in found:
        trees[event.quarter][event.category, event.target, event.weight].append(event)
    made = []
    for tree in trees.values():
        cells = sorted(tree)
        blocks = make_blocks([((category, target), weight) for category, target, weight in cells], [tree[cell] for cell in cells],
                             [[event.group for event in tree[cell]] for cell in cells])
        made += [[event for block in atom for event in block.rows] for atom in tree_atoms(lake.rule, blocks, absorbs_from=1)[0]]
    return made


RowKey = Tuple[int, Optional[int], str, str, Optional[int]]


def keys(event: Event, is_one_weight: bool, is_in_year: bool) -> List[RowKey]:
    return [(event.day.year, quarter, event.category, event.target, weight)
            for quarter in [(event.day.month + 2) // 3] + ([None] if is_in_year else [])
            for weight in [None] + ([event.weight] if is_one_weight else [])]


def released_through(lake: Lake) -> date:
    last = lake.complete_through
    return last if piece_end(last) == last else piece_start(last) - timedelta(days=1)


def share_above(found: List[Event], limit: Fraction) -> Exact:
    return ratio(sum(event.excess > limit for event in found), len(found))


def after_treatment(request: Request) -> List[Fields]:
    """By year, quarter (none last), category, target, weight (none last)."""
    lake = request.lake
    through = released_through(lake)
    present = [event for event in events(lake) if request.first.year <= event.day.year <= request.last.year]
    due = [event for event in present if event.day + timedelta(days=AFTER) <= lake.complete_through]
    others: Dict[RowKey, List[Event]] = defaultdict(list)
    own: Dict[RowKey, List[Event]] = defaultdict(list)
    if request.caller.is_admin:
        benchmark = [[event] for event in due if not event.is_overlapping]
    else:
        benchmark = atoms(lake, [event for event in present if followed_up(event.quarter) <= through and not event.is_overlapping])
    for atom in benchmark:
        if len({(event.category, event.target) for event in atom}) == 1:
            for event in atom:
                for key in keys(event, len({each.weight for each in atom}) == 1, followed_up(event.quarter) <= through):
                    others[key].append(event)
    for event in due:
        if request.is_own(event.company):
            for key in keys(event, True, followed_up(event.quarter) <= through):
                own[key].append(event)
    answer = []
    for key in sorted({*others, *own}, key=lambda key: (key[0], key[1] or 9, key[2], key[3], 9 if key[4] is None else key[4])):
        year, quarter, category, target, weight = key
        shown = others.get(key, [])
        mine = [event for event in own[key] if not event.is_overlapping]
        answer.append({
            "treatment_category": category, "treatment_target": target, "year": year, "quarter": quarter,
            "weight_group": None if weight is None else WEIGHTS[weight],
            "event_count": len(shown) or None,
            "mean_excess_rate": rounded(ratio(sum(event.excess for event in shown), len(shown)), 3),
            "share_above_quarter_percent": rounded(share_above(shown, Fraction(1, 400)), 3),
            "share_above_one_percent": rounded(share_above(shown, Fraction(1, 100)), 3),
            "farmer_event_count": len(mine) if request.is_farmer else None,
            "farmer_mean_excess_rate": ratio(sum(event.excess for event in mine), len(mine)),
            "farmer_share_above_quarter_percent": share_above(mine, Fraction(1, 400)),
            "farmer_share_above_one_percent": share_above(mine, Fraction(1, 100)),
            "farmer_baseline_rate": ratio(sum(event.baseline for event in mine), len(mine)),
            "farmer_emptied_count": sum(event.is_emptied for event in mine) if request.is_farmer else None,
            "farmer_overlapping_share": ratio(len(own[key]) - len(mine), len(own[key])),
        })
    return answer


ROUTES = {"/v3/comparison/after-treatment": after_treatment}
