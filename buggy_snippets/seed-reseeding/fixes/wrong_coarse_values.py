# values of four digits: streams share values, breaks 'differ and share no values'
import random

class EpochLoader:
    def __init__(self, n_items, num_workers, base_seed=42):
        if n_items < 0 or num_workers < 1 or base_seed < 0:
            raise ValueError("arguments")
        self.n_items, self.num_workers, self.base_seed = n_items, num_workers, base_seed

    def _rng(self, *what):
        return random.Random("/".join(map(str, (self.base_seed, *what))))

    def epoch_order(self, epoch):
        if epoch < 0:
            raise ValueError("epoch")
        order = list(range(self.n_items))
        self._rng("order", epoch).shuffle(order)
        return order

    def load_epoch(self, epoch):
        order = self.epoch_order(epoch)
        out = {}
        for w in range(self.num_workers):
            rng = self._rng("worker", epoch, w)
            out[w] = [(i, rng.randrange(10000) / 10000) for i in order[w :: self.num_workers]]
        return out
