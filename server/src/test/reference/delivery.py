"""A random delivery from a seed, and a second one that corrects it; deliberately nasty (lake.md, Deliveries).

One generator for all routes. In it: companies of one group, a group without stock, a dominant company, areas with a
single group; sites on land and without production area; data that begin and end within a week and a month, years with
a week 53; missing days, units without fish, another generation after a harvest, a unit that changes its owner; weights
at the edges of classes; losses with their own weight or none; no feed beside a reported 0; TRR beside SAL; treatments
with units or without, before the stock begins, and of the authority; sites that deliver late; tanks with a planned
generation, and an area that is ignored; left-over fish after a harvest; months of few days with fish; more dead than
fish; cleaner fish. Every row is a good one.

Not in it, so that the reference need not know how ingest decides: bad rows, companies that deliver each other's keys,
weights of losses with more than two decimals."""
from __future__ import annotations

import csv
import math
import random
from datetime import date, timedelta
from pathlib import Path
from typing import Dict, Iterator, List, NamedTuple, Optional, Sequence, Tuple

from .atoms import REGIONS, Rule
from .dates import DAY, add_months, first_of_month, monday

Rows = List[tuple]

COMPANIES_COLUMNS = "farmer_id farmer_name farmer_group_key farmer_group_name tier signed_on"
PLATFORM_AREA_COLUMNS = "area_id name name_english production_area_ids"
CATEGORY_COLUMNS = ("level_1_code level_1_name level_2_code level_2_name level_3_code category_name "
                    "category_name_short category_name_eng")
SITE_COLUMNS = ("site_id site_name placement latitude longitude production_area_id farmer_id marine_type_code "
                "marine_type_region_code")
AUTHORITY_MONTH_COLUMNS = ("month production_area_id species_code closing_count biomass_kg smolt_count feed_kg "
                           "harvest_count harvest_kg dead_count discarded_count escaped_count other_count")
# stocking years and weekly measures come in the authority's own form
STATISTICS_COLUMNS = ("ÅR,MÅNED_KODE,PO_KODE,ARTSID,UTSETTSÅR,BEHFISK_STK,BIOMASSE_KG,UTSETT_SMOLT_STK,FORFORBRUK_KG,UTTAK_STK,"
                      "UTTAK_KG,DØDFISK_STK,UTKAST_STK,RØMMING_STK,ANDRE_STK,ANDRE_NY_STK,TELLEFEIL_STK")
MEASURE_COLUMNS = ("Uke,År,Lokalitetsnummer,Lokalitetsnavn,Tiltak,Type behandling,Virkestoff,ArtsId,Rensefisk,Antall,"
                   "Omfang,Kommunenummer,Kommune,Fylkesnummer,Fylke,Lat,Lon,ProduksjonsområdeId,Produksjonsområde")
# and so does its weekly lice report
LICE_COLUMNS = ("Uke,År,Lokalitetsnummer,Lokalitetsnavn,Voksne hunnlus,Lus i bevegelige stadier,Fastsittende lus,"
                "Trolig uten fisk,Har telt lakselus,Lat,Lon,Lusegrense uke,Over lusegrense uke,Sjøtemperatur,"
                "ProduksjonsområdeId")
DISEASE_COLUMNS = ("Uke,År,Lokalitetsnummer,Lokalitetsnavn,Sykdom,Status,Fra dato,Til dato,Kommunenummer,Kommune,Fylkesnummer,Fylke,Lat,Lon,"
                   "ProduksjonsområdeId,Produksjonsområde")
QUARTILE_COLUMNS = "species,%s,geo_group,region,median,q1,q3"
# as the Veterinary Institute publishes them
INSTITUTE_REGIONS = ([("area", "1 & 2")] + [("area", str(area)) for area in range(3, 12)]
                     + [("area", "12 & 13"), ("county", "Nordland"), ("country", "Norge")])
STOCK_COLUMNS = "date site_id unit_id cohort_id species_code fish_count avg_weight_gram generation"
LOSS_COLUMNS = "date site_id unit_id loss_type category_code loss_count avg_weight_gram"
FEEDING_COLUMNS = "date site_id unit_id feed_kg"
TEMPERATURE_COLUMNS = "date site_id temperature depth_m measurement_count"
TREATMENT_COLUMNS = ("treatment_id date site_id treatment_category treatment_target requires_handling is_antibiotic "
                     "unit_ids treatment_subtype treatment_site_scope number_of_units_treated treatment_count "
                     "system_source")
OWN_LICE_COLUMNS = "date site_id unit_id adult_female fish_counted mobile attached"
COLUMNS = {"stock": STOCK_COLUMNS, "losses": LOSS_COLUMNS, "feeding": FEEDING_COLUMNS,
           "temperatures": TEMPERATURE_COLUMNS, "treatments": TREATMENT_COLUMNS, "lice": OWN_LICE_COLUMNS}

