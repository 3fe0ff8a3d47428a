"""Hidden checks of canary-router: sticky buckets, an exact dial, errors counted where they happen."""

from bisect import bisect_left
from collections import Counter

from drill.runner.hidden import check

NAN, INF = float("nan"), float("inf")


def users(n, prefix="u"):
    return [f"{prefix}{i}" for i in range(n)]


def router(t, percent, *args, **kwargs):
    return t.candidate.CanaryRouter(percent, *args, **kwargs)


def buckets(t, some, *args):
    return t.world.each(router(t, 10.0, *args).bucket, some)


def canaries(t, r, some):
    return {u for u, route in zip(some, t.world.each(r.route, some)) if route == "canary"}


def served(t, r, user, request, stable, canary):
    return t.world.outcome(r.serve, user, request, stable, canary)


@check("fault", seconds=10)
def nobody_at_zero_everybody_at_hundred(t):
    """With the dial at 0 some users reached the canary, or at 100 some did not."""
    some = users(60_000, f"user-{t.seed}-")
    assert canaries(t, router(t, 0.0), some) == set()
    assert len(canaries(t, router(t, 100.0), some[:5000])) == 5000
    assert len(canaries(t, router(t, 100), some[:500])) == 500


@check("fault")
def same_bucket_in_every_process(t):
    """A user's bucket was another one in another process."""
    some = users(200) + [7, -3, "", "ü"]
    want = buckets(t, some)
    assert t.world.with_other_hash(t.rng.randrange(10**6), 50.0, some) == want
    for _ in range(3):
        other = t.spawn()
        assert buckets(other, some) == want
        assert other.world.with_other_hash("x", 1.0, some) == want


@check("fault")
def dial_is_exact(t):
    """A user's route did not switch exactly at the own bucket."""
    r = router(t, 0.0)
    for user in t.rng.sample(users(5000), 300):
        b = r.bucket(user)
        assert t.world.at_each_percent(r, user, [b / 100, (b + 1) / 100]) == ["stable", "canary"]


@check("fault")
def stable_errors_are_not_the_canarys(t):
    """An error of the stable model was counted against the canary, or the request was repeated."""
    for percent in (0.0, 100.0):
        r = router(t, percent)
        stable = t.world.Model("s", ["always"], "KeyError")
        canary = t.world.Model("c", ["always"], "ValueError")
        assert served(t, r, "u", {}, stable, canary) == ("raised", "KeyError")
        assert stable.calls == 1
        assert r.canary_errors == (1 if percent else 0)
    assert r.rolled_back is False


@check("fault")
def rolls_back_at_max_errors(t):
    """After max_errors failures the canary still got traffic, or it was stopped too early."""
    for limit in (1, 2, 3, None):
        r = router(t, 100.0) if limit is None else router(t, 100.0, max_errors=limit)
        limit = limit or 3
        stable, canary = t.world.Model("s"), t.world.Model("c", ["always"])
        for k in range(1, limit + 4):
            assert served(t, r, f"u{k}", {}, stable, canary) == ("returned", "s")
            failed = min(k, limit)
            assert r.canary_errors == failed and canary.calls == failed
            assert bool(r.rolled_back) == (k >= limit)
            assert r.percent == (0 if k >= limit else 100)
        assert stable.calls == limit + 3
        assert canaries(t, r, users(300)) == set()


@check("fault")
def models_that_the_judge_holds(t):
    """A model was asked too often, not at all or with another request, or its errors were miscounted."""
    asked = []

    def stable(request):
        asked.append(("s", request))
        if request["stable fails"]:
            raise KeyError("stable")
        return request["n"], "s"

    def canary(request):
        asked.append(("c", request))
        if request["canary fails"]:
            raise t.rng.choice((RuntimeError, ValueError, OSError))("canary")
        return request["n"], "c"

    for percent in (0.0, 100.0):
        limit, errors = t.rng.randint(1, 4), 0
        r = router(t, percent, max_errors=limit)
        for n in range(14):
            bad = [t.rng.random() < 0.4 for _ in range(2)]
            request = {"n": n, "stable fails": bad[0], "canary fails": bad[1]}
            on = percent == 100 and errors < limit
            failed = on and bad[1]
            wants = ["c"] * on + ["s"] * (not on or failed)
            asked.clear()
            if "s" in wants and bad[0]:
                t.raises(KeyError, r.serve, "u", request, stable, canary)
            else:
                assert tuple(r.serve("u", request, stable, canary)) == (n, wants[-1])
            assert asked == [(name, request) for name in wants]
            errors += failed
            assert r.canary_errors == errors
            assert r.rolled_back is (errors == limit)


