"""The Churn Scoring Service from a merchant's server: send events, read scores, verify webhooks. Needs only the standard library."""

from .client import ChurnClient, SendReport
from .errors import ChurnApiError, ChurnConnectionError, ChurnError, WebhookVerificationError
from .webhooks import verify_webhook

__all__ = [
    "ChurnApiError",
    "ChurnClient",
    "ChurnConnectionError",
    "ChurnError",
    "SendReport",
    "WebhookVerificationError",
    "verify_webhook",
]
