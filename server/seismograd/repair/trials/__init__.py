"""Trainings with a patch: run, watched, stopped, logged, and run again."""
