// An order, its event and a look-up, by the generated client.
package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"time"

	openapi "client"
)

func must[Value any](value Value, err error) Value {
	if err != nil {
		panic(err)
	}
	return value
}

func signedIn(ctx context.Context, url string) *openapi.ClientWithResponses {
	stranger := must(openapi.NewClientWithResponses(url))
	answer := must(stranger.CreateTokenWithResponse(ctx, openapi.TokenRequest{ClientId: "local-test", Secret: "local-test-secret"}))
	token := answer.JSON200.AccessToken
	return must(openapi.NewClientWithResponses(url, openapi.WithRequestEditorFn(func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+token)
		return nil
	})))
}

func idOfEvent(ctx context.Context, client *openapi.ClientWithResponses, verificationId int64) string {
	event, limit := openapi.ListEventsParamsEvent("address"), int32(100)
	for {
		page := must(client.ListEventsWithResponse(ctx, &openapi.ListEventsParams{Event: &event, Limit: &limit}))
		for _, line := range page.JSON200.Data {
			if line.VerificationId != nil && *line.VerificationId == verificationId {
				return line.Id
			}
		}
		time.Sleep(200 * time.Millisecond)
	}
}

func main() {
	ctx := context.Background()
	client := signedIn(ctx, os.Getenv("BASE_URL"))
	order := must(client.CreateAddressWithResponse(ctx, nil, openapi.CreateAddress{
		CustomerReference: "go",
		Street:            "1 Go Street",
		City:              "Ikeja",
		LgaName:           "Ikeja",
		StateName:         "Lagos",
		Applicant:         openapi.AddressApplicant{Firstname: "Ngozi", Lastname: "Adeyemi", Phone: "+2348031234567"},
	}))
	if order.JSON201 == nil {
		panic(string(order.Body))
	}
	var id int64 = order.JSON201.Id
	answer := must(client.GetEventWithResponse(ctx, idOfEvent(ctx, client, id)))
	event := must(answer.JSON200.Body.AsAddressEvent())
	claim := openapi.IdentityClaim{Firstname: "Bunch", Lastname: "Dillon"}
	found := must(client.LookUpNinWithResponse(ctx, "63184876213", nil, claim)).JSON200
	fmt.Println(event.Data.Id == id, event.Data.Address.Status.SubStatus, found.Status.Status)
}
