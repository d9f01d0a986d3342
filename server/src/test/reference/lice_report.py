"""The authority's weekly lice report, as the lake has it (deliveries.md, Lice)."""
from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Dict, List, Optional, Tuple

from .rounding import whole

FLAGS = {"Ja": True, "Nei": False, "": None}


@dataclass
class LiceWeek:
    """A site's week in the report. The lake has two decimals."""
    adult_female: Optional[Fraction]
    mobile: Optional[Fraction]
    attached: Optional[Fraction]
    limit: Optional[Fraction]
    is_above: Optional[bool]
    has_counted: bool
    is_probably_empty: Optional[bool]

    @property
    def counts(self) -> bool:
        """Neither a site without a count nor one without fish has zero lice."""
        return self.has_counted and self.adult_female is not None and not self.is_probably_empty


def read_report(rows: List[Dict[str, str]]) -> Dict[Tuple[date, str], LiceWeek]:
    return {(date.fromisocalendar(int(row["År"]), int(row["Uke"]), 1), row["Lokalitetsnummer"]): read_row(row)
            for row in rows}


def read_row(row: Dict[str, str]) -> LiceWeek:
    adults, limit = number(row["Voksne hunnlus"]), number(row["Lusegrense uke"])
    above, counted = FLAGS[row["Over lusegrense uke"]], FLAGS[row["Har telt lakselus"]]
    if above is None and adults is not None and limit is not None:
        above = adults > limit
    return LiceWeek(hundredths(adults), hundredths(number(row["Lus i bevegelige stadier"])),
                    hundredths(number(row["Fastsittende lus"])), hundredths(limit), above,
                    adults is not None if counted is None else counted, FLAGS[row["Trolig uten fisk"]])


def number(text: str) -> Optional[Fraction]:
    return Fraction(text) if text else None


def hundredths(value: Optional[Fraction]) -> Optional[Fraction]:
    return None if value is None else Fraction(whole(value * 100), 100)
