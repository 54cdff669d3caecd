"""The oracle: atomic, executable checks that are settled before any code is written."""
