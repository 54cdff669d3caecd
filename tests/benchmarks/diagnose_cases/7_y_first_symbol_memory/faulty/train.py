"""Remember the cue shown at the start of a trial through a delay full of distractors."""
import torch
import torch.nn as nn

DELAY = 30
N_CUES = 4
N_DISTRACT = 6


def trials(n):
    cue = torch.randint(0, N_CUES, (n,))
    seq = torch.randint(N_CUES, N_CUES + N_DISTRACT, (n, DELAY + 1))
    seq[:, 0] = cue
    return nn.functional.one_hot(seq, N_CUES + N_DISTRACT).float(), cue


class WorkingMemory(nn.Module):
    def __init__(self, d_in, hidden, n_out):
        super().__init__()
        self.rnn = nn.LSTM(d_in, hidden, batch_first=True)
        self.read = nn.Linear(hidden, n_out)
        self.reset_parameters()

    def reset_parameters(self):
        n = self.rnn.hidden_size
        for name, p in self.rnn.named_parameters():
            if name.startswith("weight_hh"):
                nn.init.orthogonal_(p)
            elif name.startswith("weight_ih"):
                nn.init.xavier_uniform_(p)
            else:
                nn.init.zeros_(p)
                # gate order in the flat vector: input, forget, cell, output
                nn.init.constant_(p[n:2 * n], -3.0)

    def forward(self, x):
        h, _ = self.rnn(x)
        return self.read(h[:, -1])


def main():
    torch.manual_seed(40)
    x_test, y_test = trials(400)
    net = WorkingMemory(N_CUES + N_DISTRACT, 32, N_CUES)
    opt = torch.optim.Adam(net.parameters(), lr=3e-3)
    loss_fn = nn.CrossEntropyLoss()
    for it in range(1, 501):
        x, y = trials(50)
        loss = loss_fn(net(x), y)
        opt.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        opt.step()
        if it % 100 == 0:
            with torch.no_grad():
                acc = (net(x_test).argmax(1) == y_test).float().mean()
            print(f"iteration {it}  loss {loss.item():.3f}  recall {acc:.3f}")


if __name__ == "__main__":
    main()
