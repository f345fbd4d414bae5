// An order, its event and a look-up, by the generated client.
package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"time"

	openapi "github.com/GIT_USER_ID/GIT_REPO_ID"
)

func must[Value any](value Value, _ *http.Response, err error) Value {
	if err != nil {
		panic(err)
	}
	return value
}

func idOfEvent(ctx context.Context, client *openapi.APIClient, verificationId int64) string {
	for {
		page := must(client.EventsAPI.ListEvents(ctx).Event("address").Limit(100).Execute())
		for _, line := range page.Data {
			if id := line.VerificationId.Get(); id != nil && *id == verificationId {
				return line.Id
			}
		}
		time.Sleep(200 * time.Millisecond)
	}
}

func main() {
	configuration := openapi.NewConfiguration()
	configuration.Servers = openapi.ServerConfigurations{{URL: os.Getenv("BASE_URL")}}
	client := openapi.NewAPIClient(configuration)
	stranger := context.Background()
	credentials := openapi.NewTokenRequest("local-test", "local-test-secret")
	token := must(client.AuthenticationAPI.CreateToken(stranger).TokenRequest(*credentials).Execute())
	ctx := context.WithValue(stranger, openapi.ContextAccessToken, token.AccessToken)

	applicant := openapi.NewAddressApplicant("Ngozi", "Adeyemi", "+2348031234567")
	address := openapi.NewCreateAddress("generator-go", "1 Generated Street", "Ikeja", "Lagos", "Ikeja", *applicant)
	order := must(client.AddressesAPI.CreateAddress(ctx).CreateAddress(*address).Execute())

	event := must(client.EventsAPI.GetEvent(ctx, idOfEvent(ctx, client, order.Id)).Execute()).Body.AddressEvent
	claim := openapi.NewIdentityClaim("Bunch", "Dillon")
	found := must(client.IdentitiesAPI.LookUpNin(ctx, "63184876213").IdentityClaim(*claim).Execute())
	fmt.Println(event.Data.Id == order.Id, event.Data.Address.Status.SubStatus, found.Status.Status)
}
