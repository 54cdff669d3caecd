from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest

from seismograd.cancellation import Cancellation
from seismograd.llm import (
    Blocked,
    Cancelled,
    Completion,
    Message,
    ModelError,
    NotRecorded,
    Prompt,
    Role,
    Usage,
)
from seismograd.llm.budget import Budget
from seismograd.llm.choose import equipped, replayed
from seismograd.llm.quotes import Quotes
from seismograd.llm.transcripts import Recorded, Replayed, Transcript, key_of
from tests.llm.listeners import Parrot

SECRET = "ghp_" + "a1B2" * 9


def talk(text: str) -> list[Message]:
    return [Message(Role.USER, text)]


def test_what_was_recorded_is_played_again(tmp_path: Path) -> None:
    file = tmp_path / "deep" / "talk.jsonl"
    said = Completion("ünïcode\u2028", "m1", Usage(1, 2, 3, 4))
    recorded = Recorded(
        Parrot(said, Completion("second", "m1"), Blocked("Not that.")),
        Transcript(file, file.parent),
    )
    recorded.complete(talk("a"), system="s")
    recorded.complete(talk("b"))
    with pytest.raises(Blocked):
        recorded.complete(talk("c"))

    pieces: list[str] = []
    player = Replayed(file)
    assert player.complete(talk("b")).text == "second"
    assert player.complete(talk("a"), system="s", on_text=pieces.append) == said
    assert pieces == [said.text]
    with pytest.raises(Blocked, match="Not that"):
        player.complete(talk("c"))


def test_equal_questions_are_answered_in_their_order_and_no_more(tmp_path: Path) -> None:
    file = tmp_path / "talk.jsonl"
    recorded = Recorded(Parrot("one", "two"), Transcript(file, file.parent))
    recorded.complete(talk("a"))
    recorded.complete(talk("a"))
    player = Replayed(file)
    assert [player.complete(talk("a")).text for _ in range(2)] == ["one", "two"]
    with pytest.raises(NotRecorded, match="no more answers"):
        player.complete(talk("a"))


def test_a_question_that_was_never_asked_is_a_clear_error(tmp_path: Path) -> None:
    file = tmp_path / "talk.jsonl"
    Recorded(Parrot("one"), Transcript(file, file.parent)).complete(talk("a"))
    with pytest.raises(NotRecorded, match=r"talk\.jsonl holds no answer .* Record it anew"):
        Replayed(file).complete(talk("another"))


def test_what_differs_from_run_to_run_does_not_count() -> None:
    def prompt(path: str, address: str, time: str) -> Prompt:
        text = Quotes().around("x", f"<Net at {address}> in {path}/model.py after {time}")
        return Prompt(tuple(talk(text)), max_tokens=len(time))

    one = prompt("/tmp/abc", "0x7f00aa11bb22", "1.25 s")
    two = prompt("/tmp/xyz_9", "0x7f99aa11bb33", "21.3 s")
    assert one != two
    assert key_of(one) == key_of(two)
    assert key_of(Prompt(tuple(talk("a")))) != key_of(Prompt(tuple(talk("b"))))
    assert key_of(Prompt(tuple(talk("a")))) != key_of(Prompt(tuple(talk("a")), "s"))
    assert key_of(Prompt(tuple(talk("a")))) != key_of(Prompt(tuple(talk("a")), None, {"a": 1}))


def test_no_secret_is_written_and_nobody_else_may_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOME_PASSWORD", "swordfish")
    file = tmp_path / "talk.jsonl"
    parrot = Parrot(Completion(f"your key is {SECRET}", "m"), ModelError(f"bad {SECRET}"))
    recorded = Recorded(parrot, Transcript(file, file.parent))
    recorded.complete(talk(f"{SECRET} swordfish"), system=SECRET)
    with pytest.raises(ModelError):
        recorded.complete(talk("again"))
    written = file.read_text()
    assert SECRET not in written
    assert "swordfish" not in written
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert len([json.loads(line) for line in written.splitlines()]) == 2


def test_a_torn_end_is_legal_and_a_torn_middle_is_not(tmp_path: Path) -> None:
    file = tmp_path / "talk.jsonl"
    recorded = Recorded(Parrot("one"), Transcript(file, file.parent))
    recorded.complete(talk("a"))
    whole = file.read_text()
    file.write_text(whole + whole[:20])
    assert Replayed(file).complete(talk("a")).text == "one"
    file.write_text(whole[:20] + "\n" + whole)
    with pytest.raises(NotRecorded, match="Line 1"):
        Replayed(file)
    with pytest.raises(NotRecorded, match="cannot be read"):
        Replayed(tmp_path / "nothing")


def test_cancelled_questions_are_not_recorded_nor_answered(tmp_path: Path) -> None:
    file = tmp_path / "talk.jsonl"
    with pytest.raises(Cancelled):
        Recorded(Parrot(Cancelled()), Transcript(file, file.parent)).complete(talk("a"))
    assert not file.exists()
    Recorded(Parrot("x"), Transcript(file, file.parent)).complete(talk("a"))
    cancel = Cancellation()
    cancel.set()
    with pytest.raises(Cancelled):
        Replayed(file).complete(talk("a"), cancel=cancel)


def test_a_replay_costs_what_the_recording_did(tmp_path: Path) -> None:
    file, first, second = tmp_path / "talk.jsonl", Budget(), Budget()
    parrot = Parrot(Completion("x", "claude-opus-5", Usage(10, 20)))
    equipped(parrot, first, Transcript(file, file.parent)).complete(
        talk(f"my key {SECRET}"), max_tokens=700
    )
    replayed(file, second).complete(talk(f"my key {SECRET}"))
    assert second.used == first.used == Usage(10, 20)
    assert second.dollars == first.dollars
    assert SECRET not in parrot.heard[0].messages[0].content
