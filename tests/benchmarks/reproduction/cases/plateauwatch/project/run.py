import torch
from torch import nn

from plateauwatch.callbacks import DropOnPlateau, Recorder
from plateauwatch.trainer import Trainer


def main(epochs=30):
    torch.manual_seed(0)
    x = torch.randn(64, 5)
    y = x.sum(dim=1, keepdim=True) + torch.randn(64, 1)
    recorder = Recorder()
    trainer = Trainer(nn.Linear(5, 1), callbacks=[DropOnPlateau(), recorder])
    trainer.fit((x[:48], y[:48]), (x[48:], y[48:]), epochs)
    for row in recorder.rows:
        print("{epoch:3} loss {loss:.4f} val_loss {val_loss:.4f} lr {lr:g}".format(**row))


if __name__ == "__main__":
    main()
