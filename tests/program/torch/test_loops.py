"""Training and evaluation loops as people write them."""

from __future__ import annotations

import pytest

from seismograd.program.model import Program, TrainingLoop
from tests.program.reading import TORCH, program_of

PARTS = (
    TORCH
    + """\
from torch.optim import lr_scheduler
train_loader = DataLoader(TensorDataset(torch.randn(100, 4), torch.zeros(100).long()), 10)
valid_loader = DataLoader(TensorDataset(torch.randn(50, 4), torch.zeros(50).long()), 10)
model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 3))
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
scheduler = lr_scheduler.StepLR(optimizer, 10)
"""
)
ROUND = ["zero_grad", "forward", "loss", "backward", "step"]


def read(code: str) -> Program:
    return program_of(code, PARTS)


def only(code: str) -> TrainingLoop:
    loops = read(code).loops
    assert len(loops) == 1
    return loops[0]


def steps(loop: TrainingLoop) -> list[str]:
    return [step.kind for step in loop.steps]


LOOPS: dict[str, tuple[str, list[str]]] = {
    "plain": (
        """
        for epoch in range(5):
            for x, y in train_loader:
                optimizer.zero_grad()
                loss = criterion(model(x), y)
                loss.backward()
                optimizer.step()
        """,
        ROUND,
    ),
    "cleared to none": (
        """
        for epoch in range(5):
            for i, (x, y) in enumerate(train_loader):
                optimizer.zero_grad(set_to_none=True)
                F.cross_entropy(model(x), y).backward()
                optimizer.step()
        """,
        ROUND,
    ),
    "cleared through the network": (
        """
        for epoch in range(5):
            for x, y in train_loader:
                model.zero_grad()
                criterion(model(x), y).backward()
                optimizer.step()
        """,
        ROUND,
    ),
    "cleared by hand": (
        """
        for epoch in range(5):
            for x, y in train_loader:
                for p in model.parameters():
                    p.grad = None
                criterion(model(x), y).backward()
                optimizer.step()
        """,
        ["forward", "loss", "backward", "step"],
    ),
    "clipped": (
        """
        for epoch in range(5):
            for x, y in train_loader:
                optimizer.zero_grad()
                criterion(model(x), y).backward()
                torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
                optimizer.step()
                scheduler.step()
        """,
        ["zero_grad", "forward", "loss", "backward", "clip", "step", "scheduler_step"],
    ),
    "mixed precision": (
        """
        scaler = torch.cuda.amp.GradScaler()
        for epoch in range(5):
            for x, y in train_loader:
                optimizer.zero_grad()
                with torch.autocast("cuda"):
                    loss = criterion(model(x), y)
                scaler.scale(loss).backward()
                scaler.unscale_(optimizer)
                scaler.step(optimizer)
                scaler.update()
        """,
        ["zero_grad", "forward", "loss", "backward", "unscale", "step", "scaler_update"],
    ),
    "launched": (
        """
        from accelerate import Accelerator
        accelerator = Accelerator()
        model, optimizer, train_loader = accelerator.prepare(model, optimizer, train_loader)
        for epoch in range(5):
            for x, y in train_loader:
                optimizer.zero_grad()
                loss = criterion(model(x), y)
                accelerator.backward(loss)
                optimizer.step()
        """,
        ROUND,
    ),
    "two parts of a loss": (
        """
        for epoch in range(5):
            for x, y in train_loader:
                optimizer.zero_grad()
                out = model(x)
                loss = criterion(out, y) + 0.1 * F.mse_loss(out, out.detach())
                loss.backward()
                optimizer.step()
        """,
        ["zero_grad", "forward", "loss", "loss", "backward", "step"],
    ),
    "function called in a loop over epochs": (
        """
        def train_one_epoch(net, loader, opt, loss_fn):
            net.train()
            total = 0.0
            for x, y in loader:
                opt.zero_grad()
                loss = loss_fn(net(x), y)
                loss.backward()
                opt.step()
                total += loss.item()
            return total

        for epoch in range(5):
            train_one_epoch(model, train_loader, optimizer, criterion)
        """,
        [*ROUND, "item"],
    ),
    "methods of a trainer": (
        """
        class Trainer:
            def __init__(self, model, optimizer, loss_fn, loader, epochs):
                self.model, self.optimizer, self.loss_fn = model, optimizer, loss_fn
                self.loader, self.epochs = loader, epochs

            def train_step(self, x, y):
                self.optimizer.zero_grad()
                loss = self.loss_fn(self.model(x), y)
                loss.backward()
                self.optimizer.step()
                return loss

            def fit(self):
                for epoch in range(self.epochs):
                    self.model.train()
                    for x, y in self.loader:
                        self.train_step(x, y)

        Trainer(model, optimizer, criterion, train_loader, 5).fit()
        """,
        ROUND,
    ),
}


