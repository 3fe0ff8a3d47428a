"""Two epochs of a small data set: the order and what each worker draws."""

from broken import EpochLoader

ITEMS = 12
WORKERS = 2

loader = EpochLoader(n_items=ITEMS, num_workers=WORKERS)
orders = []
draws = []
for epoch in (0, 1):
    orders.append(loader.epoch_order(epoch))
    print(f"epoch {epoch}: order starts {orders[-1][:5]}")
    for worker, items in loader.load_epoch(epoch).items():
        values = [round(value, 2) for _, value in items]
        draws.append(tuple(values))
        print(f"  worker {worker} draws {values[:3]}")

assert orders[0] != orders[1], "both epochs visit the items in the same order"
assert len(set(draws)) == len(draws), "two workers drew the same augmentation values"
