import random


def generate(n, seed):
    rnd = random.Random(seed)
    brands = {f"brand_{k:02d}": rnd.gauss(0, 0.45) for k in range(25)}
    fuels = {"petrol": 0.0, "diesel": -0.2, "hybrid": 0.25, "electric": 0.4}
    regions = {f"R{k}": rnd.gauss(0, 0.15) for k in range(12)}
    rows = []
    for _ in range(n):
        r = {
            "brand": rnd.choice(list(brands)),
            "fuel": rnd.choice(list(fuels)),
            "region": rnd.choice(list(regions)),
            "age": rnd.uniform(0, 15),
            "km": rnd.uniform(0, 220),
            "power": rnd.uniform(50, 250),
        }
        logp = (9.6 + brands[r["brand"]] + fuels[r["fuel"]] + regions[r["region"]]
                - 0.05 * r["age"] - 0.002 * r["km"] + 0.002 * r["power"] + rnd.gauss(0, 0.08))
        r["log_price"] = logp
        rows.append(r)
    return rows
