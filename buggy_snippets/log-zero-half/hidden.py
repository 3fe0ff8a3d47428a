"""Hidden checks of log-zero-half: stable values and gradients, shapes, weights, half precision."""

import torch
import torch.nn.functional as F

from drill.runner.hidden import check

HALVES = (torch.float16, torch.bfloat16)
TOLERANCE = {torch.float32: 1e-5, torch.float64: 1e-10, torch.float16: 1e-5, torch.bfloat16: 1e-5}


def result_dtype(dtype):
    return torch.float32 if dtype in HALVES else dtype


def reference(logits, target, weight=None, reduction="mean"):
    """Value and gradient in float64."""
    x = logits.detach().clone().double().requires_grad_()
    w = torch.ones_like(x) if weight is None else weight.double()
    each = w * F.binary_cross_entropy_with_logits(x, target.double(), reduction="none")
    total = w.sum()
    loss = each if reduction == "none" else each.sum()
    if reduction == "mean":
        loss = loss / total if total > 0 else loss * 0
    loss.sum().backward()
    return loss.detach(), x.grad


def compare(t, logits, target, weight=None, reduction="mean", tolerance=None):
    got, connected, grad = t.world.with_grad(t.candidate.binary_nll, logits, target, weight, reduction)
    want, want_grad = reference(logits, target, weight, reduction)
    tolerance = tolerance or TOLERANCE[logits.dtype]
    assert got.dtype == result_dtype(logits.dtype)
    assert got.shape == want.shape
    assert connected
    assert bool(torch.isfinite(got).all())
    assert bool(((got.double() - want).abs() <= tolerance * want.abs() + tolerance).all())
    assert grad.dtype == logits.dtype
    assert bool(torch.isfinite(grad).all())
    eps = {torch.float16: 2e-3, torch.bfloat16: 1.6e-2}.get(logits.dtype, tolerance)
    assert bool(((grad.double() - want_grad).abs() <= eps * want_grad.abs() + 1e-6).all())


def draw(t, *shape, dtype=torch.float32, key=0, scale=3.0):
    gen = t.generator(key)
    logits = (torch.randn(*shape, generator=gen, dtype=torch.float64) * scale).to(dtype)
    target = torch.randint(0, 2, shape, generator=gen).to(torch.float64)
    weight = torch.rand(*shape, generator=gen, dtype=torch.float64) * 3
    return logits, target, weight


@check("fault")
def confident_mistakes(t):
    """A confident mistake gives inf, NaN, a capped loss, or a gradient that is not that of the loss."""
    for dtype in (torch.float32, torch.float64, torch.float16, torch.bfloat16):
        sizes = [10.0, 17.0, 25.0, 40.0, 89.0, 120.0, 1000.0]
        logits = torch.tensor([-s for s in sizes] + sizes, dtype=torch.float64).to(dtype)
        target = torch.tensor([1.0] * len(sizes) + [0.0] * len(sizes))
        for reduction in ("none", "sum", "mean"):
            compare(t, logits, target, None, reduction)


@check("fault")
def extreme_logits(t):
    """Logits of up to 60 000 give inf or NaN in the loss or the gradient."""
    for dtype in (torch.float16, torch.float32, torch.float64, torch.bfloat16):
        logits = torch.tensor([6e4, 6e4, -6e4, -6e4, 0.25, -0.5], dtype=torch.float64).to(dtype)
        target = torch.tensor([1.0, 0.0, 1.0, 0.0, 1.0, 0.5])
        for reduction in ("none", "sum", "mean"):
            compare(t, logits, target, None, reduction)


@check("fault")
def shapes_are_not_broadcast(t):
    """Logits and targets, or weights, of different shapes are broadcast."""
    nll = t.candidate.binary_nll
    for one, other in (
        ((8, 1), (8,)),
        ((8,), (8, 1)),
        ((4, 3), (3,)),
        ((4, 3), (4, 1)),
        ((4, 3), (1, 3)),
        ((1,), ()),
        ((), (1,)),
        ((5,), (4,)),
        ((2, 3), (3, 2)),
        ((2, 3), (6,)),
        ((1, 4), (4,)),
    ):
        for reduction in ("mean", "none"):
            t.raises(ValueError, nll, torch.zeros(one), torch.ones(other), None, reduction)
        t.raises(ValueError, nll, torch.zeros(one), torch.ones(one), torch.ones(other))


@check("fault")
def half_precision(t):
    """Half-precision logits are not computed and returned in float32."""
    for dtype in HALVES:
        logits, target, weight = draw(t, 40, dtype=dtype, key=1, scale=8.0)
        for reduction in ("none", "sum", "mean"):
            compare(t, logits, target, None, reduction)
            compare(t, logits, target.to(dtype), weight.to(dtype), reduction, 1e-4)


