"""An order, its event and a look-up, by the generated client."""

import os
import time

from verification_service_client import AuthenticatedClient, Client
from verification_service_client.api.addresses import create_address
from verification_service_client.api.authentication import create_token
from verification_service_client.api.events import get_event, list_events
from verification_service_client.api.identities import look_up_nin
from verification_service_client.models import (
    AddressApplicant,
    AddressEvent,
    CreateAddress,
    CreatedAddress,
    IdentityClaim,
    ListEventsEvent,
    NinAnswer,
    TokenRequest,
)

base_url = os.environ["BASE_URL"]

token = create_token.sync(
    client=Client(base_url=base_url),
    body=TokenRequest(client_id="local-test", secret="local-test-secret"),
)
client = AuthenticatedClient(base_url=base_url, token=token.access_token)

order = create_address.sync(
    client=client,
    body=CreateAddress(
        customer_reference="python",
        street="1 Python Street",
        city="Ikeja",
        lga_name="Ikeja",
        state_name="Lagos",
        applicant=AddressApplicant(firstname="Ngozi", lastname="Adeyemi", phone="+2348031234567"),
    ),
)
assert isinstance(order, CreatedAddress), order


def id_of_event() -> str:
    while True:
        page = list_events.sync(client=client, event=ListEventsEvent.ADDRESS, limit=100)
        for line in page.data:
            if line.verification_id == order.id:
                return line.id
        time.sleep(0.2)


event = get_event.sync(id_of_event(), client=client)
assert isinstance(event.body, AddressEvent), event
claim = IdentityClaim(firstname="Bunch", lastname="Dillon")
found = look_up_nin.sync("63184876213", client=client, body=claim)
assert isinstance(found, NinAnswer), found
data = event.body.data
print(str(data.id == order.id).lower(), data.address.status.sub_status.value, found.status.status.value)
