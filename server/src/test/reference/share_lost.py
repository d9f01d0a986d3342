"""Share lost: what became of the fish that came to sea, from the deliveries, day by day (definitions.md, 4 Share lost)."""
from __future__ import annotations

from collections import defaultdict
from datetime import date
from fractions import Fraction
from typing import Dict, Iterable, Iterator, List, NamedTuple, Optional, Set, Tuple

from .atoms import Atom, Cell
from .benchmark import included_row
from .dates import DAY, first_of_month, last_of_month, piece_end, piece_start
from .filters import Request
from .model import Lake, UnitDay
from .rounding import ratio, rounded

# a site without rows has what its last row left, if another follows within so many days
KEPT = 14 * DAY
# without another: if its company's rows end within so many days
UNKNOWN = 3 * DAY
# a piece without books has the fish of the last one with them, if so many days lie between at most
CARRIED_DAYS = 56
# company, platform area, generation
CompanyKey = Tuple[str, str, str]
# and site
BookKey = Tuple[CompanyKey, str]
RowKey = Tuple[str, str]


class Page(NamedTuple):
    """A piece of a book."""
    before: int
    come: int
    lost: int
    gone: int
    after: int

    @property
    def there(self) -> int:
        """Before the piece, with what is back in it, or moved here from a site that is not shown."""
        return max(self.before, self.lost + self.after - self.come)


def total(pages: Iterable[Page]) -> Page:
    return Page(*(sum(parts) for parts in zip(*pages)))


class SiteDay(NamedTuple):
    """A site of a book on a day; of piece, in which what happens on the day is counted."""
    piece: date
    rise: int
    back: int
    lost: int


class SiteStock:
    """A site of a book: what its rows have on each day."""

    def __init__(self) -> None:
        self.here: Dict[date, int] = defaultdict(int)
        self.lost: Dict[date, int] = defaultdict(int)

    def add(self, row: UnitDay) -> None:
        self.here[row.day] += row.delivered
        self.lost[row.day] += sum(losses.count("loss") for losses in row.losses.values())

    def steps(self, company_end: date, data_end: date) -> Iterator[Tuple[date, SiteDay]]:
        """By day, each change, and the days on which the site keeps what it has."""
        days = sorted(self.here)
        left, last = 0, None
        for day, following in zip(days, [*days[1:], None]):
            back = left if last is not None and day - last > KEPT else 0
            yield day, SiteDay(piece_start(day), self.here[day] - left, back, self.lost[day])
            left, last = self.here[day] - self.lost[day], day
            if following is None and (company_end - day > UNKNOWN or data_end - day >= KEPT) or following is not None and following - day > KEPT:
                # it was gone in the evening, and may come to another site the next morning
                yield day + DAY, SiteDay(piece_start(day), -left, 0, 0)
            else:
                kept = day + DAY
                while kept < (following or data_end + DAY):
                    yield kept, SiteDay(piece_start(kept), 0, 0, 0)
                    kept += DAY


class Book:
    """Of a company, platform area and generation at sea, by site."""

    def __init__(self) -> None:
        self.sites: Dict[str, SiteStock] = defaultdict(SiteStock)

    def pages(self, company_end: date, data_end: date) -> Dict[str, Dict[date, Page]]:
        by_day: Dict[date, List[Tuple[str, SiteDay]]] = defaultdict(list)
        for site in sorted(self.sites, key=lambda name: (int(name), name)):
            for day, step in self.sites[site].steps(company_end, data_end):
                by_day[day].append((site, step))
        sums: Dict[str, Dict[date, List[int]]] = defaultdict(lambda: defaultdict(lambda: [0, 0, 0]))
        for steps in by_day.values():
            come, up = max(0, sum(step.rise for _, step in steps)), sum(max(0, step.rise) for _, step in steps)
            so_far = 0
            for site, step in steps:
                part, rise = 0, max(0, step.rise)
                if rise:
                    # whole fish: each site has what the sum has more with it than without it
                    part = (so_far + rise) * come // up - so_far * come // up
                    so_far += rise
                page = sums[site][step.piece]
                page[0] += part
                page[1] += step.lost
                page[2] += step.rise + step.back - step.lost
        pages: Dict[str, Dict[date, Page]] = {}
        for site, by_piece in sums.items():
            pages[site], before = {}, 0
            for piece in sorted(by_piece):
                come, lost, change = by_piece[piece]
                pages[site][piece] = Page(before, come, lost, come - lost - change, before + change)
                before += change
        return pages


