"""Values by hand of what is made once: site atoms, picks, tenths, quarters, tails and their rounding. bin/test reference runs
them first."""
from __future__ import annotations

import unittest
from dataclasses import replace
from datetime import date
from fractions import Fraction
from types import SimpleNamespace
from typing import Dict, List, NamedTuple, Optional

from .atoms import Cell, Rule
from .dates import DAY, add_months
from .feed_release import FedDay
from .feed_tails import HIGHEST, LOWEST, MEDIAN, FeedCell, FeedTails, Tail
from .model import Holding, Losses, Sums
from .picks import are_mixed, every_pick_passes
from .quarters import Ranked, quarters_of
from .rounding import coarse, significant
from .site_months import Place, SiteMonth, SiteMonths, averaged_members, released_members, site_atoms
from .tenths import Tenth, TenthOf, Tenths

MONTH = date(2026, 3, 1)
# three groups in whatever is shown
RULE = Rule(2, 85)
OFF = Rule(1, 85)


class Fish(NamedTuple):
    name: str
    group: str


def fish(text: str) -> List[Fish]:
    """a1 is a member of group a."""
    return [Fish(name, name[0]) for name in text.split()]


def member(site: int, group: str, area: str = "west", region: Optional[str] = "Sør", mortality: str = "0",
           month: date = MONTH) -> SiteMonth:
    rate = Fraction(mortality)
    rates = {"mortality": rate, "culling": Fraction(0), "loss": rate, "mortality_biomass": rate}
    return SiteMonth(month, str(site), group, frozenset([group]), region, area, rates)


def site_months(members: List[SiteMonth], rule: Rule = RULE) -> SiteMonths:
    made = SiteMonths.__new__(SiteMonths)
    made.members = {}
    for each in members:
        made.members.setdefault(each.month, {})[each.site, each.group] = each
    lake = SimpleNamespace(rule=rule)
    made.atoms = {month: site_atoms(lake, list(of_month.values())) for month, of_month in made.members.items()}
    return made


def places(atoms: List[List[SiteMonth]]) -> List[List[str]]:
    return sorted(sorted("%s/%s" % (each.site, each.group) for each in atom) for atom in atoms)


class Rounding(unittest.TestCase):
    def test_second_digit_is_0_or_5(self) -> None:
        for value, expected in {"0": "0", "0.0324": "0.03", "0.0325": "0.035", "0.0374": "0.035", "0.0375": "0.04",
                                "0.0974": "0.095", "0.0976": "0.1", "0.1": "0.1", "0.001": "0.001", "1.26": "1.5",
                                "0.00000124": "0.000001", "0.00000125": "0.0000015"}.items():
            self.assertEqual(Fraction(expected), coarse(Fraction(value)), value)

    def test_three_digits(self) -> None:
        for value, expected in {"0": "0", "0.85449": "0.854", "0.8545": "0.855", "0.9996": "1", "12.345": "12.3",
                                "1234": "1230", "0.0010004": "0.001"}.items():
            self.assertEqual(Fraction(expected), significant(Fraction(value), 3), value)


