"""The only import of ONNX Runtime, with its telemetry switched off: playing sends nothing to anybody.

Official builds from 1.29 on write a device identifier and a database of events below the user's cache folder while they
are imported, and upload the events some seconds later. `disable_telemetry_events` comes too late for either; the
environment variable prevents both, if it is set before the import.
"""

from __future__ import annotations

import os
from typing import Any

from boardwright.core.errors import AgentError

SWITCH = "ORT_DISABLE_TELEMETRY"


def onnx_runtime() -> Any:
    """Import ONNX Runtime. Raises AgentError if it is not installed."""
    os.environ[SWITCH] = "1"
    try:
        import onnxruntime
    except ImportError:
        raise AgentError("onnx_absent") from None
    onnxruntime.disable_telemetry_events()  # Windows builds that trace instead of uploading do not read the variable
    return onnxruntime