class Books:
    """All books, with the cell that shows each piece of them to others."""

    def __init__(self, lake: Lake) -> None:
        self.lake = lake
        found: Dict[CompanyKey, Book] = defaultdict(Book)
        last: Dict[str, date] = {}
        for row in lake.counted:
            area = lake.platform_area_of.get(lake.area_of(row.site))
            if area is not None:
                found[row.company, area, row.generation].sites[row.site].add(row)
                last[row.company] = max(row.day, last.get(row.company, row.day))
        self.pages: Dict[BookKey, Dict[date, Page]] = {}
        self.of_company: Dict[CompanyKey, Dict[date, Page]] = {}
        for key, book in found.items():
            pages = book.pages(last[key[0]], lake.end)
            self.pages.update(((key, site), by_piece) for site, by_piece in pages.items())
            pieces = {piece for by_piece in pages.values() for piece in by_piece}
            self.of_company[key] = {piece: total(by_piece[piece] for by_piece in pages.values() if piece in by_piece)
                                    for piece in pieces}
        self.released = {cell.piece for atoms in (lake.stock_atoms, lake.feed_atoms) for atom in atoms for cell in atom}
        self.kept = self._kept()

    def group(self, key: CompanyKey) -> str:
        return self.lake.companies[key[0]].group

    def _kept(self) -> Dict[Atom, List[Tuple[date, BookKey]]]:
        """By atom, the books that are shown: of a piece, generation and area those of all sites all of whose cells there
        lie in atoms of it, if these books are safe together and no atom has cells of such sites and of others."""
        inside: Dict[Cell, Atom] = {}
        for atom in self.lake.stock_atoms:
            if len({(cell.generation, cell.platform_area) for cell in atom}) == 1:
                inside.update((cell, atom) for cell in atom)
        cells: Dict[Tuple[date, BookKey], List[Tuple[int, int, Cell]]] = defaultdict(list)
        for cell, holdings in self.lake.holdings.items():
            if cell.placement == "offshore" and cell.platform_area is not None:
                for one in holdings:
                    cells[cell.piece, ((one.company, cell.platform_area, cell.generation), one.site)].append(
                        (-one.sums.fish_days, cell.weight_class, cell))
        rows: Dict[Tuple[date, str, str], List[Tuple[BookKey, Atom]]] = defaultdict(list)
        with_book: Set[Atom] = set()
        without: Set[Atom] = set()
        for (piece, book), found in cells.items():
            is_whole = all(cell in inside for _, _, cell in found)
            (with_book if is_whole else without).update(inside[cell] for _, _, cell in found if cell in inside)
            if is_whole:
                rows[(piece, *book[0][1:])].append((book, inside[min(found)[2]]))
        for atom in with_book & without:
            cell = next(iter(atom))
            rows.pop((cell.piece, cell.platform_area, cell.generation), None)
        kept: Dict[Atom, List[Tuple[date, BookKey]]] = {atom: [] for atom in self.lake.stock_atoms}
        for (piece, _, _), books in rows.items():
            by_group: Dict[str, List[Page]] = defaultdict(list)
            for book, _ in books:
                by_group[self.group(book[0])].append(self.pages[book][piece])
            sums = {group: total(pages) for group, pages in by_group.items()}
            if self.are_safe({group: page.there + page.come for group, page in sums.items()}):
                for book, atom in books:
                    kept[atom].append((piece, book))
        return kept

    def are_safe(self, by_group: Dict[str, int]) -> bool:
        present = {group: amount for group, amount in by_group.items() if amount > 0}
        return self.lake.rule.is_off() or bool(present) and self.lake.rule.is_safe(present)


