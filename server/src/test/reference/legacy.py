"""Legacy v2: mortality and feeding by region and by country (definitions.md, 5 Legacy v2; 2 Confidentiality)."""
from __future__ import annotations

from collections import defaultdict
from datetime import date
from fractions import Fraction
from math import floor
from typing import Callable, Dict, List, Optional, Set, Tuple

from .atoms import REGIONS, Cell, region_order
from .benchmark import Row, rows
from .dates import add_months, days_in_month, first_of_month, months_before
from .feed_release import BUCKET_STARTS, FedDay, fed_days, present_group
from .feed_tails import HIGHEST, LOWEST, MEDIAN, FeedCell
from .filters import Refused, Request, month_of
from .model import Lake
from .mortality import Fields
from .rounding import Exact, cumulative, mean, ratio, rounded
from .temperatures import site_day_temperatures
from .tenths import MEASURES, SIDES, TenthOf, horizons

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


def by_horizon(rate_of: RateOfMonth, month: date) -> Dict[str, Optional[float]]:
    return {name: cumulative([rate_of(add_months(month, -back)) for back in range(months)])
            for name, months in horizons(month).items()}


def mortality_rate(request: Request, by_country: bool) -> List[Fields]:
    """By year, month, region."""
    found = offshore_rows(request, by_country)

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

    tenths = request.lake.made_once.tenths
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
        for measure in MEASURES:
            for side in SIDES:
                # our choice: not in a row of own fish alone
                fields["%s_10_percent_avg_%s" % (side, measure)] = {
                    horizon: tenths.shown(TenthOf(month, region, measure, horizon, side), request.caller.is_admin)
                    if row.is_shown else None for horizon in horizons(month)}
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
        fields.update(mean_rate(request, released.get(key, [])))
        fields.update(tails(request, key, is_shown=fields["avg_sfr"] is not None))
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


def mean_rate(request: Request, days: List[FedDay]) -> Fields:
    counted = [day.rate for day in days if not (request.excludes_self and day.group == request.group)]
    return {"num_of_measurements": len(counted) if days else None, "avg_sfr": rounded(mean(counted), 4)}


def tails(request: Request, key: FedKey, is_shown: bool) -> Fields:
    """The same for every caller; in rows whose mean is shown."""
    region, *of_region = key
    regions = (*REGIONS, None) if region == "Norge" else (region,)
    cells = [FeedCell(each, *of_region) for each in regions]
    made = request.lake.made_once.feed_tails
    return {name: made.of_row(cells, name) if is_shown else None for name in (HIGHEST, LOWEST, MEDIAN)}


ROUTES = {
    "/v2/mortality/mortality-rate-by-region": lambda request: mortality_rate(request, by_country=False),
    "/v2/mortality/mortality-rate-by-country": lambda request: mortality_rate(request, by_country=True),
    "/v2/mortality/categories/top-by-region": lambda request: top_categories(request, by_country=False),
    "/v2/mortality/categories/top-by-country": lambda request: top_categories(request, by_country=True),
    "/v2/feeding/sfr-by-region-and-temperature": lambda request: feed_rate(request, by_country=False),
    "/v2/feeding/sfr-by-country-and-temperature": lambda request: feed_rate(request, by_country=True),
}