@pytest.mark.parametrize("name", LOOPS)
def test_the_steps_of_a_round_in_order(name: str) -> None:
    code, expected = LOOPS[name]
    loop = only(code)
    assert steps(loop) == expected
    assert loop.epochs is not None
    assert loop.epochs.constant == 5
    assert loop.loader is not None
    assert not loop.accumulates
    assert [optimiser.kind for optimiser in loop.optimisers] == ["sgd"]
    assert [network.name for network in loop.networks] == ["Sequential"]


def test_gradients_cleared_for_each_parameter_belong_to_the_loop() -> None:
    loop = only(LOOPS["cleared by hand"][0])
    assert loop.anywhere("zero_grad") or loop.of_kind("zero_grad") == []


ACCUMULATING = """
for epoch in range(5):
    for i, (x, y) in enumerate(train_loader):
        loss = criterion(model(x), y) / 4
        loss.backward()
        if (i + 1) % 4 == 0:
            optimizer.step()
            optimizer.zero_grad()
"""


def test_gradients_summed_over_rounds() -> None:
    loop = only(ACCUMULATING)
    assert loop.accumulates
    assert steps(loop) == ["forward", "loss", "backward", "step", "zero_grad"]


def test_a_condition_around_the_whole_loop_is_no_accumulation() -> None:
    loop = only(
        """
        import sys
        if len(sys.argv) > 1:
            for x, y in train_loader:
                optimizer.zero_grad()
                criterion(model(x), y).backward()
                optimizer.step()
        """
    )
    assert not loop.accumulates


def test_a_phase_with_gradients_is_no_accumulation() -> None:
    loop = only(
        """
        for phase in ["train", "val"]:
            for x, y in train_loader:
                optimizer.zero_grad()
                loss = criterion(model(x), y)
                if phase == "train":
                    loss.backward()
                    optimizer.step()
        """
    )
    assert not loop.accumulates


def test_surroundings_are_kept_apart_from_the_rest_of_the_file() -> None:
    loop = only(
        """
        other = nn.Linear(4, 3)
        F.cross_entropy(other(torch.randn(2, 4)), torch.zeros(2).long())

        def unrelated():
            other.eval()
            torch.optim.Adam(other.parameters()).step()

        def train(epochs=3):
            for epoch in range(epochs):
                model.train()
                for x, y in train_loader:
                    optimizer.zero_grad()
                    criterion(model(x), y).backward()
                    optimizer.step()
                scheduler.step()

        train()
        """
    )
    assert [step.kind for step in loop.steps_before] == ["train_mode"]
    assert [step.kind for step in loop.steps_after] == ["scheduler_step"]


def test_gradients_cleared_once_an_epoch_are_seen_outside() -> None:
    loop = only(
        """
        for epoch in range(5):
            optimizer.zero_grad()
            for x, y in train_loader:
                criterion(model(x), y).backward()
                optimizer.step()
        """
    )
    assert steps(loop) == ["forward", "loss", "backward", "step"]
    assert [step.kind for step in loop.steps_before] == ["zero_grad"]


def test_two_networks_with_two_optimisers() -> None:
    loop = only(
        """
        g, d = nn.Linear(2, 4), nn.Sequential(nn.Linear(4, 1), nn.Sigmoid())
        og = torch.optim.Adam(g.parameters(), 2e-4, betas=(0.5, 0.999))
        od = torch.optim.Adam(d.parameters(), 2e-4, betas=(0.5, 0.999))
        for epoch in range(5):
            for real, _ in train_loader:
                fake = g(torch.randn(10, 2))
                od.zero_grad()
                ld = F.binary_cross_entropy(d(real), torch.ones(10, 1))
                ld = ld + F.binary_cross_entropy(d(fake.detach()), torch.zeros(10, 1))
                ld.backward()
                od.step()
                og.zero_grad()
                F.binary_cross_entropy(d(fake), torch.ones(10, 1)).backward()
                og.step()
        """
    )
    assert len(loop.optimisers) == 2
    assert len(loop.losses) == 3
    assert steps(loop) == [
        "forward", "zero_grad", "forward", "loss", "forward", "loss", "backward", "step",
        "zero_grad", "forward", "loss", "backward", "step",
    ]  # fmt: skip


def test_a_closure_is_run_by_its_optimiser() -> None:
    (loop,) = read(
        """
        opt = torch.optim.LBFGS(model.parameters(), lr=1.0)
        x, y = torch.randn(8, 4), torch.zeros(8).long()

        def closure():
            opt.zero_grad()
            loss = criterion(model(x), y)
            loss.backward()
            return loss

        for i in range(20):
            opt.step(closure)
        """
    ).loops
    assert steps(loop) == ["zero_grad", "forward", "loss", "backward", "step"]


