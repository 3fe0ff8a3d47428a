"""Hidden checks of window-dataset: how many windows, which rows, and where an index ends."""

import torch

from drill.runner.hidden import check


def windows(rows, window, horizon, stride):
    last = len(rows) - window - horizon
    return [
        (rows[s : s + window], rows[s + window : s + window + horizon])
        for s in range(0, last + 1, stride)
    ]


def compare(t, cases, width=2):
    for case, seen in zip(cases, t.world.sweep(t.candidate.WindowDataset, cases, width), strict=True):
        length, window, horizon, stride = case
        rows = torch.arange(length * width).reshape(length, width).tolist()
        want = windows(rows, window, horizon, stride)
        n, items, errors, steps = seen
        assert n == len(want)
        assert [tuple(item) for item in items] == want + want
        assert errors == [True] * 5
        assert steps == len(want)


@check("fault")
def number_of_windows(t):
    """The length is not the number of complete windows."""
    cases = [(10, 4, 1, 2), (5, 2, 1, 1), (6, 2, 2, 3), (12, 3, 2, 4), (7, 3, 3, 2)]
    for length, window, horizon, stride in cases:
        ds = t.candidate.WindowDataset(torch.arange(float(length)), window, horizon, stride)
        assert len(ds) == len(windows(list(range(length)), window, horizon, stride))


@check("fault")
def plain_iteration_ends(t):
    """A plain for loop over the data set does not stop after the last window."""
    series = torch.arange(10.0).unsqueeze(1)
    seen = t.world.iterate(t.candidate.WindowDataset, series, 4, 1, 2, 50)
    assert len(seen) == 3
    for (x, y), s in zip(seen, (0, 2, 4), strict=True):
        assert torch.equal(x, series[s : s + 4])
        assert torch.equal(y, series[s + 4 : s + 5])


@check("fault")
def out_of_range_is_an_index_error(t):
    """An index beyond either end gives a window instead of IndexError."""
    ds = t.candidate.WindowDataset(torch.arange(8.0), 3, 2)
    n = len(ds)
    assert n == 4
    for i in (n, n + 1, 100, -n - 1, -50):
        t.raises(IndexError, lambda i=i: ds[i])


@check("fault")
def counted_from_the_end(t):
    """A negative index does not count from the end as in a list."""
    series = torch.arange(9.0)
    ds = t.candidate.WindowDataset(series, 2, 3, 2)
    starts = [0, 2, 4]
    for back in (1, 2, 3):
        x, y = ds[-back]
        s = starts[-back]
        assert torch.equal(x, series[s : s + 2])
        assert torch.equal(y, series[s + 2 : s + 5])


@check("fault")
def newest_day_is_used(t):
    """The last steps of the series never appear in a target, or a target is too short."""
    series = torch.arange(20.0)
    for window, horizon in ((4, 1), (3, 5), (1, 1), (10, 10)):
        ds = t.candidate.WindowDataset(series, window, horizon)
        x, y = ds[len(ds) - 1]
        assert x.shape == (window,)
        assert y.shape == (horizon,)
        assert y[-1].item() == 19


@check("regression")
def every_small_case(t):
    """For some small length, window, horizon and stride a window, an index or an error is wrong."""
    cases = [
        (length, window, horizon, stride)
        for length in range(13)
        for window in (1, 2, 3, 5)
        for horizon in (1, 2, 4)
        for stride in (1, 2, 3, 5)
    ]
    compare(t, cases)


@check("regression")
def defaults(t):
    """Without horizon and stride it is not one step ahead, every step."""
    series = torch.arange(6.0)
    ds = t.candidate.WindowDataset(series, 2)
    assert len(ds) == 4
    x, y = ds[1]
    assert x.tolist() == [1, 2]
    assert y.tolist() == [3]
    named = t.candidate.WindowDataset(series, window=2, horizon=2, stride=2)
    assert len(named) == 2
    assert named[1][1].tolist() == [4, 5]


