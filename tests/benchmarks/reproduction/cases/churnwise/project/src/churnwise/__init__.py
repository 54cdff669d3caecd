"""Predicting which customers leave."""
