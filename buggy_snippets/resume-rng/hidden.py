"""Hidden checks of resume-rng: what goes on after a restore is the run that was interrupted."""

import random

import numpy as np
import torch
from drill.runner.hidden import check
from torch import nn

# The first step of an optimizer imports half of torch: seconds that belong to no check.
_warm = torch.nn.Parameter(torch.zeros(1))
_warm.grad = torch.zeros(1)
torch.optim.SGD([_warm], lr=0.0).step()

KINDS = ("sgd", "adamw")


def straight(t, seed, kind, stop, **how):
    """Losses and final weights of an uninterrupted run."""
    job = t.world.Job(seed, kind, **how)
    return job.run(t.candidate.run, 0, stop), job.weights()


def interrupted(t, seed, kind, cut, stop, other_seed=987, file=True, **how):
    """The same with a checkpoint after ``cut`` steps and everything else destroyed."""
    job = t.world.Job(seed, kind, **how)
    losses = job.run(t.candidate.run, 0, cut)
    kept = job.capture(t.candidate.capture, cut)
    if file:
        kept = kept.through_a_file()
    job.scribble()
    job = t.world.Job(other_seed, kind, **how)
    job.run(t.candidate.run, 0, 2)
    t.world.seed_everything(other_seed + 1)
    start = job.restore(t.candidate.restore, kept)
    assert start == cut, "the run went on at another step"
    return losses + job.run(t.candidate.run, start, stop), job.weights()


def same_run(one, two):
    assert one[0] == two[0], "the losses differ from those of the uninterrupted run"
    assert all(torch.equal(a, b) for a, b in zip(one[1], two[1], strict=True)), "the weights differ"


def own_run(seed, stop):
    """Losses of the given training loop with SGD, as the judge holds it."""
    random.seed(seed)
    np.random.seed(seed % 2**32)
    torch.manual_seed(seed)
    model = nn.Sequential(nn.Linear(6, 16), nn.BatchNorm1d(16), nn.ReLU(), nn.Dropout(0.25), nn.Linear(16, 2))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
    generator = torch.Generator().manual_seed(seed)
    fixed = torch.Generator().manual_seed(4321)
    inputs, targets = torch.randn(64, 6, generator=fixed), torch.randn(64, 2, generator=fixed)
    losses = []
    for _ in range(stop):
        rows = torch.randperm(64, generator=generator)[:8]
        noise = np.random.standard_normal((8, 6)).astype(np.float32)
        x = inputs[rows] + 0.1 * torch.from_numpy(noise)
        if random.random() < 0.5:
            x = -x
        optimizer.zero_grad()
        loss = nn.functional.mse_loss(model(x), targets[rows])
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


def number(t):
    return t.rng.randrange(10_000)


def parts(t, seed):
    """Model, optimizer and generator of torch's own making, beside the candidate's code."""
    t.world.random.seed(seed)
    t.numpy.random.seed(seed)
    t.torch.manual_seed(seed)
    home = t.torch.nn
    layers = home.Linear(6, 16), home.BatchNorm1d(16), home.ReLU(), home.Dropout(0.25)
    model = home.Sequential(*layers, home.Linear(16, 2))
    optimizer = t.torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
    return model, optimizer, t.torch.Generator().manual_seed(seed)


@check("fault")
def ten_is_five_and_five(t):
    """Five steps, a pre-emption and five more were not the ten steps of an uninterrupted run."""
    for kind in KINDS:
        seed = number(t)
        same_run(interrupted(t, seed, kind, 5, 10), straight(t, seed, kind, 10))


@check("fault")
def next_step_is_the_one_not_done(t):
    """After a restore a step was left out or done twice."""
    for cut in (0, 1, 7, 12345):
        job = t.world.Job(number(t))
        kept = job.capture(t.candidate.capture, cut)
        assert job.restore(t.candidate.restore, kept) == cut


