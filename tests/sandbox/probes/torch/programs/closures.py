import torch

points = torch.linspace(-1, 1, 50).unsqueeze(1)
wanted = torch.sin(3 * points)
network = torch.nn.Sequential(torch.nn.Linear(1, 20), torch.nn.Tanh(), torch.nn.Linear(20, 1))
optimizer = torch.optim.LBFGS(network.parameters(), max_iter=6, line_search_fn="strong_wolfe")
losses = []


def closure():
    optimizer.zero_grad()
    loss = ((network(points) - wanted) ** 2).mean()
    loss.backward()
    return loss


for _ in range(8):
    losses.append(float(optimizer.step(closure)))
adam = torch.optim.Adam(network.parameters())
for _ in range(5):
    losses.append(float(adam.step(closure=closure)))
result = [losses, network.state_dict()]
