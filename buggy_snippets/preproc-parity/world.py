"""Pictures with unusual memory, and networks to predict with, beside the candidate's code."""

import numpy as np
import torch
from torch import nn


def view(picture, how, device="cpu"):
    """The same BGR picture as given, in another layout."""
    if how == "flipped view":
        return np.ascontiguousarray(picture[..., ::-1])[..., ::-1]
    if how == "upside down view":
        return np.ascontiguousarray(picture[::-1, ::-1])[::-1, ::-1]
    if how == "read-only":
        copy = picture.copy()
        copy.flags.writeable = False
        return copy
    if how == "every second":
        wide = np.zeros((picture.shape[0] * 2, picture.shape[1] * 2, 3), dtype=np.uint8)
        wide[::2, ::2] = picture
        return wide[::2, ::2]
    if how == "fortran":
        return np.asfortranarray(picture)
    if how == "tensor":
        return torch.from_numpy(picture.copy()).to(device)
    if how == "permuted tensor":
        planes = torch.from_numpy(picture.copy()).permute(2, 0, 1).contiguous()
        return planes.to(device).permute(1, 2, 0)
    return picture


def deploy(function, picture, how, device="cpu"):
    """The result on the CPU, the type of its device, and the picture afterwards."""
    image = view(picture, how, device)
    result = function(image)
    after = image.cpu().numpy().copy() if isinstance(image, torch.Tensor) else image.copy()
    return result.cpu(), result.device.type, after


class Fails(nn.Module):
    def forward(self, x):
        raise RuntimeError("no answer")


class Spy(nn.Module):
    """Passes its input through and remembers it."""

    def __init__(self):
        super().__init__()
        self.seen = []

    def forward(self, x):
        self.seen.append((list(x.shape), self.training))
        return x


def network(weights, training, frozen, fails=False, device="cpu"):
    """Convolution, BatchNorm, dropout, classifier; ``frozen`` parts are in eval mode, the rest as told."""
    model = nn.Sequential(
        nn.Conv2d(3, 4, 5, stride=5),
        nn.BatchNorm2d(4),
        nn.ReLU(),
        nn.Dropout(0.5),
        nn.Flatten(),
        nn.Linear(144, len(weights["5.bias"])),
        Fails() if fails else Spy(),
    )
    model.load_state_dict({**model.state_dict(), **weights})
    model.train(training)
    for i in frozen:
        model[i].train(not training)
    return model.to(device)


def nested(flags):
    """Three levels of parts with the given training flags, one weight frozen."""
    inner = nn.Sequential(nn.Conv2d(3, 4, 8, stride=8), nn.BatchNorm2d(4))
    model = nn.Sequential(nn.Sequential(inner, nn.ReLU()), nn.Flatten(), Spy())
    for module, training in zip(model.modules(), flags, strict=True):
        module.training = training
    inner[0].bias.requires_grad_(False)
    return model


def frozen_parameters(model):
    return [name for name, value in model.named_parameters() if not value.requires_grad]


def gradients_after(function, model, picture):
    """Whether gradients are recorded after a prediction."""
    function(model, view(picture, "array"))
    ok = torch.is_grad_enabled() and not torch.is_inference_mode_enabled()
    torch.set_grad_enabled(True)
    return ok


def state(model):
    """Training flags of all parts, and every parameter and buffer."""
    flags = [module.training for module in model.modules()]
    return flags, [value.detach().cpu().clone() for value in model.state_dict().values()]


def predicted(function, model, picture, how="array", device="cpu"):
    """Logits, whether they carry a graph, and what the network was given."""
    out = function(model, view(picture, how, device))
    return out.detach().cpu(), out.requires_grad, model[-1].seen
