"""The dial at 0 %, a canary that crashes, and a bug in the stable model."""

from broken import CanaryRouter


USERS = 60_000
LIMIT = 3


def stable(request):
    if request == "bad":
        raise KeyError("feature missing upstream")
    return "stable"


def crashing(request):
    raise RuntimeError("canary down")


off = CanaryRouter(0.0)
reached = sum(off.route(f"user-{i}") == "canary" for i in range(USERS))
print(f"users on the canary at 0 %: {reached} of {USERS}")

router = CanaryRouter(100.0, max_errors=LIMIT)
answers = {router.serve(f"user-{i}", "hello", stable, crashing) for i in range(40)}
print(f"40 requests to a crashing canary: answers {answers}, rolled back: {router.rolled_back}")
print(f"  percent is now {router.percent}, errors counted: {router.canary_errors}")

innocent = CanaryRouter(0.0)
try:
    innocent.serve("user-7", "bad", stable, crashing)
except KeyError:
    pass
print(f"errors counted for the canary after a bug in the stable model: {innocent.canary_errors}")

assert reached == 0, "0 % is not nobody"
assert router.percent == 0, "the canary failed again and again and still gets traffic"
assert router.canary_errors == LIMIT, "the errors after the limit should never have happened"
assert innocent.canary_errors == 0, "the stable model's errors are not the canary's"
