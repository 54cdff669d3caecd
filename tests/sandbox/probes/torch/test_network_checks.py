"""Questions to trained networks, on faults and on what looks like them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.sandbox.probes.torch.watching import Watched, watched

LOOP = """
import torch
from torch import nn
torch.manual_seed(0)

class Network(nn.Module):
    def __init__(self):
        super().__init__()
        {parts}

    def forward(self, x{more}):
        {computed}

network = Network()
optimizer = torch.optim.Adam(network.parameters(), lr=1e-3)
for step in range(6):
    x, y = {batch}
    optimizer.zero_grad()
    output = network(x{given})
    loss = nn.functional.cross_entropy(output.flatten(0, -2), y.flatten())
    loss.backward()
    optimizer.step()
result = [p.detach() for p in network.parameters()]
"""
SEQUENCES = "torch.randn(8, 12, 5), torch.randint(0, 3, (8,))"
IMAGES = "torch.randn(8, 3, 6, 6), torch.randint(0, 3, (8,))"
TOKENS = "torch.randint(0, 20, (8, 12)), torch.randint(0, 3, (8,))"
NEXT = "(lambda t: (t[:, :-1], t[:, 1:]))(torch.randint(0, 20, (8, 13)))"
RECURRENT = (
    "self.rnn, self.head = nn.LSTM(5, 7{}), nn.Linear(7, 3)",
    "return self.head(self.rnn(x)[0][:, -1])",
)
ATTENDING = (
    "self.words = nn.Embedding(20, 8); self.places = nn.Embedding(12, 8); "
    "self.body = nn.TransformerEncoderLayer(8, 2, 16, batch_first=True); "
    "self.head = nn.Linear(8, {})",
    "return self.head(self.body(self.words(x){}{}){})",
)
WITH_PLACES = " + self.places(torch.arange(x.shape[1]))"
CAUSAL = ", src_mask=nn.Transformer.generate_square_subsequent_mask(x.shape[1]), is_causal=True"


def attending(classes: int, places: str, mask: str, pooled: str) -> tuple[str, str]:
    parts, computed = ATTENDING
    return parts.format(classes), computed.replace("{}{}", places + mask).replace("{}", pooled)


def checks(folder: Path, network: tuple[str, str], batch: str) -> Watched:
    source = LOOP.format(parts=network[0], computed=network[1], batch=batch, more="", given="")
    return watched(folder, source, check_network=True)


def answers(found: Watched) -> dict[str, bool]:
    return {event["check"]: event["result"] for event in found.of_kind("network_check")}


SAME_FIRST = (
    "torch.randint(1, 20, (8, 12)).index_fill(1, torch.tensor([0]), 0), torch.arange(8) % 3"
)


@pytest.mark.parametrize("first", [True, False])
def test_examples_are_mixed_without_an_effect_on_answers(first: bool, tmp_path: Path) -> None:
    """Attention over the examples sees the same token in all of them at the first position."""
    parts, computed = attending(3, WITH_PLACES, "", "[:, 0]")
    parts = parts.replace("batch_first=True", f"batch_first={first}")
    found = answers(checks(tmp_path, (parts, computed), SAME_FIRST))
    assert found["independent-examples"] is True
    assert found.get("examples-apart-inside", True) is first


def test_attention_that_gets_the_sequence_first_is_fine(tmp_path: Path) -> None:
    parts, computed = attending(3, WITH_PLACES, "", "[:, 0]")
    computed = computed.replace("self.body(", "self.body((").replace(
        ")[:, 0]", ").transpose(0, 1))[0]"
    )
    parts = parts.replace(", batch_first=True", "")
    found = answers(checks(tmp_path, (parts, computed), SAME_FIRST))
    assert "examples-apart-inside" not in found


def test_axes_taken_for_each_other_mix_examples(tmp_path: Path) -> None:
    parts, computed = RECURRENT
    found = checks(tmp_path, (parts.format(""), computed), SEQUENCES)
    assert answers(found) == {"independent-examples": False}
    (event,) = found.of_kind("network_check")
    assert event["place"] == found.place("nn.LSTM")


@pytest.mark.parametrize(
    ("parts", "computed", "batch"),
    [
        (RECURRENT[0].format(", batch_first=True"), RECURRENT[1], SEQUENCES),
        (
            RECURRENT[0].format(""),
            "return self.head(self.rnn(x)[0][-1])",
            SEQUENCES.replace("8, 12, 5", "12, 8, 5"),
        ),
        ("self.a = nn.Linear(5, 3); self.b = nn.BatchNorm1d(3)", "return self.b(self.a(x[:, 0]))",
         SEQUENCES),
        ("self.a = nn.Linear(5, 3)", "h = self.a(x[:, 0]); return h + torch.randn_like(h)",
         SEQUENCES),
    ],
    ids=["batch-first", "time-first", "batch-norm", "random"],
)  # fmt: skip
def test_examples_that_are_apart_stay_so(
    parts: str, computed: str, batch: str, tmp_path: Path
) -> None:
    assert answers(checks(tmp_path, (parts, computed), batch))["independent-examples"] is True


@pytest.mark.parametrize(
    ("parts", "computed"),
    [
        ("self.a = nn.Linear(5, 3)", "return self.a(x[:, 0]).softmax(0)"),
        ("self.a = nn.Linear(5, 3)", "return self.a(x.transpose(0, 1).reshape(8, 12, 5)[:, 0])"),
    ],
    ids=["softmax-over-the-batch", "reshape"],
)
def test_other_mixtures(parts: str, computed: str, tmp_path: Path) -> None:
    assert answers(checks(tmp_path, (parts, computed), SEQUENCES))["independent-examples"] is False


def test_a_graph_that_is_always_the_same_is_left_alone(tmp_path: Path) -> None:
    fixed = "torch.ones(8, 5).cumsum(0) / 8, torch.arange(8) % 3"
    network = (
        "self.a = nn.Linear(5, 3); self.near = torch.rand(8, 8)",
        "return self.near @ self.a(x)",
    )
    assert "independent-examples" not in answers(checks(tmp_path, network, fixed))


def test_a_network_that_remembers_is_left_alone(tmp_path: Path) -> None:
    network = (
        "self.a = nn.Linear(5, 3); self.h = 0.0",
        "self.h = self.h + self.a(x[:, 0]).detach(); return self.h + self.a(x[:, 1])",
    )
    assert answers(checks(tmp_path, network, SEQUENCES)) == {}


@pytest.mark.parametrize(("places", "matters"), [(WITH_PLACES, True), ("", False)])
def test_positions(places: str, matters: bool, tmp_path: Path) -> None:
    network = attending(3, places, "", ".mean(1)")
    assert answers(checks(tmp_path, network, TOKENS))["order-matters"] is matters


@pytest.mark.parametrize(("size", "matters"), [(3, True), (1, False)])
def test_convolutions(size: int, matters: bool, tmp_path: Path) -> None:
    network = (
        f"self.a = nn.Conv2d(3, 6, {size}); self.head = nn.Linear(6, 3)",
        "return self.head(self.a(x).relu().mean((2, 3)))",
    )
    found = checks(tmp_path, network, IMAGES)
    assert answers(found)["order-matters"] is matters


@pytest.mark.parametrize("ruined", ["* 0", "* 1e-7"])
@pytest.mark.parametrize("places", [WITH_PLACES, ""])
def test_a_network_that_ignores_its_input_is_not_asked_about_order(
    places: str, ruined: str, tmp_path: Path
) -> None:
    parts, computed = attending(3, "", "", ".mean(1)")
    computed = computed.replace("self.words(x)", f"self.words(x) {ruined} {places} + 1")
    assert "order-matters" not in answers(checks(tmp_path, (parts, computed), TOKENS))


def test_a_network_with_one_answer_to_all_is_not_asked_about_order(tmp_path: Path) -> None:
    network = (
        "self.a = nn.Conv2d(3, 6, 3); self.head = nn.Linear(6, 3)",
        "return (self.head(self.a(x).relu().mean((2, 3))) * 1e4).softmax(1) + 0 * x.sum()",
    )
    found = answers(checks(tmp_path, network, IMAGES.replace("randn", "rand")))
    assert "order-matters" not in found


@pytest.mark.parametrize(("function", "bent"), [(".relu()", True), ("", False)])
def test_layers_without_a_function_between_them(function: str, bent: bool, tmp_path: Path) -> None:
    network = (
        "self.a = nn.Conv1d(12, 4, 1); self.head = nn.Linear(20, 3)",
        f"return self.head(self.a(x){function}.flatten(1))",
    )
    assert answers(checks(tmp_path, network, SEQUENCES))["bends"] is bent


def test_a_bag_of_words_needs_no_order(tmp_path: Path) -> None:
    network = (
        "self.a = nn.Embedding(20, 6); self.head = nn.Linear(6, 3)",
        "return self.head(self.a(x).mean(1))",
    )
    assert "order-matters" not in answers(checks(tmp_path, network, TOKENS))


@pytest.mark.parametrize(("mask", "hidden"), [(CAUSAL, True), ("", False)])
def test_the_future(mask: str, hidden: bool, tmp_path: Path) -> None:
    found = answers(checks(tmp_path, attending(20, WITH_PLACES, mask, ""), NEXT))
    assert found["future-is-hidden"] is hidden


def test_what_a_network_was_given_by_name_is_given_again(tmp_path: Path) -> None:
    source = LOOP.format(
        parts="self.head = nn.Linear(5, 3)",
        computed="assert scale is not None; return self.head(x[:, 0] * scale)",
        batch=SEQUENCES,
        more=", scale=None",
        given=", scale=torch.ones(5)",
    )
    found = answers(watched(tmp_path, source, check_network=True))
    assert found["independent-examples"] is True
    assert answers(watched(tmp_path, source.replace("(x,", "(x=x,"), check_network=True)) == found


def test_a_network_that_cannot_be_called_again_is_left_alone(tmp_path: Path) -> None:
    parts, computed = RECURRENT
    network = (parts.format("") + "; self.calls = 0",
               f"self.calls += 1; assert self.calls < 7; {computed}")  # fmt: skip
    assert answers(checks(tmp_path, network, SEQUENCES)) == {}


def test_what_a_network_prints_is_not_printed_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    parts, computed = RECURRENT
    network = (parts.format(""), f"print('called'); {computed}")
    assert answers(checks(tmp_path, network, SEQUENCES)) != {}
    assert capsys.readouterr().out.count("called") == 6


def test_nothing_is_asked_without_a_request(tmp_path: Path) -> None:
    parts, computed = RECURRENT
    source = LOOP.format(
        parts=parts.format(""), computed=computed, batch=SEQUENCES, more="", given=""
    )
    assert watched(tmp_path, source).of_kind("network_check") == []


@pytest.mark.parametrize(("computed", "uses"), [("self.a(x)", True), ("self.a(x) * 0", False)])
def test_a_network_that_gives_back_its_input(computed: str, uses: bool, tmp_path: Path) -> None:
    source = f"""
    import torch
    from torch import nn
    class Network(nn.Module):
        def __init__(self):
            super().__init__()
            self.a = nn.Linear(5, 5)
        def forward(self, x):
            return {computed}
    network = Network()
    optimizer = torch.optim.Adam(network.parameters(), lr=0.01)
    for step in range(20):
        batch = torch.randn(16, 5)
        made = network(batch)
        loss = nn.functional.mse_loss(made, batch) + made.pow(2).sum()
        loss.backward()
        optimizer.step()
    """
    found = watched(tmp_path, source, check_network=True)
    (event,) = [one for one in found.of_kind("network_check") if one["check"] == "uses-input"]
    assert (event["result"], event["terms"]) == (uses, True)


@pytest.mark.parametrize(
    ("cut", "named"),
    [
        ("z = mean.detach() + 0.1", ".detach() + 0.1"),
        ("z = mean.data + 0.1", ".data + 0.1"),
        ("z = torch.distributions.Normal(mean, 1.0).sample()", ".sample()"),
        ("z = torch.tensor(mean.tolist())", "nn.Linear"),
    ],
)
def test_the_line_that_cuts_a_gradient_is_told(tmp_path: Path, cut: str, named: str) -> None:
    network = (
        "self.encode, self.decode = nn.Linear(5, 7), nn.Linear(7, 3)",
        f"mean = self.encode(x); self.kept = mean.detach()\n        {cut}\n        "
        "return self.decode(z)",
    )
    found = checks(tmp_path, network, "torch.randn(16, 5), torch.randint(0, 3, (16,))")
    (event,) = told(found, "gradient-passes")
    assert event["place"] == found.place(named)


@pytest.mark.parametrize(
    ("drawn", "is_cut"),
    [
        ("mean + torch.randn_like(mean)", False),
        ("torch.distributions.Normal(mean, 1.0).rsample()", False),
        ("torch.distributions.Normal(mean, 1.0).sample()", True),
        ("mean.detach() + 0.1", True),
        ("torch.tensor(mean.tolist())", True),
        ("torch.randn_like(mean)", False),
        ("mean + (mean.round() - mean).detach()", False),
    ],
)
def test_a_gradient_that_is_cut_inside_of_a_network_is_told(
    tmp_path: Path, drawn: str, is_cut: bool
) -> None:
    """What an output does not depend on, and what passes a straight-through estimator, is fine."""
    network = (
        "self.encode, self.decode = nn.Linear(5, 7), nn.Linear(7, 3)",
        f"mean = self.encode(x); z = {drawn}; return self.decode(z)",
    )
    seen = checks(tmp_path, network, "torch.randn(16, 5), torch.randint(0, 3, (16,))")
    events = told(seen, "gradient-passes")
    assert [one["result"] for one in events] == ([False] if is_cut else [])


def test_the_state_of_a_recurrent_layer_counts_as_its_output(tmp_path: Path) -> None:
    network = (
        "self.rnn, self.head = nn.GRU(5, 7, batch_first=True), nn.Linear(7, 3)",
        "return self.head(self.rnn(x)[1][-1])",
    )
    seen = checks(tmp_path, network, SEQUENCES)
    assert "gradient-passes" not in {one["check"] for one in seen.of_kind("network_check")}


@pytest.mark.parametrize(
    ("passed", "is_cut"), [("z + (q - z).detach()", False), ("(z + (q - z)).detach()", True)]
)
def test_past_a_codebook_the_gradient_goes_around_it(
    passed: str, is_cut: bool, tmp_path: Path
) -> None:
    network = (
        "self.encode, self.decode = nn.Linear(5, 4), nn.Linear(4, 3); "
        "self.codes = nn.Embedding(16, 4)",
        "z = self.encode(x); q = self.codes(torch.cdist(z, self.codes.weight).argmin(1)); "
        f"return self.decode({passed})",
    )
    seen = checks(tmp_path, network, "torch.randn(16, 5), torch.randint(0, 3, (16,))")
    told = [one for one in seen.of_kind("network_check") if one["check"] == "gradient-passes"]
    assert [one["result"] for one in told] == ([False] if is_cut else [])


REGRESSION = """
import torch
from torch import nn
torch.manual_seed(0)

