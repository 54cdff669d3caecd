import torch


def identity_batches(x, who, people, shots, steps):
    ids = who.unique()
    rows = {int(i): (who == i).nonzero().squeeze(1) for i in ids}
    for _ in range(steps):
        pick = []
        for i in ids[torch.randperm(len(ids))[:people]].tolist():
            r = rows[i]
            pick.append(r[torch.randperm(len(r))[:shots]])
        pick = torch.cat(pick)
        yield x[pick], who[pick]


def batch_hard_triplet(emb, who, margin):
    d = torch.cdist(emb, emb)
    same = who.unsqueeze(0) == who.unsqueeze(1)
    pos = d.masked_fill(~same, float("-inf")).amax(1)
    neg = d.masked_fill(same, float("inf")).amin(1)
    return torch.relu(pos - neg + margin).mean()
