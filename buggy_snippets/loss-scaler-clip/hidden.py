"""Hidden checks of loss-scaler-clip: a scaled step is a plain step, and the scale moves by the rules."""

import torch
from drill.runner.hidden import check

# The first step of an optimizer imports half of torch: seconds that belong to no check.
_warm = torch.nn.Parameter(torch.zeros(1))
_warm.grad = torch.zeros(1)
torch.optim.SGD([_warm], lr=0.0).step()

NAN, INF = float("nan"), float("inf")
SGD = {"lr": 0.5, "momentum": 0.9}
ADAMW = {"lr": 0.05, "weight_decay": 0.1}


def tensors(t, k, size=1.0, shapes=((4, 3), (5,), (2, 2))):
    gen = t.generator(k)
    return [torch.randn(shape, generator=gen) * size for shape in shapes]


def plain(values, kind, options, steps, max_norm=None, twice=False):
    """Weights after plain steps of torch's own optimizer on clipped gradients."""
    params = [torch.nn.Parameter(v.clone()) for v in values]
    listed = [*params, params[0]] if twice else params
    if twice:
        import warnings

        warnings.simplefilter("ignore")
    make = {"sgd": torch.optim.SGD, "adamw": torch.optim.AdamW}[kind]
    optimizer = make(listed, **options)
    for grads in steps:
        present = [g for g in grads if g is not None]
        norm = float(torch.cat([g.double().flatten() for g in present]).norm())
        factor = max_norm / norm if max_norm is not None and norm > max_norm else 1.0
        for p, g in zip(params, grads):
            p.grad = None if g is None else (g.double() * factor).float()
        optimizer.step()
    return [p.detach() for p in params]


def job(t, values, kind="sgd", options=None, **how):
    return t.world.Job(values, kind, options or {"sgd": SGD, "adamw": ADAMW}[kind], **how)


def train(t, scaler, work, steps, max_norm=None):
    for grads in steps:
        work.backward(scaler, grads)
        args = () if max_norm is None else (max_norm,)
        assert scaler.step(work.optimizer, *args) is True


def close(t, got, want, rtol=2e-5):
    assert len(got) == len(want)
    for g, w in zip(got, want):
        t.close(g, w, rtol=rtol, atol=2e-6)


def good_step(t, scaler, work, k=0):
    work.backward(scaler, tensors(t, 50 + k))
    return scaler.step(work.optimizer)


def bad_step(t, scaler, work, bad=INF):
    grads = tensors(t, 60)
    grads[1][2] = bad
    work.put(grads)
    return scaler.step(work.optimizer)


@check("fault")
def clipped_in_the_unit_of_the_loss(t):
    """With clipping, training moved at another pace than a plain optimizer with the same clipping."""
    for kind in ("sgd", "adamw"):
        for max_norm in (0.1, 3.0):
            values, steps = tensors(t, 1), [tensors(t, 2 + k, 20.0) for k in range(5)]
            work = job(t, values, kind)
            train(t, t.candidate.LossScaler(), work, steps, max_norm)
            close(t, work.weights(), plain(values, kind, {"sgd": SGD, "adamw": ADAMW}[kind], steps, max_norm))


@check("fault")
def small_gradients_are_not_clipped(t):
    """Gradients below the limit were clipped, because they are large while scaled."""
    values, steps = tensors(t, 1), [tensors(t, 2 + k) for k in range(3)]
    for max_norm in (100.0, 1e9):
        work = job(t, values)
        train(t, t.candidate.LossScaler(), work, steps, max_norm)
        close(t, work.weights(), plain(values, "sgd", SGD, steps))
        close(t, work.grads(), steps[-1])


@check("edges")
def norm_of_zero(t):
    """With a max_norm of 0 the gradients were not clipped."""
    values, steps = tensors(t, 1), [tensors(t, 2 + k) for k in range(2)]
    work = job(t, values)
    train(t, t.candidate.LossScaler(), work, steps, 0.0)
    close(t, work.weights(), plain(values, "sgd", SGD, steps, 0.0))
    close(t, work.grads(), [torch.zeros_like(g) for g in steps[-1]])


