"""Losses as text: what they are given, which others fit, their weights and terms."""