@check("regression")
def random_logits(t):
    """Ordinary logits do not get the binary cross-entropy and its gradient."""
    for number, shape in enumerate(((7,), (4, 3), (2, 3, 4))):
        for dtype in (torch.float32, torch.float64):
            logits, target, _ = draw(t, *shape, dtype=dtype, key=10 + number)
            for reduction in ("none", "sum", "mean"):
                compare(t, logits, target, None, reduction)
    logits, target, weight = draw(t, 6, key=20)
    want, _ = reference(logits, target)
    assert abs(t.candidate.binary_nll(logits, target).item() - want.item()) < 1e-5
    want, _ = reference(logits, target, weight, "sum")
    got = t.candidate.binary_nll(logits, target, weight=weight, reduction="sum")
    assert abs(got.item() - want.item()) < 1e-4


@check("regression")
def weighted(t):
    """Weights, zeros among them, do not act per element, or the mean does not divide by their sum."""
    for dtype in (torch.float32, torch.float64):
        logits, target, weight = draw(t, 5, 4, dtype=dtype, key=30)
        weight[0] = 0.0
        weight[1, 1] = 7.5
        for reduction in ("none", "sum", "mean"):
            compare(t, logits, target, weight, reduction)
            compare(t, logits, target, weight.float(), reduction)
            compare(t, logits, target, weight / weight.sum() / 4, reduction)


@check("edges")
def kinds_of_targets(t):
    """Soft, boolean or integer targets are not taken as they are."""
    logits, _, weight = draw(t, 12, key=40)
    soft = torch.rand(12, generator=t.generator(41), dtype=torch.float64)
    soft[0], soft[1] = 0.0, 1.0
    for target in (soft, soft.float(), soft > 0.5, *((soft > 0.5).to(d) for d in (torch.int64, torch.int32, torch.uint8))):
        for reduction in ("none", "mean"):
            compare(t, logits, target, None, reduction)
            compare(t, logits, target, weight, reduction)
        compare(t, logits.double(), target)
        compare(t, logits.half(), target)


@check("edges")
def halves_round_nothing_else(t):
    """With half-precision logits soft targets or weights lose digits that float32 would keep."""
    each = [1 / 3, 0.1, 0.7, 0.999, 1e-4, 0.37]
    soft = torch.tensor(each * 2, dtype=torch.float64)
    weight = torch.tensor(each[::-1] * 2, dtype=torch.float64) * 3
    for dtype in HALVES:
        logits = torch.tensor([9.0, -9.0, 5.0, -5.0, 60.0, -2.0] * 2).to(dtype)
        for kind in (torch.float32, torch.float64):
            compare(t, logits, soft.to(kind), None, "none")
            compare(t, logits, soft.to(kind).round(), weight.to(kind), "none")
            compare(t, logits, soft.to(kind), weight.to(kind))


@check("edges")
def bad_targets_and_weights(t):
    """A target outside [0, 1] or a negative or NaN weight is accepted."""
    nll = t.candidate.binary_nll
    logits = torch.zeros(3)
    good = torch.tensor([0.0, 1.0, 0.5])
    for bad in (-0.01, 1.01, 2.0, -5.0, float("nan"), float("inf"), -float("inf")):
        target = good.clone()
        target[1] = bad
        for reduction in ("none", "sum", "mean"):
            t.raises(ValueError, nll, logits, target, None, reduction)
    for bad in (torch.tensor([0, 2, 1]), torch.tensor([0, -1, 1])):
        t.raises(ValueError, nll, logits, bad)
    barely = torch.tensor([0.0, 1.0 + 1e-9, 0.5], dtype=torch.float64)
    for target in (barely, 1 - barely):
        t.raises(ValueError, nll, logits.double(), target)
    for bad in (-0.5, -1e-3, float("nan")):
        weight = torch.ones(3)
        weight[2] = bad
        for reduction in ("none", "sum", "mean"):
            t.raises(ValueError, nll, logits, good, weight, reduction)


@check("edges")
def unknown_reductions(t):
    """An unknown reduction is accepted."""
    for reduction in ("avg", "", "batchmean", "NONE", "Mean"):
        t.raises(ValueError, t.candidate.binary_nll, torch.zeros(2), torch.ones(2), None, reduction)
        t.raises(ValueError, t.candidate.binary_nll, torch.zeros(2), torch.ones(2), reduction=reduction)


