"""The layers by name, and which of them a partner's code needs."""

REQUIRED = ("rlimits", "no_new_privs", "landlock", "seccomp")
LAYERS = (*REQUIRED, "namespaces")


def missing(state: dict[str, str]) -> dict[str, str]:
    """Layers that a partner's code needs and that do not hold, with the reason."""
    return {name: state.get(name, "not set") for name in REQUIRED if state.get(name, "not set")}
