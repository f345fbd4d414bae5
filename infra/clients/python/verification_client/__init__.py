"""The client of the verification service. Its guide is at /v1/docs/install-a-client of your service."""

from . import webhooks
from .client import ApiProblem, Client, NetworkError
from .webhooks import WebhookVerificationError

__all__ = ["ApiProblem", "Client", "NetworkError", "WebhookVerificationError", "webhooks"]
