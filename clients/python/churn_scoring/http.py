"""Calls of the service over HTTP, tried again where that can help. Every operation of the API is safe to repeat."""

from __future__ import annotations

import email.utils
import http.client
import json
import random
import time
import urllib.error
import urllib.parse
import urllib.request
from typing import Any, Callable, Mapping, NamedTuple, Optional, Sequence, Union
from urllib.parse import quote

from .errors import ChurnApiError, ChurnConnectionError
from .version import VERSION

QueryValue = Union[str, int, float, bool, None, Sequence[str]]

#: Pauses after failures, in seconds: they double, and are cut by up to half at random.
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 15.0
#: Seconds to wait after a 429 without `Retry-After`.
DEFAULT_WAIT = 5.0
#: `Retry-After: 0` would cause endless retries.
SHORTEST_WAIT = 1.0


class Retry(NamedTuple):
    """Limits of the retries after 429, 5xx and no answer."""

    #: Attempts of a call that gets no answer, or a 5xx without `Retry-After`.
    tries: int = 5
    #: Seconds in all that one call waits because the service asks for it by `Retry-After`.
    longest_wait: float = 120.0


class _Answer(NamedTuple):
    status: int
    retry_after: Optional[float]
    body: Any


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """Following a redirect would show the API key to another address."""

    def redirect_request(self, *_: Any) -> None:
        return None


class Caller:
    """Sends requests with the API key. Safe to share among threads."""

    def __init__(
        self, base_url: str, api_key: str, timeout: float, retry: Retry, on_retry: Callable[[Exception, float], None]
    ) -> None:
        if urllib.parse.urlsplit(base_url).scheme not in ("http", "https"):
            raise ValueError(f"base_url is {base_url!r}: it must begin with https:// or http://")
        if not api_key or any(not 33 <= ord(letter) <= 126 for letter in api_key):
            raise ValueError("api_key must be the key as it was shown, without spaces: it begins with ck_live_")
        self._base = base_url.rstrip("/")
        self._timeout = timeout
        self._retry = retry
        self._on_retry = on_retry
        self._headers = {"X-API-Key": api_key, "Accept": "application/json", "User-Agent": f"churn-scoring-python/{VERSION}"}
        self._opener = urllib.request.build_opener(_NoRedirects)

    def call(
        self, method: str, path: str, query: Optional[Mapping[str, QueryValue]] = None, body: Optional[object] = None
    ) -> Any:
        """Returns the JSON of an answer. Raises ChurnApiError and ChurnConnectionError."""
        data = None if body is None else json.dumps(body, allow_nan=False).encode()
        return self.send(method, path + _query(query or {}), data)

    def send(self, method: str, path: str, data: Optional[bytes]) -> Any:
        """Sends a body that is JSON already; otherwise like `call`."""
        failures, waited, attempts = 0, 0.0, 0
        while True:
            attempts += 1
            failure = self._attempt(method, path, data)
            if isinstance(failure, _Answer):
                if 200 <= failure.status < 300:
                    return failure.body
                error: Exception = ChurnApiError(failure.status, failure.body, failure.retry_after, attempts)
                if failure.status != 429 and failure.status < 500:
                    raise error
                asked = DEFAULT_WAIT if failure.status == 429 and failure.retry_after is None else failure.retry_after
            else:
                error, asked = ChurnConnectionError(_reason(failure), attempts), None
                error.__cause__ = failure
            # A service that says when to come again is busy and not broken: such waits use up no tries.
            if asked is not None:
                pause = max(asked, SHORTEST_WAIT)
                waited += pause
                if waited > self._retry.longest_wait:
                    raise error
            else:
                failures += 1
                if failures >= self._retry.tries:
                    raise error
                pause = min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (failures - 1)) * random.uniform(0.5, 1)
            self._on_retry(error, pause)
            time.sleep(pause)

    def _attempt(self, method: str, path: str, data: Optional[bytes]) -> Union[_Answer, Exception]:
        headers = self._headers if data is None else {**self._headers, "Content-Type": "application/json"}
        request = urllib.request.Request(self._base + path, data, headers, method=method)
        try:
            with self._opener.open(request, timeout=self._timeout) as response:
                body = response.read()
                return _Answer(response.status, None, json.loads(body) if body else None)
        except urllib.error.HTTPError as error:
            with error:
                try:
                    return _Answer(error.code, _retry_after(error.headers.get("Retry-After")), _parsed(error.read()))
                except (OSError, http.client.HTTPException) as broken:
                    return broken
        except (OSError, http.client.HTTPException, ValueError) as error:
            # ValueError: the answer is not JSON, so it comes from something between this program and the service.
            return error


def part(text: str) -> str:
    """Returns an identifier as a part of an address."""
    if text in ("", ".", ".."):
        raise ValueError(f"the identifier {text!r} cannot stand in an address")
    return quote(text, safe="")


def _query(query: Mapping[str, QueryValue]) -> str:
    """Writes a query. None is left out, and a list repeats its name."""
    given = {name: _text(value) if isinstance(value, bool) else value for name, value in query.items() if value is not None}
    return "?" + urllib.parse.urlencode(given, doseq=True) if given else ""


def _text(value: bool) -> str:
    return "true" if value else "false"


def _parsed(body: bytes) -> Any:
    try:
        return json.loads(body) if body else None
    except ValueError:
        return None


def _reason(error: Exception) -> str:
    cause = error.reason if isinstance(error, urllib.error.URLError) else error
    return "timeout" if isinstance(cause, TimeoutError) else str(cause) or type(cause).__name__


def _retry_after(header: Optional[str]) -> Optional[float]:
    """Reads `Retry-After`: seconds or a date (RFC 9110, section 10.2.3)."""
    if header is None:
        return None
    if header.strip().isdigit():
        return float(header)
    try:
        return max(0.0, email.utils.parsedate_to_datetime(header).timestamp() - time.time())
    except (TypeError, ValueError):
        return None

