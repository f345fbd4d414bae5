"""A token by each way of sending the secret, then an order, its event and a look-up, by a standard OAuth client."""

import os
import time

from authlib.integrations.requests_client import OAuth2Session

base_url = os.environ["BASE_URL"]


def signed_in(method: str) -> OAuth2Session:
    session = OAuth2Session(
        "local-test", "local-test-secret", token_endpoint_auth_method=method, scope="addresses events"
    )
    token = session.fetch_token(f"{base_url}/v1/token", grant_type="client_credentials")
    assert (token["token_type"], token["expires_in"]) == ("Bearer", 7200), token
    assert {"addresses", "events"} <= set(token["scope"].split()), token
    return session


signed_in("client_secret_post")
session = signed_in("client_secret_basic")

order = session.post(
    f"{base_url}/v1/addresses",
    json={
        "customerReference": "authlib",
        "street": "2 Standard Street",
        "city": "Ikeja",
        "lgaName": "Ikeja",
        "stateName": "Lagos",
        "applicant": {"firstname": "Ngozi", "lastname": "Adeyemi", "phone": "+2348031234567"},
    },
).json()


def id_of_event() -> str:
    while True:
        page = session.get(f"{base_url}/v1/events", params={"event": "address", "limit": 100}).json()
        for line in page["data"]:
            if line["verificationId"] == order["id"]:
                return line["id"]
        time.sleep(0.2)


data = session.get(f"{base_url}/v1/events/{id_of_event()}").json()["body"]["data"]
claim = {"firstname": "Bunch", "lastname": "Dillon"}
found = session.post(f"{base_url}/v1/ng/identities/nin/63184876213", json=claim).json()
print(str(data["id"] == order["id"]).lower(), data["address"]["status"]["subStatus"], found["status"]["status"])
