"""Share lost: what became of the fish that came to sea, from the deliveries, day by day (definitions.md, 4 Share lost)."""
from __future__ import annotations

from collections import defaultdict
from datetime import date, timedelta
from fractions import Fraction
from typing import Dict, Iterable, List, NamedTuple, Optional, Set, Tuple

from .atoms import Atom, Cell
from .benchmark import included_row
from .dates import DAY, add_months, first_of_month, last_of_month, piece_end, piece_start
from .filters import Request
from .model import Holding, Lake, UnitDay
from .rounding import ratio, rounded, whole

# a site without rows keeps what its last row left for so many days
KEPT = 13 * DAY
# a piece without books has the fish of the last one with them, if so many days lie between at most
CARRIED_DAYS = 56

# in place of a caller's group: all books are the caller's own
OWN = "own books"

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
        self.released = {cell.piece for atoms in (lake.stock_atoms, lake.feed_atoms) for atom in atoms for cell in atom}
        self.kept = self._kept()
        self.entered = self._entered()

    def group(self, book: BookKey) -> str:
        return self.lake.companies[book[0]].group

    def page(self, book: BookKey, piece: date) -> Page:
        return self.pages[book][piece]

    def _kept(self) -> Dict[Atom, List[Tuple[date, BookKey]]]:
        """By atom, the books that are shown: of a piece, generation and area those of all companies all of whose cells there
        lie in atoms of it, if these books are safe together."""
        inside: Dict[Cell, Atom] = {}
        for atom in self.lake.stock_atoms:
            if len({(cell.generation, cell.platform_area) for cell in atom}) == 1:
                inside.update((cell, atom) for cell in atom)
        in_parts: Set[Tuple[date, BookKey]] = set()
        for cell, holdings in self.lake.holdings.items():
            if cell.placement == "offshore" and cell.platform_area is not None and cell not in inside:
                in_parts.update((cell.piece, (one.company, cell.platform_area, cell.generation)) for one in holdings)
        rows: Dict[Tuple[date, str, str], List[Tuple[BookKey, Atom]]] = defaultdict(list)
        for (piece, book), cell in self.main.items():
            if cell in inside and (piece, book) not in in_parts:
                rows[piece, book[1], book[2]].append((book, inside[cell]))
        kept: Dict[Atom, List[Tuple[date, BookKey]]] = {atom: [] for atom in self.lake.stock_atoms}
        for (piece, _, _), books in rows.items():
            amounts: Dict[str, int] = defaultdict(int)
            for book, _ in books:
                page = self.page(book, piece)
                if page.before + page.come > 0:
                    amounts[self.group(book)] += page.before + page.come
            if self.lake.rule.is_off() or amounts and self.lake.rule.is_safe(amounts):
                for book, atom in books:
                    kept[atom].append((piece, book))
        return kept

    def left_of(self, shown: Iterable[Shown], caller: Optional[str]) -> int:
        """The fish that shown books leave: 0 where those of others are not safe. OWN: all are the caller's own."""
        of_others: Dict[str, int] = defaultdict(int)
        for one in shown:
            if one.page.after > 0 and one.group != caller:
                of_others[one.group] += one.page.after
        rule, total = self.lake.rule, sum(of_others.values())
        if caller != OWN and (not of_others or not rule.is_off() and (
                len(of_others) < rule.min_farmers or 100 * max(of_others.values()) > rule.max_share * total)):
            return 0
        return sum(max(0, one.page.after) for one in shown)

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

    def __init__(self, books: Books, shown: Dict[date, Dict[BookKey, Shown]], carries: bool, caller: Optional[str]) -> None:
        """caller: the group of a caller whose own fish do not count when it is judged whether those left are safe."""
        self.by_month: Dict[date, Tuple[Fraction, int]] = {}
        pieces = set(shown)
        if carries and shown:
            pieces |= {piece for piece in books.released if min(shown) <= piece <= piece_end(max(shown)) + (CARRIED_DAYS + 1) * DAY}
        daily, left, until = Fraction(0), 0, date.min
        lost_so_far, entered_so_far = Fraction(0), 0
        for piece in sorted(pieces):
            days = (piece_end(piece) - piece).days + 1
            here = shown.get(piece, {}).values()
            if here:
                at_risk = sum(one.page.before + one.page.come for one in here)
                lost = sum(one.page.lost for one in here)
                daily = Fraction(lost, at_risk) / days if at_risk > 0 else Fraction(0)
                left, until = books.left_of(here, caller), piece_end(piece) + (CARRIED_DAYS + 1) * DAY
                lost_so_far += lost
                entered_so_far += sum(one.entered for one in here)
            elif piece <= until:
                lost_so_far += daily * days * left
            self.by_month[first_of_month(piece)] = lost_so_far, entered_so_far

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
                values["share_lost"] = ShareLost(self.books, shown, not self.request.caller.is_admin,
                                                 self.request.group if self.request.is_farmer else None).share(month)
            own = {book: pages for book, pages in self.books.pages.items()
                   if book[1:] == (area, generation) and self.request.is_own(book[0])}
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
                    values["farmer_compared_share_lost"] = ShareLost(self.books, compared, True, OWN).share(month)
        return {name: rounded(value, 3) for name, value in values.items()}


def number_of_pieces(first_month: date, month: date) -> int:
    """By the calendar, from a month's first day to another's last."""
    days = (last_of_month(month) - first_month).days + 1
    return len({piece_start(first_month + n * DAY) for n in range(days)})