CODES = ("A101", "A102", "A201", "B201", "B202", "C301", "D401", "E501", "E502", "F601", "F602", "F603")
EDGES = ("0.01", "0.4", "99.5", "99.99", "100", "100.01", "249.99", "250", "499.99", "500", "999.99", "1000", "4999.99",
         "5000", "14999.99", "15000", "20000", "29999.99", "30000")
TREATMENT_CATEGORIES = ("Bath", "Medicinal", "Mechanical", "Thermal", "Freshwater", "Cleanerfish", "Combination",
                        "Vaccination", "Other")
TREATMENT_TARGETS = ("Lice", "Bacteria", "Parasites", "Health", "Other")
MEASURES = (("medikamentell", "badebehandling", "Azametifos", ""), ("medikamentell", "fôrbehandling", "Emamektin", ""),
            ("mekanisk fjerning", "", "", ""), ("rensefisk", "", "", "Rognkjeks"))
DEPTHS = ("", "0", "1", "4.9", "5", "9.5", "14.9", "15", "30")

CLEANER_FISH = ("LUM", "USB")
SEASON_STARTS = {"V": 1, "H": 8}


class Shape(NamedTuple):
    """From least to most: days, weekdays with stock rows, sites, units on a site."""
    days: Tuple[int, int]
    weekdays: Tuple[int, int]
    sites: Tuple[int, int]
    units: Tuple[int, int]


# of a seed, by its number: in turn
SHAPES = {
    "days": Shape((25, 75), (6, 7), (16, 30), (1, 3)),
    "year": Shape((380, 500), (2, 2), (18, 28), (1, 2)),
    "crowd": Shape((70, 130), (2, 3), (50, 70), (1, 1)),
    "years": Shape((1130, 1250), (2, 2), (22, 30), (1, 1)),
    # every day has a row and treatments are rare: what they cost in fish needs 28 days without another one, and untreated days beside them,
    # of which one in a hundred is in a sample
    "quarter": Shape((140, 190), (7, 7), (10, 14), (4, 6)),
    # best and worst tenths, and tails of feeding, of so many groups that they are shown
    "coast": Shape((190, 230), (4, 5), (70, 110), (1, 1)),
}


class Plan(NamedTuple):
    """What is to be ingested, and how."""
    shape: str
    folders: List[Path]
    today: date
    rule: Rule
    derived_rule: Optional[Rule]

    def final_rule(self) -> Rule:
        return self.derived_rule or self.rule


class Pen(NamedTuple):
    """A unit of a site, who has it at first, and the species if it is not one of the salmonids."""
    site: str
    unit: str
    company: str
    species: Optional[str] = None


class Emptying(NamedTuple):
    """A generation is slaughtered in most pens around a day; some fish are left over for months."""
    generation: str
    day: date


def write(path: Path, columns: str, rows: Sequence[tuple]) -> None:
    if not rows:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(columns.split("," if "," in columns else " "))
        writer.writerows(["" if value is None else value for value in row] for row in rows)


def days_between(first: date, last: date) -> Iterator[date]:
    while first <= last:
        yield first
        first += DAY


