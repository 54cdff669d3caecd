HP = dict(
    n_bits=256,
    n_assays=6,
    width=128,
    dropout=0.95,
    lr=1e-3,
    weight_decay=1e-4,
    batch_size=64,
    epochs=10,
    seed=12,
)