class Picks(unittest.TestCase):
    def passes(self, chosen: str, *blocks: str, outside: str = "", rule: Rule = RULE) -> bool:
        return every_pick_passes(rule, [fish(block) for block in blocks], set(fish(chosen)).__contains__, fish(outside))

    def test_groups_and_half(self) -> None:
        self.assertTrue(are_mixed(RULE, fish("a1 a2 b1 c1")))
        self.assertFalse(are_mixed(RULE, fish("a1 a2 a3 b1 c1")))
        self.assertFalse(are_mixed(RULE, fish("a1 b1")))
        self.assertTrue(are_mixed(OFF, fish("a1")))

    def test_whole_blocks_pass(self) -> None:
        self.assertTrue(self.passes("a1 b1", "a1 b1", "c1 d1"))

    def test_others_of_a_cut_block(self) -> None:
        """The sum of the block less the tenth is that of d and e."""
        self.assertFalse(self.passes("a1 b1 c1", "a1 b1 c1 d1 e1"))
        self.assertTrue(self.passes("a1 b1 c1", "a1 b1 c1 d1 e1 f1"))

    def test_every_way_of_taking(self) -> None:
        """The others of the first block, of c and d, with the chosen of the second: c is no third group, e is."""
        self.assertFalse(self.passes("a1 b1 c1", "a1 b1 c2 d1", "c1 d2 f2"))
        self.assertTrue(self.passes("a1 b1 e1", "a1 b1 c2 d1", "e1 d2 f2"))

    def test_groups_of_several_blocks_count_once(self) -> None:
        self.assertFalse(self.passes("a1 b1 a2 b2", "a1 b1 c1 d1 e1", "a2 b2 c2 d2 e2"))

    def test_at_most_twelve(self) -> None:
        blocks = ["a%d b%d c%d d%d e%d f%d" % ((number,) * 6) for number in range(13)]
        chosen = " ".join("a%d b%d c%d" % ((number,) * 3) for number in range(13))
        self.assertFalse(self.passes(chosen, *blocks))
        self.assertTrue(self.passes(chosen, *blocks[:12]))

    def test_outside_is_always_taken(self) -> None:
        """A whole block and one group beside it: the group follows from both."""
        self.assertFalse(self.passes("a1 b1 c1 d1", "a1 b1 c1", outside="d1 e1"))
        self.assertTrue(self.passes("a1 b1 c1", "a1 b1 c1", outside="d1"))
        self.assertTrue(self.passes("a1 b1 c1 d1", "a1 e1", outside="b1 c1 d1"))

    def test_rule_is_off(self) -> None:
        self.assertTrue(self.passes("a1", "a1 b1", rule=OFF))


class Atoms(unittest.TestCase):
    def test_leaf_region_coast(self) -> None:
        """West is an atom; east and south together are the region's; what is of no region and of two groups is in none."""
        made = site_months([member(1, "a"), member(2, "b"), member(3, "c"), member(4, "a", "east"), member(5, "b", "east"),
                            member(6, "c", "south"), member(7, "a", None, None), member(8, "b", None, None)])
        self.assertEqual([["1/a", "2/b", "3/c"], ["4/a", "5/b", "6/c"]], places(made.atoms[MONTH]))

    def test_no_absorption(self) -> None:
        """One open site beside an atom stays open."""
        made = site_months([member(1, "a"), member(2, "b"), member(3, "c"), member(4, "d", "east")])
        self.assertEqual([["1/a", "2/b", "3/c"]], places(made.atoms[MONTH]))

    def test_open_leaves_of_two_regions(self) -> None:
        made = site_months([member(1, "a"), member(2, "b"), member(3, "c", "east", "Nord")])
        self.assertEqual([["1/a", "2/b", "3/c"]], places(made.atoms[MONTH]))
        self.assertEqual([], made.averaged(MONTH, Place("Sør")))
        self.assertEqual(3, len(made.averaged(MONTH, Place())))

    def test_share_of_members_counts_not_of_fish(self) -> None:
        """Whichever group is left out, no other has more than 85 of 100 of the rest: of a's 12 and c's 2 a has 86."""
        members = [member(number, "a") for number in range(1, 13)] + [member(21, "b"), member(22, "c"), member(23, "c")]
        self.assertEqual([], site_months(members).atoms[MONTH])
        self.assertEqual(1, len(site_months(members + [member(24, "b")], Rule(2, 86)).atoms[MONTH]))

    def test_two_groups_of_a_site_are_two_members(self) -> None:
        made = site_months([member(1, "a"), member(1, "b"), member(1, "c")])
        self.assertEqual([["1/a", "1/b", "1/c"]], places(made.atoms[MONTH]))

    def test_nine_tenths_of_a_region(self) -> None:
        inside = [member(number, "abc"[number % 3]) for number in range(1, 10)]
        made = site_months(inside + [member(10, "d", "east")])
        self.assertEqual(9, len(made.averaged(MONTH, Place("Sør"))))
        made = site_months(inside[:8] + [member(10, "d", "east")])
        self.assertEqual([], made.averaged(MONTH, Place("Sør")))
        self.assertEqual(8, len(made.averaged(MONTH, Place(platform_area="west"))))


