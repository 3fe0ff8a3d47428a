"""Two users on one day: one keeps logging in afterwards, one has churned."""

import numpy as np
from broken import count_before, days_since_last

DAY = 30.0
LATER = 11.0
STAYED, CHURNED = 1, 2

users = np.array([STAYED, STAYED, CHURNED, CHURNED, STAYED, STAYED])
times = np.array([3.0, DAY - 2, DAY - 1, 11.0, DAY, DAY + LATER])

asked = np.array([STAYED, CHURNED])
at = np.array([DAY, DAY])
days = days_since_last(users, times, asked, at)
week = count_before(users, times, asked, at, window=7.0)
print(f"days since the last login at day {DAY:.0f}: stayed {days[0]}, churned {days[1]}")
print(f"logins in the week before day {DAY:.0f}:    stayed {week[0]}, churned {week[1]}")
print(f"the table says: {DAY - 2} was the last login of the one before then, {DAY - 1} of the other")

past = times < DAY
same = days_since_last(users[past], times[past], asked, at)
print(f"the same question to a table that ends before day {DAY:.0f}: {same[0]}, {same[1]}")

assert days[0] == same[0], "what happens on and after the day changed the feature of the day"
assert days[1] == 1.0, "the last login is not the last row of the table"
assert week.tolist() == [1, 1], "the event being predicted was counted"
