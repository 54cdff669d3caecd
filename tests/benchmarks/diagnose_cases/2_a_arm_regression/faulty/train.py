"""Forward kinematics of a three-joint planar arm: joint angles -> hand position."""
import torch
import torch.nn.functional as F

from networks import mlp

LINKS = (1.0, 0.7, 0.4)


def kinematics(q):
    a = torch.cumsum(q, dim=1)
    x = sum(l * torch.cos(a[:, i]) for i, l in enumerate(LINKS))
    y = sum(l * torch.sin(a[:, i]) for i, l in enumerate(LINKS))
    return torch.stack([x, y], dim=1)


def r2(pred, target):
    res = ((pred - target) ** 2).sum(0)
    tot = ((target - target.mean(0)) ** 2).sum(0)
    return (1 - res / tot).mean().item()


def main():
    torch.manual_seed(11)
    q = (torch.rand(4000, 3) * 2 - 1) * 2.5
    pos = kinematics(q) + 0.01 * torch.randn(4000, 2)
    q_train, q_val = q[:3200], q[3200:]
    p_train, p_val = pos[:3200], pos[3200:]

    net = mlp([3, 128, 128, 2])
    optimizer = torch.optim.Adam(net.parameters(), lr=2e-3)
    best, patience, wait = float("inf"), 10, 0
    for epoch in range(60):
        net.train()
        for idx in torch.randperm(len(q_train)).split(64):
            loss = F.mse_loss(net(q_train[idx]), p_train[idx])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        net.eval()
        with torch.no_grad():
            pred = net(q_val)
            val = F.mse_loss(pred, p_val).item()
        if epoch % 5 == 0:
            print(f"epoch {epoch:3d} val mse {val:.4f} R2 {r2(pred, p_val):.3f}")
        if val < best - 1e-5:
            best, wait = val, 0
        else:
            wait += 1
            if wait >= patience:
                print("early stop at", epoch)
                break
    print(f"final val mse {val:.4f}  R2 {r2(pred, p_val):.3f}")


if __name__ == "__main__":
    main()
