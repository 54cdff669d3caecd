import random


def group_rows(patients):
    """Row numbers of every patient, in order of appearance."""
    rows = {}
    for row, patient in enumerate(patients):
        rows.setdefault(patient, []).append(row)
    return rows


def patient_split(patients, share=0.2, seed=0):
    """Train and validation rows such that no patient is in both."""
    rows = group_rows(patients)
    names = list(rows)
    random.Random(seed).shuffle(names)
    held = set(names[: max(1, round(share * len(names)))])
    train = [row for name in names if name not in held for row in rows[name]]
    validation = [row for name in names if name in held for row in rows[name]]
    return train, validation


def patient_folds(patients, folds=5, seed=0):
    """For each fold its train and validation rows, again with patients kept together."""
    order = list(range(len(patients)))
    random.Random(seed).shuffle(order)
    for number in range(folds):
        validation = order[number::folds]
        chosen = set(validation)
        yield [row for row in order if row not in chosen], validation
