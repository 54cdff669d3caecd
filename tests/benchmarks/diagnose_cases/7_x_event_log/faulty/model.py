from torch import nn


class EventTransformer(nn.Module):
    def __init__(self, n_events, seq_len, d_model=32, heads=4, layers=1, n_out=2):
        super().__init__()
        self.token = nn.Embedding(n_events, d_model)
        block = nn.TransformerEncoderLayer(d_model, heads, dim_feedforward=64, dropout=0.0, batch_first=True)
        self.encoder = nn.TransformerEncoder(block, layers, enable_nested_tensor=False)
        self.classify = nn.Linear(d_model, n_out)

    def forward(self, events):
        h = self.token(events)
        h = self.encoder(h)
        return self.classify(h.mean(dim=1))
