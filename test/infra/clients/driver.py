"""Does what it reads, by the client of Python, and prints what came of it."""

import json
import sys

from verification_client import ApiProblem, Client, NetworkError, WebhookVerificationError, webhooks

given = json.load(sys.stdin)


def outcome_of(action):
    try:
        return {"value": action()}
    except ApiProblem as problem:
        return {"problem": problem.code, "retryAfterSeconds": problem.retry_after_seconds}
    except NetworkError as error:
        return {"network": error.status}
    except WebhookVerificationError as error:
        return {"forged": str(error)}
    except TypeError:
        # JavaScript has one name for both.
        return {"wrong": "ValueError"}
    except ValueError as error:
        return {"wrong": type(error).__name__}


def perform(step):
    if "verify" in step:
        verify = step["verify"]
        return outcome_of(
            lambda: webhooks.verify(verify["body"], verify["headers"], verify["secrets"], now=verify["now"])
        )
    request = {**step.get("request", {})}
    if "idempotencyKey" in request:
        request["idempotency_key"] = request.pop("idempotencyKey")
    if "list" in step:
        return outcome_of(lambda: list(client.list(step["list"], **request)))
    return outcome_of(lambda: client.call(step["call"], **request))


retries = []
client = Client(
    given.get("url", "http://localhost"),
    "client",
    "secret",
    retries=given.get("retries", 5),
    on_retry=lambda reason, seconds: retries.append(seconds),
)
print(json.dumps({"outcomes": [perform(step) for step in given["steps"]], "retries": retries}))
