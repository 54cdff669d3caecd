import torch


@torch.no_grad()
def predict(model, loader):
    """Predictions and targets over a whole loader."""
    model.eval()
    predictions, targets = [], []
    for x, y in loader:
        predictions.append(model(x))
        targets.append(y)
    return torch.cat(predictions), torch.cat(targets)


def mean_absolute_error(model, loader):
    predictions, targets = predict(model, loader)
    return (predictions - targets).abs().mean().item()