@check("fault")
def checkpoint_does_not_follow_the_training(t):
    """A checkpoint kept in memory changed when training went on or tensors were edited."""
    for kind in KINDS:
        job = t.world.Job(number(t), kind)
        job.run(t.candidate.run, 0, 3)
        kept = job.capture(t.candidate.capture, 3)
        before = kept.digest()
        job.run(t.candidate.run, 3, 5)
        assert kept.digest() == before
        job.scribble()
        t.world.seed_everything(1)
        assert kept.digest() == before


@check("fault")
def optimizer_goes_on(t):
    """After a restore the optimizer had forgotten its momentum, its counts or its settings."""
    for kind in KINDS:
        seed = number(t)
        one = t.world.Job(seed, kind)
        losses = one.run(t.candidate.run, 0, 4)
        one.set_lr(0.003)
        kept = one.capture(t.candidate.capture, 4)
        losses += one.run(t.candidate.run, 4, 8)
        two = t.world.Job(seed + 1, kind)
        two.run(t.candidate.run, 0, 1)
        assert two.restore(t.candidate.restore, kept) == 4
        again = two.run(t.candidate.run, 4, 8)
        assert again == losses[4:], "the losses differ from those of the uninterrupted run"
        assert all(torch.equal(a, b) for a, b in zip(one.weights(), two.weights()))


@check("fault")
def resumed_as_by_hand(t):
    """The losses after a restore are not those that the judge's own uninterrupted run has."""
    seed, cut = number(t), t.rng.randint(1, 5)
    want = own_run(seed, cut + 4)
    fixed = torch.Generator().manual_seed(4321)
    data = torch.randn(64, 6, generator=fixed), torch.randn(64, 2, generator=fixed)
    one = parts(t, seed)
    losses = t.candidate.run(*one, data, 0, cut)
    kept = t.call_kept(t.candidate.capture, *one, cut)
    t.candidate.run(*one, data, cut, cut + 2)
    two = parts(t, number(t))
    for _ in range(2):
        start = t.candidate.restore(*two, kept)
        assert start == cut, "the run went on at another step"
        again = t.candidate.run(*two, data, start, cut + 4)
        t.close(losses + again, want, atol=1e-5, rtol=1e-5)


@check("regression")
def training_loop_is_as_it_was(t):
    """The training loop, which was right, was changed."""
    seed = number(t)
    t.close(straight(t, seed, "sgd", 6)[0], own_run(seed, 6), atol=1e-5, rtol=1e-5)


@check("edges")
def other_cuts(t):
    """A checkpoint before the first step, or before the last, did not give the same run."""
    for kind in KINDS:
        seed = number(t)
        whole = straight(t, seed, kind, 5)
        same_run(interrupted(t, seed, kind, 0, 5), whole)
        same_run(interrupted(t, seed, kind, 4, 5), whole)
        same_run(interrupted(t, seed, kind, 5, 5), whole)


@check("edges")
def kept_in_memory(t):
    """A checkpoint that never went through a file did not give the same run."""
    seed = number(t)
    same_run(interrupted(t, seed, "adamw", 3, 6, file=False), straight(t, seed, "adamw", 6))


@check("edges")
def restored_twice(t):
    """A second restore from the same checkpoint gave another run."""
    for kind in KINDS:
        job = t.world.Job(number(t), kind)
        job.run(t.candidate.run, 0, 3)
        kept = job.capture(t.candidate.capture, 3)
        before = kept.digest()
        runs = []
        for _ in range(3):
            assert job.restore(t.candidate.restore, kept) == 3
            runs.append((job.run(t.candidate.run, 3, 6), job.weights()))
        same_run(runs[0], runs[1])
        same_run(runs[0], runs[2])
        assert kept.digest() == before, "restoring or training changed the checkpoint"


@check("edges")
def every_draw_goes_on(t):
    """After a restore some random number, such as the second of a pair of normal ones, was another."""
    job = t.world.Job(number(t))
    t.world.draw_one_of_each()
    kept = job.capture(t.candidate.capture, 1).through_a_file()
    want = job.draws()
    other = t.world.Job(number(t))
    other.restore(t.candidate.restore, kept)
    assert other.draws() == want


