"""An example that fares otherwise in a batch, in many words; and two calls that differ."""

from __future__ import annotations

import pytest

from seismograd.reproduce.criteria.derive.derivation import derive
from seismograd.reproduce.report.parse import parse_report


def best(text: str) -> str:
    found = derive(parse_report(text))
    return found[0].criteria[0].check if found else ""


@pytest.mark.parametrize(
    "text",
    [
        "## Short clips get other scores alone than in a batch\n\nIf I feed one clip by itself I "
        "get other logits than if the same clip sits in a batch next to a long one. eval() is on.",
        "# Predictions differ\n\nIn eval mode the same row scored alone and scored in a batch of 8 "
        "gives different probabilities.",
        "# Result depends on the other sentences in the batch\n\nThe model is in eval mode.",
        "# Perplexity of a song depends on its neighbours\n\nThe longest one is not affected.",
        "# Odd\n\nThe surprise of a line must not depend on which other lines are passed. It does.",
        "# Ranking of captions varies with what stands beside them",
        "# rate() is wrong\n\nThe rating of a tweet changes with the other tweets in the list.",
        "# embed() is inconsistent\n\nThe same text gives other vectors alone than in a batch.",
    ],
)
def test_alone_or_in_company(text: str) -> None:
    assert "difference_alone_and_in_batch" in best(text)


@pytest.mark.parametrize(
    "text",
    [
        "# Predictions are random\n\nThe same image gives another result each time I call predict.",
        "# Dropout at inference\n\nTwo calls with the same batch in eval mode differ.",
    ],
)
def test_two_equal_calls(text: str) -> None:
    assert "difference_between_calls" in best(text)


@pytest.mark.parametrize(
    "text",
    [
        "# Speed\n\nHow long a step takes depends on the number of neighbours.",
        "# Options\n\nThe learning rate depends on the other options in the config file.",
    ],
)
def test_words_that_only_look_like_company(text: str) -> None:
    assert best(text) == ""


def test_what_is_as_expected_stands_against_nothing() -> None:
    agrees = "# Accuracy\n\nIt is 33.75 here, which is about what you expect for 35 symbols."
    differs = "# Accuracy\n\nThe accuracy is 0.42, which is not what I expected: 0.9"
    assert "33.75" not in best(agrees)
    assert "0.42" in best(differs)
