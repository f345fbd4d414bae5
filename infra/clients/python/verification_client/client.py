"""Calls the API: signs in, repeats what may pass, and reads page after page."""

from __future__ import annotations

import http.client
import json
import os
import random
import re
import threading
import time
import urllib.parse
import urllib.request
import uuid
from typing import Any, Callable, Iterator, Mapping, NamedTuple, Sequence

from .operations import Operation

MARGIN_SECONDS = 60
LONGEST_PAUSE_SECONDS = 30
LONGEST_POLL_SECONDS = 30
JITTER_SECONDS = 0.25
RECORDS: Sequence[Operation] = ("GET /v1/addresses/{id}", "GET /v1/employments/{id}", "GET /v1/identities/{id}")


class ApiProblem(Exception):
    """A refusal, as the API words it. ``retry_after_seconds`` is None unless the API said it."""

    def __init__(self, problem: Mapping[str, Any], retry_after_seconds: float | None = None):
        super().__init__(f"{problem['code']}: {problem.get('detail')}")
        self.problem = problem
        self.code: str = problem["code"]
        self.status: int = problem["status"]
        self.errors: Sequence[Mapping[str, str]] = problem.get("errors", [])
        self.retry_after_seconds = retry_after_seconds


class NetworkError(Exception):
    """No answer, or one that is not the API's. ``status`` is None if nothing came back."""

    def __init__(self, message: str, status: int | None = None):
        super().__init__(message)
        self.status = status


class _EveryAnswer(urllib.request.HTTPErrorProcessor):
    """Neither raises for a status nor follows a redirect with credentials."""

    def http_response(self, request: Any, response: Any) -> Any:
        return response

    https_response = http_response


class _Answer(NamedTuple):
    status: int
    headers: Mapping[str, str]
    body: bytes

    def retry_after_seconds(self) -> float | None:
        text = self.headers.get("retry-after", "")
        return int(text) if re.fullmatch(r"[0-9]{1,9}", text) else None

    def content(self) -> Any:
        if not self.body:
            return None
        return json.loads(self.body) if "json" in self.headers.get("content-type", "") else self.body.decode()

    def problem(self) -> Mapping[str, Any] | None:
        try:
            content = self.content()
        except ValueError:
            return None
        is_problem = self.status >= 400 and isinstance(content, dict) and isinstance(content.get("code"), str)
        return {"status": self.status, **content} if is_problem else None

    def may_pass(self) -> bool:
        """Whether the same request may succeed in a moment. What is not complete yet may take days."""
        problem = self.problem() or {}
        if self.status >= 500:
            return bool(problem.get("retryable", True))
        return self.status == 429 or problem.get("code") == "request_in_flight"


def _read(operation: str, answer: _Answer) -> Any:
    problem = answer.problem()
    if problem is not None:
        raise ApiProblem(problem, answer.retry_after_seconds())
    if not 200 <= answer.status < 300:
        raise NetworkError(f"{operation} was answered {answer.status}", answer.status)
    try:
        return answer.content()
    except ValueError as error:
        raise NetworkError(f"{operation} was answered with something unexpected", answer.status) from error


def _setting(given: str | None, option: str, variable: str) -> str:
    value = given or os.environ.get(variable)
    if not value:
        raise TypeError(f"Client needs {option}, or {variable} in the environment")
    return value


def _text(value: Any) -> str:
    return json.dumps(value) if isinstance(value, bool) else str(value)


