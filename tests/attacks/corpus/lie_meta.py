# a metaclass that answers isinstance, attribute and call
class Meta(type):
    def __instancecheck__(cls, value):
        return True

    def __getattr__(cls, name):
        return lambda *a, **k: None

    def __call__(cls, *args, **kwargs):
        return cls


class InferenceCache(metaclass=Meta):
    pass