def holding(group: str, days: int, fish: int, dead: int, company: Optional[str] = None) -> Holding:
    """Each fish weighs 10 grams; each dead one 20."""
    sums = Sums(fish_days=days * fish, biomass_days=days * fish * 10, days={MONTH + DAY * day for day in range(days)},
                total=Losses(dead, 20 * dead, 1, 0))
    return Holding("7", company or group, group, sums)


def lake_of(holdings: List[Holding], complete_through: date = date(2026, 3, 31)) -> SimpleNamespace:
    cell = Cell(MONTH, "offshore", "Sør", "west", 1, "V2025", 1000)
    return SimpleNamespace(
        stock_atoms=[frozenset([cell])], holdings={cell: holdings}, is_complete=lambda day: day <= complete_through,
        area_of=lambda site: 1, region_of=lambda area: "Sør", platform_area_of={1: "west"})


class SiteMonthsOfALake(unittest.TestCase):
    def test_rates_of_each_group_at_a_site(self) -> None:
        """March has 31 days: 3 x 31 / (7 x 100), and by weight 60 x 31 / (7 x 100 x 10)."""
        first, second = released_members(lake_of([holding("a", 7, 100, 3), holding("b", 31, 10, 0)]))
        self.assertEqual(("7", "a", "west"), (first.site, first.group, first.platform_area))
        self.assertEqual({"mortality": Fraction(93, 700), "culling": Fraction(31, 700), "loss": Fraction(124, 700),
                          "mortality_biomass": Fraction(1860, 7000)}, first.rates)
        self.assertEqual(Fraction(1, 10), second.rates["loss"])

    def test_companies_of_a_group_are_one_member(self) -> None:
        (only,) = released_members(lake_of([holding("a", 7, 100, 3, "a1"), holding("a", 7, 100, 5, "a2")]))
        self.assertEqual(frozenset(["a1", "a2"]), only.companies)
        self.assertEqual(Fraction(8 * 31, 1400), only.rates["mortality"])

    def test_seven_days_of_a_complete_month(self) -> None:
        self.assertEqual([], released_members(lake_of([holding("a", 6, 100, 3)])))
        self.assertEqual([], released_members(lake_of([holding("a", 7, 100, 3)], date(2026, 3, 30))))


class SiteAverages(unittest.TestCase):
    MEMBERS = [member(1, "a"), member(2, "b"), member(3, "c"), member(4, "a", "east")]

    def averaged(self, place: Place, is_admin: bool = False, left_out: Optional[str] = None, areas: tuple = (1, 2, 3),
                 filters_fish: bool = False) -> List[str]:
        lake = SimpleNamespace(
            made_once=SimpleNamespace(site_months=site_months(self.MEMBERS)), region_of=lambda area: "Sør",
            platform_areas={"west": SimpleNamespace(id="west", areas=[1, 2]), "east": SimpleNamespace(id="east", areas=[3])})
        request = SimpleNamespace(
            lake=lake, caller=SimpleNamespace(is_admin=is_admin), filters_fish=filters_fish, has_area=areas.__contains__,
            excludes_self=left_out is not None, group=left_out)
        return [each.site for each in averaged_members(request, MONTH, place)]

    def test_members_in_atoms(self) -> None:
        """Of the region's four members three are in its atoms: too few."""
        self.assertEqual(["1", "2", "3"], self.averaged(Place(platform_area="west")))
        self.assertEqual([], self.averaged(Place(platform_area="east")))
        self.assertEqual([], self.averaged(Place("Sør")))

    def test_admins_see_all(self) -> None:
        self.assertEqual(["4"], self.averaged(Place(platform_area="east"), is_admin=True))
        self.assertEqual(["1", "2", "3", "4"], self.averaged(Place("Sør"), is_admin=True))

    def test_own_members_are_left_out(self) -> None:
        self.assertEqual(["1", "3"], self.averaged(Place(platform_area="west"), left_out="b"))

    def test_filters_hide(self) -> None:
        for is_admin in (False, True):
            self.assertEqual(["1", "2", "3"], self.averaged(Place(platform_area="west"), is_admin, areas=(1, 2)))
            self.assertEqual([], self.averaged(Place(platform_area="west"), is_admin, areas=(1, 3)))
            self.assertEqual([], self.averaged(Place(platform_area="west"), is_admin, filters_fish=True))


