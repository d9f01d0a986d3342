"""Whether a mean over chosen members may be shown (definitions.md, 2 Figures that are no sums). A member is a site of a
group, a cycle, or a unit-day: something of one group."""
from __future__ import annotations

from itertools import product
from typing import Callable, List, Sequence, TypeVar

from .atoms import Rule

MOST_CUT_BLOCKS = 12

Member = TypeVar("Member")
IsChosen = Callable[[Member], bool]


def are_mixed(rule: Rule, members: Sequence[Member]) -> bool:
    """They belong to min-farmers + 1 groups, none of which has more than half of them."""
    if rule.is_off():
        return True
    groups = [member.group for member in members]
    return rule.are_enough(len(set(groups))) and 2 * max(map(groups.count, set(groups))) <= len(groups)


def every_pick_passes(rule: Rule, blocks: Sequence[List[Member]], is_chosen: IsChosen, outside: Sequence[Member] = ()) -> bool:
    """A block's sum may be known, so of each cut block its chosen can be taken, or its others: whatever is taken belongs
    to min-farmers + 1 groups. The chosen outside of all blocks are always part of it."""
    always = {member.group for member in outside if is_chosen(member)}
    cut = []
    for block in blocks:
        chosen = {member.group for member in block if is_chosen(member)}
        others = {member.group for member in block if not is_chosen(member)}
        if chosen and others:
            cut.append((chosen, others))
    if rule.is_off() or not cut and not always:
        return True
    if len(cut) > MOST_CUT_BLOCKS:
        return False
    return all(rule.are_enough(len(always.union(*taken))) for taken in product(*cut))
