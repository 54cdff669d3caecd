"""Networks called as the project itself calls them."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest
import torch

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.read_project import read_project
from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.generate.offline.inputs.making import Maker
from seismograd.reproduce.generate.offline.seeds.experiments.stage.own_calls import (
    OwnCall,
    own_calls,
)
from seismograd.reproduce.report.parse import parse_report
from tests.reproduce.generate.offline.experiments.in_process import output_of

NETWORK = """
    import torch
    from torch import nn

    class Pairs(nn.Module):
        '''Takes three things that only its own data can give.'''

        def __init__(self, width, kinds=3):
            super().__init__()
            self.kind = nn.Embedding(kinds, width)
            self.score = nn.Linear(2 * width, 1)

        def forward(self, nodes, pairs, kinds):
            one, other = pairs
            both = torch.cat([nodes[one], nodes[other] + self.kind(kinds)], dim=-1)
            return self.score(both).squeeze(-1)

    def make_pairs(count, width, seed=0):
        torch.manual_seed(seed)
        pairs = torch.randint(0, count, (2, 2 * count))
        return torch.randn(count, width), pairs, torch.randint(0, 3, (2 * count,))
    """
IN_A_FUNCTION = """
    from dataclasses import dataclass
    from net import Pairs, make_pairs

    @dataclass
    class Config:
        width: int = 8
        count: int = 5

    def train(config: Config):
        network = Pairs(config.width)
        data = make_pairs(config.count, config.width)
        for step in range(3):
            loss = network(*data).pow(2).mean()
            loss.backward()
        return network
    """
THROUGH_CALLERS = """
    import argparse
    from net import Pairs, make_pairs

    def build(width):
        model = Pairs(width)
        return model

    def epoch(model, batches, optimizer):
        model.train()
        for nodes, pairs, kinds in batches:
            optimizer.zero_grad()
            model(nodes, pairs, kinds=kinds).sum().backward()
            optimizer.step()

    def main():
        parser = argparse.ArgumentParser()
        parser.add_argument("--width", type=int, default=6)
        args = parser.parse_args()
        model = build(args.width)
        batches = [make_pairs(4, args.width, seed) for seed in range(3)]
        epoch(model, batches, optimizer=None)

    if __name__ == "__main__":
        main()
    """
WITH_ALL_OPTIONS = """
    import argparse
    from net import Pairs, make_pairs

    def parse():
        parser = argparse.ArgumentParser()
        parser.add_argument("--wide", type=int, default=6)
        return parser.parse_args()

    def build(options):
        return Pairs(options.wide)

    def main():
        chosen = parse()
        network = build(chosen)
        data = make_pairs(4, chosen.wide)
        print(network(*data))

    if __name__ == "__main__":
        main()
    """
IN_A_TRAINER = """
    from net import Pairs, make_pairs

    class Trainer:
        def __init__(self, width, epochs=2):
            self.model = Pairs(width)
            self.epochs = epochs

        def _round(self, batches):
            for nodes, pairs, kinds in batches:
                self.model(nodes, pairs, kinds).sum().backward()

        def fit(self, batches):
            for epoch in range(self.epochs):
                self._round(batches)

    def run(width=3):
        trainer = Trainer(width)
        trainer.fit([make_pairs(5, width)])
    """
WITH_A_FILE = """
    import json
    import sys
    from net import Pairs, make_pairs

    def read(path):
        with open(path) as file:
            return json.load(file)

    def main(facts):
        network = Pairs(facts["sizes"]["wide"])
        print(network(*make_pairs(4, facts["sizes"]["wide"])))

    if __name__ == "__main__":
        main(read(sys.argv[1]))
    """
IN_A_SCRIPT = """
    import net

    WIDTH = 4
    model = net.Pairs(WIDTH)
    examples = []
    examples.append(net.make_pairs(3, WIDTH))
    if __name__ == "__main__":
        for nodes, pairs, kinds in examples:
            print(model(nodes, pairs, kinds))
    """
IN_A_TEST = """
    import torch
    from net import Pairs

    def test_one_score_per_pair():
        net = Pairs(width=2)
        nodes = torch.randn(3, 2)
        pairs = torch.tensor([[0, 1], [1, 2]])
        assert net(nodes, pairs, torch.zeros(2, dtype=torch.long)).shape == (2,)
    """
FROM_OUTSIDE = """
    import sys
    import torch
    from net import Pairs

    def main():
        model = Pairs(4)
        data = torch.load(sys.argv[1])
        print(model(*data))
    """
AFTER_TRAINING = """
    from net import Pairs, make_pairs

    def main():
        model = Pairs(4)
        data = None
        for step in range(3):
            data = make_pairs(4, 4)
            model(*data).sum().backward()
        model(data[0], data[1], data[2])
    """


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("train.py", IN_A_FUNCTION),
        ("run.py", THROUGH_CALLERS),
        ("options.py", WITH_ALL_OPTIONS),
        ("trainer.py", IN_A_TRAINER),
        ("script.py", IN_A_SCRIPT),
        ("test_net.py", IN_A_TEST),
    ],
)
def test_the_call_runs_with_the_data_of_the_project(file: str, text: str, tmp_path: Path) -> None:
    own = _own_calls(tmp_path, file, text)[0]
    torch.manual_seed(0)
    source = "\n".join([*own.bench.imports, *own.before, f"model = {own.build}", *own.after])
    shown = output_of(f"{source}\noutput = {own.call}\nprint(type(model).__name__, output.dim())",
                      tmp_path)  # fmt: skip
    assert shown.strip().endswith("Pairs 1")


def test_the_settings_file_is_the_one_of_the_project(tmp_path: Path) -> None:
    (tmp_path / "small.json").write_text('{"sizes": {"wide": 5}}')
    own = _own_calls(tmp_path, "run.py", WITH_A_FILE)[0]
    assert own.before == ("facts = read('small.json')",)


def test_settings_have_the_values_of_the_project(tmp_path: Path) -> None:
    own = _own_calls(tmp_path, "run.py", THROUGH_CALLERS)[0]
    assert own.build == "build(6)"
    assert own.parameters == ("nodes", "pairs", "kinds")


@pytest.mark.parametrize("text", [FROM_OUTSIDE])
def test_what_only_a_user_can_give_is_not_made_up(text: str, tmp_path: Path) -> None:
    assert _own_calls(tmp_path, "run.py", text) == []


def test_a_whole_training_does_not_come_along(tmp_path: Path) -> None:
    calls = [own.call for own in _own_calls(tmp_path, "run.py", AFTER_TRAINING)]
    assert calls == ["model(*data)"]


def _own_calls(root: Path, file: str, text: str) -> list[OwnCall]:
    (root / "net.py").write_text(dedent(NETWORK))
    (root / file).write_text(dedent(text))
    view = read_project(root)
    maker = Maker(Case(parse_report("Nothing"), root, Fingerprint((), "gradient", 0.5), view))
    return list(own_calls(maker, next(s for s in view.symbols if s.name == "Pairs")))
