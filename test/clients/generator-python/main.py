"""An order, its event and a look-up, by the generated client."""

import os
import time

import openapi_client
from openapi_client.models import AddressApplicant, AddressEvent, CreateAddress, IdentityClaim, TokenRequest

configuration = openapi_client.Configuration(host=os.environ["BASE_URL"])
client = openapi_client.ApiClient(configuration)
credentials = TokenRequest(clientId="local-test", secret="local-test-secret")
configuration.access_token = openapi_client.AuthenticationApi(client).create_token(credentials).access_token

order = openapi_client.AddressesApi(client).create_address(
    CreateAddress(
        customerReference="generator-python",
        street="1 Generated Street",
        city="Ikeja",
        lgaName="Ikeja",
        stateName="Lagos",
        applicant=AddressApplicant(firstname="Ngozi", lastname="Adeyemi", phone="+2348031234567"),
    )
)

events = openapi_client.EventsApi(client)


def id_of_event() -> str:
    while True:
        for line in events.list_events(event="address", limit=100).data:
            if line.verification_id == order.id:
                return line.id
        time.sleep(0.2)


event = events.get_event(id_of_event()).body.actual_instance
assert isinstance(event, AddressEvent), event
claim = IdentityClaim(firstname="Bunch", lastname="Dillon")
found = openapi_client.IdentitiesApi(client).look_up_nin("63184876213", claim)
data = event.data
print(str(data.id == order.id).lower(), data.address.status.sub_status, found.status.status)
