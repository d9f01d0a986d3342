"""Share lost: what became of the fish that came to sea, from the deliveries, day by day (definitions.md, 4 Share lost)."""
from __future__ import annotations

from collections import defaultdict
from datetime import date, timedelta
from fractions import Fraction
from typing import Dict, Iterable, List, NamedTuple, Optional, Set, Tuple

from .atoms import Cell, sum_by_group
from .benchmark import included_row
from .dates import DAY, add_months, first_of_month, last_of_month, piece_end, piece_start
from .filters import Request
from .model import Holding, Lake, UnitDay
from .rounding import ratio, rounded, whole

# a site without rows keeps what its last row left for so many days
KEPT = 13 * DAY
# a hidden book lies in the pieces of its row for so many days between
CARRIED_DAYS = 56

BookKey = Tuple[str, str, str]
RowKey = Tuple[str, str]


class Page(NamedTuple):
    """A piece of a book."""
    before: int
    come: int
    lost: int
    gone: int
    after: int


class SiteStock:
    """A site of a book: what it has on a day, and what it left last."""

    def __init__(self) -> None:
        self.here: Dict[date, int] = defaultdict(int)
        self.lost: Dict[date, int] = defaultdict(int)
        self.last: Optional[date] = None
        self.left = 0

    def add(self, row: UnitDay) -> None:
        self.here[row.day] += row.delivered
        self.lost[row.day] += sum(losses.count("loss") for losses in row.losses.values())

    def on(self, day: date) -> Tuple[int, int, int]:
        """What is there, what is lost, and what is there again after it counted as gone."""
        is_kept = self.last is not None and day - self.last <= KEPT + DAY
        if day not in self.here:
            return (self.left if self.last is not None and day - self.last <= KEPT else 0), 0, 0
        back = self.left if self.last is not None and not is_kept else 0
        self.last, self.left = day, self.here[day] - self.lost[day]
        return self.here[day], self.lost[day], back


class Book:
    """Of a company, platform area and generation at sea."""

    def __init__(self) -> None:
        self.sites: Dict[str, SiteStock] = defaultdict(SiteStock)

    def pages(self, data_end: date) -> Dict[date, Page]:
        days = [day for site in self.sites.values() for day in site.here]
        pages: Dict[date, List[int]] = {}
        left, day, last = 0, min(days), min(max(days) + KEPT + DAY, data_end)
        while day <= last:
            here = lost = back = 0
            for site in self.sites.values():
                site_here, site_lost, site_back = site.on(day)
                here, lost, back = here + site_here, lost + site_lost, back + site_back
            page = pages.setdefault(piece_start(day), [left, 0, 0, 0, 0])
            page[1] += max(0, here - left - back)
            page[2] += lost
            page[3] += max(0, left + back - here) - back
            left = page[4] = here - lost
            day += DAY
        return {piece: Page(*page) for piece, page in pages.items()}


class Books:
    """All books, with the cell that shows each piece of them to others."""

    def __init__(self, lake: Lake) -> None:
        self.lake = lake
        found: Dict[BookKey, Book] = defaultdict(Book)
        for row in lake.counted:
            area = lake.platform_area_of.get(lake.area_of(row.site))
            if area is not None:
                found[row.company, area, row.generation].sites[row.site].add(row)
        self.pages = {key: book.pages(lake.end) for key, book in found.items()}
        self.main: Dict[Tuple[date, BookKey], Cell] = {}
        best: Dict[Tuple[date, BookKey], tuple] = {}
        for cell, holdings in lake.holdings.items():
            if cell.placement != "offshore" or cell.platform_area is None:
                continue
            for holding in holdings:
                key = cell.piece, (holding.company, cell.platform_area, cell.generation)
                rank = -holding.sums.fish_days, cell.area, int(holding.site), cell.weight_class
                if key not in best or rank < best[key]:
                    best[key], self.main[key] = rank, cell
        self.in_cell: Dict[Cell, List[BookKey]] = defaultdict(list)
        for (_, book), cell in self.main.items():
            self.in_cell[cell].append(book)
        self.released = {cell.piece for atoms in (lake.stock_atoms, lake.feed_atoms) for atom in atoms for cell in atom}
        self.kept = {atom: self._kept(atom) for atom in lake.stock_atoms}
        self.entered = self._entered()

    def group(self, book: BookKey) -> str:
        return self.lake.companies[book[0]].group

    def page(self, book: BookKey, piece: date) -> Page:
        return self.pages[book][piece]

    def _kept(self, atom: Iterable[Cell]) -> List[Tuple[date, BookKey]]:
        """The books of an atom, where they are safe by themselves; only those of one row are ever shown."""
        if len({(cell.generation, cell.platform_area) for cell in atom}) > 1:
            return []
        books = [(cell.piece, book) for cell in atom for book in self.in_cell.get(cell, [])]
        amounts: Dict[str, int] = defaultdict(int)
        for piece, book in books:
            page = self.page(book, piece)
            if page.before + page.come > 0:
                amounts[self.group(book)] += page.before + page.come
        return books if self.lake.rule.is_off() or amounts and self.lake.rule.is_safe(amounts) else []

    def _entered(self) -> Dict[Tuple[date, BookKey], int]:
        by_book: Dict[BookKey, List[date]] = defaultdict(list)
        for books in self.kept.values():
            for piece, book in books:
                by_book[book].append(piece)
        return {(piece, book): amount for book, pieces in by_book.items()
                for piece, amount in entered(self.pages[book], pieces).items()}


