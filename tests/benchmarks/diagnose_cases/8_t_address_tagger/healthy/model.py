from torch import nn


class BiLSTMTagger(nn.Module):
    def __init__(self, vocab_size, tag_count, dim=32, hidden=32):
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, dim, padding_idx=0)
        self.lstm = nn.LSTM(dim, hidden, batch_first=True, bidirectional=True)
        self.out = nn.Linear(2 * hidden, tag_count)

    def forward(self, ids):
        h, _ = self.lstm(self.embedding(ids))
        return self.out(h)
