"""Hidden checks of preproc-parity: the robot's pipeline gives the network the very same picture."""

import numpy as np
import torch
from drill.runner.hidden import check
from torch import nn
from torch.nn.functional import interpolate

MEAN, STD = (0.485, 0.456, 0.406), (0.229, 0.224, 0.225)
GRID = ((32, 32), (33, 47), (64, 31), (1, 1), (1, 7), (7, 1), (2, 3), (5, 40), (40, 5), (120, 90), (31, 32))


def reference(rgb):
    """The simulator's pipeline in double precision."""
    x = torch.from_numpy(np.ascontiguousarray(rgb)).permute(2, 0, 1).double() / 255
    side = min(x.shape[1:])
    top, left = (x.shape[1] - side) // 2, (x.shape[2] - side) // 2
    x = x[:, top : top + side, left : left + side]
    x = interpolate(x[None], (32, 32), mode="bilinear", align_corners=False, antialias=True)[0]
    mean, std = (torch.tensor(v, dtype=torch.float64).view(3, 1, 1) for v in (MEAN, STD))
    return ((x - mean) / std).float()


def picture(t, height, width, k=0):
    """An RGB picture whose channels, corners and sides differ."""
    rng = np.random.default_rng([t.seed, k, height, width])
    rgb = rng.integers(0, 256, size=(height, width, 3)).astype(np.uint8)
    rgb[..., 0] //= 4
    rgb[: height // 3, :, 2] //= 3
    return rgb


def bgr(rgb):
    return np.ascontiguousarray(rgb[..., ::-1])


def deployed(t, rgb, how="array", device="cpu"):
    frame = bgr(rgb)
    result, where, after = t.world.deploy(t.candidate.preprocess_deploy, frame, how, device)
    assert np.array_equal(after, frame), "the camera frame was changed"
    assert where == (device if "tensor" in how else "cpu"), "the result was on another device"
    return result


def same(t, got, want):
    t.close(got, want, atol=1e-5, rtol=1e-5)


def weights(t):
    """State of the small network of world.py, the same here and there."""
    gen = t.generator(9)
    shapes = {"0.weight": (4, 3, 5, 5), "0.bias": (4,), "1.weight": (4,), "1.bias": (4,), "5.weight": (5, 144), "5.bias": (5,)}
    values = {name: torch.randn(shape, generator=gen) * 0.2 for name, shape in shapes.items()}
    values["1.running_mean"] = torch.randn(4, generator=gen) * 0.5
    values["1.running_var"] = torch.rand(4, generator=gen) + 0.5
    return values


def logits(values, x):
    model = nn.Sequential(
        nn.Conv2d(3, 4, 5, stride=5), nn.BatchNorm2d(4), nn.ReLU(), nn.Dropout(0.5), nn.Flatten(), nn.Linear(144, 5)
    )
    model.load_state_dict({**model.state_dict(), **values})
    with torch.no_grad():
        return model.eval()(x[None])[0]


@check("fault")
def colours_arrive_in_order(t):
    """A pure red, green or blue picture reached the network in another colour."""
    for channel in range(3):
        rgb = np.zeros((40, 40, 3), dtype=np.uint8)
        rgb[..., channel] = 200
        got = deployed(t, rgb)
        same(t, got, reference(rgb))


@check("fault")
def one_scaling(t):
    """Black, grey or white came out on another scale than in training."""
    for value in (0, 1, 128, 255):
        rgb = np.full((32, 32, 3), value, dtype=np.uint8)
        same(t, deployed(t, rgb), reference(rgb))


@check("fault")
def aspect_ratio_is_kept(t):
    """A picture that is not square was squeezed, cut elsewhere or came out in another size."""
    for height, width in ((20, 80), (80, 20), (33, 64), (64, 33), (36, 32)):
        rgb = picture(t, height, width)
        got = deployed(t, rgb)
        assert got.shape == (3, 32, 32)
        same(t, got, reference(rgb))


@check("fault")
def predicting_changes_nothing(t):
    """One prediction changed the network: its statistics, weights or training flags."""
    for training, frozen in ((True, ()), (True, (1, 3)), (False, ()), (False, (0, 4))):
        model = t.world.network(weights(t), training, frozen)
        flags, values = t.world.state(model)
        t.world.predicted(t.candidate.predict, model, bgr(picture(t, 40, 30)))
        now, after = t.world.state(model)
        assert now == flags, "training flags were changed"
        assert all(torch.equal(a, b) for a, b in zip(values, after)), "weights or statistics moved"


@check("edges")
def one_class_alone(t):
    """A network with a single class did not give a row of one logit."""
    values = weights(t)
    values |= {"5.weight": values["5.weight"][:1], "5.bias": values["5.bias"][:1]}
    got, _, _ = t.world.predicted(t.candidate.predict, t.world.network(values, False, ()), bgr(picture(t, 40, 30)))
    assert got.shape == (1,)


@check("fault")
def predicts_in_eval_mode(t):
    """A prediction was made in training mode: dropout was on, or the frame normalised itself."""
    for training, frozen in ((True, ()), (True, (1,)), (False, ()), (False, (1, 3))):
        rgb = picture(t, 50, 41, 1)
        model = t.world.network(weights(t), training, frozen)
        got, graph, seen = t.world.predicted(t.candidate.predict, model, bgr(rgb))
        assert not graph, "the logits carry a graph"
        t.close(got, logits(weights(t), reference(rgb)), atol=1e-4, rtol=1e-4)
        assert got.shape == (5,)
        assert all(shape == [1, 5] and not mode for shape, mode in seen), "no batch of one in eval mode"


@check("fault")
def a_model_of_torchs_own_layers(t):
    """A prediction gave other logits, or left a network of plain layers changed."""
    home, rgb = t.torch.nn, picture(t, 44, 37, 5)
    layers = [home.Conv2d(3, 4, 5, stride=5), home.BatchNorm2d(4), home.ReLU(), home.Dropout(0.5)]
    model = home.Sequential(*layers, home.Flatten(), home.Linear(144, 5))
    model.load_state_dict({**dict(model.state_dict()), **weights(t)})
    before = dict(model.state_dict())
    flags = [t.rng.random() < 0.5 for _ in model.modules()]
    for module, flag in zip(model.modules(), flags, strict=True):
        module.training = flag
    frame = t.keep(bgr(rgb))
    got = t.candidate.predict(model, frame)
    assert not got.requires_grad, "the logits carry a graph"
    t.close(got, logits(weights(t), reference(rgb)), atol=1e-4, rtol=1e-4)
    t.close(dict(model.state_dict()), before, atol=0.0, rtol=0.0)
    assert [module.training for module in model.modules()] == flags
    assert np.array_equal(t.fetch(frame), bgr(rgb)), "the camera frame was changed"
    assert t.torch.is_grad_enabled() is True


@check("regression")
def every_size(t):
    """For some picture size the two pipelines differed."""
    for height, width in GRID:
        rgb = picture(t, height, width)
        got = deployed(t, rgb)
        assert got.dtype == torch.float32 and got.shape == (3, 32, 32)
        same(t, got, reference(rgb))


@check("regression")
def training_pipeline_is_as_it_was(t):
    """The simulator's pipeline, which was right, was changed."""
    for height, width in ((32, 32), (50, 71), (9, 4)):
        rgb = picture(t, height, width)
        same(t, t.candidate.preprocess_train(rgb), reference(rgb))
        same(t, t.candidate.preprocess_train(torch.from_numpy(rgb.copy())), reference(rgb))


@check("regression")
def constants(t):
    """The size or the normalisation constants were changed."""
    assert t.candidate.SIZE == 32
    assert tuple(t.candidate.MEAN) == MEAN and tuple(t.candidate.STD) == STD


@check("regression")
def parity_is_met(t):
    """The measured gap between the pipelines was no float, or not zero."""
    for height, width in ((32, 32), (40, 61), (7, 1)):
        gap = t.candidate.parity(picture(t, height, width))
        assert isinstance(gap, float) and 0.0 <= gap <= 1e-5


@check("edges")
def unusual_memory(t):
    """A frame that is a view, read-only or in another memory order was refused or misread."""
    rgb = picture(t, 21, 34)
    for how in ("flipped view", "upside down view", "read-only", "every second", "fortran", "tensor", "permuted tensor"):
        same(t, deployed(t, rgb, how), reference(rgb))


@check("edges")
def tiny_pictures(t):
    """A picture of one row, one column or one pixel was not handled."""
    for height, width in ((1, 1), (1, 7), (7, 1), (1, 2)):
        rgb = picture(t, height, width)
        same(t, deployed(t, rgb), reference(rgb))
        same(t, deployed(t, rgb, "tensor"), reference(rgb))


@check("edges")
def wrong_types(t):
    """A picture that is not uint8 was accepted."""
    for dtype in (np.float32, np.float64, np.int64, np.uint16, np.int8):
        t.raises(TypeError, t.candidate.preprocess_deploy, np.zeros((8, 8, 3), dtype=dtype))
    for dtype in (torch.float32, torch.int64, torch.int8):
        t.raises(TypeError, t.candidate.preprocess_deploy, torch.zeros((8, 8, 3), dtype=dtype))


@check("edges")
def wrong_shapes(t):
    """A picture without three channels last, or without pixels, was accepted."""
    for shape in ((8, 8), (3, 8, 8), (8, 8, 4), (8, 8, 1), (1, 8, 8, 3), (0, 5, 3), (5, 0, 3), (24,)):
        t.raises(ValueError, t.candidate.preprocess_deploy, np.zeros(shape, dtype=np.uint8))
        t.raises(ValueError, t.candidate.preprocess_deploy, torch.zeros(shape, dtype=torch.uint8))


@check("edges")
def nested_parts_are_restored(t):
    """After a prediction a part deep inside the network had another training flag, or was frozen."""
    for flags in ([True, False] * 4, [False, True] * 4, [True] * 8):
        model = t.world.nested(flags)
        _, graph, _ = t.world.predicted(t.candidate.predict, model, bgr(picture(t, 32, 32)))
        assert not graph
        assert t.world.state(model)[0] == flags, "training flags were changed"
        assert t.world.frozen_parameters(model) == ["0.0.0.bias"], "other weights can be trained now"


@check("edges")
def gradients_stay_on(t):
    """After a prediction gradients were switched off for the rest of the program."""
    model = t.world.network(weights(t), True, ())
    assert t.world.gradients_after(t.candidate.predict, model, bgr(picture(t, 32, 32)))


@check("edges")
def restored_after_a_failure(t):
    """When the network or the frame failed, the training flags stayed changed."""
    for training, frozen in ((True, (1, 3)), (False, (5,))):
        model = t.world.network(weights(t), training, frozen, True)
        before = t.world.state(model)
        t.raises(RuntimeError, t.candidate.predict, model, bgr(picture(t, 32, 32)))
        after = t.world.state(model)
        assert after[0] == before[0], "training flags were changed"
        assert all(torch.equal(a, b) for a, b in zip(before[1], after[1]))
        t.raises(TypeError, t.candidate.predict, model, np.zeros((8, 8, 3)))
        assert t.world.state(model)[0] == before[0]


@check("scale", seconds=6)
def camera_resolution(t):
    """A full camera frame was not handled right."""
    rgb = picture(t, 480, 640)
    same(t, deployed(t, rgb), reference(rgb))
    same(t, deployed(t, rgb, "flipped view"), reference(rgb))


@check("device", devices=True)
def on_each_device(t):
    """A frame on this device gave another tensor, or came back from another device."""
    for height, width in ((32, 32), (33, 50), (1, 7)):
        rgb = picture(t, height, width)
        got = deployed(t, rgb, "tensor", t.device)
        t.close(got, reference(rgb), atol=1e-4, rtol=1e-4)
    model = t.world.network(weights(t), True, (), False, t.device)
    rgb = picture(t, 40, 40)
    got, graph, _ = t.world.predicted(t.candidate.predict, model, bgr(rgb), "tensor", t.device)
    assert not graph
    t.close(got, logits(weights(t), reference(rgb)), atol=1e-3, rtol=1e-3)


@check("determinism")
def same_frame_same_answer(t):
    """The same frame gave another tensor or other logits the second time."""
    rgb = picture(t, 37, 52)
    assert torch.equal(deployed(t, rgb), deployed(t, rgb))
    model = t.world.network(weights(t), True, ())
    one, two = (t.world.predicted(t.candidate.predict, model, bgr(rgb))[0] for _ in range(2))
    assert torch.equal(one, two)
