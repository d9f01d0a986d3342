"""Random requests of every route, the same for the same seed and route."""
from __future__ import annotations

import random
from datetime import date, timedelta
from typing import Dict, Iterator, List, NamedTuple, Tuple

from .filters import ENGLISH_MONTHS, NORWEGIAN_MONTHS, Caller
from .model import Lake

Parameters = Dict[str, str]

PAGED_FAMILIES = ("/v3/comparison/", "/v3/watch/", "/v3/mortality/", "/v3/feeding/", "/v3/environment/", "/v3/inventory/", "/v3/treatment/")
# of no dates, fish or company
STOCKING_YEARS = "/v3/mortality/generations/authority"
# of the whole coast
AFTER_TREATMENT = ("/v3/comparison/after-treatment", "/v3/comparison/site-treatments")
# of the company alone
FEED_INDEX = "/v3/feeding/feed-index"
# with own, outside the families that have it everywhere else
OF_WHOSE_FISH = ("/v3/comparison/after-treatment", "/v3/comparison/expected-loss")
PLACED_ROUTES = ("/v3/mortality/categories/", "/v3/mortality/size")
TREATMENT_FILTERS = {
    "summary-by-area-and-week": ("species_code", "min_treatments"),
    "detail-by-category-and-week": ("species_code", "treatment_category", "treatment_target", "min_category_treatments",
                                    "min_category_share"),
    "by-site": ("species_code", "treatment_category", "treatment_target", "requires_handling", "is_antibiotic",
                "owner_id"),
    "by-generation": ("treatment_category", "treatment_target", "group_by_area", "owner_id", "generation"),
    "by-size": ("treatment_category", "treatment_target", "min_weight_gram", "max_weight_gram", "exclude_totals",
                "owner_id", "generation"),
}
TREATMENT_VALUES = {
    "species_code": ("SAL", "TRR", "sal", "LUM"),
    "treatment_category": ("Bath", "mechanical", "Medicinal"),
    "treatment_target": ("Lice", "lice", "Bacteria"),
    "min_treatments": ("0", "1", "2", "5"),
    "min_category_treatments": ("0", "1", "2", "3"),
    "min_category_share": ("0", "10", "33.3", "50", "100"),
    "requires_handling": ("true", "FALSE", "1", "0"),
    "is_antibiotic": ("true", "false"),
    "group_by_area": ("true", "1", "false"),
    "min_weight_gram": ("0", "250", "251", "1000"),
    "max_weight_gram": ("1249", "1250", "4000", "30000"),
    "exclude_totals": ("true", "false"),
}


class Question(NamedTuple):
    route: str
    path: str
    parameters: Parameters
    caller: Caller


def is_paged(route: str) -> bool:
    return route.startswith(PAGED_FAMILIES) or route == "/v3/common/site"


def callers(lake: Lake) -> List[Caller]:
    """F01's group has several companies; the last company's has no stock."""
    companies = sorted(lake.companies)
    chosen = companies[:3] + companies[4:5] + companies[-1:]
    farmers = [Caller("farmer", company) for company in chosen]
    return [Caller("admin"), Caller("analyst")] * 2 + farmers + farmers[:2]


