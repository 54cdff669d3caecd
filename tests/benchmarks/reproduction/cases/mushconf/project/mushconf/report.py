import torch

from mushconf.confusion import ConfusionMatrix


@torch.no_grad()
def evaluate(model, batches, classes):
    model.eval()
    matrix = ConfusionMatrix(classes)
    for features, labels in batches:
        matrix.update(model(features).argmax(dim=1), labels)
    return matrix


def format_report(matrix, names):
    lines = [f"{'':12s} precision   recall       f1"]
    columns = zip(matrix.precision(), matrix.recall(), matrix.f1())
    for name, (precision, recall, f1) in zip(names, columns):
        lines.append(f"{name:12s} {precision:9.3f} {recall:8.3f} {f1:8.3f}")
    lines.append(f"accuracy {matrix.accuracy():.3f}")
    return "\n".join(lines)
