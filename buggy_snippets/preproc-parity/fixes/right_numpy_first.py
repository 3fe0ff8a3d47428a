"""Everything up to the resize in numpy."""
import contextlib

import numpy as np
import torch
import torch.nn.functional as F

SIZE = 32
MEAN = (0.485, 0.456, 0.406)
STD = (0.229, 0.224, 0.225)


def _pipeline(image, reverse):
    device = image.device if torch.is_tensor(image) else torch.device("cpu")
    a = image.detach().cpu().numpy() if torch.is_tensor(image) else np.asarray(image)
    if a.dtype != np.uint8:
        raise TypeError(a.dtype)
    if a.ndim != 3 or a.shape[-1] != 3 or 0 in a.shape:
        raise ValueError(a.shape)
    if reverse:
        a = a[:, :, ::-1]
    h, w, _ = a.shape
    m = min(h, w)
    a = a[(h - m) // 2 :][:m][:, (w - m) // 2 :][:, :m]
    x = torch.from_numpy(np.ascontiguousarray(a.transpose(2, 0, 1), dtype=np.float32) / np.float32(255)).to(device)
    x = F.interpolate(x.unsqueeze(0), size=SIZE, mode="bilinear", align_corners=False, antialias=True).squeeze(0)
    m, s = (torch.as_tensor(v, device=device)[:, None, None] for v in (MEAN, STD))
    return x.sub(m).div(s)


def preprocess_train(rgb):
    return _pipeline(rgb, False)


def preprocess_deploy(bgr):
    return _pipeline(bgr, True)


def parity(rgb):
    bgr = rgb.flip(2) if torch.is_tensor(rgb) else rgb[..., ::-1]
    return (preprocess_deploy(bgr) - preprocess_train(rgb)).abs().max().item()


@contextlib.contextmanager
def _evaluating(model):
    flags = {name: m.training for name, m in model.named_modules()}
    model.eval()
    try:
        yield
    finally:
        for name, m in model.named_modules():
            m.training = flags[name]


@torch.no_grad()
def predict(model, bgr):
    x = preprocess_deploy(bgr)
    with _evaluating(model):
        return model(x[None, ...])[0]
