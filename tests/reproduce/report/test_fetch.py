from __future__ import annotations

import json
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from seismograd.reproduce.report.bug_report import NoReport
from seismograd.reproduce.report.fetch import fetch_issue
from seismograd.reproduce.report.issues import issue_address
from seismograd.reproduce.report.load import load_report

PROJECT = Path("/project")
PAGE = "https://github.com/acme/tiny/issues/7"
ISSUE = {"title": "NaN", "body": "loss is nan", "comments": 101, "html_url": PAGE}


class Tracker(BaseHTTPRequestHandler):
    """Answers as GitHub Enterprise does, below `/api/v3`."""

    answers: dict[str, tuple[int, bytes, dict[str, str]]]
    asked: list[tuple[str, str | None]]

    def do_GET(self) -> None:
        self.asked.append((self.path, self.headers["Authorization"]))
        status, body, headers = self.answers.get(self.path, (404, b"{}", {}))
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args: object) -> None:
        pass


@pytest.fixture
def tracker() -> Iterator[type[Tracker]]:
    handler = type("Handler", (Tracker,), {"answers": {}, "asked": []})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    handler.page = f"http://127.0.0.1:{server.server_port}/acme/tiny/issues/7"  # type: ignore[attr-defined]
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield handler
    server.shutdown()
    thread.join()
    server.server_close()


API = "/api/v3/repos/acme/tiny/issues/7"
TOKEN = {"GH_HOST": "127.0.0.1", "GH_ENTERPRISE_TOKEN": "secret-token", "PATH": ""}


def answer(document: object) -> tuple[int, bytes, dict[str, str]]:
    return 200, json.dumps(document).encode(), {}


def page_of(tracker: type[Tracker]) -> str:
    page: str = tracker.page  # type: ignore[attr-defined]
    return page


@pytest.mark.parametrize(
    ("text", "api"),
    [
        (PAGE, "https://api.github.com/repos/acme/tiny/issues/7"),
        (f"{PAGE}#issuecomment-12", "https://api.github.com/repos/acme/tiny/issues/7"),
        ("https://www.github.com/a/b.c/pull/1/files", "https://api.github.com/repos/a/b.c/issues/1"),
        ("https://x.ghe.com/a/b/issues/1?q=2", "https://api.x.ghe.com/repos/a/b/issues/1"),
        ("https://git.acme.com:8443/a/b/issues/1", "https://git.acme.com:8443/api/v3/repos/a/b/issues/1"),
    ],
)  # fmt: skip
def test_the_host_of_the_api_comes_from_the_address(text: str, api: str) -> None:
    address = issue_address(text)
    assert address is not None
    assert address.api == api


@pytest.mark.parametrize(
    "text",
    [
        "http://github.com/a/b/issues/1",
        "https://user:password@github.com/a/b/issues/1",
        "https://github.com/-a/b/issues/1",
        "https://github.com/a/b/issues/",
        "https://github.com/a/b/issues/1;rm",
        "https://github.com/a/b/c/issues/1",
        "https://[::1/a/b/issues/1",
        "https://github.com:port/a/b/issues/1",
        "ftp://github.com/a/b/issues/1",
    ],
)
def test_other_addresses_are_refused(text: str) -> None:
    assert issue_address(text) is None
    with pytest.raises(NoReport, match="save the issue as a file"):
        fetch_issue(text, PROJECT, {})


def test_comments_are_fetched_page_by_page(tracker: type[Tracker]) -> None:
    tracker.answers[API] = answer(ISSUE)
    tracker.answers[f"{API}/comments?per_page=100&page=1"] = answer(
        [{"body": f"comment {number}"} for number in range(100)]
    )
    tracker.answers[f"{API}/comments?per_page=100&page=2"] = answer([{"body": "the last"}])
    thread = fetch_issue(page_of(tracker), PROJECT, TOKEN)
    assert (thread.title, thread.body, len(thread.comments)) == ("NaN", "loss is nan", 101)
    assert thread.comments[-1] == "the last"
    assert {token for _, token in tracker.asked} == {"Bearer secret-token"}


@pytest.mark.parametrize(
    ("status", "body", "message"),
    [
        (401, b"{}", "does not accept the token"),
        (403, b"{}", "may not read it"),
        (404, b"{}", "does not exist"),
        (500, b"{}", "status 500"),
        (200, b"<html>", "not answer in JSON"),
        (200, b"[]", "is no issue"),
        (200, b"[" * 50_000, "not answer in JSON"),
    ],
)
def test_refusals_are_told_with_a_remedy(
    tracker: type[Tracker], status: int, body: bytes, message: str
) -> None:
    tracker.answers[API] = (status, body, {})
    with pytest.raises(NoReport, match=message) as error:
        fetch_issue(page_of(tracker), PROJECT, TOKEN)
    assert "save the issue as a file" in str(error.value)
    assert "secret-token" not in str(error.value)
    assert "\n" not in str(error.value)


