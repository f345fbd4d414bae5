//! An order, its event and a look-up, by the generated client.

use openapi::apis::{addresses_api, authentication_api, configuration::Configuration, events_api, identities_api};
use openapi::models::{AddressApplicant, AddressEvent, CreateAddress, IdentityClaim, TokenRequest};
use std::{env, error::Error, time::Duration};

async fn id_of_event(client: &Configuration, verification_id: i64) -> Result<String, Box<dyn Error>> {
    loop {
        let page = events_api::list_events(client, Some(100), None, Some("address"), None, None, None, None).await?;
        if let Some(line) = page.data.into_iter().find(|line| line.verification_id == Some(verification_id)) {
            return Ok(line.id);
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut client = Configuration { base_path: env::var("BASE_URL")?, ..Configuration::default() };
    let credentials = TokenRequest::new("local-test".into(), "local-test-secret".into());
    client.bearer_access_token = Some(authentication_api::create_token(&client, credentials).await?.access_token);

    let applicant = AddressApplicant::new("Ngozi".into(), "Adeyemi".into(), "+2348031234567".into());
    let (street, area) = ("1 Generated Street".into(), String::from("Ikeja"));
    let address = CreateAddress::new("generator-rust".into(), street, area.clone(), "Lagos".into(), area, applicant);
    let order = addresses_api::create_address(&client, address, None).await?;

    // Of a union this generator keeps one kind, so that its `get_event` reads no other: what is read here is the bytes that
    // a delivery has.
    let path = format!("{}/v1/events/{}", client.base_path, id_of_event(&client, order.id).await?);
    let token = client.bearer_access_token.as_ref().unwrap();
    let answer: serde_json::Value = client.client.get(path).bearer_auth(token).send().await?.json().await?;
    let event: AddressEvent = serde_json::from_str(answer["bodyRaw"].as_str().unwrap())?;
    let status = serde_json::to_value(&event.data.address.status)?;
    let claim = IdentityClaim::new("Bunch".into(), "Dillon".into());
    let found = identities_api::look_up_nin(&client, "63184876213", claim, None, None).await?;
    let verdict = serde_json::to_value(found.status.status)?;
    println!("{} {} {}", event.data.id == order.id, status["subStatus"].as_str().unwrap(), verdict.as_str().unwrap());
    Ok(())
}