@check("edges")
def nothing_to_average(t):
    """An empty batch, or weights that are all zero, give NaN or a zero without a graph."""
    for dtype in (torch.float32, torch.float64, torch.float16):
        for shape in ((0,), (0, 3), (4, 0)):
            empty = torch.zeros(shape, dtype=dtype)
            for weight in (None, torch.zeros(shape)):
                for reduction in ("mean", "sum"):
                    loss, connected, grad = t.world.with_grad(
                        t.candidate.binary_nll, empty, torch.zeros(shape), weight, reduction
                    )
                    assert loss.shape == ()
                    assert loss.dtype == result_dtype(dtype)
                    assert loss.item() == 0.0
                    assert connected
                    assert grad.shape == empty.shape
            none = t.candidate.binary_nll(empty, torch.zeros(shape), None, "none")
            assert none.shape == shape
            assert none.dtype == result_dtype(dtype)
        logits, target, _ = draw(t, 5, dtype=dtype, key=50)
        for given in (logits, torch.full_like(logits, 6e4)):
            for reduction in ("mean", "sum"):
                loss, connected, grad = t.world.with_grad(
                    t.candidate.binary_nll, given, target, torch.zeros(5), reduction
                )
                assert loss.item() == 0.0
                assert connected
                assert bool((grad == 0).all())


@check("edges")
def single_elements(t):
    """A single logit, with or without an axis, is not handled."""
    for shape in ((), (1,), (1, 1)):
        for reduction in ("none", "sum", "mean"):
            logits = torch.full(shape, -1.5)
            compare(t, logits, torch.full(shape, 1.0), None, reduction)
            compare(t, logits, torch.full(shape, 0.25), torch.full(shape, 2.0), reduction)


@check("edges")
def logits_of_zero(t):
    """Where the logit is 0, as in a head that starts with zeros, loss or gradient are wrong."""
    target = torch.tensor([0.0, 1.0, 0.25, 0.0, 1.0, 0.25])
    for dtype in (torch.float32, torch.float64, torch.float16, torch.bfloat16):
        logits = torch.tensor([0.0] * 3 + [-0.0] * 3, dtype=dtype)
        for reduction in ("none", "sum", "mean"):
            compare(t, logits, target, None, reduction)


@check("edges")
def nan_logits_stay_visible(t):
    """A NaN among the logits is hidden."""
    for dtype in (torch.float32, torch.float64, torch.float16):
        logits = torch.tensor([0.5, float("nan"), -1.0], dtype=dtype)
        target = torch.tensor([1.0, 0.0, 1.0])
        for weight in (None, torch.ones(3)):
            each = t.candidate.binary_nll(logits, target, weight, "none")
            assert each.isnan().tolist() == [False, True, False]
            for reduction in ("sum", "mean"):
                assert t.candidate.binary_nll(logits, target, weight, reduction).isnan().item()
        each = t.candidate.binary_nll(logits, target, torch.tensor([1.0, 0.0, 1.0]), "none")
        assert each.isnan().tolist() == [False, True, False]


@check("determinism")
def inputs_and_repeats(t):
    """The inputs are changed, or the same batch gives another loss the second time."""
    logits, target, weight = draw(t, 9, key=60)
    given = logits, target, weight
    assert all(map(torch.equal, t.after(t.candidate.binary_nll, *given), given))
    one = t.candidate.binary_nll(logits, target, weight)
    assert torch.equal(one, t.candidate.binary_nll(logits, target, weight))


@check("device", devices=True)
def on_the_device(t):
    """On the device values, gradients or errors are different."""
    kind = torch.device(t.device).type
    for dtype in (torch.float32, torch.float16, torch.bfloat16, torch.float64):
        logits, target, weight = draw(t, 20, dtype=dtype, key=70, scale=20.0)
        on = [x.to(t.device) for x in (logits, target, weight)]
        for reduction in ("none", "mean"):
            got, connected, grad = t.world.with_grad(t.candidate.binary_nll, *on, reduction)
            want, want_grad = reference(logits, target, weight, reduction)
            assert got.device.type == grad.device.type == kind
            assert got.dtype == result_dtype(dtype)
            assert connected
            assert bool(((got.cpu().double() - want).abs() <= 1e-4 * want.abs() + 1e-5).all())
            slack = 2e-2 * want_grad.abs() + 1e-5
            assert bool(((grad.cpu().double() - want_grad).abs() <= slack).all())
    t.raises(
        ValueError,
        t.candidate.binary_nll,
        torch.zeros(3, 1).to(t.device),
        torch.zeros(3).to(t.device),
    )
    t.raises(
        ValueError, t.candidate.binary_nll, torch.zeros(3).to(t.device), torch.full((3,), 1.5).to(t.device)
    )
