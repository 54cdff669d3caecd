from __future__ import annotations

import pytest

from seismograd.reproduce.context import bm25
from seismograd.reproduce.context.bm25 import Ranking, terms_of
from seismograd.reproduce.context.identifiers import tokens_of, words_of

TEXTS = [
    "def compute_loss(prediction, target): return (prediction - target).mean()",
    "class BatchSampler: def __init__(self, batch_size): self.batch_size = batch_size",
    "def load_checkpoint(path): return torch.load(path)",
    "def unrelated(): return 1",
    "def other(): return 2",
]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("batch_size", ["batch", "size"]),
        ("BatchNorm2d", ["batch", "norm2", "d"]),
        ("HTTPServer", ["http", "server"]),
        ("__init__", ["init"]),
        ("conv1", ["conv1"]),
        ("größe_neu", ["größe", "neu"]),
        ("", []),
    ],
)
def test_words_of_names(name: str, words: list[str]) -> None:
    assert words_of(name) == words


def test_names_are_found_whole_and_by_their_words() -> None:
    assert list(tokens_of("self.batch_size = BatchSize")) == [
        "self", "batch_size", "batch", "size", "batchsize", "batch", "size",
    ]  # fmt: skip


@pytest.fixture
def ranking() -> Ranking:
    return Ranking(TEXTS)


@pytest.mark.parametrize(
    ("question", "best"),
    [
        ("the loss is wrong", 0),
        ("fails with a batch size of one", 1),
        ("loadCheckpoint does not work", 2),
        ("Loading a checkpoint", 2),
    ],
)
def test_the_right_text_comes_first(ranking: Ranking, question: str, best: int) -> None:
    scores = ranking.scores(question)
    assert max(scores, key=lambda number: scores[number]) == best
    assert all(score > 0 for score in scores.values())


@pytest.mark.parametrize(
    "question",
    ["", "the of and", '"', "a OR b NOT c", 'x" OR "y', "NEAR(a b)", "\x00", "*", "𝓍 ∑ -"],
)
def test_no_question_breaks_the_query(ranking: Ranking, question: str) -> None:
    assert len(ranking.scores(question)) <= len(TEXTS)


def test_questions_are_bounded() -> None:
    assert len(terms_of(" ".join(f"word{number}" for number in range(10_000)))) == bm25.MAX_TERMS
