"""Readings of the belt scanner, as the depot exports them."""
import csv
import io
import random

# tariff class printed on the label
TARIFFS = {1: "XS", 2: "S", 3: "M", 4: "L", 5: "XL", 6: "BULKY"}


def export(n, seed):
    rnd = random.Random(seed)
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(["length_cm", "width_cm", "height_cm", "weight_kg", "tariff"])
    for _ in range(n):
        l, w, h = sorted((rnd.lognormvariate(3.3, 0.5) for _ in range(3)), reverse=True)
        kg = l * w * h / 6000 * rnd.uniform(0.5, 2.0)
        size = l + 2 * (w + h) + 3 * kg
        tariff = 1 + sum(size > limit for limit in (85, 115, 145, 180, 230))
        writer.writerow([f"{l:.1f}", f"{w:.1f}", f"{h:.1f}", f"{kg:.2f}", tariff])
    out.seek(0)
    return out


def read(n, seed):
    features, tariffs = [], []
    for row in csv.DictReader(export(n, seed)):
        features.append([float(row[k]) for k in ("length_cm", "width_cm", "height_cm", "weight_kg")])
        tariffs.append(int(row["tariff"]) - 1)
    return features, tariffs
