import torch
from torch.nn.functional import cross_entropy

from network import BeatClassifier
from simulate import beats


def train(records, labels, epochs=3, batch=32, scaling="lead"):
    torch.manual_seed(0)
    model = BeatClassifier(leads=records.shape[1], scaling=scaling)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    for epoch in range(epochs):
        for start in range(0, len(records), batch):
            loss = cross_entropy(model(records[start : start + batch]), labels[start : start + batch])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        print(f"epoch {epoch}: loss {loss.item():.4f}")
    return model


if __name__ == "__main__":
    train(*beats(256))