@check("fault")
def step_that_raises_the_scale(t):
    """The step at which the scale grew, or the one after it, had another length."""
    for interval in (1, 3):
        values, steps = tensors(t, 1), [tensors(t, 2 + k) for k in range(7)]
        for max_norm in (None, 0.5):
            work = job(t, values)
            scaler = t.candidate.LossScaler(1024.0, growth_interval=interval)
            for count, grads in enumerate(steps, 1):
                work.backward(scaler, grads)
                assert scaler.step(work.optimizer, max_norm) is True
                close(t, work.weights(), plain(values, "sgd", SGD, steps[:count], max_norm))
                assert scaler.scale_value == 1024.0 * 2.0 ** (count // interval)


@check("fault")
def non_finite_gradients_skip_the_step(t):
    """A gradient with inf or nan in one place changed the weights or the optimizer's memory."""
    for bad in (INF, -INF, NAN):
        for kind in ("sgd", "adamw"):
            work = job(t, tensors(t, 1), kind)
            scaler = t.candidate.LossScaler(512.0)
            train(t, scaler, work, [tensors(t, 2)])
            weights, memory = work.weights(), work.state()
            for max_norm in (None, 1.0):
                grads = tensors(t, 3)
                grads[t.rng.randrange(3)].view(-1)[t.rng.randrange(4)] = bad
                work.put(grads)
                assert scaler.step(work.optimizer, max_norm) is False
            assert all(torch.equal(a, b) for a, b in zip(work.weights(), weights))
            for (name, now), (_, then) in zip(work.state(), memory, strict=True):
                assert torch.equal(torch.as_tensor(now), torch.as_tensor(then)), name
            assert scaler.scale_value == 128.0


@check("fault")
def skipped_step_starts_the_count_anew(t):
    """After a skipped step the scale grew too early."""
    work, scaler = job(t, tensors(t, 1)), t.candidate.LossScaler(1024.0, growth_interval=3)
    assert good_step(t, scaler, work) and good_step(t, scaler, work)
    assert scaler.good_steps == 2
    assert bad_step(t, scaler, work) is False
    assert scaler.good_steps == 0 and scaler.scale_value == 512.0
    for k, (scale, count) in enumerate(((512.0, 1), (512.0, 2), (1024.0, 0), (1024.0, 1))):
        assert good_step(t, scaler, work, k)
        assert scaler.scale_value == scale and scaler.good_steps == count


@check("regression")
def without_clipping_a_plain_step(t):
    """Without clipping, training differed from the plain optimizer."""
    for kind in ("sgd", "adamw"):
        for scale in (65536.0, 8.0, 1.0):
            values, steps = tensors(t, 1), [tensors(t, 2 + k) for k in range(5)]
            work = job(t, values, kind)
            train(t, t.candidate.LossScaler(scale), work, steps)
            close(t, work.weights(), plain(values, kind, {"sgd": SGD, "adamw": ADAMW}[kind], steps))


@check("regression")
def gradients_stay_unscaled(t):
    """After a step the gradients were gone, still scaled, or not clipped."""
    grads = tensors(t, 2, 10.0)
    norm = float(torch.cat([g.flatten() for g in grads]).norm())
    work, scaler = job(t, tensors(t, 1)), t.candidate.LossScaler()
    train(t, scaler, work, [grads])
    close(t, work.grads(), grads)
    train(t, scaler, work, [grads], 0.5)
    close(t, work.grads(), [g * (0.5 / norm) for g in grads])


@check("regression")
def gradients_are_divided_in_place(t):
    """Whoever held a gradient before the step still saw the scaled one: it was replaced, not divided in place."""
    for max_norm in (None, 0.5):
        work = job(t, tensors(t, 1))
        work.backward(scaler := t.candidate.LossScaler(), tensors(t, 2, 10.0))
        work.hold()
        assert scaler.step(work.optimizer, max_norm) is True
        assert work.still_held()


@check("regression")
def skipped_step_clears_nothing(t):
    """After a skipped step the gradients were gone or had been set to zero."""
    work, scaler = job(t, tensors(t, 1)), t.candidate.LossScaler(64.0)
    assert bad_step(t, scaler, work) is False
    after = work.grads()
    assert all(g is not None for g in after)
    assert not torch.isfinite(after[1][2]), "the bad entry was replaced"
    assert all(bool((g != 0).all()) for g in after)


@check("fault")
def skipped_step_clips_nothing(t):
    """A skipped step changed the finite gradients otherwise than by unscaling them all: clipped, or only some."""
    for bad in (INF, NAN):
        work, scaler = job(t, tensors(t, 1)), t.candidate.LossScaler(4.0)
        grads = tensors(t, 60, 20.0)
        grads[1][2] = bad
        work.put(grads)
        assert scaler.step(work.optimizer, 0.5) is False
        got, put = (torch.cat([g.flatten() for g in all_]) for all_ in (work.grads(), grads))
        fine = torch.isfinite(put)
        assert any(torch.allclose(got[fine], put[fine] / unit, rtol=1e-5) for unit in (4.0, 1.0))


@check("edges")
def large_is_not_infinite(t):
    """A large but finite gradient was taken for an overflow and the step skipped."""
    work, scaler = job(t, tensors(t, 1), "sgd", {"lr": 1e-3}), t.candidate.LossScaler(1024.0)
    grads = tensors(t, 60)
    grads[1][2] = 1e25
    work.put(grads)
    assert scaler.step(work.optimizer) is True
    assert scaler.scale_value == 1024.0 and scaler.good_steps == 1


@check("regression")
def loss_itself_is_not_scaled(t):
    """Scaling the loss changed the loss that was passed in."""
    assert t.world.loss_after_scaling(t.candidate.LossScaler(16.0), 2.5) == 2.5


@check("regression")
def scaled_loss_is_in_the_graph(t):
    """The scaled loss had another value, or no gradient came back through it."""
    for scale in (2.0**10, 3.0):
        scaled, grad = t.world.graph_of(t.candidate.LossScaler(scale), 2.5)
        t.close(float(scaled), 2.5 * scale)
        t.close(float(grad), scale)


@check("regression")
def defaults(t):
    """The default settings were changed."""
    scaler = t.candidate.LossScaler()
    assert scaler.scale_value == 65536.0 and scaler.good_steps == 0
    work = job(t, tensors(t, 1))
    assert good_step(t, scaler, work)
    assert scaler.scale_value == 65536.0 and scaler.good_steps == 1
    assert bad_step(t, scaler, work) is False
    assert scaler.scale_value == 32768.0
    low = t.candidate.LossScaler(2.0)
    for _ in range(3):
        assert bad_step(t, low, work) is False
    assert low.scale_value == 1.0
    high = t.candidate.LossScaler(2.0**23, growth_interval=1)
    for _ in range(3):
        assert good_step(t, high, work)
    assert high.scale_value == 2.0**24
    often = t.candidate.LossScaler(16.0)
    assert t.world.good_steps(often, 1999) and often.scale_value == 16.0
    assert t.world.good_steps(often, 1) and often.scale_value == 32.0


@check("edges")
def limits_of_the_scale(t):
    """The scale fell below its minimum or rose above its maximum, or stopped counting there."""
    work = job(t, tensors(t, 1))
    scaler = t.candidate.LossScaler(8.0, 2.0, 0.25, 2, 1.0, 16.0)
    for want in (2.0, 1.0, 1.0):
        assert bad_step(t, scaler, work) is False
        assert scaler.scale_value == want and scaler.good_steps == 0
    for want in (2.0, 4.0, 8.0, 16.0, 16.0):
        assert good_step(t, scaler, work) and scaler.good_steps == 1
        assert good_step(t, scaler, work) and scaler.good_steps == 0
        assert scaler.scale_value == want


@check("edges")
def limits_between_two_scales(t):
    """When the next scale would lie past a limit, the scale stayed where it was instead of going to the limit."""
    work = job(t, tensors(t, 1))
    scaler = t.candidate.LossScaler(48.0, growth_interval=1, min_scale=20.0, max_scale=80.0)
    assert good_step(t, scaler, work) and scaler.scale_value == 80.0
    for want in (40.0, 20.0):
        assert bad_step(t, scaler, work) is False
        assert scaler.scale_value == want
    scaler = t.candidate.LossScaler(48.0, min_scale=40.0)
    assert bad_step(t, scaler, work) is False and scaler.scale_value == 40.0


@check("edges")
def other_factors(t):
    """Another growth or back-off factor was not used."""
    work = job(t, tensors(t, 1))
    scaler = t.candidate.LossScaler(64.0, growth_factor=4.0, backoff_factor=0.125, growth_interval=1)
    assert good_step(t, scaler, work) and scaler.scale_value == 256.0
    assert bad_step(t, scaler, work) is False and scaler.scale_value == 32.0


@check("edges")
def parameters_without_gradient(t):
    """Parameters without a gradient stopped the step or were moved."""
    values = tensors(t, 1)
    steps = [[None, *tensors(t, 2 + k, 10.0)[1:]] for k in range(3)]
    for max_norm in (None, 0.5):
        work = job(t, values)
        train(t, t.candidate.LossScaler(), work, steps, max_norm)
        got = work.weights()
        assert torch.equal(got[0], values[0])
        close(t, got, plain(values, "sgd", SGD, steps, max_norm))


@check("edges")
def several_groups(t):
    """With several parameter groups not every gradient was unscaled, clipped or looked at."""
    values, steps = tensors(t, 1), [tensors(t, 2 + k, 10.0) for k in range(2)]
    for max_norm in (None, 0.5):
        work = job(t, values, groups=3)
        train(t, t.candidate.LossScaler(), work, steps, max_norm)
        close(t, work.weights(), plain(values, "sgd", SGD, steps, max_norm))
    work = job(t, values, groups=3)
    for place in range(3):
        grads = tensors(t, 5)
        grads[place].view(-1)[0] = NAN
        work.put(grads)
        assert t.candidate.LossScaler().step(work.optimizer) is False


@check("edges")
def shared_parameter(t):
    """A parameter that the optimizer lists twice was unscaled twice."""
    values, steps = tensors(t, 1), [tensors(t, 2 + k, 10.0) for k in range(2)]
    for max_norm in (None, 0.5):
        work = job(t, values, "sgd", {"lr": 0.5}, twice=True)
        train(t, t.candidate.LossScaler(), work, steps, max_norm)
        close(t, work.weights(), plain(values, "sgd", {"lr": 0.5}, steps, max_norm, twice=True))


@check("edges")
def no_gradient_at_all(t):
    """A step without any gradient was accepted."""
    work = job(t, tensors(t, 1))
    t.raises(ValueError, t.candidate.LossScaler().step, work.optimizer)
    t.raises(ValueError, t.candidate.LossScaler().step, work.optimizer, 1.0)


@check("edges")
def bad_settings(t):
    """Impossible settings were accepted."""
    make = t.candidate.LossScaler
    for settings in (
        {"init_scale": 0.0},
        {"init_scale": -2.0},
        {"growth_factor": 1.0},
        {"growth_factor": 0.5},
        {"backoff_factor": 0.0},
        {"backoff_factor": 1.0},
        {"backoff_factor": -0.5},
        {"backoff_factor": 2.0},
        {"growth_interval": 0},
        {"growth_interval": -1},
        {"min_scale": 8.0, "max_scale": 4.0},
    ):
        t.raises(ValueError, make, **settings)
    make(growth_interval=1, min_scale=4.0, max_scale=4.0, init_scale=4.0)


@check("device", devices=True)
def on_each_device(t):
    """On this device training differed from the plain optimizer, or a bad step was taken."""
    values, steps = tensors(t, 1), [tensors(t, 2 + k, 10.0) for k in range(3)]
    work = job(t, values, device=t.device)
    scaler = t.candidate.LossScaler(1024.0, growth_interval=2)
    train(t, scaler, work, steps, 0.5)
    close(t, work.weights(), plain(values, "sgd", SGD, steps, 0.5), rtol=1e-4)
    assert scaler.scale_value == 2048.0
    assert bad_step(t, scaler, work) is False


@check("determinism")
def two_scalers_do_not_share(t):
    """Two scalers shared their state, or the same training ended elsewhere the second time."""
    values, steps = tensors(t, 1), [tensors(t, 2 + k) for k in range(4)]
    one, two = t.candidate.LossScaler(512.0), t.candidate.LossScaler(64.0)
    first, second = job(t, values, "adamw"), job(t, values, "adamw")
    train(t, one, first, steps, 0.5)
    bad_step(t, one, first)
    assert two.scale_value == 64.0 and two.good_steps == 0
    third, three = job(t, values, "adamw"), t.candidate.LossScaler(512.0)
    train(t, three, third, steps, 0.5)
    train(t, two, second, steps, 0.5)
    assert all(torch.equal(a, b) for a, b in zip(first.weights(), third.weights()))
