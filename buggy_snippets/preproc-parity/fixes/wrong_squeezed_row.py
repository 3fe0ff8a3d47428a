# wrong: the row of a network with one class loses its only axis
"""Image preprocessing for the grasp network: simulator side and robot side."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.functional import interpolate

SIZE = 32
MEAN = (0.485, 0.456, 0.406)
STD = (0.229, 0.224, 0.225)


def _picture(image: np.ndarray | Tensor) -> Tensor:
    """The picture as a uint8 tensor (H, W, 3) on its own device."""
    if isinstance(image, np.ndarray):
        if image.dtype != np.uint8:
            raise TypeError(f"expected uint8, got {image.dtype}")
        image = torch.from_numpy(image.copy())
    if image.dtype != torch.uint8:
        raise TypeError(f"expected uint8, got {image.dtype}")
    if image.ndim != 3 or image.shape[2] != 3 or image.numel() == 0:
        raise ValueError(f"expected (H, W, 3), got {tuple(image.shape)}")
    return image


def _centre_square(x: Tensor) -> Tensor:
    """The largest centred square of a batch (N, C, H, W)."""
    height, width = x.shape[-2:]
    side = min(height, width)
    top, left = (height - side) // 2, (width - side) // 2
    return x[..., top : top + side, left : left + side]


def _resize(x: Tensor) -> Tensor:
    return interpolate(x, (SIZE, SIZE), mode="bilinear", align_corners=False, antialias=True)


def _normalise(x: Tensor) -> Tensor:
    mean = torch.tensor(MEAN, device=x.device).view(3, 1, 1)
    std = torch.tensor(STD, device=x.device).view(3, 1, 1)
    return (x - mean) / std


def preprocess_train(rgb: np.ndarray | Tensor) -> Tensor:
    """The simulator's pipeline: what the network was trained on."""
    x = _picture(rgb).permute(2, 0, 1)[None].float() / 255
    return _normalise(_resize(_centre_square(x))[0])


def preprocess_deploy(bgr: np.ndarray | Tensor) -> Tensor:
    """The robot's pipeline for frames of the camera driver (BGR)."""
    return preprocess_train(_picture(bgr).flip(-1))


def parity(rgb: np.ndarray | Tensor) -> float:
    """Largest difference between the two pipelines for one picture."""
    bgr = _picture(rgb).flip(-1)
    return float((preprocess_deploy(bgr) - preprocess_train(rgb)).abs().max())


def predict(model: nn.Module, bgr: np.ndarray | Tensor) -> Tensor:
    """Logits of the network for one camera frame."""
    x = preprocess_deploy(bgr)
    modes = [(module, module.training) for module in model.modules()]
    try:
        model.eval()
        with torch.no_grad():
            return model(x.unsqueeze(0)).squeeze()
    finally:
        for module, mode in modes:
            module.training = mode
