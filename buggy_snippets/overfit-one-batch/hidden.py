"""Hidden checks of overfit-one-batch: a fair verdict, and nothing left behind."""

import math
import random

import numpy as np
import torch
import torch.nn.functional as F
from drill.runner.hidden import check
from torch import nn


def run(t, kind, n=8, options=None, **kwargs):
    return t.world.run(t.candidate.can_overfit, kind, t.rng.randrange(1000), n, kwargs, options or {})


def same_losses(seen, tolerance=1e-3):
    _, first, last = seen["answer"]
    want_first, want_last = seen["want"]
    assert abs(first - want_first) <= 1e-5 * max(1.0, want_first)
    assert abs(last - want_last) <= tolerance * want_last + 1e-6


def built(home, kind):
    """A net of torch's own layers: the judge's, or one beside the candidate's code."""
    layers = [home.Linear(6, 12), home.BatchNorm1d(12)] if kind == "norm" else [home.Linear(6, 12)]
    layers += [home.ReLU(), home.Dropout(0.5)] if kind == "dropout" else [home.ReLU()]
    return home.Sequential(*layers, home.Linear(12, 4)).double()


def by_hand(model, x, y, steps, lr):
    """First and last loss, as the judge computes them."""
    optimizer = torch.optim.Adam(model.eval().parameters(), lr=lr)
    first = F.cross_entropy(model(x), y).item()
    for _ in range(steps):
        optimizer.zero_grad()
        F.cross_entropy(model(x), y).backward()
        optimizer.step()
    return first, F.cross_entropy(model(x), y).item()


@check("fault", seconds=20)
def healthy_models_pass(t):
    """A healthy model, with dropout or BatchNorm or without, is said to be unable to learn a batch."""
    for kind, mode in (("plain", "train"), ("dropout", "train"), ("norm", "train"), ("dropout", "eval")):
        seen = run(t, kind, 8, {"mode": mode}, steps=40, lr=0.05)
        assert seen["want"][1] < 0.04  # at most 0.01 for every seed there is
        assert seen["answer"][0] is True


@check("fault", seconds=20)
def losses_of_the_whole_batch(t):
    """First and last loss are not those of the whole batch in eval mode, before and after all updates."""
    for kind in ("plain", "dropout", "norm"):
        for steps in (1, 3, 12):
            same_losses(run(t, kind, 12, steps=steps))
    same_losses(run(t, "dropout", 12, {"double": True}, steps=20, lr=3e-3), 1e-6)
    same_losses(run(t, "norm", 12, {"double": True}, steps=20, lr=3e-2), 1e-6)


@check("fault", seconds=20)
def weights_and_buffers_are_restored(t):
    """The model is left with other weights, buffers or training flags."""
    for kind in ("plain", "dropout", "norm"):
        for mode in ("train", "eval", "mixed"):
            seen = run(t, kind, 6, {"mode": mode}, steps=4)
            assert seen["left"] == []


@check("fault", seconds=20)
def judged_by_hand(t):
    """The losses or the answer are not those of the training asked for, or something is left behind."""
    for key, kind in enumerate(("plain", "dropout", "norm")):
        own, theirs, gen = built(nn, kind), built(t.torch.nn, kind), t.generator(key)
        state = {
            n: 0.2 + torch.rand(v.shape, generator=gen, dtype=v.dtype)
            if v.is_floating_point()
            else torch.tensor(11)
            for n, v in own.state_dict().items()
        }
        own.load_state_dict(state)
        theirs.load_state_dict(state)
        flags = [t.rng.random() < 0.5 for _ in theirs.modules()]
        for module, flag in zip(theirs.modules(), flags, strict=True):
            module.training = flag
        grads = []
        for name, value in own.named_parameters():
            param = t.call_kept(theirs.get_parameter, name)
            grads.append((param, torch.randn_like(value.detach()) if t.rng.random() < 0.5 else None))
            param.grad = grads[-1][1]
        x = torch.randn(9, 6, generator=gen, dtype=torch.float64)
        y = torch.randint(0, 4, (9,), generator=gen)
        steps, lr = t.rng.randint(2, 12), t.rng.uniform(0.01, 0.1)
        first, last = by_hand(own, x, y, steps, lr)
        want = t.rng.random() < 0.5
        threshold = last * (t.rng.uniform(1.02, 1.5) if want else t.rng.uniform(0.5, 0.98))
        seed = t.rng.randrange(1 << 30)
        t.world.random.seed(seed)
        t.numpy.random.seed(seed)
        t.torch.manual_seed(seed)
        held = t.keep(x), t.keep(y)
        loss_fn = t.there("torch.nn.functional.cross_entropy")
        ok, *losses = t.candidate.can_overfit(theirs, loss_fn, held, steps, lr, threshold)
        assert ok is want
        t.close(losses, [first, last], atol=1e-7, rtol=1e-7)
        t.close(dict(theirs.state_dict()), state, atol=0.0, rtol=0.0)
        assert [module.training for module in theirs.modules()] == flags
        for param, grad in grads:
            left = param.grad
            assert left is None if grad is None else torch.equal(left, grad)
        t.close([t.fetch(part) for part in held], [x, y], atol=0, rtol=0)
        assert t.world.random.random() == random.Random(seed).random()
        assert t.numpy.random.random() == np.random.RandomState(seed).random_sample()
        draw = torch.rand(3, generator=torch.Generator().manual_seed(seed))
        t.close(t.torch.rand(3), draw, atol=0.0, rtol=0.0)


