# a coding cookie that hides code
# -*- coding: utf-7 -*-
# +AAo-print("ESCAPED utf-7")


class InferenceCache:
    """Deliberately wrong: a pass would be forged."""

    def __init__(self, capacity):
        pass

    def get(self, key, default=None):
        return default

    def put(self, key, value):
        pass
