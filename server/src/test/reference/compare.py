"""Compares the real server with the reference over random deliveries: bin/test reference [SEEDS] [ROUTE].

SEEDS are numbers and ranges (7 20-30), ROUTE is a part of a path. Every field of every row is compared, the order of
the rows, what is null, the status (200, 204, 403, 404), the day that the data are complete through, the pagination and
the metadata. On routes with slices a second server, which may cut the answer out of the rows of all periods, has to send
the same text.

Left out: the routes of LEFT_OUT, the metadata of v2, why nothing is shown, refusals of parameters (400), readonly users and
API keys, other formats than JSON, files of the authority other than its measures and its lice report, and deliveries with bad rows."""
from __future__ import annotations

import re
import shlex
import shutil
import signal
import sys
import tempfile
import time
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Callable, Dict, List, Optional, Tuple, Union

from . import (after_treatment, categories, common, comparison, diseases, environment, expected_loss, feed_index, feeding, generations, growth,
               inventory, legacy, lice, mortality, public_quartiles, slices, stocking_years, treatment, watch)
from .delivery import Delivery
from .feed_release import FeedRelease
from .filters import Refused, Request
from .made_once import MadeOnce
from .model import Lake
from .mortality import Fields
from .requests import Asker, Question, is_paged
from .rounding import Approximate, rounded
from .server import SLICED, Answer, Failure, Server, Tokens, ingest

DEFAULT_SEEDS = range(1, 7)
REQUESTS_OF_ROUTE = 10
SHOWN_DIFFERENCES = 5
LIMIT = 1000
# records of a period end with it, in these families
LAST_FIELD = "is_complete"
LAST_FIELD_OF = ("/v3/mortality/", "/v3/feeding/")
ROUTES: Dict[str, Callable[[Request], Union[Fields, List[Fields]]]] = {
    **mortality.ROUTES, **categories.ROUTES, **generations.ROUTES, **legacy.ROUTES, **feeding.ROUTES,
    **environment.ROUTES, **lice.ROUTES, **treatment.ROUTES, **inventory.ROUTES, **common.ROUTES,
    **stocking_years.ROUTES, **diseases.ROUTES, **comparison.ROUTES, **expected_loss.ROUTES, **watch.ROUTES, **growth.ROUTES,
    **feed_index.ROUTES, **after_treatment.ROUTES, **public_quartiles.ROUTES,
}
LEFT_OUT = {
    "/v2/mortality/categories/changelog", "/v2/mortality/categories/codelist", "/v2/mortality/categories/level-1",
    "/v2/mortality/categories/level-2",
    # own rows as they were delivered
    "/v3/common/corrections", "/v3/common/delivered-days", "/v3/inventory/site-stock", "/v3/mortality/site-losses"}
ANSWERS_204 = ("/v3/mortality/", "/v3/comparison/", "/v3/watch/", "/v3/feeding/", "/v3/environment/", "/v3/inventory/")


def is_same(expected: object, got: object) -> bool:
    """Computed numbers are rounded to ten decimals; the server has them in 15 to 17 digits, so the last may differ."""
    if expected is None or got is None or isinstance(expected, (bool, str)) or isinstance(got, (bool, str)):
        return expected == got and type(expected) is type(got)
    if isinstance(expected, Approximate):
        return abs(Fraction(expected.value) - Fraction(got)) <= Fraction(expected.within)
    if isinstance(expected, dict) and isinstance(got, dict):
        return expected.keys() == got.keys() and all(is_same(expected[key], got[key]) for key in expected)
    if isinstance(expected, list) and isinstance(got, list):
        return len(expected) == len(got) and all(is_same(*pair) for pair in zip(expected, got))
    if isinstance(expected, (dict, list)) or isinstance(got, (dict, list)):
        return False
    if isinstance(expected, int):
        return type(got) is int and expected == got
    if isinstance(expected, Decimal):
        return expected == got
    exact = Fraction(expected)
    last_digit = Fraction(1, 10 ** 10) + abs(exact) / 10 ** 14
    return abs(Fraction(rounded(exact, 10)) - Fraction(got)) <= last_digit


