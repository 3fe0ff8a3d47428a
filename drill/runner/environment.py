"""What the runner's processes see of the person's environment: next to nothing."""

import os
from pathlib import Path

_PASSED_ON = ("LD_LIBRARY_PATH", "CUDA_VISIBLE_DEVICES", "SYSTEMROOT", "TZ")
_ONE_THREAD = ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS", "NUMEXPR_NUM_THREADS")


def environment() -> dict[str, str]:
    """Return a clean environment: nothing of the person's reaches the code."""
    given = {name: os.environ[name] for name in _PASSED_ON if name in os.environ}
    return (
        given
        | dict.fromkeys(_ONE_THREAD, "1")
        | {
            "HOME": "/nonexistent",
            "LANG": "C.UTF-8",
            "MALLOC_ARENA_MAX": "2",
            "PYTHONDONTWRITEBYTECODE": "1",
            "PYTHONPATH": str(Path(__file__).resolve().parents[2]),
            "PYTHONUTF8": "1",
            "PYTHONUNBUFFERED": "1",
            "PYTORCH_NVML_BASED_CUDA_CHECK": "1",
        }
    )