class Client:
    """Threads may share one. What is not given of the first three is read from the environment: VERIFICATION_URL,
    VERIFICATION_CLIENT_ID, VERIFICATION_CLIENT_SECRET. ``on_retry`` is called with a reason and seconds."""

    def __init__(
        self,
        url: str | None = None,
        client_id: str | None = None,
        secret: str | None = None,
        *,
        retries: int = 5,
        longest_pause_seconds: float = 60,
        timeout_seconds: float = 30,
        on_retry: Callable[[str, float], object] = lambda reason, seconds: None,
    ):
        self.url = _setting(url, "url", "VERIFICATION_URL").rstrip("/")
        self._client_id = _setting(client_id, "client_id", "VERIFICATION_CLIENT_ID")
        self._secret = _setting(secret, "secret", "VERIFICATION_CLIENT_SECRET")
        self._retries, self._longest_pause_seconds = retries, longest_pause_seconds
        self._timeout_seconds, self._on_retry = timeout_seconds, on_retry
        self._opener = urllib.request.build_opener(_EveryAnswer)
        self._lock = threading.Lock()
        self._token, self._token_ends_at = "", 0.0

    def call(
        self,
        operation: Operation,
        *,
        params: Mapping[str, Any] = {},
        query: Mapping[str, Any] = {},
        body: Mapping[str, Any] | None = None,
        idempotency_key: str | None = None,
        headers: Mapping[str, str] = {},
    ) -> Any:
        """Calls an operation, such as ``POST /v1/addresses``. Raises ApiProblem or NetworkError."""
        method, template = operation.split(" ")
        path = re.sub(r"\{(\w+)\}", lambda name: urllib.parse.quote(str(params[name[1]]), safe=""), template)
        given = {name: _text(value) for name, value in query.items() if value is not None}
        path += "?" + urllib.parse.urlencode(given) if given else ""
        key = {"idempotency-key": idempotency_key or str(uuid.uuid4())} if method == "POST" else {}
        token = self._current_token()
        answer = self._patiently(method, path, body, {**key, **headers, "authorization": f"Bearer {token}"})
        if answer.status == 401:
            # It may be revoked; a valid client gets another.
            token = self._current_token(refused=token)
            answer = self._patiently(method, path, body, {**key, **headers, "authorization": f"Bearer {token}"})
        return _read(operation, answer)

    def list(
        self, operation: Operation, *, params: Mapping[str, Any] = {}, query: Mapping[str, Any] = {}
    ) -> Iterator[Any]:
        """All items of an operation that answers pages, page after page."""
        cursor: str | None = None
        while True:
            given = query if cursor is None else {**query, "cursor": cursor}
            page = self.call(operation, params=params, query=given)
            yield from page["data"]
            # Oldest first, the last page keeps its cursor, from which later items will follow.
            if page["nextCursor"] in (None, cursor):
                return
            cursor = page["nextCursor"]

    def wait_for(self, id: int, *, timeout_seconds: float = 600) -> Mapping[str, Any]:
        """The record of a verification, once it is complete. Suits tests and scripts; a visit takes days, and a
        webhook tells its end. Raises TimeoutError."""
        ends_at, pause = time.monotonic() + timeout_seconds, 1.0
        # Ids do not say what they are of.
        operations = [*RECORDS]
        while True:
            try:
                record = self.call(operations[0], params={"id": id})
            except ApiProblem as problem:
                if len(operations) == 1 or problem.code not in ("not_found", "product_not_enabled"):
                    raise
                operations.pop(0)
                continue
            if record["status"]["state"] != "IN_PROGRESS":
                return record
            left = ends_at - time.monotonic()
            if left <= 0:
                raise TimeoutError(f"{id} is not complete after {timeout_seconds} s")
            time.sleep(min(pause, left))
            pause = min(pause * 2, LONGEST_POLL_SECONDS)

    def _current_token(self, refused: str = "") -> str:
        with self._lock:
            if self._token == refused or time.monotonic() > self._token_ends_at:
                credentials = {"clientId": self._client_id, "secret": self._secret}
                given = _read("POST /v1/token", self._patiently("POST", "/v1/token", credentials, {}))
                self._token = given["accessToken"]
                self._token_ends_at = time.monotonic() + given["expiresIn"] - MARGIN_SECONDS
            return self._token

    def _patiently(self, method: str, path: str, body: Any, headers: Mapping[str, str]) -> _Answer:
        failures = 0
        while True:
            failures += 1
            answer, reason = self._attempt(method, path, body, headers)
            if answer is not None and not answer.may_pass():
                return answer
            asked = answer.retry_after_seconds() if answer else None
            pause = min(2.0 ** (failures - 1), LONGEST_PAUSE_SECONDS) if asked is None else asked
            if failures > self._retries or pause > self._longest_pause_seconds:
                if answer is None:
                    raise NetworkError(f"{self.url} cannot be reached: {reason}")
                return answer
            self._on_retry(reason, pause)
            time.sleep(pause + random.random() * JITTER_SECONDS)

    def _attempt(
        self, method: str, path: str, body: Any, headers: Mapping[str, str]
    ) -> tuple[_Answer | None, str]:
        """The answer, or None and why nothing came back."""
        data = None if body is None else json.dumps(body).encode()
        sent = {"accept": "application/json", "content-type": "application/json", **headers}
        request = urllib.request.Request(self.url + path, data, sent, method=method)
        try:
            with self._opener.open(request, timeout=self._timeout_seconds) as response:
                return _Answer(response.status, response.headers, response.read()), f"answered {response.status}"
        except (OSError, http.client.HTTPException) as error:
            return None, str(getattr(error, "reason", error)) or type(error).__name__
