"""A model that breaks from 700 on, and a device where one of two runs is a flake."""

from broken import find_nan_batch_size

tried = []


def breaks_at_700(batch_size):
    tried.append(batch_size)
    return batch_size < 700


found = find_nan_batch_size(breaks_at_700, max_bs=1000, retries=0)
print("breaks at 700, limit 1000:", found, "| sizes tried:", tried)


def two_runs(first, second):
    outcomes = [first, second]
    return lambda batch_size: outcomes.pop(0)


ok_then_nan = find_nan_batch_size(two_runs(True, False), 1, 1, retries=1)
nan_then_ok = find_nan_batch_size(two_runs(False, True), 1, 1, retries=1)
print("one of two runs fails: ok, NaN ->", ok_then_nan, " NaN, ok ->", nan_then_ok)

assert found == 700, f"the model breaks at 700, the search says {found}"
assert ok_then_nan == nan_then_ok == 1, "the answer depends on which of the two runs failed"
