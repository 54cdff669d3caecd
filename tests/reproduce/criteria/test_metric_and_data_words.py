"""Words for metrics and data that are wrong, and words that only look like them."""

from __future__ import annotations

import pytest

from seismograd.reproduce.criteria.derive import derive
from seismograd.reproduce.report.parse import parse_report

IN_BATCHES = 'measured("difference_in_batches", ">", 0.0001)'
RESET = 'measured("difference_after_reset", ">", 0.0001)'
BY_K = 'series("metric_by_k", "falls")'
SWAPPED = 'measured("difference_when_swapped", ">", 0.0001)'
BY_ORDER = 'measured("difference_by_order", ">", 0.0001)'
PERFECT = 'measured("perfect_score", "!~", 1, within=0.001)'
PERFECT_NOUGHT = 'measured("perfect_score", "!~", 0, within=0.001)'
ABOVE = 'measured("metric", ">", 1.0)'
OVERLAP = 'measured("overlap", ">", 0)'
MISSING = 'measured("missing", ">", 0)'
DUPLICATES = 'measured("duplicates", ">", 0)'
READ_TWICE = 'measured("difference_between_reads", ">", 1e-06)'


def _checks(text: str) -> list[str]:
    return [one.criteria[0].check for one in derive(parse_report(text))]


@pytest.mark.parametrize(
    ("text", "check"),
    [
        ("Validation MAE depends on the batch size", IN_BATCHES),
        ("Accuracy changes with the batch size of the loader", IN_BATCHES),
        ("val_loss differs for different batch sizes", IN_BATCHES),
        ("Different batch sizes give different accuracy in evaluate()", IN_BATCHES),
        ("I get another F1 for every batch size", IN_BATCHES),
        ("The epoch accuracy is a mean of batch means", IN_BATCHES),
        ("mIoU is averaged over the batches instead of over the whole set", IN_BATCHES),
        ("Accuracy: the last smaller batch counts as much as a full one", IN_BATCHES),
        ("Accuracy is never reset between epochs", RESET),
        ("The confusion matrix is not cleared by reset(), so recall carries over", RESET),
        ("AUC: reset() does not clear the old values", RESET),
        ("precision keeps growing over the epochs, it accumulates", RESET),
        ("recall_at_k gets smaller for larger k", BY_K),
        ("recall@10 is lower than recall@5", BY_K),
        ("hit rate decreases with larger k", BY_K),
        ("The distance is not symmetric", SWAPPED),
        ("Swapping the two inputs of iou gives a different value", SWAPPED),
        ("NDCG depends on the order of the samples", BY_ORDER),
        ("AUC changes when I shuffle the examples", BY_ORDER),
        ("mIoU of a perfect prediction is not 1", PERFECT),
        ("Dice of identical masks is 0.83 instead of 1", PERFECT),
        ("IoU of a mask with itself is below 1", PERFECT),
        ("WER of identical sentences is not 0", PERFECT_NOUGHT),
        ("BLEU against itself should be 1 but is 0.7", PERFECT),
        ("Accuracy is 0.25 for a perfect prediction", PERFECT),
        ("mIoU of two equal masks comes out as 0.5", PERFECT),
        ("dice gives only 50% for identical masks", PERFECT),
        ("Accuracy goes above 1", ABOVE),
        ("F1 is greater than 1", ABOVE),
        ("Train and test share samples", OVERLAP),
        ("Many images are in both train and val", OVERLAP),
        ("clips of the training set are in the validation set", OVERLAP),
        ("The splits overlap", OVERLAP),
        ("Test images also used for training", OVERLAP),
        ("It validates on clips that it trains on too", OVERLAP),
        ("train and validation have 12 patients in common", OVERLAP),
        ("The loader drops the last batch", MISSING),
        ("GaitWindows swallows the end of a recording", MISSING),
        ("The last window is missing", MISSING),
        ("The last image is never seen", MISSING),
        ("The same image comes twice per epoch", DUPLICATES),
        ("Every sample appears two times in an epoch", DUPLICATES),
        ("Augmentation is also applied to the validation set", READ_TWICE),
        ("Validation images are randomly flipped", READ_TWICE),
    ],
)
def test_what_words_mean(text: str, check: str) -> None:
    assert check in _checks(f"# {text}\n\nSee title.\n")[:2]


