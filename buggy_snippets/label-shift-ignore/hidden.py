"""Hidden checks of label-shift-ignore: which token is asked where, and what is divided by."""

import math

import torch
import torch.nn.functional as F

from drill.runner.hidden import check


def reference(logits, labels, ignore_index=-100):
    """Token by token, in float64."""
    logits = logits.double()
    total, count = 0.0, 0
    for b in range(labels.shape[0]):
        for t in range(1, labels.shape[1]):
            target = int(labels[b, t])
            if target != ignore_index:
                row = logits[b, t - 1]
                total += float(row.logsumexp(0) - row[target])
                count += 1
    return total / count if count else 0.0


def draw(t, b, n, v, dtype=torch.float64, key=0, share=0.0, ignore_index=-100):
    gen = t.generator(key)
    logits = torch.randn(b, n, v, generator=gen, dtype=torch.float64) * 2
    labels = torch.randint(0, v, (b, n), generator=gen)
    labels[torch.rand(b, n, generator=gen) < share] = ignore_index
    return logits.to(dtype), labels


def near(got, want, tolerance=1e-5):
    assert got.dim() == 0
    assert abs(got.item() - want) <= tolerance * max(1.0, abs(want))


@check("fault")
def random_batches(t):
    """The loss of a random batch is not that of predicting each next token."""
    for k, (b, n, v) in enumerate(((1, 2, 3), (2, 5, 7), (4, 9, 11))):
        logits, labels = draw(t, b, n, v, key=k)
        near(t.candidate.lm_loss(logits, labels), reference(logits, labels), 1e-9)


@check("fault")
def copying_is_not_rewarded(t):
    """Logits that repeat the previous token get a lower loss than those that predict the next."""
    tokens = torch.stack([torch.randperm(12, generator=t.generator(k)) for k in range(3)])
    sure = 30 * F.one_hot(tokens, 12).double()
    predicts = torch.cat([sure[:, 1:], sure[:, :1]], dim=1)
    copies = torch.cat([sure[:, -1:], sure[:, :-1]], dim=1)
    near(t.candidate.lm_loss(predicts, tokens), 0.0, 1e-6)
    assert t.candidate.lm_loss(copies, tokens).item() > 20
    assert t.candidate.lm_loss(sure, tokens).item() > 20


@check("fault")
def ignored_positions_do_not_count(t):
    """Ignored positions change the loss."""
    logits, labels = draw(t, 2, 6, 5, key=1)
    want = reference(logits, labels)
    more = torch.cat([logits, torch.randn(2, 6, 5, generator=t.generator(2), dtype=torch.float64)], 1)
    padded = torch.cat([labels, torch.full((2, 6), -100)], dim=1)
    near(t.candidate.lm_loss(more, padded), want, 1e-9)
    for k in range(4):
        logits, labels = draw(t, 3, 8, 6, key=10 + k, share=0.6)
        near(t.candidate.lm_loss(logits, labels), reference(logits, labels), 1e-9)


@check("fault")
def every_scored_token_weighs_the_same(t):
    """A row with few scored tokens weighs more, or less, than its tokens."""
    logits, labels = draw(t, 3, 10, 6, key=3)
    labels[0, 2:] = -100
    labels[1, 5:] = -100
    near(t.candidate.lm_loss(logits, labels), reference(logits, labels), 1e-9)
    labels[1] = -100
    near(t.candidate.lm_loss(logits, labels), reference(logits, labels), 1e-9)


@check("edges")
def the_first_column_is_no_target(t):
    """What stands in the first column of the labels matters."""
    logits, labels = draw(t, 3, 6, 5, key=4, share=0.2)
    labels[:, 1] = 2
    want = reference(logits, labels)
    for value in (0, 4, 5, 999, -1, -100, -7):
        labels[:, 0] = value
        near(t.candidate.lm_loss(logits, labels), want, 1e-9)


@check("edges")
def nothing_scored(t):
    """A batch in which nothing is scored gives NaN, no graph, or a gradient that is not zero."""
    for dtype in (torch.float32, torch.float64, torch.float16, torch.bfloat16):
        for b, n in ((2, 5), (3, 1), (0, 4), (1, 2)):
            logits = torch.randn(b, n, 4, generator=t.generator(b + n)).to(dtype)
            if n == 5:
                logits = torch.full_like(logits, 6e4)
            labels = torch.full((b, n), -100)
            if b:
                labels[:, 0] = 1
            loss, connected, grad = t.world.loss_and_grad(t.candidate.lm_loss, logits, labels, {})
            assert loss.dtype == (dtype if dtype in (torch.float32, torch.float64) else torch.float32)
            assert loss.shape == ()
            assert loss.item() == 0.0
            assert connected
            assert grad.shape == logits.shape
            assert bool((grad == 0).all())


