"""Treatment v3 (definitions.md, 8 Treatment v3; 2 Confidentiality, Treatments)."""
from __future__ import annotations

from collections import defaultdict
from datetime import date
from fractions import Fraction
from functools import lru_cache
from typing import Callable, Dict, Hashable, Iterable, List, NamedTuple, Optional, Set, Tuple

from .atoms import WEIGHT_BAND, Cell, generation_order
from .dates import DAY, WEEK, first_of_month, monday, years_back
from .filters import Refused, Request, truth, week_of
from .model import Lake, Treatment, UnitDay
from .mortality import Fields
from .rounding import Exact, ratio, rounded

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
        # our choice: the species is that of all companies' treated fish
        species = most_biomass(treated, lambda row: row.species)
        # our choice: a company's treatment applies to its own fish only, the authority's to everyone's
        fish = [row for row in treated if treatment.company in (None, row.company)]
        if treatment.units is not None:
            parts = [Part(Fraction(1, len(fish)), row.weight, row.generation) for row in fish]
            return Touch(treatment, site.placement, site.area, species, sorted({cohort_of(row) for row in fish}), parts)
        cohort = most_biomass(fish, cohort_of)
        if cohort is None:
            return Touch(treatment, site.placement, site.area, species, [], [])
        mean_weight = ratio(sum(row.weight * row.biomass for row in fish), sum(row.biomass for row in fish))
        parts = [Part(Fraction(1), mean_weight, cohort.generation)] if mean_weight is not None else []
        return Touch(treatment, site.placement, site.area, species, [cohort], parts)


