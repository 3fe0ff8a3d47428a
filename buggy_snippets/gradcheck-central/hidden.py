"""Hidden checks of gradcheck-central: second order, in double precision, without a trace on x."""

import torch
from drill.runner.hidden import check

NAN, INF = float("nan"), float("inf")
NAMES = ("sines", "square", "product", "exponential", "quotient")


def values(t, *shape, dtype=torch.float64, k=0):
    return torch.randn(shape, generator=t.generator(k), dtype=torch.float64).to(dtype)


def numeric(t, f, x, kind="plain", eps=1e-5, device="cpu"):
    grad, graph, where, same = t.world.numeric(t.candidate.numeric_grad, f, x, kind, eps, device)
    assert same, "x was changed"
    assert not graph, "the numeric gradient carries a graph"
    assert where == device, "the gradient was on another device"
    assert grad.dtype == torch.float64, "the gradient was not float64"
    return grad


def agrees(t, name, x, kind="plain", **how):
    want = t.world.autograd(name, x)
    t.close(numeric(t, t.world.function(name), x, kind, **how), want, atol=2e-8, rtol=2e-8)


@check("fault")
def second_order(t):
    """The numeric gradient was not that of a central difference."""
    x = values(t, 6)
    grad = numeric(t, t.world.function("square"), x, eps=1e-2)
    t.close(grad, 2 * x, atol=1e-9, rtol=1e-9)
    grad = numeric(t, t.world.function("cube"), x, eps=1e-2)
    t.close(grad, 3 * x**2 + 1e-4, atol=1e-8, rtol=1e-8)


@check("fault")
def accurate(t):
    """The numeric gradient was further from the true one than double precision allows."""
    for name in NAMES:
        for shape in ((3,), (2, 3), (2, 1, 2), ()):
            agrees(t, name, values(t, *shape))
    agrees(t, NAMES[0], values(t, 7, 19))


@check("fault")
def x_is_untouched(t):
    """The point had moved after the check."""
    x = values(t, 2, 3)
    for point in (x, x.float()):
        held = t.keep(point)
        t.candidate.numeric_grad(t.world.function("sines"), held, 1e-5)
        assert torch.equal(t.fetch(held), point)
    held = t.keep(x)
    t.candidate.grad_ok(t.world.function("square"), held, 2 * x)
    assert torch.equal(t.fetch(held), x)


@check("fault")
def computed_in_float64(t):
    """For a float32 point the function was evaluated in float32."""
    recorder = t.world.Recorder("sines")
    x = values(t, 2, 3, dtype=torch.float32)
    grad = numeric(t, recorder, x)
    seen = recorder.seen
    assert seen and all(dtype == "torch.float64" and shape == [2, 3] for dtype, shape, _, _ in seen)
    assert not any(tracked for *_, tracked in seen), "the function ran with gradients tracked"
    t.close(grad, t.world.autograd("sines", x), atol=2e-8, rtol=2e-8)


@check("fault")
def nan_is_refused(t):
    """A gradient that is nan passed the check."""
    f, x = t.world.function("square"), values(t, 4)
    for place in range(4):
        analytic = 2 * x
        analytic[place] = NAN
        assert t.candidate.grad_ok(f, x, analytic) is False
    assert t.candidate.grad_ok(f, x, torch.full((4,), NAN, dtype=torch.float64)) is False
    a = torch.tensor([1.0, NAN])
    assert t.candidate.rel_error(a, torch.tensor([1.0, 2.0])) == INF
    assert t.candidate.rel_error(torch.tensor([1.0, 2.0]), a) == INF
    assert t.candidate.rel_error(a, a) == INF


@check("fault")
def zero_gradients_agree(t):
    """A right gradient was refused where it is zero."""
    x = torch.zeros(3, dtype=torch.float64)
    assert t.candidate.grad_ok(t.world.function("square"), x, torch.zeros(3, dtype=torch.float64)) is True
    assert t.candidate.rel_error(torch.zeros(2), torch.zeros(2)) == 0.0


