"""Exceptions of this package."""

from __future__ import annotations

from typing import TYPE_CHECKING, List, Optional

if TYPE_CHECKING:
    from .api_types import ErrorDetailDto


class ChurnError(Exception):
    """Base of all exceptions of this package, except TypeError and ValueError for wrong arguments."""


class ChurnApiError(ChurnError):
    """The service has refused a call, and repeating it would not help, or has not helped."""

    def __init__(self, status: int, body: object, retry_after: Optional[float], attempts: int) -> None:
        fields = body if isinstance(body, dict) else {}
        #: The JSON of the answer; None where it had none.
        self.body = body
        #: HTTP status.
        self.status = status
        #: Such as `not_found`; `unknown` where the answer did not come from the service, but from a proxy.
        self.code: str = fields["error"] if isinstance(fields.get("error"), str) else "unknown"
        #: The problem of each field of the request.
        self.details: List[ErrorDetailDto] = fields["details"] if isinstance(fields.get("details"), list) else []
        #: For support; None where the answer did not come from the service.
        self.request_id: Optional[str] = fields["request_id"] if isinstance(fields.get("request_id"), str) else None
        #: Seconds after which the service asks to try again.
        self.retry_after = retry_after
        self.attempts = attempts
        message = fields["message"] if isinstance(fields.get("message"), str) else "an answer without a reason"
        super().__init__(f"{status} {self.code}: {message}")


class ChurnConnectionError(ChurnError):
    """The service has given no answer. `reason` says why, `__cause__` is the exception behind it."""

    def __init__(self, reason: str, attempts: int) -> None:
        self.reason = reason
        self.attempts = attempts
        super().__init__(f"no answer after {attempts} {'try' if attempts == 1 else 'tries'}: {reason}")


class WebhookVerificationError(ChurnError):
    """The request does not come from the service, or it is too old. Answer it with 400."""

    def __init__(self, reason: str, message: str) -> None:
        #: `missing_signature`, `invalid_signature`, `invalid_timestamp`, `outside_tolerance` or `invalid_body`.
        self.reason = reason
        super().__init__(message)