@check("edges")
def buffers_that_change_in_eval_mode(t):
    """A buffer that the model changes at each call is not put back."""
    assert t.world.buffer_after(t.candidate.can_overfit) == 3.0


@check("edges")
def the_last_loss_may_be_higher(t):
    """The loss reported last is not the one after the last update when that one is the higher."""
    ok, first, last = t.world.overshoots(t.candidate.can_overfit)
    assert ok is False
    assert abs(first - 1) < 1e-4
    assert abs(last - 4) < 1e-2


@check("edges")
def a_loss_exactly_at_the_limit(t):
    """A last loss of exactly floor + threshold is not ok, or one above it is."""
    for floor, threshold, want in ((0.0, 0.5, True), (0.25, 0.25, True), (0.25, 0.125, False)):
        seen = t.world.stands_still(t.candidate.can_overfit, floor, threshold)
        assert tuple(seen) == (want, 0.5, 0.5)


@check("edges", seconds=20)
def gradients_are_restored(t):
    """Gradients that were there before are gone or changed, or new ones are left."""
    for options in ({"grads": True}, {"grads": True, "frozen": [0, 1]}, {"frozen": [1]}):
        assert run(t, "norm", 6, options, steps=3)["left"] == []


@check("edges", seconds=20)
def frozen_parameters_stay(t):
    """A frozen parameter is trained or thawed, or a model that cannot learn is said to be fine."""
    seen = run(t, "plain", 8, {"frozen": [0, 1]}, steps=20)
    same_losses(seen)
    assert seen["left"] == []
    seen = run(t, "plain", 8, {"frozen": [0, 1, 2]}, steps=20)
    assert seen["answer"][0] is False
    same_losses(seen)
    assert seen["left"] == []


@check("edges", seconds=20)
def cut_graphs_fail(t):
    """A model whose output is cut off from its weights passes."""
    seen = run(t, "cut", 8, steps=20)
    assert seen["answer"][0] is False
    same_losses(seen)
    assert seen["left"] == []
    passed, left = t.world.cut_off(t.candidate.can_overfit, t.rng.randrange(1000))
    assert passed is False
    assert left == []


@check("edges", seconds=20)
def floor_of_label_smoothing(t):
    """The floor of a smoothed loss is not taken into account."""
    floor = -(0.925 * math.log(0.925) + 3 * 0.025 * math.log(0.025))
    seen = run(t, "plain", 8, {"smooth": True}, floor=floor, steps=40, lr=0.05)
    assert seen["want"][1] < floor + 0.03
    assert seen["answer"][0] is True
    seen = run(t, "plain", 8, {"smooth": True, "unaided": True}, steps=40, lr=0.05)
    assert seen["answer"][0] is False


@check("edges", seconds=20)
def threshold_decides(t):
    """The verdict is not 'last loss at most floor + threshold'."""
    for kind in ("plain", "norm"):
        seed = t.rng.randrange(1000)
        args = (t.candidate.can_overfit, kind, seed, 10)
        last = t.world.run(*args, {"steps": 10}, {})["want"][1]
        for factor, want in ((0.9, False), (1.1, True)):
            seen = t.world.run(*args, {"steps": 10, "threshold": last * factor}, {"unaided": True})
            assert seen["answer"][0] is want
            limit = {"threshold": 0.05, "floor": last * factor - 0.05}
            seen = t.world.run(*args, {"steps": 10, **limit}, {"unaided": True})
            assert seen["answer"][0] is want