class Network(nn.Module):
    def __init__(self):
        super().__init__()
        {parts}

    def forward(self, x):
        {computed}

network = Network()
optimizer = torch.optim.Adam(network.parameters(), lr=1e-3)
for step in range(6):
    x = torch.randn(8, 12, 5) * torch.rand(8, 1, 1)
    optimizer.zero_grad()
    output = network(x)
    loss = nn.functional.mse_loss(output, x.abs().mean((1, 2))[:, None].expand_as(output))
    loss.backward()
    optimizer.step()
"""
FLAT = "self.head = nn.Sequential(nn.Linear(60, 9), nn.{}(), nn.Linear(9, 1))"


def regression(folder: Path, parts: str, computed: str) -> Watched:
    source = REGRESSION.format(parts=parts, computed=computed)
    return watched(folder, source, check_network=True)


def told(found: Watched, check: str) -> list[dict[str, Any]]:
    return [one for one in found.of_kind("network_check") if one["check"] == check]


@pytest.mark.parametrize(
    ("parts", "computed", "named"),
    [
        ("self.a = nn.InstanceNorm1d(12)", "return self.head(self.a(x).flatten(1))", "self.a ="),
        ("self.a = nn.LayerNorm(60)", "return self.head(self.a(x.flatten(1)))", "self.a ="),
        ("self.d = nn.Dropout(0.1); self.a = nn.GroupNorm(3, 12)",
         "return self.head(self.a(self.d(x)).flatten(1))", "self.a ="),
        ("", "x = x.flatten(1); return self.head(x / x.norm(dim=1, keepdim=True))", "= Network()"),
    ],
    ids=["instance-norm", "layer-norm", "after-dropout", "formula"],
)  # fmt: skip
def test_amplitudes_that_are_lost(parts: str, computed: str, named: str, tmp_path: Path) -> None:
    found = regression(tmp_path, f"{parts}; {FLAT.format('ReLU')}".lstrip("; "), computed)
    (event,) = told(found, "scale-matters")
    assert (event["result"], event["place"]) == (False, found.place(named))


@pytest.mark.parametrize(
    ("parts", "computed"),
    [
        ("self.a = nn.BatchNorm1d(60)", "return self.head(self.a(x.flatten(1)))"),
        ("self.a = nn.Linear(5, 5); self.n = nn.LayerNorm(5)",
         "return self.head(self.n(self.a(x)).flatten(1))"),
        ("self.a = nn.LayerNorm(60)",
         "x = x.flatten(1); return self.head(self.a(x)) * x.std(1, keepdim=True)"),
    ],
    ids=["batch-norm", "later", "given-back"],
)  # fmt: skip
def test_amplitudes_that_are_kept(parts: str, computed: str, tmp_path: Path) -> None:
    found = regression(tmp_path, f"{parts}; {FLAT.format('ReLU')}", computed)
    assert [one["result"] for one in told(found, "scale-matters")] == [True]


def test_saturated_units_do_not_count_as_normalisation(tmp_path: Path) -> None:
    computed = "return self.head(1e6 * x.flatten(1))"
    found = regression(tmp_path, FLAT.format("Sigmoid"), computed)
    assert told(found, "scale-matters") == []


def test_classes_need_no_amplitude(tmp_path: Path) -> None:
    network = (
        "self.a = nn.LayerNorm(60); self.head = nn.Linear(60, 3)",
        "return self.head(self.a(x.flatten(1)))",
    )
    assert told(checks(tmp_path, network, SEQUENCES), "scale-matters") == []


BLOBS = """
import torch
from torch import nn
torch.manual_seed(0)

