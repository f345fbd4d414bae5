import { secretOf, seededClients, seededPeople } from './seed.ts'

const credentials = (): string[] =>
  seededClients.map(({ clientId, mode, organisationId }) => {
    const pair = `${clientId} / ${secretOf(clientId)}`
    return `  ${pair.padEnd(40)} ${mode} mode, organisation ${organisationId}`
  })

const peopleWho = (group: string): string =>
  seededPeople
    .filter(person => person.group === group)
    .map(({ personId }) => personId)
    .join(', ')

export const docsPath = '/v1/docs'

/** Where to go from here, and what for. */
export const localPages: readonly (readonly [string, string])[] = [
  [docsPath, 'the docs'],
  ['/v1/work', `visits: sign in as ${peopleWho('agent')}`],
  ['/v1/desk', `review and overview: sign in as ${peopleWho('reviewer')}, ${peopleWho('operator')}`],
  ['/v1/portal', 'what integrators were sent, and why it failed: sign in with a client’s id and secret'],
]

const indented = (text: string): string => text.replace(/^/gm, '  ')

export const welcome = (url: string, simulatorUrl: string, outboxFolder: string): string =>
  [
    `  ${url}/  credentials, and messages to applicants and employers, as a page`,
    ...localPages.map(([path, who]) => `  ${url}${path}  ${who}`),
    `  ${simulatorUrl}/control  the registries of live mode: GET shows, POST sets how they behave`,
    `  ${outboxFolder}  messages to applicants and employers, a file each`,
    '',
    'credentials (clientId / secret):',
    ...credentials(),
    '',
    'next: have every event sent to a receiver of yours, from another terminal',
    indented(listenCommand(url)),
    '',
    'and order an address verification; its simulated agent decides after 5 seconds',
    indented(firstOrder(url)),
    '',
  ].join('\n')

const defaultUrl = 'http://localhost:3000'

export const listenCommand = (url: string): string =>
  `npm run listen -- --forward-to http://localhost:4000/hook${url === defaultUrl ? '' : ` --url ${url}`}`

export const firstOrder = (url: string): string =>
  `TOKEN=$(curl -s ${url}/v1/token -H 'content-type: application/json' \\
  -d '{"clientId":"local-test","secret":"local-test-secret"}' | sed 's/.*"accessToken":"\\([^"]*\\)".*/\\1/')
curl -s ${url}/v1/addresses -H "authorization: Bearer $TOKEN" -H 'content-type: application/json' -d '{
  "customerReference": "first-1", "street": "12 Allen Avenue", "city": "Ikeja",
  "lgaName": "Ikeja", "stateName": "Lagos",
  "applicant": {"firstname": "Ada", "lastname": "Obi", "phone": "08031234567"}}'`

/** Routine log lines: requests and metrics. Warnings, errors and plain text are not. */
export const isRequestLog = (line: string): boolean =>
  /^\{("timestamp":"[^"]*","level":"(TRACE|DEBUG|INFO)"|"_aws":)/.test(line.slice(line.indexOf(' ') + 1))
