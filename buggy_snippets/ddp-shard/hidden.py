"""Hidden checks of ddp-shard: one permutation for all ranks, dealt like cards, padded in a circle."""

import math

from drill.runner.hidden import check

PAIRS = ((1, 1), (7, 1), (10, 2), (10, 3), (10, 4), (12, 4), (3, 8), (1, 5), (4, 9), (40, 7), (41, 8), (64, 16))


def dealt(t, n, world, epoch=None, **options):
    """The indices of every rank, after length and type were checked."""
    shards = t.world.shards(t.candidate.ShardSampler, n, world, epoch, **options)
    size = n // world if options.get("drop_last") else math.ceil(n / world)
    for length, indices, odd in shards:
        assert odd is None, f"an index was a {odd}, not an int"
        assert length == size, "len() was not the number of indices due"
        assert len(indices) == size, "a rank got another number of indices than the rest"
    return [indices for _, indices, _ in shards]


def permutation(t, n, epoch=None, **options):
    order = dealt(t, n, 1, epoch, **options)[0]
    assert sorted(order) == list(range(n)), "one rank alone did not see every sample once"
    return order


@check("fault")
def shards_of_one_permutation(t):
    """The ranks did not deal out one common permutation."""
    seed = t.rng.randrange(1000)
    for n, world in PAIRS:
        for drop_last in (False, True):
            order = permutation(t, n, 2, seed=seed)
            got = dealt(t, n, world, 2, seed=seed, drop_last=drop_last)
            for rank, indices in enumerate(got):
                assert indices == [order[(j * world + rank) % n] for j in range(len(indices))]


@check("fault")
def one_epoch_covers_the_data(t):
    """One epoch over all ranks did not reach every sample."""
    for n, world in ((1000, 8), (96, 3), (31, 4)):
        got = dealt(t, n, world, t.rng.randrange(5), seed=t.rng.randrange(99))
        assert {i for shard in got for i in shard} == set(range(n))


@check("fault")
def epochs_and_seeds_differ(t):
    """Another epoch or another seed gave the same order."""
    base = t.rng.randrange(1000)
    assert len({tuple(permutation(t, 40, epoch, seed=base)) for epoch in range(12)}) == 12
    assert len({tuple(permutation(t, 40, 3, seed=base + k)) for k in range(12)}) == 12
    many = [*range(70), 128, 256, 1000, 1024, 10_000, 65_536, 10**6]
    assert len({tuple(permutation(t, 40, epoch, seed=base)) for epoch in many}) == len(many)
    assert len({tuple(permutation(t, 40, seed=seed)) for seed in many}) == len(many)


@check("fault")
def global_generators_are_left_alone(t):
    """Iterating moved or depended on a global generator."""
    for rank in (0, 2):
        seen = set()
        for number in (0, 1, 12345):
            indices, moved = t.world.with_global_seed(
                number, t.candidate.ShardSampler, 40, 3, rank, seed=5
            )
            assert not moved, "a global generator was moved"
            seen.add(tuple(indices))
            t.plant(number)
            sampler = t.candidate.ShardSampler(40, 3, rank, seed=5)
            sampler.set_epoch(1)
            got = list(sampler)
            assert got == indices and {type(index) for index in got} == {int}
            assert t.stands(number), "a global generator was moved"
        assert len(seen) == 1
    assert t.world.between_items(t.candidate.ShardSampler, 9) is True, "numbers drawn meanwhile were others"


@check("fault")
def tiny_data_is_padded(t):
    """With fewer samples than ranks some rank got nothing or another number of samples."""
    for n, world in ((3, 8), (1, 6), (2, 7), (5, 16)):
        for shuffle in (True, False):
            order = permutation(t, n, shuffle=shuffle)
            got = dealt(t, n, world, shuffle=shuffle)
            assert [shard[0] for shard in got] == [order[r % n] for r in range(world)]


@check("regression")
def tables_without_shuffling(t):
    """Without shuffling the shards were not the plain interleaved ones."""
    for n, world in PAIRS:
        for drop_last in (False, True):
            got = dealt(t, n, world, shuffle=False, drop_last=drop_last)
            size = n // world if drop_last else math.ceil(n / world)
            assert got == [[(j * world + r) % n for j in range(size)] for r in range(world)]
    assert dealt(t, 10, 4, shuffle=False) == [[0, 4, 8], [1, 5, 9], [2, 6, 0], [3, 7, 1]]
    assert dealt(t, 10, 4, 5, shuffle=False, drop_last=True) == [[0, 4], [1, 5], [2, 6], [3, 7]]


