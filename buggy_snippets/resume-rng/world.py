"""A training job that can be interrupted, destroyed and taken up again, beside the candidate's code."""

import copy
import hashlib
import io
import random

import numpy as np
import torch
from torch import nn

# The first step of an optimizer imports half of torch: seconds that belong to no check.
_warm = torch.nn.Parameter(torch.zeros(1))
_warm.grad = torch.zeros(1)
torch.optim.SGD([_warm], lr=0.0).step()


def nested_modes(capture, restore, modes):
    """Training flags of parts inside parts, after a restore into a job whose flags are the opposite."""
    jobs = []
    for flags in (modes, [not mode for mode in modes]):
        block = nn.Sequential(nn.BatchNorm1d(4), nn.Sequential(nn.Dropout(0.2), nn.Linear(4, 4)))
        model = nn.Sequential(nn.Linear(4, 4), block, nn.Linear(4, 2))
        for module, training in zip(model.modules(), flags, strict=True):
            module.training = training
        jobs.append((model, torch.optim.SGD(model.parameters(), lr=0.1), None))
    restore(*jobs[1], capture(*jobs[0], 3))
    return [module.training for module in jobs[1][0].modules()]


def seed_everything(number):
    random.seed(number)
    np.random.seed(number % 2**32)
    torch.manual_seed(number)


def draw_one_of_each():
    """One normal number of each global generator: the other half of the pair is waiting."""
    random.gauss(0.0, 1.0), np.random.standard_normal(), torch.randn(1)


def digest(value):
    """Content of a nested checkpoint as text, tensors by their bytes."""
    if isinstance(value, torch.Tensor):
        raw = value.detach().cpu().contiguous()
        return f"T{raw.dtype}{tuple(raw.shape)}{hashlib.sha256(raw.numpy().tobytes()).hexdigest()}"
    if isinstance(value, np.ndarray):
        return f"A{value.dtype}{value.shape}{hashlib.sha256(value.tobytes()).hexdigest()}"
    if isinstance(value, dict):
        return "{" + ",".join(f"{digest(k)}:{digest(v)}" for k, v in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ",".join(digest(v) for v in value) + "]"
    return repr(value)


def rng_digest(generator=None):
    states = [random.getstate(), np.random.get_state(), torch.get_rng_state()]
    if torch.cuda.is_available():
        states.append(torch.cuda.get_rng_state_all())
    if generator is not None:
        states.append(generator.get_state())
    return digest(states)


class Job:
    """A model with BatchNorm and dropout, its optimizer, its sampler's generator, its data."""

    def __init__(self, seed, kind="sgd", device="cpu", with_generator=True):
        seed_everything(seed)
        self.model = nn.Sequential(
            nn.Linear(6, 16), nn.BatchNorm1d(16), nn.ReLU(), nn.Dropout(0.25), nn.Linear(16, 2)
        ).to(device)
        make = {"sgd": torch.optim.SGD, "adamw": torch.optim.AdamW}[kind]
        options = {"sgd": {"lr": 0.05, "momentum": 0.9}, "adamw": {"lr": 0.02, "weight_decay": 0.1}}[kind]
        self.optimizer = make(self.model.parameters(), **options)
        self.generator = torch.Generator().manual_seed(seed) if with_generator else None
        fixed = torch.Generator().manual_seed(4321)
        self.data = (
            torch.randn(64, 6, generator=fixed).to(device),
            torch.randn(64, 2, generator=fixed).to(device),
        )

    def run(self, run, start, stop):
        return run(self.model, self.optimizer, self.generator, self.data, start, stop)

    def capture(self, capture, step):
        return Kept(capture(self.model, self.optimizer, self.generator, step))

    def restore(self, restore, kept):
        return restore(self.model, self.optimizer, self.generator, kept.ckpt)

    def restore_without(self, restore, kept, key):
        """How a restore from the checkpoint without one part ended, what it said, whether anything changed."""
        ckpt = {k: v for k, v in kept.ckpt.items() if k != key}
        before = self.everything()
        try:
            start = restore(self.model, self.optimizer, self.generator, ckpt)
        except KeyError:
            return "KeyError", None, self.everything() == before
        except Exception as error:
            return type(error).__name__, None, self.everything() == before
        return "restored", start, self.everything() == before

    def set_lr(self, lr):
        for group in self.optimizer.param_groups:
            group["lr"] = lr

    def set_modes(self, modes):
        for module, training in zip(self.model.modules(), modes):
            module.training = training

    def modes(self):
        return [module.training for module in self.model.modules()]

    def scribble(self):
        """In-place edits of everything a checkpoint could still point to."""
        with torch.no_grad():
            for value in self.model.state_dict().values():
                value.zero_()
            for state in self.optimizer.state.values():
                for value in state.values():
                    if torch.is_tensor(value):
                        value.fill_(7)
        self.set_lr(123.0)

    def weights(self):
        return [value.detach().cpu().clone() for value in self.model.state_dict().values()]

    def everything(self):
        """Digest of all that a restore may touch."""
        parts = [self.model.state_dict(), self.modes(), self.optimizer.state_dict()]
        return digest(parts) + rng_digest(self.generator)

    def draws(self):
        """The next numbers of every generator."""
        numbers = [random.gauss(0.0, 1.0), random.random(), *np.random.standard_normal(3).tolist()]
        numbers += [np.random.random(), *torch.randn(3).tolist()]
        return numbers + torch.rand(3, generator=self.generator).tolist()

    def rng(self):
        return rng_digest(self.generator)

    def generator_state(self):
        return self.generator.get_state()


class Kept:
    """A checkpoint in memory."""

    def __init__(self, ckpt):
        self.ckpt = ckpt

    def digest(self):
        return digest(self.ckpt)

    def is_dict(self):
        return isinstance(self.ckpt, dict)

    def keys(self):
        return list(self.ckpt)

    def through_a_file(self):
        file = io.BytesIO()
        torch.save(self.ckpt, file)
        file.seek(0)
        return Kept(torch.load(file, weights_only=False))

    def copied(self):
        return Kept(copy.deepcopy(self.ckpt))
