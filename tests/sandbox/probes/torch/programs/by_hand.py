import torch

weight = torch.randn(3, 2, requires_grad=True)
bias = torch.zeros(2, requires_grad=True)
inputs = torch.randn(100, 3)
wanted = inputs @ torch.tensor([[1.0, -1.0], [2.0, 0.5], [0.0, 3.0]])
losses = []
for _ in range(30):
    loss = ((inputs @ weight + bias - wanted) ** 2).mean()
    loss.backward()
    with torch.no_grad():
        for parameter in (weight, bias):
            parameter -= 0.1 * parameter.grad
            parameter.grad = None
    losses.append(loss.item())
result = [losses, weight, bias]
