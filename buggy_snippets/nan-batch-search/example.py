"""A model that breaks from some size on, and a device where one of two runs is a flake."""

from broken import find_nan_batch_size

BREAKS_AT = 700
LIMIT = 1000
tried = []


def fits(batch_size):
    tried.append(batch_size)
    return batch_size < BREAKS_AT


found = find_nan_batch_size(fits, max_bs=LIMIT, retries=0)
print(f"breaks at {BREAKS_AT}, limit {LIMIT}:", found, "| sizes tried:", tried)


def two_runs(first, second):
    outcomes = [first, second]
    return lambda batch_size: outcomes.pop(0)


ok_then_nan = find_nan_batch_size(two_runs(True, False), 1, 1, retries=1)
nan_then_ok = find_nan_batch_size(two_runs(False, True), 1, 1, retries=1)
print("one of two runs fails: ok, NaN ->", ok_then_nan, " NaN, ok ->", nan_then_ok)

assert found == BREAKS_AT, f"the model breaks at {BREAKS_AT}, the search says {found}"
assert ok_then_nan == nan_then_ok == 1, "the answer depends on which of the two runs failed"
