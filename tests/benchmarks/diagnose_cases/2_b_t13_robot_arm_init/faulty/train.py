import math

import torch
import torch.nn as nn

from model import ArmNet, init_weights

torch.manual_seed(44)


def forward_kinematics(q):
    """Tip position of a three-link planar arm."""
    a = q.cumsum(1)
    lengths = torch.tensor([1.0, 0.7, 0.4])
    return torch.stack([(lengths * a.cos()).sum(1), (lengths * a.sin()).sum(1)], 1)


q = (torch.rand(4000, 3) - 0.5) * 2 * math.pi * 0.7
tip = forward_kinematics(q)
q_train, tip_train, q_test, tip_test = q[:3200], tip[:3200], q[3200:], tip[3200:]

net = ArmNet(3, 64, 2)
net.apply(init_weights)
optimizer = torch.optim.Adam(net.parameters(), lr=3e-3)
scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=40)
criterion = nn.SmoothL1Loss()

for epoch in range(40):
    for idx in torch.randperm(len(q_train)).split(64):
        optimizer.zero_grad()
        loss = criterion(net(q_train[idx]), tip_train[idx])
        loss.backward()
        optimizer.step()
    scheduler.step()
    if (epoch + 1) % 8 == 0:
        with torch.no_grad():
            dist = (net(q_test) - tip_test).norm(dim=1).mean()
        print(f"epoch {epoch + 1}: loss {loss.item():.5f}  mean tip error {dist.item():.3f}")
print(f"error of predicting the mean: {(tip_test - tip_train.mean(0)).norm(dim=1).mean().item():.3f}")
