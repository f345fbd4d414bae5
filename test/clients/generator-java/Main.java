import org.openapitools.client.ApiClient;
import org.openapitools.client.api.AddressesApi;
import org.openapitools.client.api.AuthenticationApi;
import org.openapitools.client.api.EventsApi;
import org.openapitools.client.api.IdentitiesApi;
import org.openapitools.client.model.AddressApplicant;
import org.openapitools.client.model.AddressEvent;
import org.openapitools.client.model.CreateAddress;
import org.openapitools.client.model.CreatedAddress;
import org.openapitools.client.model.EventLine;
import org.openapitools.client.model.IdentityClaim;
import org.openapitools.client.model.NinAnswer;
import org.openapitools.client.model.TokenRequest;

/** An order, its event and a look-up, by the generated client. */
public class Main {
  static String idOfEvent(EventsApi events, long verificationId) throws Exception {
    while (true) {
      for (EventLine line : events.listEvents(100, null, "address", null, null, null, null).getData())
        if (line.getVerificationId() == verificationId) return line.getId();
      Thread.sleep(200);
    }
  }

  public static void main(String[] arguments) throws Exception {
    ApiClient client = new ApiClient().setBasePath(System.getenv("BASE_URL"));
    TokenRequest credentials = new TokenRequest().clientId("local-test").secret("local-test-secret");
    client.setBearerToken(new AuthenticationApi(client).createToken(credentials).getAccessToken());
    CreatedAddress order = new AddressesApi(client).createAddress(new CreateAddress()
        .customerReference("generator-java")
        .street("1 Generated Street")
        .city("Ikeja")
        .lgaName("Ikeja")
        .stateName("Lagos")
        .applicant(new AddressApplicant().firstname("Ngozi").lastname("Adeyemi").phone("+2348031234567")), null);
    EventsApi events = new EventsApi(client);
    AddressEvent event = events.getEvent(idOfEvent(events, order.getId())).getBody().getAddressEvent();
    boolean isSame = event.getData().getId().equals(order.getId());
    IdentityClaim claim = new IdentityClaim().firstname("Bunch").lastname("Dillon");
    NinAnswer found = new IdentitiesApi(client).lookUpNin("63184876213", claim, null, null);
    System.out.println(isSame + " " + event.getData().getAddress().getStatus().getSubStatus().getValue()
        + " " + found.getStatus().getStatus().getValue());
  }
}
