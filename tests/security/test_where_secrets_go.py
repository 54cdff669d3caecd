"""Every place where text is stored, logged or sent: no secret gets through."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
from pathlib import Path

import pytest

from seismograd.llm import Completion, Message, Role
from seismograd.llm.budget import Budget
from seismograd.llm.choose import equipped
from seismograd.llm.quotes import Quotes
from seismograd.llm.transcripts import Transcript
from seismograd.redaction import REDACTED, redact_strings, redact_words
from seismograd.redaction.log_format import RedactingFormatter
from seismograd.reports.run_html import run_html
from seismograd.reproduce.candidate import Candidate
from seismograd.reproduce.results.write_up import write_up
from seismograd.runs.folder import RunFolder
from seismograd.runs.record import RunRecord
from seismograd.runs.summary import RunSummary
from seismograd.traces import TraceSummary
from seismograd.traces.events import Frame, Raised
from seismograd_sandbox.host.environment import harmless_variables
from seismograd_sandbox.host.scratch import PLACE
from seismograd_sandbox.host.selection import sandbox_named
from seismograd_sandbox.host.workplace import Workplace
from tests import parts
from tests.llm.listeners import Parrot
from tests.mcp.raw_client import RawClient
from tests.reproduce.some_results import CRASH, proof, reproduced, seen

BODY = [f"{number:02}{'aB3+/xY9' * 7}Qq" for number in range(14)]
KEY = "\n".join(["-----BEGIN RSA PRIVATE KEY-----", *BODY, "-----END RSA PRIVATE KEY-----"])
PASSWORD = "sw0rdfish-and-more"
TEXT = f'first\n{KEY}\nOPENAI_API_KEY={PASSWORD}\ndb_password = "{PASSWORD}"\nlast'


def holds_secrets(text: str) -> bool:
    return PASSWORD in text or any(line[:20] in text for line in BODY)


@pytest.mark.parametrize("first_line", [None, 1])
def test_quotations_hold_none_and_keep_their_lines(first_line: int | None) -> None:
    quoted = Quotes().around("report", TEXT, first_line)
    assert not holds_secrets(quoted)
    assert REDACTED in quoted
    assert len(quoted.splitlines()) == len(TEXT.splitlines()) + 2
    if first_line is not None:
        assert f"{len(TEXT.splitlines()):>4} | last" in quoted


def test_neither_a_model_nor_a_transcript_gets_one(tmp_path: Path) -> None:
    parrot = Parrot(Completion(f"You wrote {TEXT}", "m"))
    record = tmp_path / "talk.jsonl"
    model = equipped(parrot, Budget(), Transcript(record, tmp_path))
    model.complete([Message(Role.USER, Quotes().around("a", TEXT))], system=TEXT)
    (prompt,) = parrot.heard
    assert not holds_secrets(prompt.messages[0].content + str(prompt.system))
    assert not holds_secrets(record.read_text("utf-8"))


def test_a_write_up_holds_none() -> None:
    script = f"{CRASH}\napi_key = '{PASSWORD}'\nKEY = '''{KEY}'''\n"
    printed = seen(stdout=f"{KEY}\n" + "x" * 3000 + f"\nusing api_key={PASSWORD}\n")
    result = reproduced(
        title=f"It fails with password={PASSWORD}",
        proof=proof(candidate=Candidate(script, "test", "Run it."), seen=printed),
    )
    text = write_up(result)
    assert not holds_secrets(text)
    assert "halve(NUMBER)" in text


def test_the_page_of_a_run_holds_none() -> None:
    frames = (Frame("a.py", 3, "f", f'login(password="{PASSWORD}")', in_project=True),)
    told = TraceSummary(exception=Raised(type="E", message=TEXT, frames=frames))
    record = RunRecord(id="1", entry="a.py", arguments=(f"--api-key={PASSWORD}",))
    page = run_html(RunSummary(RunFolder(Path("/p/.seismograd/runs/1")), record, told))
    assert not holds_secrets(page)
    assert "login(password=" in page


def test_the_words_of_a_command_are_stored_without() -> None:
    words = ("--lr", "0.1", "--api-key", PASSWORD, f"--token={'a1B2' * 5}", "--name", "resnet50")
    stored = redact_words(words)
    assert stored == ("--lr", "0.1", "--api-key", REDACTED, f"--token={REDACTED}", *words[-2:])


def test_logs_hold_none() -> None:
    try:
        raise ValueError(TEXT)
    except ValueError:
        caught = sys.exc_info()
    record = logging.LogRecord("a", logging.ERROR, "a.py", 3, "failed: %s", (TEXT,), caught)
    line = RedactingFormatter().format(record)
    assert "failed: first" in line
    assert not holds_secrets(line)


def test_data_is_judged_by_its_names() -> None:
    data = {
        "name": "x",
        "password": "swordfish",
        "fixes": [PASSWORD],
        "list": [{"api_key": PASSWORD}],
    }
    assert redact_strings(data, unchanged=("fixes",)) == {
        "name": "x", "password": REDACTED, "fixes": [PASSWORD], "list": [{"api_key": REDACTED}],
    }  # fmt: skip


def test_an_assistant_is_told_none(tmp_path: Path) -> None:
    secret = "ghp_" + "a1B2" * 9
    (tmp_path / "train.py").write_text(
        "import torch\nfrom torch import nn\n"
        f'net = nn.Sequential(nn.Linear(4, 3), nn.Linear("{secret}", 3))\n'
        f'loader = torch.utils.data.DataLoader(list("{secret}"), batch_size="{secret}")\n'
    )
    with RawClient(tmp_path) as client:
        for number, (tool, arguments) in enumerate(
            (("check", {}), ("show", {"file": "train.py"})), 1
        ):
            client.call(number, tool, **arguments)
            assert secret not in str(client.read())


def test_nothing_of_this_is_loaded_to_start() -> None:
    code = (
        "import sys, seismograd.lsp.assembly, seismograd.runs.execute; "
        "print('seismograd.redaction.steps' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


SECRETS = {
    "JAX_PAT": PASSWORD,
    "PYTORCH_BEARER": PASSWORD,
    "MKL_COOKIE": PASSWORD,
    "KERAS_JWT": PASSWORD,
    "NVIDIA_SESSION_ID": PASSWORD,
    "CUDA_DSN": f"postgres://somebody:{PASSWORD}@host/db",
    "TORCH_LOGS_URL": f"https://somebody:{PASSWORD}@host",
    "XLA_MIRROR": f"https://{PASSWORD}@host",
    "OMP_HOST": f"somebody:{PASSWORD}@host",
}
"""Under names of families that runs inherit."""


@pytest.mark.parametrize("name", ["process", "bubblewrap"])
def test_a_run_inherits_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv(PLACE, str(tmp_path / "scratch"))
    monkeypatch.setenv("OMP_NUM_THREADS", "3")
    for variable, value in SECRETS.items():
        monkeypatch.setenv(variable, value)
    for folder in ("project", "outbox"):
        (tmp_path / folder).mkdir()
    sandbox = sandbox_named(name, tmp_path / "project")
    if obstacle := sandbox.obstacle():
        parts.missing(str(obstacle), name)
    workplace = Workplace(tmp_path / "project", Path(sys.executable), tmp_path / "outbox")
    with sandbox.open(workplace) as session:
        outcome = session.run([session.python, "-c", "import os; print(dict(os.environ))"])
    assert "'OMP_NUM_THREADS': '3'" in outcome.stdout.text
    assert not holds_secrets(outcome.stdout.text)


def test_the_supervisor_inherits_none(monkeypatch: pytest.MonkeyPatch) -> None:
    for variable, value in SECRETS.items():
        monkeypatch.setenv(variable, value)
    assert not SECRETS.keys() & harmless_variables(os.environ).keys()
