"""What schemathesis has to know of the service beside its document."""

import itertools
import json
import os
import re

import schemathesis
from schemathesis.openapi.checks import RejectedPositiveData

receiver = os.environ["RECEIVER_URL"]
stated = [re.compile(form) for form in json.loads(os.environ["STATED_REASONS"])]
serial = itertools.count()


@schemathesis.hook
def filter_case(context, case):
    """No event is sent to anybody but our receiver: no host of others is looked up or called."""
    url = case.body.get("url") if isinstance(case.body, dict) else None
    if not isinstance(url, str):
        return True
    # A URL's reader skips what stands before it, and line breaks anywhere.
    scheme = re.sub(r"[\x00-\x20]", "", url)[:4].lower()
    return scheme != "http" or url.startswith(receiver)


@schemathesis.hook
def map_case(context, case):
    """A key that was used with another body would hide how this one is judged, so each is used once."""
    key = (case.headers or {}).get("Idempotency-Key")
    if key is not None and re.fullmatch(r"[!-~]{1,255}", key):
        case.headers["Idempotency-Key"] = f"{next(serial):08}{key}"[:255]
    return case


def is_beyond_schema(body):
    """Whether text has what counts twice in UTF-16, of which the document speaks for all text at once."""
    return re.search(r"\\ud[89a-f]", json.dumps(body, default=str)) is not None


def is_stated(problem):
    errors = [f"{error['pointer']} {error['code']}" for error in problem.get("errors", [])]
    return bool(errors) and all(any(form.search(error) for form in stated) for error in errors)


@schemathesis.hook
def filter_failure(context, failure, case, response):
    """To refuse what the schemas take is no failure where the document states why."""
    if not isinstance(failure, RejectedPositiveData):
        return True
    return not (is_stated(response.json()) or is_beyond_schema(case.body))