@check("edges")
def training_flags(t):
    """The training flags of some parts were not restored."""
    for modes in ([True, True, False, True, False, True], [False] * 6, [True] * 6, [False, True, True, True, True, False]):
        job = t.world.Job(number(t))
        job.set_modes(modes)
        kept = job.capture(t.candidate.capture, 2).through_a_file()
        assert job.modes() == modes
        job = t.world.Job(number(t))
        job.set_modes([not mode for mode in modes])
        job.restore(t.candidate.restore, kept)
        assert job.modes() == modes
    modes = [t.rng.random() < 0.5 for _ in range(6)] + [True, False]
    modes[5] = not modes[2]  # a part inside another has flags of its own
    assert t.world.nested_modes(t.candidate.capture, t.candidate.restore, modes) == modes


@check("edges")
def without_a_generator(t):
    """A job without a generator was not captured, or its checkpoint changed a generator."""
    seed = number(t)
    whole = straight(t, seed, "sgd", 8, with_generator=False)
    same_run(interrupted(t, seed, "sgd", 4, 8, with_generator=False), whole)
    kept = t.world.Job(seed, "sgd", "cpu", False).capture(t.candidate.capture, 1)
    other = t.world.Job(seed + 1)
    before = other.generator_state()
    assert other.restore(t.candidate.restore, kept) == 1
    assert torch.equal(other.generator_state(), before)


@check("edges")
def missing_part(t):
    """A checkpoint without one of its parts was restored in part, or not refused."""
    job = t.world.Job(number(t), "adamw")
    job.run(t.candidate.run, 0, 2)
    modes = [True, False, True, True, True, False]
    job.set_modes(modes)
    kept = job.capture(t.candidate.capture, 2)
    assert kept.is_dict(), "the checkpoint is no dict"
    want = job.run(t.candidate.run, 2, 5), job.weights()
    refused = 0
    for key in kept.keys():
        other = t.world.Job(number(t), "adamw")
        other.run(t.candidate.run, 0, 1)
        other.set_modes([False] * 6)
        ended, start, unchanged = other.restore_without(t.candidate.restore, kept, key)
        if ended == "restored":  # a key that is no part: the run has to be whole without it
            assert start == 2 and other.modes() == modes, "a missing part was replaced by a guess"
            got = other.run(t.candidate.run, 2, 5), other.weights()
            same_run(got, want)
        else:
            assert ended == "KeyError", "the refusal was no KeyError"
            assert unchanged, "something was changed before the refusal"
            refused += 1
    assert refused > 0, "nothing was refused"


@check("edges")
def bad_step(t):
    """A negative step was accepted."""
    job = t.world.Job(number(t))
    t.raises(ValueError, job.capture, t.candidate.capture, -1)


@check("determinism")
def capturing_draws_nothing(t):
    """Taking a checkpoint moved a random generator, so that the run went on differently."""
    job = t.world.Job(number(t))
    job.run(t.candidate.run, 0, 2)
    before, weights = job.rng(), job.weights()
    kept = job.capture(t.candidate.capture, 2)
    assert job.rng() == before
    assert all(torch.equal(a, b) for a, b in zip(job.weights(), weights))
    assert job.capture(t.candidate.capture, 2).digest() == kept.digest()
    seed = number(t)
    whole = straight(t, seed, "sgd", 6)
    job, losses = t.world.Job(seed), []
    for step in range(6):
        job.capture(t.candidate.capture, step)
        losses += job.run(t.candidate.run, step, step + 1)
    same_run((losses, job.weights()), whole)


@check("device", devices=True)
def on_each_device(t):
    """On this device the resumed run was another run."""
    seed = number(t)
    whole = straight(t, seed, "adamw", 8, device=t.device)
    again = interrupted(t, seed, "adamw", 4, 8, device=t.device)
    t.close(again[0], whole[0], atol=1e-5, rtol=1e-5)
    for a, b in zip(again[1], whole[1], strict=True):
        t.close(a, b, atol=1e-5, rtol=1e-5)