def row_differences(route: str, expected: List[Fields], got: List[Fields]) -> List[str]:
    """The number of rows where it differs, and the differing fields of the first differing row."""
    found = []
    if len(expected) != len(got):
        found.append("rows: server %d, reference %d" % (len(got), len(expected)))
    for index, (wanted, row) in enumerate(zip(expected, got)):
        for name in sorted(wanted.keys() ^ row.keys()):
            found.append("row %d, %s: only in %s" % (index, name, "the reference" if name in wanted else "the server"))
        for name in wanted.keys() & row.keys():
            if name == LAST_FIELD and route.startswith(LAST_FIELD_OF) and list(row)[-1] != name:
                found.append("row %d: the last field is %s" % (index, list(row)[-1]))
            if not is_same(wanted[name], row[name]):
                found.append("row %d of %d, %s: server %s, reference %s" % (
                    index, len(expected), name, shown(row[name]), shown(wanted[name])))
        if found:
            break
    return found


def shown(value: object) -> str:
    if isinstance(value, Fraction):
        return str(rounded(value, 10))
    if isinstance(value, dict):
        return "{%s}" % ", ".join("%s: %s" % (key, shown(part)) for key, part in value.items())
    return str(value)


def status_differences(status: int, answer: Answer) -> List[str]:
    if answer.status == status:
        return []
    return ["status: server %d %s, reference %d" % (answer.status, shown(answer.body), status)]


def answer_differences(question: Question, request: Request, expected: Union[Fields, List[Fields]],
                       answer: Answer) -> List[str]:
    """204 only when the filters yield no rows whatever the page (3 Filters; 10 Envelopes)."""
    status = 204 if not expected and question.route.startswith(ANSWERS_204) else 200
    if status == 204 or answer.status != 200:
        return status_differences(status, answer)
    if isinstance(expected, dict):
        return row_differences(question.route, [expected], [answer.body["data"]])
    found = []
    offset = int(question.parameters.get("offset", 0))
    limit = int(question.parameters.get("limit", LIMIT))
    page = {"offset": offset, "limit": limit, "has_more": len(expected) > offset + limit}
    if question.route == "/v3/mortality/size/categories":
        page["has_more"] = False  # one page: offset and limit have no effect
    elif is_paged(question.route):
        expected = expected[offset:offset + limit]
    if answer.body.get("pagination") != (page if is_paged(question.route) else None):
        found.append("pagination: server %s, reference %s" % (answer.body.get("pagination"), page))
    if question.route.startswith("/v3/"):
        metadata = {name: value for name, value in answer.body["metadata"].items() if name not in ("request_id", "hidden")}
        wanted = expected_metadata(question, request, expected)
        if metadata != wanted:
            found.append("metadata: server %s, reference %s" % (metadata, wanted))
    return found + row_differences(question.route, expected, answer.body["data"])


def header_differences(request: Request, answer: Answer) -> List[str]:
    expected = request.lake.complete_through.isoformat()
    if answer.status not in (200, 204) or answer.complete_through == expected:
        return []
    return ["X-Complete-Through: server %s, reference %s" % (answer.complete_through, expected)]


def expected_metadata(question: Question, request: Request, shown_rows: List[Fields]) -> Fields:
    """Without the request id, and the reason why nothing is shown."""
    if question.route == "/v3/comparison/public-quartiles":
        return {"api_version": "3.0", **({name: shown_rows[0][name] for name in ("source", "source_date")} if shown_rows else {})}
    if not question.route.startswith(("/v3/mortality/", "/v3/feeding/", "/v3/treatment/", "/v3/comparison/", "/v3/watch/")):
        return {}
    return {"api_version": "3.0", **({"farmer_group_key": request.group} if request.excludes_self else {})}