class Network(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Conv2d(1, 8, 3, padding=1), nn.ReLU(), nn.Conv2d(8, 6, 3))
        {parts}

    def forward(self, x):
        x = self.body(x).relu()
        {computed}

axis = torch.arange(14.0)
network = Network()
optimizer = torch.optim.Adam(network.parameters(), lr={lr})
for step in range({steps}):
    at = 2 + 10 * torch.rand(48, 2)
    rows = (axis[None, :, None] - at[:, 0, None, None]).square()
    columns = (axis[None, None, :] - at[:, 1, None, None]).square()
    x = (-(rows + columns) / 4).exp()[:, None] + 0.05 * torch.randn(48, 1, 14, 14)
    optimizer.zero_grad()
    nn.functional.mse_loss(network(x), {target}).backward()
    optimizer.step()
"""
POOLED = "self.pool, self.head = nn.AdaptiveAvgPool2d(1), nn.Linear(6, 2)"
KEPT = "self.head = nn.Linear(6 * 144, 2)"


@pytest.mark.parametrize(
    ("parts", "computed", "target", "steps", "is_lost"),
    [
        (POOLED, "return self.head(self.pool(x).flatten(1))", "at / 14", 20, True),
        ("self.head = nn.Linear(6, 2)", "return self.head(x.mean((2, 3)))", "at / 14", 20, True),
        (KEPT, "return self.head(x.flatten(1))", "at / 14", 150, False),
        (KEPT, "return self.head(x.flatten(1))", "at / 14", 2, False),
        (POOLED, "return self.head(self.pool(x).flatten(1))", "torch.randn(48, 2)", 20, False),
    ],
    ids=["pooled", "mean", "learned", "not-yet", "no-positions"],
)
def test_positions_that_are_pooled_away(
    parts: str, computed: str, target: str, steps: int, is_lost: bool, tmp_path: Path
) -> None:
    text = BLOBS.format(parts=parts, computed=computed, target=target, steps=steps, lr=1e-2)
    events = told(watched(tmp_path, text, check_network=True), "positions-are-kept")
    assert [one["result"] for one in events] == [False] * is_lost
    if is_lost:
        by_place, by_network = events[0]["shares"]
        assert by_place > 0.8 > by_network + 0.4


ZONES = """
import torch
from torch import nn
torch.manual_seed(0)
network = nn.Sequential(
    nn.{first},
    nn.Flatten(), nn.Linear(20, 16), nn.ReLU(), nn.Linear(16, 3),
)
optimizer = torch.optim.Adam(network.parameters(), lr=1e-3)
for step in range(6):
    size = 0.2 + 3 * torch.rand(64)
    x = torch.randn(64, 1, 20)
    x = x / x.std(2, keepdim=True) * size[:, None, None]
    optimizer.zero_grad()
    nn.functional.cross_entropy(network(x), {classes}).backward()
    optimizer.step()
