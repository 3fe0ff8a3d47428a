"""Some ranks share many samples, then three."""

from broken import ShardSampler


SAMPLES = 10_000
RANKS = 8


def epoch_of(n, world, epoch):
    shards = []
    for rank in range(world):
        sampler = ShardSampler(n, world, rank, seed=0)
        sampler.set_epoch(epoch)
        shards.append(list(sampler))
    return shards


shards = epoch_of(SAMPLES, RANKS, epoch=0)
seen = {index for shard in shards for index in shard}
print(f"{RANKS} ranks, {SAMPLES} samples: {len(seen)} of them were seen in one epoch")
again = epoch_of(SAMPLES, RANKS, epoch=1)
print(f"rank 0 starts epoch 0 with {shards[0][:4]} and epoch 1 with {again[0][:4]}")
tiny = [len(shard) for shard in epoch_of(3, RANKS, epoch=0)]
print(f"{RANKS} ranks, 3 samples: {tiny} samples per rank")

assert len(seen) == SAMPLES, "a third of the data is never trained on"
assert shards[0] != again[0], "every epoch has the same order"
assert tiny == [1] * RANKS, "some ranks get nothing and the others wait for them"
