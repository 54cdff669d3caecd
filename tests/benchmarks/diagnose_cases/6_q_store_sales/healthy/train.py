import torch
import yaml
from torch.utils.data import DataLoader, random_split

from src.network import EntityNet
from src.sales import SalesTable

OPTIMIZERS = {"adam": torch.optim.Adam, "sgd": torch.optim.SGD}


def make_optimizer(model, name, **kwargs):
    return OPTIMIZERS[name](model.parameters(), **kwargs)


def main():
    cfg = yaml.safe_load(open("config.yaml"))
    torch.manual_seed(cfg["seed"])
    table = SalesTable(**cfg["data"], seed=cfg["seed"])
    n_val = len(table) // 5
    train_set, val_set = random_split(table, [len(table) - n_val, n_val])
    bs = cfg["trainer"]["batch_size"]
    train_loader = DataLoader(train_set, batch_size=bs, shuffle=True)
    val_loader = DataLoader(val_set, batch_size=1024)
    y_val = table.y[torch.tensor(val_set.indices)]

    model = EntityNet(cfg["data"]["stores"], cfg["data"]["items"], **cfg["model"])
    optimizer = make_optimizer(model, **cfg["optimizer"])
    loss_fn = torch.nn.MSELoss()
    for epoch in range(cfg["trainer"]["max_epochs"]):
        model.train()
        for cats, nums, y in train_loader:
            optimizer.zero_grad(set_to_none=True)
            loss = loss_fn(model(cats, nums), y)
            loss.backward()
            optimizer.step()
        model.eval()
        with torch.no_grad():
            pred = torch.cat([model(c, n) for c, n, _ in val_loader])
        mse = loss_fn(pred, y_val)
        print(f"epoch {epoch + 1}/{cfg['trainer']['max_epochs']}  val rmse {mse.sqrt():.3f}  "
              f"val r2 {1 - mse / y_val.var():.3f}")


if __name__ == "__main__":
    main()