@check("fault")
def rejected_percent_changes_nothing(t):
    """A percentage that was refused took effect, or cleared the counters."""
    for bad in (-1.0, 100.01, NAN, INF, -INF):
        r = router(t, 100.0, max_errors=5)
        served(t, r, "u", {}, t.world.Model("s"), t.world.Model("c", ["always"]))
        t.raises(ValueError, r.set_percent, bad)
        assert r.percent == 100
        assert r.canary_errors == 1
        assert r.route("u") == "canary"


@check("regression")
def right_model_is_asked(t):
    """A request went to the wrong model, or its answer was replaced."""
    for percent, name in ((0.0, "s"), (100.0, "c")):
        stable, canary = t.world.Model("s"), t.world.Model("c")
        r = router(t, percent)
        assert served(t, r, "u", {"x": 1}, stable, canary) == ("returned", name)
        assert (stable.calls, canary.calls) == ((1, 0) if name == "s" else (0, 1))
        asked = (stable if name == "s" else canary).seen
        assert asked == ["{'x': 1}"]
        assert r.canary_errors == 0 and not r.rolled_back


@check("regression")
def empty_answers_of_the_canary_count(t):
    """An empty answer of the canary was taken for a failure."""
    for answer in (None, 0, "", [], False):
        stable, canary = t.world.Model("s"), t.world.Model(answer)
        r = router(t, 100.0)
        assert served(t, r, "u", {}, stable, canary) == ("returned", answer)
        assert stable.calls == 0 and r.canary_errors == 0


@check("edges")
def bad_percent(t):
    """A percentage below 0, above 100 or not a number was accepted."""
    for bad in (-0.01, -1, 100.01, 1e9, NAN, INF, -INF, -0.004, -1e-9, 100.004, 100.0000001):
        t.raises(ValueError, router, t, bad)
        t.raises(ValueError, router(t, 5.0).set_percent, bad)
    for good in (0, 0.0, 0.01, 100, 100.0):
        assert router(t, good).percent == good


@check("edges")
def accepted_percent_starts_anew(t):
    """Setting the percentage did not clear the errors and the rollback."""
    r = router(t, 100.0, max_errors=2)
    stable, canary = t.world.Model("s"), t.world.Model("c", ["always"])
    for _ in range(3):
        served(t, r, "u", {}, stable, canary)
    assert r.rolled_back
    r.set_percent(100.0)
    assert r.canary_errors == 0 and not r.rolled_back and r.percent == 100
    assert served(t, r, "u", {}, stable, canary) == ("returned", "s")
    assert r.canary_errors == 1 and not r.rolled_back
    r.set_percent(100.0)
    served(t, r, "u", {}, stable, canary)
    assert r.canary_errors == 1 and not r.rolled_back


@check("edges")
def errors_need_not_be_consecutive(t):
    """A success between two failures reset the count."""
    r = router(t, 100.0, max_errors=3)
    stable, canary = t.world.Model("s"), t.world.Model("c", [1, 3, 6])
    answers = [served(t, r, "u", {}, stable, canary)[1] for _ in range(7)]
    assert answers == ["s", "c", "s", "c", "c", "s", "s"]
    assert r.canary_errors == 3 and r.rolled_back and canary.calls == 6
    r = router(t, 100.0, max_errors=3)
    canary = t.world.Model("c", [1, 25, 60])
    answers = [served(t, r, "u", {}, stable, canary)[1] for _ in range(61)]
    assert answers.count("s") == 4 and r.rolled_back and canary.calls == 60


@check("edges")
def kinds_of_errors(t):
    """Some error of the canary was not covered by the stable model."""
    for error in ("ValueError", "KeyError", "TimeoutError", "AssertionError", "StopIteration", "MemoryError"):
        r = router(t, 100.0)
        got = served(t, r, "u", {}, t.world.Model("s"), t.world.Model("c", ["always"], error))
        assert got == ("returned", "s") and r.canary_errors == 1


@check("edges")
def ctrl_c_goes_through(t):
    """An interrupt from the keyboard was swallowed or counted."""
    r = router(t, 100.0)
    stable, canary = t.world.Model("s"), t.world.Model("c", ["always"], "KeyboardInterrupt")
    assert served(t, r, "u", {}, stable, canary) == ("raised", "KeyboardInterrupt")
    assert r.canary_errors == 0 and stable.calls == 0
    leaves = t.world.Model("c", ["always"], "SystemExit")
    assert served(t, r, "u", {}, stable, leaves) == ("raised", "SystemExit")
    assert r.canary_errors == 0 and stable.calls == 0
    r = router(t, 0.0)
    stable = t.world.Model("s", ["always"], "KeyboardInterrupt")
    assert served(t, r, "u", {}, stable, canary) == ("raised", "KeyboardInterrupt")
    assert stable.calls == 1


