"""Legacy v2: mortality and feeding by region and by country (definitions.md, 5 Legacy v2; 2 Confidentiality)."""
from __future__ import annotations

from collections import defaultdict
from datetime import date
from fractions import Fraction
from math import floor
from typing import Callable, Dict, List, Optional, Set, Tuple

from . import benchmark
from .atoms import ByGroup, Cell, region_order
from .benchmark import DAYS_OF_A_SITE, Row, rows
from .dates import add_months, days_in_month, first_of_month, months_before
from .feed_release import BUCKET_STARTS, FedDay, count, fed_days, present_group
from .filters import Refused, Request, month_of
from .model import Lake, UnitDay
from .mortality import Fields
from .rounding import Exact, cumulative, mean, median, percentile, ratio, rounded
from .temperatures import site_day_temperatures

RateOfMonth = Callable[[date], Exact]
MonthRegion = Tuple[date, str]


def last_36_months(lake: Lake) -> List[date]:
    """The last 36 complete months."""
    last = lake.last_complete_month()
    return [add_months(last, -back) for back in range(35, -1, -1)]


def region_of_cell(by_country: bool) -> Callable[[Cell], Optional[str]]:
    return (lambda cell: "Norge") if by_country else (lambda cell: cell.region)


def offshore_rows(request: Request, by_country: bool) -> Dict[MonthRegion, Row]:
    """Offshore sites only. The country's rows have sites without a production area, too."""
    if request.excludes_self and not request.is_farmer:
        raise Refused(403)
    region_of = region_of_cell(by_country)

    def row_of(cell: Cell) -> Optional[MonthRegion]:
        region = region_of(cell)
        return (month_of(cell), region) if region else None

    return rows(request, row_of)


def row_order(key: MonthRegion) -> tuple:
    return key[0], region_order(key[1])


def horizons(month: date) -> Dict[str, int]:
    """Months that each key looks back; year = from January to this month."""
    return {"1_m": 1, "3_m": 3, "6_m": 6, "12_m": 12, "year": month.month}


def by_horizon(rate_of: RateOfMonth, month: date) -> Dict[str, Optional[float]]:
    return {name: cumulative([rate_of(add_months(month, -back)) for back in range(months)])
            for name, months in horizons(month).items()}


class SiteMonth:
    """An offshore site in a month: its fish in included atoms."""

    def __init__(self) -> None:
        self.fish_days = 0
        self.biomass_days = 0
        self.days: Set[date] = set()
        self.deaths = 0
        self.dead_grams = 0
        self.groups: Set[str] = set()

    def add(self, unit_day: UnitDay) -> None:
        self.fish_days += unit_day.fish
        self.biomass_days += unit_day.biomass
        self.days.add(unit_day.day)
        self.deaths += sum(losses.mortality_count for losses in unit_day.losses.values())
        self.dead_grams += sum(losses.mortality_grams for losses in unit_day.losses.values())
        self.groups.add(unit_day.group)

    def rate(self, by_weight: bool, days: int) -> Exact:
        """A site counts with fish on 7 days of the month."""
        if len(self.days) < DAYS_OF_A_SITE:
            return None
        if by_weight:
            return ratio(self.dead_grams * days, self.biomass_days)
        return ratio(self.deaths * days, self.fish_days)