class ShareLost:
    """Of a row and side, month by month: what became of the fish that are left of the piece before."""

    def __init__(self, books: Books, shown: Dict[date, Dict[str, Page]], is_exact: bool, left_out: Optional[str] = None,
                 with_back: bool = True) -> None:
        """Of others, what was there before and what is left count where they are safe, with the group that is left out.
        Without what is back, all fish are known and the scale stays 1."""
        self.by_month: Dict[date, Tuple[Fraction, Fraction]] = {}
        pieces = set(shown)
        if shown:
            pieces |= {piece for piece in books.released if min(shown) <= piece <= piece_end(max(shown)) + (CARRIED_DAYS + 1) * DAY}
        daily, until = Fraction(0), date.min
        # fish left of the last shown piece, then of those that a hidden one leaves; both at scale 1
        fish_left, kept, scale = Fraction(0), Fraction(0), Fraction(1)
        lost_so_far = entered_so_far = Fraction(0)
        for piece in sorted(pieces):
            days = (piece_end(piece) - piece).days + 1
            if piece in shown:
                groups = shown[piece]
                page = total(each for group, each in groups.items() if group != left_out)
                # a group that lost more than it had has none, and not fewer than none
                there = sum(max(0, each.there if with_back else each.before) for group, each in groups.items() if group != left_out)
                is_linked = is_exact or books.are_safe({group: each.there for group, each in groups.items()})
                if is_linked and kept > 0 and there > 0:
                    scale *= kept / there
                else:
                    scale = Fraction(1)
                    entered_so_far += max(0, there)
                at_risk = there + page.come
                daily = Fraction(page.lost, at_risk) / days if at_risk > 0 else Fraction(0)
                is_told = is_exact or books.are_safe({group: each.after for group, each in groups.items()})
                fish_left = kept = Fraction(sum(max(0, each.after) for group, each in groups.items() if group != left_out) if is_told else 0)
                until = piece_end(piece) + (CARRIED_DAYS + 1) * DAY
                lost_so_far += scale * page.lost
                entered_so_far += scale * page.come
            elif piece <= until:
                lost_so_far += scale * fish_left * daily * days
                kept = max(Fraction(0), kept - fish_left * daily * days)
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
        pages: Dict[RowKey, Dict[date, Dict[str, List[Page]]]] = defaultdict(lambda: defaultdict(lambda: defaultdict(list)))
        if request.caller.is_admin:
            for key, by_piece in self.books.of_company.items():
                for piece, page in by_piece.items():
                    if request.has_generation(key[2]):
                        pages[key[2], key[1]][piece][self.books.group(key)].append(page)
        else:
            for atom, books in self.books.kept.items():
                row = included_row(request, atom, lambda cell: (cell.piece, cell.generation, cell.platform_area)
                                   if cell.platform_area else None)
                if row is None:
                    continue
                piece, generation, area = row
                for _, book in books:
                    pages[generation, area][piece][self.books.group(book[0])].append(self.books.pages[book][piece])
        self.shown: Dict[RowKey, Dict[date, Dict[str, Page]]] = {
            row: {piece: {group: total(each) for group, each in by_group.items()} for piece, by_group in by_piece.items()}
            for row, by_piece in pages.items()}

    def fields(self, generation: str, area: str, month: date, all_pieces: int) -> Dict[str, object]:
        names = ("share_lost", "farmer_share_lost", "farmer_share_gone", "farmer_share_present", "farmer_compared_share_lost")
        values: Dict[str, Optional[Fraction]] = dict.fromkeys(names)
        lake = self.request.lake
        pieces, first = None, None
        if self.applies and set(lake.platform_areas[area].areas) <= set(self.request.passing_areas(area)):
            shown = self.shown.get((generation, area), {})
            until = [piece for piece in shown if first_of_month(piece) <= month]
            pieces, first = len(until), min(until, default=None)
            is_shown = 2 * pieces >= all_pieces and until and last_of_month(month) <= piece_end(max(until)) + CARRIED_DAYS * DAY
            if is_shown:
                values["share_lost"] = ShareLost(self.books, shown, self.request.caller.is_admin,
                                                 self.request.group if self.request.excludes_self else None,
                                                 not self.request.caller.is_admin).share(month)
            own = [by_piece for key, by_piece in self.books.of_company.items()
                   if key[1:] == (area, generation) and self.request.is_own(key[0])]
            if own:
                so_far = [page for by_piece in own for piece, page in by_piece.items() if first_of_month(piece) <= month]
                come = sum(page.come for page in so_far)
                lost, gone = sum(page.lost for page in so_far), sum(page.gone for page in so_far)
                if come > 0:
                    values["farmer_share_lost"] = Fraction(lost, come)
                    values["farmer_share_gone"] = Fraction(gone, come)
                    values["farmer_share_present"] = Fraction(come - lost - gone, come)
                if is_shown:
                    compared = {piece: {"own": total(by_piece[piece] for by_piece in own if piece in by_piece)}
                                for piece in shown if any(piece in by_piece for by_piece in own)}
                    values["farmer_compared_share_lost"] = ShareLost(self.books, compared, True).share(month)
        return {**{name: rounded(value, 3) for name, value in values.items()},
                "share_lost_pieces": pieces, "share_lost_from": None if first is None else first.isoformat()}


def number_of_pieces(first_month: date, month: date) -> int:
    """By the calendar, from a month's first day to another's last."""
    days = (last_of_month(month) - first_month).days + 1
    return len({piece_start(first_month + n * DAY) for n in range(days)})
