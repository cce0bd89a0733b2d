"""The client of the API. Answers are dictionaries as in the OpenAPI document of the service; `api_types` has their types."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, field
from datetime import datetime, timezone
from typing import TYPE_CHECKING, Any, Callable, Dict, Iterable, Iterator, List, Mapping, Optional, Sequence, Union, cast

from .errors import ChurnApiError
from .http import Caller, QueryValue, Retry, part

if TYPE_CHECKING:
    from .api_types import (
        AnalyticsDto, BatchReplyDto, ChurnDetailDto, CustomerAliasesDto, CustomerDto, CustomerPageDto, CustomerTraitsDto, CustomerWithTraitsDto, DigestDto,
        ErasureDto, EventDto, EventLogPageDto, EventResultDto, JobDto, LabelChangeDto, LifecycleAnalyticsDto, ModelDto, RecalculationDto,
        TimelinePageDto,
    )

#: Number of events in one request. Every plan accepts them.
BATCH = 100
#: Number of bytes in one request. Every plan accepts them.
BATCH_BYTES = 4 * 1024 * 1024
#: Warnings in a report.
WARNINGS = 100
#: The largest page of the service.
PAGE = 200
#: Seconds between two looks at a job.
LOOK_AGAIN = 1.0


@dataclass
class SendReport:
    """The outcome of sending events. `rejected` has the result of each wrong event, with the reason. `index` is its place among the events.
    `warnings` lists each warning of the service once, at most 100: fields that count for nothing, and what was probably meant."""

    accepted: int = 0
    duplicates: int = 0
    rejected: List[EventResultDto] = field(default_factory=list)
    warnings: List[str] = field(default_factory=list)


class ChurnClient:
    """Calls the service with the API key of one shop. Threads may share a client. All methods raise ChurnApiError for a refusal, and
    ChurnConnectionError without an answer; identifiers are your own, as sent in `customer_id`."""

    def __init__(
        self,
        base_url: str,
        api_key: str,
        *,
        timeout: float = 30.0,
        retry: Retry = Retry(),
        on_retry: Callable[[Exception, float], None] = lambda error, seconds: None,
    ) -> None:
        """
        :param base_url: address of the service with `/api/v1`
        :param timeout: seconds for one attempt
        :param on_retry: called before each wait with the error so far (`status` of a ChurnApiError says why) and the seconds to wait
        """
        self._http = Caller(base_url, api_key, timeout, retry, on_retry)

    def send_events(
        self,
        events: Iterable[EventDto],
        *,
        backfill: bool = False,
        on_result: Callable[[EventResultDto], None] = lambda result: None,
    ) -> SendReport:
        """Sends any number of events in batches, in bounded memory. A wrong event is a result, not an exception. After an exception, sending
        all events again is safe: each counts once by its `event_id`.

        :param backfill: imported history. It is scored after fresh events, sends no webhooks, and with its last event the model is fitted.
        :param on_result: function that gets the result of each event
        """
        report = SendReport()
        place = 0
        for batch, is_last in _batches(events):
            answer = self._send(batch, backfill, is_last)
            report.warnings = list(dict.fromkeys([*report.warnings, *answer.get("warnings", [])]))[:WARNINGS]
            for index, result in enumerate(answer["results"]):
                result["index"] = place + index
                if result["status"] == "accepted":
                    report.accepted += 1
                elif result["status"] == "duplicate":
                    report.duplicates += 1
                else:
                    report.rejected.append(result)
                on_result(result)
            place += len(batch)
        return report

    def _send(self, batch: Sequence[bytes], backfill: bool, is_last: bool) -> BatchReplyDto:
        flags = b""
        if backfill:
            flags = b',"backfill":true,"backfill_done":true' if is_last else b',"backfill":true'
        try:
            answer = self._http.send("POST", "/events", b'{"events":[' + b",".join(batch) + b"]" + flags + b"}")
        except ChurnApiError as error:
            # A batch in which every event is wrong is refused as a whole, with a result for each.
            if error.status != 400 or not _has_results(error.body, len(batch)):
                raise
            answer = error.body
        if not _has_results(answer, len(batch)):
            raise ChurnApiError(200, answer, None, 1)
        return cast("BatchReplyDto", answer)

    def customers(self, **filters: QueryValue) -> Iterator[CustomerDto]:
        """Yields all customers that match the filters of GET /customers, page by page, by creation, so that each comes exactly once. With
        another `sort`, a customer who changes rank during the walk can be missed: use `customers_page` for the first page of such a list."""
        query: Dict[str, QueryValue] = {"sort": "created_asc", "limit": PAGE, **filters}
        while True:
            page = self.customers_page(**query)
            yield from page["data"]
            cursor = page["pagination"]["next_cursor"]
            if cursor is None:
                return
            query["cursor"] = cursor

    def customers_page(self, **filters: QueryValue) -> CustomerPageDto:
        """Returns one page; its `pagination.next_cursor` is the `cursor` of the next."""
        return cast("CustomerPageDto", self._http.call("GET", "/customers", filters))

    def customer(self, customer_id: str) -> CustomerWithTraitsDto:
        return cast("CustomerWithTraitsDto", self._http.call("GET", f"/customers/{part(customer_id)}"))

    def churn(self, customer_id: str) -> ChurnDetailDto:
        """Returns the score with its features, reasons and history."""
        return cast("ChurnDetailDto", self._http.call("GET", f"/customers/{part(customer_id)}/churn"))

    def timeline(self, customer_id: str, *, limit: Optional[int] = None, cursor: Optional[str] = None) -> TimelinePageDto:
        """Returns a page of what happened with a customer, the latest first."""
        return cast(
            "TimelinePageDto", self._http.call("GET", f"/customers/{part(customer_id)}/timeline", {"limit": limit, "cursor": cursor})
        )

    def customers_of_orders(self, order_ids: Sequence[str]) -> Dict[str, str]:
        """Returns the customer of each order that is known, of at most 1000 orders."""
        found = self._http.call("POST", "/customers/by-orders", body={"order_ids": list(order_ids)})
        return {each["order_id"]: each["external_id"] for each in found["data"]}

    def set_traits(self, customer_id: str, traits: Mapping[str, Optional[float]]) -> CustomerTraitsDto:
        """Sets numeric traits of a customer; None removes one, and those left out stay."""
        return cast("CustomerTraitsDto", self._http.call("PUT", f"/customers/{part(customer_id)}/traits", body=dict(traits)))

    def join(self, customer_id: str, alias: str) -> CustomerAliasesDto:
        """Joins another identifier of the same person to the customer."""
        return cast("CustomerAliasesDto", self._http.call("POST", f"/customers/{part(customer_id)}/aliases", body={"alias": alias}))

    def separate(self, customer_id: str, alias: str) -> CustomerAliasesDto:
        """Takes an alias back, within 30 days."""
        return cast("CustomerAliasesDto", self._http.call("DELETE", f"/customers/{part(customer_id)}/aliases/{part(alias)}"))

    def erase(self, customer_id: str) -> ErasureDto:
        """Erases everything about a customer and its aliases; `wait` waits for the job."""
        return cast("ErasureDto", self._http.call("DELETE", f"/customers/{part(customer_id)}"))

    def recalculate(self, customer_ids: Optional[Sequence[str]] = None, *, force: bool = False) -> RecalculationDto:
        """Recalculates the scores of the named customers, or of all; `wait` waits for the job."""
        body: Dict[str, Any] = {"force": force} if customer_ids is None else {"force": force, "customer_ids": list(customer_ids)}
        return cast("RecalculationDto", self._http.call("POST", "/churn/recalculate", body=body))

    def job(self, job_id: str) -> JobDto:
        return cast("JobDto", self._http.call("GET", f"/churn/jobs/{part(job_id)}"))

    def wait(self, job_id: str, timeout: float = 600.0) -> JobDto:
        """Waits for the end of a job. Raises TimeoutError after `timeout` seconds; the job goes on."""
        ends = time.monotonic() + timeout
        while True:
            job = self.job(job_id)
            if job["status"] not in ("queued", "running"):
                return job
            if time.monotonic() > ends:
                raise TimeoutError(f"the job {job_id} is {job['status']} after {timeout:g} s")
            time.sleep(LOOK_AGAIN)

    def analytics(self, period: Optional[str] = None) -> AnalyticsDto:
        """Returns the scores of all customers, their trend over `7d`, `30d` or `90d`, and the customers most at risk."""
        return cast("AnalyticsDto", self._http.call("GET", "/churn/analytics", {"period": period}))

    def lifecycle(self) -> LifecycleAnalyticsDto:
        """Returns how many customers are in each state, who moved this week, and the expected revenue."""
        return cast("LifecycleAnalyticsDto", self._http.call("GET", "/analytics/lifecycle"))

    def digest(self, week: Optional[str] = None) -> DigestDto:
        """Returns the news of a week such as `2026-W47`; by default of the last one that is over."""
        return cast("DigestDto", self._http.call("GET", "/churn/digest", {"week": week}))

    def model(self) -> ModelDto:
        """Returns the model that calculates the scores, and its quality."""
        return cast("ModelDto", self._http.call("GET", "/churn/model"))

    def label_changes(self, since: Union[datetime, str], take: Callable[[LabelChangeDto], object]) -> datetime:
        """Calls `take` with each label that changed, appeared or went away since `since`. Returns the `since` of the next call, after all
        changes.

        :param since: with a time zone; a text is one in ISO 8601
        """
        if isinstance(since, str):
            since = datetime.fromisoformat(since.replace("Z", "+00:00"))
        if since.tzinfo is None:
            raise ValueError("since must have a time zone: datetime.now(timezone.utc), not datetime.now()")
        query: Dict[str, QueryValue] = {"since": since.astimezone(timezone.utc).isoformat(timespec="milliseconds"), "limit": PAGE}
        while True:
            page = self._http.call("GET", "/churn/changes", query)
            for change in page["data"]:
                take(change)
            query["cursor"] = page["pagination"]["next_cursor"]
            if query["cursor"] is None:
                return datetime.fromisoformat(page["next_since"].replace("Z", "+00:00"))

    def received_events(self, **filters: QueryValue) -> EventLogPageDto:
        """Returns a page of received events, accepted and rejected, the latest first, by the filters of GET /events."""
        return cast("EventLogPageDto", self._http.call("GET", "/events", filters))


def _batches(events: Iterable[EventDto]) -> Iterator["tuple[List[bytes], bool]"]:
    """Yields the events as JSON, in batches that every plan accepts, each with whether it is the last one."""
    batch: List[bytes] = []
    size = 0
    for event in events:
        written = json.dumps(event, allow_nan=False).encode()
        if batch and (len(batch) == BATCH or size + len(written) > BATCH_BYTES):
            yield batch, False
            batch, size = [], 0
        batch.append(written)
        size += len(written) + 1
    if batch:
        yield batch, True


def _has_results(answer: object, count: int) -> bool:
    results = answer.get("results") if isinstance(answer, dict) else None
    return isinstance(results, list) and len(results) == count
