"""Lightning and Hugging Face: trainers that run the loop themselves."""

from __future__ import annotations

import pytest

from tests.program.reading import program_of

MODULE = """
import lightning as L

class Classifier(L.LightningModule):
    def __init__(self, hidden=32, lr=1e-3):
        super().__init__()
        self.save_hyperparameters()
        self.net = nn.Sequential(nn.Flatten(), nn.Linear(784, hidden), nn.ReLU(),
                                 nn.Linear(hidden, 10))

    def forward(self, x):
        return self.net(x)

    def training_step(self, batch, batch_idx):
        x, y = batch
        loss = F.cross_entropy(self(x), y)
        self.log("loss", loss)
        return loss

    def validation_step(self, batch, batch_idx):
        x, y = batch
        self.log("val", F.cross_entropy(self(x), y))

    def configure_optimizers(self):
        optimizer = torch.optim.Adam(self.parameters(), lr=self.hparams.lr)
        return [optimizer], [torch.optim.lr_scheduler.StepLR(optimizer, 10)]
"""
FIT = (
    MODULE
    + """
from torchvision import datasets, transforms
train = DataLoader(datasets.MNIST(".", train=True, transform=transforms.ToTensor()), 64,
                   shuffle=True)
valid = DataLoader(datasets.MNIST(".", train=False, transform=transforms.ToTensor()), 64)
trainer = L.Trainer(max_epochs=7, gradient_clip_val=0.5)
trainer.fit(Classifier(lr=5e-4), train, valid)
"""
)


def test_a_module_is_a_training_loop() -> None:
    program = program_of(MODULE)
    (loop,) = program.loops
    assert loop.framework == "lightning"
    assert [step.kind for step in loop.steps] == ["forward", "loss"]
    assert [optimiser.kind for optimiser in loop.optimisers] == ["adam"]
    assert [network.name for network in loop.networks] == ["Classifier"]
    assert len(loop.losses) == 1


def test_fit_runs_the_steps_with_what_it_is_given() -> None:
    program = program_of(FIT)
    (fit,) = program.fits
    assert fit.framework == "lightning"
    assert fit.settings["epochs"].constant == 7
    assert fit.settings["gradient_clip"].constant == 0.5
    assert fit.network is not None
    assert fit.network.name == "Classifier"
    loop = program.loops[0]
    assert loop.epochs is not None
    assert loop.epochs.constant == 7
    assert loop.loader is program.loaders[0]
    assert program.optimisers[0].learning_rate.constant == 5e-4
    assert program.networks[0].output_units == 10


def test_validation_is_evaluated_without_gradients() -> None:
    found = program_of(FIT).evaluations[0]
    assert found.no_grad
    assert found.eval_mode is True


def test_a_step_that_optimises_by_itself() -> None:
    program = program_of(
        """
        import pytorch_lightning as pl
        class GAN(pl.LightningModule):
            def __init__(self):
                super().__init__()
                self.automatic_optimization = False
                self.net = nn.Linear(4, 1)
            def training_step(self, batch, batch_idx):
                opt = self.optimizers()
                loss = self.net(batch).mean()
                opt.zero_grad()
                self.manual_backward(loss)
                opt.step()
            def configure_optimizers(self):
                return torch.optim.Adam(self.parameters(), lr=1e-4)
        """
    )
    (loop,) = program.loops
    assert loop.framework == "lightning"
    assert [step.kind for step in loop.steps] == ["forward", "zero_grad", "backward", "step"]


def test_a_data_module_gives_the_loaders() -> None:
    program = program_of(
        MODULE
        + """
class Data(L.LightningDataModule):
    def __init__(self, batch_size=32):
        super().__init__()
        self.batch_size = batch_size
    def setup(self, stage):
        self.data = TensorDataset(torch.randn(100, 1, 28, 28), torch.zeros(100).long())
    def train_dataloader(self):
        return DataLoader(self.data, batch_size=self.batch_size, shuffle=True)
L.Trainer(max_epochs=3).fit(Classifier(), datamodule=Data(16))
"""
    )
    loader = program.loops[0].loader
    assert loader is not None
    assert loader.settings["batch_size"].constant == 16
    assert loader.role == "train"


TRANSFORMERS = """
from transformers import AutoModelForSequenceClassification, Trainer, TrainingArguments
model = AutoModelForSequenceClassification.from_pretrained("bert-base-uncased", num_labels=2)
args = TrainingArguments(
    output_dir="out", learning_rate=3e-5, num_train_epochs=4, per_device_train_batch_size=16,
    weight_decay=0.01, warmup_steps=100,
)
trainer = Trainer(model=model, args=args, train_dataset=train, eval_dataset=valid)
trainer.train()
"""


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("epochs", 4),
        ("batch_size", 16),
        ("learning_rate", 3e-5),
        ("weight_decay", 0.01),
        ("warmup_steps", 100),
        ("gradient_clip", 1.0),
        ("accumulation", 1),
        ("evaluation", "no"),
    ],
)
def test_training_arguments_are_settings_of_the_fit(name: str, value: object) -> None:
    (fit,) = program_of(TRANSFORMERS).fits
    assert fit.framework == "transformers"
    assert fit.settings[name].constant == value


def test_the_optimiser_of_the_trainer() -> None:
    program = program_of(TRANSFORMERS)
    (optimiser,) = program.optimisers
    assert optimiser.kind == "adamw"
    assert optimiser.learning_rate.constant == 3e-5
    assert optimiser.networks == program.networks


def test_an_optimiser_that_is_given_replaces_it() -> None:
    code = TRANSFORMERS.replace("eval_dataset=valid", "eval_dataset=valid, optimizers=(o, s)")
    assert program_of(code).optimisers == []
