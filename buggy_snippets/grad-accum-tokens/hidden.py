"""Hidden checks of grad-accum-tokens: accumulation is the step of the whole batch."""

import torch
import torch.nn.functional as F
from drill.runner.hidden import check
from torch import nn

VOCAB = 7


def micro(t, lengths, width, key):
    """One micro-batch: sequences of the given scored lengths, padded to width."""
    gen = t.generator(key)
    x = torch.randint(0, VOCAB, (len(lengths), width), generator=gen)
    y = torch.randint(0, VOCAB, (len(lengths), width), generator=gen)
    for row, length in enumerate(lengths):
        y[row, length:] = -100
    return x, y


def uneven(t, key=0):
    return [
        micro(t, [1], 4, key),
        micro(t, [9, 11, 2], 11, key + 1),
        micro(t, [3, 0], 5, key + 2),
    ]


def agree(t, kind, rounds, max_norm=None, **kwargs):
    report, kept, moved = t.world.compare(
        t.candidate.accumulate_step, t.rng.randrange(1000), kind, rounds, max_norm, **kwargs
    )
    for got, want, is_float, gap in report:
        assert is_float, "the loss is not a Python float"
        assert abs(got - want) <= 1e-9, "the loss is not the mean over all scored tokens"
        assert gap <= 1e-8
    assert kept
    assert moved > 1e-6


def own_model(home, sizes=(VOCAB, 5)):
    """Embedding, tanh and head: torch's own layers, the judge's or those beside the candidate's code."""
    vocab, width = sizes
    layers = home.Embedding(vocab, width), home.Linear(width, 4), home.Tanh(), home.Linear(4, vocab)
    return home.Sequential(*layers).double()


def step_by_hand(model, optimizer, parts, max_norm):
    """Loss and step of the whole batch, as the judge computes them."""
    scored = [(x, y) for x, y in parts if bool((y != -100).any())]
    if not scored:
        return 0.0
    scores = torch.cat([model(x).flatten(0, 1) for x, _ in scored])
    loss = F.cross_entropy(scores, torch.cat([y.flatten() for _, y in scored]))
    optimizer.zero_grad()
    loss.backward()
    if max_norm is not None:
        nn.utils.clip_grad_norm_(model.parameters(), max_norm)
    optimizer.step()
    return loss.item()


@check("fault")
def uneven_lengths(t):
    """With sequences of different length the step is not that of the whole batch."""
    agree(t, "sgd", [uneven(t)])
    agree(t, "sgd", [[micro(t, [1], 3, 5), micro(t, [20], 20, 6)]])
    agree(t, "momentum", [uneven(t, 10), uneven(t, 20), uneven(t, 30)])


@check("fault")
def clipping_once(t):
    """Clipping does not act once on the norm of all accumulated gradients."""
    for max_norm in (0.05, 0.4, 100.0):
        agree(t, "sgd", [uneven(t, 40)], max_norm)
    agree(t, "adamw", [uneven(t, 50), uneven(t, 60)], 0.1)


@check("fault")
def stale_gradients(t):
    """Gradients that were there before the call have an effect."""
    agree(t, "sgd", [uneven(t, 70)], stale=3.0)
    agree(t, "momentum", [uneven(t, 80), uneven(t, 90)], 0.3, stale=-5.0)


@check("fault")
def a_micro_batch_of_padding(t):
    """A micro-batch without scored tokens gives NaN or changes the step."""
    for place in (0, 1, 3):
        parts = uneven(t, 100)
        parts.insert(place, micro(t, [0, 0], 6, 110))
        agree(t, "sgd", [parts])
        agree(t, "adamw", [parts], 0.2)


@check("fault")
def generators(t):
    """A generator of micro-batches is refused, or read in a way that loses some."""
    for how in ("generator", "tuple"):
        agree(t, "sgd", [uneven(t, 120)], how=how)
        agree(t, "sgd", [uneven(t, 130)], 0.2, how=how)


@check("fault")
def steps_by_hand(t):
    """Several steps of a model did not end at the weights of the whole batches."""
    padding = micro(t, [0, 0], 6, 660)
    rounds = [
        (uneven(t, 600), None),
        ([padding, *uneven(t, 610)], 0.05),
        ([padding], 0.5),
        (uneven(t, 620), 0.0),
        ([*uneven(t, 630), padding], None),
        (tuple(uneven(t, 640)), 0.3),
    ]
    for kind in ("SGD", "AdamW"):
        options = {"lr": 0.2, "weight_decay": 0.05}
        options |= {"momentum": 0.9} if kind == "SGD" else {}
        own = own_model(nn)
        gen = t.generator(650)
        state = {
            n: torch.randn(v.shape, generator=gen, dtype=v.dtype) for n, v in own.state_dict().items()
        }
        own.load_state_dict(state)
        theirs = own_model(t.torch.nn)
        theirs.load_state_dict(state)
        ours = getattr(torch.optim, kind)(own.parameters(), **options)
        optimizer = getattr(t.torch.optim, kind)(theirs.parameters(), **options)
        for parts, max_norm in rounds:
            given = iter(parts) if t.rng.random() < 0.5 else parts
            rest = () if max_norm is None else (max_norm,)
            loss = t.candidate.accumulate_step(theirs, optimizer, given, *rest)
            assert type(loss) is float
            assert abs(loss - step_by_hand(own, ours, parts, max_norm)) <= 1e-9
            t.close(dict(theirs.state_dict()), dict(own.state_dict()), atol=1e-8, rtol=1e-8)


