"""Hidden checks of subgroup-gate: every segment judged, every row counted, nothing remembered."""

import numpy as np
import torch
from drill.runner.hidden import check


def rows(**segments):
    """Columns for segments given as name=(n, primary right, shadow right) or with failed shadow calls."""
    y, primary, shadow, names = [], [], [], []
    for name, (n, right, shadow_right, *failed) in segments.items():
        failed = failed[0] if failed else 0
        y += [1] * n
        primary += [1] * right + [0] * (n - right)
        shadow += [1] * shadow_right + [-1] * failed + [0] * (n - shadow_right - failed)
        names += [name] * n
    return y, primary, shadow, names


def by_hand(y, primary, shadow, names, min_n=30, max_drop=0.02):
    n = len(y)
    hits = [(int(p == v), int(s == v and s != -1)) for v, p, s in zip(y, primary, shadow)]
    overall = tuple(sum(h[k] for h in hits) / n for k in (0, 1))
    sizes = {name: names.count(name) for name in names}
    place = [name if sizes[name] >= min_n else "__small__" for name in names]
    segments = {}
    for name in set(place):
        mine = [h for h, p in zip(hits, place) if p == name]
        if len(mine) >= min_n:
            segments[name] = (len(mine), *(sum(h[k] for h in mine) / len(mine) for k in (0, 1)))
    drops = {name: s[1] - s[2] for name, s in segments.items()}
    worst = min(drops, key=lambda name: (-round(drops[name], 9), str(name)), default=None)
    if any(d > max_drop + 1e-12 for d in drops.values()):
        decision = "block"
    else:
        decision = "promote" if overall[1] >= overall[0] - 1e-12 else "hold"
    return {"decision": decision, "overall": overall, "segments": segments, "worst": worst}


def worst_ones(want):
    """The worst segment; where sizes differ and losses agree to rounding, any of those."""
    name, segments = want["worst"], want["segments"]
    if name is None:
        return [None]
    lost = segments[name][1] - segments[name][2]
    near = [k for k, (_, a, b) in segments.items() if abs(a - b - lost) <= 1e-9]
    return [name] if len({segments[k] for k in near}) == 1 else near


def python_name(name):
    return isinstance(name, (str, int)) and not isinstance(name, np.generic)


def ok(t, y, primary, shadow, names, *limits, given=None):
    want = by_hand(y, primary, shadow, names, *limits)
    got = t.candidate.gate(*(given or (y, primary, shadow, names)), *limits)
    assert got["decision"] == want["decision"]
    assert all(abs(a - b) <= 1e-9 for a, b in zip(got["overall"], want["overall"], strict=True))
    segments = got["segments"]
    assert all(python_name(name) for name in segments), "a segment's name was no plain str or int"
    assert set(segments) == set(want["segments"])
    for name, (n, before, after) in want["segments"].items():
        row = segments[name]
        assert row[0] == n and abs(row[1] - before) <= 1e-9 and abs(row[2] - after) <= 1e-9
    assert got["worst"] in worst_ones(want)
    assert got["worst"] is None or python_name(got["worst"])
    return got


@check("fault")
def nothing_is_remembered(t):
    """A second call's report contained something of the first."""
    ok(t, *rows(DE=(100, 80, 85), CH=(60, 50, 20)))
    ok(t, *rows(FR=(50, 40, 40)))
    got = ok(t, *rows(DE=(100, 80, 85)))
    assert got["decision"] == "promote"


