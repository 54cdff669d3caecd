"""Forecast for a few fields, with a warning where the network is not sure."""

import torch

from cropyield import Forecaster, YieldNet
from cropyield.fields import fields


def main(sure=0.5):
    torch.manual_seed(0)
    forecaster = Forecaster(YieldNet())
    forecaster.fit(*fields())
    x, _ = fields(count=5, seed=1)
    yields = forecaster.predict(x)
    _, spread = forecaster.predict_with_spread(x)
    for number, (tonnes, deviation) in enumerate(zip(yields.tolist(), spread.tolist())):
        note = "" if deviation < sure else "  (not sure)"
        print(f"field {number}: {tonnes:.2f} t/ha{note}")


if __name__ == "__main__":
    main()
