"""Runs beside the candidate's code: attention together with its gradients."""

import torch


def with_grads(attention, q, k, v, mask, out_grad):
    """Output and the gradients of q, k and v."""
    q, k, v = (x.detach().clone().requires_grad_() for x in (q, k, v))
    out = attention(q, k, v, mask) if mask is not None else attention(q, k, v)
    out.backward(out_grad)
    return [out.detach(), *(torch.zeros_like(x) if x.grad is None else x.grad for x in (q, k, v))]


def gradcheck(attention, q, k, v, mask):
    inputs = [x.detach().clone().double().requires_grad_() for x in (q, k, v)]
    try:
        return bool(
            torch.autograd.gradcheck(lambda a, b, c: attention(a, b, c, mask), inputs, atol=1e-6)
        )
    except RuntimeError:
        return False


def unchanged(attention, q, k, v, mask):
    copies = [x.clone() for x in (q, k, v, mask)]
    attention(q, k, v, mask)
    return all(torch.equal(a, b) for a, b in zip(copies, (q, k, v, mask)))
