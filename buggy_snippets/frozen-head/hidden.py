"""Hidden checks of frozen-head: what is registered, what is trained, what a step does."""

import torch
import torch.nn.functional as F
from drill.runner.hidden import check


def pieces(t):
    return t.candidate.TinyNet, t.candidate.finetune


def drawn(t, model, key):
    """Give the model weights of the judge's dice; the weights by name."""
    gen = t.generator(key)
    found = model.state_dict()
    state = {n: torch.randn(v.shape, generator=gen, dtype=v.dtype) for n, v in found.items()}
    model.load_state_dict(state)
    return state


def output(state, x):
    body = [value for name, value in state.items() if not name.startswith("head.")]
    weights = [value for value in body if value.dim() == 2]
    biases = [value for value in body if value.dim() == 1]
    for weight, bias in zip(weights, biases, strict=True):
        x = torch.relu(x @ weight.T + bias)
    return x @ state["head.weight"].T + state["head.bias"]


def trained(state, x, y, lr, frozen):
    """Loss before a step of plain SGD, and the weights after it, as the judge computes them."""
    leaves = {n: v.clone().requires_grad_(not frozen or n.startswith("head.")) for n, v in state.items()}
    loss = F.cross_entropy(output(leaves, x), y)
    loss.backward()
    return loss.item(), {
        n: v.detach() if v.grad is None else v.detach() - lr * v.grad for n, v in leaves.items()
    }


@check("fault")
def blocks_are_registered(t):
    """The blocks are missing from the parameters or the state, or do not follow .to()."""
    for args in ((6, 6, 0, 3), (5, 7, 1, 4), (4, 8, 3, 2), (1, 1, 2, 1)):
        in_dim, hidden, n_blocks, classes = args
        want = classes * (hidden + 1)
        for k in range(n_blocks):
            want += hidden * ((in_dim if k == 0 else hidden) + 1)
        total, state, followed, out = t.world.counts(t.candidate.TinyNet, args)
        assert total == want
        assert state == want
        assert followed == want
        assert out != "RuntimeError"
        assert tuple(out[0]) == (3, classes)


@check("fault")
def optimizer_holds_what_trains(t):
    """The optimizer does not hold exactly the parameters that are to be trained, each once."""
    for freeze in (True, False):
        (seen,) = t.world.after_finetune(*pieces(t), (6, 8, 2, 5), [(3, 0.25, freeze)])
        assert seen["held_wanted"]
        assert seen["held_once"]
        assert seen["head_trains"]
        assert list(seen["backbone_trains"]) == [not freeze]
        assert seen["sgd"]
        assert all(lr == 0.25 for lr in seen["lrs"])


@check("fault")
def the_new_head_moves(t):
    """After three steps the new head is what it was, or a frozen backbone is not."""
    for freeze in (True, False):
        seen = t.world.three_steps(*pieces(t), t.candidate.train_step, freeze)
        assert seen["head"]
        if freeze:
            assert not any(seen["body"])
        else:
            assert all(seen["body"])
        assert seen["losses"][2] < seen["losses"][0]


@check("fault")
def one_batch_can_be_learnt(t):
    """300 steps on eight clear rows do not bring the loss down."""
    first, last = t.world.overfit(*pieces(t), t.candidate.train_step, 300)
    assert first > 0.5
    assert last < 0.05


@check("fault")
def stale_gradients_are_cleared(t):
    """Gradients that were there before the step, in the optimizer or not, act or pile up."""
    for only_head in (False, True):
        for stale in (0.0, 50.0):
            loss, want, grad, move = t.world.one_exact_step(
                t.candidate.TinyNet, t.candidate.train_step, stale, t.rng.randrange(1000), only_head
            )
            assert abs(loss - want) < 1e-9
            assert grad < 1e-9
            assert move < 1e-9
    head, kept, cleared = t.world.frozen_stale(*pieces(t), t.candidate.train_step)
    assert head < 1e-9
    assert kept
    assert cleared


