"""Hidden checks of uint8-image-stats: exact statistics over all pixels of all batches."""

import torch

from drill.runner.hidden import check


def reference(batches):
    pixels = torch.cat([b.permute(1, 0, 2, 3).flatten(1).double() / 255 for b in batches if b.numel()], 1)
    mean = pixels.mean(1)
    return mean, ((pixels - mean[:, None]) ** 2).mean(1).sqrt()


def compare(t, got, batches):
    mean, std = got
    for seen, want in zip((mean, std), reference([b.cpu() for b in batches]), strict=True):
        assert seen.dtype == torch.float32
        assert seen.shape == want.shape
        assert (seen.cpu().double() - want).abs().max().item() <= 1e-5


def images(t, *shape, low=0, high=256, key=0):
    return torch.randint(low, high, shape, dtype=torch.uint8, generator=t.generator(key))


def solid(value, *shape):
    return torch.full(shape, value, dtype=torch.uint8)


@check("fault")
def random_images(t):
    """Random images do not get the mean and standard deviation of their pixels."""
    for channels, count in ((1, 3), (3, 3), (4, 3), (9, 2), (70, 2), (2, 60)):
        batches = [images(t, 4, channels, 9, 7, key=k) for k in range(count)]
        compare(t, t.candidate.channel_stats(batches), batches)


@check("fault")
def images_of_different_size(t):
    """Images of different size do not count by their pixels."""
    batches = [solid(255, 1, 3, 4, 4), solid(0, 1, 3, 1, 1)]
    compare(t, t.candidate.channel_stats(batches), batches)
    batches = [
        images(t, n, 2, h, w, low=20 * n, high=20 * n + 60, key=n)
        for n, h, w in ((1, 2, 3), (5, 8, 1), (2, 1, 1), (3, 16, 16))
    ]
    compare(t, t.candidate.channel_stats(batches), batches)


@check("fault")
def differences_between_batches(t):
    """What the batches differ by is missing from the standard deviation."""
    batches = [solid(0, 2, 3, 5, 5), solid(255, 2, 3, 5, 5)]
    mean, std = t.candidate.channel_stats(batches)
    assert (mean - 0.5).abs().max().item() <= 1e-5
    assert (std - 0.5).abs().max().item() <= 1e-5
    batches = [images(t, 2, 3, 4, 4, low=60 * k, high=60 * k + 20, key=k) for k in range(4)]
    compare(t, t.candidate.channel_stats(batches), batches)


@check("fault")
def nothing_to_measure(t):
    """No batches, or none with a pixel, is not refused with ValueError."""
    t.raises(ValueError, t.candidate.channel_stats, [])
    t.raises(ValueError, t.candidate.channel_stats, iter([]))
    empty = [torch.zeros(shape, dtype=torch.uint8) for shape in ((0, 3, 4, 4), (2, 3, 0, 4), (2, 3, 4, 0))]
    for batch in empty:
        t.raises(ValueError, t.candidate.channel_stats, [batch])
    t.raises(ValueError, t.candidate.channel_stats, empty)


@check("edges")
def one_pixel_and_constants(t):
    """A single pixel or a constant image gives NaN, or a spread that is not there."""
    for value in (0, 1, 15, 16, 17, 127, 128, 254, 255):
        for shape in ((1, 1, 1, 1), (1, 3, 1, 1), (3, 2, 5, 4)):
            mean, std = t.candidate.channel_stats([solid(value, *shape)])
            assert mean.shape == std.shape == (shape[1],)
            assert (mean.double() - value / 255).abs().max().item() <= 1e-5
            assert std.max().item() < 1e-5
            assert std.min().item() >= 0


@check("edges")
def same_batch_twice(t):
    """Counting every batch twice changes the statistics."""
    batch = images(t, 3, 3, 6, 6)
    compare(t, t.candidate.channel_stats([batch, batch]), [batch])
    other = images(t, 2, 3, 4, 4, high=40, key=1)
    batches = [batch, batch, other, batch]
    compare(t, t.candidate.channel_stats(batches), batches)