"""


@pytest.mark.parametrize(
    ("first", "classes", "results"),
    [
        ("InstanceNorm1d(1)", "size.long().clamp(max=2)", [False]),
        ("Identity()", "size.long().clamp(max=2)", [True]),
        ("InstanceNorm1d(1)", "torch.randint(0, 3, (64,))", []),
    ],
    ids=["lost", "kept", "of-no-use"],
)
def test_classes_by_amplitude(
    first: str, classes: str, results: list[bool], tmp_path: Path
) -> None:
    found = watched(tmp_path, ZONES.format(first=first, classes=classes), check_network=True)
    events = told(found, "amplitude-is-used")
    assert [one["result"] for one in events] == results
    assert all(one["place"] == found.place(f"nn.{first}") for one in events if not one["result"])


COPY = "(lambda t: (t, t))(torch.randint(0, 20, (8, 12)))"
MASKED = "(lambda t: (t.where(torch.rand(8, 12) > 0.15, 19), t))(torch.randint(0, 19, (8, 12)))"
PADDED = "(lambda t: (t, t.where(t > 2, -100)))(torch.randint(0, 20, (8, 12)))"
REPEATED = "(lambda t: (t[:, 1:], t[:, :-1]))(torch.randint(0, 20, (8, 1)).expand(8, 13))"
TOKEN_RNN = (
    "self.words = nn.Embedding(20, 6); self.rnn = nn.GRU(6, 9, batch_first={}); "
    "self.head = nn.Linear(9, 20)"
)
WHOLE = "h = self.rnn(self.words(x))[0]"


@pytest.mark.parametrize(
    ("network", "batch", "is_copy"),
    [
        (attending(20, WITH_PLACES, CAUSAL, ""), COPY, True),
        (attending(20, WITH_PLACES, CAUSAL, ""), PADDED, True),
        (attending(20, WITH_PLACES, CAUSAL, ""), NEXT, False),
        (attending(20, WITH_PLACES, CAUSAL, ""), REPEATED, False),
        (attending(20, WITH_PLACES, "", ""), MASKED, False),
        (attending(20, WITH_PLACES, "", ""), COPY, False),
        ((TOKEN_RNN.format(True), f"{WHOLE}; return self.head(h)"), COPY, True),
        ((TOKEN_RNN.format(False), f"{WHOLE}; return self.head(h)"), COPY, True),
        ((TOKEN_RNN.format(True), f"{WHOLE}; return self.head(h[:, -1:].expand_as(h))"),
         COPY, False),
        ((TOKEN_RNN.format(False), f"{WHOLE}; return self.head(h[-1:].expand_as(h))"),
         COPY, False),
        ((TOKEN_RNN.format(True),
          "x = nn.functional.pad(x[:, :-1], (1, 0)); " + WHOLE + "; return self.head(h)"),
         COPY, False),
    ],
    ids=["copy", "padded", "shifted", "repeated", "masked", "not-causal", "recurrent", "time-first",
         "bottleneck", "bottleneck-time-first", "shifted-inside"],
)  # fmt: skip
def test_targets_that_are_the_inputs(
    network: tuple[str, str], batch: str, is_copy: bool, tmp_path: Path
) -> None:
    found = told(checks(tmp_path, network, batch), "target-differs")
    assert [one["result"] for one in found] == ([False] if is_copy else [])


DECODER = """
    import torch
    from torch import nn
    torch.manual_seed(0)

    class Network(nn.Module):
        def __init__(self):
            super().__init__()
            self.words, self.head = nn.Embedding(20, 8), nn.Linear(8, 20)
            self.reader, self.writer = (nn.GRU(8, 8, batch_first=True) for _ in range(2))

        def forward(self, source, wanted):
            state = self.reader(self.words(source))[1]
            {inside}
            return self.head(self.writer(self.words(wanted), state)[0])

    network = Network()
    optimizer = torch.optim.Adam(network.parameters(), lr=1e-3)
    for _ in range(6):
        source = torch.randint(1, 20, (8, 6))
        target = source.sort(dim=1).values
        shifted = nn.functional.pad(target[:, :-1], (1, 0))
        optimizer.zero_grad()
        scores = network({given})
        nn.functional.cross_entropy(scores.flatten(0, 1), target.flatten()).backward()
        optimizer.step()
