import torch
from torch.utils.data import DataLoader, Dataset

from bucketeer import BucketBatchSampler, pad_batch


class RandomSentences(Dataset):
    def __init__(self, count=100, longest=80, seed=0):
        generator = torch.Generator().manual_seed(seed)
        self.lengths = torch.randint(1, longest, (count,), generator=generator).tolist()

    def __len__(self):
        return len(self.lengths)

    def __getitem__(self, index):
        return torch.full((self.lengths[index],), index)


if __name__ == "__main__":
    data = RandomSentences()
    sampler = BucketBatchSampler(data.lengths, batch_size=8)
    for batch in DataLoader(data, batch_sampler=sampler, collate_fn=pad_batch):
        print(tuple(batch.shape))
