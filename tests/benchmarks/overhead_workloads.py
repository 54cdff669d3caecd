"""Small training runs whose steps can be timed: the usual kinds of networks, one loop each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Train = Callable[[int], None]


@dataclass(frozen=True)
class Workload:
    name: str
    build: Callable[[str], Train]
    """Makes a network on a device, and gives back what trains it for some steps."""
    frameworks: tuple[str, ...] = ("torch",)


def mlp(device: str) -> Train:
    from torch import nn

    network = nn.Sequential(
        nn.Linear(784, 512),
        nn.ReLU(),
        nn.Dropout(0.1),
        nn.Linear(512, 256),
        nn.ReLU(),
        nn.Linear(256, 10),
    )
    return _classifier(network, (784,), 10, batch=128, device=device)


def mlp_without_loader(device: str) -> Train:
    """Slices of tensors, and an evaluation by hand after every pass."""
    import torch
    from torch import nn

    network = nn.Sequential(
        nn.Linear(784, 512), nn.ReLU(), nn.Linear(512, 256), nn.ReLU(), nn.Linear(256, 10)
    ).to(device)
    inputs = torch.randn(64 * 50, 784, device=device)
    labels = torch.randint(0, 10, (64 * 50,), device=device)
    optimizer = torch.optim.Adam(network.parameters(), lr=1e-3)

    def train(steps: int) -> None:
        for step in range(steps):
            at = step % 50 * 64
            scores = network(inputs[at : at + 64])
            loss = nn.functional.cross_entropy(scores, labels[at : at + 64])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            if step % 50 == 49:
                with torch.no_grad():
                    (network(inputs[:640]).argmax(1) == labels[:640]).float().mean().item()

    return train


def cnn(device: str) -> Train:
    from torch import nn

    def block(width: int, out: int) -> list[nn.Module]:
        return [nn.Conv2d(width, out, 3, padding=1), nn.BatchNorm2d(out), nn.ReLU()]

    network = nn.Sequential(
        *block(3, 32),
        *block(32, 32),
        nn.MaxPool2d(2),
        *block(32, 64),
        *block(64, 64),
        nn.AdaptiveAvgPool2d(1),
        nn.Flatten(),
        nn.Linear(64, 10),
    )
    return _classifier(network, (3, 32, 32), 10, batch=32, device=device)


def transformer(device: str) -> Train:
    return _language_model(device, layers=4, width=128, words=1000, length=64, batch=16)


def large_transformer(device: str) -> Train:
    """About 83 million parameters."""
    return _language_model(device, layers=10, width=768, words=8192, length=512, batch=8)


def keras_mlp(device: str) -> Train:
    import keras
    import numpy as np

    source = np.random.default_rng(0)
    inputs = source.standard_normal((12_800, 784), dtype=np.float32)
    labels = source.integers(0, 10, 12_800)
    network = keras.Sequential(
        [
            keras.layers.Dense(512, activation="relu"),
            keras.layers.Dense(256, activation="relu"),
            keras.layers.Dense(10),
        ]
    )
    loss = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    network.compile(optimizer="adam", loss=loss, metrics=["accuracy"])

    def train(steps: int) -> None:
        for _ in range(max(steps // 100, 1)):
            network.fit(inputs, labels, batch_size=128, verbose=0)

    return train


CPU = (
    Workload("MLP", mlp),
    Workload("MLP without loader", mlp_without_loader),
    Workload("CNN", cnn),
    Workload("transformer", transformer),
    Workload("Keras MLP", keras_mlp, ("torch", "keras")),
)
CUDA = (Workload("transformer, 83 M parameters", large_transformer),)


def _classifier(
    network: Any, shape: tuple[int, ...], classes: int, batch: int, device: str
) -> Train:
    import torch
    from torch.utils.data import DataLoader, TensorDataset

    data = TensorDataset(torch.randn(batch * 50, *shape), torch.randint(0, classes, (batch * 50,)))
    loader = DataLoader(data, batch_size=batch, shuffle=True)
    network.to(device)
    loss_function = torch.nn.CrossEntropyLoss()
    optimizer = torch.optim.Adam(network.parameters(), lr=1e-3)

    def train(steps: int) -> None:
        for _ in range(max(steps // 50, 1)):
            for inputs, labels in loader:
                optimizer.zero_grad()
                loss = loss_function(network(inputs.to(device)), labels.to(device))
                loss.backward()
                optimizer.step()

    return train


def _language_model(
    device: str, *, layers: int, width: int, words: int, length: int, batch: int
) -> Train:
    import torch
    from torch import nn

    class LanguageModel(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.words = nn.Embedding(words, width)
            self.places = nn.Parameter(torch.zeros(length, width))
            self.blocks = nn.ModuleList(
                nn.TransformerEncoderLayer(
                    width, max(width // 64, 2), 4 * width, batch_first=True, norm_first=True
                )
                for _ in range(layers)
            )
            self.norm = nn.LayerNorm(width)
            self.head = nn.Linear(width, words)

        def forward(self, tokens: Any) -> Any:
            hidden = self.words(tokens) + self.places
            for block in self.blocks:
                hidden = block(hidden, is_causal=True, src_mask=mask)
            return self.head(self.norm(hidden))

    mask = nn.Transformer.generate_square_subsequent_mask(length, device=device)
    network = LanguageModel().to(device)
    optimizer = torch.optim.AdamW(network.parameters(), lr=1e-4)
    tokens = torch.randint(0, words, (8, batch, length + 1), device=device)
    lower = torch.autocast(device, dtype=torch.bfloat16, enabled=device == "cuda")

    def train(steps: int) -> None:
        for step in range(steps):
            now = tokens[step % len(tokens)]
            with lower:
                scores = network(now[:, :-1])
                loss = nn.functional.cross_entropy(scores.flatten(0, 1), now[:, 1:].flatten())
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimizer.step()

    return train
