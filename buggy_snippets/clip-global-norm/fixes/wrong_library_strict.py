# wrong: refuses inf, but the library's 1e-6 shrinks gradients that were exactly at the limit
import math
import torch


def clip_grad_global_(params, max_norm):
    if math.isnan(max_norm) or max_norm <= 0:
        raise ValueError("max_norm")
    params = [params] if isinstance(params, torch.Tensor) else list(dict.fromkeys(params))
    return float(torch.nn.utils.clip_grad_norm_(params, max_norm, error_if_nonfinite=True))
