"""Inverse dynamics of a two-joint arm: (q, dq, ddq) -> joint torques."""
import numpy as np
import torch
from torch import nn

rng = np.random.default_rng(21)
torch.manual_seed(21)


def torques(q, dq, ddq):
    m1, m2, l1, l2, g = 1.4, 0.9, 0.5, 0.4, 9.81
    c2, s2 = np.cos(q[:, 1]), np.sin(q[:, 1])
    m11 = (m1 + m2) * l1**2 + m2 * l2**2 + 2 * m2 * l1 * l2 * c2
    m12 = m2 * l2**2 + m2 * l1 * l2 * c2
    m22 = m2 * l2**2
    h = m2 * l1 * l2 * s2
    g1 = (m1 + m2) * g * l1 * np.cos(q[:, 0]) + m2 * g * l2 * np.cos(q.sum(1))
    g2 = m2 * g * l2 * np.cos(q.sum(1))
    t1 = m11 * ddq[:, 0] + m12 * ddq[:, 1] - h * (2 * dq[:, 0] * dq[:, 1] + dq[:, 1] ** 2) + g1
    t2 = m12 * ddq[:, 0] + m22 * ddq[:, 1] + h * dq[:, 0] ** 2 + g2
    return np.stack([t1, t2], 1)


n = 6000
q = rng.uniform(-np.pi, np.pi, (n, 2))
dq = rng.normal(0, 1.5, (n, 2))
ddq = rng.normal(0, 3.0, (n, 2))
tau = torques(q, dq, ddq) + rng.normal(0, 0.1, (n, 2))

features = np.concatenate([np.sin(q), np.cos(q), dq, ddq], axis=1)
order = rng.permutation(n)
tr, te = order[:4800], order[4800:]
f_mean, f_std = features[tr].mean(0), features[tr].std(0)
t_mean, t_std = tau[tr].mean(0), tau[tr].std(0)

X = torch.tensor((features - f_mean) / f_std, dtype=torch.float32)
Y = torch.tensor((tau - t_mean) / t_std, dtype=torch.float32)

layers = []
sizes = [X.shape[1], 96, 96, 2]
for n_in, n_out in zip(sizes[:-1], sizes[1:]):
    layers += [nn.Linear(n_in, n_out), nn.ReLU()]
net = nn.Sequential(*layers[:-1])

optimizer = torch.optim.Adam(net.parameters(), lr=2e-3)
scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=20, gamma=0.3)
train_idx = torch.from_numpy(tr)
for epoch in range(40):
    perm = train_idx[torch.randperm(len(train_idx))]
    for batch in perm.split(64):
        loss = ((net(X[batch]) - Y[batch]) ** 2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    scheduler.step()
    if epoch % 5 == 4:
        with torch.no_grad():
            pred = net(X[te])
        r2 = 1 - ((pred - Y[te]) ** 2).sum(0) / ((Y[te] - Y[te].mean(0)) ** 2).sum(0)
        print(f"epoch {epoch + 1}: R2 shoulder {r2[0]:.3f}  elbow {r2[1]:.3f}")
