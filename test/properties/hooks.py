"""What schemathesis has to know of the service beside its document."""

import itertools
import json
import os
import re

import jsonschema_rs
import schemathesis
from hypothesis import strategies as st
from schemathesis.core.failures import AcceptedNegativeData
from schemathesis.openapi.checks import RejectedPositiveData

receiver = os.environ["RECEIVER_URL"]
staff = f"Bearer {os.environ['STAFF_TOKEN']}"
stated_reasons = [re.compile(form) for form in json.loads(os.environ["STATED_REASONS"])]
stated_of_any_text = re.compile(os.environ["STATED_OF_ANY_TEXT"])
serial = itertools.count()


# The document says these forms in words. Control characters and halves of surrogate pairs are none of them.
printable = st.characters(exclude_categories=["Cc", "Cs"])
texts = st.text(printable, min_size=1).filter(lambda text: text.strip() != "")
schemathesis.openapi.format("text", texts)
schemathesis.openapi.format("person-name", st.from_regex(r"[A-Za-z]{1,30}", fullmatch=True))
schemathesis.openapi.format("business-name", st.from_regex(r"[A-Za-z0-9]{1,30}", fullmatch=True))
schemathesis.openapi.format("phone", st.from_regex(r"\+[1-9][0-9]{7,13}[1-9]", fullmatch=True))
schemathesis.openapi.format("gender", st.sampled_from(["m", "f", "male", "female", "MALE", "Female"]))


@schemathesis.hook
def filter_case(context, case):
    """No event is sent to anybody but our receiver: no host of others is looked up or called."""
    url = case.body.get("url") if isinstance(case.body, dict) else None
    if not isinstance(url, str):
        return True
    # A URL's reader skips what stands before it, and line breaks anywhere.
    scheme = re.sub(r"[\x00-\x20]", "", url)[:4].lower()
    return scheme != "http" or url.startswith(receiver)


def is_beyond_schema(body):
    """The schemas count characters, the service what UTF-16 has for them."""
    return re.search(r"\\ud[89a-f]", json.dumps(body, default=str)) is not None


def is_stated(error, body):
    reason = f"{error['pointer']} {error['code']}"
    if any(form.search(reason) for form in stated_reasons):
        return True
    return is_beyond_schema(body) and stated_of_any_text.search(reason) is not None


@schemathesis.hook
def before_call(context, case, kwargs):
    """
    Work on cases is for the operator's clients alone. A key that was used with another body would hide how this one is
    judged, so each is used once.
    """
    key = (case.headers or {}).get("Idempotency-Key")
    if key is not None and re.fullmatch(r"[!-~]{1,255}", key):
        case.headers["Idempotency-Key"] = f"{next(serial):08}{key}"[:255]
    if case.path.startswith("/v1/operations/"):
        case.headers["Authorization"] = staff


def given(value):
    """
    What is left of a body: an empty text or null in an optional field means that it is not given, and a boolean may stand
    for a yes or a no in words.
    """
    if isinstance(value, dict):
        rest = {name: given(part) for name, part in value.items() if part not in ("", None)}
        return rest | {"currentlyEmployed": "yes"} if isinstance(rest.get("currentlyEmployed"), bool) else rest
    return [given(part) for part in value] if isinstance(value, list) else value


def is_lenient(case):
    """Whether a body keeps to its schema once what is not given is gone, which the document tells in words."""
    rest = given(case.body)
    if rest == case.body:
        return False
    schema = case.operation.body[0].definition.get("schema") if case.operation.body else None
    whole = {**(schema or {}), "components": case.operation.schema.raw_schema["components"]}
    return jsonschema_rs.is_valid(whole, rest)


def errors_of(answer):
    """A problem lists its fields; an error of JSON-RPC is a number."""
    if "jsonrpc" in answer:
        return [{"pointer": "jsonrpc", "code": answer["error"]["code"]}]
    return answer.get("errors", [])


@schemathesis.hook
def filter_failure(context, failure, case, response):
    """To refuse what the schemas take is no failure where the document states why, nor to take what it says is not given."""
    if isinstance(failure, AcceptedNegativeData):
        return not is_lenient(case)
    if not isinstance(failure, RejectedPositiveData):
        return True
    errors = errors_of(response.json())
    return not errors or not all(is_stated(error, case.body) for error in errors)
