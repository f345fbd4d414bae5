// One order and its event, by the generated client.
package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"time"

	"client/api"
)

func must[Value any](value Value, err error) Value {
	if err != nil {
		panic(err)
	}
	return value
}

func signedIn(ctx context.Context, url string) *api.ClientWithResponses {
	stranger := must(api.NewClientWithResponses(url))
	answer := must(stranger.CreateTokenWithResponse(ctx, api.TokenRequest{ClientId: "local-test", Secret: "local-test-secret"}))
	token := answer.JSON200.AccessToken
	return must(api.NewClientWithResponses(url, api.WithRequestEditorFn(func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+token)
		return nil
	})))
}

func idOfEvent(ctx context.Context, client *api.ClientWithResponses, verificationId int64) string {
	event, limit := api.ListEventsParamsEvent("address"), int32(100)
	for {
		page := must(client.ListEventsWithResponse(ctx, &api.ListEventsParams{Event: &event, Limit: &limit}))
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
	order := must(client.CreateAddressWithResponse(ctx, nil, api.CreateAddress{
		CustomerReference: "go",
		Street:            "1 Go Street",
		City:              "Ikeja",
		LgaName:           "Ikeja",
		StateName:         "Lagos",
		Applicant:         api.AddressApplicant{Firstname: "Ngozi", Lastname: "Adeyemi", Phone: "+2348031234567"},
	}))
	if order.JSON201 == nil {
		panic(string(order.Body))
	}
	var id int64 = order.JSON201.Id
	answer := must(client.GetEventWithResponse(ctx, idOfEvent(ctx, client, id)))
	event := must(answer.JSON200.Body.AsAddressEvent())
	fmt.Println(event.Data.Id == id, event.Data.Address.Status.SubStatus)
}
