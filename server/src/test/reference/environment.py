"""Environment: sea temperatures of all offshore sites (definitions.md, 6 Environment)."""
from __future__ import annotations

from datetime import date
from fractions import Fraction
from typing import Dict, List, Optional, Tuple

from .atoms import region_order
from .dates import WEEK, add_months, first_of_month, last_of_month, monday, years_back
from .filters import ENGLISH_MONTHS, Request
from .mortality import Fields
from .rounding import Exact, difference, mean, median, rounded, sample_deviation, slope
from .temperatures import BANDS, Pool, pools

SEASONS = {12: "winter", 1: "winter", 2: "winter", 3: "spring", 4: "spring", 5: "spring", 6: "summer", 7: "summer",
           8: "summer", 9: "autumn", 10: "autumn", 11: "autumn"}


class Weeks:
    """The weekly averages of production areas, and what looks back over them. Outside the window, too."""

    def __init__(self, request: Request) -> None:
        self.pools: Dict[Tuple[int, date], Pool] = pools(request.lake, lambda day, area: (area, monday(day)))
        self.means: Dict[Tuple[int, date], Exact] = {key: pool.mean() for key, pool in self.pools.items()}

    def mean(self, area: int, week: Optional[date]) -> Exact:
        return self.means.get((area, week))

    def last(self, area: int, week: date, count: int) -> List[Exact]:
        """The weeks that end with this one, oldest first."""
        return [self.mean(area, week - back * WEEK) for back in range(count - 1, -1, -1)]

    def trend(self, area: int, week: date, count: int):
        """The slope over so many weeks; it needs data in at least half of them."""
        return rounded(slope(self.last(area, week, count), count // 2), 4)

    def years_back(self, area: int, week: date, years: int) -> Exact:
        return self.mean(area, years_back(week, years))

    def macro_trend(self, area: int, week: date):
        """The mean over the last 52 weeks of what is warmer than a year before, a week; it needs half of the pairs."""
        weeks = [week - back * WEEK for back in range(52)]
        warmer = [difference(self.mean(area, one), self.years_back(area, one, 1)) for one in weeks]
        pairs = [value for value in warmer if value is not None]
        return rounded(mean(pairs) / 52, 4) if len(pairs) >= 26 else None


def trends(request: Request) -> List[Fields]:
    """Production area x ISO week; by area id, week."""
    weeks = Weeks(request)
    answer = []
    for area, week in sorted(weeks.pools):
        if not request.has_area(area) or not request.has_week(week):
            continue
        year, number, _ = week.isocalendar()
        bundle = request.lake.platform_area_of[area]
        temperature = weeks.mean(area, week)
        year_before = weeks.years_back(area, week, 1)
        two_before = weeks.years_back(area, week, 2)
        answer.append({
            "week": week.isoformat(),
            "weeknum": number,
            "year": year,
            "area_id": area,
            "area_name": request.lake.areas[area].name,
            "platform_area_name": request.lake.platform_areas[bundle].name,
            "production_area_ids": request.passing_areas(bundle),
            "temperature": rounded(temperature, 2),
            "trend": weeks.trend(area, week, 4),
            "change": rounded(difference(temperature, weeks.mean(area, week - WEEK)), 2),
            "macro_trend": weeks.macro_trend(area, week),
            "macro_change": rounded(difference(temperature, year_before), 2),
            "macro_change_2": rounded(difference(temperature, two_before), 2),
            "prev_year": rounded(year_before, 2),
            "prev_year_2": rounded(two_before, 2),
        })
    return answer


def depths(request: Request) -> List[Fields]:
    """Date x platform area; by date, area id."""
    lake = request.lake
    found = pools(lake, lambda day, area: (day, lake.platform_area_of[area])
                  if request.has_area(area) and request.has_days(day, day) else None)
    answer = []
    for (day, bundle), pool in sorted(found.items(), key=lambda item: item[0]):
        fields: Fields = {
            "date": day.isoformat(),
            "production_region_name": lake.region_of(lake.platform_areas[bundle].areas[0]),
            "platform_area_name": lake.platform_areas[bundle].name,
            "production_area_ids": request.passing_areas(bundle),
            "temperature_measurement_count": pool.measurements,
            "avg_temperature": rounded(pool.mean(), 2),
            "min_temperature": rounded(min(pool.temperatures), 2),
            "max_temperature": rounded(max(pool.temperatures), 2),
            "sites_count": len(pool.sites),
        }
        for band in BANDS:
            fields["temperature_" + band] = rounded(pool.band_mean(band), 2)
        answer.append(fields)
    return answer


def across_sites(pool: Pool) -> Fields:
    averages = pool.site_averages()
    return {
        "avg_temperature": rounded(mean(averages), 2),
        "median_temperature": rounded(median(averages), 2),
        "min_site_avg_temperature": rounded(min(averages), 2),
        "max_site_avg_temperature": rounded(max(averages), 2),
        "total_measurement_count": pool.measurements,
        "std_dev_avg_temperature": sample_deviation(averages, 2),
    }


def by_week_and_region(request: Request) -> List[Fields]:
    """ISO week x region; by week, region (Sør, Midt, Nord)."""
    lake = request.lake
    found = pools(lake, lambda day, area: (monday(day), lake.region_of(area))
                  if request.has_area(area) and request.has_week(monday(day)) else None)
    answer = []
    for week, region in sorted(found, key=lambda key: (key[0], region_order(key[1]))):
        answer.append({
            "production_region_name": region,
            "measurement_week_date": week.isoformat(),
            "platform_area_name": None,
            "production_area_ids": [area for area in sorted(lake.areas)
                                    if lake.region_of(area) == region and request.has_area(area)],
            **across_sites(found[week, region]),
        })
    return answer


def by_area_and_week(request: Request) -> List[Fields]:
    """Production area x ISO week; by area id, week."""
    found = pools(request.lake, lambda day, area: (area, monday(day))
                  if request.has_area(area) and request.has_week(monday(day)) else None)
    this_week = monday(request.today)
    answer = []
    for area, week in sorted(found):
        answer.append({
            "production_area_id": area,
            "production_region_name": request.lake.region_of(area),
            "measurement_week_date": week.isoformat(),
            "is_current_week": week == this_week,
            "is_previous_week": week == this_week - WEEK,
            **across_sites(found[area, week]),
        })
    return answer


class Months:
    """The monthly averages of production areas."""

    def __init__(self, request: Request) -> None:
        self.lake = request.lake
        self.whole = self._means(31)
        # our choice: the last date with temperatures is that of the offshore sites with a production area
        self.last_day = max((reading.day for _, reading in self.lake.readings.values()
                             if self.lake.area_of(reading.site) is not None), default=date.min)
        self.to_date = self._means(self.last_day.day)

    def _means(self, days: int) -> Dict[Tuple[int, date], Exact]:
        """Over the first days of each month."""
        found = pools(self.lake, lambda day, area: (area, first_of_month(day)) if day.day <= days else None)
        return {key: pool.mean() for key, pool in found.items()}

    def mean(self, area: int, month: date) -> Exact:
        return self.whole.get((area, month))

    def is_to_date(self, month: date) -> bool:
        return last_of_month(month) > self.last_day

    def history(self, area: int, month: date, years: int) -> Exact:
        """The mean of the same month's averages in the years before, null unless all are there. A month to date is
        compared with the same days: to the last date with temperatures, our choice: of all areas."""
        means = self.to_date if self.is_to_date(month) else self.whole
        before = [means.get((area, add_months(month, -12 * back))) for back in range(1, years + 1)]
        return None if None in before else mean(before)


def status(off: Exact) -> Optional[str]:
    """How far a month is off its history."""
    if off is None:
        return None
    if off <= Fraction(-3, 2):
        return "much colder"
    if off <= Fraction(-1, 2):
        return "colder"
    if off < Fraction(1, 2):
        return "normal"
    return "warmer" if off < Fraction(3, 2) else "much warmer"


def analysis(request: Request) -> List[Fields]:
    """Production area x ISO week; by area id, week. Differences are of unrounded values."""
    weeks = Weeks(request)
    monthly = Months(request)
    answer = []
    for area, week in sorted(weeks.pools):
        if request.has_area(area) and request.has_week(week):
            answer.append({**week_fields(request, weeks, area, week),
                           **month_fields(request, monthly, area, week)})
    return answer


def week_fields(request: Request, weeks: Weeks, area: int, week: date) -> Fields:
    lake = request.lake
    pool = weeks.pools[area, week]
    year, number, _ = week.isocalendar()
    bundle = lake.platform_area_of[area]
    temperature = weeks.mean(area, week)
    year_before = weeks.years_back(area, week, 1)
    change = difference(temperature, year_before)
    site_days = sum(len(sites) for sites in pool.sites_of_day.values())
    this_week = monday(request.today)
    fields: Fields = {
        "week_date": week.isoformat(),
        "week_year": year,
        "week_number": number,
        "area_id": area,
        "area_name": lake.areas[area].name,
        "platform_area_name": lake.platform_areas[bundle].name,
        "production_area_ids": request.passing_areas(bundle),
        "production_region_name": lake.region_of(area),
        "avg_temperature": rounded(temperature, 2),
        "median_temperature": rounded(median(pool.site_averages()), 2),
        "min_temperature": rounded(min(pool.temperatures), 2),
        "max_temperature": rounded(max(pool.temperatures), 2),
        "total_measurement_count": pool.measurements,
        "avg_sites_count": rounded(Fraction(site_days, len(pool.sites_of_day)), 2),
        "days_with_data": len(pool.sites_of_day),
        "rolling_4week_avg": rounded(mean(weeks.last(area, week, 4)), 2),
        "rolling_12week_trend": weeks.trend(area, week, 12),
        "macro_trend": weeks.macro_trend(area, week),
        "week_over_week_change": rounded(difference(temperature, weeks.mean(area, week - WEEK)), 2),
        "temp_same_week_last_year": rounded(year_before, 2),
        "year_over_year_change": rounded(change, 2),
        # null when last year is below 1 °C
        "year_over_year_pct_change": rounded(100 * change / year_before, 2)
                                     if year_before is not None and year_before >= 1 else None,
        "is_current_week": week == this_week,
        "is_previous_week": week == this_week - WEEK,
    }
    for band in BANDS:
        fields["avg_temperature_" + band] = rounded(pool.band_mean(band), 2)
    return fields


def month_fields(request: Request, monthly: Months, area: int, week: date) -> Fields:
    """Of the month of the week's Monday."""
    month = first_of_month(week)
    average = monthly.mean(area, month)
    fields: Fields = {
        "current_month_avg": rounded(average, 2),
        "current_month_period_type": "month_to_date" if monthly.is_to_date(month) else "full_month",
        "is_current_month": month == first_of_month(request.today),
        "month_name": ENGLISH_MONTHS[month.month - 1],
        "season": SEASONS[month.month],
    }
    for years in (3, 5):
        history = monthly.history(area, month, years)
        off = difference(average, history)
        fields["month_avg_%dyear_historical" % years] = rounded(history, 2)
        fields["current_month_vs_%dyear_diff" % years] = rounded(off, 2)
        fields["monthly_status_vs_%dyear" % years] = status(off)
    return fields


ROUTES = {
    "/v3/environment/temperature-trends-by-region": trends,
    "/v3/environment/temperature-depths-by-region": depths,
    "/v3/environment/temperature-by-week-and-region": by_week_and_region,
    "/v3/environment/temperature-by-production-area-and-week": by_area_and_week,
    "/v3/environment/sea-temperature-analysis": analysis,
}
