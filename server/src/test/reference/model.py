"""What the lake must hold after some deliveries (lake.md, A delivery corrects; Snapshots; Derived tables)."""
from __future__ import annotations

import csv
from collections import defaultdict
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Callable, Dict, Iterable, List, Optional, Set, Tuple

from .atoms import Atom, ByGroup, Cell, Rule, WEIGHT_CLASS, make_atoms, single_cells
from .dates import DAY, add_months, monday, piece_end, piece_start
from .lice_report import LiceWeek, read_report
from .rounding import rounded, whole

# of the shipped list, what is delivered here; a delivery may replace it
SPECIES = {"SAL": True, "TRR": True, "LUM": False, "USB": False}
# a site is asked for when it has fish in so many days up to data end; so many of a hundred of them are there
RECENT = 14 * DAY
COMPLETE_SHARE = 95

Record = Dict[str, str]
UnitKey = Tuple[date, str, str]


@dataclass
class Company:
    id: str
    name: str
    group: str
    group_name: str
    tier: str
    signed_on: Optional[date]


@dataclass
class Site:
    id: str
    name: str
    placement: str
    area: Optional[int]
    owner: Optional[str]
    latitude: Optional[str]
    longitude: Optional[str]
    marine_type: Optional[str]
    marine_region: Optional[str]


@dataclass
class Area:
    """A production area."""
    id: int
    name: str
    region: str


@dataclass
class PlatformArea:
    id: str
    name: str
    english: str
    areas: List[int]


@dataclass
class Category:
    code: str
    name: Optional[str]
    short_name: Optional[str]
    level_1: str
    level_1_name: str
    level_2: str


@dataclass
class Losses:
    """Fish and grams lost, of one category or of all."""
    mortality_count: int = 0
    mortality_grams: int = 0
    culling_count: int = 0
    culling_grams: int = 0

    def add(self, other: Losses) -> None:
        self.mortality_count += other.mortality_count
        self.mortality_grams += other.mortality_grams
        self.culling_count += other.culling_count
        self.culling_grams += other.culling_grams

    def count(self, kind: str) -> int:
        """Of a kind: mortality, culling, or loss, which is both."""
        mortality = self.mortality_count if kind in ("mortality", "loss") else 0
        return mortality + (self.culling_count if kind in ("culling", "loss") else 0)

    def grams(self, kind: str) -> int:
        mortality = self.mortality_grams if kind in ("mortality", "loss") else 0
        return mortality + (self.culling_grams if kind in ("culling", "loss") else 0)


@dataclass
class UnitDay:
    """A unit on a day: a row of stock, with its losses and its feed."""
    day: date
    site: str
    unit: str
    company: str
    cohort: str
    species: str
    generation: str
    fish: int
    weight: Fraction
    biomass: int
    losses: Dict[str, Losses] = field(default_factory=dict)
    feed: Optional[int] = None
    # estimated growth in grams; none on days without feed, without a day before, or with fish moved in
    gain: Optional[int] = None
    group: str = ""
    cell: Optional[Cell] = None
    # fish as delivered, before they were raised to the losses
    delivered: int = 0


@dataclass
class Reading:
    """A temperature in hundredths of a degree at a depth (or none), the mean of so many measurements."""
    day: date
    site: str
    depth: Optional[Fraction]
    hundredths: int
    measurements: int

    @property
    def temperature(self) -> Fraction:
        return Fraction(self.hundredths, 100)


@dataclass
class Treatment:
    id: Optional[str]
    day: date
    site: str
    company: Optional[str]
    units: Optional[List[str]]
    category: str
    target: str
    subtype: Optional[str]
    requires_handling: bool
    is_antibiotic: bool
    scope: Optional[str]
    number_of_units: Optional[int]
    count: int
    system: Optional[str]

    @property
    def week(self) -> date:
        return monday(self.day)

    @property
    def is_authoritys(self) -> bool:
        return self.company is None


@dataclass
class Disease:
    """A disease at a site from a day to a day; without the latter it goes on."""
    site: str
    disease: str
    status: str
    first: date
    last: Optional[date]


@dataclass
class Quartiles:
    """Of the sites' risks in a region, as the Veterinary Institute publishes them; percent."""
    species: str
    period: date
    group: str
    region: str
    q1: Fraction
    median: Fraction
    q3: Fraction


