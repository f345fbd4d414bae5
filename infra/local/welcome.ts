import { secretOf, seededClients } from './seed.ts'

const curl = (url: string): string =>
  `  TOKEN=$(curl -s ${url}/v1/token -H 'content-type: application/json' \\
    -d '{"clientId":"local-test","secret":"local-test-secret"}' | sed 's/.*"accessToken":"\\([^"]*\\)".*/\\1/')
  curl -s ${url}/v1/addresses -H "authorization: Bearer $TOKEN" -H 'content-type: application/json' -d '{
    "customerReference": "first-1", "street": "12 Allen Avenue", "city": "Ikeja",
    "lgaName": "Ikeja", "stateName": "Lagos",
    "applicant": {"firstname": "Ada", "lastname": "Obi", "phone": "08031234567"}}'`

const credentials = (): string[] =>
  seededClients.map(({ clientId, mode, organisationId }) => {
    const pair = `${clientId} / ${secretOf(clientId)}`
    return `  ${pair.padEnd(40)} ${mode} mode, organisation ${organisationId}`
  })

/** What `npm start` prints when the service is ready: where, as whom, a first order, and what to read. */
export const welcome = (url: string, simulatorUrl: string): string =>
  [
    `ready ${url}`,
    '',
    'credentials (clientId / secret):',
    ...credentials(),
    '',
    'order an address verification; its simulated agent decides after 5 seconds:',
    curl(url),
    '',
    `live mode's registries are simulated at ${simulatorUrl}; GET or POST /control shows and sets how they behave`,
    '',
    `docs: README.md, ${url}/v1/openapi.json`,
    '',
  ].join('\n')
