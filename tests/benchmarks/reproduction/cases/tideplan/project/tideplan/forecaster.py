"""A transformer from the past of some gauges to their future."""

from torch import nn

from tideplan.positions import TimeCode


class Forecaster(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.config = config
        self.inwards = nn.Linear(config.gauges, config.width)
        self.time = TimeCode(config.width, config.past)
        layer = nn.TransformerEncoderLayer(
            config.width, config.heads, 2 * config.width, config.dropout, batch_first=True
        )
        self.encoder = nn.TransformerEncoder(layer, config.layers)
        self.outwards = nn.Linear(config.width, config.future * config.gauges)

    def forward(self, levels):
        """Levels (batch, past, gauges) to forecasts (batch, future, gauges)."""
        hidden = self.encoder(self.time(self.inwards(levels)))
        forecast = self.outwards(hidden[:, -1])
        return forecast.view(-1, self.config.future, self.config.gauges)
