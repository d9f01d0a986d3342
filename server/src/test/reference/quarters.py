"""Sites of a month, or cycles of a year, in quarters by a rate (comparison.md, site-quarters and cycles)."""
from __future__ import annotations

from collections import defaultdict
from datetime import date
from typing import Dict, Hashable, List, NamedTuple, Tuple

from .atoms import Rule
from .model import Lake
from .picks import are_mixed
from .site_months import Place, SiteMonths

QUARTERS = (1, 2, 3, 4)


class Ranked(NamedTuple):
    """A member: what it is, its value, its place among those of the same value, and its group."""
    what: Hashable
    value: float
    order: tuple
    group: str


class Block(NamedTuple):
    """Quarters that are shown as one; the first of them names it."""
    quarter: int
    is_joined: bool
    members: List[Ranked]


def ranked(members: List[Ranked]) -> List[Ranked]:
    return sorted(members, key=lambda member: (member.value, member.order))


def quarter_numbers(members: List[Ranked]) -> Dict[int, List[Ranked]]:
    """Ranks (k - 1) n / 4 + 1 to k n / 4."""
    return {k: ranked(members)[(k - 1) * len(members) // 4:k * len(members) // 4] for k in QUARTERS}


def first_quarters(members: List[Ranked]) -> Dict[int, List[Ranked]]:
    """A boundary between equal values joins two quarters."""
    blocks: Dict[int, List[Ranked]] = {}
    for k, part in quarter_numbers(members).items():
        if not part:
            continue
        if blocks and blocks[max(blocks)][-1].value == part[0].value:
            blocks[max(blocks)] += part
        else:
            blocks[k] = part
    return blocks


def join_further(blocks: Dict[int, List[Ranked]]) -> Dict[int, List[Ranked]]:
    """Quarters become halves, halves one, one none."""
    numbers = sorted(blocks)
    joined: Dict[int, List[Ranked]] = defaultdict(list)
    if any(number in (2, 4) for number in numbers):
        for number in numbers:
            joined[3 if number >= 3 and 3 in blocks else 1] += blocks[number]
    elif 3 in blocks:
        for number in numbers:
            joined[1] += blocks[number]
    return dict(joined)


def quarters_of(members: List[Ranked], rule: Rule) -> List[Block]:
    """Joined until each has members of enough groups, none with more than half of them."""
    blocks = first_quarters(members)
    while not all(are_mixed(rule, block) for block in blocks.values()):
        blocks = join_further(blocks)
    number_of = {member.what: k for k, each in quarter_numbers(members).items() for member in each}
    return [Block(number, any(number_of[member.what] != number for member in block), block)
            for number, block in sorted(blocks.items())]


def site_quarters_of(lake: Lake, site_months: SiteMonths) -> Dict[Tuple[date, str], List[Block]]:
    """By month and platform area, of the members in its site atoms."""
    found = {}
    for month in site_months.members:
        for area in lake.platform_areas:
            members = [member for atom in site_months.atoms_of_row(month, Place(platform_area=area)) for member in atom]
            found[month, area] = quarters_of(
                [Ranked(member, float(member.rates["loss"]), member.order, member.group) for member in members], lake.rule)
    return {place: blocks for place, blocks in found.items() if blocks}
