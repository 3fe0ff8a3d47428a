"""Hidden checks of masked-attention-nan: dead rows, their gradients, masked keys, half precision."""

import torch

from drill.runner.hidden import check


def reference(q, k, v, mask=None):
    """Row by row over the permitted keys, in float64, differentiable."""
    q, k, v = q.double(), k.double(), v.double()
    rows, keys = q.shape[-2], k.shape[-2]
    batch = q.shape[:-2]
    full = torch.ones(*batch, rows, keys, dtype=torch.bool)
    if mask is not None:
        full = mask.expand(*batch, rows, keys)
    flat_q, flat_k, flat_v = (x.reshape(-1, *x.shape[-2:]) for x in (q, k, v))
    flat_m = full.reshape(-1, rows, keys)
    out = []
    for b in range(flat_q.shape[0]):
        for i in range(rows):
            seen = flat_m[b, i].nonzero().flatten()
            if len(seen) == 0:
                out.append(torch.zeros(v.shape[-1], dtype=torch.float64))
                continue
            scores = flat_k[b, seen] @ flat_q[b, i] / q.shape[-1] ** 0.5
            out.append(scores.softmax(0) @ flat_v[b, seen])
    return torch.stack(out).reshape(*batch, rows, v.shape[-1])


def draw(t, *batch, rows=4, keys=5, dim=3, wide=2, dtype=torch.float64, key=0):
    gen = t.generator(key)
    shapes = (*batch, rows, dim), (*batch, keys, dim), (*batch, keys, wide)
    return [torch.randn(s, generator=gen, dtype=torch.float64).to(dtype) for s in shapes]


def draw_mask(t, *shape, key=0, share=0.5):
    return torch.rand(*shape, generator=t.generator(1000 + key)) < share


def near(got, want, tolerance=1e-9):
    assert got.shape == want.shape
    assert bool(torch.isfinite(got).all())
    assert (got.double() - want).abs().max().item() <= tolerance


@check("fault")
def dead_rows_are_zero(t):
    """A query that may attend to nothing does not give exactly 0, or spoils other rows."""
    q, k, v = draw(t, 2)
    mask = torch.ones(2, 4, 5, dtype=torch.bool)
    mask[1, 2] = False
    mask[0, 0, 1:] = False
    out = t.candidate.masked_attention(q, k, v, mask)
    assert bool((out[1, 2] == 0).all())
    near(out, reference(q, k, v, mask))


@check("fault")
def gradients_of_dead_rows(t):
    """A query that may attend to nothing brings NaN into a gradient, or has one itself."""
    for dtype, tolerance in ((torch.float64, 1e-9), (torch.float32, 1e-4)):
        q, k, v = draw(t, 2, dtype=dtype, key=1)
        mask = draw_mask(t, 2, 4, 5, key=1)
        mask[0, 1] = False
        mask[1, 0] = False
        mask[1, 3] = False
        mask[0, 0] = True
        grad = torch.randn(2, 4, 2, generator=t.generator(2), dtype=torch.float64).to(dtype)
        got = t.world.with_grads(t.candidate.masked_attention, q, k, v, mask, grad)
        own = [x.double().requires_grad_() for x in (q, k, v)]
        want = reference(*own, mask)
        want.backward(grad.double())
        for one, other in zip(got, [want.detach(), *(x.grad for x in own)], strict=True):
            assert one.dtype == dtype
            near(one, other, tolerance)
        dead = ~mask.any(-1)
        assert bool((got[0][dead] == 0).all())
        assert bool((got[1][dead] == 0).all())


@check("fault")
def everything_dead(t):
    """With nothing to attend to at all, the output or a gradient is not exactly 0."""
    for dtype in (torch.float64, torch.float32, torch.float16, torch.bfloat16):
        q, k, v = draw(t, 2, dtype=dtype, key=3)
        mask = torch.zeros(2, 4, 5, dtype=torch.bool)
        grad = torch.ones(2, 4, 2, dtype=dtype)
        for x in t.world.with_grads(t.candidate.masked_attention, q, k, v, mask, grad):
            assert x.dtype == dtype
            assert bool((x == 0).all())


