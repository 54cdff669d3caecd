import torch
from torch import nn
from torch.utils.checkpoint import checkpoint

layer = nn.TransformerEncoderLayer(16, 2, 32, batch_first=True, dropout=0.1)
encoder = nn.TransformerEncoder(layer, 2)
head = nn.Linear(16, 4)
parameters = [*encoder.parameters(), *head.parameters()]
optimizer = torch.optim.NAdam(parameters)
losses = []
for step in range(8):
    inputs = torch.randn(4, 6, 16)
    hidden = checkpoint(encoder, inputs.requires_grad_(), use_reentrant=step % 2 == 0)
    loss = head(hidden).logsumexp(-1).mean()
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()
    losses.append(loss.item())
encoder.eval()
with torch.inference_mode():
    losses.append(head(encoder(inputs)).sum().item())
result = [losses, encoder.state_dict(), head.state_dict()]