@check("edges")
def other_ignore_indices(t):
    """Another ignore_index, inside the vocabulary or not, is not honoured."""
    for ignore in (0, 3, 6, 7, 9, -1, -5):
        logits, labels = draw(t, 3, 9, 7, key=5, share=0.3, ignore_index=ignore)
        labels[0, 1] = 5
        near(t.candidate.lm_loss(logits, labels, ignore), reference(logits, labels, ignore), 1e-9)
        near(
            t.candidate.lm_loss(logits, labels, ignore_index=ignore),
            reference(logits, labels, ignore),
            1e-9,
        )
    labels = torch.full((2, 4), 3)
    loss = t.candidate.lm_loss(torch.randn(2, 4, 6, generator=t.generator(6)), labels, 3)
    assert loss.item() == 0.0


@check("edges")
def targets_outside_the_vocabulary(t):
    """A target outside the vocabulary is accepted."""
    logits, labels = draw(t, 2, 5, 6, dtype=torch.float32, key=7)
    for value in (6, 7, 1000, -1, -2, -99, -101):
        for row, column in ((0, 1), (1, 4)):
            bad = labels.clone()
            bad[row, column] = value
            t.raises(ValueError, t.candidate.lm_loss, logits, bad)
    bad = labels.clone()
    bad[0, 2] = -100
    t.raises(ValueError, t.candidate.lm_loss, logits, bad, -1)


@check("edges")
def shapes_that_do_not_fit(t):
    """Labels of another shape than the logits are accepted."""
    logits = torch.randn(2, 5, 6, generator=t.generator(8))
    for shape in ((2, 4), (2, 6), (3, 5), (1, 5), (5, 2), (10,), (2, 5, 1), (5,)):
        labels = torch.zeros(shape, dtype=torch.int64)
        t.raises(ValueError, t.candidate.lm_loss, logits, labels)


@check("edges")
def half_precision(t):
    """Half-precision logits are not computed and returned in float32, or another dtype changes."""
    for dtype in (torch.float16, torch.bfloat16):
        logits, labels = draw(t, 2, 40, 30, dtype=dtype, key=9, share=0.2)
        got = t.candidate.lm_loss(logits, labels)
        assert got.dtype == torch.float32
        near(got, reference(logits, labels), 1e-5)
        logits, labels = torch.zeros(2, 1100, 2, dtype=dtype), torch.ones(2, 1100, dtype=torch.int64)
        near(t.candidate.lm_loss(logits, labels), math.log(2), 1e-5)
    for dtype in (torch.float32, torch.float64):
        logits, labels = draw(t, 2, 6, 5, dtype=dtype, key=10)
        assert t.candidate.lm_loss(logits, labels).dtype == dtype


@check("edges")
def huge_logits(t):
    """Logits of up to 60 000 give inf, NaN or a capped loss."""
    for dtype in (torch.float16, torch.float32, torch.bfloat16):
        logits = torch.full((1, 4, 3), -6e4).to(dtype)
        logits[..., 1] = 6e4
        for target in (0, 1, 2):
            labels = torch.full((1, 4), target)
            loss, _, grad = t.world.loss_and_grad(t.candidate.lm_loss, logits, labels, {})
            want = reference(logits, labels)
            assert math.isfinite(loss.item())
            near(loss, want, 1e-5)
            assert bool(torch.isfinite(grad).all())


@check("regression")
def gradients(t):
    """The gradient of the logits is not that of the cross-entropy over the scored tokens."""
    for k in range(3):
        logits, labels = draw(t, 3, 7, 5, key=20 + k, share=0.4)
        labels[0, 1] = 1
        own = logits.clone().requires_grad_()
        F.cross_entropy(own[:, :-1].reshape(-1, 5), labels[:, 1:].reshape(-1)).backward()
        loss, connected, grad = t.world.loss_and_grad(t.candidate.lm_loss, logits, labels, {})
        assert connected
        near(loss, reference(logits, labels), 1e-9)
        t.close(grad, own.grad, atol=1e-10, rtol=1e-8)


@check("regression")
def inputs_and_repeats(t):
    """The inputs are changed, or the same batch gives another loss the second time."""
    logits, labels = draw(t, 2, 7, 5, dtype=torch.float32, key=30, share=0.3)
    for got, want in zip(t.after(t.candidate.lm_loss, logits, labels), (logits, labels)):
        assert torch.equal(got, want)
    assert torch.equal(t.candidate.lm_loss(logits, labels), t.candidate.lm_loss(logits, labels))


@check("device", devices=True)
def on_the_device(t):
    """On the device the loss, its place or its errors are different."""
    for dtype, tolerance in ((torch.float32, 1e-5), (torch.float64, 1e-9), (torch.bfloat16, 1e-4)):
        logits, labels = draw(t, 3, 12, 9, dtype=dtype, key=40, share=0.3)
        got = t.candidate.lm_loss(logits.to(t.device), labels.to(t.device))
        assert got.device.type == torch.device(t.device).type
        near(got.cpu(), reference(logits, labels), tolerance)
    for value in (9, 5000, -3):
        bad = labels.clone()
        bad[1, 5] = value
        t.raises(ValueError, t.candidate.lm_loss, logits.to(t.device), bad.to(t.device))
    empty = torch.full((2, 3), -100).to(t.device)
    loss = t.candidate.lm_loss(torch.randn(2, 3, 4, generator=t.generator(41)).to(t.device), empty)
    assert loss.item() == 0.0