@check("fault")
def half_precision_does_not_overflow(t):
    """Half-precision inputs whose products pass 65504 give inf or NaN."""
    for dtype, size in ((torch.float16, 150.0), (torch.float16, 2000.0), (torch.bfloat16, 2000.0)):
        signs = torch.where(draw_mask(t, 3, 64, key=4), size, -size)
        q = signs.to(dtype)
        k = torch.cat([signs, torch.full((2, 64), size)]).to(dtype)
        v = torch.randn(5, 4, generator=t.generator(5)).to(dtype)
        mask = torch.ones(3, 5, dtype=torch.bool)
        mask[2] = False
        mask[0, 4] = False
        for given in (mask, None):
            args = (q, k, v) if given is None else (q, k, v, given)
            out = t.candidate.masked_attention(*args)
            assert out.dtype == dtype
            near(out, reference(q, k, v, given), 2e-2)


@check("fault")
def half_precision_keeps_close_scores_apart(t):
    """In half precision, large scores that differ by little are rounded to the same one."""
    for dtype in (torch.float16, torch.bfloat16):
        base = torch.where(draw_mask(t, 16, key=20), 2.0, -2.0)
        shift = torch.randn(6, 16, generator=t.generator(21))
        q = (base * 16 * torch.tensor([1.0, 1.0, -1.0, -1.0])[:, None]).to(dtype)
        k = (base + 0.05 * shift).to(dtype)
        v = torch.randn(6, 3, generator=t.generator(22)).clamp(-1, 1).to(dtype)
        mask = draw_mask(t, 4, 6, key=23, share=0.7)
        mask[1] = True
        near(t.candidate.masked_attention(q, k, v, mask), reference(q, k, v, mask), 2e-2)


@check("regression")
def without_a_mask(t):
    """Without a mask it is not full attention."""
    for batch in ((), (3,), (2, 3)):
        q, k, v = draw(t, *batch, key=6)
        near(t.candidate.masked_attention(q, k, v), reference(q, k, v))
        near(t.candidate.masked_attention(q, k, v, None), reference(q, k, v))
        every = torch.ones(4, 5, dtype=torch.bool)
        near(t.candidate.masked_attention(q, k, v, every), reference(q, k, v))


@check("regression")
def partial_masks(t):
    """A mask that hides some keys, or is broadcast, is not applied to the right ones."""
    q, k, v = draw(t, 2, 3, key=7)
    shapes = ((2, 3, 4, 5), (4, 5), (5,), (1, 5), (2, 1, 4, 5), (2, 1, 1, 5), (3, 4, 1), (1, 3, 1, 5))
    for number, shape in enumerate(shapes):
        mask = draw_mask(t, *shape, key=number)
        out = t.candidate.masked_attention(q, k, v, mask)
        near(out, reference(q, k, v, mask))
    causal = torch.ones(4, 5, dtype=torch.bool).tril()
    near(t.candidate.masked_attention(q, k, v, causal), reference(q, k, v, causal))


@check("regression")
def gradcheck(t):
    """Numerical and computed gradients differ."""
    q, k, v = draw(t, 2, rows=3, keys=4, key=8)
    mask = draw_mask(t, 2, 3, 4, key=8)
    mask[0, 0] = False
    mask[1, 1] = True
    assert t.world.gradcheck(t.candidate.masked_attention, q, k, v, mask) is True
    assert t.world.gradcheck(t.candidate.masked_attention, q, k, v, None) is True


@check("edges")
def masked_keys_have_no_influence(t):
    """Changing a masked key or its value changes the output."""
    for dtype in (torch.float32, torch.float64, torch.float16):
        q, k, v = draw(t, 2, dtype=dtype, key=9)
        mask = draw_mask(t, 2, 1, 5, key=9)
        mask[0, 0, 0] = False
        mask[1, 0, 2] = False
        mask[:, :, 4] = True
        out = t.candidate.masked_attention(q, k, v, mask)
        hidden = ~mask[:, 0, :, None]
        other_k = torch.where(hidden, torch.tensor(3e4, dtype=dtype), k)
        other_v = torch.where(hidden, torch.tensor(-6e4, dtype=dtype), v)
        again = t.candidate.masked_attention(q, other_k, other_v, mask)
        assert torch.equal(out, again)