class Extremes:
    """Mean over the tenth of the sites with the highest (lowest) value for a horizon, never the caller's own group's.

    A site is the group's with fish of it there in the month, in included atoms or not."""

    def __init__(self, request: Request, by_country: bool) -> None:
        self.request = request
        self.sites: Dict[Tuple[str, str], Dict[date, SiteMonth]] = defaultdict(lambda: defaultdict(SiteMonth))
        self.own: Set[Tuple[str, date]] = set()
        region_of = region_of_cell(by_country)

        def row_of(cell: Cell) -> Optional[MonthRegion]:
            region = region_of(cell)
            return (month_of(cell), region) if region and cell.placement == "offshore" else None

        included = {cell for atom in benchmark.visible_atoms(request, of_feed=False)
                    if benchmark.included_row(request, atom, row_of) is not None for cell in atom}
        for unit_day in request.lake.with_fish:
            month = month_of(unit_day.cell)
            if request.is_farmer and unit_day.group == request.group:
                self.own.add((unit_day.site, month))
            if unit_day.cell in included:
                self.sites[region_of(unit_day.cell), unit_day.site][month].add(unit_day)

    def of_row(self, month: date, region: str, by_weight: bool, highest: bool) -> Dict[str, Exact]:
        return {name: self._mean(month, region, months, by_weight, highest)
                for name, months in horizons(month).items()}

    def _mean(self, month: date, region: str, months: int, by_weight: bool, highest: bool) -> Exact:
        values = []
        for (site_region, site), by_month in self.sites.items():
            if site_region != region or month not in by_month or (site, month) in self.own:
                continue
            wanted = [add_months(month, -back) for back in range(months)]
            if any(earlier not in by_month for earlier in wanted):
                continue
            rates = [by_month[earlier].rate(by_weight, days_in_month(earlier)) for earlier in wanted]
            value = cumulative(rates)
            if value is not None:
                # our choice: ranked by ten decimals, so that no noise of doubles decides
                values.append((rounded(Fraction(value), 10), site, by_month[month].groups))
        if len(values) < 10:
            return None
        # ties by site id
        values.sort(key=lambda value: (-value[0] if highest else value[0], int(value[1])))
        chosen = values[:-(-len(values) // 10)]
        groups = set().union(*(groups for _, _, groups in chosen))
        if not self.request.caller.is_admin and not self.request.lake.rule.are_enough(len(groups)):
            return None
        return mean(Fraction(value) for value, _, _ in chosen)


def mortality_rate(request: Request, by_country: bool) -> List[Fields]:
    """By year, month, region."""
    found = offshore_rows(request, by_country)
    extremes = Extremes(request, by_country)

    def rate_of(region: str, by_weight: bool) -> RateOfMonth:
        def value(month: date) -> Exact:
            row = found.get((month, region))
            if row is None or not row.is_shown:
                return None
            sums = row.benchmark
            if by_weight:
                return ratio(sums.total.mortality_grams * days_in_month(month), sums.biomass_days)
            return ratio(sums.total.mortality_count * days_in_month(month), sums.fish_days)
        return value

    answer = []
    months = last_36_months(request.lake)
    for month, region in sorted(found, key=row_order):
        if month not in months:
            continue
        row = found[month, region]
        fields: Fields = {"year": month.year, "month": month.month}
        if not by_country:
            fields["region"] = region
        fields["number_of_sites"] = row.site_count()
        fields["mortality_rate"] = by_horizon(rate_of(region, by_weight=False), month)
        fields["vi_mortality_rate"] = by_horizon(rate_of(region, by_weight=True), month)
        fields["mortality_code_rate"] = {level_1: level_1_rate(row, level_1, month) for level_1 in "ABCDEF"}
        for name, by_weight in (("rate", False), ("vi_rate", True)):
            for which in ("highest", "lowest"):
                means = extremes.of_row(month, region, by_weight, which == "highest")
                fields["%s_10_percent_avg_%s" % (which, name)] = means if row.is_shown else dict.fromkeys(means)
        answer.append(fields)
    return answer


def level_1_rate(row: Row, level_1: str, month: date) -> Exact:
    """The month's mortality rate of a level-1 code, 0 where the code has none. A code's first letter is its level 1."""
    if not row.is_shown:
        return None
    deaths = sum(losses.mortality_count for code, losses in row.benchmark.by_category.items() if code[0] == level_1)
    return ratio(deaths * days_in_month(month), row.benchmark.fish_days)


def top_categories(request: Request, by_country: bool) -> List[Fields]:
    """The 10 codes with the largest share of the month's loss count; by year, month, region, share desc, code."""
    found = offshore_rows(request, by_country)
    months = last_36_months(request.lake)
    answer = []
    for month, region in sorted(found, key=row_order):
        row = found[month, region]
        if month not in months or not row.is_shown:
            continue
        counts = {code: losses.count("loss") for code, losses in row.benchmark.by_category.items()}
        largest = sorted((code for code in counts if counts[code]), key=lambda code: (-counts[code], code))
        for code in largest[:10]:
            fields: Fields = {"year": month.year, "month": month.month}
            if not by_country:
                fields["region"] = region
            fields["mortality_code"] = code
            fields["category_rate"] = ratio(counts[code], row.benchmark.total.count("loss"))
            answer.append(fields)
    return answer


FedKey = Tuple[str, str, int, int]


def row_region(fed: FedDay, by_country: bool) -> Optional[str]:
    return "Norge" if by_country else fed.region


def released_rows(request: Request, by_country: bool) -> Dict[FedKey, List[FedDay]]:
    """The last 24 released months' unit-days, of today's groups: region, species, bucket, degree."""
    lake = request.lake
    months = lake.feed_release.last_months(24)
    found: Dict[FedKey, List[FedDay]] = defaultdict(list)
    for fed, is_in_region in lake.feed_release.fed_days:
        region = row_region(fed, by_country)
        if first_of_month(fed.day) in months and region and (by_country or is_in_region):
            now = fed._replace(group=present_group(lake, fed.company, fed.group))
            found[region, fed.species, fed.bucket, fed.degree].append(now)
    return found


def own_rows(request: Request, by_country: bool) -> Set[FedKey]:
    """Where the caller's group has unit-days in the last 24 months of the present data."""
    after = months_before(request.lake.end, 24)
    return {(row_region(fed, by_country), fed.species, fed.bucket, fed.degree) for fed in fed_days(request.lake)
            if fed.day > after and fed.group == request.group and row_region(fed, by_country)}


def feed_rate(request: Request, by_country: bool) -> List[Fields]:
    """By region, species, bucket, temperature; 403 for every caller who is not a farmer."""
    if not request.is_farmer:
        raise Refused(403)
    released = released_rows(request, by_country)
    at_sea = degree_temperatures(request)
    answer = []
    # a row of which nothing is released is there only for a caller with unit-days in it
    for key in sorted({*released, *own_rows(request, by_country)}, key=lambda key: (region_order(key[0]), *key[1:])):
        region, species, bucket, degree = key
        fields: Fields = {} if by_country else {"region": region}
        fields.update(bucket_fields(species, bucket, degree))
        fields.update(feed_values(request, released.get(key, [])))
        # of the sea: a mean over the unit-days would tell on which sites they are
        fields["avg_temperature"] = mean(at_sea[region, degree]) if fields["num_of_measurements"] else None
        answer.append(fields)
    return answer


def degree_temperatures(request: Request) -> Dict[Tuple[Optional[str], int], List[Fraction]]:
    """Site-days at sea of the last 24 released months, fed or not, by region (and the country) and degree."""
    lake = request.lake
    months = lake.feed_release.last_months(24)
    found: Dict[Tuple[Optional[str], int], List[Fraction]] = defaultdict(list)
    for (site, day), temperature in site_day_temperatures(lake).items():
        place = lake.sites[site]
        if place.placement == "offshore" and first_of_month(day) in months:
            for region in {"Norge", lake.region_of(place.area)}:
                found[region, floor(temperature)].append(temperature)
    return found


def groups_of(days: List[FedDay]) -> ByGroup:
    """Unit-days of each group."""
    return count(fed.group for fed in days)


def bucket_fields(species: str, bucket: int, degree: int) -> Fields:
    start = BUCKET_STARTS[bucket]
    is_last = bucket == len(BUCKET_STARTS) - 1
    end = None if is_last else BUCKET_STARTS[bucket + 1] - 1
    return {
        "weight_group": bucket + 1,
        "weight_bucket_name": "%d+ g" % start if is_last else "%d–%d g" % (start, end),
        "weight_bucket_start": start,
        "weight_bucket_end": end,
        "species": species,
        "temperature": degree,
    }


def feed_values(request: Request, days: List[FedDay]) -> Fields:
    """Highest and lowest rest on min-farmers + 1 groups as well."""
    counted = [day for day in days if not (request.excludes_self and day.group == request.group)]
    fields: Fields = {"num_of_measurements": len(counted) if days else None}
    if not counted:
        names = ("avg_sfr", "median_sfr", "highest_10_percent_avg_sfr", "lowest_10_percent_avg_sfr")
        return {**fields, **dict.fromkeys(names)}
    rates = [day.rate for day in counted]
    high, low = percentile(rates, Fraction(9, 10)), percentile(rates, Fraction(1, 10))
    rule = request.lake.rule
    # our choice: with exclude_self, the caller with days in the row counts as one of the min-farmers + 1
    left_out = 1 if request.excludes_self and request.group in groups_of(days) else 0
    for which, chosen in (("highest", [day for day in counted if day.rate >= high]),
                          ("lowest", [day for day in counted if day.rate <= low])):
        is_safe = rule.are_enough(len(groups_of(chosen)) + left_out)
        fields[which + "_10_percent_avg_sfr"] = mean(day.rate for day in chosen) if is_safe else None
    fields["avg_sfr"] = rounded(mean(rates), 4)
    fields["median_sfr"] = median(rates)
    return fields


ROUTES = {
    "/v2/mortality/mortality-rate-by-region": lambda request: mortality_rate(request, by_country=False),
    "/v2/mortality/mortality-rate-by-country": lambda request: mortality_rate(request, by_country=True),
    "/v2/mortality/categories/top-by-region": lambda request: top_categories(request, by_country=False),
    "/v2/mortality/categories/top-by-country": lambda request: top_categories(request, by_country=True),
    "/v2/feeding/sfr-by-region-and-temperature": lambda request: feed_rate(request, by_country=False),
    "/v2/feeding/sfr-by-country-and-temperature": lambda request: feed_rate(request, by_country=True),
}
