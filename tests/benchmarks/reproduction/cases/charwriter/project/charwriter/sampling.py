import torch


def keep_top(logits, k):
    """Everything below the k-th largest logit becomes impossible."""
    smallest = torch.topk(logits, k).values[..., -1, None]
    return logits.masked_fill(logits < smallest, float("-inf"))


@torch.no_grad()
def sample(model, vocabulary, prompt, length=100, temperature=1.0, top_k=None):
    model.eval()
    tokens = vocabulary.encode(prompt)
    logits, state = model(torch.tensor([tokens]))
    written = list(tokens)
    for _ in range(length):
        scores = logits[:, -1] / temperature
        if top_k is not None:
            scores = keep_top(scores, top_k)
        choice = torch.multinomial(torch.softmax(scores, dim=-1), 1)
        written.append(choice.item())
        logits, state = model(choice, state)
    return vocabulary.decode(written)
