"""Hidden checks of kv-cache-offset: the mask, the positions, the cache and chunked attention."""

import math

import torch

from drill.runner.hidden import check


def full_pass(q, k, v):
    """Causal attention over the whole sequence, query by query, in float64."""
    q, k, v = q.double(), k.double(), v.double()
    out = torch.empty_like(q)
    for i in range(q.shape[2]):
        scores = (k[:, :, : i + 1] @ q[:, :, i, :, None]).squeeze(-1) / math.sqrt(q.shape[-1])
        out[:, :, i] = (scores.softmax(-1)[..., None] * v[:, :, : i + 1]).sum(2)
    return out


def draw(t, b, h, n, d, dtype=torch.float64, key=0):
    gen = t.generator(key)
    return tuple(
        torch.randn(b, h, n, d, generator=gen, dtype=torch.float64).to(dtype) for _ in range(3)
    )


def chunked(t, q, k, v, sizes, max_len):
    cache = t.candidate.KVCache(max_len)
    parts, start = [], 0
    for size in sizes:
        piece = slice(start, start + size)
        parts.append(t.candidate.attend_cached(q[:, :, piece], k[:, :, piece], v[:, :, piece], cache))
        start += size
        assert cache.length == start
    return parts


def random_sizes(t, n):
    sizes = []
    while sum(sizes) < n:
        sizes.append(t.rng.randint(1, n - sum(sizes)))
    return sizes


def agree(t, parts, want, atol):
    got = torch.cat(parts, dim=2)
    assert got.shape == want.shape
    assert (got.double() - want).abs().max().item() <= atol


@check("edges")
def a_long_sequence_of_wide_heads(t):
    """A long sequence, or one with wide heads, does not give the result of the full pass."""
    for n, d in ((90, 8), (20, 64)):
        q, k, v = draw(t, 1, 2, n, d)
        agree(t, chunked(t, q, k, v, random_sizes(t, n), n), full_pass(q, k, v), 1e-10)


@check("fault")
def one_query_sees_every_cached_key(t):
    """A single new token may not look at all the tokens before it."""
    for kv_len in (1, 2, 4, 9):
        t.close(t.candidate.causal_mask(1, kv_len), torch.ones(1, kv_len, dtype=torch.bool))


@check("fault")
def mask_table(t):
    """For some number of queries and keys the mask lets a query see too much or too little."""
    for kv_len in range(1, 7):
        for q_len in range(1, kv_len + 1):
            want = torch.tensor(
                [[j <= kv_len - q_len + i for j in range(kv_len)] for i in range(q_len)]
            )
            t.close(t.candidate.causal_mask(q_len, kv_len), want)


@check("fault")
def positions_start_at_the_cached_length(t):
    """The positions of new tokens do not continue where the cached ones end."""
    for cache_len in (0, 1, 5, 100):
        for q_len in (1, 2, 7):
            t.close(t.candidate.positions(cache_len, q_len), torch.arange(cache_len, cache_len + q_len))


@check("fault")
def decoding_token_by_token(t):
    """Token by token through the cache gives another result than the whole sequence at once."""
    q, k, v = draw(t, 1, 2, 7, 4)
    agree(t, chunked(t, q, k, v, [1] * 7, 16), full_pass(q, k, v), 1e-10)


@check("fault")
def prefill_in_two_chunks(t):
    """A prompt fed in two chunks gives another result than the prompt at once."""
    q, k, v = draw(t, 2, 3, 5, 6)
    want = full_pass(q, k, v)
    for sizes in ([3, 2], [2, 3], [1, 4], [4, 1]):
        agree(t, chunked(t, q, k, v, sizes, 8), want, 1e-10)


@check("fault")
def every_slot_can_be_used(t):
    """The cache refuses a token although it is not full yet."""
    for max_len in (1, 2, 5):
        _, k, v = draw(t, 1, 1, max_len, 3)
        whole = t.candidate.KVCache(max_len)
        keys, values = whole.append(k, v)
        assert whole.length == max_len
        t.close(keys, k)
        t.close(values, v)
        single = t.candidate.KVCache(max_len)
        for i in range(max_len):
            keys, values = single.append(k[:, :, i : i + 1], v[:, :, i : i + 1])
            assert single.length == i + 1
        t.close(keys, k)
        t.close(values, v)


@check("regression")
def whole_sequence_at_once(t):
    """One pass over the whole sequence is not plain causal attention."""
    for b, h, n, d in ((1, 1, 1, 4), (2, 3, 8, 5), (3, 1, 6, 16)):
        q, k, v = draw(t, b, h, n, d)
        agree(t, chunked(t, q, k, v, [n], n + 2), full_pass(q, k, v), 1e-10)