def entered(pages: Dict[date, Page], shown: Iterable[date]) -> Dict[date, int]:
    """What came in shown pieces; what came while the book was hidden enters with the next one."""
    found: Dict[date, int] = {}
    after = 0
    for piece in sorted(shown):
        page = pages[piece]
        found[piece] = page.come + max(0, page.before - after)
        after = page.after
    return found


class Shown(NamedTuple):
    """A book in a piece of a row."""
    group: str
    page: Page
    entered: int


class ShareLost:
    """Of a row and side, month by month."""

    def __init__(self, books: Books, shown: Dict[date, Dict[BookKey, Shown]], is_exact: bool, carries: bool) -> None:
        self.by_month: Dict[date, Tuple[Fraction, int]] = {}
        rule = books.lake.rule
        pieces = set(shown)
        if carries and shown:
            pieces |= {piece for piece in books.released if min(shown) <= piece <= piece_end(max(shown)) + (CARRIED_DAYS + 1) * DAY}
        last: Dict[BookKey, date] = {}
        at_risk, daily = 0, Fraction(0)
        lost_so_far, entered_so_far = Fraction(0), 0
        for piece in sorted(pieces):
            here = shown.get(piece, {})
            days = (piece_end(piece) - piece).days + 1
            lost = 0
            if here:
                at_risk = sum(one.page.before + one.page.come for one in here.values())
                lost = sum(one.page.lost for one in here.values())
                daily = Fraction(lost, at_risk) / days if at_risk > 0 else Fraction(0)
            carried, groups = 0, set()
            for book, piece_before in last.items():
                one = shown[piece_before][book]
                if (carries and book not in here and (piece - piece_end(piece_before)).days - 1 <= CARRIED_DAYS
                        and one.page.after > 0):
                    carried += one.page.after
                    groups.add(one.group)
            amount = Fraction(carried) if at_risk > 0 else Fraction(0)
            if amount and not is_exact and not rule.are_enough(len(groups)):
                amount = Fraction(at_risk) * Fraction(whole(4 * amount / at_risk), 4)
            lost_so_far += lost + daily * days * amount
            entered_so_far += sum(one.entered for one in here.values())
            self.by_month[first_of_month(piece)] = lost_so_far, entered_so_far
            last.update((book, piece) for book in here)

    def share(self, month: date) -> Optional[Fraction]:
        until = [each for each in self.by_month if each <= month]
        if not until:
            return None
        lost, came = self.by_month[max(until)]
        return ratio(lost, came) if came > 0 else None


class RowShares:
    """The shares of the rows of an answer."""

    def __init__(self, request: Request) -> None:
        self.request = request
        self.books: Books = request.lake.made_once.books
        self.applies = request.lowest_class == 0 and request.below_class is None
        self.shown: Dict[RowKey, Dict[date, Dict[BookKey, Shown]]] = defaultdict(lambda: defaultdict(dict))
        if request.caller.is_admin:
            for book, pages in self.books.pages.items():
                for piece, page in pages.items():
                    if request.has_generation(book[2]):
                        self.shown[book[2], book[1]][piece][book] = Shown(self.books.group(book), page, page.come)
        else:
            self._add_released()

    def _add_released(self) -> None:
        for atom, books in self.books.kept.items():
            row = included_row(self.request, atom, lambda cell: (cell.piece, cell.generation, cell.platform_area)
                               if cell.platform_area else None)
            if row is None:
                continue
            piece, generation, area = row
            for _, book in books:
                if self.request.excludes_self and self.books.group(book) == self.request.group:
                    continue
                self.shown[generation, area][piece][book] = Shown(
                    self.books.group(book), self.books.page(book, piece), self.books.entered[piece, book])

    def fields(self, generation: str, area: str, month: date, shown_pieces: int, all_pieces: int) -> Dict[str, object]:
        names = ("share_lost", "farmer_share_lost", "farmer_share_gone", "farmer_share_present", "farmer_compared_share_lost")
        values: Dict[str, Optional[Fraction]] = dict.fromkeys(names)
        lake = self.request.lake
        if self.applies and set(lake.platform_areas[area].areas) <= set(self.request.passing_areas(area)):
            shown = self.shown.get((generation, area), {})
            is_half = 2 * shown_pieces >= all_pieces
            if is_half:
                values["share_lost"] = ShareLost(self.books, shown, self.request.caller.is_admin,
                                                 not self.request.caller.is_admin).share(month)
            own = {book: pages for book, pages in self.books.pages.items()
                   if self.request.is_farmer and book[1:] == (area, generation) and self.books.group(book) == self.request.group}
            if own:
                until = [page for pages in own.values() for piece, page in pages.items() if first_of_month(piece) <= month]
                come = sum(page.come for page in until)
                lost, gone = sum(page.lost for page in until), sum(page.gone for page in until)
                if come > 0:
                    values["farmer_share_lost"] = Fraction(lost, come)
                    values["farmer_share_gone"] = Fraction(gone, come)
                    values["farmer_share_present"] = Fraction(come - lost - gone, come)
                if is_half:
                    compared: Dict[date, Dict[BookKey, Shown]] = defaultdict(dict)
                    for book, pages in own.items():
                        for piece, amount in entered(pages, set(pages) & set(shown)).items():
                            compared[piece][book] = Shown(self.books.group(book), pages[piece], amount)
                    values["farmer_compared_share_lost"] = ShareLost(self.books, compared, True, True).share(month)
        return {name: rounded(value, 3) for name, value in values.items()}


def number_of_pieces(first_month: date, month: date) -> int:
    """By the calendar, from a month's first day to another's last."""
    days = (last_of_month(month) - first_month).days + 1
    return len({piece_start(first_month + n * DAY) for n in range(days)})
