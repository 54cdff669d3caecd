"""From a bug report to fingerprints, without a language model."""
