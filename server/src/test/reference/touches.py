"""The fish that a treatment met, and who sees that (definitions.md, 8 Treatment v3; 2 Confidentiality, Treatments)."""
from __future__ import annotations

from collections import defaultdict
from datetime import date
from fractions import Fraction
from functools import lru_cache
from typing import Callable, Dict, Hashable, Iterable, List, NamedTuple, Optional, Set, Tuple

from .atoms import WEIGHT_BAND, Cell
from .dates import DAY
from .filters import Request, week_of
from .model import Lake, Treatment, UnitDay

MEASURES = {"mekanisk fjerning": "Mechanical", "rensefisk": "Cleanerfish"}


class Cohort(NamedTuple):
    id: str
    generation: str
    company: str


class Part(NamedTuple):
    """A share of a treatment, at the weight of the fish that it met."""
    share: Fraction
    weight: Fraction
    generation: str


class Touch(NamedTuple):
    """A treatment and the fish that it met."""
    treatment: Treatment
    placement: str
    area: Optional[int]
    species: Optional[str]
    cohorts: List[Cohort]
    parts: List[Part]


def authority_treatments(lake: Lake) -> List[Treatment]:
    """One is left out when a platform farmer delivers treatments for that site and ISO week."""
    companies_weeks = {(treatment.site, treatment.week) for _, treatment in lake.company_treatments.values()}
    found = []
    for record in lake.authority_measures:
        week = date.fromisocalendar(int(record["År"]), int(record["Uke"]), 1)
        if (record["Lokalitetsnummer"], week) in companies_weeks:
            continue
        if record["Tiltak"] == "medikamentell":
            is_bath = record["Type behandling"] == "badebehandling"
            category, subtype, handling = "Bath" if is_bath else "Medicinal", record["Virkestoff"], is_bath
        else:
            category = MEASURES[record["Tiltak"]]
            subtype, handling = record["Rensefisk"] or None, category == "Mechanical"
        scope = "full" if record["Omfang"].startswith("hele") else "partial"
        found.append(Treatment(None, week, record["Lokalitetsnummer"], None, None, category, "Lice", subtype, handling,
                               False, scope, None, 1, None))
    return found


def most_biomass(fish: Iterable[UnitDay], key: Callable[[UnitDay], Hashable]) -> Optional[Hashable]:
    """Ties by code; None without fish. Our choice: fish that weigh 0 g together count, too."""
    biomass: Dict[Hashable, int] = defaultdict(int)
    for row in fish:
        biomass[key(row)] += row.biomass
    return min(biomass, key=lambda name: (-biomass[name], name)) if biomass else None


def cohort_of(row: UnitDay) -> Cohort:
    # our choice: a cohort is one company's fish of one generation, also where an id is used twice
    return Cohort(row.cohort, row.generation, row.company)


class Treatments:
    """All treatments of a snapshot, with the fish that they met."""

    def __init__(self, lake: Lake) -> None:
        self.lake = lake
        self.rows_of: Dict[Tuple[str, date], List[UnitDay]] = defaultdict(list)
        for unit_day in lake.unit_days.values():
            self.rows_of[unit_day.site, unit_day.day].append(unit_day)
        companies = [treatment for _, treatment in lake.company_treatments.values()]
        self.all = [self._touch(treatment) for treatment in companies + authority_treatments(lake)]
        self.first_week = min((touch.treatment.week for touch in self.all), default=None)

    def _touch(self, treatment: Treatment) -> Touch:
        site = self.lake.sites[treatment.site]
        treated = [row for row in self.rows_of.get((treatment.site, treatment.day), [])
                   if row.fish and (treatment.units is None or row.unit in treatment.units)]
        # our choice: the species is that of all companies' treated fish, also of cleaner fish
        species = most_biomass(treated, lambda row: row.species)
        # our choice: a company's treatment applies to its own fish only, the authority's to everyone's
        fish = [row for row in treated
                if treatment.company in (None, row.company) and self.lake.is_counted(row.species)]
        if treatment.units is not None:
            parts = [Part(Fraction(1, len(fish)), row.weight, row.generation) for row in fish]
            return Touch(treatment, site.placement, site.area, species, sorted({cohort_of(row) for row in fish}), parts)
        cohort = most_biomass(fish, cohort_of)
        if cohort is None:
            return Touch(treatment, site.placement, site.area, species, [], [])
        mean_weight = Fraction(sum(row.biomass for row in fish), sum(row.fish for row in fish))
        return Touch(treatment, site.placement, site.area, species, [cohort],
                     [Part(Fraction(1), mean_weight, cohort.generation)])


class OpenToView:
    """Which weeks of an area, generation or band at sea are open: all their cells lie in atoms inside. A week is released with its
    last piece."""

    LEVELS: Dict[str, Callable[[Cell], tuple]] = {
        "area": lambda cell: (cell.placement, cell.area),
        "generation": lambda cell: (cell.placement, cell.area, cell.generation),
        "band": lambda cell: (cell.placement, cell.area, cell.generation, cell.weight_class // WEIGHT_BAND),
    }

    def __init__(self, lake: Lake) -> None:
        self.lake = lake
        self.closed: Dict[str, Set[Hashable]] = {}
        self.known: Dict[str, Set[Hashable]] = {}
        for level, place_of in self.LEVELS.items():
            self.known[level] = {(place_of(cell), week_of(cell)) for cell in lake.holdings}
            inside = {cell for atom in lake.stock_atoms if len({place_of(cell) for cell in atom}) == 1 for cell in atom}
            self.closed[level] = {(place_of(cell), week_of(cell)) for cell in lake.holdings if cell not in inside}

    def is_open(self, request: Request, level: str, touch: Touch, *below: object) -> bool:
        """For this caller; below an area come the generation and the band. The authority's treatments, too, carry what is
        of the company's fish there."""
        if request.caller.is_admin:
            return True
        key = (touch.placement, touch.area, *below), touch.treatment.week
        is_released = self.lake.is_complete(touch.treatment.week + 6 * DAY)
        return is_released and key in self.known[level] and key not in self.closed[level]

    def whole_weeks(self, request: Request, area: int) -> Callable[[date], bool]:
        """Of which weeks of an area this caller lacks nothing: those that are open, and those in which no company has fish. After
        the last week that is released, it lacks something where companies ever had fish; always, where nothing is released."""
        place = ("offshore", area)
        has_fish = any(each == place for each, _ in self.known["area"])

        def is_whole(week: date) -> bool:
            if request.caller.is_admin or not has_fish:
                return True
            is_released = bool(self.lake.stock_atoms) and self.lake.is_complete(week + 6 * DAY)
            return is_released and (place, week) not in self.closed["area"]

        return is_whole


class View(NamedTuple):
    treatments: Treatments
    open: OpenToView


@lru_cache(maxsize=1)
def view_of(lake: Lake) -> View:
    return View(Treatments(lake), OpenToView(lake))