class Delivery:
    def __init__(self, seed: int, folder: Path) -> None:
        self.random = random.Random(seed)
        self.first = folder / "first"
        self.second = folder / "second"
        self.shape = list(SHAPES)[seed % len(SHAPES)]
        self.tables: Dict[str, Dict[str, Rows]] = {table: {} for table in COLUMNS}

    def write(self) -> Plan:
        self._choose_days()
        self._choose_areas()
        self._choose_companies()
        self._choose_sites()
        self._choose_manners()
        for pen in self.pens:
            self._fill(pen)
        self._add_temperatures()
        self._add_treatments()
        self._add_lice()
        self._write_registers(self.first)
        self._write_authority(self.first)
        for table, of_company in self.tables.items():
            for company, rows in of_company.items():
                self._write_table(self.first, company, table, rows)
        folders = [self.first]
        if self.random.random() < 0.75:
            self._write_corrections()
            folders.append(self.second)
        return Plan(self.shape, folders, self.today, self._rule(),
                    self._rule() if self.random.random() < 0.25 else None)

    def _rule(self) -> Rule:
        """Over years few groups have fish all the time, and few are in a tenth: fewer are asked for."""
        min_farmers = {"years": (1, 2, 2, 3), "coast": (2, 2, 3)}.get(self.shape, (3, 3, 3, 2, 2, 1, 4))
        return Rule(self.random.choice(min_farmers), self.random.choice((85, 85, 50, 60, 70, 95, 100)))

    # The frame

    def _choose_days(self) -> None:
        choose = self.random
        days = choose.randint(*SHAPES[self.shape].days)
        end = choose.choice((
            date(2026, 11, 21), date(2021, 1, 10), date(2021, 2, 7), date(2021, 1, 3), date(2026, 3, 2),
            date(2026, 8, 31), date(2024, 2, 29), date(2025, 12, 31),
            date(2026, 1, 1) + timedelta(days=choose.randint(0, 364))))
        self.end = end
        self.begin = end - timedelta(days=days - 1)
        self.today = end + timedelta(days=choose.choice((0, 0, 1, 3, 9, 40, 80)))

    def _choose_areas(self) -> None:
        """Each platform area lies in one region; their ids are in no order."""
        choose = self.random
        self.areas = sorted(choose.sample(range(1, 14), choose.randint(4, 8)))
        ids = choose.sample(("vest", "a10", "a2", "B", "nord", "øst", "Z9"), choose.randint(2, 4))
        regions = choose.sample(REGIONS, choose.randint(1, 3))
        self.region_of = {bundle: choose.choice(regions) for bundle in ids}
        shuffled = choose.sample(self.areas, len(self.areas))
        self.bundle_of = {area: ids[index] if index < len(ids) else choose.choice(ids)
                          for index, area in enumerate(shuffled)}

    def _choose_companies(self) -> None:
        """One or two groups have several companies; the last group has no stock."""
        choose = self.random
        groups = choose.sample(("G1", "G2", "G10", "g3", "H-1", "Å", "B2", "K9", "M", "n", "P", "q7"),
                               choose.randint(6, 11))
        self.groups = groups
        self.group_of: Dict[str, str] = {}
        for index, group in enumerate(groups):
            for _ in range(choose.randint(2, 3) if index < choose.choice((1, 1, 2)) else 1):
                self.group_of["F%02d" % (len(self.group_of) + 1)] = group
        self.signed_on = {company: self.today + timedelta(days=choose.choice((-2000, -300, -1, 0, 1, 40)))
                          for company in self.group_of}
        self.active = [company for company, group in self.group_of.items() if group != groups[-1]]
        self.dominant = choose.choice((None, None, choose.choice(self.active)))

    def _choose_sites(self) -> None:
        choose = self.random
        shape = SHAPES[self.shape]
        busy = choose.sample(self.areas, choose.randint(1, 2))
        lonely = choose.choice(self.areas)
        ids = choose.sample(list(range(9, 60)) + list(range(9900, 10100)), choose.randint(*shape.sites))
        self.sites: Dict[str, List[Optional[object]]] = {}
        self.pens: List[Pen] = []
        self.owner: Dict[str, str] = {}
        on_land = choose.choice((0.1, 0.25))
        nowhere = choose.choice((0.05, 0.15, 0.3))
        with_cleaner_fish = choose.choice((0, 0.1, 0.4))
        late = choose.choice((0, 0.1, 0.2, 0.5))
        self.last_day: Dict[str, date] = {}
        for index, number in enumerate(ids):
            site = str(number)
            placement = "onshore" if choose.random() < on_land else "offshore"
            area = choose.choice(busy if choose.random() < 0.65 else self.areas)
            if choose.random() < nowhere:
                area = None
            company = self.active[index % len(self.active)]
            if area == lonely:
                company = self.active[-1]
            registered = choose.choice((company, company, None, choose.choice(self.active)))
            self.sites[site] = [placement, area, registered, choose.choice((None, "M1", "a1")),
                                choose.choice((None, "B", "M"))]
            self.owner[site] = company
            self.last_day[site] = self.end
            if choose.random() < late:
                self.last_day[site] -= timedelta(days=choose.choice((1, 2, 5, choose.randint(1, 16))))
            if choose.random() < 0.05:
                continue  # a site without stock
            if choose.random() < with_cleaner_fish:
                self.pens.append(Pen(site, "r0", company, choose.choice(CLEANER_FISH)))
                if choose.random() < 0.2:
                    continue  # cleaner fish alone
            for unit in range(choose.randint(*shape.units)):
                other = choose.choice(self.active)
                self.pens.append(Pen(site, "u%d" % unit, company if choose.random() < 0.93 else other))

    def _choose_manners(self) -> None:
        """How this delivery counts, weighs and feeds: alike, so that many groups share a cell, or not."""
        choose = self.random
        years = range(self.begin.year - 2, self.begin.year + 1)
        transferred = ["%s%d" % (season, year) for year in years for season in "VH"
                       if date(year, SEASON_STARTS[season], 1) <= self.begin]
        self.generations = choose.sample(transferred, choose.randint(2, 4))
        self.late_generation = self.generations[-1]
        # of tanks: the one that comes to sea later, and one that never does
        self.planned = [self.late_generation, "V%d" % (self.end.year + 1)]
        emptied = self.begin + (self.end - self.begin) * choose.uniform(0.3, 0.8)
        self.emptying = choose.choice((None, Emptying(choose.choice(self.generations), emptied)))
        self.start_weight = {generation: choose.choice((80, 120, 450, 950, 2400, 4900, 14800))
                             for generation in self.generations + self.planned}
        self.growth = choose.choice((0, 0, 0.5, 3, 10))
        self.spread = choose.choice((0, 60, 150, 400))
        self.weighing = choose.choice(("grown", "grown", "grown", "edges"))
        self.counting = choose.choice(("equal", "few", "small", "wide", "huge"))
        self.feeding = choose.choice((0.95, 0.8, 0.5))
        self.weekdays = choose.sample(range(7), choose.randint(*SHAPES[self.shape].weekdays))
        self.presence = choose.choice((0.7, 0.9, 1))
        self.losing = choose.choice((0.1, 0.3, 0.5))
        self.stopping = choose.choice((0, 0.25))

    # Stock, losses, feeding

    def _fish(self, company: str) -> int:
        choose = self.random
        fish = {"equal": 1000, "few": choose.choice((500, 1000)), "small": choose.randint(1, 5),
                "wide": int(10 ** choose.uniform(0, 5)), "huge": choose.choice((1000000000, 999999937))}[self.counting]
        if company == self.dominant and self.counting != "huge":
            return fish * choose.choice((10, 60))
        return fish

    def _weight(self, generation: str, offset: int, day: date) -> str:
        if self.weighing == "edges" or self.random.random() < 0.04:
            return self.random.choice(EDGES)
        grown = self.start_weight[generation] + offset + self.growth * (day - self.begin).days
        return "%.2f" % min(max(grown + self.random.choice((0, 0, 0.25, 0.5, -0.01)), 0.01), 29000)

    def _generation(self, pen: Pen, day: date) -> str:
        """One generation comes to sea later than the data begin, so that its months can be counted."""
        if self.sites[pen.site][0] == "onshore" and self.random.random() < 0.6:
            return self.random.choice(self.planned)
        if day < self.begin + timedelta(days=32):
            return self.random.choice(self.generations[:-1])
        return self.random.choice(self.generations + [self.late_generation] * 2)

    def _cohort(self, company: str, generation: str, species: str) -> str:
        """A cohort may be on several sites; some ids are used again for another generation."""
        number = self.random.randint(1, 3)
        if species in CLEANER_FISH:
            return "R%d-%s" % (number, company)
        if self.random.random() < 0.1:
            return "C%d-%s" % (number, company)
        return "C%d-%s-%s" % (number, company, generation)

    def _fill(self, pen: Pen) -> None:
        choose = self.random
        days = (self.end - self.begin).days
        first = self.begin + timedelta(days=choose.choice((0, 0, 0, choose.randint(0, days))))
        last = self.last_day[pen.site]
        if choose.random() < self.stopping:
            last -= timedelta(days=choose.randint(0, days))
        harvest = first + timedelta(days=choose.randint(1, days)) if choose.random() < 0.3 else None
        # many months with fish on about as many days as a site average asks for
        days_of_month = choose.randint(6, 9) if choose.random() < 0.15 else 31
        company = pen.company
        species = pen.species or choose.choice(("SAL", "SAL", "SAL", "TRR"))
        offset = choose.randint(-self.spread, self.spread)
        generation = self._generation(pen, first)
        cohort = self._cohort(company, generation, species)
        fish = self._fish(company)
        emptied = self._emptied(generation)
        fallow_until = first
        stays = True
        rows: Rows = []
        for day in days_between(first, last):
            if harvest and day >= harvest:
                harvest = None
                fallow_until = day + timedelta(days=choose.choice((0, 2, 12)))
                generation = self._generation(pen, day)
                if choose.random() < 0.2:
                    company = choose.choice(self.active)
                    stays = stays and company == pen.company
                species = pen.species or choose.choice((species, "SAL", "TRR", "SAL", "TRR", "LUM"))
                cohort = self._cohort(company, generation, species)
                fish = self._fish(company)
                emptied = self._emptied(generation)
            elif emptied and day >= emptied:
                emptied = None
                fish = max(1, int(fish * choose.choice((0.001, 0.01, 0.03, 0.2))))
            is_absent = (day.weekday() not in self.weekdays or choose.random() > self.presence
                         or day.day > days_of_month)
            if is_absent and day not in (self.begin, self.end):
                continue
            if day < fallow_until or choose.random() < 0.03:
                weight = choose.choice(("0", "1200"))
                rows.append((company, (day, pen.site, pen.unit, cohort, species, 0, weight, generation)))
                continue
            weight = self._weight(generation, offset, day)
            rows.append((company, (day, pen.site, pen.unit, cohort, species, fish, weight, generation)))
            if choose.random() < self.feeding:
                share = choose.choice((0, 0.005, 0.01, 0.02, choose.uniform(0.001, 0.02)))
                kilograms = min(fish * float(weight) / 1000 * share, 10 ** 6)
                feed = "%.4f" % kilograms if choose.random() < 0.9 else "12.5"
                self._add("feeding", company, (day, pen.site, pen.unit, feed))
        # a weight that is missing comes from another day: not from another company's, which may correct it later
        knows_weight = stays and any(row[6] != "0" for _, row in rows)
        for company, row in rows:
            self._add("stock", company, row)
            self._lose(company, row[:3], row[5], row[6] != "0" or knows_weight)

    def _emptied(self, generation: str) -> Optional[date]:
        """The day from which few fish of a pen are left."""
        if not self.emptying or generation != self.emptying.generation or self.random.random() < 0.1:
            return None
        return self.emptying.day + timedelta(days=self.random.randint(-10, 10))

    def _lose(self, company: str, key: tuple, fish: int, has_weight: bool) -> None:
        """Sometimes more than there are fish: the count of a pen is wrong after a harvest, not the dead."""
        choose = self.random
        if choose.random() > self.losing:
            return
        left = fish
        if has_weight and choose.random() < (0.4 if not fish else 0.03):
            left += choose.choice((1, 40, 2000))
        if not left:
            return
        for code in choose.sample(CODES, choose.randint(1, 3)):
            for kind in choose.choice((("mortality",), ("culling",), ("mortality", "culling"))):
                some = choose.choice((0, 1, 2, choose.randint(0, max(1, fish // 10))))
                count = min(left, left if left > fish and choose.random() < 0.5 else some)
                left -= count
                own_weight = choose.choice(("", "", "100.5", "0.1", "1234.56", "%.2f" % choose.uniform(0.01, 30000)))
                self._add("losses", company, key + (kind, code, count, own_weight))

    def _add(self, table: str, company: str, row: tuple) -> None:
        self.tables[table].setdefault(company, []).append(row)

    # Temperatures and treatments

    def _add_temperatures(self) -> None:
        """Of each site by one company, some for years before the stock; areas differ little or much."""
        choose = self.random
        years_before = choose.choice((0, 1.2, 3.5, 6.2))
        begin = min(self.begin, self.end - timedelta(days=int(365 * years_before)))
        end = min(self.today, self.end + timedelta(days=choose.choice((0, 3, 9))))
        often = choose.choice((0.9, 0.5)) if self.shape == "days" else choose.choice((0.5, 0.25))
        seldom = choose.choice((0.1, 0.04))
        spread = choose.choice((0.2, 2))
        for site, company in self.owner.items():
            if choose.random() < 0.08:
                continue
            offset = choose.uniform(-spread, spread)
            depths = choose.sample(DEPTHS, choose.randint(1, 3))
            for day in days_between(begin, end):
                if choose.random() > (often if day >= self.begin else seldom):
                    continue
                base = 8 + offset + 6 * math.sin((day.timetuple().tm_yday - 110) / 365 * 2 * math.pi)
                for depth in depths if choose.random() < 0.5 else depths[:1]:
                    temperature = min(max(base + choose.uniform(-0.5, 0.5), -2), 30)
                    if choose.random() < 0.2:
                        temperature = round(temperature * 2) / 2
                    row = (day, site, "%.2f" % temperature, depth, choose.choice((1, 1, 2, 3, 24)))
                    self._add("temperatures", company, row)

    def _add_lice(self) -> None:
        """Counts of some pens on some days: some without mobile or attached lice, some twice a week."""
        choose = self.random
        for company, rows in self.tables["stock"].items():
            for row in rows:
                if choose.random() < 0.08:
                    self._add("lice", company, row[:3] + (
                        "%.2f" % choose.uniform(0, 2), choose.choice((1, 10, 20)),
                        choose.choice(("", "0", "%.2f" % choose.uniform(0, 5))), choose.choice(("", "1.25"))))

    def _add_treatments(self) -> None:
        choose = self.random
        units: Dict[Tuple[str, date], List[str]] = {}
        for rows in self.tables["stock"].values():
            for row in rows:
                units.setdefault((row[1], row[0]), []).append(row[2])
        days_of: Dict[str, List[date]] = {}
        for site, day in sorted(units):
            days_of.setdefault(site, []).append(day)
        begin = self.begin - timedelta(days=choose.choice((0, 30, 400)))
        categories = choose.sample(TREATMENT_CATEGORIES, 3)
        targets = choose.sample(TREATMENT_TARGETS, 2)
        for number in range(choose.choice((30, 50) if self.shape == "quarter" else (100, 300, 600))):
            site = choose.choice(list(self.sites))
            day = begin + timedelta(days=choose.randint(0, (self.today - begin).days))
            if site in days_of and choose.random() < 0.8:
                day = choose.choice(days_of[site])
            company = self.owner[site] if choose.random() < 0.93 else choose.choice(self.active)
            present = units.get((site, day), ["u0"])
            treated = sorted(choose.sample(present, choose.randint(1, len(present))))
            if choose.random() < 0.1:
                treated.append("u9")
            self._add("treatments", company, (
                "T%d" % number, day, site, choose.choice(categories + list(TREATMENT_CATEGORIES[:2])),
                choose.choice(targets + ["Lice"]), choose.choice(("true", "false")),
                choose.choice(("true", "false", "false")),
                "|".join(treated) if choose.random() < 0.6 else "", choose.choice((None, "H2O2", "Ferskvann")),
                choose.choice((None, "full", "partial")), choose.choice((None, len(treated), 7)),
                choose.choice((1, 1, 2, 5, 20, 0, None)), choose.choice((None, "fishtalk", "mercatus"))))

        self._treat_weekly(choose.choice(list(self.sites)))

    def _treat_weekly(self, site: str) -> None:
        """One site is treated alike every week, until once it is not: a significant decrease."""
        week = monday(self.begin)
        weeks = (self.end - week).days // 7
        less = self.random.randint(0, weeks)
        for number in range(weeks):
            self._add("treatments", self.owner[site], (
                "W%d" % number, week + timedelta(weeks=number), site, "Mechanical", "Lice", "true", "false", "", None,
                "full", None, 1 if number == less else 5, None))

    # Registers and the authority

    def _write_registers(self, folder: Path) -> None:
        reference = folder / "reference"
        self._write_companies(reference)
        self._write_platform_areas(reference)
        write(reference / "loss_categories.csv", CATEGORY_COLUMNS, [
            (code[0], "Nivå " + code[0], code[:2], "Nivå 2 " + code[:2], code, "Årsak " + code,
             self.random.choice((code, None)), "Cause " + code) for code in CODES])
        write(reference / "marine_types.csv", "code name", [("M1", "Fjord"), ("M2", "Åpen"), ("a1", "Kyst")])
        write(reference / "marine_type_regions.csv", "code name", [("B", "Barents"), ("M", "Nordsjø")])
        # companies share sites here, as they may where the list says so
        write(reference / "site_farmers.csv", "site_id farmer_id", [
            (site, company) for site in self.sites for company in self.group_of])

    def _write_companies(self, folder: Path) -> None:
        write(folder / "farmers.csv", COMPANIES_COLUMNS, [
            (company, "Firma " + company, group, "Gruppe " + group, "premium", self.signed_on[company])
            for company, group in self.group_of.items()])

    def _write_platform_areas(self, folder: Path) -> None:
        write(folder / "platform_areas.csv", PLATFORM_AREA_COLUMNS, [
            (bundle, "Område-%s Å" % bundle, "Area-%s E" % bundle,
             "|".join(str(area) for area in self.areas if self.bundle_of[area] == bundle))
            for bundle in self.region_of])

    def _write_authority(self, folder: Path) -> None:
        choose = self.random
        authority = folder / "authority"
        self._write_sites(authority)
        self._write_areas(authority)
        months: Rows = []
        known = self.areas[choose.choice((0, 1)):]
        month = add_months(self.begin, -choose.choice((0, 13)))
        while month <= first_of_month(self.today):
            for area in known:
                for species in ("SAL", "TRR"):
                    if choose.random() < 0.93:
                        figures = [choose.choice((0, choose.randint(0, 10 ** 6))) for _ in range(2)]
                        months.append((month, area, species, *figures, *(choose.randint(0, 1000) for _ in range(8))))
            month = add_months(month, 1)
        write(authority / "authority_month.csv", AUTHORITY_MONTH_COLUMNS, months)
        self._write_stocking_years(authority)
        self._write_diseases(authority)
        self._write_measures(authority)
        self._write_lice(authority, random.Random("lice of %s" % self.today))
        self._write_quartiles(authority, random.Random("quartiles of %s" % self.today), 0.9)

    def _write_quartiles(self, folder: Path, choose: random.Random, share: float) -> None:
        """Of each period, or of some; a few regions have none."""
        def rows(periods: List[object], scale: int) -> Rows:
            found: Rows = []
            for period in periods:
                for species in ("salmon", "rainbowtrout") if choose.random() < share else ():
                    for group, region in INSTITUTE_REGIONS:
                        values = sorted(choose.choice((0, choose.randint(0, scale), choose.randint(0, 9999))) / 100 for _ in range(3))
                        if choose.random() < 0.9:
                            missing = choose.random() < 0.1
                            q1, median, q3 = ("NA",) * 3 if missing else values
                            found.append((species, period, group, region, median, q1, q3))
            return found
        months = []
        month = add_months(self.begin, -2)
        while month <= self.today:
            months.append(month)
            month = add_months(month, 1)
        write(folder / "monthly_mortality_data.csv", QUARTILE_COLUMNS % "date", rows(months, 900))
        write(folder / "cumulative_mortality_data.csv", QUARTILE_COLUMNS % "date", rows(months, 3000))
        write(folder / "cohort_mortality_data.csv", QUARTILE_COLUMNS % "year", rows(list(range(self.begin.year - 1, self.today.year + 1)), 8000))

    def _write_sites(self, folder: Path) -> None:
        rows = []
        for site, (placement, area, company, kind, region) in self.sites.items():
            position = (60 + int(site) / 10 ** 5, 5.25) if area and kind else (None, None)
            rows.append((site, "Sted " + site, placement, *position, area, company, kind, region))
        write(folder / "site.csv", SITE_COLUMNS, rows)

    def _write_areas(self, folder: Path) -> None:
        write(folder / "production_area.csv", "area_id area_name region_name", [
            (area, "Produksjonsområde %d" % area, self.region_of[self.bundle_of[area]]) for area in self.areas])

    def _write_stocking_years(self, folder: Path) -> None:
        """From some January on, often; at times a month is missing. Old stocking years have left the sea, or but for some."""
        choose = random.Random("stocking years %s" % self.begin)
        years = dict.fromkeys((self.begin.year - 3, self.begin.year - 2, self.begin.year - 1, self.begin.year, "(null)"))
        first = date(self.begin.year - choose.choice((1, 2)), choose.choice((1, 1, 1, 2)), 1)
        last = add_months(first_of_month(self.end), -1)
        missing = add_months(first, choose.randint(1, 30)) if choose.random() < 0.2 else None
        rows: Rows = []
        month = first
        while month <= last:
            for area in self.areas + ["(null)"] if month != missing else ():
                for species in ("LAKS", "REGNBUEØRRET"):
                    for year in years:
                        if choose.random() < 0.3:
                            rest = choose.randint(0, 10 ** 4) if year == self.begin.year else choose.choice((0, 0, 1))
                            rows.append((month.year, month.month, area, species, year, rest, rest, *(
                                choose.randint(0, 10 ** 3) for _ in range(6)), choose.choice((0, 5)), choose.randint(-50, 50), 0,
                                choose.choice((0, -30))))
            month = add_months(month, 1)
        write(folder / "biostat.csv", STATISTICS_COLUMNS, rows)

    def _write_diseases(self, folder: Path) -> None:
        """Each period in some of its weeks, open in those before it ended."""
        choose = random.Random("diseases %s" % self.begin)
        rows: Rows = []
        periods = {(choose.choice(list(self.sites)), choose.choice(("PD", "ILA", "HSMB")), choose.choice(("Mistanke", "Påvist", "Uklar")),
                    self.begin + timedelta(days=choose.randint(-500, (self.end - self.begin).days))) for _ in range(choose.choice((0, 12, 40)))}
        for site, disease, status, first in sorted(periods):
            last = first + timedelta(days=choose.choice((0, 5, 60, 400)))
            ended = last <= self.end and choose.random() < 0.8
            weeks = sorted(choose.sample(range(8), choose.randint(1, 3)))
            for week in (monday(first) + timedelta(weeks=number) for number in weeks):
                if week <= self.end:
                    year, number, _ = week.isocalendar()
                    known = ended and (week > last or week == max(monday(first) + timedelta(weeks=each) for each in weeks))
                    rows.append((number, year, site, "Sted " + site, disease, status, first, last if known else None, 1, "K", 1, "F", 60.5, 5.25,
                                 self.areas[0], "n"))
        choose.shuffle(rows)
        write(folder / "ila_pd.csv", DISEASE_COLUMNS, rows)

    def _write_measures(self, folder: Path) -> None:
        """At most one of a site and week: the order of more is by an id that the authority does not give."""
        choose = self.random
        measures = {}
        for _ in range(choose.choice((0, 30, 150))):
            site = choose.choice(list(self.sites))
            week = monday(self.begin + timedelta(days=choose.randint(-30, (self.today - self.begin).days)))
            year, number, _ = week.isocalendar()
            what, how, medicine, cleaner = choose.choice(MEASURES)
            scope = choose.choice(("hele lokaliteten", "deler av lokaliteten"))
            measures[site, week] = (number, year, site, "Sted " + site, what, how, medicine, "", cleaner, "", scope,
                                    1, "K", 1, "F", 60.5, 5.25, self.areas[0], "n")
        write(folder / "tiltak.csv", MEASURE_COLUMNS, list(measures.values()))

    def _write_lice(self, folder: Path, choose: random.Random) -> None:
        """Counted or not, with and without fish, limit, and word on the limit; halves of a hundredth."""
        lice = ("0", "0.00", "0.1", "0.2", "0.199", "0.5", "0.505", "0.51", "2.125", "17", "")
        weeks = {monday(self.today - timedelta(days=choose.randint(0, 900))) for _ in range(choose.choice((0, 3, 60)))}
        rows = []
        for week in sorted(weeks):
            year, number, _ = week.isocalendar()
            for site in self.sites:
                if choose.random() < 0.6:
                    rows.append((number, year, site, "Sted " + site, *(choose.choice(lice) for _ in range(3)),
                                 choose.choice(("Nei", "Nei", "Nei", "Ja", "")),
                                 choose.choice(("Ja", "Ja", "Ja", "Nei", "")), 60.5, 5.25,
                                 choose.choice(("0.5", "0.2", "")), choose.choice(("Ja", "Nei", "")), "", ""))
        write(folder / "lus.csv", LICE_COLUMNS, rows)

    # Files

    def _write_table(self, folder: Path, company: str, table: str, rows: Rows) -> None:
        """A table in one file or two; a generation by its code, its name or the day of its transfer to sea.

        That day may not be after today."""
        columns = COLUMNS[table]
        if table == "stock":
            is_planned = any(int(row[-1][1:]) > self.today.year for row in rows)
            writing = self.random.choice(("code", "code", "name", "code" if is_planned else "day"))
            rows = [row[:-1] + (self._generation_as(writing, row[-1]),) for row in rows]
            if writing == "day":
                columns = columns.replace("generation", "sea_transfer_date")
        path = folder / "farmers" / company
        half = len(rows) // 2
        if half and folder == self.first and self.random.random() < 0.2:
            write(path / (table + "-1.csv"), columns, rows[:half])
            write(path / (table + "-2.csv"), columns, rows[half:])
        else:
            write(path / (table + ".csv"), columns, rows)

    def _generation_as(self, writing: str, generation: str) -> str:
        season, year = generation[0], generation[1:]
        if writing == "name":
            names = ("Vår", "VÅR", "Spring") if season == "V" else ("Høst", "høst", "Autumn")
            return "%s - %s" % (year, self.random.choice(names))
        if writing == "day":
            last = "-07-31" if season == "V" else "-12-31"
            is_over = int(year) < self.begin.year
            return year + (last if is_over else "-%02d-01" % SEASON_STARTS[season])
        return generation

    # Corrections

    def _write_corrections(self) -> None:
        """Other fish and temperatures of some sites, deleted days, moved sites, areas and companies."""
        choose = self.random
        for company in choose.sample(self.active, min(3, len(self.active))):
            self._correct_stock(company)
            self._correct_temperatures(company)
            self._correct_treatments(company)
        if choose.random() < 0.5:
            for company in self.group_of:
                if choose.random() < 0.15:
                    self.group_of[company] = choose.choice(self.groups)
            self._write_companies(self.second / "reference")
        if choose.random() < 0.5:
            for site in self.sites.values():
                if choose.random() < 0.1:
                    site[0] = choose.choice(("offshore", "onshore"))
                if choose.random() < 0.15:
                    site[1] = choose.choice(self.areas + [None])
            self._write_sites(self.second / "authority")
        if choose.random() < 0.2:
            counted = {"SAL": True, "TRR": choose.random() < 0.5, "LUM": choose.random() < 0.3}
            write(self.second / "reference" / "species.csv", "code name name_english is_counted", [
                (code, "Art " + code, "Species " + code, str(is_counted).lower())
                for code, is_counted in counted.items()])
        if self.today.toordinal() % 2:
            self._write_lice(self.second / "authority", random.Random("corrected lice of %s" % self.today))
            self._write_quartiles(self.second / "authority", random.Random("later quartiles of %s" % self.today), 0.4)
        if choose.random() < 0.5:
            area = choose.choice(self.areas)
            if list(self.bundle_of.values()).count(self.bundle_of[area]) > 1:
                self.bundle_of[area] = choose.choice(list(self.region_of))
            self.region_of[choose.choice(list(self.region_of))] = choose.choice(REGIONS)
            self._write_platform_areas(self.second / "reference")
            self._write_areas(self.second / "authority")

    def _correct_stock(self, company: str) -> None:
        """A stretch of one site's days: its first and last day stay, so that all three tables replace the same days.

        All days where a weight of another day counts: the definitions leave open whether a row follows that is not
        delivered again."""
        choose = self.random
        stock = self.tables["stock"].get(company)
        if not stock:
            return
        site = choose.choice(stock)[1]
        days = sorted({row[0] for row in stock if row[1] == site})
        first, last = sorted(choose.choices(days, k=2))
        if any(row[1] == site and row[6] == "0" for row in stock):
            first, last = days[0], days[-1]
        kept: Rows = []
        for row in stock:
            if row[1] != site or not first <= row[0] <= last:
                continue
            if row[0] not in (first, last) and choose.random() < 0.2:
                continue
            fish = row[5] * choose.choice((1, 1, 2)) if row[5] < 10 ** 9 else row[5]
            weight = row[6] if choose.random() < 0.6 or not fish else self._weight(row[7], 0, row[0])
            generation = row[7] if choose.random() < 0.8 else choose.choice(self.generations)
            kept.append(row[:5] + (fish, weight, generation))
        keys = {row[:3] for row in kept}
        weighed = {row[1:3] for row in kept if row[6] != "0"}
        weightless = {row[:3] for row in kept if row[6] == "0" and row[1:3] not in weighed}
        losses = [row for row in self.tables["losses"].get(company, [])
                  if row[:3] in keys and not (row[:3] in weightless and row[5])]
        known = {row[:5] for row in losses}
        for key in sorted(keys):
            if key[0] in (first, last) and key + ("culling", CODES[0]) not in known:
                losses.append(key + ("culling", CODES[0], 0, ""))
        self._write_table(self.second, company, "stock", kept)
        self._write_table(self.second, company, "losses", losses)
        self._write_table(self.second, company, "feeding", [row[:3] + ("2.5" if row[5] else "0",) for row in kept])

    def _correct_temperatures(self, company: str) -> None:
        rows = self.tables["temperatures"].get(company)
        if rows:
            site = self.random.choice(rows)[1]
            corrected = [row[:2] + ("%.1f" % float(row[2]),) + row[3:] for row in rows
                         if row[1] == site and self.random.random() < 0.8]
            self._write_table(self.second, company, "temperatures", corrected)

    def _correct_treatments(self, company: str) -> None:
        rows = self.tables["treatments"].get(company)
        if rows:
            site = self.random.choice(rows)[2]
            corrected = [row[:3] + (self.random.choice(TREATMENT_CATEGORIES),) + row[4:] for row in rows
                         if row[2] == site]
            self._write_table(self.second, company, "treatments", corrected)
