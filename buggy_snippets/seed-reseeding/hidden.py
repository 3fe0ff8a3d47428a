"""Hidden checks of seed-reseeding: orders and streams that differ, repeat and stay private."""

import numpy as np

from drill.runner.hidden import check

BAD = (ValueError,)


def values_of(items):
    return tuple(value for _, value in items)


def base(t):
    return t.rng.randrange(1000, 1_000_000)


def shares(streams):
    """Whether two streams have more than a chance coincidence in common."""
    values = np.concatenate([np.unique(stream) for stream in streams])
    owners = np.repeat(np.arange(len(streams)), [len(np.unique(stream)) for stream in streams])
    order = np.argsort(values, kind="stable")
    values, owners = values[order], owners[order]
    pairs = {}
    for k in np.flatnonzero(values[1:] == values[:-1]):
        pair = (int(owners[k]), int(owners[k + 1]))
        pairs[pair] = pairs.get(pair, 0) + 1
    return any(count > 1 for count in pairs.values())


def surveyed(t, n_items, num_workers, seeds, epochs):
    """Order and values of every (seed, epoch); one of them is asked for again, directly."""
    make = t.candidate.EpochLoader
    orders, values = t.world.survey(make, n_items, num_workers, list(seeds), list(epochs))
    count = len(seeds) * len(epochs)
    assert orders.dtype.kind in "iu"
    assert orders.shape == values.shape == (count, n_items)
    assert (np.sort(orders, axis=1) == np.arange(n_items)).all()
    k = t.rng.randrange(count)
    loader = make(n_items, num_workers, seeds[k // len(epochs)])
    loaded = loader.load_epoch(epochs[k % len(epochs)])
    pairs = [pair for items in loaded.values() for pair in items]
    shares = [orders[k][worker::num_workers] for worker in range(num_workers)]
    assert [index for index, _ in pairs] == np.concatenate(shares).tolist()
    assert [value for _, value in pairs] == values[k].tolist()
    return orders, values


def streams_of(values, num_workers):
    """The values of each worker, epoch after epoch."""
    n_items = values.shape[1]
    ends = np.cumsum([len(range(worker, n_items, num_workers)) for worker in range(num_workers)])
    return [part for row in values for part in np.split(row, ends[:-1])]


def apart(streams):
    assert len({stream.tobytes() for stream in streams}) == len(streams)
    assert not shares(streams)


def same_arrays(one, other):
    return len(one) == len(other) and all(
        np.array_equal(a, b) for a, b in zip(one, other, strict=True)
    )


def loaded_by(t, loader, epochs):
    """Several epochs in one crossing."""
    fine, loads = zip(*t.batch(loader, [("load_epoch", [epoch]) for epoch in epochs]), strict=True)
    assert all(fine)
    return loads


@check("fault")
def epochs_are_shuffled_anew(t):
    """Two epochs of one loader visit the items in the same order."""
    asked = [("epoch_order", [epoch]) for epoch in range(20)]
    for loader in (t.candidate.EpochLoader(64, 2, base(t)), t.candidate.EpochLoader(32, 2)):
        fine, orders = zip(*t.batch(loader, asked), strict=True)
        assert all(fine)
        assert len({tuple(order) for order in orders}) == 20


@check("fault")
def loaded_epochs_follow_the_new_order(t):
    """The batches of two epochs hold the items in the same order."""
    loader = t.candidate.EpochLoader(48, 3, base(t))
    loads = loaded_by(t, loader, range(5))
    seen = {tuple(index for items in load.values() for index, _ in items) for load in loads}
    assert len(seen) == 5


@check("fault")
def workers_draw_differently(t):
    """Two workers of one epoch draw the same augmentation values."""
    for seed in (42, base(t)):
        epoch = t.rng.randrange(5)
        loaded = t.candidate.EpochLoader(24, 6, seed).load_epoch(epoch)
        assert len({values_of(items) for items in loaded.values()}) == 6
        alone = t.candidate.EpochLoader(24, 1, seed).load_epoch(epoch)
        others = [value for worker in range(1, 6) for _, value in loaded[worker]]
        assert len({value for _, value in alone[0]} & {*others}) < 2


@check("fault")
def epochs_draw_differently(t):
    """A worker draws the same augmentation values in two epochs."""
    loader = t.candidate.EpochLoader(12, 2, base(t))
    loads = loaded_by(t, loader, range(6))
    for worker in (0, 1):
        assert len({values_of(load[worker]) for load in loads}) == 6


@check("fault")
def no_two_streams_coincide(t):
    """Two different (seed, epoch, worker) draw the same values: the way seeds are derived collides."""
    seed = base(t)
    _, values = surveyed(t, 36, 6, range(seed, seed + 4), range(12))
    apart(streams_of(values, 6))


@check("scale", seconds=15)
def far_epochs_and_many_workers_stay_apart(t):
    """With many workers or late epochs, two different (seed, epoch, worker) draw the same values."""
    seed = base(t)
    _, many = surveyed(t, 40, 20, [seed], [0, 1, 11])
    _, late = surveyed(t, 6, 2, [seed], [10, 16, 1000, 1024, 65_536, 1_000_000])
    _, next_seed = surveyed(t, 6, 2, [seed + 1], [0, 1, 10, 16, 1000])
    apart(streams_of(many, 20) + streams_of(late, 2) + streams_of(next_seed, 2))


@check("fault")
def base_seed_matters(t):
    """Two loaders with different base seeds give the same order or the same values."""
    seed = base(t)
    seeds = [0, 1, 42, seed, seed + 1, seed + 2]
    orders, values = surveyed(t, 40, 2, seeds, [0])
    assert len({order.tobytes() for order in orders}) == len(seeds)
    apart(streams_of(values, 2))


@check("edges")
def large_seeds_count_in_full(t):
    """A base seed beyond 64 bits is refused, not reproducible, or mixed up with a smaller one."""
    seed = base(t)
    more = (0, 2**32, 2**61 - 1, 2**63, 2**64, 2**70, 2**70 + 1, 2**600, 2**5000, 2**5000 + 1)
    seeds = [seed + step for step in more]
    orders, values = surveyed(t, 40, 2, seeds, [1])
    assert len({order.tobytes() for order in orders}) == len(seeds)
    apart(streams_of(values, 2))
    again = t.world.survey(t.candidate.EpochLoader, 40, 2, seeds[-2:], [1])
    assert same_arrays(again, (orders[-2:], values[-2:]))


@check("edges")
def empty_data_set(t):
    """A loader without items crashes or invents some."""
    loader = t.candidate.EpochLoader(0, 3, base(t))
    assert loader.epoch_order(0) == []
    assert loader.epoch_order(4) == []
    assert loader.load_epoch(2) == {0: [], 1: [], 2: []}


@check("edges")
def single_item(t):
    """A loader with one item does not hand out exactly that item."""
    loader = t.candidate.EpochLoader(1, 1, base(t))
    for epoch in (0, 3):
        assert loader.epoch_order(epoch) == [0]
        ((index, value),) = loader.load_epoch(epoch)[0]
        assert index == 0
        assert 0 <= value < 1
    assert t.candidate.EpochLoader(1, 1, 0).epoch_order(0) == [0]


@check("edges")
def more_workers_than_items(t):
    """Surplus workers crash, go missing or get items that are not theirs."""
    loader = t.candidate.EpochLoader(3, 7, base(t))
    loaded = loader.load_epoch(1)
    assert list(loaded) == list(range(7))
    order = loader.epoch_order(1)
    for worker in range(3):
        assert [index for index, _ in loaded[worker]] == [order[worker]]
    for worker in range(3, 7):
        assert loaded[worker] == []


@check("edges")
def bad_arguments(t):
    """A negative count, seed or epoch, or no worker at all, is accepted."""
    make = t.candidate.EpochLoader
    t.raises(BAD, make, -1, 2)
    t.raises(BAD, make, -5, 2, 7)
    t.raises(BAD, make, 4, 0)
    t.raises(BAD, make, 4, -1)
    t.raises(BAD, make, 4, 2, -1)
    t.raises(BAD, make, 0, 0, 0)
    loader = make(4, 2)
    t.raises(BAD, loader.epoch_order, -1)
    t.raises(BAD, loader.load_epoch, -1)
    for call in (loader.epoch_order, loader.load_epoch):
        t.raises(BAD, call, -7)
    t.raises(BAD, make(0, 1).load_epoch, -3)


@check("regression")
def share_of_each_worker(t):
    """A worker's items are not its slice of the epoch's order, or have the wrong types."""
    for n_items, num_workers, epochs in ((34, 4, (0, 2)), (37, 5, (1,)), (10, 1, (0, 3))):
        loader = t.candidate.EpochLoader(n_items, num_workers, base(t))
        for epoch in epochs:
            order = loader.epoch_order(epoch)
            assert type(order) is list
            assert all(type(index) is int for index in order)
            assert sorted(order) == list(range(n_items))
            loaded = loader.load_epoch(epoch)
            assert type(loaded) is dict
            assert list(loaded) == list(range(num_workers))
            for worker, items in loaded.items():
                assert [index for index, _ in items] == order[worker::num_workers]
                for item in items:
                    assert type(item) is tuple
                    index, value = item
                    assert type(index) is int
                    assert type(value) is float
                    assert 0 <= value < 1


@check("regression")
def default_seed(t):
    """Leaving the base seed out is not the same as passing 42."""
    one, two = t.candidate.EpochLoader(20, 2), t.candidate.EpochLoader(20, 2, base_seed=42)
    assert one.epoch_order(1) == two.epoch_order(1)
    assert one.load_epoch(1) == two.load_epoch(1)


@check("regression")
def order_does_not_depend_on_workers(t):
    """Changing the number of workers changes the order of an epoch."""
    seed = base(t)
    orders = [t.candidate.EpochLoader(33, w, seed).epoch_order(2) for w in (1, 2, 5, 40)]
    assert all(order == orders[0] for order in orders)


@check("determinism")
def same_whatever_came_before(t):
    """The same epoch gives another result after other calls: state is kept between them."""
    seed = base(t)
    straight = t.candidate.EpochLoader(30, 2, seed)
    forward = loaded_by(t, straight, range(4))
    mixed = t.candidate.EpochLoader(30, 2, seed)
    turns = (3, 1, 2, 0, 3, 3)
    asked = [one for e in turns for one in (("load_epoch", [e]), ("epoch_order", [e + 7]))]
    fine, seen = zip(*t.batch(mixed, asked), strict=True)
    assert all(fine)
    assert list(seen[::2]) == [forward[epoch] for epoch in turns]
    assert straight.epoch_order(3) == mixed.epoch_order(3)
    assert straight.load_epoch(1) == forward[1]


@check("determinism")
def callers_may_keep_and_change_results(t):
    """Changing a returned list changes what a later call returns."""
    loader = t.candidate.EpochLoader(16, 2, base(t))
    want_order, want_load = loader.epoch_order(0), loader.load_epoch(0)
    order = t.call_kept(loader.epoch_order, 0)
    order.clear()
    load = t.call_kept(loader.load_epoch, 0)
    load.clear()
    assert loader.epoch_order(0) == want_order
    assert loader.load_epoch(0) == want_load


@check("determinism")
def global_generators_do_not_matter(t):
    """The result depends on the state of a global random generator."""
    seed = base(t)
    t.world.scramble(1)
    loader = t.candidate.EpochLoader(40, 3, seed)
    order, loaded = loader.epoch_order(2), loader.load_epoch(2)
    for k in (2, 3):
        t.world.scramble(k * 1000 + 1)
        assert loader.epoch_order(2) == order
        t.world.scramble(k * 1000 + 2)
        assert loader.load_epoch(2) == loaded
    t.world.scramble(4000)
    assert t.candidate.EpochLoader(40, 3, seed).load_epoch(2) == loaded


@check("fault")
def global_generators_are_left_alone(t):
    """A call changes the state of the global random, numpy or torch generator."""
    seen = t.world.digests_between(t.candidate.EpochLoader, 20, 3, base(t), base(t))
    assert len(seen) == 8
    assert all(digests == seen[0] for digests in seen)
    seed = t.rng.randrange(1 << 32)
    t.plant(seed)
    loader = t.candidate.EpochLoader(20, 3, base(t))
    loader.epoch_order(2)
    loader.load_epoch(2)
    assert t.stands(seed)


@check("determinism", seconds=20)
def several_loaders_at_once(t):
    """Loaders that run at the same time disturb each other."""
    seed = base(t)
    jobs = [(60, 2, seed + k % 3, [0, 1 + k % 2]) for k in range(6)]
    make = t.candidate.EpochLoader
    found = t.world.several_at_once(make, jobs)
    alone = t.world.survey(make, 60, 2, [seed, seed + 1, seed + 2], [0, 1, 2])
    for (_, _, s, epochs), got in zip(jobs, found, strict=True):
        assert isinstance(got, tuple), "a loader raised while others were at work"
        rows = [3 * (s - seed) + epoch for epoch in epochs]
        assert same_arrays(got, [part[rows] for part in alone])
    sample = make(60, 2, seed).load_epoch(0)
    assert [value for items in sample.values() for _, value in items] == alone[1][0].tolist()


@check("determinism")
def any_worker_may_be_first(t):
    """A worker thread that starts late draws other values: the threads share one stream."""
    loader = t.candidate.EpochLoader(12, 3, base(t))
    epoch = t.rng.randrange(1, 4)
    assert t.world.first_thread_last(loader, epoch, 3) == loader.load_epoch(epoch)


@check("determinism", seconds=20)
def other_threads_do_not_matter(t):
    """The result changes when another thread uses the global generators meanwhile."""
    seed = base(t)
    make = t.candidate.EpochLoader
    want = t.world.survey(make, 14, 2, [seed], [1])
    assert same_arrays(t.world.with_noisy_neighbour(make, 14, 2, seed, 1), want)
    sample = make(14, 2, seed).load_epoch(1)
    assert [value for items in sample.values() for _, value in items] == want[1][0].tolist()


@check("determinism")
def same_in_another_process(t):
    """A second process computes another order or other values from the same seed."""
    seed = base(t)
    here = t.candidate.EpochLoader(40, 3, seed)
    want = (here.epoch_order(1), here.load_epoch(1))
    assert tuple(t.world.in_another_process("EpochLoader", 40, 3, seed, 1)) == want


@check("scale", seconds=15)
def values_are_uniform(t):
    """The augmentation values are not spread evenly over 0 to 1."""
    values = t.world.values_of(t.candidate.EpochLoader, 20_000, 4, base(t), t.rng.randrange(4))
    assert values.shape == (20_000,)
    assert ((values >= 0) & (values < 1)).all()
    assert abs(values.mean() - 0.5) < 0.02
    assert abs(values.std() - 12**-0.5) < 0.02
    ranks = (np.arange(len(values)) + 0.5) / len(values)
    assert np.abs(np.sort(values) - ranks).max() < 0.0215  # Kolmogorov: one in 50 million if uniform
    assert not shares([part[:300] for part in np.split(values, 4)]), "the workers have values in common"
