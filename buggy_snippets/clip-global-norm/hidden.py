"""Hidden checks of clip-global-norm: one norm over everything, refused before anything is written."""

import math

import numpy as np
import torch
from drill.runner.hidden import check

INF, NAN = float("inf"), float("nan")


def norm_of(grads):
    parts = [g.double().numpy().ravel() for g in grads if g is not None]
    return float(np.sqrt(sum(float((p * p).sum()) for p in parts)))


def random_grads(t, shapes, size=1.0, dtype=torch.float32, k=0):
    gen = t.generator(k)
    return [(torch.randn(shape, generator=gen, dtype=torch.float64) * size).to(dtype) for shape in shapes]


def clipped(t, grads, max_norm, **how):
    norm, ended, after, still = t.world.clip(t.candidate.clip_grad_global_, grads, max_norm, **how)
    assert ended == "returned"
    assert isinstance(norm, float), "the returned norm was no Python float"
    assert still
    return norm, after


def same_bits(got, want):
    return len(got) == len(want) and all(
        (g is None and w is None) or (g is not None and g.dtype == w.dtype and torch.equal(g, w))
        for g, w in zip(got, want)
    )


def follows(t, grads, max_norm, rtol=1e-5, **how):
    """Clips and compares the norm and every gradient with a reference in double precision."""
    want = norm_of(grads)
    norm, after = clipped(t, grads, max_norm, **how)
    t.close(norm, want, rtol=2e-5, atol=0.0)
    factor = max_norm / want if want > max_norm else 1.0
    for got, old in zip(after, grads):
        if old is None:
            assert got is None
            continue
        half = old.dtype in (torch.float16, torch.bfloat16)
        loose = {torch.float16: 2e-3, torch.bfloat16: 1.6e-2}.get(old.dtype, rtol)
        t.close(got, (old.double() * factor).to(old.dtype), rtol=loose, atol=1e-6 if half else 1e-9)


@check("fault")
def direction_is_kept(t):
    """After clipping, two layers whose gradients differed in size no longer had the same ratio."""
    follows(t, random_grads(t, [(4, 3), (5,)], 50.0) + random_grads(t, [(3,)], 0.01, k=1), 1.0)


@check("fault")
def joint_norm_meets_the_limit(t):
    """The norm over all gradients together was not the limit after clipping."""
    scale = 2.0 ** t.rng.randrange(0, 6)
    grads = [torch.tensor([3.0 * scale]), torch.tensor([[0.0, 4.0 * scale]])]
    norm, after = clipped(t, grads, 0.5)
    t.close(norm, 5.0 * scale, rtol=1e-6)
    t.close(norm_of(after), 0.5, rtol=1e-5, atol=0.0)


@check("fault")
def small_gradients_are_left_alone(t):
    """Gradients already below the limit were changed by clipping."""
    for limit in (1e6, 2.0, 1.0):
        grads = random_grads(t, [(3,), (2, 2)], 1e-2, k=int(limit))
        norm, after = clipped(t, grads, limit)
        assert same_bits(after, grads)
        t.close(norm, norm_of(grads), rtol=1e-5, atol=0.0)


@check("fault")
def limit_met_exactly(t):
    """Gradients whose norm was exactly the limit came back a little smaller."""
    scale = 2.0 ** t.rng.randrange(-3, 4)
    grads = [torch.tensor([3.0 * scale, 0.0]), torch.tensor([4.0 * scale])]
    norm, after = clipped(t, grads, 5.0 * scale)
    assert norm == 5.0 * scale
    assert same_bits(after, grads)


@check("fault")
def non_finite_is_refused_untouched(t):
    """One inf or nan among the gradients did not stop the clipping, or something was written first."""
    for bad in (INF, -INF, NAN):
        for place in range(3):
            grads = random_grads(t, [(3,), (2, 2), (4,)], 10.0, k=place)
            grads[place].view(-1)[t.rng.randrange(3)] = bad
            _, ended, after, _ = t.world.clip(t.candidate.clip_grad_global_, grads, 1.0)
            assert ended == "RuntimeError"
            for got, old in zip(after, grads):
                assert torch.equal(torch.nan_to_num(got, 7.0, 8.0, 9.0), torch.nan_to_num(old, 7.0, 8.0, 9.0))


@check("fault")
def opposite_infinities(t):
    """A gradient with inf and -inf got through."""
    grads = [torch.tensor([INF, 1.0]), torch.tensor([-INF, 2.0]), torch.tensor([NAN])]
    _, ended, after, _ = t.world.clip(t.candidate.clip_grad_global_, grads, 3.0)
    assert ended == "RuntimeError"
    assert after[0].tolist() == [INF, 1.0] and after[1].tolist() == [-INF, 2.0]


@check("regression")
def many_shapes(t):
    """Clipping a model's gradients differed from scaling them all by limit over norm."""
    for limit in (0.1, 1.0, 7.5):
        follows(t, random_grads(t, [(7, 5), (5,), (2, 3, 4), (1,)], 3.0, k=int(limit * 10)), limit)


@check("regression")
def accepted_containers(t):
    """One way of handing over the parameters (generator, tuple, a single tensor …) was not clipped right."""
    for form in ("generator", "tuple", "dict values", "module"):
        follows(t, random_grads(t, [(3,), (2, 2), (4,)], 20.0), 1.0, form=form)
    follows(t, random_grads(t, [(3, 2)], 20.0), 1.0, form="tensor")


@check("edges")
def repeated_parameter_counts_once(t):
    """A parameter listed twice was counted or scaled twice."""
    grads = random_grads(t, [(3,), (4,)], 10.0)
    follows(t, grads, 1.0, repeats=(0, 1, 0))
    follows(t, grads, 1.0, repeats=(1,), form="generator")