@check("edges")
def empty_batches_are_skipped(t):
    """An empty batch at the start, in the middle or at the end crashes or changes the result."""
    full = [images(t, 2, 3, 5, 5, key=k) for k in range(2)]
    for shape in ((0, 3, 4, 4), (2, 3, 0, 4), (2, 3, 4, 0)):
        empty = torch.zeros(shape, dtype=torch.uint8)
        for batches in ([empty, *full], [full[0], empty, full[1]], [*full, empty]):
            compare(t, t.candidate.channel_stats(batches), full)


@check("edges")
def other_dtypes(t):
    """Images that are not uint8 are not refused with TypeError."""
    for dtype in (torch.float32, torch.float64, torch.int8, torch.int64, torch.bool, torch.float16):
        bad = torch.ones(1, 3, 2, 2).to(dtype)
        t.raises(TypeError, t.candidate.channel_stats, [bad])
        t.raises(TypeError, t.candidate.channel_stats, [solid(7, 1, 3, 2, 2), bad])


@check("edges")
def other_channel_counts(t):
    """Batches with different channel counts are mixed."""
    for first, second in ((3, 1), (1, 3), (3, 4)):
        batches = [solid(7, 2, first, 3, 3), solid(9, 2, second, 3, 3)]
        t.raises(ValueError, t.candidate.channel_stats, batches)


@check("regression")
def channels_stay_apart(t):
    """A channel's statistics contain pixels of another channel or axis."""
    batch = torch.cat([solid(v, 2, 1, 3, 3) for v in (0, 51, 255)], dim=1)
    batch[0, 1] = 153
    compare(t, t.candidate.channel_stats([batch]), [batch])


@check("regression")
def generators_and_views(t):
    """A generator, or a tensor that is not contiguous, gives another result."""
    batches = [images(t, 2, 3, 4, 6, key=k) for k in range(4)]
    mean, std, runs = t.world.from_generator(t.candidate.channel_stats, batches)
    assert runs <= 1
    compare(t, (mean, std), batches)
    compare(t, t.world.strided(t.candidate.channel_stats, batches), batches)
    held = [t.keep(batch) for batch in batches]
    t.candidate.channel_stats(held)
    assert all(torch.equal(t.fetch(one), batch) for one, batch in zip(held, batches, strict=True))


@check("scale")
def large_bright_images(t):
    """Large bright images overflow a sum."""
    for level in (251, 247, 253, 239):
        _, std = t.world.bright(t.candidate.channel_stats, (3, 2, 509, 503), level, level, "cpu")
        assert std.max().item() < 1e-5
    for low, high in ((255, 255), (254, 255)):
        mean, std = t.world.bright(t.candidate.channel_stats, (4, 3, 512, 512), low, high, "cpu")
        assert (mean.double() - (low + high) / 510).abs().max().item() <= 1e-5
        assert (std.double() - (high - low) / 510).abs().max().item() <= 1e-5


@check("scale")
def low_contrast(t):
    """Images with next to no contrast lose their small standard deviation."""
    batches = [images(t, 2, 3, 64, 64, low=250, high=252, key=k) for k in range(4)]
    compare(t, t.candidate.channel_stats(batches), batches)
    nearly = solid(250, 1, 3, 64, 64)
    nearly[0, :, t.rng.randrange(64), t.rng.randrange(64)] = 251
    compare(t, t.candidate.channel_stats([nearly]), [nearly])


@check("device", devices=True)
def on_the_device(t):
    """The result is wrong on the device of the images, or lives elsewhere."""
    batches = [images(t, 3, 3, 8, 8, key=k).to(t.device) for k in range(2)]
    mean, std = t.candidate.channel_stats(batches)
    kind = torch.device(t.device).type
    assert mean.device.type == std.device.type == kind
    compare(t, (mean, std), batches)
    mean, std = t.world.bright(t.candidate.channel_stats, (2, 3, 256, 256), 250, 251, t.device)
    assert mean.device.type == std.device.type == kind
    assert (std.cpu().double() - 1 / 510).abs().max().item() <= 1e-5


@check("determinism")
def same_again(t):
    """The same images give another result the second time."""
    batches = [images(t, 2, 3, 9, 5, key=k) for k in range(3)]
    first = t.candidate.channel_stats(batches)
    t.candidate.channel_stats([solid(3, 1, 3, 2, 2)])
    second = t.candidate.channel_stats(batches)
    assert all(torch.equal(a, b) for a, b in zip(first, second, strict=True))