@check("regression")
def table_of_relative_errors(t):
    """The relative error was not the difference over the sum of the sizes."""
    f64 = torch.float64
    for a, b, want in (
        ([1.0], [1.0], 0.0),
        ([1.0], [3.0], 0.5),
        ([0.0], [2.0], 1.0),
        ([1.0], [-1.0], 1.0),
        ([-2.0, 5.0], [-2.0, 5.5], 0.5 / 10.5),
        ([1e-9], [0.0], 0.1),
        ([3e-9], [1e-9], 0.2),
        ([1e9, 1.0], [1e9 + 1, 1.0], 1 / (2e9 + 1)),
        ([4.0, 1e-12], [4.0, -1e-12], 2e-4),
    ):
        a, b = torch.tensor(a, dtype=f64), torch.tensor(b, dtype=f64)
        for one, two in ((a, b), (b, a)):
            got = t.candidate.rel_error(one, two)
            assert isinstance(got, float), "the error was no Python float"
            assert abs(got - want) <= 1e-12 + 1e-9 * want


@check("regression")
def right_and_wrong_gradients(t):
    """A right gradient was refused, or a wrong one passed."""
    for name in NAMES:
        x = values(t, 2, 3, k=4)
        right = t.world.autograd(name, x)
        f = t.world.function(name)
        assert t.candidate.grad_ok(f, x, right, 1e-5, 1e-4) is True
        wrong = right.clone()
        wrong.view(-1)[t.rng.randrange(6)] *= 1.01
        assert t.candidate.grad_ok(f, x, wrong) is False
        assert t.candidate.grad_ok(f, x, -right) is False


@check("regression")
def defaults(t):
    """Without a step size or tolerance another one was used than the usual 1e-5."""
    f, x = t.world.function("exponential"), values(t, 5).clamp(-2, 2)
    right = t.world.autograd("exponential", x)
    t.close(t.candidate.numeric_grad(f, x), right, atol=2e-8, rtol=2e-8)
    assert t.candidate.grad_ok(f, x, right) is True
    assert t.candidate.grad_ok(f, x, right * (1 + 1e-5)) is True
    assert t.candidate.grad_ok(f, x, right * (1 + 4e-5)) is False
    zeros = torch.zeros(2, dtype=torch.float64)
    error = torch.full((2,), 1e-10, dtype=torch.float64)  # of a cube at 0: the square of the step
    grad = t.candidate.numeric_grad(t.world.function("cube"), zeros)
    t.close(grad, error, atol=0, rtol=1e-6)
    assert t.candidate.grad_ok(t.world.function("cube", 1e8), zeros, 1e8 * error) is True


@check("edges")
def scalars_and_empty(t):
    """A point of zero dimensions or without elements was not handled."""
    recorder = t.world.Recorder("sines")
    t.close(numeric(t, recorder, values(t)), t.world.autograd("sines", values(t)), atol=2e-8, rtol=2e-8)
    assert all(shape == [] for _, shape, _, _ in recorder.seen), "f was given another shape than x has"
    for shape in ((0,), (2, 0)):
        grad = numeric(t, t.world.function("square"), torch.zeros(shape))
        assert grad.shape == shape
    assert t.candidate.rel_error(torch.zeros(0), torch.zeros(0)) == 0.0
    assert t.candidate.grad_ok(t.world.function("square"), torch.zeros(0), torch.zeros(0)) is True


@check("edges")
def any_memory_layout(t):
    """A point that is a view, expanded, or needs a gradient was not handled."""
    x = values(t, 4, 3)
    for kind in ("transposed", "strided", "leaf"):
        agrees(t, "sines", x, kind)
        agrees(t, "product", x.float(), kind)
    rows = x[:1].expand(4, 3).clone()
    for name in ("sines", "quotient"):
        want = t.world.autograd(name, rows)
        t.close(numeric(t, t.world.function(name), x, "expanded"), want, atol=2e-8, rtol=2e-8)


@check("edges")
def float_results(t):
    """A function that returns a Python float was not handled."""
    x = values(t, 3)
    grad = numeric(t, t.world.function("sines", 1.0, True), x)
    t.close(grad, t.world.autograd("sines", x), atol=2e-8, rtol=2e-8)