class Quarters(unittest.TestCase):
    def quarters(self, text: str) -> list:
        members = [Ranked(name, float(value), (place,), name[0]) for place, (name, value) in enumerate(
            each.split("=") for each in text.split())]
        return [(block.quarter, block.is_joined, [each.what for each in block.members]) for block in quarters_of(members, RULE)]

    def test_four(self) -> None:
        text = "a1=1 b1=2 c1=3 a2=4 b2=5 c2=6 a3=7 b3=8 c3=9 a4=10 b4=11 c4=12"
        self.assertEqual([(1, False, ["a1", "b1", "c1"]), (2, False, ["a2", "b2", "c2"]), (3, False, ["a3", "b3", "c3"]),
                          (4, False, ["a4", "b4", "c4"])], self.quarters(text))

    def test_one_that_fails_makes_halves(self) -> None:
        text = "a1=1 b1=2 c1=3 a2=4 b2=5 c2=6 a3=7 b3=8 c3=9 a4=10 b4=11 a5=12"
        self.assertEqual([(1, True, ["a1", "b1", "c1", "a2", "b2", "c2"]), (3, True, ["a3", "b3", "c3", "a4", "b4", "a5"])],
                         self.quarters(text))

    def test_one_group_with_more_than_half(self) -> None:
        self.assertEqual([(1, True, ["a1", "b1", "a2", "c1"])], self.quarters("a1=1 b1=2 a2=3 c1=4"))
        self.assertEqual([], self.quarters("a1=1 b1=2 a2=3 a3=4 c1=5"))


def tenths(members: List[SiteMonth], quarters: Optional[dict] = None) -> Dict[TenthOf, Tenth]:
    return Tenths(SimpleNamespace(rule=RULE), site_months(members), quarters or {}).made


def coast(number: int) -> List[SiteMonth]:
    """So many sites in one area, of groups a to f in turn; site n loses n thousandths."""
    return [member(each, "abcdef"[each % 6], mortality="%.3f" % (each / 1000)) for each in range(1, number + 1)]


