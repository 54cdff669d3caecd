"""Runs beside the user's code, in the user's interpreter: standard library only, Python 3.9+.

Modules here import each other relatively: outside of the tests this package is loaded by its
folder, under a name that no project has.
"""