def test_an_issue_that_moved_is_followed_on_the_same_host(tracker: type[Tracker]) -> None:
    tracker.answers[API] = (301, b"", {"Location": "/api/v3/repositories/1/issues/7"})
    tracker.answers["/api/v3/repositories/1/issues/7"] = answer({**ISSUE, "comments": 0})
    assert fetch_issue(page_of(tracker), PROJECT, TOKEN).title == "NaN"


def test_the_token_follows_no_redirection_elsewhere(tracker: type[Tracker]) -> None:
    elsewhere = page_of(tracker).replace("127.0.0.1", "localhost")
    tracker.answers[API] = (302, b"", {"Location": elsewhere})
    with pytest.raises(NoReport, match="another host"):
        fetch_issue(page_of(tracker), PROJECT, TOKEN)
    assert len(tracker.asked) == 1


@pytest.mark.parametrize(
    "environment",
    [
        {},
        {"GITHUB_TOKEN": "secret-token", "GH_TOKEN": "secret-token"},
        {"GH_ENTERPRISE_TOKEN": "secret-token"},
        {"GH_ENTERPRISE_TOKEN": "secret-token", "GH_HOST": "git.acme.com"},
        {"GH_ENTERPRISE_TOKEN": "bad\ntoken", "GH_HOST": "127.0.0.1"},
    ],
)
def test_a_token_goes_only_to_its_own_host(
    tracker: type[Tracker], environment: dict[str, str]
) -> None:
    with pytest.raises(NoReport, match="gh is not installed") as error:
        fetch_issue(page_of(tracker), PROJECT, {"PATH": "", **environment})
    assert tracker.asked == []
    assert "GH_HOST=127.0.0.1" in str(error.value)


def test_without_gh_and_token_the_remedies_are_named() -> None:
    with pytest.raises(NoReport, match="install gh, set GH_TOKEN, or save the issue"):
        fetch_issue(PAGE, PROJECT, {"PATH": ""})


def gh(folder: Path, script: str) -> dict[str, str]:
    """A `gh` that does what a script says, and the environment that finds it."""
    program = folder / "gh"
    program.write_text(f"#!{sys.executable}\n{script}", "utf-8")
    program.chmod(0o755)
    return {"PATH": str(folder)}


def test_gh_is_asked_with_arguments_and_no_shell(tmp_path: Path) -> None:
    told = tmp_path / "told.json"
    script = (
        "import json, sys\n"
        f"open({str(told)!r}, 'w').write(json.dumps(sys.argv[1:]))\n"
        "print(json.dumps({'title': 'T', 'body': 'B', 'comments': [{'body': 'C'}], 'url': 'U'}))\n"
    )
    thread = fetch_issue(f"{PAGE}?x=$(touch%20y)", PROJECT, gh(tmp_path, script))
    assert (thread.title, thread.body, thread.comments) == ("T", "B", ("C",))
    assert json.loads(told.read_text("utf-8")) == [
        "issue", "view", PAGE, "--json", "title,body,comments,url",
    ]  # fmt: skip


def test_where_gh_fails_its_words_are_passed_on(tmp_path: Path) -> None:
    environment = gh(tmp_path, "import sys\nsys.exit('gh: not logged in\\nsecond line')\n")
    with pytest.raises(NoReport, match=r"not logged in\).*gh auth login --hostname github.com"):
        fetch_issue(PAGE, PROJECT, environment)


def test_where_gh_fails_the_token_is_used(tmp_path: Path, tracker: type[Tracker]) -> None:
    tracker.answers[API] = answer({**ISSUE, "comments": 0})
    environment = gh(tmp_path, "raise SystemExit(4)\n")
    assert fetch_issue(page_of(tracker), PROJECT, {**TOKEN, **environment}).title == "NaN"


def test_an_address_loads_as_a_report(
    tracker: type[Tracker], monkeypatch: pytest.MonkeyPatch
) -> None:
    tracker.answers[API] = answer({**ISSUE, "comments": 0})
    for name, value in TOKEN.items():
        monkeypatch.setenv(name, value)
    report = load_report(page_of(tracker), PROJECT)
    assert (report.title, report.symptom, report.source) == ("NaN", "loss is nan", page_of(tracker))


def test_a_host_that_is_not_there_is_told() -> None:
    with pytest.raises(NoReport, match="cannot be reached"):
        fetch_issue("http://127.0.0.1:9/acme/tiny/issues/7", PROJECT, TOKEN)
