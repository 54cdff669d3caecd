def fit(module, loader, epochs):
    """The few lines of a training loop that are needed here."""
    optimizer = module.configure_optimizers()
    module.train()
    losses = []
    for _ in range(epochs):
        for batch in loader:
            loss = module.training_step(batch)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            losses.append(loss.item())
    return losses
