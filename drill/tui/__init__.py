"""The terminal front end: screens that render views and post what a person did."""

import os

# read when Textual is imported: of two changes close together the second waits 2 ms, not 17
os.environ.setdefault("TEXTUAL_FPS", "500")
