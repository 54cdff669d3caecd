"""Issues fetched from their tracker, through `gh` or with a token from the environment.

A token goes only to the host that it is meant for, and never along with a redirection elsewhere.
"""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Mapping
from http.client import HTTPException, HTTPMessage
from pathlib import Path
from typing import IO
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from seismograd.reproduce.report.bug_report import NoReport
from seismograd.reproduce.report.issues import (
    IssueAddress,
    Thread,
    issue_address,
    thread_in,
    thread_of,
)
from seismograd.whole_sentences import whole_sentences
from seismograd_sandbox.host.programs import find_program

MOST_BYTES = 8_000_000
_COMMENTS_ON_A_PAGE = 100
_MOST_PAGES = 3
_TIMEOUT_S = 20.0
_GH_FIELDS = "title,body,comments,url"
_TOKENS = ("GH_TOKEN", "GITHUB_TOKEN")
_QUIET = {"GH_PROMPT_DISABLED": "1", "NO_COLOR": "1", "GH_NO_UPDATE_NOTIFIER": "1"}
_COMPANY_TOKENS = ("GH_ENTERPRISE_TOKEN", "GITHUB_ENTERPRISE_TOKEN")
_REMEDY = "save the issue as a file (Markdown, or JSON from `gh issue view --json`) and pass that"

_REFUSALS = {
    401: "the tracker does not accept the token: make a new one",
    403: "the token may not read it, or asked too often; wait",
    429: "the token may not read it, or asked too often; wait",
    404: "it does not exist, or the token may not see it; check both",
    410: "it does not exist, or the token may not see it; check both",
}


def fetch_issue(text: str, project: Path, environment: Mapping[str, str] | None = None) -> Thread:
    """The issue at an address; raises `NoReport`, with a remedy, where it cannot be had.

    `gh` is looked up outside of the project.
    """
    address = issue_address(text)
    if address is None:
        raise NoReport(f"not the address of an issue that can be fetched; {_REMEDY}")
    environment = os.environ if environment is None else environment
    token = _token(address, environment)
    program = find_program("gh", project, environment.get("PATH"))
    answer = _ask_gh(program, address, environment) if program else ""
    if isinstance(answer, Thread):
        return answer
    if token:
        return _Api(address, token).thread()
    raise NoReport(_nothing_worked(address, answer))


def _nothing_worked(address: IssueAddress, refusal: str) -> str:
    company = "" if address.is_public_host else f" GH_HOST={address.host} and"
    name = _TOKENS[0] if address.is_public_host else _COMPANY_TOKENS[0]
    reason = f"gh could not fetch {address.page} ({refusal})" if refusal else "gh is not installed"
    remedy = f"run `gh auth login --hostname {address.host}`" if refusal else "install gh"
    return f"{reason}, and there is no token: {remedy}, set{company} {name}, or {_REMEDY}"


def _token(address: IssueAddress, environment: Mapping[str, str]) -> str | None:
    if not address.is_public_host and environment.get("GH_HOST", "").lower() != address.host:
        return None
    names = _TOKENS if address.is_public_host else _COMPANY_TOKENS
    token = next((environment[name].strip() for name in names if environment.get(name)), "")
    return token if token and token.isascii() and token.isprintable() else None


def _ask_gh(program: str, address: IssueAddress, environment: Mapping[str, str]) -> Thread | str:
    """The issue, or the reason why there is none. The address was put together anew: no options."""
    command = [program, "issue", "view", address.page, "--json", _GH_FIELDS]
    try:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_TIMEOUT_S,
            env={**environment, **_QUIET},
            # Where gh asks git about the repository around it, there is none.
            cwd=Path(os.sep).resolve(),
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error).split("\n", 1)[0]
    thread = thread_in(done.stdout[:MOST_BYTES].decode("utf-8", "replace"))
    if done.returncode == 0 and thread is not None:
        return thread
    said = done.stderr.decode("utf-8", "replace").strip().split("\n", 1)[0]
    return whole_sentences(said, 300) or f"it ended with {done.returncode}"


class _SameHost(HTTPRedirectHandler):
    """Follows an issue that moved, but takes the token to no other host."""

    def redirect_request(
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage, newurl: str
    ) -> Request | None:
        here, there = urlsplit(req.full_url), urlsplit(newurl)
        if (here.scheme, here.netloc) != (there.scheme, there.netloc):
            raise NoReport(f"the tracker at {here.netloc} sends to another host; {_REMEDY}")
        return super().redirect_request(req, fp, code, msg, headers, newurl)


class _Api:
    def __init__(self, address: IssueAddress, token: str) -> None:
        self._address = address
        self._token = token
        self._opener = build_opener(_SameHost())

    def thread(self) -> Thread:
        issue = self._get(self._address.api)
        thread = thread_of({"issue": issue, "comments": self._comments(issue)})
        if thread is None:
            raise NoReport(f"{self._address.page} is no issue; {_REMEDY}")
        return thread

    def _comments(self, issue: object) -> list[object]:
        """The first of them; on a long thread the report is at the top anyway."""
        found: list[object] = []
        if not isinstance(issue, dict) or not issue.get("comments"):
            return found
        for page in range(1, _MOST_PAGES + 1):
            query = f"?per_page={_COMMENTS_ON_A_PAGE}&page={page}"
            answer = self._get(f"{self._address.api}/comments{query}")
            found += answer if isinstance(answer, list) else []
            if not isinstance(answer, list) or len(answer) < _COMMENTS_ON_A_PAGE:
                break
        return found

    def _get(self, address: str) -> object:
        request = Request(address, headers=self._headers())
        try:
            with self._opener.open(request, timeout=_TIMEOUT_S) as response:
                data = response.read(MOST_BYTES + 1)
        except HTTPError as error:
            error.close()
            raise NoReport(self._refused(error.code)) from None
        except (URLError, OSError, HTTPException) as error:
            reason = getattr(error, "reason", error)
            raise NoReport(
                f"{self._address.host} cannot be reached ({reason}); {_REMEDY}"
            ) from None
        if len(data) > MOST_BYTES:
            raise NoReport(f"{self._address.page} is too large; {_REMEDY}")
        try:
            return json.loads(data)
        except (ValueError, RecursionError):
            raise NoReport(f"{self._address.host} does not answer in JSON; {_REMEDY}") from None

    def _headers(self) -> dict[str, str]:
        return {
            "Accept": "application/vnd.github+json",
            "Authorization": f"Bearer {self._token}",
            "User-Agent": "seismograd",
            "X-GitHub-Api-Version": "2022-11-28",
        }

    def _refused(self, status: int) -> str:
        reason = _REFUSALS.get(status, f"the tracker answers with status {status}; try later")
        return f"{self._address.page}: {reason}, or {_REMEDY}"
