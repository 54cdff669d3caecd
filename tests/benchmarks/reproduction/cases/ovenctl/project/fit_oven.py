import torch
from torch.nn import functional as F

from ovenctl.settings import load_settings
from ovenctl.thermal import ThermalModel, heating_curves


def fit(settings):
    torch.manual_seed(settings["seed"])
    model = ThermalModel(settings["hidden"])
    optimizer = torch.optim.AdamW(
        model.parameters(), lr=settings["learning_rate"], weight_decay=settings["weight_decay"]
    )
    x, y = heating_curves(seed=settings["seed"])
    losses = []
    for _ in range(settings["epochs"]):
        for rows in torch.randperm(len(x)).split(32):
            loss = F.mse_loss(model(x[rows]), y[rows])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        losses.append(loss.item())
    return model, losses


def main(argv=None):
    settings = load_settings(argv)
    print("settings:", settings)
    for epoch, loss in enumerate(fit(settings)[1]):
        print(f"epoch {epoch} loss {loss:.6f}")


if __name__ == "__main__":
    main()
