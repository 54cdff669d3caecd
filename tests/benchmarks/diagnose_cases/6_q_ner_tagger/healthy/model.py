from torch import nn


class BiLSTMTagger(nn.Module):
    def __init__(self, vocab_size, n_tags, emb=24, hidden=32):
        super().__init__()
        self.embed = nn.Embedding(vocab_size, emb, padding_idx=0)
        self.lstm = nn.LSTM(emb, hidden, batch_first=True, bidirectional=True)
        self.drop = nn.Dropout(0.2)
        self.emit = nn.Linear(2 * hidden, n_tags)

    def forward(self, ids):
        h, _ = self.lstm(self.embed(ids))
        return self.emit(self.drop(h))
