"""Shared tail for both pipelines; flags restored by an ExitStack."""
from contextlib import ExitStack

import numpy as np
import torch
from torch.nn import functional as F

SIZE, MEAN, STD = 32, (0.485, 0.456, 0.406), (0.229, 0.224, 0.225)


def _tail(planes):
    _, h, w = planes.shape
    m = min(h, w)
    y, x = (h - m) // 2, (w - m) // 2
    square = planes[:, y : y + m, x : x + m].to(torch.float32).mul(1 / 255.0)[None]
    small = F.interpolate(square, size=(SIZE, SIZE), mode="bilinear", antialias=True)[0]
    for c in range(3):
        small[c] = (small[c] - MEAN[c]) / STD[c]
    return small


def _planes(image, order):
    if isinstance(image, np.ndarray):
        if image.dtype != np.dtype("uint8"):
            raise TypeError("uint8 please")
        image = torch.as_tensor(np.array(image, order="C"))
    elif image.dtype is not torch.uint8:
        raise TypeError("uint8 please")
    if image.dim() != 3 or image.size(2) != 3 or min(image.shape) < 1:
        raise ValueError("H x W x 3 please")
    return torch.stack([image[:, :, c] for c in order])


def preprocess_train(rgb):
    return _tail(_planes(rgb, (0, 1, 2)))


def preprocess_deploy(bgr):
    return _tail(_planes(bgr, (2, 1, 0)))


def parity(rgb):
    a = torch.as_tensor(np.array(rgb))
    return float(torch.dist(preprocess_deploy(a.flip(-1)), preprocess_train(a), float("inf")))


def predict(model, bgr):
    batch = preprocess_deploy(bgr).unsqueeze(0)
    with ExitStack() as stack:
        for module in model.modules():
            stack.callback(setattr, module, "training", module.training)
        model.eval()
        stack.enter_context(torch.set_grad_enabled(False))
        (row,) = model(batch)
        return row
