import torch
from torch import nn

from tagger import TAGS, TagTrainer, build_corpus


class BagOfEmbeddings(nn.Module):
    def __init__(self, vocab, dim, n_tags):
        super().__init__()
        self.bag = nn.EmbeddingBag(vocab, dim, mode="sum")
        self.head = nn.Sequential(nn.Linear(dim, 64), nn.ReLU(), nn.Dropout(0.2), nn.Linear(64, n_tags))

    def forward(self, docs):
        return self.head(self.bag(docs))


if __name__ == "__main__":
    SEED = 9
    torch.manual_seed(SEED)
    docs, tags, vocab = build_corpus(4000, SEED)
    print(f"{len(docs)} articles, {tags.sum(1).mean():.2f} tags each")
    model = BagOfEmbeddings(vocab, 32, len(TAGS))
    TagTrainer(model).fit(docs[:3200], tags[:3200], docs[3200:], tags[3200:])
