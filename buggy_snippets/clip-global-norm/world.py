"""Parameters with gradients, clipped beside the candidate's code."""

import torch


def _params(grads, device):
    params = []
    for grad in grads:
        if grad is None:
            params.append(torch.zeros(3, device=device, requires_grad=True))
            continue
        param = torch.zeros(grad.shape, dtype=grad.dtype, device=device, requires_grad=True)
        param.grad = grad.to(device).clone()
        params.append(param)
    return params


def _container(params, form):
    if form == "tensor":
        return params[0]
    if form == "generator":
        return (param for param in params)
    if form == "tuple":
        return tuple(params)
    if form == "dict values":
        return {str(i): param for i, param in enumerate(params)}.values()
    if form == "module":
        module = torch.nn.Module()
        for i, param in enumerate(params):
            module.register_parameter(f"p{i}", torch.nn.Parameter(param.detach()))
            getattr(module, f"p{i}").grad = param.grad
        return module.parameters()
    return params


def clip(function, grads, max_norm, form="list", repeats=(), device="cpu"):
    """What came back, how it ended, and the very gradient tensors the parameters had before."""
    params = _params(grads, device)
    held = [param.grad for param in params]
    params += [params[i] for i in repeats]
    try:
        result, ended, kept = function(_container(params, form), max_norm), "returned", None
    except Exception as error:
        result, ended, kept = None, "raised", error  # its end must not put anything back
        for kind in (RuntimeError, ValueError):
            if isinstance(error, kind):
                ended = kind.__name__
    still = all((p.grad is None) == (h is None) for p, h in zip(params, held))
    after = [None if h is None else h.detach().cpu().clone() for h in held]
    del kept
    return result, ended, after, still


def clip_views(function, flat, max_norm):
    """Norm, and one buffer of seven that three gradients are parts of: as it lies, turned, of a frozen one."""
    flat = flat.clone()
    params = [torch.zeros(shape, requires_grad=True) for shape in ((2,), (2, 2), (1,))]
    for param, part in zip(params, (flat[:2], flat[2:6].view(2, 2).t(), flat[6:])):
        param.grad = part
    params[2].requires_grad_(False)
    return function(params, max_norm), flat


def clip_many(function, grads, max_norm):
    """As clip, for one flat tensor cut into single rows: a thousand small parameters."""
    result, _, after, _ = clip(function, list(grads), max_norm)
    return result, torch.stack(after)
