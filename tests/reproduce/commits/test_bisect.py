from __future__ import annotations

import random
from pathlib import Path

import pytest

from seismograd.cancellation import Cancellation
from seismograd.reproduce.commits.bisect import (
    Answer,
    Bisection,
    Outcome,
    Range,
    Step,
    bisect,
    parse_range,
)
from seismograd.reproduce.commits.worktrees import Worktree
from tests.reproduce.git_repository import TestRepository, need_git, picture


@pytest.fixture(autouse=True)
def _with_git() -> None:
    need_git()


@pytest.fixture
def repository(tmp_path: Path) -> TestRepository:
    made = TestRepository(tmp_path / "project")
    made.commit("start", {"model.py": "fine\n", "other.txt": "0\n"})
    made.git("tag", "good")
    return made


def _oracle(tree: Worktree) -> Answer:
    text = (tree.root / "model.py").read_text()
    if "broken" in text:
        return Answer.CANNOT_TELL
    return Answer.BAD if "bug" in text else Answer.GOOD


def _line(repository: TestRepository, states: str) -> list[str]:
    """Commits in a row: `.` fine, `b` with the bug, `?` cannot be run."""
    words = {".": "fine", "b": "bug", "?": "broken"}
    return [
        repository.commit(f"step {index}", {"model.py": words[state], "other.txt": str(index)})
        for index, state in enumerate(states)
    ]


def _bisect(repository: TestRepository, good: str = "good", bad: str = "HEAD") -> Bisection:
    return bisect(
        repository.folder, good, bad, _oracle, parent=repository.folder.parent / "worktrees"
    )


@pytest.mark.parametrize("states", ["b", "..b", ".bbbb", "........bbbbbbbb", "." * 20 + "b"])
def test_a_straight_history(repository: TestRepository, states: str) -> None:
    commits = _line(repository, states)
    before = picture(repository.folder)

    result = _bisect(repository)

    first = states.index("b")
    assert result.outcome is Outcome.FOUND
    assert result.first_bad == commits[first]
    assert result.subject == f"step {first}"
    assert result.suspects == (commits[first],)
    assert len(result.steps) <= 2 + len(states).bit_length()
    assert picture(repository.folder) == before


def test_the_log_tells_each_step(repository: TestRepository) -> None:
    _line(repository, "...bbb")
    heard: list[Step] = []

    result = bisect(
        repository.folder, "good", "HEAD", _oracle, on_step=heard.append,
        parent=repository.folder.parent / "w",
    )  # fmt: skip

    assert tuple(heard) == result.steps
    assert [step.answer for step in heard[:2]] == [Answer.BAD, Answer.GOOD]
    lefts = [step.left for step in heard]
    assert lefts == sorted(lefts, reverse=True)


def test_commits_that_cannot_be_run_are_passed_over(repository: TestRepository) -> None:
    commits = _line(repository, "..?.?bb?b")
    result = _bisect(repository)
    assert result.outcome is Outcome.UNDECIDED
    assert set(result.suspects) == {commits[4], commits[5]}

    commits = _line(repository, ".?.b?b")
    result = _bisect(repository, good=commits[0])
    assert (result.outcome, result.first_bad) == (Outcome.FOUND, commits[3])


def test_a_bug_that_came_in_on_a_branch(repository: TestRepository) -> None:
    repository.git("checkout", "-q", "-b", "side")
    side = [repository.commit(f"side {i}", {f"side{i}.txt": "x"}) for i in range(3)]
    culprit = repository.commit("culprit", {"model.py": "bug\n"})
    repository.commit("side end", {"side_end.txt": "x"})
    repository.git("checkout", "-q", "main")
    for index in range(4):
        repository.commit(f"main {index}", {"other.txt": f"m{index}"})
    repository.merge("side")
    repository.commit("after", {"after.txt": "x"})

    result = _bisect(repository)

    assert result.first_bad == culprit
    assert culprit not in side


def test_a_bug_that_only_the_merge_made(repository: TestRepository) -> None:
    repository.git("checkout", "-q", "-b", "side")
    repository.commit("side", {"a.txt": "x"})
    repository.git("checkout", "-q", "main")
    repository.commit("main", {"b.txt": "x"})
    merge = repository.merge("side")
    repository.commit("after", {"c.txt": "x"})

    def both(tree: Worktree) -> Answer:
        here = all((tree.root / name).exists() for name in ("a.txt", "b.txt"))
        return Answer.BAD if here else Answer.GOOD

    result = bisect(
        repository.folder, "good", "HEAD", both, parent=repository.folder.parent / "worktrees"
    )
    assert result.first_bad == merge


