"""Verifies webhooks of the service."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
import time
from typing import Any, Dict, List, Mapping, Optional, Sequence, Union

from .errors import WebhookVerificationError

_SECRET = re.compile(r"whsec_[A-Za-z0-9+/]{32,}={0,2}")


def verify_webhook(
    body: bytes, headers: Mapping[str, str], secret: Union[str, Sequence[str]], *, tolerance: float = 300, now: Optional[float] = None
) -> Dict[str, Any]:
    """Checks that a webhook comes from the service, and returns its event. Each kind of signature that is present must be valid:
    `X-Service-Signature` over the body, and that of Standard Webhooks over id, timestamp and body. Keep the `webhook-id` of processed
    webhooks: a delivery can come twice.

    :param body: the bytes of the request, before any JSON parser
    :param secret: `whsec_…`; several while it is being changed
    :param tolerance: seconds between the timestamp and now
    :param now: seconds since 1970, for tests
    :raises WebhookVerificationError: when the request cannot be trusted
    """
    if not isinstance(body, bytes):
        raise TypeError("body must be the bytes of the request")
    secrets = [secret] if isinstance(secret, str) else list(secret)
    if not secrets or not all(_SECRET.fullmatch(each) for each in secrets):
        raise ValueError("a webhook secret begins with whsec_, followed by base64: use it as it was shown")
    given = {name.lower(): value for name, value in headers.items()}
    timestamps = [each for each in (_service(body, given, secrets), _standard(body, given, secrets)) if each is not None]
    if not timestamps:
        raise WebhookVerificationError("missing_signature", "there is neither X-Service-Signature nor webhook-signature")
    for timestamp in timestamps:
        _check_time(timestamp, time.time() if now is None else now, tolerance)
    try:
        event = json.loads(body)
    except ValueError:
        event = None
    if not isinstance(event, dict) or not isinstance(event.get("event"), str):
        raise WebhookVerificationError("invalid_body", "the body is signed, but is not a JSON object with the field event")
    return event


def _service(body: bytes, headers: Mapping[str, str], secrets: Sequence[str]) -> Optional[str]:
    """Checks `X-Service-Signature`. Returns its timestamp; None when the signature is absent."""
    presented = [headers[name] for name in ("x-service-signature", "x-service-signature-previous") if name in headers]
    if not presented:
        return None
    # The key is the secret as text, or the bytes that it encodes: the interface allows both readings.
    keys = [key for secret in secrets for key in (secret.encode(), _key(secret))]
    expected = ["sha256=" + hmac.new(key, body, hashlib.sha256).hexdigest() for key in keys]
    _require_any(expected, [each.lower() for each in presented], "X-Service-Signature")
    return headers.get("x-service-timestamp", "")


def _standard(body: bytes, headers: Mapping[str, str], secrets: Sequence[str]) -> Optional[str]:
    """Checks the signature of Standard Webhooks 1.0.0. Returns its timestamp; None when it is absent."""
    if "webhook-signature" not in headers:
        return None
    timestamp = headers.get("webhook-timestamp", "")
    signed = f"{headers.get('webhook-id', '')}.{timestamp}.".encode() + body
    digests = [hmac.new(_key(secret), signed, hashlib.sha256).digest() for secret in secrets]
    expected = ["v1," + base64.b64encode(digest).decode() for digest in digests]
    _require_any(expected, headers["webhook-signature"].split(" "), "webhook-signature")
    return timestamp


def _require_any(expected: List[str], presented: List[str], name: str) -> None:
    """Compares all pairs, each in constant time, and never stops early."""
    matches = [hmac.compare_digest(one.encode(), other.encode()) for one in expected for other in presented]
    if not any(matches):
        raise WebhookVerificationError("invalid_signature", f"{name} does not match: another secret, or the body was changed on its way")


def _check_time(timestamp: str, now: float, tolerance: float) -> None:
    if not re.fullmatch(r"[0-9]{1,12}", timestamp):
        raise WebhookVerificationError("invalid_timestamp", f'the timestamp is "{timestamp}": it must be unix seconds')
    off = abs(now - int(timestamp))
    if off > tolerance:
        message = f"the timestamp is {off:.0f} s from now, more than {tolerance:g}: the webhook is old, or a clock is wrong"
        raise WebhookVerificationError("outside_tolerance", message)


def _key(secret: str) -> bytes:
    """Returns the bytes that a secret encodes."""
    encoded = secret[len("whsec_") :].rstrip("=")
    return base64.b64decode(encoded + "=" * (-len(encoded) % 4))