@check("regression")
def defaults(t):
    """The default settings were changed."""
    want = dealt(t, 31, 4, 2, shuffle=True, seed=0, drop_last=False)
    assert dealt(t, 31, 4, 2) == want
    assert dealt(t, 31, 4) == dealt(t, 31, 4, 0)


@check("regression")
def really_shuffled(t):
    """The order was hardly shuffled at all."""
    order = permutation(t, 200, seed=t.rng.randrange(99))
    assert sum(i == value for i, value in enumerate(order)) < 20
    assert sum(abs(a - b) == 1 for a, b in zip(order, order[1:])) < 20
    places = [permutation(t, 10, epoch).index(0) for epoch in range(60)]
    assert len(set(places)) >= 8


@check("edges")
def no_samples(t):
    """An empty data set was not handled."""
    for world in (1, 3):
        for drop_last in (False, True):
            for shuffle in (False, True):
                assert dealt(t, 0, world, shuffle=shuffle, drop_last=drop_last) == [[]] * world


@check("edges")
def dropping_everything(t):
    """With fewer samples than ranks and drop_last a rank still got something."""
    assert dealt(t, 3, 8, drop_last=True) == [[]] * 8


@check("edges")
def tail_is_dropped_after_shuffling(t):
    """With drop_last some samples were never seen in any epoch."""
    seen = set()
    for epoch in range(30):
        got = dealt(t, 10, 4, epoch, drop_last=True, seed=t.seed % 1000)
        flat = [i for shard in got for i in shard]
        assert len(set(flat)) == 8
        seen.update(flat)
    assert seen == set(range(10))


@check("edges")
def bad_input(t):
    """A bad size, rank or epoch was accepted."""
    make = t.candidate.ShardSampler
    for args in ((-1, 2, 0), (5, 0, 0), (5, -1, 0), (5, 2, 2), (5, 2, -1), (5, 1, 1)):
        t.raises(ValueError, make, *args)
    sampler = make(5, 2, 1)
    t.raises(ValueError, sampler.set_epoch, -1)
    sampler.set_epoch(0)


@check("determinism")
def iterating_again(t):
    """Iterating twice without a new epoch gave another order, or a fresh sampler another than epoch 0."""
    sampler = t.candidate.ShardSampler(40, 3, 1, seed=8)
    first = t.world.read(sampler)[1]
    assert t.world.read(sampler)[1] == first
    assert dealt(t, 40, 3, 0, seed=8)[1] == first
    order = dealt(t, 4, 1, 0, seed=3)[0]
    assert t.world.side_by_side(t.candidate.ShardSampler, 4) == [[k, k] for k in order]


@check("determinism")
def epochs_in_any_order(t):
    """Going back to an earlier epoch did not give its order again."""
    sampler = t.candidate.ShardSampler(40, 2, 0)
    orders = {}
    for epoch in (3, 0, 7, 3, 1, 0, 7, 1):
        sampler.set_epoch(epoch)
        order = t.world.read(sampler)[1]
        assert orders.setdefault(epoch, order) == order
    assert len({tuple(order) for order in orders.values()}) == 4


@check("determinism")
def same_in_another_process(t):
    """A rank in another process saw another permutation."""
    want = dealt(t, 40, 3, 4, seed=2)
    assert dealt(t.spawn(), 40, 3, 4, seed=2) == want
    for salt in range(3):
        got = t.world.with_other_hash(salt, "ShardSampler", 40, 3, 4, seed=2)
        assert [indices for _, indices, _ in got] == want, "processes with other hash seeds"


@check("scale", seconds=8)
def a_large_data_set(t):
    """A large data set took far too long, or was dealt wrong."""
    n, world = 100_003, 8
    got = dealt(t, n, world, 1)
    assert {i for shard in got for i in shard} == set(range(n))
    padding = [got[r][-1] for r in range(n % world, world)]
    assert padding == [got[r][0] for r in range(world - n % world)]
