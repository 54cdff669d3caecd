"""Shapes that cannot meet are noted at both places; anything uncertain is not."""

from __future__ import annotations

from textwrap import indent

import pytest

from seismograd.program.shapes import LOSS_BROADCAST
from tests.program.reading import line_of, program_of


def network(init: str, forward: str, use: str = "Net()") -> str:
    """A network from the lines of its constructor and of its forward method."""
    return (
        "class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
        + indent(init, " " * 8)
        + "\n    def forward(self, x):\n"
        + indent(forward, " " * 8)
        + f"\n\nnet = Net()\n{use}\n"
    )


LENET = """\
self.conv1 = nn.Conv2d(1, 6, 5)
self.conv2 = nn.Conv2d(6, 16, 5)
self.fc = nn.Linear({width}, 10)"""
LENET_FORWARD = """\
x = F.max_pool2d(F.relu(self.conv1(x)), 2)
x = F.max_pool2d(F.relu(self.conv2(x)), 2)
x = {flat}
return self.fc(x)  # here"""

FAULTY: dict[str, tuple[str, str, str]] = {
    "two dense layers": (
        "net = nn.Sequential(\n    nn.Linear(20, 64),\n    nn.ReLU(),\n    nn.Linear(32, 1),\n)",
        "nn.Linear(32, 1)",
        "[..., 32] [..., 64]",
    ),
    "dense layer after an activation in forward": (
        network("self.a = nn.Linear(8, 16)\nself.b = nn.Linear(8, 2)",
                "return self.b(F.relu(self.a(x)))"),
        "self.b(F.relu",
        "[..., 8] [..., 16]",
    ),
    "flattened width of a known image": (
        network(LENET.format(width=400), LENET_FORWARD.format(flat="torch.flatten(x, 1)"),
                "net(torch.randn(2, 1, 28, 28))"),
        "# here",
        "[..., 400] [2, 256]",
    ),
    "flattened width that no image gives": (
        network(LENET.format(width=410), LENET_FORWARD.format(flat="x.view(x.size(0), -1)")),
        "# here",
        "[..., 410] [?, 16*?*?]",
    ),
    "view that cuts examples": (
        network(LENET.format(width=400), LENET_FORWARD.format(flat="x.view(-1, 400)"),
                "net(torch.randn(2, 1, 28, 28))"),
        "x.view(-1, 400)",
        "[-1, 400] [2, 16, 4, 4]",
    ),
    "image that was not flattened": (
        network(LENET.format(width=256), LENET_FORWARD.format(flat="x"),
                "net(torch.randn(2, 1, 28, 28))"),
        "# here",
        "[..., 256] [2, 16, 4, 4]",
    ),
    "channels of two convolutions": (
        "net = nn.Sequential(\n    nn.Conv2d(3, 16, 3),\n    nn.Conv2d(32, 64, 3),\n)",
        "nn.Conv2d(32, 64, 3)",
        "[?, 32, ?, ?] [?, 16, ?, ?]",
    ),
    "channels of the data": (
        "net = nn.Conv2d(1, 8, 3)\ny = net(torch.randn(4, 3, 32, 32))",
        "y = net",
        "[?, 1, ?, ?] [4, 3, 32, 32]",
    ),
    "image with channels last": (
        "net = nn.Conv2d(3, 8, 3)\ny = net(torch.randn(4, 32, 32, 3))",
        "y = net",
        "[?, 3, ?, ?] [4, 32, 32, 3]",
    ),
    "two axes into a convolution": (
        "net = nn.Conv2d(3, 8, 3)\ny = net(torch.randn(4, 3))",
        "y = net",
        "[?, ?, ?, ?] [4, 3]",
    ),
    "transposed convolution": (
        "net = nn.Sequential(\n    nn.ConvTranspose2d(100, 64, 4),\n    nn.BatchNorm2d(64),\n"
        "    nn.ConvTranspose2d(32, 3, 4),\n)",
        "nn.ConvTranspose2d(32, 3, 4)",
        "[?, 32, ?, ?] [?, 64, ?, ?]",
    ),
    "batch normalisation": (
        "net = nn.Sequential(\n    nn.Conv2d(3, 16, 3),\n    nn.BatchNorm2d(32),\n)",
        "nn.BatchNorm2d(32)",
        "[?, 32, ?, ?] [?, 16, ?, ?]",
    ),
    "batch normalisation of another rank": (
        "net = nn.Sequential(\n    nn.Conv2d(3, 16, 3),\n    nn.BatchNorm1d(16),\n)",
        "nn.BatchNorm1d(16)",
        "[?, ?, ?] [?, 16, ?, ?]",
    ),
    "layer normalisation": (
        "net = nn.Sequential(\n    nn.Linear(8, 16),\n    nn.LayerNorm(8),\n)",
        "nn.LayerNorm(8)",
        "[..., 8] [..., 16]",
    ),
    "group normalisation": (
        "net = nn.Sequential(\n    nn.Conv1d(3, 16, 3),\n    nn.GroupNorm(4, 32),\n)",
        "nn.GroupNorm(4, 32)",
        "[?, 32, ?] [?, 16, ?]",
    ),
    "kernel larger than its input": (
        "pool = nn.MaxPool2d(4)\ny = pool(torch.randn(1, 8, 3, 3))",
        "y = pool",
        "at least [1, 8, 4, 4] [1, 8, 3, 3]",
    ),
    "joined along the wrong axis": (
        "a = torch.zeros(4, 8, 16, 16)\nb = torch.zeros(4, 8, 15, 15)\ny = torch.cat([a, b], 1)",
        "y = torch.cat",
        "[4, ?, 16, 16] [4, 8, 15, 15]",
    ),
    "joined with another rank": (
        "a = torch.zeros(4, 8)\nb = torch.zeros(4)\ny = torch.cat([a, b], dim=1)",
        "y = torch.cat",
        "[4, ?] [4]",
    ),
    "residual of other channels": (
        network("self.a = nn.Conv2d(16, 32, 3, padding=1)",
                "h = nn.functional.relu(x)\ny = self.a(x)\nreturn y + h",
                "net(torch.randn(2, 16, 8, 8))"),
        "return y + h",
        "[2, 32, 8, 8] [2, 16, 8, 8]",
    ),
    "layer after a residual of an image that is not known": (
        network("self.a = nn.Conv2d(16, 16, 3, padding=1)\nself.b = nn.Conv2d(32, 8, 1)",
                "x = self.a(x) + x\nreturn self.b(x)"),
        "return self.b(x)",
        "[?, 32, ?, ?] [?, 16, ?, ?]",
    ),
    "product of matrices": (
        "a = torch.randn(3, 4)\nb = torch.randn(5, 6)\ny = a @ b",
        "y = a @ b",
        "[3, 4] [5, 6]",
    ),
    "batched product": (
        "a = torch.randn(2, 3, 4)\ny = torch.bmm(a, a)",
        "y = torch.bmm",
        "[2, 3, 4] [2, 3, 4]",
    ),
    "index notation": (
        "a = torch.randn(3, 4)\ny = torch.einsum('ij,jk->ik', a, a)",
        "y = torch.einsum",
        "j = 4 j = 3",
    ),
    "number of elements": (
        "a = torch.zeros(4, 6)\ny = a.reshape(5, 5)",
        "y = a.reshape",
        "[5, 5] [4, 6]",
    ),
    "recurrent layer after an embedding": (
        network("self.e = nn.Embedding(1000, 64)\nself.r = nn.LSTM(128, 32, batch_first=True)",
                "out, _ = self.r(self.e(x))\nreturn out"),
        "self.r(self.e(x))",
        "[..., 128] [..., 64]",
    ),
    "head of a bidirectional layer": (
        network("self.r = nn.LSTM(8, 32, batch_first=True, bidirectional=True)\n"
                "self.fc = nn.Linear(32, 2)",
                "out, _ = self.r(x)\nreturn self.fc(out[:, -1])"),
        "self.fc(out[:, -1])",
        "[..., 32] [?, 64]",
    ),
    "attention": (
        network("self.p = nn.Linear(8, 32)\nself.a = nn.MultiheadAttention(64, 4)",
                "h = self.p(x)\nout, _ = self.a(h, h, h)\nreturn out"),
        "self.a(h, h, h)",
        "[..., 64] [..., 32]",
    ),
    "labels of another batch": (
        "net = nn.Linear(4, 3)\nout = net(torch.randn(8, 4))\n"
        "loss = F.cross_entropy(out, torch.zeros(7, dtype=torch.long))",
        "loss = F.cross_entropy",
        "[8, 3] [7]",
    ),
    "column against row in a regression": (
        "x, t = torch.randn(100, 4), torch.randn(100)\n"
        "for xb, tb in DataLoader(TensorDataset(x, t), batch_size=10):\n"
        "    loss = F.mse_loss(nn.Linear(4, 1)(xb), tb)",
        "loss = F.mse_loss",
        "[batch, 1] [batch]",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", FAULTY)
def test_a_mismatch_is_noted_where_the_shapes_meet(name: str) -> None:
    code, where, shapes = FAULTY[name]
    mismatches = program_of(code).mismatches
    assert [f"{found.expected} {found.got}" for found in mismatches] == [shapes]
    assert mismatches[0].place.span.start.line == line_of(code, where)


def test_the_layer_and_the_source_of_the_shape_are_named() -> None:
    code = network("self.a = nn.Linear(8, 16)\nself.b = nn.Linear(8, 2)",
                   "h = self.a(x)\nreturn self.b(h)")  # fmt: skip
    (found,) = program_of(code).mismatches
    assert found.declared_at.span.start.line == line_of(code, "self.b = nn.Linear")
    assert found.made_at is not None
    assert found.made_at.span.start.line == line_of(code, "h = self.a(x)")


def test_one_mistake_is_one_mismatch() -> None:
    code = network(
        "self.a = nn.Linear(8, 16)\nself.b = nn.Linear(8, 4)\nself.c = nn.Linear(4, 4)",
        "x = self.b(self.a(x))\nreturn self.c(self.c(x)) + x",
        "for _ in range(3):\n    net(torch.randn(2, 8))",
    )
    assert len(program_of(code).mismatches) == 1


@pytest.mark.parametrize("loss", ["F.mse_loss", "F.l1_loss", "nn.BCEWithLogitsLoss()"])
def test_broadcast_in_a_loss_is_told_apart(loss: str) -> None:
    code = f"""
        out = nn.Linear(4, 1)(torch.randn(8, 4))
        loss = {loss}(out, torch.randn(8))
    """
    assert [found.what for found in program_of(code).mismatches] == [LOSS_BROADCAST]


SOUND: dict[str, str] = {
    "squeezed prediction": "out = nn.Linear(4, 1)(torch.randn(8, 4)).squeeze(1)\n"
    "loss = F.mse_loss(out, torch.randn(8))",
    "both columns": "out = nn.Linear(4, 1)(torch.randn(8, 4))\n"
    "loss = F.mse_loss(out, torch.randn(8, 1))",
    "class probabilities": "out = nn.Linear(4, 3)(torch.randn(8, 4))\n"
    "loss = F.cross_entropy(out, torch.randn(8, 3).softmax(1))",
    "labels of pixels": "out = nn.Conv2d(3, 5, 1)(torch.randn(2, 3, 8, 8))\n"
    "loss = F.cross_entropy(out, torch.zeros(2, 8, 8).long())",
    "sequence logits transposed": "out = nn.Linear(4, 3)(torch.randn(8, 7, 4))\n"
    "loss = F.cross_entropy(out.transpose(1, 2), torch.zeros(8, 7).long())",
    "width that some image gives": network(
        LENET.format(width=400), LENET_FORWARD.format(flat="torch.flatten(x, 1)")
    ),
    "three axes into a dense layer": "y = nn.Linear(8, 2)(torch.randn(2, 5, 8))",
    "unbatched image": "y = nn.Conv2d(3, 8, 3)(torch.randn(3, 32, 32))",
    "broadcast of one": "y = torch.randn(4, 1) + torch.randn(1, 5)",
    "trailing axes": "y = torch.randn(4, 5) * torch.randn(5)",
    "empty start": "y = torch.cat([torch.empty(0), torch.randn(4)])",
    "layer chosen by a condition": network(
        "if torch.cuda.is_available():\n    self.a = nn.Linear(8, 16)\nelse:\n"
        "    self.a = nn.Linear(8, 32)\nself.b = nn.Linear(16, 2)",
        "return self.b(self.a(x))",
    ),
    "input chosen by a condition": network(
        "self.a, self.b = nn.Linear(8, 2), nn.Linear(16, 2)\n"
        "self.layer = self.a if torch.cuda.is_available() else self.b",
        "return self.layer(x)",
        "net(torch.randn(2, 8))",
    ),
    "width from the command line": (
        "import sys\nwidth = int(sys.argv[1])\n"
        "net = nn.Sequential(nn.Linear(8, width), nn.Linear(width, 2))"
    ),
    "lazy layer": "y = nn.LazyLinear(4)(torch.randn(2, 9))",
    "adaptive pooling": "net = nn.Sequential(nn.Conv2d(3, 16, 3), nn.AdaptiveAvgPool2d((2, 2)),\n"
    "                    nn.Flatten(), nn.Linear(64, 2))\ny = net(torch.randn(1, 3, 40, 40))",
    "pixels to tokens": network(
        "self.c = nn.Conv2d(3, 32, 4, 4)\nself.n = nn.LayerNorm(32)\nself.f = nn.Linear(32, 2)",
        "x = self.c(x).flatten(2).transpose(1, 2)\nreturn self.f(self.n(x).mean(1))",
        "net(torch.randn(2, 3, 32, 32))",
    ),
    "grouped convolution": "y = nn.Conv2d(8, 16, 3, groups=4)(torch.randn(1, 8, 9, 9))",
    "reshape of several examples": "y = torch.randn(6, 4).view(-1, 8)",
    "heads of attention": network(
        "self.q = nn.Linear(64, 64)",
        "b, t, c = x.shape\nq = self.q(x).view(b, t, 8, c // 8).transpose(1, 2)\n"
        "a = q @ q.transpose(-2, -1)\nreturn (a @ q).transpose(1, 2).reshape(b, t, c)",
        "net(torch.randn(2, 10, 64))",
    ),
    "skip connection": network(
        "self.d = nn.Conv2d(8, 16, 3, padding=1)\nself.u = nn.ConvTranspose2d(16, 8, 2, 2)\n"
        "self.o = nn.Conv2d(16, 1, 1)",
        "h = F.max_pool2d(self.d(x), 2)\nreturn self.o(torch.cat([self.u(h), x], dim=1))",
        "net(torch.randn(2, 8, 32, 32))",
    ),
}


@pytest.mark.parametrize("name", SOUND)
def test_sound_code_has_no_mismatch(name: str) -> None:
    assert program_of(SOUND[name]).mismatches == []