@check("edges")
def keys_that_score_very_low(t):
    """Where all permitted keys score far below zero, a forbidden one takes part."""
    q = torch.full((1, 1, 2, 1), 300.0, dtype=torch.float64)
    k = torch.tensor([-300.0, -100.0], dtype=torch.float64).view(1, 1, 2, 1)
    v = torch.tensor([1.0, 2.0], dtype=torch.float64).view(1, 1, 2, 1)
    for sizes in ([2], [1, 1]):
        agree(t, chunked(t, q, k, v, sizes, 2), full_pass(q, k, v), 1e-10)


@check("regression")
def append_returns_everything_so_far(t):
    """append does not return all keys and values in the order they came."""
    _, k, v = draw(t, 2, 2, 6, 3)
    cache = t.candidate.KVCache(10)
    assert cache.length == 0
    for stop, start in ((2, 0), (3, 2), (6, 3)):
        keys, values = cache.append(k[:, :, start:stop], v[:, :, start:stop])
        t.close(keys, k[:, :, :stop])
        t.close(values, v[:, :, :stop])
        assert cache.length == stop


@check("edges")
def too_many_tokens(t):
    """An append beyond max_len is accepted, or leaves a changed cache behind."""
    q, k, v = draw(t, 1, 2, 9, 4)
    cache = t.candidate.KVCache(5)
    cache.append(k[:, :, :3], v[:, :, :3])
    t.raises(ValueError, cache.append, k[:, :, 3:6], v[:, :, 3:6])
    t.raises(ValueError, t.candidate.attend_cached, q[:, :, 3:9], k[:, :, 3:9], v[:, :, 3:9], cache)
    assert cache.length == 3
    keys, values = cache.append(k[:, :, 3:5], v[:, :, 3:5])
    t.close(keys, k[:, :, :5])
    t.close(values, v[:, :, :5])
    t.raises(ValueError, cache.append, k[:, :, 5:6], v[:, :, 5:6])
    assert cache.length == 5
    fresh = t.candidate.KVCache(2)
    t.raises(ValueError, fresh.append, k[:, :, :3], v[:, :, :3])
    assert fresh.length == 0
    keys, _ = fresh.append(k[:, :, :2], v[:, :, :2])
    t.close(keys, k[:, :, :2])


@check("edges")
def no_tokens(t):
    """A chunk of no tokens crashes or changes the cache."""
    q, k, v = draw(t, 2, 2, 4, 3)
    none = slice(0, 0)
    cache = t.candidate.KVCache(4)
    cache.append(k[:, :, :3], v[:, :, :3])
    keys, values = cache.append(k[:, :, none], v[:, :, none])
    assert cache.length == 3
    t.close(keys, k[:, :, :3])
    t.close(values, v[:, :, :3])
    out = t.candidate.attend_cached(q[:, :, none], k[:, :, none], v[:, :, none], cache)
    assert tuple(out.shape) == (2, 2, 0, 3)
    assert cache.length == 3
    want = full_pass(q, k, v)[:, :, 3:]
    last = t.candidate.attend_cached(q[:, :, 3:], k[:, :, 3:], v[:, :, 3:], cache)
    assert (last - want).abs().max().item() <= 1e-10
    cache.append(k[:, :, none], v[:, :, none])
    assert cache.length == 4
    fresh = t.candidate.KVCache(2)
    keys, _ = fresh.append(k[:, :, none], v[:, :, none])
    assert tuple(keys.shape) == (2, 2, 0, 3)
    assert fresh.length == 0


@check("edges")
def masks_and_positions_of_nothing(t):
    """No queries, or more queries than keys, are not handled as agreed."""
    for kv_len in (0, 1, 5):
        mask = t.candidate.causal_mask(0, kv_len)
        assert tuple(mask.shape) == (0, kv_len)
        assert mask.dtype == torch.bool
        empty = t.candidate.positions(kv_len, 0)
        assert tuple(empty.shape) == (0,)
        assert empty.dtype == torch.int64
    for q_len, kv_len in ((2, 1), (5, 4), (1, 0), (-1, 3), (-2, 0)):
        t.raises(ValueError, t.candidate.causal_mask, q_len, kv_len)


@check("edges")
def bad_max_len(t):
    """A cache for no tokens is accepted."""
    t.raises(ValueError, t.candidate.KVCache, 0)
    t.raises(ValueError, t.candidate.KVCache, -4)