@check("edges")
def other_shapes_and_dtypes(t):
    """A series with more axes or another dtype loses its shape, its dtype or its values."""
    gen = t.generator(1)
    for shape in ((9,), (9, 3), (9, 3, 2)):
        for dtype in (torch.float32, torch.float64, torch.int64, torch.int16, torch.bool):
            series = torch.randint(0, 2, shape, generator=gen).to(dtype)
            ds = t.candidate.WindowDataset(series, 4, 2, 3)
            assert len(ds) == 2
            for i, s in ((0, 0), (1, 3), (-1, 3)):
                x, y = ds[i]
                t.close(x, series[s : s + 4])
                t.close(y, series[s + 4 : s + 6])


@check("edges")
def bad_arguments(t):
    """A window, horizon or stride below 1 is accepted."""
    series = torch.arange(10.0)
    for args in ((0,), (-1,), (3, 0), (3, -2), (3, 1, 0), (3, 1, -1), (0, 0, 0)):
        t.raises(ValueError, t.candidate.WindowDataset, series, *args)


@check("edges")
def too_short_a_series(t):
    """A series that is too short is refused, or has windows or a negative length."""
    for length, window, horizon in ((0, 1, 1), (1, 1, 1), (3, 3, 1), (4, 2, 3), (2, 9, 9)):
        series = torch.arange(float(length))
        for stride in (1, 3):
            ds = t.candidate.WindowDataset(series, window, horizon, stride)
            assert len(ds) == 0
            for i in (0, -1, 1):
                t.raises(IndexError, lambda i=i, ds=ds: ds[i])
            assert t.world.iterate(t.candidate.WindowDataset, series, window, horizon, stride, 9) == []
    exact = t.candidate.WindowDataset(torch.arange(5.0), 3, 2, 4)
    assert len(exact) == 1
    assert exact[0][1].tolist() == [3, 4]


@check("edges")
def numpy_and_tensor_indices(t):
    """A numpy integer, a 0-d tensor or another integer type is not accepted as an index."""
    series = torch.arange(8.0)
    found, errors = t.world.odd_indices(t.candidate.WindowDataset, series, 3)
    for x in found[:6]:
        assert x.tolist() == [2, 3, 4]
    for x in found[6:]:
        assert x.tolist() == [4, 5, 6]
    assert all(errors)
    starts = t.world.narrow_indices(t.candidate.WindowDataset, torch.arange(600), 4, 2)
    assert starts == [200, 400, 400], "an index of one byte"


@check("edges")
def in_a_data_loader(t):
    """A DataLoader does not give all windows in order."""
    series = torch.arange(22.0).reshape(11, 2)
    batches = t.world.loaded(t.candidate.WindowDataset, series, 3, 2, 2, 3)
    want = windows(series, 3, 2, 2)
    xs = torch.cat([x for x, _ in batches])
    ys = torch.cat([y for _, y in batches])
    assert torch.equal(xs, torch.stack([x for x, _ in want]))
    assert torch.equal(ys, torch.stack([y for _, y in want]))


@check("edges")
def series_is_left_alone(t):
    """Reading windows changes the series."""
    series = torch.tensor([t.rng.random() for _ in range(12)])
    held = t.keep(series)
    ds = t.candidate.WindowDataset(held, 3)
    for i in range(len(ds)):
        ds[i]
    assert torch.equal(t.fetch(held), series)


@check("scale")
def long_series(t):
    """On a long series the length or a window far in is wrong, or it takes too long."""
    series = torch.arange(200_000)
    ds = t.candidate.WindowDataset(t.keep(series), 168, 24, 7)
    n = (200_000 - 168 - 24) // 7 + 1
    assert len(ds) == n
    for i in [0, 1, n - 1, -1, -n, *(t.rng.randrange(n) for _ in range(20))]:
        s = (i % n) * 7
        x, y = ds[i]
        assert x[0].item() == s
        assert x[-1].item() == s + 167
        assert y[0].item() == s + 168
        assert y[-1].item() == s + 191
    t.raises(IndexError, lambda: ds[n])


@check("device", devices=True)
def on_the_device(t):
    """Windows of a series on the device live elsewhere or hold other values."""
    series = torch.randn(15, 3, generator=t.generator(2)).to(t.device)
    ds = t.candidate.WindowDataset(series, 4, 3, 2)
    assert len(ds) == 5
    for i in (0, 2, -1):
        s = (i % 5) * 2
        x, y = ds[i]
        assert x.device.type == y.device.type == torch.device(t.device).type
        t.close(x, series[s : s + 4])
        t.close(y, series[s + 4 : s + 7])