class Asker:
    def __init__(self, lake: Lake, today: date, seed: int, route: str) -> None:
        self.lake = lake
        self.today = today
        self.route = route
        self.random = random.Random("%d %s" % (seed, route))
        self.callers = callers(lake)
        self.generations = sorted({unit_day.generation for unit_day in lake.unit_days.values()})

    def questions(self, count: int) -> Iterator[Question]:
        for _ in range(count):
            caller = self.random.choice(self.callers)
            site = self._one_of(*self.lake.sites, "424242")
            yield Question(self.route, self.route.replace("{site_id}", site), self._parameters(caller), caller)

    def _parameters(self, caller: Caller) -> Parameters:
        family = "/".join(self.route.split("/")[1:3]) if self.route != STOCKING_YEARS else ""
        parameters: Parameters = {}
        if not family:
            self._add_stocking_years(parameters)
        if family in ("v3/mortality", "v3/feeding", "v3/environment", "v3/inventory", "v3/comparison"):
            self._add_window(parameters)
        if family in ("v3/mortality", "v3/feeding", "v3/environment", "v3/comparison", "v3/watch") and self.route not in AFTER_TREATMENT:
            self._add_areas(parameters)
        if self.route == "/v3/comparison/expected-loss":
            self._add_expected_loss(parameters)
        if self.route == "/v3/comparison/public-quartiles":
            parameters["kind"] = self._one_of("month", "Month", "year_to_date", "cycle", "cycle")
            if self._chance(0.5):
                parameters["from_date"] = str(self.lake.begin.year)
                parameters.pop("to_date", None)
            if self._chance(0.2):
                parameters["species"] = self._one_of("SAL", "trr", "SAL,TRR")
        if self.route.startswith(("/v3/watch/", "/v3/environment/own-lice")) and self._chance(0.4 if caller.is_admin else 0.1):
            parameters["site_id"] = ",".join(self.random.sample(list(self.lake.sites), self._one_of(1, 3)))
        if family in ("v3/mortality", "v3/feeding"):
            self._add_fish(parameters)
        if family in ("v3/mortality", "v3/feeding", "v2/mortality", "v2/feeding") and caller.is_farmer:
            if self._chance(0.5):
                parameters["exclude_self"] = self._one_of("true", "1", "TRUE")
        if family in ("v3/mortality", "v3/feeding") and self.route != FEED_INDEX or self.route in OF_WHOSE_FISH:
            if self._chance(0.6 if caller.is_farmer else 0.2):
                parameters["own"] = self._one_of("company", "Company", "group") if caller.is_farmer else self._one_of("group", "group", "company")
        if family == "v3/mortality":
            self._add_of_route(parameters)
        if self.route == "/v3/feeding/growth" and self._chance(0.5):
            parameters["group_by"] = self._one_of("area", "area_and_generation", "Area_and_Generation")
        if self.route.endswith("/lice-by-site-and-week") and self._chance(0.5):
            sites = list(self.lake.sites)
            parameters["sites"] = ",".join(self.random.choice(sites) for _ in range(self._one_of(1, 2, 5)))
        if self.route.endswith("/disease-by-site") and self._chance(0.5):
            parameters["sites"] = ",".join(self.random.sample(list(self.lake.sites), self._one_of(1, 2, 8)))
        if family == "v3/treatment":
            self._add_treatment(parameters, caller)
        if is_paged(self.route) and self._chance(0.25):
            parameters["limit"] = str(self._one_of(1, 3, 20, 1000))
            parameters["offset"] = str(self._one_of(0, 1, 7, 50, 900))
        return parameters

    def _add_expected_loss(self, parameters: Parameters) -> None:
        if self._chance(0.3):
            parameters["generations"] = self._name_of(self.random.choice(self.generations))
        for name, values in {"loss_type": ("loss", "mortality", "Culling"), "period_grouping": ("week", "month", "Window"),
                             "group_by": ("company", "area", "site", "Generation")}.items():
            if self._chance(0.7):
                parameters[name] = self._one_of(*values)

    def _chance(self, share: float) -> bool:
        return self.random.random() < share

    def _one_of(self, *values):
        return self.random.choice(values)

    # Dates

    def _days(self) -> Tuple[date, date]:
        """The days that the data of the route cover."""
        if "/environment/lice-" in self.route:
            days = [week for week, _ in self.lake.lice] or [self.lake.begin]
            return min(days), max(days)
        if "/environment/temp" in self.route or "/environment/sea" in self.route:
            days = [reading.day for _, reading in self.lake.readings.values()] or [self.lake.begin]
            return min(days), max(days)
        return self.lake.begin, self.lake.end

    def _add_window(self, parameters: Parameters) -> None:
        begin, end = self._days()
        kind = self.random.random()
        if kind < 0.15:
            return
        if kind < 0.55:
            parameters["from_date"] = (begin - timedelta(days=self._one_of(0, 40))).isoformat()
            return
        start = begin + timedelta(days=self.random.randint(-10, (end - begin).days))
        parameters["from_date"] = self._named(start)
        if self._chance(0.7):
            last = start + timedelta(days=self.random.choice((31, 60, 200, 400)))
            parameters["to_date"] = self._one_of(self._named(last), self._named(last), "today", "yesterday", "I går")
            if start > self.today - timedelta(days=2):
                parameters["to_date"] = self._named(last)

    def _named(self, day: date) -> str:
        """A day, or its week, month, quarter or year."""
        year, week, _ = day.isocalendar()
        quarter = (day.month + 2) // 3
        month = self._one_of(NORWEGIAN_MONTHS, ENGLISH_MONTHS)[day.month - 1]
        days = [day.isoformat(), "%d/%d/%d" % (day.day, day.month, day.year), day.strftime("%d.%m.%Y"),
                "%d-%d-%d" % (day.day, day.month, day.year)]
        periods = ["%d-%02d" % (day.year, day.month), "%s %d" % (month, day.year), "week %d %d" % (week, year),
                   "%s %d" % (month[:3].upper(), day.year), "uke %d %d" % (week, year), "%d-W%02d" % (year, week),
                   str(day.year)]
        if "/mortality/" in self.route:
            periods += ["Q%d %d" % (quarter, day.year), "%d-Q%d" % (day.year, quarter)]
        return self.random.choice(days if self._chance(0.5) else periods)

    # Areas, generations, weights

    def _add_areas(self, parameters: Parameters) -> None:
        if self._chance(0.55):
            return
        items = []
        for _ in range(self._one_of(1, 1, 2, 3)):
            bundle = self.random.choice(list(self.lake.platform_areas.values()))
            area = str(self.random.choice(sorted(self.lake.areas)))
            items.append(self._one_of(area, bundle.id, bundle.name.upper(), bundle.english.lower()))
        parameters["areas"] = "%" if self._chance(0.05) else ",".join(items)

    def _add_fish(self, parameters: Parameters) -> None:
        if self._chance(0.3):
            names = [self._name_of(self.random.choice(self.generations + ["H2031"])) for _ in range(self._one_of(1, 2))]
            parameters["generations"] = ",".join(names)
        if self._chance(0.3):
            weights = [int(self.random.choice(list(self.lake.unit_days.values())).weight) for _ in range(2)]
            edges = [0, 1, 99, 100, 101, 499, 500, 501, 1000, 14900, 14999, 15000]
            start, end = sorted(min(15000, self.random.choice(weights + edges)) for _ in range(2))
            parameters["weight_range_start"] = str(start)
            if self._chance(0.8):
                parameters["weight_range_end"] = str(end)

    def _name_of(self, generation: str) -> str:
        names = {"V": ("Vår", "SPRING"), "H": ("høst", "Autumn")}[generation[0]]
        return self._one_of(generation, generation.lower(), "%s - %s" % (generation[1:], self._one_of(*names)))

    def _add_of_route(self, parameters: Parameters) -> None:
        choices: Dict[str, Dict[str, tuple]] = {
            "categories/rank/week": {"loss_type": ("loss", "mortality", "Mortality"), "period": (1, 2, 5, 12, 52),
                                     "number_of_categories": (1, 2, 5, 100)},
            "categories/rate": {"period_grouping": ("month", "quarterly", "tertial", "Year")},
            "size": {"group_by": ("area", "generation", "area_and_generation")},
            "size/rate": {"group_by": ("area", "generation", "area_and_generation")},
            "size/month": {"group_by": ("area", "generation", "Area_and_Generation")},
            "size/categories": {"weight_bucket": (100, 150, 199, 250, 501, 1000, 5000)},
        }
        for name, values in choices.get(self.route[len("/v3/mortality/"):], {}).items():
            if self._chance(0.7):
                parameters[name] = str(self.random.choice(values))
        if self.route.startswith(PLACED_ROUTES) and self._chance(0.4):
            parameters["placement"] = self._one_of("onshore", "onshore", "Onshore", "offshore")

    def _add_stocking_years(self, parameters: Parameters) -> None:
        self._add_areas(parameters)
        if self._chance(0.5):
            parameters["group_by_area"] = self._one_of("true", "1", "false")
        if self._chance(0.3):
            parameters["species_code"] = self._one_of("SAL", "trr", "SAL,TRR")

    # Treatments

    def _add_treatment(self, parameters: Parameters, caller: Caller) -> None:
        parameters["limit"] = "1000"
        filters = TREATMENT_FILTERS[self.route[len("/v3/treatment/"):]]
        if self._chance(0.35):
            areas = self.random.sample(sorted(self.lake.areas), self._one_of(1, 2, 3))
            parameters["areas"] = self._one_of("%", ",".join(map(str, areas)))
        if self._chance(0.4):
            start = self.lake.begin + timedelta(days=self.random.randint(-40, (self.lake.end - self.lake.begin).days))
            parameters["start_date"] = start.isoformat()
            if self._chance(0.6):
                parameters["end_date"] = (start + timedelta(days=self._one_of(0, 40, 150))).isoformat()
        for name in filters:
            if name in TREATMENT_VALUES and self._chance(0.3):
                parameters[name] = self._one_of(*TREATMENT_VALUES[name])
        if "generation" in filters and self._chance(0.3):
            parameters["generation"] = ",".join(self._name_of(generation) for generation in
                                                self.random.sample(self.generations + ["H2031"], 2))
        if "owner_id" in filters and self._chance(0.4 if caller.is_admin else 0.12):
            own = caller.company or self._one_of(*self.lake.companies)
            other = self._one_of(*self.lake.companies)
            parameters["owner_id"] = self._one_of(own, own, "%s,%s" % (own, other), "nobody")
        if "owner_id" in filters and self._chance(0.4 if caller.is_admin else 0.12):
            parameters["site_id"] = ",".join(self.random.sample(list(self.lake.sites), self._one_of(1, 1, 3)))