@check("fault")
def steps_by_hand(t):
    """Training did not take the steps that the weights, the batch and the learning rate ask for."""
    net = t.candidate.TinyNet
    for key, args in enumerate(((5, 7, 2, 4), (3, 4, 1, 2), (4, 4, 0, 3))):
        model, gen = net(*args), t.generator(500 + key)
        model.double()
        assert len(drawn(t, model, 510 + key)) == 2 * args[2] + 2
        for k, frozen in enumerate((False, True, False, True)):
            classes, lr = t.rng.randint(2, 6), t.rng.uniform(0.02, 0.2)
            optimizer = t.candidate.finetune(model, classes, lr, frozen)
            state = drawn(t, model, 520 + 10 * key + k)
            assert state["head.weight"].shape == (classes, args[1] if args[2] else args[0])
            for _ in range(2):
                x = torch.randn(6, args[0], generator=gen, dtype=torch.float64)
                y = torch.randint(0, classes, (6,), generator=gen)
                t.close(model(x).detach(), output(state, x), atol=1e-8, rtol=1e-8)
                want, state = trained(state, x, y, lr, frozen)
                loss = t.candidate.train_step(model, optimizer, x, y)
                assert type(loss) is float
                assert abs(loss - want) <= 1e-8 * (1 + abs(want))
                t.close(dict(model.state_dict()), state, atol=1e-8, rtol=1e-8)


@check("edges")
def the_head_is_new(t):
    """The head is not replaced by a new one of the right size."""
    for classes in (1, 2, 5, 9):
        (seen,) = t.world.after_finetune(*pieces(t), (6, 8, 2, 5), [(classes, 0.1, True)])
        assert seen["new"]
        assert seen["linear"]
        assert tuple(seen["out"]) == (classes, 8)
    (seen,) = t.world.after_finetune(*pieces(t), (6, 6, 0, 5), [(3, 0.1, True)])
    assert seen["new"]
    assert seen["held_wanted"]
    assert tuple(seen["out"]) == (3, 6)


@check("edges")
def head_in_double(t):
    """The new head of a float64 model is not float64."""
    (seen,) = t.world.after_finetune(*pieces(t), (4, 5, 1, 3), [(2, 0.1, True)], t.torch.float64)
    assert seen["dtype"] == "torch.float64"
    assert tuple(seen["bias"]) == ("torch.float64", "cpu")


@check("edges")
def twice_in_a_row(t):
    """A second fine-tuning, with another choice, starts from the wrong state."""
    calls = [(3, 0.1, True), (7, 0.2, False), (4, 0.3, True), (4, 0.1, True)]
    for call, seen in zip(calls, t.world.after_finetune(*pieces(t), (6, 8, 2, 5), calls), strict=True):
        classes, lr, freeze = call
        assert seen["new"]
        assert seen["held_wanted"]
        assert seen["held_once"]
        assert seen["head_trains"]
        assert list(seen["backbone_trains"]) == [not freeze]
        assert tuple(seen["out"]) == (classes, 8)
        assert all(value == lr for value in seen["lrs"])


@check("edges")
def bad_arguments(t):
    """Impossible sizes, class counts or learning rates are accepted."""
    net = t.candidate.TinyNet
    for args in ((0, 4, 1, 2), (4, 0, 1, 2), (4, 4, -1, 2), (4, 4, 1, 0), (-1, 4, 1, 2), (4, 4, 1, -3)):
        t.raises(ValueError, net, *args)
    model = net(4, 5, 1, 3)
    for classes, lr in ((0, 0.1), (-2, 0.1), (3, 0.0), (3, -0.1)):
        t.raises(ValueError, t.candidate.finetune, model, classes, lr)
        t.raises(ValueError, t.candidate.finetune, model, classes, lr, False)


@check("regression")
def the_forward_pass(t):
    """The network is not Linear and ReLU in turn with a linear head."""
    for args in ((5, 7, 1, 4), (4, 6, 3, 2), (3, 3, 0, 2), (3, 5, 0, 2)):
        got, want = t.world.forward_is_relu(t.candidate.TinyNet, args, t.rng.randrange(1000))
        t.close(got, want, atol=1e-10, rtol=1e-10)


@check("regression")
def losses_are_python_floats(t):
    """A step does not return the loss before the update as a Python float."""
    seen = t.world.three_steps(*pieces(t), t.candidate.train_step, True)
    assert seen["floats"]
    assert all(0 < loss < 10 for loss in seen["losses"])


@check("device", devices=True)
def on_the_device(t):
    """On the device the new head lives elsewhere or is not trained."""
    (seen,) = t.world.after_finetune(
        *pieces(t), (4, 5, 1, 3), [(2, 0.1, True)], t.torch.float32, t.device
    )
    kind = t.device.split(":")[0]
    assert seen["device"] == kind
    assert tuple(seen["bias"]) == ("torch.float32", kind)
    steps = t.world.three_steps(*pieces(t), t.candidate.train_step, False, t.device)
    assert steps["head"]
    assert all(steps["body"])
    assert steps["losses"][2] < steps["losses"][0]


@check("determinism")
def same_under_the_same_seed(t):
    """Under one torch seed two trainings differ."""
    assert t.world.trained_twice(*pieces(t), t.candidate.train_step, t.rng.randrange(1000)) is True
