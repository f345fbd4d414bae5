import client.AddressesApi;
import client.ApiClient;
import client.AuthenticationApi;
import client.EventsApi;
import client.model.AddressApplicant;
import client.model.AddressEvent;
import client.model.CreateAddress;
import client.model.CreatedAddress;
import client.model.EventLine;
import client.model.TokenRequest;

/** One order and its event, by the generated client. */
public class Main {
  static ApiClient clientOf(String token) {
    ApiClient client = new ApiClient();
    client.updateBaseUri(System.getenv("BASE_URL"));
    client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + token));
    return client;
  }

  static String idOfEvent(EventsApi events, long verificationId) throws Exception {
    while (true) {
      for (EventLine line : events.listEvents(100, null, "address", null, null, null, null).getData())
        if (line.getVerificationId() == verificationId) return line.getId();
      Thread.sleep(200);
    }
  }

  public static void main(String[] arguments) throws Exception {
    TokenRequest credentials = new TokenRequest().clientId("local-test").secret("local-test-secret");
    String token = new AuthenticationApi(clientOf("none")).createToken(credentials).getAccessToken();
    ApiClient client = clientOf(token);
    CreatedAddress order = new AddressesApi(client).createAddress(new CreateAddress()
        .customerReference("java")
        .street("1 Java Street")
        .city("Ikeja")
        .lgaName("Ikeja")
        .stateName("Lagos")
        .applicant(new AddressApplicant().firstname("Ngozi").lastname("Adeyemi").phone("+2348031234567")), null);
    long id = order.getId();
    EventsApi events = new EventsApi(client);
    AddressEvent event = events.getEvent(idOfEvent(events, id)).getBody().getAddressEvent();
    boolean isSame = event.getData().getId() == id;
    System.out.println(isSame + " " + event.getData().getAddress().getStatus().getSubStatus().getValue());
  }
}