INSTITUTE_SPECIES = {"salmon": "SAL", "rainbowtrout": "TRR"}
STATUSES = {"Mistanke": "suspected", "Påvist": "confirmed"}


@dataclass
class StockingYear:
    """The authority's figures of a month, area, species and stocking year."""
    month: date
    area: Optional[int]
    species: str
    year: Optional[int]
    figures: Dict[str, int]


# the authority's columns of each figure, as in its statistics of today
STATISTICS = {
    "closing_count": ("BEHFISK_STK",), "biomass_kg": ("BIOMASSE_KG",), "smolt_count": ("UTSETT_SMOLT_STK",),
    "feed_kg": ("FORFORBRUK_KG",), "harvest_count": ("UTTAK_STK",), "harvest_kg": ("UTTAK_KG",),
    "dead_count": ("DØDFISK_STK",), "discarded_count": ("UTKAST_STK",), "escaped_count": ("RØMMING_STK",),
    "other_count": ("ANDRE_STK", "ANDRE_NY_STK", "TELLEFEIL_STK"),
}
STATISTICS_SPECIES = {"LAKS": "SAL", "REGNBUEØRRET": "TRR"}


@dataclass
class Sums:
    """Sums over unit-days, and their days; feed and fed_biomass over those that report feed, gain and its biomass over those that grow."""
    fish_days: int = 0
    biomass_days: int = 0
    fed_days: int = 0
    feed: int = 0
    fed_biomass: int = 0
    gain_days: int = 0
    gain: int = 0
    gain_biomass: int = 0
    days: Set[date] = field(default_factory=set)
    total: Losses = field(default_factory=Losses)
    by_category: Dict[str, Losses] = field(default_factory=lambda: defaultdict(Losses))

    def add(self, other: Sums) -> None:
        self.fish_days += other.fish_days
        self.biomass_days += other.biomass_days
        self.fed_days += other.fed_days
        self.feed += other.feed
        self.fed_biomass += other.fed_biomass
        self.gain_days += other.gain_days
        self.gain += other.gain
        self.gain_biomass += other.gain_biomass
        self.days |= other.days
        self.total.add(other.total)
        for category, losses in other.by_category.items():
            self.by_category[category].add(losses)


@dataclass
class Holding:
    """What one company has of a cell on one site: a row of stock_cell and its loss_cell rows."""
    site: str
    company: str
    group: str
    sums: Sums = field(default_factory=Sums)


def read_csv(path: Path) -> List[Record]:
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def optional(record: Record, column: str) -> Optional[str]:
    return record.get(column) or None


def generation_code(text: str) -> str:
    """V2025 or H2025; also 2025 - Vår, 2025 - Autumn and the like, in any case (definitions.md, 1)."""
    if " - " not in text:
        return text.strip().upper()
    year, season = text.strip().split(" - ")
    return ("V" if season.lower() in ("vår", "spring") else "H") + year


def generation_of_transfer(day: date) -> str:
    return ("V" if day.month <= 7 else "H") + str(day.year)


def delivered_weight(row: Record) -> Fraction:
    return Fraction(rounded(Fraction(row["avg_weight_gram"]), 2))


class UnitWeights:
    """The weights above 0 that were delivered for a unit."""

    def __init__(self, stock: Dict[UnitKey, Tuple[str, Record]]) -> None:
        self.known: Dict[Tuple[str, str], Dict[date, Fraction]] = defaultdict(dict)
        for (day, site, unit), (_, row) in stock.items():
            if delivered_weight(row) > 0:
                self.known[site, unit][day] = delivered_weight(row)

    def nearest(self, key: UnitKey) -> Fraction:
        """The unit's last weight above 0 before a day, or the first after; without any its losses are a bad row."""
        day, site, unit = key
        known = self.known[site, unit]
        before = [other for other in known if other < day]
        return known[max(before) if before else min(known)]