@check("edges")
def very_low_scores(t):
    """When all permitted scores are far below -10 000, masked keys show through."""
    for dtype, low in ((torch.float32, 200.0), (torch.float64, 3000.0), (torch.float32, 30000.0)):
        q = torch.full((1, 2, 4), low, dtype=dtype)
        k = torch.full((1, 3, 4), -low, dtype=dtype)
        k[0, 1] = low
        v = torch.tensor([[[1.0], [50.0], [2.0]]], dtype=dtype)
        mask = torch.tensor([[True, False, True], [True, False, False]])
        out = t.candidate.masked_attention(q, k, v, mask)
        near(out, torch.tensor([[[1.5], [1.0]]], dtype=torch.float64), 1e-6)


@check("edges")
def one_key_and_none(t):
    """One key, or no key at all, is not handled."""
    q, k, v = draw(t, 2, keys=1, key=10)
    near(t.candidate.masked_attention(q, k, v), v.expand(2, 4, 2))
    mask = torch.tensor([True, False, True, False]).reshape(4, 1)
    near(t.candidate.masked_attention(q, k, v, mask), v * mask)
    for dtype in (torch.float32, torch.float64, torch.float16):
        q, k, v = draw(t, 2, keys=0, dtype=dtype, key=11)
        for given in (None, torch.zeros(4, 0, dtype=torch.bool), torch.zeros(2, 4, 0, dtype=torch.bool)):
            args = (q, k, v) if given is None else (q, k, v, given)
            out = t.candidate.masked_attention(*args)
            assert out.dtype == dtype
            assert out.shape == (2, 4, 2)
            assert bool((out == 0).all())


@check("edges")
def other_mask_dtypes(t):
    """A mask that is not boolean is accepted."""
    q, k, v = draw(t, 2, key=12)
    for dtype in (torch.float32, torch.float64, torch.int64, torch.uint8, torch.int32):
        mask = torch.ones(4, 5).to(dtype)
        t.raises(TypeError, t.candidate.masked_attention, q, k, v, mask)
        nothing = (x[..., :0, :] for x in (k, v))
        t.raises(TypeError, t.candidate.masked_attention, q, *nothing, mask[:, :0])


@check("edges")
def dtypes_stay(t):
    """The result does not have the dtype and the precision of the query."""
    tolerances = {torch.float16: 4e-3, torch.bfloat16: 3e-2, torch.float32: 1e-5, torch.float64: 1e-10}
    for dtype, tolerance in tolerances.items():
        q, k, v = draw(t, 3, dtype=dtype, key=13)
        mask = draw_mask(t, 3, 4, 5, key=13, share=0.7)
        for given in (mask, None):
            args = (q, k, v) if given is None else (q, k, v, given)
            out = t.candidate.masked_attention(*args)
            assert out.dtype == dtype
            near(out, reference(q, k, v, given), tolerance)


@check("edges")
def inputs_unchanged(t):
    """The call changes an input, the mask for instance."""
    q, k, v = draw(t, 2, key=14)
    mask = draw_mask(t, 2, 4, 5, key=14)
    mask[0, 0] = False
    given = q, k, v, mask
    assert all(map(torch.equal, t.after(t.candidate.masked_attention, *given), given))


@check("device", devices=True)
def on_the_device(t):
    """On the device dead rows, gradients or half precision go wrong."""
    kind = torch.device(t.device).type
    for dtype, tolerance in ((torch.float32, 1e-4), (torch.float16, 2e-2), (torch.bfloat16, 1e-1)):
        q, k, v = draw(t, 2, dtype=dtype, key=15)
        mask = draw_mask(t, 2, 4, 5, key=15)
        mask[1, 2] = False
        mask[0, 0] = True
        grad = torch.ones(2, 4, 2, dtype=dtype)
        own = [x.double().requires_grad_() for x in (q, k, v)]
        want = reference(*own, mask)
        want.backward(grad.double())
        on = [x.to(t.device) for x in (q, k, v, mask, grad)]
        got = t.world.with_grads(t.candidate.masked_attention, *on)
        for one, other in zip(got, [want.detach(), *(x.grad for x in own)], strict=True):
            assert one.device.type == kind
            near(one.cpu(), other, tolerance)
        assert bool((got[0].cpu()[1, 2] == 0).all())
    big = torch.full((1, 64), 2000.0, dtype=torch.float16).to(t.device)
    out = t.candidate.masked_attention(big, big, torch.ones(1, 3, dtype=torch.float16).to(t.device))
    near(out.cpu(), torch.ones(1, 3, dtype=torch.float64), 1e-3)