@check("edges")
def a_function_with_weights_in_training(t):
    """A function that uses weights which are being trained was not handled."""
    x = values(t, 3)
    t.close(numeric(t, t.world.with_own_weights, x), torch.tensor([1.0, 2.0, 3.0], dtype=torch.float64), atol=2e-8)


@check("edges")
def step_size_is_used(t):
    """Another step size was not used, or its sign or size mattered where it should not."""
    x = values(t, 3)
    for eps in (0.5, 1e-3):
        grad = numeric(t, t.world.function("cube"), x, eps=eps)
        t.close(grad, 3 * x**2 + eps**2, atol=1e-8, rtol=1e-8)
    f = t.world.function("cube")
    at = torch.tensor([1.0], dtype=torch.float64)
    assert t.candidate.grad_ok(f, at, 3 * at, 0.5, 1e-3) is False
    assert t.candidate.grad_ok(f, at, 3 * at, 1e-5, 1e-3) is True


@check("edges")
def untouched_when_f_fails(t):
    """When the function raised in between, the point stayed moved."""
    for fails_at in (1, 2, 3, 4):
        x = values(t, 3)
        held = t.keep(x)
        t.raises(RuntimeError, t.candidate.numeric_grad, t.world.Recorder("square", fails_at), held)
        assert torch.equal(t.fetch(held), x)
        assert t.world.untouched_after_failure(t.candidate.numeric_grad, values(t, 3), fails_at)


@check("edges")
def different_shapes(t):
    """Gradients of different shapes were compared."""
    for a, b in (((3,), (4,)), ((3,), (1,)), ((2, 3), (3,)), ((1, 3), (3,)), ((), (1,)), ((0,), (1,))):
        t.raises(ValueError, t.candidate.rel_error, torch.ones(a), torch.ones(b))
        t.raises(ValueError, t.candidate.rel_error, torch.ones(b), torch.ones(a))


@check("edges")
def limit_belongs_to_the_tolerance(t):
    """An error exactly at the tolerance was refused, or one above it passed."""
    f = t.world.function("line")
    x, three = torch.ones(2, dtype=torch.float64), torch.full((2,), 3.0, dtype=torch.float64)
    eps = 2.0**-10
    assert t.candidate.grad_ok(f, x, three, eps, 0.5) is True
    assert t.candidate.grad_ok(f, x, three, eps, 0.4999) is False
    assert t.candidate.grad_ok(f, x, torch.ones(2, dtype=torch.float64), eps, 0.0) is True


@check("edges")
def large_and_small_gradients(t):
    """The check was not relative: it failed for very large or passed for very small gradients."""
    x = values(t, 3).abs() + 0.5
    for scale in (1e9, 1e-3):
        f = t.world.function("square", scale)
        right = 2 * scale * x
        assert t.candidate.grad_ok(f, x, right) is True
        assert t.candidate.grad_ok(f, x, right * 1.001) is False


@check("edges")
def float32_gradients(t):
    """A right gradient in single precision was not compared in double precision."""
    x = values(t, 3).abs() + 0.5
    right = (2 * x).float()
    for dtype in (torch.float16, torch.bfloat16, torch.float32):
        a, b = torch.tensor([3.0], dtype=dtype), torch.tensor([7.0], dtype=dtype)
        assert abs(t.candidate.rel_error(a, b) - 0.4) <= 1e-12
    assert t.candidate.grad_ok(t.world.function("square"), x, right) is True
    assert t.candidate.rel_error(torch.tensor([1.0]), torch.tensor([1.0 + 1e-9], dtype=torch.float64)) > 0


@check("device", devices=True)
def on_each_device(t):
    """On this device the gradient was wrong, or came back from another one."""
    recorder = t.world.Recorder("sines")
    x = values(t, 2, 3)
    want = t.world.autograd("sines", x)
    t.close(numeric(t, recorder, x, device=t.device), want, atol=2e-8, rtol=2e-8)
    assert all(device == t.device for _, _, device, _ in recorder.seen)
    agrees(t, "product", x.float(), "strided", device=t.device)


@check("determinism")
def same_call_same_result(t):
    """The same call gave another gradient the second time."""
    f, x = t.world.function("exponential"), values(t, 2, 2)
    assert torch.equal(numeric(t, f, x), numeric(t, f, x))
