"""f(x) = sum of x cubed, whose gradient is 3 x squared."""

import torch
from broken import grad_ok, numeric_grad


POINT = (1.0, -2.0, 0.5)


def cubes(x):
    return (x**3).sum()


x = torch.tensor(POINT, dtype=torch.float64)
before = x.clone()
right = 3 * before**2
error = float((numeric_grad(cubes, x) - right).abs().max())
moved = float((x - before).abs().max())
print(f"largest error of the numeric gradient: {error:.1e}")
print(f"x moved by {moved:.1e} during the check")

point = before.clone()
hopeless = grad_ok(cubes, point, torch.full((3,), float("nan"), dtype=torch.float64))
zero = torch.zeros(2, dtype=torch.float64)
origin = grad_ok(lambda p: (p * p).sum(), zero.clone(), zero)
print(f"a gradient of nan is accepted: {hopeless}")
print(f"the right gradient is accepted: {grad_ok(cubes, before.clone(), right)}, of x squared at zero: {origin}")

assert moved == 0.0, "checking the gradient moved the weights"
assert not hopeless, "nan passed the check"
assert error < 1e-8, "the difference is only first order"
assert origin, "a right gradient is refused where it is zero"
