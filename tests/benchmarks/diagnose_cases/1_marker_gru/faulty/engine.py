import torch


def train_one_epoch(model, loader, criterion, optimizer, clip=None):
    model.train()
    losses = []
    for seq, target in loader:
        out = model(seq)
        loss = criterion(out, target)
        loss.backward()
        if clip:
            torch.nn.utils.clip_grad_norm_(model.parameters(), clip)
        optimizer.step()
        losses.append(loss.item())
    return sum(losses) / len(losses)


@torch.no_grad()
def evaluate(model, loader):
    model.eval()
    good, n = 0, 0
    for seq, target in loader:
        good += (model(seq).argmax(1) == target).sum().item()
        n += len(target)
    return good / n
