import torch
from torch import nn
from torch.utils.data import DataLoader

IGNORED = -100


class TransformerTagger(nn.Module):
    def __init__(self, words: int, tags: int, width: int = 128, heads: int = 4, layers: int = 2):
        super().__init__()
        self.words = nn.Embedding(words, width, padding_idx=0)
        self.positions = nn.Embedding(512, width)
        layer = nn.TransformerEncoderLayer(
            d_model=width, nhead=heads, dim_feedforward=4 * width, dropout=0.1, batch_first=True
        )
        self.encoder = nn.TransformerEncoder(layer, num_layers=layers)
        self.tag = nn.Linear(width, tags)

    def forward(self, tokens: torch.Tensor) -> torch.Tensor:
        places = torch.arange(tokens.size(1), device=tokens.device)
        x = self.words(tokens) + self.positions(places)
        x = self.encoder(x, src_key_padding_mask=tokens.eq(0))
        return self.tag(x)


def collate(sentences):
    tokens = [torch.tensor(words) for words, _ in sentences]
    tags = [torch.tensor(labels) for _, labels in sentences]
    return (
        nn.utils.rnn.pad_sequence(tokens, batch_first=True, padding_value=0),
        nn.utils.rnn.pad_sequence(tags, batch_first=True, padding_value=IGNORED),
    )


class Trainer:
    def __init__(self, model: nn.Module, lr: float = 3e-4) -> None:
        self.model = model
        self.loss = nn.CrossEntropyLoss(ignore_index=IGNORED)
        self.optimizer = torch.optim.AdamW(model.parameters(), lr=lr)

    def step(self, tokens, tags):
        self.optimizer.zero_grad()
        logits = self.model(tokens)
        loss = self.loss(logits.transpose(1, 2), tags)
        loss.backward()
        nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self.optimizer.step()
        return loss.item()

    @torch.no_grad()
    def accuracy(self, loader):
        self.model.eval()
        right = total = 0
        for tokens, tags in loader:
            mask = tags.ne(IGNORED)
            predicted = self.model(tokens).argmax(dim=-1)
            right += predicted[mask].eq(tags[mask]).sum().item()
            total += mask.sum().item()
        return right / max(total, 1)

    def fit(self, train, valid, epochs=15):
        for epoch in range(epochs):
            self.model.train()
            losses = [self.step(tokens, tags) for tokens, tags in train]
            print(epoch, sum(losses) / len(losses), self.accuracy(valid))


if __name__ == "__main__":
    torch.manual_seed(2)
    data = torch.load("tagged.pt")
    train = DataLoader(data["train"], batch_size=32, shuffle=True, collate_fn=collate)
    valid = DataLoader(data["valid"], batch_size=64, collate_fn=collate)
    Trainer(TransformerTagger(data["words"], data["tags"])).fit(train, valid)