@check("edges", seconds=20)
def losses_that_are_not_finite(t):
    """A NaN or infinite loss is trained on, counts as a pass, or leaves something behind."""
    for bad in (math.nan, math.inf, -math.inf):
        seen = run(t, "plain", 6, {"bad": bad})
        ok, first, last = seen["answer"]
        assert ok is False
        assert not math.isfinite(first)
        assert (math.isnan(first) and math.isnan(last)) or first == last
        assert seen["left"] == []
        (ok, first, last), left = t.world.infinite_at_first(t.candidate.can_overfit, 5, bad)
        assert ok is False
        assert (math.isnan(first) and math.isnan(last)) or first == last == bad
        assert left == []
        (ok, *_), left = t.world.infinite_at_first(t.candidate.can_overfit, 5, bad, True)
        assert ok is False
        assert left == []
    seen = run(t, "plain", 6, steps=5, lr=1e30, threshold=math.inf)
    if not math.isfinite(seen["want"][1]):
        assert seen["answer"][0] is False
    assert seen["left"] == []


@check("edges", seconds=20)
def exceptions_leave_nothing(t):
    """After an exception of the loss the model is not what it was."""
    for kind in ("plain", "norm"):
        for call in (1, 2, 4, 6):
            for mode in ("train", "mixed"):
                seen, left = t.world.fails_at(
                    t.candidate.can_overfit, kind, t.rng.randrange(1000), call, mode
                )
                assert seen == "LookupError"
                assert left == []


@check("edges", seconds=20)
def bad_arguments(t):
    """No steps, no threshold, no rows or nothing to train is accepted."""
    for n, kwargs, frozen in (
        (6, {"steps": 0}, False),
        (6, {"steps": -1}, False),
        (6, {"threshold": 0.0}, False),
        (6, {"threshold": -0.1}, False),
        (0, {}, False),
        (6, {}, True),
    ):
        seen, left = t.world.refused(t.candidate.can_overfit, 3, n, kwargs, frozen)
        assert seen == "ValueError"
        assert left == []


@check("edges", seconds=20)
def one_row_and_one_step(t):
    """A single row or a single step is not handled."""
    seen = run(t, "dropout", 1, steps=30, lr=0.05)
    assert seen["answer"][0] is True
    same_losses(seen, 1e-2)
    seen = run(t, "norm", 1, steps=1)
    same_losses(seen)
    assert seen["left"] == []


@check("regression", seconds=20)
def defaults(t):
    """Without further arguments it is not 200 steps at 1e-2 with a threshold of 0.05."""
    seen = run(t, "plain", 8, {"double": True})
    assert seen["answer"][0] is True
    same_losses(seen, 1e-5)
    for floor, want in ((0.44, False), (0.46, True)):
        assert tuple(t.world.stands_still(t.candidate.can_overfit, floor)) == (want, 0.5, 0.5)


@check("regression", seconds=20)
def answer_types(t):
    """The answer is not a bool and two Python floats."""
    for kwargs in ({"steps": 2}, {"steps": 2, "threshold": 100.0}):
        assert run(t, "plain", 6, **kwargs)["types"]


@check("determinism", seconds=20)
def no_dice(t):
    """The check uses or changes a global random state, or answers differently the second time."""
    for kind in ("plain", "dropout", "norm"):
        seed = t.rng.randrange(1000)
        args = (t.candidate.can_overfit, kind, seed, 9, {"steps": 8}, {"unaided": True})
        one, two = t.world.run(*args), t.world.run(*args)
        assert one["left"] == two["left"] == []
        assert one["answer"] == two["answer"]


@check("device", seconds=20, devices=True)
def on_the_device(t):
    """On the device the verdict, the losses or what is left behind are different."""
    for kind in ("dropout", "norm"):
        seen = run(t, kind, 8, {"device": t.device, "mode": "mixed", "grads": True}, steps=12)
        same_losses(seen, 1e-2)
        assert seen["left"] == []
    seen = run(t, "plain", 8, {"device": t.device}, steps=40, lr=0.05)
    assert seen["answer"][0] is True
