"""A generator that asks a language model: it proposes text, and nothing of it is run here."""
