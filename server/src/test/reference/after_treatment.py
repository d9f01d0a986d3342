"""What treatments cost in fish (comparison.md, /v3/comparison/after-treatment and site-treatments)."""
from __future__ import annotations

import math
from collections import defaultdict
from datetime import date, timedelta
from fractions import Fraction
from typing import Callable, Dict, Iterable, List, NamedTuple, Optional, Tuple

from .dates import DAY, add_months, monday
from .feed_release import make_blocks, tree_atoms
from .filters import Refused, Request
from .lice import of_counted, own_counts
from .model import Lake, UnitDay
from .mortality import Fields
from .rounding import Exact, coarse, mean, ratio, rounded, significant
from .treatment_filters import by_order, check_access, site_order, text
from .untreated import WITHIN, kilogram, losses_of, released_through, unit_day_number, unit_treatments

BEFORE = 14
AFTER = 13
YARDSTICK, UNTREATED = "Yardstick", "Untreated"
SAMPLE = {0: YARDSTICK, 50: UNTREATED}
MOST = Fraction(1, 100)
ENOUGH_SITES = 8
WEIGHTS = ("0–1 kg", "1–2 kg", "2–3 kg", "3–4 kg", "4+ kg")


class Event(NamedTuple):
    """A treatment of a unit, or a day of the sample; whether another one is before it. Without an excess it counts nowhere."""
    day: date
    site: str
    unit: str
    company: str
    group: str
    category: str
    target: str
    weight: int
    fish: int
    lost: int
    excess: Optional[Fraction]
    # with rates of untreated fish to two digits, of which the second is 0 or 5
    rough_excess: Optional[Fraction]
    is_emptied: bool
    is_overlapping: bool

    @property
    def quarter(self) -> date:
        return date(self.day.year, (self.day.month - 1) // 3 * 3 + 1, 1)

    @property
    def clamped(self) -> Fraction:
        return max(-MOST, min(MOST, self.excess))

    @property
    def is_above(self) -> bool:
        return self.excess > MOST


def followed_up(quarter: date) -> date:
    """The last day that the last events of a quarter need."""
    return add_months(quarter, 3) + timedelta(days=AFTER - 1)


def beyond(before: List[UnitDay], after: List[UnitDay], rate_of: Callable[[UnitDay], Fraction]) -> Fraction:
    """What the unit lost after the treatment beyond untreated fish, as it stood before."""
    stood = Fraction(sum(map(losses_of, before)) + 50) / (sum(row.fish * rate_of(row) for row in before) + 50)
    return sum(Fraction(losses_of(row), row.fish) - rate_of(row) * stood for row in after)


def events(lake: Lake) -> List[Event]:
    """At sea; treatments that name their units, and the sample of days without one."""
    rate_of = lake.made_once.untreated.of
    treated = unit_treatments(lake)
    fish = {(day.day, day.site, day.unit): day for day in lake.with_fish}
    found = []

    def add(unit: Tuple[str, str, str], day: date, category: str, target: str, last: int, is_overlapping: bool) -> None:
        def of(number: int) -> Optional[UnitDay]:
            row = fish.get((day + timedelta(days=number), unit[0], unit[1]))
            return row if row is not None and row.company == unit[2] else None

        if lake.sites[unit[0]].placement != "offshore" or any(of(number) is None for number in range(-BEFORE, 1)):
            return
        before = [of(number) for number in range(-BEFORE, -3)]
        after = {number: of(number) for number in range(max(last, 0) + 1) if of(number) is not None}
        excess = rough_excess = None
        if all(rate_of(row) is not None for row in before + list(after.values())):
            excess, rough_excess = (beyond(before, list(after.values()), rate) for rate in (rate_of, lambda row: coarse(rate_of(row))))
        found.append(Event(day, *unit, lake.companies[unit[2]].group, category, target, kilogram(of(0)), of(0).fish,
                           sum(map(losses_of, after.values())), excess, rough_excess, max(after) < last, is_overlapping))

    for unit, its in treated.items():
        days = [each.day for each in its]
        for each in its:
            if each.names_units:
                gaps = [(other - each.day).days for other in days if other > each.day]
                add(unit, each.day, each.category, each.target, min([AFTER] + [gap - 1 for gap in gaps]),
                    days.count(each.day) > 1 or any(0 < (each.day - other).days <= WITHIN for other in days))
    for row in lake.with_fish:
        unit = row.site, row.unit, row.company
        category = SAMPLE.get(unit_day_number(row.site, row.unit, row.day))
        if category and not any(-WITHIN - BEFORE <= (each.day - row.day).days <= AFTER for each in treated.get(unit, ())):
            add(unit, row.day, category, "None", AFTER, False)
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


Yardstick = Dict[Tuple[date, int], Tuple[Fraction, Fraction]]


def yardstick(made: Iterable[List[Event]]) -> Yardstick:
    """By quarter and weight: the mean, and the part above one percent, of the atom of untreated days that the weight lies in."""
    return {(event.quarter, event.weight): (mean(each.clamped for each in atom), Fraction(sum(each.is_above for each in atom), len(atom)))
            for atom in made if {each.category for each in atom} == {YARDSTICK} for event in atom}


def figures(found: List[Event], taken: Yardstick) -> Tuple[Exact, Optional[float], Exact]:
    """The mean, its standard error between sites, and the share above one percent; less the yardstick's."""
    if not found:
        return None, None, None
    net = [event.clamped - taken[event.quarter, event.weight][0] for event in found]
    middle = mean(net)
    residuals: Dict[Tuple[str, str], Fraction] = defaultdict(Fraction)
    for event, value in zip(found, net):
        residuals[event.site, event.group] += value - middle
    sites = len(residuals)
    error = None
    if sites >= ENOUGH_SITES:
        squares = sum(residual ** 2 for residual in residuals.values())
        error = significant(Fraction(math.sqrt(squares * sites / (sites - 1))) / len(found), 2)
    return middle, error, mean(event.is_above - taken[event.quarter, event.weight][1] for event in found)


def after_treatment(request: Request) -> List[Fields]:
    """By year, quarter (none last), category, target, weight (none last)."""
    lake = request.lake
    through = released_through(lake)
    everything = events(lake)
    due = [event for event in everything if event.day + timedelta(days=AFTER) <= lake.complete_through]
    if request.caller.is_admin:
        made = [[event] for event in due if not event.is_overlapping and event.excess is not None]
        of_weight: Dict[Tuple[date, int], List[Event]] = defaultdict(list)
        for (event,) in made:
            if event.category == YARDSTICK:
                of_weight[event.quarter, event.weight].append(event)
        taken = yardstick(of_weight.values())
    else:
        made = atoms(lake, [event for event in everything if followed_up(event.quarter) <= through and not event.is_overlapping
                            and event.excess is not None])
        taken = yardstick(made)
    years = range(request.first.year, request.last.year + 1)
    others: Dict[RowKey, List[Event]] = defaultdict(list)
    own: Dict[RowKey, List[Event]] = defaultdict(list)
    for atom in made:
        if (len({(event.category, event.target) for event in atom}) == 1
                and all((event.quarter, event.weight) in taken for event in atom) and atom[0].category != YARDSTICK):
            for event in atom:
                for key in keys(event, len({each.weight for each in atom}) == 1, followed_up(event.quarter) <= through):
                    others[key].append(event)
    for event in due:
        if request.is_own(event.company) and event.category != YARDSTICK:
            for key in keys(event, True, followed_up(event.quarter) <= through):
                # a company is not told the exact rate of untreated fish, by however many events
                own[key].append(event._replace(excess=event.rough_excess))
    answer = []
    for key in sorted({*others, *own}, key=lambda key: (key[0], key[1] or 9, key[2], key[3], 9 if key[4] is None else key[4])):
        year, quarter, category, target, weight = key
        if year not in years:
            continue
        shown = others.get(key, [])
        mine = [event for event in own[key] if not event.is_overlapping and event.excess is not None
                and (event.quarter, event.weight) in taken]
        value, error, above = figures(shown, taken)
        my_value, my_error, my_above = figures(mine, taken)
        answer.append({
            "treatment_category": category, "treatment_target": target, "year": year, "quarter": quarter,
            "weight_group": None if weight is None else WEIGHTS[weight],
            "event_count": len(shown) or None,
            "mean_excess_rate": rounded(value, 4),
            "standard_error": error,
            "share_above_one_percent": rounded(above, 4),
            "farmer_event_count": len(mine) if request.is_farmer else None,
            "farmer_mean_excess_rate": rounded(my_value, 4),
            "farmer_standard_error": my_error,
            "farmer_share_above_one_percent": rounded(my_above, 4),
            "farmer_emptied_count": sum(event.is_emptied for event in mine) if request.is_farmer else None,
            "farmer_overlapping_share": ratio(sum(event.is_overlapping for event in own[key]), len(own[key])),
        })
    return answer


def site_treatments(request: Request) -> List[Fields]:
    """By day descending, site by number, owner, category, target: the treated units of a site on a day."""
    if not request.caller.is_admin and not request.is_farmer:
        raise Refused(403)
    check_access(request)
    lake = request.lake
    wanted = {name: set(text(request, name).split(",")) for name in ("owner_id", "site_id") if text(request, name)}
    rows: Dict[tuple, List[Event]] = defaultdict(list)
    for event in events(lake):
        if (event.target != "None" and request.first <= event.day <= request.last
                and (not request.is_farmer or event.company == request.caller.company)
                and event.company in wanted.get("owner_id", {event.company}) and event.site in wanted.get("site_id", {event.site})):
            rows[event.day, event.site, event.company, event.category, event.target].append(event)
    answer = []
    counts = own_counts(lake)
    for (day, site, company, category, target), its in rows.items():
        is_complete = day + timedelta(days=AFTER) <= lake.complete_through
        # the week of day 10 has most of days 7 to 14
        before, after = (lake.lice.get((week, site)) for week in (monday(day) - 7 * DAY, monday(day + 10 * DAY)))
        own_before, own_after = (of_counted(counts.get((company, site, week), []), "adult_female")
                                 for week in (monday(day) - 7 * DAY, monday(day + 10 * DAY)))
        fish, lost = sum(event.fish for event in its), sum(event.lost for event in its)
        excess = mean(event.rough_excess for event in its if not event.is_overlapping)
        answer.append(((-day.toordinal(), site_order(site), company, category, target), {
            "owner_id": company, "site_id": site, "site_name": lake.sites[site].name, "treatment_date": day.isoformat(),
            "treatment_category": category, "treatment_target": target, "unit_count": len(its), "fish_count": fish, "loss_count": lost,
            "loss_share": ratio(lost, fish),
            "excess": rounded(excess, 3) if is_complete else None,
            "overlapping_count": sum(event.is_overlapping for event in its),
            "emptied_count": sum(event.is_emptied for event in its) if is_complete else None,
            "lice_before": rounded(own_before if own_before is not None else before.adult_female if before is not None and before.counts else None, 2),
            "lice_after": rounded(own_after if own_after is not None else after.adult_female if after is not None and after.counts else None, 2),
            "is_complete": is_complete,
        }))
    return by_order(answer)


ROUTES = {"/v3/comparison/after-treatment": after_treatment, "/v3/comparison/site-treatments": site_treatments}