@check("edges")
def tensors_that_do_not_fit(t):
    """Keys of another batch, head count, width, dtype or device than the first are accepted, or stay in the cache."""
    for shape in ((3, 2, 1, 4), (2, 1, 1, 4), (2, 2, 1, 5), (1, 2, 1, 4)):
        cache = t.candidate.KVCache(8)
        cache.append(torch.ones(2, 2, 1, 4), torch.ones(2, 2, 1, 4))
        t.raises(ValueError, cache.append, torch.ones(shape), torch.ones(shape))
        t.raises(ValueError, cache.append, torch.ones(2, 2, 1, 4), torch.ones(shape))
        t.raises(ValueError, cache.append, torch.ones(shape), torch.ones(2, 2, 1, 4))
        assert cache.length == 1
        keys, values = cache.append(2 * torch.ones(2, 2, 1, 4), torch.zeros(2, 2, 1, 4))
        whole = torch.tensor([1.0, 2.0]).view(1, 1, 2, 1).expand(2, 2, 2, 4)
        t.close(keys, whole)
        t.close(values, 2 - whole)
    cache = t.candidate.KVCache(8)
    cache.append(torch.ones(2, 2, 1, 4), torch.ones(2, 2, 1, 4))
    wide = torch.ones(2, 2, 1, 4, dtype=torch.float64)
    t.raises(ValueError, cache.append, wide, wide)
    t.raises(ValueError, cache.append, torch.ones(2, 2, 1, 4), wide)
    assert cache.length == 1
    cache = t.candidate.KVCache(8)
    cache.append(torch.ones(2, 2, 1, 4), torch.ones(2, 2, 1, 4))
    elsewhere = t.call_kept(t.torch.ones, 2, 2, 1, 4, device="meta")
    t.raises(ValueError, cache.append, elsewhere, elsewhere)


@check("edges")
def later_changes_of_the_caller(t):
    """Changing k or v after the append changes what the cache holds."""
    _, k, v = draw(t, 1, 1, 4, 3)
    cache = t.candidate.KVCache(6)
    for start, stop in ((0, 2), (2, 3)):
        own_k, own_v = t.keep(k[:, :, start:stop]), t.keep(v[:, :, start:stop])
        t.call_kept(cache.append, own_k, own_v)
        own_k.fill_(99.0)
        own_v.fill_(99.0)
    keys, values = cache.append(k[:, :, 3:], v[:, :, 3:])
    t.close(keys, k)
    t.close(values, v)


@check("edges")
def inputs_stay_as_they_are(t):
    """Attention changes its inputs."""
    tensors = draw(t, 1, 2, 3, 4)
    q, k, v = (t.keep(x) for x in tensors)
    cache = t.candidate.KVCache(3)
    t.candidate.attend_cached(q, k, v, cache)
    for kept, want in zip((q, k, v), tensors, strict=True):
        assert torch.equal(t.fetch(kept), want)


@check("edges")
def caches_are_independent(t):
    """Two caches in use at the same time mix their tokens."""
    one, two = draw(t, 1, 2, 5, 4, key=1), draw(t, 3, 1, 5, 2, key=2)
    caches = [t.candidate.KVCache(5), t.candidate.KVCache(7)]
    parts = [[], []]
    for i in range(5):
        for which, (q, k, v) in enumerate((one, two)):
            piece = slice(i, i + 1)
            parts[which].append(
                t.candidate.attend_cached(
                    q[:, :, piece], k[:, :, piece], v[:, :, piece], caches[which]
                )
            )
    for got, (q, k, v) in zip(parts, (one, two), strict=True):
        agree(t, got, full_pass(q, k, v), 1e-10)


@check("edges")
def dtype_of_the_result(t):
    """The result does not have the dtype of the query."""
    for dtype in (torch.float32, torch.float64, torch.bfloat16):
        q, k, v = draw(t, 1, 1, 3, 4, dtype)
        for part in chunked(t, q, k, v, [2, 1], 3):
            assert part.dtype == dtype
            assert torch.isfinite(part).all()


@check("device", devices=True)
def random_chunks(t):
    """Some way of cutting a sequence into chunks changes the result."""
    for dtype, atol in ((torch.float32, 1e-5), (torch.float64, 1e-10)):
        for round_ in range(6):
            n = t.rng.randint(2, 12)
            b, h, d = t.rng.choice([1, 3]), t.rng.choice([1, 2]), t.rng.choice([2, 8])
            q, k, v = draw(t, b, h, n, d, dtype, key=round_)
            want = full_pass(q, k, v)
            on = [x.to(t.device) for x in (q, k, v)]
            parts = chunked(t, *on, random_sizes(t, n), n + t.rng.randint(0, 3))
            assert all(part.device.type == torch.device(t.device).type for part in parts)
            agree(t, [part.cpu() for part in parts], want, atol)
    mask = t.candidate.causal_mask(2, 5, device=t.device)
    where = t.candidate.positions(3, 2, device=t.device)
    assert mask.device.type == where.device.type == torch.device(t.device).type
    assert mask.cpu().tolist() == [[True, True, True, True, False], [True] * 5]
    assert where.cpu().tolist() == [3, 4]


@check("determinism")
def same_again(t):
    """The same sequence gives another result the second time."""
    q, k, v = draw(t, 2, 2, 6, 4, torch.float32)
    first = torch.cat(chunked(t, q, k, v, [2, 1, 3], 6), dim=2)
    second = torch.cat(chunked(t, q, k, v, [2, 1, 3], 6), dim=2)
    assert torch.equal(first, second)
