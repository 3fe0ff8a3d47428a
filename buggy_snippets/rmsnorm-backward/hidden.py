"""Hidden checks of rmsnorm-backward: both gradients, in every shape, type and layout."""

import torch
from drill.runner.hidden import check

SHAPES = ((3,), (2, 3), (2, 2, 3), (4, 1, 2, 5))


def values(t, *shape, size=1.0, k=0, dtype=torch.float64):
    return (torch.randn(shape, generator=t.generator(k), dtype=torch.float64) * size).to(dtype)


def reference(x, weight, dy, eps=1e-6):
    """Output and gradients by autograd of the formula in double precision."""
    a, w = x.double().clone().requires_grad_(), weight.double().clone().requires_grad_()
    y = a * (a.pow(2).mean(-1, keepdim=True) + eps) ** -0.5 * w
    y.backward(dy.double())
    return y.detach(), a.grad, w.grad


def weight_of(t, size, k=7):
    """Weights well away from one, of both signs."""
    w = values(t, size, k=k) * 1.5
    return w + torch.sign(w) * 0.3


def agrees(t, x, weight, dy, eps=None, atol=1e-9, rtol=1e-9, **how):
    y, dx, dw, _, same, device = t.world.run(t.candidate.rms_norm, x, weight, dy, eps, **how)
    want = reference(x, weight, dy, 1e-6 if eps is None else eps)
    assert same, "the inputs were modified"
    assert device == how.get("device", "cpu"), "the output was on another device"
    for got, right, like in zip((y, dx, dw), want, (x, x, weight)):
        t.close(got, right.to(like.dtype), atol=atol, rtol=rtol)


@check("fault")
def gradient_of_x(t):
    """The input gradient differed from that of the formula."""
    for shape in SHAPES:
        x, dy, w = values(t, *shape), values(t, *shape, k=1), weight_of(t, shape[-1])
        _, dx, _, *_ = t.world.run(t.candidate.rms_norm, x, w, dy, None, needs=(True, False))
        t.close(dx, reference(x, w, dy)[1], atol=1e-9, rtol=1e-9)


@check("fault")
def gradient_of_the_weight(t):
    """The weight gradient differed from that of the formula, or had another shape."""
    for shape in SHAPES:
        x, dy, w = values(t, *shape), values(t, *shape, k=1), weight_of(t, shape[-1])
        _, _, dw, *_ = t.world.run(t.candidate.rms_norm, x, w, dy, None, needs=(False, True))
        t.close(dw, reference(x, w, dy)[2], atol=1e-9, rtol=1e-9)


@check("fault")
def weights_other_than_one(t):
    """With weights other than one the gradients were wrong."""
    x, dy = values(t, 5, 4), values(t, 5, 4, k=1)
    for w in ([1.0, 1, 1, 1], [2.0, 2, 2, 2], [0.5, -3, 1, 7], [0.0, 1, 0, -1]):
        agrees(t, x, torch.tensor(w, dtype=torch.float64), dy)


@check("fault")
def gradcheck_passes(t):
    """torch's gradient check found a mismatch."""
    for shape in ((3,), (2, 3), (2, 2, 3), (2, 1)):
        for eps in (1e-6, 0.1):
            x, w = values(t, *shape, k=2), weight_of(t, shape[-1])
            x = x + 0.4 * torch.sign(x)
            assert not t.world.gradcheck(t.candidate.rms_norm, x, w, eps)


@check("regression")
def forward(t):
    """The output was not x times r times weight."""
    for shape in SHAPES:
        for eps in (None, 1e-6, 0.3):
            x, w = values(t, *shape, size=2.0), weight_of(t, shape[-1])
            y = t.world.run(t.candidate.rms_norm, x, w, x, eps)[0]
            t.close(y, reference(x, w, x, eps or 1e-6)[0], atol=1e-10, rtol=1e-10)


@check("regression")
def float32(t):
    """In single precision the output or a gradient was wrong, or of another type."""
    for shape in ((6, 8), (2, 3, 16)):
        x, dy = (values(t, *shape, k=k, dtype=torch.float32) for k in (0, 1))
        agrees(t, x, weight_of(t, shape[-1]).float(), dy, atol=2e-5, rtol=2e-5)


