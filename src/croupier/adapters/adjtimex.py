"""What Linux says of its own clock (adjtimex(2))."""

import ctypes
import sys
from typing import Final

_SIZE: Final = 512  # more than `struct timex` has on any machine; all zero, it only asks
_TIME_ERROR: Final = 5  # the clock is not synchronised


class KernelSynchronisation:
    """Implements `SystemSynchronisation`: whether a time service keeps the kernel's clock in step."""

    def synchronised(self) -> bool | None:
        """None where there is no such call, or a sandbox refuses it."""
        if sys.platform != "linux":
            return None
        try:
            state: int = ctypes.CDLL(None).adjtimex(ctypes.create_string_buffer(_SIZE))
        except (OSError, AttributeError):
            return None
        return None if state < 0 else state != _TIME_ERROR
