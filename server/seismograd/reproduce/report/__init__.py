"""Bug reports as people write them, taken apart."""