@pytest.mark.parametrize(
    ("text", "check"),
    [
        ("Accuracy does not depend on the batch size", IN_BATCHES),
        ("Out of memory depends on the batch size", IN_BATCHES),
        ("Please document the batch size", IN_BATCHES),
        ("Training loss is NaN with batch size 64", IN_BATCHES),
        ("Add an option for the batch size of the evaluation", IN_BATCHES),
        ("The optimiser state is not restored", RESET),
        ("The password reset mail has no effect", BY_K),
        ("top-5 accuracy is 0.9", BY_K),
        ("My perfect GPU setup: accuracy is fine", PERFECT),
        ("Both models give the same accuracy", PERFECT),
        ("Accuracy of the perfect model is 1.0", PERFECT),
        ("The error is 0.3 for identical inputs", PERFECT),
        ("The attention matrix is symmetric", SWAPPED),
        ("Accuracy never goes above 0.1", ABOVE),
        ("Accuracy is above 10 after an epoch", ABOVE),
        ("Train and test run on the same GPU", OVERLAP),
        ("Training works, validation crashes", OVERLAP),
        ("The train and test scripts have options in common", OVERLAP),
        ("The last epoch is slow", MISSING),
        ("Call fit twice", DUPLICATES),
        ("Augmentation makes training slow", READ_TWICE),
    ],
)
def test_what_words_do_not_mean(text: str, check: str) -> None:
    assert check not in _checks(f"# {text}\n\nSee title.\n")


@pytest.mark.parametrize(
    ("text", "best"),
    [
        (
            "len(dataset) is 3. I'd say that is 4 windows, but it is 3",
            'measured("length", "==", 3)',
        ),
        ("The loader gives 12 instead of 13 batches", 'measured("length", "==", 12)'),
        ("I count 4 windows but the dataset has 3", 'measured("length", "==", 3)'),
        (
            "Accuracy is 1.0 as it should be, but the mean IoU is 0.6667 instead of 1",
            'measured("metric", "~", 0.6667, within=0.05)',
        ),
    ],
)
def test_two_numbers(text: str, best: str) -> None:
    assert best in _checks(f"# Wrong\n\n{text}.\n")[:2]


@pytest.mark.parametrize(
    ("code", "checks"),
    [
        (
            "print(acc(x))  # 0.75, should be 0.5",
            ['"value", "~", 0.75, within=0.0133', '"value", "!~", 0.5, within=0.25'],
        ),
        (
            "print(len(ds))  # 3 instead of 4",
            ['"length", "~", 3, within=1e-06', '"length", "!~", 4, within=0.125'],
        ),
        (
            "print(y.shape)  # torch.Size([2, 3]), should be (2, 4)",
            ['"shape", "==", [2, 3]', '"shape", "!=", [2, 4]'],
        ),
        ("print(y)  # tensor([0.10, 0.20]) ???", ['"value", "~", [0.1, 0.2], within=0.05']),
        (
            "print(f(torch.rand(3)))  # 0.8, should be 0",
            ['"value", "!~", 0, within=0.008', '"value", "~", 0.8, within=0.0625'],
        ),
        ("assert f(x) == 5", ['"value", "==", False']),
        ("print(f(1))  # 0.5 ok\nprint(f(2))  # 0.7 ???", ['"value", "~", 0.7, within=0.0714']),
    ],
)
def test_values_beside_code(code: str, checks: list[str]) -> None:
    text = f"# f is wrong\n\n```python\nfrom a import f\n{code}\n```\n"
    assert _checks(text)[: len(checks)] == [f"measured({one})" for one in checks]


def test_values_without_a_mark_count_together() -> None:
    text = "# f falls\n\n```python\nfrom a import f\nprint(f(1))  # 0.5\nprint(f(2))  # 0.25\n```\n"
    best = derive(parse_report(text))[0]
    names = [criterion.check.split('"')[1] for criterion in best.criteria]
    assert names == ["value", "value_2"]


@pytest.mark.parametrize(
    "title",
    [
        "Loss is NaN after some steps",
        "Predictions differ after loading a checkpoint",
        "No gradient reaches the encoder",
        "The config option is ignored",
        "Training crashes",
        "The experts are never trained",
    ],
)
def test_values_that_nobody_calls_wrong_are_no_complaint(title: str) -> None:
    text = (
        f"# {title}\n\n```python\nfrom a import f\nprint(f(2).shape)  # torch.Size([2, 3])\n```\n"
    )
    assert not any('"shape"' in check for check in _checks(text))