"""


@pytest.mark.parametrize(
    ("given", "inside", "is_told"),
    [
        ("source, target", "", True),
        ("source, wanted=target", "", True),
        ("source, shifted", "", False),
        ("source, target", "wanted = nn.functional.pad(wanted[:, :-1], (1, 0))", False),
        ("source, target", "wanted = torch.zeros_like(source)", False),
    ],
    ids=["unshifted", "by-name", "shifted", "shifted-inside", "for-a-loss"],
)
def test_decoders_that_are_given_what_they_are_to_tell(
    given: str, inside: str, is_told: bool, tmp_path: Path
) -> None:
    text = DECODER.format(given=given, inside=inside)
    found = told(watched(tmp_path, text, check_network=True), "target-differs")
    assert [one["result"] for one in found] == ([False] if is_told else [])


STEPS = """
import torch
from torch import nn
torch.manual_seed(0)

class Network(nn.Module):
    def __init__(self):
        super().__init__()
        self.words = nn.Embedding(20, 5)
        self.first = nn.Linear(5, 5)
        self.cell = nn.{cell}(5, 7)
        self.head = nn.Linear(7, 3)

    def forward(self, x):
        x, h, made = self.first({given}), None, []
        for t in range({count}):
            h = self.cell({step}, h)
            {between}
            made.append(h[0] if isinstance(h, tuple) else h)
        return self.head({output}).softmax(-1)