class Comparison:
    """One seed: its delivery, lake and server, and what was found."""

    def __init__(self, seed: int, route: str, folder: Path, tokens: Tokens) -> None:
        self.seed = seed
        self.route = route
        self.folder = folder
        self.tokens = tokens
        self.requests = 0
        self.rows = 0
        self.differences = 0
        self.cut = 0
        self.of_slices = 0

    def run(self) -> None:
        started = time.monotonic()
        self.plan = Delivery(self.seed, self.folder).write()
        ingest(self.plan, self.folder / "lake")
        self.lake = Lake.read(self.plan.folders, self.plan.final_rule())
        # everything is released anew from the last state, see ingest
        self.lake.feed_release = FeedRelease.of([self.lake])
        self.lake.made_once = MadeOnce(self.lake)
        server = Server(self.folder / "lake", self.plan, self.tokens)
        sliced = Server(self.folder / "lake", self.plan, self.tokens, "sliced", SLICED)
        with_slices = slices.routes()
        try:
            for path in ROUTES:
                if self.route in path:
                    count = 2 if path in common.ROUTES else REQUESTS_OF_ROUTE
                    for question in Asker(self.lake, self.plan.today, self.seed, path).questions(count):
                        self._ask(server, question, sliced if path in with_slices else None)
        finally:
            server.stop()
            sliced.stop()
        rule = self.plan.final_rule()
        print("seed %d (%s, min-farmers %d, max-share %d, %d stock rows): %d requests, %d rows, %d of %d cut out of all periods, "
              "%d differences, %.0f s"
              % (self.seed, self.plan.shape, rule.min_farmers, rule.max_share, len(self.lake.unit_days),
                 self.requests, self.rows, self.cut, self.of_slices, self.differences, time.monotonic() - started),
              flush=True)

    def _ask(self, server: Server, question: Question, sliced: Optional[Server]) -> None:
        request = Request(self.lake, question.path, question.parameters, question.caller, self.plan.today)
        answer = server.ask(question.path, question.parameters, question.caller)
        try:
            if request.of_company and not request.is_farmer:
                raise Refused(403)
            expected = ROUTES[question.route](request)
            found = answer_differences(question, request, expected, answer) + header_differences(request, answer)
        except Refused as refused:
            found = status_differences(refused.status, answer)
        if sliced and answer.status in (200, 204):
            cut = slices.cut(sliced, self.lake, question)
            self.of_slices += 1
            self.cut += cut.is_cut
            found += slices.differences(cut, answer)
        self.requests += 1
        if answer.status == 200:
            self.rows += len(answer.body["data"]) if isinstance(answer.body["data"], list) else 1
        if found:
            self.differences += 1
            if self.differences <= SHOWN_DIFFERENCES:
                self._report(question, found)

    def _report(self, question: Question, found: List[str]) -> None:
        caller = question.caller.role + (":" + question.caller.company if question.caller.company else "")
        parameters = ["%s=%s" % item for item in question.parameters.items()]
        print("%s %s as %s" % (question.path, " ".join(parameters), caller))
        for line in found[:SHOWN_DIFFERENCES]:
            print("    " + line)
        print("    repeat with: bin/test reference %d %s" % (self.seed, question.path))
        ask = ["bin/tidemark", "query", question.path, *parameters, "--as", caller, "--lake", str(self.folder / "lake"),
               "--today", str(self.plan.today), "--format", "json"]
        print("    ask again:   " + " ".join(map(shlex.quote, ask)))


def read_arguments(arguments: List[str]) -> Tuple[List[int], str]:
    seeds: List[int] = []
    route = ""
    for argument in arguments:
        found = re.fullmatch(r"(\d+)(?:-(\d+))?", argument)
        if found:
            seeds += range(int(found[1]), int(found[2] or found[1]) + 1)
        else:
            route = argument
    sql = Path(__file__).resolve().parents[4] / "sql"
    known = {"/" + file.relative_to(sql).with_suffix("").as_posix() for part in ("v2", "v3") for file in (sql / part).rglob("*.sql")}
    if known != set(ROUTES) | LEFT_OUT:
        sys.exit("neither compared nor left out, or no route: %s" % ", ".join(sorted(known ^ (set(ROUTES) | LEFT_OUT))))
    if not any(route in path for path in ROUTES):
        sys.exit("no route has %s in its path" % route)
    return seeds or list(DEFAULT_SEEDS), route


def main(arguments: List[str]) -> int:
    seeds, route = read_arguments(arguments)
    # a stop ends the server and removes the folder, as Ctrl-C does
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    started = time.monotonic()
    folder = Path(tempfile.mkdtemp(prefix="tidemark-reference-"))
    tokens = Tokens(folder / "state")
    done: List[Comparison] = []
    kept: Optional[Path] = folder
    try:
        for seed in seeds:
            comparison = Comparison(seed, route, folder / ("seed-%d" % seed), tokens)
            done.append(comparison)
            comparison.run()
            if comparison.of_slices and not comparison.cut:
                raise Failure("no answer was cut out of all periods")
            if not comparison.differences:
                shutil.rmtree(comparison.folder)
        if not any(comparison.differences for comparison in done):
            kept = None
    except KeyboardInterrupt:
        kept = None
        return 130
    except Failure as failure:
        print("seed %d: %s" % (done[-1].seed, failure))
        return 1
    finally:
        if kept:
            print("deliveries, lakes and the server's log are kept in %s" % kept)
        else:
            shutil.rmtree(folder)
    differences = sum(comparison.differences for comparison in done)
    print("%d seeds, %d requests, %d rows, %d differences, %.0f s" % (
        len(done), sum(comparison.requests for comparison in done), sum(comparison.rows for comparison in done),
        differences, time.monotonic() - started))
    return 1 if differences else 0
