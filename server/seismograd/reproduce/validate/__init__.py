"""The ladder: what a script must pass, cheap to dear, before it counts as a reproduction."""