@check("edges")
def nothing_scored(t):
    """Without a single scored token the weights move, the optimizer steps, or the loss is not 0.0."""
    for kind in ("sgd", "momentum", "adamw"):
        for parts in ([micro(t, [0], 4, 140)], [micro(t, [0, 0], 3, 141), micro(t, [0], 6, 142)]):
            for max_norm in (None, 0.5):
                got, is_float, kept = t.world.nothing_scored(
                    t.candidate.accumulate_step, t.rng.randrange(1000), kind, parts, max_norm
                )
                assert got == 0.0
                assert is_float
                assert kept is True


@check("edges")
def no_micro_batches(t):
    """An empty list or generator is accepted."""
    model = t.world.Net(1)
    optimizer = t.world.optimizer_for("sgd", model)
    step = t.candidate.accumulate_step
    t.raises(ValueError, step, model, optimizer, [])
    t.raises(ValueError, step, model, optimizer, iter([]))
    t.raises(ValueError, step, model, optimizer, (), 1.0)


@check("edges")
def a_single_token(t):
    """One micro-batch with one scored token is not handled."""
    agree(t, "sgd", [[micro(t, [1], 1, 150)]])
    agree(t, "sgd", [[micro(t, [1], 5, 151)]], 0.1)


@check("edges")
def frozen_parameters(t):
    """A frozen parameter is changed, or keeps the others from being trained."""
    for frozen in (["emb"], ["emb", "mid"], ["bias"]):
        agree(t, "sgd", [uneven(t, 160)], frozen=frozen)
        agree(t, "adamw", [uneven(t, 170)], 0.2, frozen=frozen)


@check("edges")
def frozen_with_an_old_gradient(t):
    """A parameter that was frozen after some training, and still has a gradient, is moved by weight decay."""
    for kind in ("momentum", "adamw"):
        assert t.world.frozen_is_left_alone(t.candidate.accumulate_step, 5, kind, uneven(t, 165)) == (True, True)


@check("edges")
def a_largest_norm_of_nothing(t):
    """A max_norm of 0 is taken for no clipping at all."""
    assert t.world.moved_by_no_norm(t.candidate.accumulate_step, 4, uneven(t, 170)) is False


@check("regression")
def equal_lengths(t):
    """With equal lengths the step is not that of the whole batch."""
    parts = [micro(t, [6, 6], 6, 180 + k) for k in range(4)]
    for kind in ("sgd", "momentum", "adamw"):
        agree(t, kind, [parts, parts])
    agree(t, "sgd", [[micro(t, [5, 3], 8, 190)]])


@check("regression")
def one_call_per_micro_batch(t):
    """The model is not called once per micro-batch, in order and with its own input, in its own mode."""
    parts = uneven(t, 200)
    seen, same = t.world.calls(t.candidate.accumulate_step, 3, parts)
    assert seen == [x.tolist() for x, _ in parts]
    assert same is True
    parts = [micro(t, [4, 2], 4, 204 + k) for k in range(3)]
    seen, same = t.world.calls(t.candidate.accumulate_step, 3, parts)
    assert seen == [x.tolist() for x, _ in parts]
    assert same is True
    parts = uneven(t, 200)
    padding = micro(t, [0, 0], 6, 210)
    seen, _ = t.world.calls(t.candidate.accumulate_step, 3, [parts[0], padding, parts[1]])
    wants = [parts[0][0].tolist(), padding[0].tolist(), parts[1][0].tolist()]
    assert seen in (wants, [wants[0], wants[2]])


@check("scale")
def four_steps(t):
    """Over four steps in a row the training runs away from that of the whole batches."""
    for kind in ("sgd", "momentum", "adamw"):
        rounds = [uneven(t, 220 + 10 * k) for k in range(4)]
        agree(t, kind, rounds)
        agree(t, kind, rounds, 0.3)
    many = [micro(t, [t.rng.randint(0, 12) for _ in range(2)], 12, 300 + k) for k in range(32)]
    agree(t, "sgd", [many], 0.5)


@check("device", devices=True)
def on_the_device(t):
    """On the device the step is another one."""
    agree(t, "sgd", [uneven(t, 400)], 0.3, device=t.device)
    agree(t, "momentum", [uneven(t, 410), uneven(t, 420)], device=t.device)
    got, is_float, kept = t.world.nothing_scored(
        t.candidate.accumulate_step, 5, "adamw", [micro(t, [0], 4, 430)], None, t.device
    )
    assert got == 0.0
    assert is_float
    assert kept is True
