"""A request: who asks, and what passes its filters (definitions.md, 2 Windows; 3 Filters)."""
from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Dict, List, Optional, Set, Tuple

from .atoms import WEIGHT_CLASS, Cell
from .dates import DAY, add_months, first_of_month, last_of_month, monday, months_before
from .model import Lake, generation_code

NORWEGIAN_MONTHS = ("januar februar mars april mai juni juli august september oktober november desember").split()
ENGLISH_MONTHS = ("January February March April May June July August September October November December").split()
NO_UPPER_LIMIT = 15000


class Refused(Exception):
    """The answer is an error of this status."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


@dataclass(frozen=True)
class Caller:
    """An admin, an analyst, or a farmer: the token of one company."""
    role: str
    company: Optional[str] = None

    @property
    def is_admin(self) -> bool:
        return self.role == "admin"

    @property
    def is_farmer(self) -> bool:
        return self.role == "farmer"


def truth(text: str) -> bool:
    return text.lower() in ("true", "1")


def named_period(text: str, today: date) -> Tuple[date, date]:
    """The first and last day of what a text names (3 Filters, Dates)."""
    named = text.strip().lower()
    if named in ("today", "i dag"):
        return today, today
    if named in ("yesterday", "i går"):
        return today - DAY, today - DAY
    found = re.fullmatch(r"(\d{4})-(\d{2})-(\d{2})", named)
    if found:
        day = date(*map(int, found.groups()))
        return day, day
    found = re.fullmatch(r"(\d{1,2})([/.-])(\d{1,2})\2(\d{4})", named)
    if found:
        day = date(int(found[4]), int(found[3]), int(found[1]))
        return day, day
    found = re.fullmatch(r"(?:week|uke) (\d{1,2}) (\d{4})", named)
    if found:
        return iso_week(int(found[2]), int(found[1]))
    found = re.fullmatch(r"(\d{4})-w(\d{2})", named)
    if found:
        return iso_week(int(found[1]), int(found[2]))
    found = re.fullmatch(r"(\d{4})-(\d{2})", named)
    if found:
        return months(int(found[1]), int(found[2]), 1)
    found = re.fullmatch(r"q(\d) (\d{4})", named)
    if found:
        return months(int(found[2]), int(found[1]) * 3 - 2, 3)
    found = re.fullmatch(r"(\d{4})-q(\d)", named)
    if found:
        return months(int(found[1]), int(found[2]) * 3 - 2, 3)
    found = re.fullmatch(r"(\d{4})", named)
    if found:
        return months(int(found[1]), 1, 12)
    name, year = named.split(" ")
    return months(int(year), month_number(name), 1)


def iso_week(year: int, number: int) -> Tuple[date, date]:
    start = date.fromisocalendar(year, number, 1)
    return start, start + 6 * DAY


def months(year: int, month: int, count: int) -> Tuple[date, date]:
    start = date(year, month, 1)
    return start, add_months(start, count) - DAY


def month_number(name: str) -> int:
    """Full names and three-letter forms in both languages."""
    for language in (NORWEGIAN_MONTHS, ENGLISH_MONTHS):
        for index, month in enumerate(language):
            if name in (month.lower(), month.lower()[:3]):
                return index + 1
    raise ValueError(name)


class Request:
    """A route's parameters as they were sent, read for a lake and a caller."""

    def __init__(self, lake: Lake, path: str, parameters: Dict[str, str], caller: Caller, today: date) -> None:
        self.lake = lake
        self.path = path
        self.parameters = parameters
        self.caller = caller
        self.today = today
        self.group = lake.companies[caller.company].group if caller.is_farmer else None
        self.excludes_self = truth(parameters.get("exclude_self", "false"))
        self.of_company = parameters.get("own", "group").lower() == "company"
        self.placement = self._placement()
        self.areas = self._areas(parameters.get("areas", "%"))
        self.generations = self._generations(parameters.get("generations") or parameters.get("generation"))
        self._read_weights()
        self._read_window()

    @property
    def is_farmer(self) -> bool:
        return self.caller.is_farmer

    def _placement(self) -> Optional[str]:
        """Benchmarks are of fish at sea, on some routes on land when that is asked for; one names it in each row."""
        if self.path.endswith("/rolling-12-month"):
            return None
        return self.parameters.get("placement", "offshore").lower()

    def _areas(self, text: str) -> Optional[Set[int]]:
        """The production areas that pass, None for all."""
        items = [item.strip() for item in text.split(",")]
        if "%" in items:
            return None
        passing: Set[int] = set()
        for item in items:
            if item.isdigit():
                passing.add(int(item))
                continue
            for bundle in self.lake.platform_areas.values():
                if item.lower() in (bundle.id.lower(), bundle.name.lower(), bundle.english.lower()):
                    passing.update(bundle.areas)
        return passing

    @staticmethod
    def _generations(text: Optional[str]) -> Optional[Set[str]]:
        return {generation_code(item) for item in text.split(",")} if text else None

    def _read_weights(self) -> None:
        """Taken in whole weight classes; an end of 15000 means no upper limit."""
        start = int(self.parameters.get("weight_range_start", 0))
        end = int(self.parameters.get("weight_range_end", NO_UPPER_LIMIT))
        self.lowest_class = start // WEIGHT_CLASS * WEIGHT_CLASS
        rounded_up = -(-end // WEIGHT_CLASS) * WEIGHT_CLASS
        self.below_class = None if end == NO_UPPER_LIMIT else max(rounded_up, self.lowest_class + WEIGHT_CLASS)

    def _read_window(self) -> None:
        """The default start, counted back from today, is the route's."""
        if self.path == "/v3/comparison/cycles":
            default = months_before(self.today, 36)
        elif self.path.startswith(("/v3/inventory", "/v3/comparison")):
            default = months_before(self.today, 12)
        elif self.path == "/v3/feeding/growth" or self.path.startswith("/v3/mortality") and not self.path.endswith("/rank/week"):
            default = self.today - timedelta(weeks=12)
        else:
            default = self.today - timedelta(weeks=4)
        start = self.parameters.get("from_date")
        end = self.parameters.get("to_date")
        self.first = named_period(start, self.today)[0] if start else default
        self.last = named_period(end, self.today)[1] if end else self.today

    # What passes

    def is_own(self, company: str) -> bool:
        """Whether a company's fish are the caller's own: those of its whole group, or its own company's alone."""
        if not self.is_farmer:
            return False
        return company == self.caller.company if self.of_company else self.lake.companies[company].group == self.group

    def has_area(self, area: Optional[int]) -> bool:
        return self.areas is None or area in self.areas

    def has_generation(self, generation: str) -> bool:
        return self.generations is None or generation in self.generations

    def has_cell(self, cell: Cell) -> bool:
        return (self.placement in (None, cell.placement) and self.has_area(cell.area)
                and self.has_generation(cell.generation) and self.lowest_class <= cell.weight_class
                and (self.below_class is None or cell.weight_class < self.below_class))

    @property
    def filters_fish(self) -> bool:
        """Generations or weights are filtered: site averages have no benchmark values then."""
        return self.generations is not None or self.lowest_class > 0 or self.below_class is not None

    def has_days(self, first: date, last: date) -> bool:
        """Dates select periods, they never cut one: a period is returned when it overlaps the window."""
        return first <= self.last and last >= self.first

    def has_week(self, week: date) -> bool:
        return self.has_days(week, week + 6 * DAY)

    def has_month(self, month: date) -> bool:
        return self.has_days(month, last_of_month(month))

    def whole_weeks(self) -> Tuple[date, date]:
        """From the Monday of from_date's week to the Sunday of to_date's."""
        return monday(self.first), monday(self.last) + 6 * DAY

    def passing_areas(self, platform_area: str) -> List[int]:
        """production_area_ids: a platform area's production areas that pass the filter."""
        return [area for area in sorted(self.lake.platform_areas[platform_area].areas) if self.has_area(area)]

    def areas_of_region(self, region: str) -> List[int]:
        """The production areas of a region, or of the country (Norge), that pass the filter."""
        return [area for area, place in self.lake.areas.items() if region in ("Norge", place.region) and self.has_area(area)]


def month_of(cell: Cell) -> date:
    return first_of_month(cell.piece)


def week_of(cell: Cell) -> date:
    return monday(cell.piece)
