"""The real program: ingests, signs tokens, serves and answers."""
from __future__ import annotations

import http.client
import json
import os
import socket
import subprocess
import time
import urllib.parse
from decimal import Decimal
from pathlib import Path
from typing import Dict, NamedTuple, Optional

from .delivery import Plan
from .filters import Caller

PROGRAM = Path(__file__).resolve().parents[4] / "bin" / "tidemark"
# no second answer from a cache, no wait for views that are made ahead, no limit for a caller in a hurry
SETTINGS = {"TIDEMARK_QUERY_CACHE_MB": "0", "TIDEMARK_QUERY_WARM_UP": "false",
            "TIDEMARK_LIMITS_REQUESTS_PER_SECOND": "100000", "TIDEMARK_QUERY_ENGINE_MEMORY_MB": "1024",
            "TIDEMARK_JAVA_OPTIONS": "-XX:TieredStopAtLevel=1"}


# answers may be cut out of the rows of all periods
SLICED = {"TIDEMARK_QUERY_CACHE_MB": "256"}


class Failure(Exception):
    """A command of the program failed; the text is what it printed."""


class Answer(NamedTuple):
    status: int
    body: Optional[dict]
    complete_through: Optional[str]
    text: str
    is_cut: bool


def run(*arguments: object) -> str:
    """Runs a command and gives what it printed."""
    done = subprocess.run([str(PROGRAM), *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          encoding="utf-8", timeout=600, env={**os.environ, **SETTINGS})
    if done.returncode:
        raise Failure("tidemark %s: exit code %d\n%s" % (
            " ".join(map(str, arguments)), done.returncode, done.stdout[-1000:] or done.stderr[-1000:]))
    return done.stdout


def ingest(plan: Plan, lake: Path) -> None:
    """Every row is a good one: a reject fails the delivery. The reference knows the last state alone, so everything is released anew from it."""
    for index, folder in enumerate(plan.folders):
        rule = ["--min-farmers", plan.rule.min_farmers, "--max-share", plan.rule.max_share] if index == 0 else ["--new-atoms"]
        run("ingest", folder, "--lake", lake, "--today", plan.today, "--max-reject-rate", 0, "--replace", *rule)
    if plan.derived_rule:
        run("snapshot", "derive", "--lake", lake, "--new-atoms", "--min-farmers", plan.derived_rule.min_farmers,
            "--max-share", plan.derived_rule.max_share)


class Tokens:
    """Access tokens, valid for an hour on every server with the same state folder."""
    LIFE_SECONDS = 2400

    def __init__(self, state: Path) -> None:
        self.state = state
        self.known: Dict[Caller, tuple] = {}

    def of(self, caller: Caller) -> str:
        token, made = self.known.get(caller, ("", 0.0))
        if not token or time.monotonic() - made > self.LIFE_SECONDS:
            farmer = ["--farmer", caller.company, "--new-farmer"] if caller.company else []
            token = run("token", "--role", caller.role, "--state", self.state, *farmer).split()[-1]
            self.known[caller] = token, time.monotonic()
        return token


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Server:
    """A server over a lake; stop it, also after a failure."""
    START_SECONDS = 120

    def __init__(self, lake: Path, plan: Plan, tokens: Tokens, name: str = "server", settings: Optional[Dict[str, str]] = None) -> None:
        self.tokens = tokens
        self.port = free_port()
        self.log = open(lake.parent / (name + ".log"), "w", encoding="utf-8")
        # a group of its own: Ctrl-C is for the comparison, which stops it
        self.process = subprocess.Popen(
            [str(PROGRAM), "serve", "--lake", str(lake), "--state", str(tokens.state), "--port", str(self.port),
             "--today", plan.today.isoformat()],
            stdout=self.log, stderr=subprocess.STDOUT, env={**os.environ, **SETTINGS, **(settings or {})}, start_new_session=True)
        self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        try:
            self._wait()
        except BaseException:
            self.stop()
            raise

    def _wait(self) -> None:
        until = time.monotonic() + self.START_SECONDS
        while time.monotonic() < until and self.process.poll() is None:
            try:
                self.connection.request("GET", "/health/ready")
                response = self.connection.getresponse()
                response.read()
                if response.status == 200:
                    return
            except OSError:
                self.connection.close()
            time.sleep(0.1)
        raise Failure("the server did not start; see " + self.log.name)

    def ask(self, path: str, parameters: Dict[str, str], caller: Caller) -> Answer:
        query = "?" + urllib.parse.urlencode(parameters) if parameters else ""
        response = self._get(path + query, {"Authorization": "Bearer " + self.tokens.of(caller)})
        text = response.read().decode()
        return Answer(response.status, json.loads(text, parse_float=Decimal) if text else None,
                      response.headers.get("X-Complete-Through"), text, "slice" in response.headers.get("Server-Timing", ""))

    def _get(self, target: str, headers: Dict[str, str]) -> http.client.HTTPResponse:
        """The server closes a connection on which the reference has calculated for long."""
        try:
            self.connection.request("GET", target, headers=headers)
            return self.connection.getresponse()
        except (http.client.RemoteDisconnected, ConnectionError):
            self.connection.close()
            self.connection.request("GET", target, headers=headers)
            return self.connection.getresponse()

    def stop(self) -> None:
        self.connection.close()
        self.process.terminate()
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.log.close()
