"""Settings, options and the rules for them."""