@check("regression")
def still_a_function_of_its_own(t):
    """RMSNormFn was no autograd function any more, or it was left wrong and gone round."""
    assert t.world.is_function(t.candidate.RMSNormFn)
    x, dy, w = values(t, 2, 2, 3), values(t, 2, 2, 3, k=1), weight_of(t, 3)
    if not t.world.passes_through(t.candidate.rms_norm, t.candidate.RMSNormFn, x, w):
        got = t.world.applied(t.candidate.RMSNormFn, x, w, dy, 1e-6)
        for grad, want in zip(got, reference(x, w, dy)[1:]):
            t.close(grad, want, atol=1e-9)
    leaves = t.keep(x), t.keep(w)
    for leaf in leaves:
        leaf.requires_grad_()
    y = t.call_kept(t.candidate.rms_norm, *leaves)
    y.backward(dy)
    for leaf, want in zip(leaves, reference(x, w, dy)[1:]):
        t.close(leaf.grad, want, atol=1e-9)


@check("edges")
def half_types(t):
    """In a half type the result was imprecise, overflowed or came back in another type."""
    for dtype, tol in ((torch.float16, 4e-3), (torch.bfloat16, 3e-2)):
        for size in (1.0, 30.0):
            x = values(t, 16, 8, size=size, dtype=dtype)
            dy = values(t, 16, 8, k=1, dtype=dtype)
            agrees(t, x, weight_of(t, 8).to(dtype), dy, atol=tol, rtol=tol)


@check("edges")
def half_does_not_overflow(t):
    """Float16 values of a few hundred, or a steep upstream gradient, ended in inf or nan."""
    x = values(t, 6, 8, size=300.0, dtype=torch.float16)
    dy = values(t, 6, 8, size=300.0, k=1, dtype=torch.float16)
    agrees(t, x, weight_of(t, 8).half(), dy, atol=0.5, rtol=5e-3)
    heavy = torch.full((1, 4), 1000.0, dtype=torch.float16), torch.full((4,), 300.0, dtype=torch.float16)
    agrees(t, *heavy, torch.tensor([[200.0, -200.0, 0.0, 0.0]], dtype=torch.float16) * 2, atol=0.5, rtol=5e-3)
    flat = torch.full((4, 8), 1000.0, dtype=torch.float16)
    agrees(t, flat, torch.ones(8, dtype=torch.float16), dy[:4], atol=0.5, rtol=5e-3)


@check("edges")
def a_weight_in_float32_beside_half(t):
    """With half-precision inputs and a float32 weight the weight gradient overflowed or lost digits."""
    x = values(t, 600, 4, dtype=torch.float16)
    dy = torch.full((600, 4), 200.0, dtype=torch.float16) * x.sign()
    agrees(t, x, weight_of(t, 4).float(), dy, atol=0.5, rtol=5e-3)


@check("edges")
def half_sums_do_not_overflow(t):
    """In float16 the parts of the weight gradient overflowed, though their sum is an ordinary number."""
    x, dy = torch.zeros(2, 8, dtype=torch.float16), torch.zeros(2, 8, dtype=torch.float16)
    x[:, 2], dy[0, 2], dy[1, 2] = 3.0, 40_000.0, -39_008.0
    agrees(t, x, torch.ones(8, dtype=torch.float16), dy, atol=0.5, rtol=5e-3)


@check("edges")
def one_feature(t):
    """With a single feature the gradients were wrong."""
    for shape in ((1,), (4, 1), (2, 3, 1)):
        x, dy = values(t, *shape) + 0.5, values(t, *shape, k=1)
        for eps in (1e-6, 0.5):
            agrees(t, x, weight_of(t, 1), dy, eps, atol=1e-8, rtol=1e-7)


@check("edges")
def zero_rows(t):
    """A row of zeros gave inf, nan or a wrong gradient."""
    x, dy = values(t, 4, 3), values(t, 4, 3, k=1)
    x[1] = 0.0
    x[3, :2] = 0.0
    for eps in (1e-6, 1e-2):
        agrees(t, x, weight_of(t, 3), dy, eps)
        assert not t.world.gradcheck(t.candidate.rms_norm, x * 1.0, weight_of(t, 3), 0.05)


