# context manager, numpy ascontiguousarray, stack of channels, functional normalise
from contextlib import contextmanager
import numpy as np
import torch
import torch.nn.functional as F
SIZE = 32
MEAN = (0.485, 0.456, 0.406)
STD = (0.229, 0.224, 0.225)
class WrongShape(ValueError): pass
def check(img):
    t = torch.as_tensor(np.ascontiguousarray(img).copy()) if isinstance(img, np.ndarray) and img.dtype == np.uint8 else img
    if not isinstance(t, torch.Tensor) or t.dtype != torch.uint8: raise TypeError("uint8 wanted")
    if t.dim() != 3 or t.size(-1) != 3 or 0 in t.shape: raise WrongShape(tuple(t.shape))
    return t
def _pipeline(channels):
    x = torch.stack(channels).float().div(255)
    h, w = x.shape[1:]; m = min(h, w); i, j = (h - m) // 2, (w - m) // 2
    x = F.interpolate(x[None, :, i:i + m, j:j + m], size=SIZE, mode="bilinear", align_corners=False, antialias=True).squeeze(0)
    return torch.stack([(c - m) / s for c, m, s in zip(x, MEAN, STD)])
def preprocess_train(rgb): return _pipeline(check(rgb).unbind(-1))
def preprocess_deploy(bgr):
    b, g, r = check(bgr).unbind(-1)
    return _pipeline((r, g, b))
def parity(rgb):
    t = check(rgb)
    return torch.dist(preprocess_deploy(torch.flip(t, (2,))), preprocess_train(t), p=float("inf")).item()
@contextmanager
def evaluating(model):
    was = {m: m.training for m in model.modules()}
    model.eval()
    try: yield model
    finally:
        for m, flag in was.items(): m.training = flag
def predict(model, bgr, *, device=None):
    x = preprocess_deploy(bgr)
    with evaluating(model), torch.no_grad():
        return model(x.unsqueeze(0))[0].detach().clone()
