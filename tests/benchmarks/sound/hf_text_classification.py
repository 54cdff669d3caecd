import evaluate
import numpy as np
from datasets import load_dataset
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    Trainer,
    TrainingArguments,
    set_seed,
)

CHECKPOINT = "distilbert-base-uncased"
set_seed(42)

dataset = load_dataset("imdb")
tokenizer = AutoTokenizer.from_pretrained(CHECKPOINT)


def tokenise(batch):
    return tokenizer(batch["text"], truncation=True, max_length=256)


splits = dataset["train"].train_test_split(test_size=0.1, seed=42)
train_dataset = splits["train"].map(tokenise, batched=True)
eval_dataset = splits["test"].map(tokenise, batched=True)
test_dataset = dataset["test"].map(tokenise, batched=True)

accuracy = evaluate.load("accuracy")


def compute_metrics(prediction):
    logits, labels = prediction
    return accuracy.compute(predictions=np.argmax(logits, axis=-1), references=labels)


model = AutoModelForSequenceClassification.from_pretrained(
    CHECKPOINT,
    num_labels=2,
    id2label={0: "negative", 1: "positive"},
    label2id={"negative": 0, "positive": 1},
)
training_args = TrainingArguments(
    output_dir="imdb-distilbert",
    learning_rate=2e-5,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=64,
    num_train_epochs=3,
    weight_decay=0.01,
    warmup_ratio=0.06,
    eval_strategy="epoch",
    save_strategy="epoch",
    load_best_model_at_end=True,
    metric_for_best_model="accuracy",
    seed=42,
)
trainer = Trainer(
    model=model,
    args=training_args,
    train_dataset=train_dataset,
    eval_dataset=eval_dataset,
    processing_class=tokenizer,
    data_collator=DataCollatorWithPadding(tokenizer=tokenizer),
    compute_metrics=compute_metrics,
)
trainer.train()
print(trainer.evaluate(test_dataset))
