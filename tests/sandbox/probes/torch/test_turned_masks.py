"""Masks that hide the content and leave the padding, and masks that are as they should be."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.sandbox.probes.torch.test_network_checks import answers, checks
from tests.sandbox.probes.torch.watching import Watched

LENGTHS = "(torch.arange(12) < torch.randint(3, 11, (8, 1)))"
TOKENS = f"torch.randint(1, 20, (8, 12)) * {LENGTHS}, torch.randint(0, 3, (8,))"
VALUES = f"torch.randn(8, 12, 8) * {LENGTHS}[..., None], torch.randint(0, 3, (8,))"
AT_FRONT = f"torch.randint(1, 20, (8, 12)) * {LENGTHS}.flip(1), torch.randint(0, 3, (8,))"
PARTS = (
    "self.words = nn.Embedding(20, 8); self.attend = nn.MultiheadAttention(8, 2, batch_first=True);"
    " self.score = nn.Linear(8, 1); self.rnn = nn.GRU(8, 8, batch_first=True);"
    " self.query = nn.Parameter(torch.randn(1, 1, 8)); self.head = nn.Linear(8, 3)"
)
ONE_QUERY = (
    "e = self.words(x); q = self.query.expand(len(x), -1, -1); "
    "return self.head(self.attend(q, e, e, key_padding_mask={})[0][:, 0])"
)
WITH_TOKEN = (
    "e = torch.cat([self.query.expand(len(x), -1, -1), x], 1); "
    "m = nn.functional.pad({}, (1, 0)); "
    "return self.head(self.attend(e, e, e, key_padding_mask=m)[0][:, 0])"
)
POOLED = (
    "e = self.words(x); s = self.score(e).masked_fill({}[..., None], -1e9); "
    "return self.head((s.softmax(1) * e).sum(1))"
)
SCALED = (
    "e = self.words(x); m = {}[:, None]; "
    "return self.head(nn.functional.scaled_dot_product_attention(e, e, e, m).mean(1))"
)
MARKED = (
    "e = self.rnn(self.words(x))[0]; s = self.score(e)[..., 0].masked_fill(x != 5, -1e9); "
    "return self.head((s.softmax(1)[..., None] * e).sum(1))"
)
HIDDEN, SEEN, NO_VALUES = "(x == 0)", "(x != 0)", "(x == 0).all(-1)"
TURNED = {
    "one-query": (ONE_QUERY.format(SEEN), TOKENS),
    "token-in-front": (WITH_TOKEN.format("(x != 0).any(-1)"), VALUES),
    "pooled": (POOLED.format(SEEN), TOKENS),
    "scaled-product": (SCALED.format(HIDDEN), TOKENS),
    "padded-in-front": (ONE_QUERY.format(SEEN), AT_FRONT),
}
SOUND = {
    "one-query": (ONE_QUERY.format(HIDDEN), TOKENS),
    "token-in-front": (WITH_TOKEN.format(NO_VALUES), VALUES),
    "pooled": (POOLED.format(HIDDEN), TOKENS),
    "scaled-product": (SCALED.format(SEEN), TOKENS),
    "padded-in-front": (ONE_QUERY.format(HIDDEN), AT_FRONT),
}


def run(folder: Path, case: tuple[str, str]) -> Watched:
    computed, batch = case
    return checks(folder, (PARTS, computed), batch)


@pytest.mark.parametrize("name", TURNED)
def test_a_turned_mask_leaves_padding_alone(name: str, tmp_path: Path) -> None:
    assert answers(run(tmp_path, TURNED[name]))["content-is-seen"] is False


@pytest.mark.parametrize("name", SOUND)
def test_a_mask_of_padding_leaves_the_content(name: str, tmp_path: Path) -> None:
    assert answers(run(tmp_path, SOUND[name]))["content-is-seen"] is True


def test_it_is_told_where_the_mask_is_given(tmp_path: Path) -> None:
    found = run(tmp_path, TURNED["one-query"])
    (event,) = [one for one in found.of_kind("network_check") if one["check"] == "content-is-seen"]
    assert event["place"]["line"] == found.line("self.attend(q")


def test_marks_anywhere_may_be_all_that_is_seen(tmp_path: Path) -> None:
    """A recurrent layer brings to them what stands elsewhere."""
    batch = "(lambda t: (t.scatter(1, torch.randint(0, 12, (8, 2)), 5), torch.randint(0, 3, (8,))))"
    found = run(tmp_path, (MARKED, batch + "(torch.randint(6, 20, (8, 12)))"))
    assert answers(found)["content-is-seen"] is True