EVALUATIONS: dict[str, tuple[str, bool, bool | None]] = {
    "as it should be": (
        """
        def evaluate(net, loader):
            net.eval()
            right = 0
            with torch.no_grad():
                for x, y in loader:
                    right += (net(x).argmax(1) == y).sum().item()
            return right
        evaluate(model, valid_loader)
        """,
        True,
        True,
    ),
    "decorated": (
        """
        @torch.no_grad()
        def validate(net, loader):
            net.eval()
            return [net(x) for x, y in loader]
        validate(model, valid_loader)
        """,
        True,
        True,
    ),
    "inference mode": (
        """
        @torch.inference_mode()
        def predict(net, x):
            net.train(False)
            return net(x)
        predict(model, torch.randn(2, 4))
        """,
        True,
        True,
    ),
    "mode forgotten": (
        """
        def evaluate(net, loader):
            with torch.no_grad():
                for x, y in loader:
                    net(x)
        evaluate(model, valid_loader)
        """,
        True,
        False,
    ),
    "still training": (
        """
        def test(net, loader):
            for x, y in loader:
                net(x)
        model.train()
        test(model, valid_loader)
        """,
        False,
        False,
    ),
    "network not known": (
        """
        def evaluate(net, loader):
            with torch.no_grad():
                for x, y in loader:
                    net(x)
        """,
        True,
        None,
    ),
    "within the loop over epochs": (
        """
        for epoch in range(3):
            model.train()
            for x, y in train_loader:
                optimizer.zero_grad()
                criterion(model(x), y).backward()
                optimizer.step()
            model.eval()
            with torch.no_grad():
                for x, y in valid_loader:
                    criterion(model(x), y)
        """,
        True,
        True,
    ),
    "back in training mode": (
        """
        for epoch in range(3):
            model.eval()
            model.train()
            for x, y in train_loader:
                optimizer.zero_grad()
                criterion(model(x), y).backward()
                optimizer.step()
            with torch.no_grad():
                for x, y in valid_loader:
                    criterion(model(x), y)
        """,
        True,
        False,
    ),
}


@pytest.mark.parametrize("name", EVALUATIONS)
def test_mode_and_gradients_of_an_evaluation(name: str) -> None:
    code, no_grad, eval_mode = EVALUATIONS[name]
    (found,) = read(code).evaluations
    assert found.no_grad is no_grad
    assert found.eval_mode is eval_mode


def test_a_mode_set_under_a_condition_is_not_certain() -> None:
    (found,) = read(
        """
        import sys
        if len(sys.argv) > 1:
            model.eval()
        with torch.no_grad():
            for x, y in valid_loader:
                model(x)
        """
    ).evaluations
    assert found.eval_mode is None


def test_a_detached_sample_in_a_training_loop_is_no_evaluation() -> None:
    program = read(
        """
        for x, y in train_loader:
            with torch.no_grad():
                before = model(x)
            optimizer.zero_grad()
            F.mse_loss(model(x), before).backward()
            optimizer.step()
        """
    )
    assert program.evaluations == []


def test_loaders_get_their_part_from_how_they_are_used() -> None:
    program = read(EVALUATIONS["within the loop over epochs"][0])
    assert [loader.role for loader in program.loaders] == ["train", "test"]


def test_unknown_code_that_gets_the_optimiser_makes_a_loop_incomplete() -> None:
    loop = only(
        """
        from somewhere import prepare
        for x, y in train_loader:
            prepare(optimizer)
            criterion(model(x), y).backward()
            optimizer.step()
        """
    )
    assert not loop.complete


def test_a_network_that_unknown_code_made() -> None:
    program = read(
        """
        from somewhere import build
        net = nn.DataParallel(build("large")).cuda()
        opt = torch.optim.SGD(net.parameters(), lr=0.1)
        for epoch in range(2):
            net.train()
            for x, y in train_loader:
                opt.zero_grad()
                criterion(net(x), y).backward()
                opt.step()
            net.eval()
            with torch.no_grad():
                for x, y in valid_loader:
                    net(x)
        """
    )
    (loop,) = program.loops
    assert steps(loop) == ROUND
    assert [network.complete for network in loop.networks] == [False]
    assert [found.eval_mode for found in program.evaluations] == [True]


def test_a_pretrained_network_may_be_in_either_mode() -> None:
    (found,) = read(
        """
        from transformers import AutoModel
        encoder = AutoModel.from_pretrained("bert-base-uncased")
        with torch.no_grad():
            encoder(torch.zeros(1, 8).long())
        """
    ).evaluations
    assert found.eval_mode is None


def test_a_function_used_in_a_branch_and_after_it() -> None:
    program = read(
        """
        import sys

        def validate(net):
            net.eval()
            with torch.no_grad():
                for x, y in valid_loader:
                    net(x)

        def main():
            if len(sys.argv) > 1:
                validate(model)
                return
            validate(model)

        main()
        """
    )
    assert [found.eval_mode for found in program.evaluations] == [True, True]


def test_processes_that_are_spawned() -> None:
    program = read(
        """
        import torch.multiprocessing as mp

        def work(rank, epochs):
            for epoch in range(epochs):
                for x, y in train_loader:
                    optimizer.zero_grad()
                    criterion(model(x), y).backward()
                    optimizer.step()

        if __name__ == "__main__":
            mp.spawn(work, args=(5,), nprocs=2)
        """
    )
    assert program.loops[0].epochs is not None
    assert program.loops[0].epochs.constant == 5
