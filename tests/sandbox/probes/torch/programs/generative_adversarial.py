import torch
from torch import nn

generator = nn.Sequential(nn.Linear(4, 16), nn.LeakyReLU(0.2), nn.Linear(16, 2))
critic = nn.Sequential(nn.Linear(2, 16), nn.Tanh(), nn.Linear(16, 1), nn.Sigmoid())
loss_function = nn.BCELoss()
for_generator = torch.optim.Adam(generator.parameters(), lr=1e-3)
for_critic = torch.optim.RMSprop(critic.parameters(), lr=1e-3)
losses = []
for _ in range(12):
    real = torch.randn(32, 2) + 2
    made = generator(torch.randn(32, 4))
    for_critic.zero_grad()
    loss_function(critic(real), torch.ones(32, 1)).backward()
    loss_function(critic(made.detach()), torch.zeros(32, 1)).backward()
    for_critic.step()
    for_generator.zero_grad()
    loss = loss_function(critic(made), torch.ones(32, 1))
    loss.backward()
    for_generator.step()
    losses.append(loss.item())
result = [losses, generator.state_dict(), critic.state_dict()]
