"""How a network is put together: layers, their order, and whether they are registered."""
