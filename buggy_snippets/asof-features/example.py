"""Two users at day 30: one keeps logging in afterwards, one has churned."""

import numpy as np
from broken import count_before, days_since_last

STAYED, CHURNED = 1, 2
users = np.array([STAYED, STAYED, CHURNED, CHURNED, STAYED, STAYED])
times = np.array([3.0, 28.0, 29.0, 11.0, 30.0, 41.0])

asked = np.array([STAYED, CHURNED])
at = np.array([30.0, 30.0])
days = days_since_last(users, times, asked, at)
week = count_before(users, times, asked, at, window=7.0)
print(f"days since the last login at day 30: stayed {days[0]}, churned {days[1]}")
print(f"logins in the week before day 30:    stayed {week[0]}, churned {week[1]}")
print("the table says: 28.0 was the last login of the one before day 30, 29.0 of the other")

past = times < 30.0
same = days_since_last(users[past], times[past], asked, at)
print(f"the same question to a table that ends before day 30: {same[0]}, {same[1]}")

assert days[0] == same[0], "what happens on and after day 30 changed the feature of day 30"
assert days[1] == 1.0, "the last login is not the last row of the table"
assert week.tolist() == [1, 1], "the event being predicted was counted"
