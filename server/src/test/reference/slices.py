"""Answers that are cut out of the rows of all periods, held against those of a server that runs a query for each."""
from __future__ import annotations

import re
import time
from datetime import timedelta
from typing import List, Set

from .model import Lake
from .requests import Parameters, Question
from .server import PROGRAM, Answer, Server

SQL = PROGRAM.parents[1] / "sql"
# the second window of a combination asks for its slice; one that has no rows proves nothing, so that others follow
WINDOWS = 6
PAUSE_SECONDS = 0.05
OF_ITS_OWN = re.compile(r'"(?:request_id|time)":"[^"]*"')


def routes() -> Set[str]:
    """The routes whose files declare slices."""
    return {"/" + str(file.relative_to(SQL).with_suffix("")) for file in SQL.rglob("*.sql")
            if re.search(r"^slice: ", file.read_text(encoding="utf-8"), re.MULTILINE)}


def windows(lake: Lake, question: Question) -> List[Parameters]:
    """The question with other windows: from the middle of the data on, and from earlier days."""
    first, last = ("start_date", "end_date") if "/treatment/" in question.route else ("from_date", "to_date")
    middle = lake.begin + (lake.end - lake.begin) / 2
    other = {name: value for name, value in question.parameters.items() if name not in (first, last, "limit", "offset")}
    return [{**other, first: (middle - timedelta(days=11 * back)).isoformat(), last: lake.end.isoformat()} for back in range(WINDOWS)]


def cut(server: Server, lake: Lake, question: Question) -> Answer:
    """The answer of a server that has had the time to make the slice."""
    for window in windows(lake, question):
        if server.ask(question.path, window, question.caller).is_cut:
            break
        time.sleep(PAUSE_SECONDS)
    return server.ask(question.path, question.parameters, question.caller)


def differences(answer: Answer, direct: Answer) -> List[str]:
    if answer.status == direct.status and OF_ITS_OWN.sub("", answer.text) == OF_ITS_OWN.sub("", direct.text):
        return []
    return ["%s: status %d instead of %d, %d characters instead of %d" % (
        "cut out of all periods" if answer.is_cut else "with a cache", answer.status, direct.status,
        len(answer.text), len(direct.text))]