@check("fault")
def collapse_behind_a_better_average(t):
    """The shadow model was better overall and far worse in one segment, and was not blocked."""
    got = ok(t, *rows(DE=(900, 720, 750), AT=(600, 480, 510), CH=(100, 83, 62)))
    assert got["decision"] == "block" and got["worst"] == "CH"
    n = t.rng.randrange(40, 200)
    assert ok(t, *rows(big=(n * 9, n * 6, n * 8), few=(n, n, n // 2)))["decision"] == "block"


@check("fault")
def overall_is_over_rows(t):
    """The overall accuracy was not that of all rows together."""
    ok(t, *rows(a=(1000, 900, 905), b=(40, 10, 12)))
    got = ok(t, *rows(a=(400, 300, 295), b=(40, 20, 30)))
    assert got["decision"] == "promote"
    assert ok(t, *rows(a=(400, 300, 295), b=(40, 20, 21)))["decision"] == "hold"


@check("fault")
def failed_shadow_calls_count_as_wrong(t):
    """Rows for which the shadow call failed were left out, or counted as right."""
    got = ok(t, *rows(a=(100, 80, 80, 20)))
    assert got["segments"]["a"][0] == 100 and got["decision"] == "promote"
    assert ok(t, *rows(a=(200, 160, 160), b=(100, 60, 50, 50)))["decision"] == "block"
    ok(t, *rows(a=(40, 30, 20, 15), b=(29, 20, 20, 9)))


@check("fault")
def size_at_the_limit(t):
    """A segment with exactly min_n rows was pooled, or one with a row less was judged."""
    for min_n in (1, 2, 10, 30):
        ok(t, *rows(a=(min_n, min_n, 0), b=(90, 60, 88)), min_n)
        if min_n > 1:
            ok(t, *rows(a=(min_n - 1, min_n - 1, 0), b=(90, 60, 88)), min_n)
    got = ok(t, *rows(a=(30, 30, 0), b=(90, 60, 88)))
    assert got["decision"] == "block" and got["worst"] == "a"


@check("edges")
def small_segments_are_pooled(t):
    """Small segments were not pooled, or the pool was not judged by its size."""
    got = ok(t, *rows(a=(20, 20, 5), b=(10, 10, 5), c=(200, 150, 190)))
    assert got["decision"] == "block" and got["worst"] == "__small__"
    got = ok(t, *rows(a=(20, 20, 5), b=(9, 9, 5), c=(200, 150, 190)))
    assert got["decision"] == "promote" and set(got["segments"]) == {"c"}
    ok(t, *rows(a=(3, 3, 0), b=(1, 0, 1), c=(2, 2, 2)), 4)


@check("edges")
def drop_at_the_limit(t):
    """A drop of exactly max_drop was blocked, or a slightly larger one was not."""
    for n, before, after, drop in ((100, 90, 88, 0.02), (50, 45, 40, 0.1), (1000, 700, 680, 0.02), (40, 39, 35, 0.1)):
        got = ok(t, *rows(a=(n, before, after), b=(900, 600, 700)), 30, drop)
        assert got["decision"] == "promote"
        assert ok(t, *rows(a=(n, before, after), b=(900, 600, 700)), 30, drop - 1e-6)["decision"] == "block"
    assert ok(t, *rows(a=(100, 90, 90)), 30, 0.0)["decision"] == "promote"
    for after, want in ((87, "block"), (88, "promote")):
        assert ok(t, *rows(a=(100, 90, after), b=(900, 600, 700)))["decision"] == want
    assert ok(t, *rows(a=(100, 90, 89)), 30, 0.0)["decision"] == "block"
    for limit, want in ((0.1034482, "block"), (0.1034483, "promote")):  # 6 of 58 are 0.10344828
        assert ok(t, *rows(a=(58, 50, 44), b=(900, 600, 700)), 30, limit)["decision"] == want


@check("edges")
def hold(t):
    """A shadow model slightly worse overall, with no segment beyond the limit, was not held."""
    assert ok(t, *rows(a=(1000, 900, 899)))["decision"] == "hold"
    assert ok(t, *rows(a=(1000, 900, 895), b=(1000, 900, 904)))["decision"] == "hold"
    assert ok(t, *rows(a=(1000, 900, 895), b=(1000, 900, 905)))["decision"] == "promote"
    assert ok(t, *rows(a=(10, 10, 2)))["decision"] == "hold"


@check("edges")
def all_failed(t):
    """With every shadow call failed the gate broke."""
    got = ok(t, *rows(a=(60, 40, 0, 60)))
    assert got["decision"] == "block" and got["overall"][1] == 0
    got = ok(t, *rows(a=(60, 0, 0, 60)))
    assert got["decision"] == "promote"


@check("edges")
def single_row(t):
    """One single row was not handled."""
    got = ok(t, [3], [3], [2], ["x"])
    assert got["worst"] is None and not got["segments"] and got["decision"] == "hold"
    assert ok(t, [3], [3], [3], ["x"])["decision"] == "promote"
    assert ok(t, [3], [3], [2], ["x"], 1)["decision"] == "block"


@check("edges")
def worst_segment(t):
    """The worst segment was not the one that lost most, ties by name."""
    assert ok(t, *rows(c=(40, 20, 10), a=(40, 30, 20), b=(40, 30, 20)))["worst"] == "a"
    assert ok(t, *rows(z=(40, 20, 25), y=(40, 20, 22)))["worst"] == "y"
    y, p, s, _ = rows(a=(40, 30, 20), b=(40, 30, 20), c=(40, 30, 25))
    assert ok(t, y, p, s, [9] * 40 + [10] * 40 + [1] * 40)["worst"] == 10


@check("edges")
def row_order_does_not_matter(t):
    """Shuffling the rows changed the report."""
    table = list(zip(*rows(a=(50, 40, 45), b=(31, 30, 20), c=(12, 3, 9), d=(25, 20, 1, 9))))
    for _ in range(6):
        t.rng.shuffle(table)
        ok(t, *(list(column) for column in zip(*table)))


@check("edges")
def containers(t):
    """Arrays, tuples or tensors gave another report than lists."""
    y, p, s, names = rows(a=(50, 40, 45), b=(31, 30, 20), c=(40, 33, 30, 4))
    numbers = [{"a": 7, "b": 10, "c": -3}[name] for name in names]
    ok(t, y, p, s, numbers)
    ok(t, y, p, s, names, given=(np.array(y), np.array(p), np.array(s), np.array(names)))
    ok(t, y, p, s, names, given=(tuple(y), tuple(p), tuple(s), tuple(names)))
    ok(t, y, p, s, names, given=(torch.tensor(y), torch.tensor(p), torch.tensor(s), names))
    ok(t, y, p, s, numbers, given=tuple(torch.tensor(c) for c in (y, p, s, numbers)))
    ok(t, y, p, s, numbers, given=tuple(np.array(c) for c in (y, p, s, numbers)))


@check("edges")
def bad_input(t):
    """Columns of different lengths, no rows or bad limits were accepted."""
    gate = t.candidate.gate
    columns = [1, 0, 1], [1, 0, 1], [1, 1, 1], ["a", "a", "b"]
    for i in range(4):
        t.raises(ValueError, gate, *(c[:2] if i == j else c for j, c in enumerate(columns)))
    t.raises(ValueError, gate, [], [], [], [])
    t.raises(ValueError, gate, *columns, 0)
    t.raises(ValueError, gate, *columns, -5)
    t.raises(ValueError, gate, *columns, 30, -0.01)
    t.raises(ValueError, gate, np.ones((3, 2), dtype=int), *columns[1:])
    for i in range(4):
        one = [np.array(c)[:, None] if i == j else c for j, c in enumerate(columns)]
        t.raises(ValueError, gate, *one)


@check("regression")
def agrees_with_a_count_by_hand(t):
    """On random tables the report differed from a count by hand."""
    for _ in range(40):
        n = t.rng.randrange(1, 300)
        names = [t.rng.choice("aaaaabbbccd") for _ in range(n)]
        y = [t.rng.randrange(3) for _ in range(n)]
        primary = [v if t.rng.random() < 0.7 else (v + 1) % 3 for v in y]
        shadow = [v if t.rng.random() < 0.75 else t.rng.choice((-1, (v + 1) % 3)) for v in y]
        ok(t, y, primary, shadow, names, t.rng.choice((1, 5, 30)), t.rng.choice((0.0371, 0.1493)))


@check("determinism")
def inputs_untouched(t):
    """The caller's columns were changed, or the same call gave another report."""
    y, p, s, names = (np.array(c) for c in rows(a=(50, 40, 45), b=(31, 30, 20, 5)))
    held = [t.keep(c) for c in (y, p, s, names)]
    assert t.candidate.gate(*held) == t.candidate.gate(*held)
    for handle, old in zip(held, (y, p, s, names)):
        assert np.array_equal(t.fetch(handle), old)
