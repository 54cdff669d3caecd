"""The search goes on when one of its ideas breaks off, and takes what is nearest first."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from seismograd.reproduce.candidate import Attempt, Stage
from seismograd.reproduce.case import Case
from seismograd.reproduce.drafts.draft import Draft
from seismograd.reproduce.generate.offline.search import OfflineSearch
from seismograd.reproduce.observation import NOT_REPRODUCED, Observation
from seismograd_sandbox.host.outcome import Ending
from tests.reproduce.validate.small_project import case

CLEAN = Observation(Ending.EXITED, 0, f"{NOT_REPRODUCED}\n", "")
FAILED = Observation(Ending.EXITED, 1, "", "")


def broken_seed(_: Case) -> Iterator[Draft]:
    yield Draft("first", exercise=("first()",))
    raise ValueError("Unexpected node")


def sound_seed(_: Case) -> Iterator[Draft]:
    yield Draft("second", exercise=("second()",), is_baseline=True)


def broken_repair(_: Case, draft: Draft, __: Attempt) -> Iterator[Draft]:
    raise KeyError(draft.idea)
    yield


def mended(_: Case, draft: Draft, attempt: Attempt) -> Iterator[Draft]:
    if attempt.observation is not None and attempt.observation.is_clean:
        yield draft.changed(idea="triggered", exercise=("third()",), is_baseline=False)
    elif draft.idea == "first":
        yield draft.changed(idea="mended", exercise=("fourth()",))


def ideas(search: OfflineSearch, about: Case, seen: dict[str, Observation]) -> list[str]:
    attempts: list[Attempt] = []
    while (candidate := search.propose(about, attempts)) is not None:
        observed = seen.get(candidate.idea, FAILED)
        attempts.append(Attempt(candidate, Stage.DRY_RUN, "", observed, 0.5))
    return [attempt.candidate.idea for attempt in attempts]


def test_a_seed_and_a_repair_that_break_off_end_nothing_else(tmp_path: Path) -> None:
    search = OfflineSearch((broken_seed, sound_seed), (broken_repair, mended))
    found = ideas(search, case(tmp_path), {"second": CLEAN})
    assert found == ["first", "mended", "second", "triggered"]


def test_triggers_of_what_runs_through_go_before_other_mendings(tmp_path: Path) -> None:
    def two(_: Case, draft: Draft, attempt: Attempt) -> Iterator[Draft]:
        if draft.idea == "second" and not draft.repairs:
            yield draft.changed(idea="sound", exercise=("sound()",))
            yield draft.changed(idea="other", exercise=("other()",))
        if draft.idea == "sound":
            yield draft.changed(idea="triggered", exercise=("third()",), is_baseline=False)

    found = ideas(OfflineSearch((sound_seed,), (two,)), case(tmp_path), {"sound": CLEAN})
    assert found == ["second", "sound", "triggered", "other"]


def test_an_idea_with_many_mendings_does_not_keep_out_the_next(tmp_path: Path) -> None:
    def endless(_: Case, draft: Draft, __: Attempt) -> Iterator[Draft]:
        for number in range(9) if draft.idea != "second" else ():
            yield draft.changed(
                idea=f"{draft.idea}{number}", exercise=(*draft.exercise, f"{number}")
            )

    found = ideas(OfflineSearch((broken_seed, sound_seed), (endless,)), case(tmp_path), {})
    assert found.index("second") < 12