@check("edges")
def no_rows(t):
    """An input without rows was not handled."""
    for shape in ((0, 3), (2, 0, 3)):
        x, w = torch.zeros(shape, dtype=torch.float64), weight_of(t, 3)
        y, dx, dw, *_ = t.world.run(t.candidate.rms_norm, x, w, x)
        assert y.shape == shape and dx.shape == shape
        t.close(dw, torch.zeros(3, dtype=torch.float64))


@check("edges")
def only_what_needs_a_gradient(t):
    """A gradient was missing, or appeared, when only one input needs one."""
    x, dy, w = values(t, 2, 3), values(t, 2, 3, k=1), weight_of(t, 3)
    y, want_x, want_w = reference(x, w, dy)
    for needs in ((True, True), (True, False), (False, True), (False, False)):
        got, dx, dw, tracked, same, _ = t.world.run(t.candidate.rms_norm, x, w, dy, None, needs=needs)
        t.close(got, y, atol=1e-10)
        assert same, "the inputs or the upstream gradient were modified"
        assert tracked == any(needs)
        for grad, want, needed in ((dx, want_x, needs[0]), (dw, want_w, needs[1])):
            if needed:
                t.close(grad, want, atol=1e-9)
            else:
                assert grad is None


@check("edges")
def memory_layouts(t):
    """An input that is not contiguous was not handled."""
    w = weight_of(t, 4)
    for layout in ("transposed", "strided"):
        x, dy = values(t, 3, 2, 4), values(t, 3, 2, 4, k=1)
        agrees(t, x, w, dy, layout=layout)
        assert not t.world.gradcheck(t.candidate.rms_norm, x[:2], w, 1e-3, layout)


@check("edges")
def upstream_gradients(t):
    """An upstream gradient that is expanded or not contiguous was not handled."""
    x, w = values(t, 5, 4), weight_of(t, 4)
    dx, dw = t.world.summed(t.candidate.rms_norm, x, w)
    _, want_x, want_w = reference(x, w, torch.ones_like(x))
    t.close(dx, want_x, atol=1e-9)
    t.close(dw, want_w, atol=1e-9)
    dy = values(t, 5, 4, k=1)
    agrees(t, x, w, dy, dy_layout="transposed")
    agrees(t, x, w, dy, dy_layout="strided")
    same_rows = dy[:1].expand(5, 4).clone()
    agrees(t, x, w, same_rows, dy_layout="expanded rows")
    x, dy = values(t, 3, 2, 4), values(t, 3, 2, 4, k=1)
    agrees(t, x, w, dy, dy_layout="transposed")
    agrees(t, x, w, dy, dy_layout="strided")


@check("edges")
def wrong_weight_shapes(t):
    """A weight that does not fit the last dimension was accepted."""
    x = values(t, 2, 3)
    for shape in ((), (1,), (2,), (4,), (3, 1), (1, 3), (2, 3)):
        t.raises(ValueError, t.candidate.rms_norm, x, torch.ones(shape, dtype=torch.float64))


@check("scale", seconds=6)
def many_rows(t):
    """With thousands of rows the sums over rows were wrong."""
    x, dy = (values(t, 8, 512, 16, k=k, dtype=torch.float32) for k in (0, 1))
    agrees(t, x, weight_of(t, 16).float(), dy, atol=2e-3, rtol=1e-4)


@check("device", devices=True)
def on_each_device(t):
    """On this device the output or a gradient was wrong."""
    for shape in ((3,), (4, 3), (2, 2, 3)):
        x, dy, w = values(t, *shape), values(t, *shape, k=1), weight_of(t, 3)
        agrees(t, x, w, dy, device=t.device)
    x, dy = (values(t, 16, 8, k=k, dtype=torch.float16) for k in (0, 1))
    agrees(t, x, weight_of(t, 8).half(), dy, atol=4e-3, rtol=4e-3, device=t.device)


@check("determinism")
def gradients_accumulate(t):
    """A second backward pass did not add the same gradients again."""
    x, dy, w = values(t, 2, 3), values(t, 2, 3, k=1), weight_of(t, 3)
    _, want_x, want_w = reference(x, w, dy)
    dx, dw = t.world.twice(t.candidate.rms_norm, x, w, dy)
    t.close(dx, 2 * want_x, atol=1e-9)
    t.close(dw, 2 * want_w, atol=1e-9)
