"""Six countries: the shadow model is better in five and collapses in one. Asked twice."""

from broken import gate

SIZES = {"DE": 900, "AT": 600, "FR": 500, "IT": 500, "NL": 400, "CH": 100}
RIGHT = {"DE": (720, 774), "AT": (480, 516), "FR": (400, 425), "IT": (400, 430), "NL": (320, 340), "CH": (83, 62)}

ONLY = "ES"
ROWS = 40

label, primary, shadow, country = [], [], [], []
for name, n in SIZES.items():
    before, after = RIGHT[name]
    label += [1] * n
    primary += [1] * before + [0] * (n - before)
    shadow += [1] * after + [0] * (n - after)
    country += [name] * n

first = gate(label, primary, shadow, country)
print("first call:", first["decision"])
for name, (n, before, after) in first["segments"].items():
    print(f"  {name}: {n} rows, primary {before:.2f}, shadow {after:.2f}")

second = gate([1] * ROWS, [1] * ROWS, [1] * ROWS, [ONLY] * ROWS)
print(f"second call, only {ONLY}:", sorted(second["segments"]))

assert first["decision"] == "block", "CH lost a fifth of its accuracy and the model was let through"
assert list(second["segments"]) == [ONLY], "the second report remembers the first"