@check("edges")
def equal_gradients_are_not_one(t):
    """Two parameters whose gradients have equal values were taken for one."""
    follows(t, [torch.full((3,), 5.0), torch.full((3,), 5.0)], 1.0)


@check("edges")
def missing_gradients(t):
    """Parameters without a gradient were not skipped."""
    grads = random_grads(t, [(3,), (2,)], 10.0)
    follows(t, [None, grads[0], None, grads[1]], 1.0)


@check("edges")
def nothing_to_clip(t):
    """With no gradient at all the answer was not 0.0."""
    for grads, form in (([], "list"), ([], "generator"), ([None, None], "list"), ([None], "tensor")):
        norm, _ = clipped(t, grads, 1.0, form=form)
        assert norm == 0.0
    norm, after = clipped(t, [torch.zeros(3), torch.zeros(2)], 1.0)
    assert norm == 0.0 and same_bits(after, [torch.zeros(3), torch.zeros(2)])


@check("edges")
def empty_gradients(t):
    """A gradient without elements upset the norm."""
    norm, _ = clipped(t, [torch.zeros(0), torch.zeros(2, 0)], 1.0)
    assert norm == 0.0
    follows(t, [torch.zeros(0), *random_grads(t, [(3,)], 10.0)], 1.0)


@check("edges")
def scalar_gradients(t):
    """A parameter of zero dimensions was not clipped right."""
    follows(t, [torch.tensor(12.0), torch.tensor(-5.0)], 1.0)


@check("edges")
def half_precision_sums_wide(t):
    """Float16 gradients whose squares are past the float16 range were refused or not clipped."""
    follows(t, [torch.full((4,), 300.0, dtype=torch.float16)], 1.0)
    follows(t, [torch.full((8, 50), 3000.0, dtype=torch.float16)] * 2, 50.0)
    follows(t, random_grads(t, [(64,), (8, 8)], 250.0, torch.float16), 4.0)


@check("edges")
def bfloat16(t):
    """Bfloat16 gradients were not clipped right."""
    follows(t, random_grads(t, [(64,), (8, 8)], 40.0, torch.bfloat16), 4.0)


@check("edges")
def mixed_types(t):
    """Gradients of different dtypes were not clipped together, each in its own dtype."""
    parts = [random_grads(t, [(5,)], 20.0, d, k) for k, d in enumerate((torch.float16, torch.float32, torch.float64))]
    follows(t, [g for part in parts for g in part], 1.0)


@check("edges")
def gradients_in_one_buffer(t):
    """Gradients that are parts of one buffer, or turned, or of a parameter frozen since, were not clipped in place."""
    (flat,) = random_grads(t, [(7,)], 30.0)
    norm, after = t.world.clip_views(t.candidate.clip_grad_global_, flat, 1.0)
    t.close(norm, norm_of([flat]), rtol=2e-5, atol=0.0)
    t.close(after, flat / norm_of([flat]), rtol=1e-5, atol=1e-9)


@check("edges")
def bad_limits(t):
    """A limit that is zero, negative or nan was accepted."""
    for limit in (0.0, -1.0, -INF, NAN, 0):
        _, ended, _, _ = t.world.clip(t.candidate.clip_grad_global_, random_grads(t, [(3,)]), limit)
        assert ended == "ValueError"
        t.raises(ValueError, t.candidate.clip_grad_global_, [], limit)


@check("edges")
def infinite_limit_only_measures(t):
    """With an infinite limit the gradients changed or the norm was wrong."""
    grads = random_grads(t, [(3,), (2, 2)], 1e3)
    norm, after = clipped(t, grads, INF)
    assert same_bits(after, grads)
    t.close(norm, norm_of(grads), rtol=1e-5, atol=0.0)


@check("edges")
def infinite_limit_refuses_too(t):
    """With an infinite limit an inf or nan among the gradients was not refused."""
    for bad in (INF, NAN):
        grads = [torch.tensor([1.0, bad]), torch.tensor([2.0])]
        _, ended, after, _ = t.world.clip(t.candidate.clip_grad_global_, grads, INF)
        assert ended == "RuntimeError"
        assert after[0][0] == 1.0 and after[1].tolist() == [2.0]


@check("edges")
def tiny_norms_meet_the_limit(t):
    """With very small gradients and a smaller limit the norm afterwards was not the limit."""
    grads = random_grads(t, [(3,), (2, 2)], 1e-3)
    _, after = clipped(t, grads, 1e-4)
    t.close(norm_of(after), 1e-4, rtol=1e-5, atol=0.0)


@check("edges")
def whole_number_limit(t):
    """A limit given as a whole number was treated differently."""
    follows(t, random_grads(t, [(3,), (4,)], 10.0), 2)


@check("scale", seconds=5)
def thousand_small_parameters(t):
    """A thousand small parameters were not clipped as one vector."""
    grads = torch.randn(1000, 4, generator=t.generator(3)) * 2
    want = norm_of([grads])
    norm, after = t.world.clip_many(t.candidate.clip_grad_global_, grads, 1.0)
    t.close(norm, want, rtol=2e-5, atol=0.0)
    t.close(after, (grads.double() / want).float(), rtol=2e-5, atol=1e-9)


@check("device", devices=True)
def on_each_device(t):
    """On this device the clipped gradients or the norm were wrong."""
    follows(t, random_grads(t, [(3, 4), (5,)], 30.0), 1.0, device=t.device)
    grads = random_grads(t, [(3, 4), (5,)], 0.01)
    _, after = clipped(t, grads, 1.0, device=t.device)
    assert same_bits(after, grads)
    grads[1][2] = math.inf
    _, ended, _, _ = t.world.clip(t.candidate.clip_grad_global_, grads, 1.0, device=t.device)
    assert ended == "RuntimeError"