class Lake:
    """The tables of a snapshot, and the cells and atoms derived from them."""

    def __init__(self, rule: Rule) -> None:
        self.rule = rule
        self.companies: Dict[str, Company] = {}
        self.areas: Dict[int, Area] = {}
        self.platform_areas: Dict[str, PlatformArea] = {}
        self.platform_area_of: Dict[int, str] = {}
        self.sites: Dict[str, Site] = {}
        self.categories: Dict[str, Category] = {}
        self.species = dict(SPECIES)
        self.marine_types: Dict[str, str] = {}
        self.marine_regions: Dict[str, str] = {}
        self.authority_months: List[Record] = []
        self.stocking_years: List[StockingYear] = []
        self.diseases: List[Disease] = []
        # by kind and period
        self.quartiles: Dict[Tuple[str, date], List[Quartiles]] = {}
        self.authority_measures: List[Record] = []
        self.lice: Dict[Tuple[date, str], LiceWeek] = {}
        # all rows of stock, and those of counted species
        self.unit_days: Dict[UnitKey, UnitDay] = {}
        self.counted: List[UnitDay] = []
        self.readings: Dict[tuple, Tuple[str, Reading]] = {}
        self.lice_counts: Dict[UnitKey, Tuple[str, Record]] = {}
        self.company_treatments: Dict[Tuple[str, str], Treatment] = {}
        self._stock: Dict[UnitKey, Tuple[str, Record]] = {}
        self._losses: Dict[tuple, Tuple[str, Record]] = {}
        self._feeding: Dict[UnitKey, Tuple[str, Record]] = {}

    @staticmethod
    def read(folders: Iterable[Path], rule: Rule) -> Lake:
        lake = Lake(rule)
        for folder in folders:
            lake._read_registers(folder)
            for company in sorted((folder / "farmers").glob("*")):
                lake._read_company(company)
        lake._make_unit_days()
        lake._make_complete_through()
        lake._make_cells()
        return lake

    # Deliveries

    def _read_registers(self, folder: Path) -> None:
        """Reference and authority files replace their table."""
        readers: Dict[str, Callable[[List[Record]], None]] = {
            "reference/farmers": self._companies,
            "reference/platform_areas": self._platform_areas,
            "reference/loss_categories": self._categories,
            "reference/species": self._species,
            "reference/marine_types": lambda rows: self._codes(self.marine_types, rows),
            "reference/marine_type_regions": lambda rows: self._codes(self.marine_regions, rows),
            "authority/production_area": self._areas,
            "authority/site": self._sites,
            "authority/authority_month": lambda rows: setattr(self, "authority_months", rows),
            "authority/lus": self._lice,
            "authority/biostat": self._statistics,
            "authority/ila_pd": self._diseases,
            "authority/monthly_mortality_data": lambda rows: self._quartiles("month", rows),
            "authority/cumulative_mortality_data": lambda rows: self._quartiles("year_to_date", rows),
            "authority/cohort_mortality_data": lambda rows: self._quartiles("cycle", rows),
            "authority/tiltak": lambda rows: setattr(self, "authority_measures", rows),
        }
        for name, reader in readers.items():
            path = folder / (name + ".csv")
            if path.exists():
                reader(read_csv(path))

    def _companies(self, rows: List[Record]) -> None:
        self.companies = {row["farmer_id"]: Company(
            row["farmer_id"], row["farmer_name"], row["farmer_group_key"], row["farmer_group_name"], row["tier"],
            date.fromisoformat(row["signed_on"])) for row in rows}

    def _platform_areas(self, rows: List[Record]) -> None:
        self.platform_areas = {row["area_id"]: PlatformArea(
            row["area_id"], row["name"], row["name_english"],
            [int(area) for area in row["production_area_ids"].split("|")]) for row in rows}
        self.platform_area_of = {area: bundle.id for bundle in self.platform_areas.values() for area in bundle.areas}

    def _categories(self, rows: List[Record]) -> None:
        self.categories = {row["level_3_code"]: Category(
            row["level_3_code"], optional(row, "category_name"), optional(row, "category_name_short"),
            row["level_1_code"], row["level_1_name"], row["level_2_code"]) for row in rows}

    def _species(self, rows: List[Record]) -> None:
        self.species = {row["code"]: row["is_counted"] == "true" for row in rows}

    @staticmethod
    def _codes(table: Dict[str, str], rows: List[Record]) -> None:
        table.clear()
        table.update((row["code"], row["name"]) for row in rows)

    def _areas(self, rows: List[Record]) -> None:
        self.areas = {int(row["area_id"]): Area(int(row["area_id"]), row["area_name"], row["region_name"])
                      for row in rows}

    def _statistics(self, rows: List[Record]) -> None:
        """The canonical file has no stocking years; it comes first for the months that it has."""
        self.stocking_years = [StockingYear(
            date(int(row["ÅR"]), int(row["MÅNED_KODE"]), 1), None if row["PO_KODE"] == "(null)" else int(row["PO_KODE"]),
            STATISTICS_SPECIES[row["ARTSID"]], None if row["UTSETTSÅR"] == "(null)" else int(row["UTSETTSÅR"]),
            {name: sum(int(row[column]) for column in columns) for name, columns in STATISTICS.items()}) for row in rows]
        known = {row["month"] for row in self.authority_months}
        sums: Dict[tuple, Dict[str, int]] = defaultdict(lambda: defaultdict(int))
        for record in self.stocking_years:
            if record.month.isoformat() not in known:
                for name, figure in record.figures.items():
                    sums[record.month, record.area, record.species][name] += figure
        self.authority_months = self.authority_months + [
            {"month": month.isoformat(), "production_area_id": "" if area is None else str(area), "species_code": species,
             **{name: str(figure) for name, figure in figures.items()}} for (month, area, species), figures in sums.items()]

    def _diseases(self, rows: List[Record]) -> None:
        """A row for each week; that of the last week says whether the period has ended."""
        latest: Dict[tuple, Record] = {}
        for row in sorted(rows, key=lambda each: (int(each["År"]), int(each["Uke"]))):
            latest[row["Lokalitetsnummer"], row["Sykdom"], row["Status"], row["Fra dato"]] = row
        self.diseases = [Disease(site, disease, STATUSES.get(status, status), date.fromisoformat(first),
                                 date.fromisoformat(row["Til dato"]) if row["Til dato"] else None)
                         for (site, disease, status, first), row in latest.items()]

    def _quartiles(self, kind: str, rows: List[Record]) -> None:
        """A later file replaces the periods that it has; a row without quartiles is none."""
        found: Dict[Tuple[str, date], List[Quartiles]] = defaultdict(list)
        for row in rows:
            if row["median"] != "NA":
                period = date.fromisoformat(row["date"]) if "date" in row else date(int(row["year"]), 1, 1)
                values = [Fraction(rounded(Fraction(row[name]), 2)) for name in ("q1", "median", "q3")]
                found[kind, period].append(Quartiles(INSTITUTE_SPECIES[row["species"]], period, row["geo_group"], row["region"], *values))
        self.quartiles.update(found)

    def _sites(self, rows: List[Record]) -> None:
        """A site on land has no production area; one delivered for it is ignored."""
        self.sites = {row["site_id"]: Site(
            row["site_id"], row["site_name"], row["placement"],
            int(row["production_area_id"]) if row["production_area_id"] and row["placement"] == "offshore" else None,
            optional(row, "farmer_id"),
            optional(row, "latitude"), optional(row, "longitude"), optional(row, "marine_type_code"),
            optional(row, "marine_type_region_code")) for row in rows}

    def _lice(self, rows: List[Record]) -> None:
        """The weeks of a report replace the lake's."""
        report = read_report(rows)
        weeks = {week for week, _ in report}
        self.lice = {**{key: lice for key, lice in self.lice.items() if key[0] not in weeks}, **report}

    def _read_company(self, folder: Path) -> None:
        company = folder.name
        self._replace(self._stock, company, self._files(folder, "stock"), self._unit_key)
        self._replace(self._losses, company, self._files(folder, "losses"),
                      lambda row: self._unit_key(row) + (row["loss_type"], row["category_code"]))
        self._replace(self._feeding, company, self._files(folder, "feeding"), self._unit_key)
        self._replace(self.readings, company, self._files(folder, "temperatures"),
                      lambda row: (date.fromisoformat(row["date"]), row["site_id"], row["depth_m"]), self._reading)
        self._replace(self.lice_counts, company, self._files(folder, "lice"), self._unit_key)
        self._replace(self.company_treatments, company, self._files(folder, "treatments"),
                      lambda row: (date.fromisoformat(row["date"]), row["site_id"], company, row["treatment_id"]),
                      lambda row: self._treatment(company, row))

    @staticmethod
    def _files(folder: Path, table: str) -> List[List[Record]]:
        """A table may come in several files: stock.csv, stock-1.csv, stock-2.csv."""
        return [read_csv(path) for path in sorted(folder.glob("*.csv")) if path.stem.split("-")[0] == table]

    @staticmethod
    def _unit_key(row: Record) -> UnitKey:
        return date.fromisoformat(row["date"]), row["site_id"], row["unit_id"]

    @staticmethod
    def _replace(table: dict, company: str, files: List[List[Record]], key: Callable[[Record], tuple],
                 value: Callable[[Record], object] = lambda row: row) -> None:
        """For every (farmer, site) in a file, the rows between the file's first and last date for that site are
        replaced by the files'. Keys begin with the date and the site."""
        for rows in files:
            days: Dict[str, List[date]] = defaultdict(list)
            for row in rows:
                days[row["site_id"]].append(date.fromisoformat(row["date"]))
            gone = [old for old, (owner, _) in table.items() if owner == company and old[1] in days
                    and min(days[old[1]]) <= old[0] <= max(days[old[1]])]
            for old in gone:
                del table[old]
        for row in (row for rows in files for row in rows):
            if key(row) in table:
                raise ValueError("delivered twice, or by another company: %s" % (key(row),))
            table[key(row)] = company, value(row)

    @staticmethod
    def _reading(row: Record) -> Reading:
        return Reading(date.fromisoformat(row["date"]), row["site_id"],
                       Fraction(row["depth_m"]) if row["depth_m"] else None, whole(Fraction(row["temperature"]) * 100),
                       int(row["measurement_count"]))

    @staticmethod
    def _treatment(company: str, row: Record) -> Treatment:
        return Treatment(
            row["treatment_id"], date.fromisoformat(row["date"]), row["site_id"], company,
            row["unit_ids"].split("|") if row["unit_ids"] else None, row["treatment_category"],
            row["treatment_target"], optional(row, "treatment_subtype"), row["requires_handling"] == "true",
            row["is_antibiotic"] == "true", optional(row, "treatment_site_scope"),
            int(row["number_of_units_treated"]) if row["number_of_units_treated"] else None,
            int(row["treatment_count"] or 1), optional(row, "system_source"))

    # The tables

    def _make_unit_days(self) -> None:
        lost: Dict[UnitKey, int] = defaultdict(int)
        for key, (_, row) in self._losses.items():
            lost[key[:3]] += int(row["loss_count"])
        weights = UnitWeights(self._stock)
        for key, (company, row) in self._stock.items():
            fish = int(row["fish_count"])
            weight = delivered_weight(row)
            if lost[key] > fish:
                # more dead than fish: they were alive at the day's start
                fish = lost[key]
                weight = weight or weights.nearest(key)
            if row.get("sea_transfer_date"):
                generation = generation_of_transfer(date.fromisoformat(row["sea_transfer_date"]))
            else:
                generation = generation_code(row["generation"])
            self.unit_days[key] = UnitDay(
                key[0], key[1], key[2], company, row["cohort_id"], row["species_code"], generation, fish, weight,
                whole(fish * weight), group=self.companies[company].group, delivered=int(row["fish_count"]))
        for key, (_, row) in self._losses.items():
            unit_day = self.unit_days[key[:3]]
            count = int(row["loss_count"])
            grams = whole(count * (Fraction(row["avg_weight_gram"]) if row["avg_weight_gram"] else unit_day.weight))
            losses = unit_day.losses.setdefault(row["category_code"], Losses())
            losses.add(Losses(count, grams) if row["loss_type"] == "mortality" else Losses(0, 0, count, grams))
        for key, (_, row) in self._feeding.items():
            self.unit_days[key].feed = whole(Fraction(row["feed_kg"]) * 1000)
        self.counted = [unit_day for unit_day in self.unit_days.values() if self.is_counted(unit_day.species)]
        days = [unit_day.day for unit_day in self.unit_days.values()]
        self.begin = min(days)
        self.end = max(days)

    def _make_complete_through(self) -> None:
        """Of the sea sites with fish of counted species in the 14 days up to data end, the last delivered day of each:
        the latest day that at least 95 % of them reach. Our choice: a row of any species delivers a day."""
        asked = {row.site for row in self.counted if row.fish and row.day > self.end - RECENT
                 and self.sites[row.site].placement == "offshore"}
        last: Dict[str, date] = {}
        for row in self.unit_days.values():
            if row.site in asked:
                last[row.site] = max(last.get(row.site, row.day), row.day)
        self.complete_through = max(
            (day for day in last.values()
             if sum(other >= day for other in last.values()) * 100 >= COMPLETE_SHARE * len(last)), default=self.end)

    def is_complete(self, last_day: date) -> bool:
        """Of a period, by its last day."""
        return last_day <= self.complete_through

    def last_complete_month(self) -> date:
        return add_months(self.complete_through + DAY, -1)

    def is_counted(self, species: str) -> bool:
        """Salmonids of the list; a code that is not in it counts nowhere."""
        return self.species.get(species, False)

    def area_of(self, site: str) -> Optional[int]:
        return self.sites[site].area

    def region_of(self, area: Optional[int]) -> Optional[str]:
        return None if area is None else self.areas[area].region

    def cell_of(self, unit_day: UnitDay) -> Cell:
        site = self.sites[unit_day.site]
        return Cell(piece_start(unit_day.day), site.placement, self.region_of(site.area),
                    self.platform_area_of.get(site.area), site.area, unit_day.generation,
                    int(unit_day.weight) // WEIGHT_CLASS * WEIGHT_CLASS)

    def _make_cells(self) -> None:
        """Unit-days without fish, or of other species, lie in no cell; pieces that are not complete have no atoms."""
        holdings: Dict[Cell, Dict[Tuple[str, str], Holding]] = defaultdict(dict)
        stock: Dict[Cell, ByGroup] = defaultdict(lambda: defaultdict(int))
        fed: Dict[Cell, ByGroup] = defaultdict(lambda: defaultdict(int))
        self.with_fish: List[UnitDay] = [unit_day for unit_day in self.counted if unit_day.fish > 0]
        for unit_day in self.with_fish:
            cell = unit_day.cell = self.cell_of(unit_day)
            holding = holdings[cell].setdefault(
                (unit_day.site, unit_day.company), Holding(unit_day.site, unit_day.company, unit_day.group))
            sums = holding.sums
            sums.fish_days += unit_day.fish
            sums.biomass_days += unit_day.biomass
            sums.days.add(unit_day.day)
            for category, losses in unit_day.losses.items():
                sums.total.add(losses)
                sums.by_category[category].add(losses)
            stock[cell][unit_day.group] += unit_day.fish
            if unit_day.feed is not None:
                sums.fed_days += 1
                sums.feed += unit_day.feed
                sums.fed_biomass += unit_day.biomass
                fed[cell][unit_day.group] += unit_day.biomass
                unit_day.gain = self._gain(unit_day)
            if unit_day.gain is not None:
                sums.gain_days += 1
                sums.gain += unit_day.gain
                sums.gain_biomass += unit_day.biomass
        self.holdings: Dict[Cell, List[Holding]] = {cell: list(by.values()) for cell, by in holdings.items()}
        # our choice: a group counts in the atoms of feed when its fed biomass is above 0 (fish may weigh 0.00x grams)
        fed_above_0 = {cell: {group: grams for group, grams in by_group.items() if grams > 0}
                       for cell, by_group in fed.items()}
        self.stock_atoms: List[Atom] = make_atoms(self.rule, self._complete(stock))
        self.feed_atoms: List[Atom] = make_atoms(self.rule, self._complete(fed_above_0))
        self.stock_cells: List[Atom] = single_cells(stock)
        self.feed_cells: List[Atom] = single_cells(fed)

    def _gain(self, unit_day: UnitDay) -> Optional[int]:
        """Our choices: the day before is of the same company, and lies in the same year."""
        before = self.unit_days.get((unit_day.day - DAY, unit_day.site, unit_day.unit))
        if (before is None or (before.company, before.cohort) != (unit_day.company, unit_day.cohort) or not before.fish
                or before.day.year != unit_day.day.year or unit_day.fish * 100 > before.fish * 101):
            return None
        return whole(unit_day.fish * (unit_day.weight - before.weight))

    def _complete(self, cells: Dict[Cell, ByGroup]) -> Dict[Cell, ByGroup]:
        return {cell: by_group for cell, by_group in cells.items() if self.is_complete(piece_end(cell.piece))}
