class Average:
    """A running mean of numbers."""

    def __init__(self):
        self.total = 0.0
        self.count = 0

    def add(self, value, weight=1):
        self.total = self.total + float(value) * weight
        self.count += weight

    @property
    def mean(self):
        return float(self.total) / max(self.count, 1)


class MeterBoard:
    """Averages by name; `line` is for the terminal."""

    def __init__(self):
        self.meters = {}

    def add(self, weight=1, **values):
        for name, value in values.items():
            self.meters.setdefault(name, Average()).add(value, weight)

    def line(self):
        return "  ".join(f"{name} {meter.mean:.4f}" for name, meter in self.meters.items())