class BestAndWorst(unittest.TestCase):
    def test_a_tenth_rounded_up(self) -> None:
        """Of 21 sites three: 19, 20 and 21 of groups b, c and d; of -expm1 0.018821, 0.019801 and 0.020781 the mean is 0.019801."""
        made = tenths(coast(21))
        worst = made[TenthOf(MONTH, "Sør", "rate", "1_m", "highest")]
        self.assertEqual(["21", "20", "19"], [each.site for each in worst.members])
        self.assertEqual(Fraction("0.020"), worst.value)
        self.assertTrue(worst.is_shown)
        # 0.0009995, 0.0019980 and 0.0029955: mean 0.0019977
        best = made[TenthOf(MONTH, "Sør", "rate", "1_m", "lowest")]
        self.assertEqual((["1", "2", "3"], Fraction("0.002"), True), ([each.site for each in best.members], *best[1:]))

    def test_fewer_than_ten(self) -> None:
        self.assertEqual({}, tenths(coast(9)))

    def test_two_groups_do_not_show(self) -> None:
        """Of 20 sites two."""
        self.assertFalse(tenths(coast(20))[TenthOf(MONTH, "Sør", "rate", "1_m", "highest")].is_shown)

    def test_ties_go_by_site_number_then_group(self) -> None:
        members = [member(number, group) for number in range(9, 15) for group in "fedcba"][:21]
        made = tenths(members)
        for side in ("highest", "lowest"):
            chosen = made[TenthOf(MONTH, "Sør", "rate", "1_m", side)].members
            self.assertEqual([("9", "a"), ("9", "b"), ("9", "c")], [(each.site, each.group) for each in chosen])

    def test_a_horizon_needs_all_months(self) -> None:
        """Site 21 has no month before: of three months 20 sites are left, so two are chosen."""
        before = [member(int(each.site), each.group, mortality="0.01", month=add_months(MONTH, -back))
                  for each in coast(21) for back in (1, 2) if each.site != "21"]
        worst = tenths(coast(21) + before)[TenthOf(MONTH, "Sør", "rate", "3_m", "highest")]
        self.assertEqual(["20", "19"], [each.site for each in worst.members])
        # 1 - exp(-0.040) = 0.039211 and 1 - exp(-0.039) = 0.038249: mean 0.038730
        self.assertEqual(Fraction("0.040"), worst.value)

    def test_quarters_are_blocks_of_one_month_alone(self) -> None:
        """The upper block less the worst tenth leaves two sites, 17 and 18; the atom less it would leave 18 sites. In January the
        year is one month, too."""
        members = coast(21)
        cut = [[each for each in members if each.site in ("17", "18", "19", "20", "21")]]
        cut.append([each for each in members if each not in cut[0]])
        blocks = [SimpleNamespace(members=[SimpleNamespace(what=each) for each in block]) for block in cut]
        made = tenths(members, {(MONTH, "west"): blocks})
        self.assertFalse(made[TenthOf(MONTH, "Sør", "rate", "1_m", "highest")].is_shown)
        self.assertTrue(made[TenthOf(MONTH, "Sør", "rate", "1_m", "lowest")].is_shown)
        january = [member(int(each.site), each.group, mortality="0.01", month=date(2026, month, 1))
                   for each in members for month in (1, 2)]
        self.assertTrue(tenths(members + january, {(MONTH, "west"): blocks})[TenthOf(MONTH, "Sør", "rate", "3_m", "highest")].is_shown)
        moved = {each: replace(each, month=date(2026, 1, 1)) for each in members}
        blocks = [SimpleNamespace(members=[SimpleNamespace(what=moved[each]) for each in block]) for block in cut]
        made = tenths(list(moved.values()), {(date(2026, 1, 1), "west"): blocks})
        self.assertFalse(made[TenthOf(date(2026, 1, 1), "Sør", "rate", "year", "highest")].is_shown)

    def test_best_and_worst_together(self) -> None:
        """Each leaves four groups, both leave one: the best is not shown."""
        members = [member(number, group, mortality="%.3f" % (number / 1000))
                   for number, group in enumerate("abc" + 15 * "d" + "abc", start=1)]
        made = tenths(members)
        self.assertTrue(made[TenthOf(MONTH, "Sør", "rate", "1_m", "highest")].is_shown)
        self.assertFalse(made[TenthOf(MONTH, "Sør", "rate", "1_m", "lowest")].is_shown)
        # the best alone would be
        members[20] = member(21, "a", mortality="0.021")
        self.assertFalse(tenths(members)[TenthOf(MONTH, "Sør", "rate", "1_m", "highest")].is_shown)
        self.assertTrue(tenths(members)[TenthOf(MONTH, "Sør", "rate", "1_m", "lowest")].is_shown)

    def test_the_country_is_the_mean_of_what_is_shown(self) -> None:
        made = Tenths.__new__(Tenths)
        of = TenthOf(MONTH, "Norge", "rate", "1_m", "highest")
        sites = coast(5)
        made.made = {of._replace(region="Sør"): Tenth(sites[:3], Fraction("0.02"), True),
                     of._replace(region="Midt"): Tenth(sites[:1], Fraction("0.06"), True),
                     of._replace(region="Nord"): Tenth(sites, Fraction("0.1"), False)}
        self.assertEqual(Fraction("0.03"), made.shown(of, to_admin=False))
        # (3 x 0.02 + 0.06 + 5 x 0.1) / 9
        self.assertEqual(Fraction("0.62") / 9, made.shown(of, to_admin=True))
        self.assertIsNone(made.shown(of._replace(region="Nord"), to_admin=False))
        self.assertIsNone(made.shown(of._replace(horizon="3_m"), to_admin=False))


