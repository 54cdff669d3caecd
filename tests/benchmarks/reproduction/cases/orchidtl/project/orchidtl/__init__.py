from orchidtl.module import OrchidClassifier

__all__ = ["OrchidClassifier"]
