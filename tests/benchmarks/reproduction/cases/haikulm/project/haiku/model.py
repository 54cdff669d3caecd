from torch import nn

from haiku.text import PAD, VOCABULARY


class HaikuModel(nn.Module):
    def __init__(self, width=48):
        super().__init__()
        self.embedding = nn.Embedding(VOCABULARY, width, padding_idx=PAD)
        self.rnn = nn.GRU(width, width, batch_first=True)
        self.out = nn.Linear(width, VOCABULARY)

    def forward(self, tokens):
        """Logits of the next letter at each place."""
        return self.out(self.rnn(self.embedding(tokens))[0])