CELL = FeedCell("Sør", "SAL", 4, 8)
# the month of a leaf that counts for the country alone
ONLY_THE_COUNTRYS = 2


def fed(group: str, rate: str, month: int = 1) -> FedDay:
    return FedDay(date(2026, month, 5), "Sør", "SAL", 4, 8, group, group, Fraction(rate), Fraction(8))


def tail(days: List[FedDay], *leaves: int) -> Tail:
    made = FeedTails.__new__(FeedTails)
    made.rule = RULE
    made.leaves = {(date(2026, month, 1), CELL): month != ONLY_THE_COUNTRYS for month in leaves}
    return made._make(CELL, days)


class Feeding(unittest.TestCase):
    def test_three_digits_of_each(self) -> None:
        """Of nine unit-days the highest is one, of one group; ties make the lowest three."""
        days = [fed("abc"[place % 3], rate) for place, rate in enumerate("0.1 0.1 0.1 0.5 0.61236 0.62 0.8 0.9 1".split())]
        made = tail(days)
        self.assertEqual({LOWEST: Fraction("0.1"), MEDIAN: Fraction("0.612")}, made.figures)
        self.assertEqual(0, made.unit_days)

    def test_weights_are_the_days_that_are_shown(self) -> None:
        days = [fed("a", "1"), fed("b", "1"), fed("c", "1", 2), fed("d", "1", 3)]
        self.assertEqual(3, tail(days, 1, 2, 3).unit_days)

    def test_a_leaf_less_the_tail(self) -> None:
        """The rest of a released leaf belongs to two groups; of one that stayed open nothing is known."""
        days = [fed("abc"[place % 3], "1") for place in range(3)] + [fed("ab"[place % 2], "2") for place in range(12)]
        self.assertEqual({LOWEST, MEDIAN}, set(tail(days).figures))
        self.assertEqual({MEDIAN}, set(tail(days, 1).figures))
        of_february = [fed._replace(day=date(2026, ONLY_THE_COUNTRYS, 5)) for fed in days]
        self.assertEqual({MEDIAN}, set(tail(of_february, ONLY_THE_COUNTRYS).figures))

    def test_outside_of_a_released_leaf(self) -> None:
        """January's leaf is whole in the tail; what is left of the tail is February's a alone."""
        days = [fed(group, "1") for group in "abc"] + [fed("a", "1", 2)] + [fed("abc"[place % 3], "2", 3) for place in range(9)]
        self.assertEqual({LOWEST, HIGHEST, MEDIAN}, set(tail(days).figures))
        self.assertEqual({HIGHEST}, set(tail(days, 1).figures) - {MEDIAN})

    def test_eight_quarters_weighted(self) -> None:
        made = FeedTails.__new__(FeedTails)
        made.last = date(2026, 1, 1)
        other = CELL._replace(region=None)
        made.made = {(date(2026, 1, 1), CELL): Tail(30, {MEDIAN: Fraction("0.8")}),
                     (date(2025, 10, 1), CELL): Tail(500, {HIGHEST: Fraction(2)}),
                     (date(2024, 4, 1), other): Tail(10, {MEDIAN: Fraction("0.4")}),
                     (date(2024, 1, 1), CELL): Tail(10, {MEDIAN: Fraction(9)})}
        self.assertEqual(Fraction("0.8"), made.of_row([CELL], MEDIAN))
        self.assertEqual(Fraction("0.7"), made.of_row([CELL, other], MEDIAN))
        self.assertEqual(Fraction(2), made.of_row([CELL], HIGHEST))
        self.assertIsNone(made.of_row([CELL], LOWEST))
