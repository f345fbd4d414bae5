"""Proves that a webhook comes from the service (Standard Webhooks)."""

import base64
import hashlib
import hmac
import json
import re
import time
from typing import Any, Dict, Mapping, Optional, Sequence, Union


class WebhookVerificationError(Exception):
    """Whoever sent it is not the service, or it is too old. Answer 401 and do nothing with it."""


def _expected(secret: str, signed: bytes) -> bytes:
    if secret.startswith("whpk_"):
        raise ValueError("Python has no Ed25519 of its own: verify whpk_… with the package standardwebhooks")
    key = base64.b64decode(secret[len("whsec_") :]) if secret.startswith("whsec_") else b""
    if len(key) < 24:
        raise ValueError("A secret is whsec_…, as the service answered it")
    return b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())


def _encoded(text: str) -> bytes:
    # A header may hold half of a surrogate pair, which is no reason to fail otherwise than by its signature.
    return text.encode("utf-8", "surrogatepass")


def verify(
    body: Union[str, bytes],
    headers: Mapping[str, str],
    secrets: Union[str, Sequence[str]],
    *,
    tolerance_seconds: float = 300,
    now: Optional[float] = None,
) -> Dict[str, Any]:
    """The event of a delivery, once its signature is proved. Raises WebhookVerificationError.

    ``body`` is the bytes as they arrived: parsed and written again they may differ. Of several ``secrets``, while one
    is replaced, one must match. ``now`` is in seconds since 1970.
    """
    given = {name.lower(): value for name, value in headers.items()}
    for name in ("webhook-id", "webhook-timestamp", "webhook-signature"):
        if name not in given:
            raise WebhookVerificationError(f"The header {name} is missing")
    timestamp = given["webhook-timestamp"]
    at = time.time() if now is None else now
    # Anybody may send a thousand digits, which int() and the difference refuse by errors of their own.
    if not re.fullmatch(r"[0-9]{1,15}", timestamp) or abs(at - int(timestamp)) > tolerance_seconds:
        raise WebhookVerificationError(f"The signature is not of the last {tolerance_seconds} s")
    if not isinstance(body, (str, bytes, bytearray, memoryview)):
        raise TypeError("Verify the raw body, the bytes as they arrived: this one was parsed before")
    raw = _encoded(body) if isinstance(body, str) else bytes(body)
    signed = _encoded(f"{given['webhook-id']}.{timestamp}.") + raw
    expected = [_expected(secret, signed) for secret in ([secrets] if isinstance(secrets, str) else secrets)]
    signatures = _encoded(given["webhook-signature"]).split(b" ")
    if not any(hmac.compare_digest(one, other) for one in expected for other in signatures):
        raise WebhookVerificationError("No signature matches")
    try:
        return json.loads(raw)
    except ValueError as error:
        raise WebhookVerificationError("The body is not JSON") from error