class OpenToView:
    """Which weeks of an area, generation or band are open: all their cells lie in atoms inside."""

    LEVELS: Dict[str, Callable[[Cell], tuple]] = {
        "area": lambda cell: (cell.placement, cell.area),
        "generation": lambda cell: (cell.placement, cell.area, cell.generation),
        "band": lambda cell: (cell.placement, cell.area, cell.generation, cell.weight_class // WEIGHT_BAND),
    }

    def __init__(self, lake: Lake) -> None:
        self.closed: Dict[str, Set[Hashable]] = {}
        self.known: Dict[str, Set[Hashable]] = {}
        for level, place_of in self.LEVELS.items():
            self.known[level] = {(place_of(cell), week_of(cell)) for cell in lake.holdings}
            inside = {cell for atom in lake.stock_atoms if len({place_of(cell) for cell in atom}) == 1 for cell in atom}
            self.closed[level] = {(place_of(cell), week_of(cell)) for cell in lake.holdings if cell not in inside}

    def is_open(self, request: Request, level: str, touch: Touch, *below: object) -> bool:
        """For this caller; below an area come the generation and the band."""
        if request.caller.is_admin or touch.treatment.is_authoritys:
            return True
        key = (touch.placement, touch.area, *below), touch.treatment.week
        return key in self.known[level] and key not in self.closed[level]


class View(NamedTuple):
    treatments: Treatments
    open: OpenToView


@lru_cache(maxsize=1)
def view_of(lake: Lake) -> View:
    return View(Treatments(lake), OpenToView(lake))


# Filters

def text(request: Request, name: str) -> Optional[str]:
    return request.parameters.get(name)


def passes(request: Request, touch: Touch, *filters: str) -> bool:
    """Areas, and the named ones of the route's filters."""
    treatment = touch.treatment
    values = {
        "species_code": touch.species,
        "treatment_category": treatment.category,
        "treatment_target": treatment.target,
        "owner_id": treatment.company,
        "site_id": treatment.site,
    }
    if not request.has_area(touch.area):
        return False
    for name in filters:
        wanted = text(request, name)
        if wanted is None:
            continue
        if name in ("owner_id", "site_id"):
            if values[name] not in wanted.split(","):
                return False
        elif (values[name] or "").lower() != wanted.lower():
            return False
    return True


def window(request: Request) -> Tuple[date, date]:
    """Without dates everything in the snapshot."""
    start, end = text(request, "start_date"), text(request, "end_date")
    return (date.fromisoformat(start) if start else date.min, date.fromisoformat(end) if end else date.max)


def has_week(request: Request, week: date) -> bool:
    first, last = window(request)
    return week <= last and week + 6 * DAY >= first


def check_access(request: Request) -> None:
    """Farmers may not ask for another owner or site; analysts for none."""
    if request.caller.is_admin:
        return
    owners = text(request, "owner_id")
    sites = text(request, "site_id")
    if not request.is_farmer:
        if owners or sites:
            raise Refused(403)
        return
    company = request.caller.company
    if owners and any(owner != company for owner in owners.split(",")):
        raise Refused(403)
    if sites and not set(sites.split(",")) <= own_sites(request.lake, company):
        raise Refused(403)


def own_sites(lake: Lake, company: str) -> Set[str]:
    """A site is own by register, stock or treatments."""
    return ({site.id for site in lake.sites.values() if site.owner == company}
            | {row.site for row in lake.unit_days.values() if row.company == company}
            | {treatment.site for _, treatment in lake.company_treatments.values() if treatment.company == company})


def nulls_last(value: Optional[object]) -> tuple:
    return (value is None, value if value is not None else "")


def site_order(site: Optional[str]) -> tuple:
    """Site ids are ordered by number."""
    return (site is None, int(site) if site is not None else 0)


def by_order(answer: List[Tuple[tuple, Fields]]) -> List[Fields]:
    return [fields for _, fields in sorted(answer, key=lambda item: item[0])]


# Sums of a week, and what looks back

class Series:
    """Treatments of one series by ISO week; a week without counts as 0."""

    def __init__(self, touches: List[Touch], first_week: date) -> None:
        self.first_week = first_week
        self.touches: Dict[date, List[Touch]] = defaultdict(list)
        for touch in touches:
            self.touches[touch.treatment.week].append(touch)

    def weeks(self) -> List[date]:
        return list(self.touches)

    def total(self, week: date, counts: Callable[[Treatment], bool] = lambda treatment: True) -> int:
        return sum(touch.treatment.count for touch in self.touches.get(week, []) if counts(touch.treatment))

    def _before(self, week: date, first_back: int, weeks: int) -> List[int]:
        return [self.total(week - back * WEEK) for back in range(first_back, first_back + weeks)]

    def rolling(self, week: date) -> Fraction:
        return Fraction(sum(self._before(week, 0, 4)), 4)

    def week_change(self, week: date) -> int:
        return self.total(week) - self.total(week - WEEK)

    def week_pct_change(self, week: date) -> Exact:
        """Null from 0."""
        return ratio(100 * self.week_change(week), self.total(week - WEEK))

    def month_change(self, week: date) -> int:
        return sum(self._before(week, 0, 4)) - sum(self._before(week, 4, 4))

    def year_change(self, week: date) -> Optional[int]:
        """Null before the data reaches back a year."""
        last_year = years_back(week, 1)
        if last_year is None or last_year < self.first_week:
            return None
        return self.total(week) - self.total(last_year)

    def trend_status(self, week: date) -> str:
        now = sum(self._before(week, 0, 4))
        before = sum(self._before(week, 4, 4))
        if before == 0:
            return "new"
        if 10 * now > 11 * before:
            return "increasing"
        return "decreasing" if 10 * now < 9 * before else "stable"

    def intensity(self, week: date) -> Optional[str]:
        """Against the mean of the 52 weeks before; null until the snapshot has 52 weeks of treatments before."""
        if week - 52 * WEEK < self.first_week:
            return None
        usual = Fraction(sum(self._before(week, 1, 52)), 52)
        if usual == 0 or self.total(week) > usual * Fraction(3, 2):
            return "high"
        return "low" if self.total(week) < usual / 2 else "moderate"

    def is_significant(self, week: date, direction: int) -> bool:
        """Beyond mean +- 2 sample deviations of the 12 weeks before, and at least 2 from that mean."""
        if week - 12 * WEEK < self.first_week:
            return False
        before = self._before(week, 1, 12)
        usual = Fraction(sum(before), 12)
        variance = sum((count - usual) ** 2 for count in before) / 11
        off = self.total(week) - usual
        return off * direction >= 2 and off * off > 4 * variance


def visible_in_areas(request: Request, view: View) -> List[Touch]:
    """Sites without a production area are not in summary and detail."""
    return [touch for touch in view.treatments.all if touch.area is not None and passes(request, touch, "species_code")
            and view.open.is_open(request, "area", touch)]


def week_keys(request: Request, area: int, species: Optional[str], week: date) -> Fields:
    return {
        "production_area_id": area,
        "production_area_name": request.lake.areas[area].name,
        "species_code": species,
        "week_start": week.isoformat(),
        "year_week": "%d-W%02d" % week.isocalendar()[:2],
    }


def companies_of(touches: List[Touch]) -> int:
    return len({touch.treatment.company for touch in touches} - {None})


def summary(request: Request) -> List[Fields]:
    """Production area x species x ISO week; by week descending, area id, species."""
    view = view_of(request.lake)
    at_least = max(1, int(text(request, "min_treatments") or 1))
    by_series: Dict[tuple, List[Touch]] = defaultdict(list)
    for touch in visible_in_areas(request, view):
        by_series[touch.area, touch.species].append(touch)
    answer = []
    for (area, species), touches in by_series.items():
        series = Series(touches, view.treatments.first_week)
        for week in series.weeks():
            if has_week(request, week) and series.total(week) >= at_least:
                fields = {**week_keys(request, area, species, week), **summary_fields(series, week)}
                answer.append(((-week.toordinal(), area, nulls_last(species)), fields))
    return by_order(answer)


def summary_fields(series: Series, week: date) -> Fields:
    touches = series.touches[week]
    antibiotic = series.total(week, lambda treatment: treatment.is_antibiotic)

    def of_category(category: str) -> int:
        return series.total(week, lambda treatment: treatment.category == category)

    def of_target(target: str) -> int:
        return series.total(week, lambda treatment: treatment.target == target)

    return {
        "total_treatments": series.total(week),
        "sites_treated": len({touch.treatment.site for touch in touches}),
        "owners_involved": companies_of(touches),
        "days_with_treatments": len({touch.treatment.day for touch in touches}),
        "antibiotic_treatments": antibiotic,
        "mechanical_treatments": of_category("Mechanical"),
        "bath_treatments": of_category("Bath"),
        "thermal_treatments": of_category("Thermal"),
        "lice_treatments": of_target("Lice"),
        "parasite_treatments": of_target("Parasites"),
        "bacteria_treatments": of_target("Bacteria"),
        "treatments_4_week_rolling": series.rolling(week),
        "week_over_week_change": series.week_change(week),
        "week_over_week_pct_change": series.week_pct_change(week),
        "month_over_month_change": series.month_change(week),
        "year_over_year_change": series.year_change(week),
        "trend_status": series.trend_status(week),
        "treatment_intensity": series.intensity(week),
        "significant_increase": series.is_significant(week, 1),
        "significant_decrease": series.is_significant(week, -1),
        "has_antibiotic_use": antibiotic > 0,
        "multiple_treatment_types": len({touch.treatment.category for touch in touches}) >= 2,
    }


def detail(request: Request) -> List[Fields]:
    """As summary, by category and target; by week descending, area, species, count descending, category, target.

    The area's totals are of all categories and targets; thresholds apply last."""
    view = view_of(request.lake)
    at_least = max(1, int(text(request, "min_category_treatments") or 1))
    least_share = Fraction(text(request, "min_category_share") or 0)
    totals: Dict[tuple, List[Touch]] = defaultdict(list)
    by_series: Dict[tuple, List[Touch]] = defaultdict(list)
    for touch in visible_in_areas(request, view):
        treatment = touch.treatment
        totals[touch.area, touch.species].append(touch)
        if passes(request, touch, "treatment_category", "treatment_target"):
            by_series[touch.area, touch.species, treatment.category, treatment.target].append(touch)
    answer = []
    for (area, species, category, target), touches in by_series.items():
        series = Series(touches, view.treatments.first_week)
        of_area = Series(totals[area, species], view.treatments.first_week)
        for week in series.weeks():
            count = series.total(week)
            if not has_week(request, week) or count < at_least:
                continue
            if ratio(100 * count, of_area.total(week)) < least_share:
                continue
            fields = {**week_keys(request, area, species, week), "treatment_category": category,
                      "treatment_target": target, **detail_fields(series, of_area, week)}
            answer.append(((-week.toordinal(), area, nulls_last(species), -count, category, target), fields))
    return by_order(answer)


def detail_fields(series: Series, of_area: Series, week: date) -> Fields:
    def handled(treatment: Treatment) -> bool:
        return treatment.requires_handling

    def antibiotic(treatment: Treatment) -> bool:
        return treatment.is_antibiotic

    count = series.total(week)
    total = of_area.total(week)
    touches = series.touches[week]
    return {
        "category_treatment_count": count,
        "category_sites_treated": len({touch.treatment.site for touch in touches}),
        "category_owners_involved": companies_of(touches),
        "category_handling_treatments": series.total(week, handled),
        "category_antibiotic_treatments": series.total(week, antibiotic),
        "category_treatments_4_week_rolling": series.rolling(week),
        "category_week_over_week_pct_change": series.week_pct_change(week),
        "area_total_treatments": total,
        "area_total_handling_treatments": of_area.total(week, handled),
        "area_total_antibiotic_treatments": of_area.total(week, antibiotic),
        "category_share_of_area_pct": Fraction(100 * count, total),
        "category_trend_status": series.trend_status(week),
        "category_treatment_intensity": series.intensity(week),
        "category_significant_increase": series.is_significant(week, 1),
        "category_significant_decrease": series.is_significant(week, -1),
        "is_only_category_this_week": count == total,
        "is_majority_category_this_week": 2 * count > total,
    }


# Single treatments

def by_site(request: Request) -> List[Fields]:
    """One row a treatment; by date descending, site, owner, treatment id. Selects days. Analysts get 403."""
    if not request.caller.is_admin and not request.is_farmer:
        raise Refused(403)
    check_access(request)
    first, last = window(request)
    flags = {name: truth(text(request, name)) for name in ("requires_handling", "is_antibiotic") if text(request, name)}
    answer = []
    for touch in view_of(request.lake).treatments.all:
        treatment = touch.treatment
        if request.is_farmer and treatment.company != request.caller.company:
            continue
        if not first <= treatment.day <= last or not passes(
                request, touch, "species_code", "treatment_category", "treatment_target", "owner_id", "site_id"):
            continue
        if any(getattr(treatment, name) != wanted for name, wanted in flags.items()):
            continue
        order = (-treatment.day.toordinal(), site_order(treatment.site), nulls_last(treatment.company),
                 nulls_last(treatment.id))
        answer.append((order, {
            "owner_id": treatment.company,
            "site_id": treatment.site,
            "placement_type": touch.placement,
            "treatment_date": treatment.day.isoformat(),
            "treatment_week": treatment.week.isoformat(),
            "treatment_month": first_of_month(treatment.day).isoformat(),
            "treatment_category": treatment.category,
            "treatment_target": treatment.target,
            "treatment_subtype": treatment.subtype,
            "requires_handling": treatment.requires_handling,
            "is_antibiotic": treatment.is_antibiotic,
            "system_source": treatment.system,
            "data_source": "authority" if treatment.is_authoritys else "farmer",
            "treatment_site_scope": treatment.scope,
            "number_of_units_treated": treatment.number_of_units,
            "treatment_count": treatment.count,
        }))
    return by_order(answer)


def own_or_admins(request: Request) -> List[Touch]:
    """A farmer sees its own company's treatments alone."""
    return [touch for touch in view_of(request.lake).treatments.all
            if not request.is_farmer or touch.treatment.company == request.caller.company]


class GenerationKey(NamedTuple):
    """With group_by_area owner, cohort and site are None. The company of a cohort is its stock's."""
    owner: Optional[str]
    cohort: Optional[str]
    site: Optional[str]
    area: Optional[int]
    generation: str
    cohort_company: Optional[str]

    def order(self) -> tuple:
        return (nulls_last(self.owner), nulls_last(self.cohort), site_order(self.site), nulls_last(self.area),
                generation_order(self.generation))


def by_generation(request: Request) -> List[Fields]:
    """Keys x ISO week x category x target, cumulative since the generation's start; by week descending, keys, category,
    target."""
    check_access(request)
    view = view_of(request.lake)
    # for analysts forced, also when false is sent
    by_area = truth(text(request, "group_by_area") or "false") or not (request.caller.is_admin or request.is_farmer)
    by_series: Dict[tuple, List[Touch]] = defaultdict(list)
    for touch in own_or_admins(request):
        treatment = touch.treatment
        if not passes(request, touch, "treatment_category", "treatment_target", "owner_id", "site_id"):
            continue
        for key in generation_keys(request, view, touch, by_area):
            if request.has_generation(key.generation):
                by_series[key, treatment.category, treatment.target].append(touch)
    starts = GenerationStarts(request.lake)
    answer = []
    for (key, category, target), touches in by_series.items():
        series = Series(touches, view.treatments.first_week)
        start = starts.of(key, by_area)
        for week in series.weeks():
            if not has_week(request, week):
                continue
            order = -week.toordinal(), key.order(), category, target
            answer.append((order, generation_fields(request, key, category, target, series, week, start, by_area)))
    return by_order(answer)


def generation_keys(request: Request, view: View, touch: Touch, by_area: bool) -> Set[GenerationKey]:
    """A treatment counts once for every cohort that it touched, by area once for every generation."""
    treatment = touch.treatment
    if not by_area:
        return {GenerationKey(treatment.company, cohort.id, treatment.site, touch.area, cohort.generation,
                              cohort.company) for cohort in touch.cohorts}
    if touch.area is None:
        return set()
    return {GenerationKey(None, None, None, touch.area, cohort.generation, None) for cohort in touch.cohorts
            if request.is_farmer or view.open.is_open(request, "generation", touch, cohort.generation)}


class GenerationStarts:
    """The week of the cohort's first stock row; by area of the generation's in the area, our choice: of all
    companies."""

    def __init__(self, lake: Lake) -> None:
        self.first_days: Dict[tuple, date] = {}
        for row in lake.unit_days.values():
            for key in ((row.company, row.cohort), (lake.area_of(row.site), row.generation)):
                self.first_days[key] = min(self.first_days.get(key, row.day), row.day)

    def of(self, key: GenerationKey, by_area: bool) -> date:
        return monday(self.first_days[(key.area, key.generation) if by_area else (key.cohort_company, key.cohort)])


def generation_fields(request: Request, key: GenerationKey, category: str, target: str, series: Series, week: date,
                      start: date, by_area: bool) -> Fields:
    def antibiotic(treatment: Treatment) -> bool:
        return treatment.is_antibiotic

    until = [earlier for earlier in series.weeks() if earlier <= week]
    return {
        "owner_id": key.owner,
        "cohort_id": key.cohort,
        "site_id": key.site,
        "site_placement": None if by_area else request.lake.sites[key.site].placement,
        "production_area_id": key.area,
        "production_region_name": request.lake.region_of(key.area),
        "generation": key.generation,
        "treatment_week": week.isoformat(),
        "generation_start_week": start.isoformat(),
        "treatment_category": category,
        "treatment_target": target,
        "category_target_combination": category + " - " + target,
        "weeks_from_generation_start": (week - start).days // 7,
        "absolute_treatment_count": series.total(week),
        "days_with_treatments": len({touch.treatment.day for touch in series.touches[week]}),
        "absolute_antibiotic_treatment_count": series.total(week, antibiotic),
        "cumulative_treatment_count": sum(series.total(earlier) for earlier in until),
        "cumulative_antibiotic_count": sum(series.total(earlier, antibiotic) for earlier in until),
    }


class SizeKey(NamedTuple):
    """For analysts owner and site are None. A TOTAL row has no bucket."""
    week: date
    owner: Optional[str]
    site: Optional[str]
    area: Optional[int]
    generation: str
    midpoint: Optional[int]
    category: str
    target: str

    def order(self) -> tuple:
        return (-self.week.toordinal(), nulls_last(self.owner), site_order(self.site), nulls_last(self.area),
                generation_order(self.generation), nulls_last(self.midpoint), self.category, self.target)


def by_size(request: Request) -> List[Fields]:
    """500 g buckets; by week descending, keys, bucket, TOTAL last, category, target."""
    check_access(request)
    view = view_of(request.lake)
    is_summed = not (request.caller.is_admin or request.is_farmer)
    has_totals = not truth(text(request, "exclude_totals") or "false")
    lightest = Fraction(text(request, "min_weight_gram") or 0)
    heaviest = Fraction(text(request, "max_weight_gram") or 10 ** 9)
    found: Dict[SizeKey, List[Tuple[Part, Treatment]]] = defaultdict(list)
    for touch in own_or_admins(request):
        treatment = touch.treatment
        if not has_week(request, treatment.week):
            continue
        if not passes(request, touch, "treatment_category", "treatment_target", "owner_id", "site_id"):
            continue
        for part in touch.parts:
            band = int(part.weight // WEIGHT_BAND)
            midpoint = band * WEIGHT_BAND + WEIGHT_BAND // 2
            if not request.has_generation(part.generation) or not lightest <= midpoint <= heaviest:
                continue
            if is_summed and not view.open.is_open(request, "band", touch, part.generation, band):
                continue
            key = SizeKey(treatment.week, None if is_summed else treatment.company,
                          None if is_summed else treatment.site, touch.area, part.generation, midpoint,
                          treatment.category, treatment.target)
            found[key].append((part, treatment))
            if has_totals:
                found[key._replace(midpoint=None, category="TOTAL", target="TOTAL")].append((part, treatment))
    return [size_fields(request, key, found[key]) for key in sorted(found, key=SizeKey.order)]


def size_fields(request: Request, key: SizeKey, parts: List[Tuple[Part, Treatment]]) -> Fields:
    shares = sum(part.share for part, _ in parts)
    count = sum(part.share * treatment.count for part, treatment in parts)
    antibiotic = sum(part.share * treatment.count for part, treatment in parts if treatment.is_antibiotic)
    return {
        "owner_id": key.owner,
        "site_id": key.site,
        "production_area_id": key.area,
        "production_region_name": request.lake.region_of(key.area),
        "generation": key.generation,
        "treatment_week": key.week.isoformat(),
        "weight_group_gram": key.midpoint,
        "avg_weight_gram": sum(part.share * part.weight for part, _ in parts) / shares,
        "treatment_category": key.category,
        "treatment_target": key.target,
        "category_target_combination": "TOTAL" if key.midpoint is None else key.category + " - " + key.target,
        "treatment_count": rounded(count, 4),
        "days_with_treatments": len({treatment.day for _, treatment in parts}),
        "antibiotic_treatment_count": rounded(antibiotic, 4),
    }


ROUTES = {
    "/v3/treatment/summary-by-area-and-week": summary,
    "/v3/treatment/detail-by-category-and-week": detail,
    "/v3/treatment/by-site": by_site,
    "/v3/treatment/by-generation": by_generation,
    "/v3/treatment/by-size": by_size,
}
