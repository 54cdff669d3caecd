"""Finding fraud in card payments."""
