/** What to do first, as the terminal and the page say it. */

/** Where the docs are. */
export const docsPath = '/v1/docs'

const defaultUrl = 'http://localhost:3000'

/** Has every event sent to a receiver on this machine. */
export const listenCommand = (url: string): string =>
  `npm run listen -- --forward-to http://localhost:4000/hook${url === defaultUrl ? '' : ` --url ${url}`}`

/** Signs in with the seeded test client and orders an address verification. */
export const firstOrder = (url: string): string =>
  `TOKEN=$(curl -s ${url}/v1/token -H 'content-type: application/json' \\
  -d '{"clientId":"local-test","secret":"local-test-secret"}' | sed 's/.*"accessToken":"\\([^"]*\\)".*/\\1/')
curl -s ${url}/v1/addresses -H "authorization: Bearer $TOKEN" -H 'content-type: application/json' -d '{
  "customerReference": "first-1", "street": "12 Allen Avenue", "city": "Ikeja",
  "lgaName": "Ikeja", "stateName": "Lagos",
  "applicant": {"firstname": "Ada", "lastname": "Obi", "phone": "08031234567"}}'`