def test_a_good_end_on_another_branch(repository: TestRepository) -> None:
    _line(repository, "..")
    repository.git("branch", "release")
    culprit = _line(repository, ".bb")[1]
    repository.git("checkout", "-q", "release")
    repository.commit("release only", {"r.txt": "x"})

    assert _bisect(repository, good="release", bad="main").first_bad == culprit


def test_a_good_end_that_owes_it_to_a_fix(repository: TestRepository) -> None:
    _line(repository, ".b")
    repository.git("branch", "fixed")
    _line(repository, "b")
    repository.git("checkout", "-q", "fixed")
    repository.commit("fix", {"model.py": "fine\n"})

    result = _bisect(repository, good="fixed", bad="main")
    assert result.outcome is Outcome.CONTRADICTED
    assert "fix" in result.why


@pytest.mark.parametrize(("states", "words"), [("..", "said to be bad"), ("b?", "said to be bad")])
def test_ends_that_are_not_what_was_said(
    repository: TestRepository, states: str, words: str
) -> None:
    _line(repository, states)
    result = _bisect(repository)
    assert result.outcome is Outcome.CONTRADICTED
    assert words in result.why
    assert result.first_bad is None


def test_a_range_the_wrong_way_round(repository: TestRepository) -> None:
    _line(repository, ".b")
    result = _bisect(repository, good="HEAD", bad="good")
    assert result.outcome is Outcome.CONTRADICTED
    assert "wrong way round" in result.why


def test_a_project_that_did_not_exist_yet(repository: TestRepository) -> None:
    repository.commit("0", {"app/model.py": "fine"})
    repository.git("tag", "app")
    repository.git("mv", "app", "gone")
    repository.commit("1", {"x.txt": "1"})
    repository.git("mv", "gone", "app")
    culprit = repository.commit("2", {"app/model.py": "bug"})

    result = bisect(
        repository.folder / "app", "app", "HEAD", _oracle, parent=repository.folder.parent / "w"
    )
    assert result.outcome is Outcome.UNDECIDED
    assert culprit in result.suspects


@pytest.mark.parametrize("asked", [0, 1, 3])
def test_cancelling(repository: TestRepository, asked: int) -> None:
    _line(repository, "....bbbb")
    cancelled = Cancellation()
    calls = 0

    def oracle(tree: Worktree) -> Answer:
        nonlocal calls
        calls += 1
        if calls == asked:
            cancelled.set()
        return _oracle(tree)

    if asked == 0:
        cancelled.set()
    places = repository.folder.parent / "worktrees"
    result = bisect(repository.folder, "good", "HEAD", oracle, cancelled=cancelled, parent=places)
    assert result.outcome is Outcome.CANCELLED
    assert calls == asked
    assert not places.exists() or list(places.iterdir()) == []


def test_a_tangled_history(repository: TestRepository) -> None:
    chance = random.Random(3)
    branches = ["main"]
    culprit_at = 9
    for index in range(18):
        repository.git("checkout", "-q", chance.choice(branches))
        if index == culprit_at:
            name, files = "culprit", {"model.py": "bug\n"}
        else:
            name, files = f"step {index}", {f"file{index}.txt": "x"}
        repository.commit(name, files)
        if chance.random() < 0.4 and len(branches) < 4:
            branches.append(f"branch{index}")
            repository.git("branch", branches[-1])
    repository.git("checkout", "-q", "main")
    for branch in branches[1:]:
        repository.merge(branch)

    result = _bisect(repository)

    assert result.subject == "culprit"


@pytest.mark.parametrize(
    ("text", "ends"),
    [("v1..v2", ("v1", "v2")), ("abc..", ("abc", "HEAD")), ("v1.0..v1.1", ("v1.0", "v1.1"))],
)
def test_ranges(text: str, ends: tuple[str, str]) -> None:
    assert parse_range(text) == Range(*ends)


@pytest.mark.parametrize("text", ["", "v1", "..v2", "a...b"])
def test_what_is_no_range(text: str) -> None:
    with pytest.raises(ValueError, match=r"GOOD\.\.BAD"):
        parse_range(text)
