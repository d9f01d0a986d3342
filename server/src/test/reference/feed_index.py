"""The feed index (comparison.md, /v3/feeding/feed-index)."""
from __future__ import annotations

from collections import defaultdict
from datetime import date
from fractions import Fraction
from math import floor
from statistics import median
from typing import Dict, List, Tuple

from .dates import DAY, monday
from .feed_release import BUCKET_STARTS
from .filters import Refused, Request
from .legacy import released_rows
from .model import UnitDay
from .mortality import Fields
from .rounding import ratio, rounded
from .temperatures import site_day_temperatures


def feed_index(request: Request) -> List[Fields]:
    """ISO week x own site, beside the published rates of the whole coast; by week, site number."""
    if not request.is_farmer:
        raise Refused(403)
    rates: Dict[Tuple[str, int, int], Fraction] = {}
    for (_, species, bucket, degree), days in released_rows(request, by_country=True).items():
        counted = [fed.rate for fed in days if not (request.excludes_self and fed.group == request.group)]
        if counted:
            rates[species, bucket, degree] = Fraction(rounded(sum(counted) / len(counted), 4))
    temperatures = site_day_temperatures(request.lake)
    found: Dict[Tuple[date, str], List[UnitDay]] = defaultdict(list)
    for day in request.lake.with_fish:
        if day.company == request.caller.company and request.has_cell(day.cell):
            found[monday(day.day), day.site].append(day)
    answer = []
    indexes: Dict[Tuple[date, str], Fraction] = {}
    for week, site in sorted(found, key=lambda key: (key[0], int(key[1]))):
        feed = compared = 0
        expected = Fraction(0)
        for day in found[week, site]:
            temperature = temperatures.get((site, day.day))
            bucket = max(index for index, start in enumerate(BUCKET_STARTS) if day.weight >= start)
            rate = rates.get((day.species, bucket, floor(temperature))) if temperature is not None else None
            if day.feed is not None and rate is not None:
                feed += day.feed
                compared += day.biomass
                expected += day.biomass * rate / 100
        if expected:
            indexes[week, site] = Fraction(feed) / expected
        if not request.has_week(week):
            continue
        last_four = [indexes[week - 7 * back * DAY, site] for back in range(4) if (week - 7 * back * DAY, site) in indexes]
        answer.append({
            "week": week.isoformat(),
            "site_id": site,
            "site_name": request.lake.sites[site].name,
            "feed_index": ratio(feed, expected),
            "feed_index_4_weeks": median(last_four) if last_four else None,
            "feed_kg": Fraction(feed, 1000),
            "expected_feed_kg": expected / 1000,
            "compared_share": ratio(compared, sum(day.biomass for day in found[week, site])),
            "is_complete": request.lake.is_complete(week + 6 * DAY),
        })
    return answer


ROUTES = {
    "/v3/feeding/feed-index": feed_index,
}