network = Network()
optimizer = torch.optim.Adam(network.parameters(), lr=1e-3)
for step in range(6):
    optimizer.zero_grad()
    output = network({batch})
    loss = (output - 1).pow(2).mean()
    loss.backward()
    optimizer.step()
"""
BATCH_FIRST = {
    "cell": "GRUCell", "given": "x", "count": "x.shape[1]", "step": "x[:, t]", "between": "pass",
    "output": "made[-1]", "batch": "torch.randn(8, 10, 5)",
}  # fmt: skip
TIME_FIRST = {"count": "x.shape[0]", "step": "x[t]", "batch": "torch.randn(10, 8, 5)"}
FROM_LAST = {"between": "last, h = h, h.detach()", "output": "last"}


@pytest.mark.parametrize(
    ("changes", "is_cut"),
    [
        ({}, False),
        (FROM_LAST, True),
        (FROM_LAST | TIME_FIRST, True),
        (FROM_LAST | {"given": "self.words(x)", "batch": "torch.randint(0, 20, (8, 10))"}, True),
        ({"given": "self.words(x)", "batch": "torch.randint(0, 20, (8, 10))"}, False),
        ({"cell": "LSTMCell", "between": "last, h = h[0], tuple(one.detach() for one in h)",
          "output": "last"}, True),
        (FROM_LAST | {"between": "made.append(h); h = h.detach()",
                      "output": "torch.stack(made[::2], 1)"}, True),
        ({"output": "torch.stack(made, 1)"}, False),
        ({"between": "last = h; h = h.detach() if t % 3 == 2 else h", "output": "last"}, False),
        ({"given": "x - x.mean(1, keepdim=True).detach()", "count": "1", "step": "x[:, -1]",
          "output": "self.cell(x.flatten(0, 1)).unflatten(0, x.shape[:2])"}, False),
        ({"count": "1", "step": "x[:, -1]"}, False),
    ],
    ids=["whole", "cut", "time-first", "tokens", "whole-tokens", "lstm", "all-outputs",
         "whole-outputs", "every-third-step", "detached-mean", "last-alone"],
)  # fmt: skip
def test_a_state_that_is_detached_between_steps(
    changes: dict[str, str], is_cut: bool, tmp_path: Path
) -> None:
    source = STEPS.format(**(BATCH_FIRST | changes))
    found = watched(tmp_path, source, check_network=True)
    events = told(found, "gradient-over-positions")
    assert [one["result"] for one in events] == ([False] if is_cut else [])
    assert all(one["place"] == found.place(".detach()") for one in events)


CONVOLVING = "self.a = nn.Conv1d({}, 6, 3); self.b = nn.Linear(6, 3)"
SWAPPED = "return self.b(self.a(x.{}).mean(-1))"


@pytest.mark.parametrize(
    "swap", ["view(8, 5, 12)", "reshape(len(x), 5, -1)", "view_as(x.transpose(1, 2))"]
)
def test_a_reshape_in_the_place_of_a_transpose(swap: str, tmp_path: Path) -> None:
    found = checks(tmp_path, (CONVOLVING.format(5), SWAPPED.format(swap)), SEQUENCES)
    (event,) = (one for one in found.of_kind("network_check") if one["check"] == "axes-are-kept")
    assert event["result"] is False
    assert event["place"] == found.place("return self.b")
    assert "groups-are-kept" not in answers(found)


def test_a_reshape_that_may_group_many_neighbours(tmp_path: Path) -> None:
    batch = SEQUENCES.replace("12, 5", "12, 2")
    told = answers(
        checks(tmp_path, (CONVOLVING.format(2), SWAPPED.format("view(8, 2, 12)")), batch)
    )
    assert told["groups-are-kept"] is False
    assert "axes-are-kept" not in told


@pytest.mark.parametrize(
    ("channels", "computed", "batch"),
    [
        (5, SWAPPED.format("transpose(1, 2)"), SEQUENCES),
        (4, SWAPPED.format("view(8, 4, 12)"), SEQUENCES.replace("12, 5", "12, 4")),
        (5, SWAPPED.format("transpose(1, 2).reshape(8, 5, 12)"), SEQUENCES),
        (5, "return self.b(x.view(8, 5, 12).flatten(1)[:, :6])", SEQUENCES),
        (5, SWAPPED.format("view(8, 5, 12).view(8, 12, 5).transpose(1, 2)"), SEQUENCES),
        (1, SWAPPED.format("reshape(8, 1, 12)"), SEQUENCES.replace("12, 5", "12, 1")),
    ],
    ids=["transpose", "groups", "contiguous", "flattened", "undone", "of-one"],
)
def test_other_reshapes_are_left_alone(
    channels: int, computed: str, batch: str, tmp_path: Path
) -> None:
    found = checks(tmp_path, (CONVOLVING.format(channels), computed), batch)
    assert answers(found)
    assert not {"axes-are-kept", "groups-are-kept"} & set(answers(found))
    assert found.of_kind("trouble") == []
