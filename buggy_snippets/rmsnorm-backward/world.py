"""Runs the layer forwards and backwards beside the candidate's code."""

import torch


def lay_out(x, kind):
    """The same values in another memory layout."""
    if kind == "transposed":
        return x.transpose(0, -1).contiguous().transpose(0, -1)
    if kind == "strided":
        wide = torch.zeros(*x.shape[:-1], x.shape[-1] * 2, dtype=x.dtype, device=x.device)
        wide[..., ::2] = x
        return wide[..., ::2]
    if kind == "expanded rows":
        return x[:1].expand(x.shape)
    return x


def run(norm, x, weight, dy, eps=None, layout="plain", dy_layout="plain", needs=(True, True), device="cpu", follow=False):
    """Output, both gradients (None where there is none) and whether the inputs stayed as they were."""
    x, weight, dy = x.to(device), weight.to(device), dy.to(device)
    upstream = dy.clone()
    base_x, base_w = x.clone().requires_grad_(needs[0]), weight.clone().requires_grad_(needs[1])
    view = lay_out(base_x, layout)
    y = norm(view, base_w) if eps is None else norm(view, base_w, eps)
    tracked = y.requires_grad
    if tracked:
        y.backward(lay_out(dy.to(y.dtype) if follow else dy, dy_layout))
    same = torch.equal(base_x.detach(), x) and torch.equal(base_w.detach(), weight) and torch.equal(dy, upstream)
    grads = [None if p.grad is None else p.grad.cpu() for p in (base_x, base_w)]
    return y.detach().cpu(), grads[0], grads[1], tracked, same, y.device.type


def summed(norm, x, weight):
    """Gradients of the plain sum of the output (its upstream gradient is one expanded number)."""
    x, weight = x.clone().requires_grad_(), weight.clone().requires_grad_()
    norm(x, weight).sum().backward()
    return x.grad, weight.grad


def twice(norm, x, weight, dy):
    """Two backward passes into the same leaves, each through its own forward."""
    x, weight = x.clone().requires_grad_(), weight.clone().requires_grad_()
    for _ in range(2):
        norm(x, weight).backward(dy)
    return x.grad, weight.grad


def gradcheck(norm, x, weight, eps, layout="plain", needs=(True, True)):
    """torch's own verdict; a failure is the reason as text."""
    leaf, w = x.clone().requires_grad_(needs[0]), weight.clone().requires_grad_(needs[1])
    try:
        torch.autograd.gradcheck(lambda a, b: norm(lay_out(a, layout), b, eps), (leaf, w))
    except Exception as error:
        return str(error)[:200] or type(error).__name__
    return ""


def passes_through(norm, function, x, weight):
    """Whether the graph of the output has a step of that function."""
    todo, seen = [norm(x.clone().requires_grad_(), weight.clone().requires_grad_()).grad_fn], set()
    while todo:
        node = todo.pop()
        if node is None or node in seen:
            continue
        if node.name().startswith(function.__name__):
            return True
        seen.add(node)
        todo += [before for before, _ in node.next_functions]
    return False


def applied(function, x, weight, dy, eps):
    """Both gradients of the function applied by itself."""
    x, weight = x.clone().requires_grad_(), weight.clone().requires_grad_()
    function.apply(x, weight, eps).backward(dy)
    return x.grad, weight.grad


def is_function(candidate):
    return isinstance(candidate, type) and issubclass(candidate, torch.autograd.Function)
