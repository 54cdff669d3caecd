import lightning as L
import torch
import torch.nn.functional as F
from lightning.pytorch.callbacks import EarlyStopping, ModelCheckpoint
from torch import nn
from torch.utils.data import DataLoader, random_split
from torchmetrics.classification import MulticlassAccuracy
from torchvision import transforms
from torchvision.datasets import FashionMNIST


class FashionData(L.LightningDataModule):
    def __init__(self, root: str = "data", batch_size: int = 128):
        super().__init__()
        self.root = root
        self.batch_size = batch_size
        self.transform = transforms.Compose(
            [transforms.ToTensor(), transforms.Normalize((0.2860,), (0.3530,))]
        )

    def prepare_data(self):
        FashionMNIST(self.root, train=True, download=True)
        FashionMNIST(self.root, train=False, download=True)

    def setup(self, stage=None):
        full = FashionMNIST(self.root, train=True, transform=self.transform)
        self.train_set, self.val_set = random_split(
            full, [55_000, 5_000], generator=torch.Generator().manual_seed(42)
        )
        self.test_set = FashionMNIST(self.root, train=False, transform=self.transform)

    def train_dataloader(self):
        return DataLoader(self.train_set, batch_size=self.batch_size, shuffle=True, num_workers=2)

    def val_dataloader(self):
        return DataLoader(self.val_set, batch_size=self.batch_size, num_workers=2)

    def test_dataloader(self):
        return DataLoader(self.test_set, batch_size=self.batch_size, num_workers=2)


class FashionClassifier(L.LightningModule):
    def __init__(self, hidden: int = 128, learning_rate: float = 1e-3, max_epochs: int = 20):
        super().__init__()
        self.save_hyperparameters()
        self.body = nn.Sequential(
            nn.Conv2d(1, 32, 3, padding=1),
            nn.ReLU(),
            nn.MaxPool2d(2),
            nn.Conv2d(32, 64, 3, padding=1),
            nn.ReLU(),
            nn.MaxPool2d(2),
            nn.Flatten(),
            nn.Linear(64 * 7 * 7, hidden),
            nn.ReLU(),
            nn.Dropout(0.3),
        )
        self.head = nn.Linear(hidden, 10)
        self.val_accuracy = MulticlassAccuracy(num_classes=10)
        self.test_accuracy = MulticlassAccuracy(num_classes=10)

    def forward(self, x):
        return self.head(self.body(x))

    def training_step(self, batch, batch_idx):
        x, y = batch
        loss = F.cross_entropy(self(x), y)
        self.log("train_loss", loss)
        return loss

    def validation_step(self, batch, batch_idx):
        x, y = batch
        logits = self(x)
        self.val_accuracy(logits, y)
        self.log("val_loss", F.cross_entropy(logits, y), prog_bar=True)
        self.log("val_accuracy", self.val_accuracy, prog_bar=True)

    def test_step(self, batch, batch_idx):
        x, y = batch
        self.test_accuracy(self(x), y)
        self.log("test_accuracy", self.test_accuracy)

    def configure_optimizers(self):
        optimizer = torch.optim.AdamW(self.parameters(), lr=self.hparams.learning_rate)
        scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(
            optimizer, T_max=self.hparams.max_epochs
        )
        return {"optimizer": optimizer, "lr_scheduler": scheduler}


def main():
    L.seed_everything(42, workers=True)
    model = FashionClassifier()
    trainer = L.Trainer(
        max_epochs=model.hparams.max_epochs,
        accelerator="auto",
        callbacks=[
            EarlyStopping("val_loss", patience=4),
            ModelCheckpoint(monitor="val_loss", save_top_k=1),
        ],
        gradient_clip_val=1.0,
    )
    data = FashionData()
    trainer.fit(model, datamodule=data)
    trainer.test(datamodule=data, ckpt_path="best")


if __name__ == "__main__":
    main()