@check("edges")
def request_is_isolated(t):
    """What the canary did to the request was seen by the stable model or by the caller."""
    for failures in (["always"], []):
        request = {"user": "u", "features": [1, 2]}
        held = t.keep(request)
        stable = t.world.Model("s")
        canary = t.world.Model("c", failures, scribbles=True)
        served(t, router(t, 100.0), "u", held, stable, canary)
        assert t.fetch(held) == request
        assert canary.seen == [repr(request)]
        if failures:
            assert stable.seen == [repr(request)]


@check("edges")
def fine_steps(t):
    """Small or fine percentages did not reach the right share of the users."""
    some = users(8000)
    own = t.world.each(router(t, 0.0).bucket, some)
    for percent, limit in ((0.5, 50), (0.01, 1), (0.29, 29), (33.33, 3333)):
        want = {u for u, b in zip(some, own) if b < limit}
        assert canaries(t, router(t, percent), some) == want
    r = router(t, 0.0)
    for user, b in [(u, b) for u, b in zip(some, own) if b % 25 == 12][:30]:
        want = "canary" if b < round(b + 0.5) else "stable"
        assert t.world.at_each_percent(r, user, [(b + 0.5) / 100]) == [want]


@check("edges")
def kinds_of_ids(t):
    """An id of an unusual kind had no stable bucket, or an id and its text had different ones."""
    odd = ["", " ", "ü", "用户", "🦆🦆", "a\x00b", "e\u0301", "x" * 10_000, "\n", "42 "]
    r = router(t, 50.0)
    for user in odd + [0, -1, 42, 2**70]:
        b = r.bucket(user)
        assert isinstance(b, int) and 0 <= b < 10_000
        assert r.bucket(str(user)) == b
        assert r.route(user) == ("canary" if b < 5000 else "stable")
    for user in (1, True, 1.0, 0, False, 0.0):
        assert r.bucket(user) == r.bucket(str(user))


@check("determinism")
def sticky(t):
    """A user changed sides without the dial being turned, or depending on the instance."""
    some = users(500)
    r = router(t, 37.5)
    want = t.world.each(r.bucket, some)
    first = canaries(t, r, some)
    assert canaries(t, r, some) == first
    assert canaries(t, router(t, 37.5, max_errors=9), some) == first
    r.set_percent(80.0)
    assert t.world.each(r.bucket, some) == want
    r.set_percent(37.5)
    assert canaries(t, r, some) == first


@check("determinism")
def ramping_up_removes_nobody(t):
    """Raising the percentage took the canary away from a user who had it."""
    some, r, before = users(1000), router(t, 0.0), set()
    for percent in (0.01, 0.5, 1, 2.5, 10, 33.3, 50, 75, 99.99, 100):
        r.set_percent(percent)
        now = canaries(t, r, some)
        assert before <= now
        before = now
    assert len(before) == 1000


@check("determinism")
def buckets_are_uniform(t):
    """Buckets were unevenly filled."""
    some = users(20_000, f"id-{t.seed}-")
    got = buckets(t, some)
    assert all(isinstance(b, int) and 0 <= b < 10_000 for b in got)
    more = buckets(t, users(40_000, f"range-{t.seed}-"))
    assert max(more) < 10_000
    in_order = sorted(got + more)
    assert all(abs(bisect_left(in_order, 100 * k) / len(in_order) - k / 100) < 0.02 for k in range(1, 100))
    per_hundred = Counter(b // 100 for b in got)
    assert all(110 <= per_hundred[k] <= 300 for k in range(100))
    last_digits = Counter(b % 100 for b in got)
    assert all(110 <= last_digits[k] <= 300 for k in range(100))


@check("determinism")
def similar_ids_are_spread(t):
    """Users whose ids differ only by case, spaces, accents or signs of one script share a bucket."""
    start = t.rng.randrange(0x4E00, 0x8000)
    groups = (
        ["".join(c.upper() if k >> i & 1 else c for i, c in enumerate("abcdefghij")) for k in range(1024)],
        [" " * (k % 32) + "u" + " " * (k // 32) for k in range(1024)],
        [chr(start + k) for k in range(1024)],
        [f"{'-' * (k % 8)}{'_' * (k // 8)}7{'.' * (k // 64)}" for k in range(512)],
    )
    for ids in groups:
        ids = sorted(set(ids))
        assert len(set(buckets(t, ids))) > 0.85 * len(ids)


@check("determinism")
def salts_are_independent(t):
    """Two experiments with different salts picked the same users."""
    some = users(4000)
    halves = {s: [b < 5000 for b in buckets(t, some, s)] for s in ("canary-v1", "canary-v2", "", "x")}
    assert halves["canary-v1"] == [b < 5000 for b in buckets(t, some)]
    names = list(halves)
    for i, one in enumerate(names):
        for other in names[i + 1 :]:
            agree = sum(a == b for a, b in zip(halves[one], halves[other])) / len(some)
            assert 0.45 < agree < 0.55
