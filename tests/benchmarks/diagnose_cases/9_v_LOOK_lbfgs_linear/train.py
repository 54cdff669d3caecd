"""Calibration of a hyperspectral probe: reduced-rank linear map fitted full-batch with a quasi-Newton method."""
import torch
import torch.nn as nn

torch.manual_seed(37)


def probe_readings(n, load, conc):
    latent = torch.randn(n, 5)
    return latent @ load + 0.05 * torch.randn(n, load.shape[1]), latent @ conc + 0.05 * torch.randn(n, conc.shape[1])


load, conc = torch.randn(5, 64), torch.randn(5, 3)
x, y = probe_readings(600, load, conc)
x_val, y_val = probe_readings(200, load, conc)
x_mean, y_mean = x.mean(0), y.mean(0)
print("calibration samples:", tuple(x.shape), "->", tuple(y.shape))
print("validation samples: ", tuple(x_val.shape), "->", tuple(y_val.shape))

# rank-5 bottleneck: two linear maps in a row, the product is the calibration matrix
model = nn.Sequential(nn.Linear(64, 5, bias=False), nn.Linear(5, 3))
optimizer = torch.optim.LBFGS(model.parameters(), lr=1.0, max_iter=5, history_size=20, line_search_fn="strong_wolfe")


def closure():
    optimizer.zero_grad()
    fit = nn.functional.mse_loss(model(x - x_mean), y - y_mean)
    penalty = 1e-4 * sum(p.square().sum() for p in model.parameters())
    total = fit + penalty
    total.backward()
    return total


for it in range(120):
    loss = optimizer.step(closure)
    if it % 20 == 19:
        with torch.no_grad():
            resid = model(x_val - x_mean) + y_mean - y_val
            r2 = 1 - resid.square().sum(0) / (y_val - y_val.mean(0)).square().sum(0)
        print(f"iteration {it + 1}: objective {loss.item():.5f}  val R2 per analyte " + " ".join(f"{v:.4f}" for v in r2.tolist()))
