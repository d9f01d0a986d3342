"""Benchmark cells and atoms (definitions.md, 2 Confidentiality)."""
from __future__ import annotations

from collections import defaultdict
from datetime import date
from typing import Dict, FrozenSet, Iterable, List, NamedTuple, Optional, Tuple

REGIONS = ("Sør", "Midt", "Nord")
WEIGHT_CLASS = 100
WEIGHT_BAND = 500

ByGroup = Dict[str, int]


class Cell(NamedTuple):
    """Piece x placement x production area (or none) x generation x weight class."""
    piece: date
    placement: str
    region: Optional[str]
    platform_area: Optional[str]
    area: Optional[int]
    generation: str
    weight_class: int


Atom = FrozenSet[Cell]


class Rule(NamedTuple):
    """The rule of confidentiality, which belongs to the snapshot."""
    min_farmers: int
    max_share: int

    def is_off(self) -> bool:
        return self.min_farmers == 1

    def is_safe(self, by_group: ByGroup) -> bool:
        """Enough groups have fish, and whichever one is left out, no other has more than the share of the rest."""
        if self.is_off():
            return True
        if len(by_group) < self.min_farmers + 1:
            return False
        total = sum(by_group.values())
        for left_out, amount in by_group.items():
            largest_other = max(other for group, other in by_group.items() if group != left_out)
            if largest_other * 100 > self.max_share * (total - amount):
                return False
        return True

    def are_enough(self, groups: int) -> bool:
        """For values that rest on a choice of sites or unit-days: min-farmers + 1 groups."""
        return self.is_off() or groups >= self.min_farmers + 1


def generation_order(generation: str) -> Tuple[int, int]:
    """By year, V before H."""
    return int(generation[1:]), 0 if generation[0] == "V" else 1


def region_order(region: Optional[str]) -> int:
    """Norge, Sør, Midt, Nord, none."""
    if region == "Norge":
        return -1
    return REGIONS.index(region) if region else len(REGIONS)


def tree_order(cell: Cell) -> tuple:
    """A cell's place in the order of the tree."""
    return (0 if cell.placement == "offshore" else 1, region_order(cell.region),
            (cell.platform_area is None, cell.platform_area or ""), (cell.area is None, cell.area or 0),
            generation_order(cell.generation), cell.weight_class)


def branches(cell: Cell) -> tuple:
    """The way from a placement down to a cell, one step a level."""
    return (cell.region, cell.platform_area, cell.area, cell.generation, cell.weight_class // WEIGHT_BAND,
            cell.weight_class)


LEAF = 6
PLATFORM_AREA = 2


def sum_by_group(parts: Iterable[ByGroup]) -> ByGroup:
    total: ByGroup = defaultdict(int)
    for part in parts:
        for group, amount in part.items():
            total[group] += amount
    return total


class Tree:
    """The atoms of one piece and placement, made from the bottom of the tree upwards."""

    def __init__(self, rule: Rule, cells: Dict[Cell, ByGroup]) -> None:
        self.rule = rule
        self.cells = cells

    def atoms(self) -> List[Atom]:
        atoms, _ = self._node(sorted(self.cells, key=tree_order), 0)
        return atoms

    def _node(self, cells: List[Cell], depth: int) -> Tuple[List[Atom], List[Cell]]:
        """The atoms of a subtree, and its open cells, which go up."""
        if depth == LEAF:
            if self._is_safe(cells):
                return [frozenset(cells)], []
            return [], cells
        children: Dict[object, List[Cell]] = defaultdict(list)
        for cell in cells:
            children[branches(cell)[depth]].append(cell)
        atoms: List[Atom] = []
        still_open: List[Cell] = []
        for child in children.values():
            made, left = self._node(child, depth + 1)
            atoms += made
            still_open += left
        if not still_open:
            return atoms, []
        if self._is_safe(still_open):
            return atoms + [frozenset(still_open)], []
        if depth >= PLATFORM_AREA:
            return self._absorb(atoms, still_open)
        return atoms, still_open

    def _absorb(self, atoms: List[Atom], still_open: List[Cell]) -> Tuple[List[Atom], List[Cell]]:
        """At nodes up to the platform area: adds the node's atoms one by one, smallest first, until all is safe."""
        smallest_first = sorted(atoms, key=lambda atom: (self._amount(atom), min(tree_order(cell) for cell in atom)))
        together = list(still_open)
        for index, atom in enumerate(smallest_first):
            together += atom
            if self._is_safe(together):
                return smallest_first[index + 1:] + [frozenset(together)], []
        return atoms, still_open

    def _is_safe(self, cells: Iterable[Cell]) -> bool:
        return self.rule.is_safe(sum_by_group(self.cells[cell] for cell in cells))

    def _amount(self, cells: Iterable[Cell]) -> int:
        return sum(sum(self.cells[cell].values()) for cell in cells)


def make_atoms(rule: Rule, cells: Dict[Cell, ByGroup]) -> List[Atom]:
    """The atoms of these cells; cells that are in none stay open. Every cell is one when the rule is off."""
    if rule.is_off():
        return single_cells(cells)
    trees: Dict[Tuple[date, str], Dict[Cell, ByGroup]] = defaultdict(dict)
    for cell, by_group in cells.items():
        trees[cell.piece, cell.placement][cell] = by_group
    return [atom for tree in trees.values() for atom in Tree(rule, tree).atoms()]


def single_cells(cells: Iterable[Cell]) -> List[Atom]:
    """What admins see: for them every cell is an atom."""
    return [frozenset([cell]) for cell in cells]
