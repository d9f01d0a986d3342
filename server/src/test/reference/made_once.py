"""Figures that are no sums, made once of one population for every caller (definitions.md, 2). The comparison releases
everything from the last state: what late rows and corrections would change is not made again, so nothing here depends on them."""
from __future__ import annotations

from .feed_tails import FeedTails
from .growth_rates import GrowthRates
from .model import Lake
from .quarters import site_quarters_of
from .share_lost import Books
from .site_months import SiteMonths
from .tenths import Tenths
from .untreated import Untreated
from .weight_rates import WeightRates


class MadeOnce:
    """The quarters first: the tenths are judged against them."""

    def __init__(self, lake: Lake) -> None:
        self.site_months = SiteMonths(lake)
        self.site_quarters = site_quarters_of(lake, self.site_months)
        self.tenths = Tenths(lake, self.site_months, self.site_quarters)
        self.weight_rates = WeightRates(lake)
        self.growth_rates = GrowthRates(lake)
        self.untreated = Untreated(lake)
        self.books = Books(lake)
        self.feed_tails = FeedTails(lake, lake.feed_release)
