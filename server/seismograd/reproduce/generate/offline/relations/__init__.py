"""Checks that do a thing in two ways and compare: one row of a table each, one that runs them."""
