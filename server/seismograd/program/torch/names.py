"""The one name of each thing in PyTorch, and which classes share their methods."""

from __future__ import annotations

from seismograd.source.evaluate.library import Library

MODULE = "torch.nn.Module"
OPTIMISER = "torch.optim.Optimizer"
SCHEDULER = "torch.optim.lr_scheduler.LRScheduler"
SCALER = "torch.amp.GradScaler"

_MODULE_FILES = (
    "activation", "adaptive", "batchnorm", "channelshuffle", "container", "conv", "distance",
    "dropout", "flatten", "fold", "instancenorm", "lazy", "linear", "loss", "module",
    "normalization", "padding", "pixelshuffle", "pooling", "rnn", "sparse", "transformer",
    "upsampling",
)  # fmt: skip
_OPTIMISER_FILES = (
    "adadelta", "adafactor", "adagrad", "adam", "adamax", "adamw", "asgd", "lbfgs", "nadam",
    "optimizer", "radam", "rmsprop", "rprop", "sgd", "sparse_adam",
)  # fmt: skip
_PRETRAINED = (
    "AutoModel", "AutoModelForCausalLM", "AutoModelForImageClassification",
    "AutoModelForMaskedLM", "AutoModelForMultipleChoice", "AutoModelForQuestionAnswering",
    "AutoModelForSeq2SeqLM", "AutoModelForSequenceClassification",
    "AutoModelForTokenClassification", "BertForSequenceClassification", "BertModel",
    "DistilBertForSequenceClassification", "DistilBertModel", "GPT2LMHeadModel", "PreTrainedModel",
    "RobertaForSequenceClassification", "RobertaModel", "T5ForConditionalGeneration",
    "ViTForImageClassification", "ViTModel",
)  # fmt: skip


def register(library: Library) -> None:
    renames = library.renames
    for file in _MODULE_FILES:
        renames[f"torch.nn.modules.{file}"] = "torch.nn"
    renames["torch.nn.modules"] = "torch.nn"
    renames["torch.nn.parameter"] = "torch.nn"
    for file in _OPTIMISER_FILES:
        renames[f"torch.optim.{file}"] = "torch.optim"
    renames["torch.optim.lr_scheduler._LRScheduler"] = SCHEDULER
    renames["torch.utils.data.dataloader"] = "torch.utils.data"
    renames["torch.utils.data.dataset"] = "torch.utils.data"
    renames["torch.cuda.amp.GradScaler"] = SCALER
    renames["torch.cuda.amp.autocast"] = "torch.autocast"
    renames["torch.amp.autocast"] = "torch.autocast"
    renames["torch.amp.autocast_mode.autocast"] = "torch.autocast"
    renames["torch.autograd.grad_mode.no_grad"] = "torch.no_grad"
    renames["torch.autograd.no_grad"] = "torch.no_grad"
    renames["pytorch_lightning"] = "lightning"
    renames["lightning.pytorch"] = "lightning"
    renames["lightning.pytorch.core"] = "lightning"
    library.families.update(
        {
            "torch.nn": MODULE,
            "torch.nn.functional": "torch.nn.functional",
            "torch.nn.init": "torch.nn.init",
            "torch.nn.utils": "torch.nn.utils",
            "torch.nn.Parameter": "Tensor",
            "torch.jit.ScriptModule": MODULE,
            "lightning.LightningModule": MODULE,
            "torchvision.models": MODULE,
            "timm.create_model": MODULE,
            "torch.hub.load": MODULE,
            **{f"transformers.{name}": MODULE for name in _PRETRAINED},
            "torch.optim": OPTIMISER,
            "torch.optim.lr_scheduler": SCHEDULER,
            SCALER: SCALER,
        }
    )
    library.instance_calls[MODULE] = "forward"
